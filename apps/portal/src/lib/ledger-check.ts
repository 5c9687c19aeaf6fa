/** A check of the ledger that somebody asked for, so that its page tells of it wherever it was asked from: on that page, or by the palette. */
import type { AnswerOf } from '@luvalla/contract/call';
import type { checkLedger } from '@luvalla/contract/consent/proof';
import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';

/** What stood there when it was asked for, and when that was. */
interface NotedCheck extends AnswerOf<typeof checkLedger> {
	since: number;
}

const keyOf = (customerId: number) => ['noted check of the ledger', customerId];

export const noteCheck = (client: QueryClient, customerId: number, answer: AnswerOf<typeof checkLedger>): void =>
	void client.setQueryData<NotedCheck>(keyOf(customerId), { ...answer, since: Date.now() });

export const useNotedCheck = (customerId: number): NotedCheck | undefined =>
	useQuery<NotedCheck>({ queryKey: keyOf(customerId), queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY }).data;
