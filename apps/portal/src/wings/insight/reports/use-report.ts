/** What each tab of the reports asks the server; only the tab that is open asks. */
import { type CallShape, nameOf } from '@luvalla/contract/call';
import { consents } from '@luvalla/contract/consent/ledger';
import { consentRates } from '@luvalla/contract/consent/rates';
import { domainCounts } from '@luvalla/contract/insight/counts';
import { domainEventCounts } from '@luvalla/contract/insight/event-counts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { asList, asQuery } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { instantsOf } from '#portal/lib/spans.ts';
import { groupOf, type Looked, lookedAt, stepAt } from '#portal/ui/chart/clock.ts';
import { DEFAULT_TAB, daysOf, type RateGroup, type ReportSearch, type ReportTab, rateDaysOf } from './reports.search.ts';

const isOpen = (search: ReportSearch, tab: ReportTab): boolean => (search.tab ?? DEFAULT_TAB) === tab;

/** The instants that rows are listed of: those of the chosen step, else of the span. */
export function rowsSpan(search: ReportSearch): { from?: string; to?: string } {
	const step = search.at === undefined ? null : stepAt(lookedAt(instantsOf(search), daysOf(search)).now, search.at);
	return step ? { from: step.from.toISOString(), to: new Date(step.to.getTime() - 1).toISOString() } : instantsOf(search);
}

/** A page of choices. @param customerId null while the page's customer is not known */
export const useChoices = (search: ReportSearch, customerId: number | null) =>
	useQuery({
		...asList(
			consents,
			{ query: { ...listQueryOf(search), days: daysOf(search), ...rowsSpan(search), kind: search.kind } },
			{ customerId, domainId: search.domain ?? null },
		),
		enabled: customerId !== null && isOpen(search, 'consent'),
	});
export type Choices = ReturnType<typeof useChoices>;

/** Rates of the span by one group; the rates before stay until the next ones are there. */
export const useRates = (search: ReportSearch, customerId: number | null, by: RateGroup) =>
	useQuery({
		...asQuery(
			consentRates,
			{ query: { by, days: rateDaysOf(search), ...instantsOf(search) } },
			{ customerId, domainId: search.domain ?? null },
		),
		// rows of another group would be named wrongly: only the span and the domain may change under them
		placeholderData: (previous, query) => (isBy(query?.queryKey[1], by) ? previous : undefined),
		enabled: customerId !== null && isOpen(search, 'rates'),
	});
export type Rates = ReturnType<typeof useRates>;

const isBy = (asked: object | string | undefined, by: RateGroup): boolean =>
	typeof asked === 'object' && 'query' in asked && Object(asked.query).by === by;

export interface LookedCounts<Counts> {
	looked: Looked;
	now: Counts;
	before: Counts;
}

/** What a tab with counts looks at. */
interface Asks {
	search: ReportSearch;
	customerId: number | null;
	tab: ReportTab;
	/** Days back from now while no span is chosen. */
	days: number;
}

/** Counts of the span and of the one before it; a span that ends now moves on with every reading. */
const countsQuery = <Call extends CallShape, Counts>(
	call: Call,
	{ search, customerId, tab, days }: Asks,
	read: (body: { groups: ReturnType<typeof groupOf>[] }) => Promise<readonly Counts[]>,
) => ({
	queryKey: [nameOf(call), customerId, tab, days, search.from ?? null, search.to ?? null, search.domain ?? null] as const,
	enabled: customerId !== null && isOpen(search, tab),
	placeholderData: keepPreviousData,
	queryFn: async (): Promise<LookedCounts<Counts>> => {
		const looked = lookedAt(instantsOf(search), days);
		const domains = search.domain ? [search.domain] : [];
		const [now, before] = await read({ groups: [groupOf(looked.now, domains), groupOf(looked.before, domains)] });
		if (!now || !before) throw new Error('Two groups were asked for');
		return { looked, now, before };
	},
});

/** Choices and records of the span, and of the one before. */
export const useConsentCounts = (asks: Asks) =>
	useQuery(
		countsQuery(domainCounts, asks, async (body) => {
			const { customerId } = asks;
			return (await ask(domainCounts, { params: { id: customerId ?? 0 }, body }, { customerId })).data;
		}),
	);

/** Events, new profiles and messages of the span, and of the one before. */
export const useEventCounts = (asks: Asks) =>
	useQuery(
		countsQuery(domainEventCounts, asks, async (body) => {
			const { customerId } = asks;
			return (await ask(domainEventCounts, { params: { id: customerId ?? 0 }, body }, { customerId })).data;
		}),
	);
