/** All rows of a paged call, page by page: for exports. */
import type { AnswerOf, CallShape, InputOf } from '@luvalla/contract/call';
import { type Answer, ask, type Scope } from './client.ts';

const PAGE_ROWS = 100;
/** An export stops here; more belongs into a report of its own. */
const MOST_ROWS = 10_000;

/**
 * Reads every page of a list call.
 * @param input gives the call's input for a page
 */
export async function readAll<C extends CallShape, Row>(
	call: C,
	input: (page: { page: number; size: number }) => InputOf<C>,
	rowsOf: (data: AnswerOf<C>) => readonly Row[],
	scope?: Scope,
): Promise<Row[]> {
	const rows: Row[] = [];
	let page: number | null = 1;
	while (page !== null && rows.length < MOST_ROWS) {
		const answer: Answer<C> = await ask(call, input({ page, size: PAGE_ROWS }), scope);
		rows.push(...rowsOf(answer.data));
		page = answer.page?.next ?? null;
	}
	return rows;
}
