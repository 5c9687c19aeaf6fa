/** Counts of two groups. On a 403 it waits and asks once more, for the first group alone (calls.md section 9). */
import { type CallShape, nameOf } from '@luvalla/contract/call';
import { RETRY_403_DELAY_MS } from '@luvalla/contract/constants';
import { type DomainCounts, domainCounts } from '@luvalla/contract/insight/counts';
import { domainEventCounts, type EventCounts } from '@luvalla/contract/insight/event-counts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask, browser } from '#portal/lib/client.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { askedOf, type Groups } from './groups.ts';

/** `b` is null where only the first group was answered. */
export interface Trends<Counts> {
	a: Counts;
	b: Counts | null;
}

type Asked = ReturnType<typeof askedOf>;
type Body = { groups: Asked[] } | Asked;

async function twoOf<Counts>(groups: Groups, send: (body: Body) => Promise<readonly Counts[]>): Promise<Trends<Counts>> {
	const [first, second] = [askedOf(groups.a), askedOf(groups.b)];
	let counted: readonly Counts[];
	try {
		counted = await send({ groups: [first, second] });
	} catch (error) {
		if (!(error instanceof CallFailure) || error.status !== 403) throw error;
		await browser.wait(RETRY_403_DELAY_MS);
		counted = await send(first);
	}
	const [a, b = null] = counted;
	if (!a) throw new Error('A group was asked for');
	return { a, b };
}

const shared = (call: CallShape, customerId: number | null, groups: Groups) => ({
	queryKey: [nameOf(call), 'trends', customerId, groups] as const,
	enabled: customerId !== null,
	placeholderData: keepPreviousData,
});

/** Its retry is a simpler question, not the same one again. */
const consentCounts = { ...domainCounts, retryOn403: undefined };
const eventCounts = { ...domainEventCounts, retryOn403: undefined };

export const consentTrends = (customerId: number | null, groups: Groups) =>
	queryOptions({
		...shared(domainCounts, customerId, groups),
		queryFn: (): Promise<Trends<DomainCounts>> =>
			twoOf(groups, async (body) => (await ask(consentCounts, { params: { id: customerId ?? 0 }, body }, { customerId })).data),
	});

export const eventTrends = (customerId: number | null, groups: Groups) =>
	queryOptions({
		...shared(domainEventCounts, customerId, groups),
		queryFn: (): Promise<Trends<EventCounts>> =>
			twoOf(groups, async (body) => (await ask(eventCounts, { params: { id: customerId ?? 0 }, body }, { customerId })).data),
	});
