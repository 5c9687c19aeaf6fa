/** What the dashboard reads. */
import { type CallShape, nameOf } from '@luvalla/contract/call';
import { consents } from '@luvalla/contract/consent/ledger';
import { domainCounts } from '@luvalla/contract/insight/counts';
import { channelCount, domainEventCounts } from '@luvalla/contract/insight/event-counts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { asList } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { groupOf, stretches } from '#portal/ui/chart/clock.ts';
import type { Span } from './dashboard.search.ts';

/** A span's counts, and those of the one before. */
export interface Periods<Counts> {
	now: Counts;
	before: Counts;
}

function twoOf<Counts>([now, before]: readonly Counts[]): Periods<Counts> {
	if (!now || !before) throw new Error('Two groups were asked for');
	return { now, before };
}

const shared = (call: CallShape, customerId: number | null, span: Span, domain: string | undefined) => ({
	queryKey: [nameOf(call), customerId, span.key, domain ?? null] as const,
	enabled: customerId !== null,
	placeholderData: keepPreviousData,
});

/** The span that ends now and the one before it: it moves on with every reading. */
const groupsOf = (span: Span, domain: string | undefined) => {
	const of = stretches(new Date(), span.ms, span.stepMinutes);
	const domains = domain ? [domain] : [];
	return { groups: [groupOf(of.now, domains), groupOf(of.before, domains)] };
};

export const periodsQuery = (customerId: number | null, span: Span, domain: string | undefined) =>
	queryOptions({
		...shared(domainCounts, customerId, span, domain),
		queryFn: async () =>
			twoOf((await ask(domainCounts, { params: { id: customerId ?? 0 }, body: groupsOf(span, domain) }, { customerId })).data),
	});

/** Nothing tells of these: they are asked for again. */
const ASK_AGAIN_MS = 60_000;

export const eventsQuery = (customerId: number | null, span: Span, domain: string | undefined) =>
	queryOptions({
		...shared(domainEventCounts, customerId, span, domain),
		refetchInterval: ASK_AGAIN_MS,
		queryFn: async () =>
			twoOf((await ask(domainEventCounts, { params: { id: customerId ?? 0 }, body: groupsOf(span, domain) }, { customerId })).data),
	});

export const channelsQuery = (customerId: number | null, span: Span, domain: string | undefined) =>
	queryOptions({
		...shared(channelCount, customerId, span, domain),
		refetchInterval: ASK_AGAIN_MS,
		queryFn: async () => {
			const { from, to } = stretches(new Date(), span.ms, span.stepMinutes).now;
			const query = { from: from.toISOString(), to: to.toISOString() };
			return (await ask(channelCount, { query }, { customerId, domainId: domain ?? null })).data;
		},
	});

/** Rows behind the live list: enough to tell how many came within a minute. Only what people answered themselves is live. */
export const LIVE_ROWS = 50;
export const liveQuery = (customerId: number | null, domain: string | undefined) => ({
	...asList(consents, { query: { page: 1, size: LIVE_ROWS, days: 1, given: 'self' } }, { customerId, domainId: domain ?? null }),
	enabled: customerId !== null,
});
