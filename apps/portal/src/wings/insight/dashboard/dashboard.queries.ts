/** What the dashboard reads. */
import { nameOf } from '@luvalla/contract/call';
import { consents } from '@luvalla/contract/consent/ledger';
import { type DomainCounts, domainCounts } from '@luvalla/contract/insight/counts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { asList } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { type Stretch, stretches } from './clock.ts';
import type { Span } from './dashboard.search.ts';

export interface Periods {
	now: DomainCounts;
	before: DomainCounts;
}

/** Counts of the span that ends now and of the one before it; the span moves on with every reading. */
export const periodsQuery = (customerId: number | null, span: Span, domain: string | undefined) =>
	queryOptions({
		queryKey: [nameOf(domainCounts), customerId, span.key, domain ?? null],
		enabled: customerId !== null,
		placeholderData: keepPreviousData,
		queryFn: async (): Promise<Periods> => {
			const of = stretches(new Date(), span.ms, span.stepMinutes);
			const group = (stretch: Stretch) => {
				const [from, to] = [stretch.from.toISOString(), stretch.to.toISOString()];
				const steps = stretch.starts.map((start) => start.toISOString());
				return { startDate: from.slice(0, 10), endDate: to.slice(0, 10), from, to, steps, domainList: domain ? [domain] : [] };
			};
			const answer = await ask(
				domainCounts,
				{ params: { id: customerId ?? 0 }, body: { groups: [group(of.now), group(of.before)] } },
				{ customerId },
			);
			const [now, before] = answer.data;
			if (!now || !before) throw new Error('Two groups were asked for');
			return { now, before };
		},
	});

/** Rows behind the live list: enough to tell how many came within a minute. Only what people answered themselves is live. */
export const LIVE_ROWS = 50;
export const liveQuery = (customerId: number | null, domain: string | undefined) => ({
	...asList(consents, { query: { page: 1, size: LIVE_ROWS, days: 1, given: 'self' } }, { customerId, domainId: domain ?? null }),
	enabled: customerId !== null,
});
