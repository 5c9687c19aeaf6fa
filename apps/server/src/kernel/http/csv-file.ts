/** Tables that a call answers as a CSV file, as long as they are. */

import { stringify } from 'csv-stringify/sync';
import { now } from '../clock.ts';
import type { Language, Sentences } from './errors.ts';
import type { FileAnswer } from './handle.ts';

export type Cell = string | number | null;

/** A byte-order mark, so that spreadsheets read ä and ö. */
const MARK = '\uFEFF';

/** A head and batches of lines, as they come. */
export async function* csvOf(head: readonly string[], batches: AsyncIterable<readonly (readonly Cell[])[]>): AsyncGenerator<string> {
	// What begins like a formula would be run by a spreadsheet; heads too may be another's words.
	yield MARK + stringify([[...head]], { escape_formulas: true });
	for await (const lines of batches)
		if (lines.length > 0)
			yield stringify(
				lines.map((line) => [...line]),
				{ escape_formulas: true },
			);
}

/** A column of a file: its head in both languages, and what a row has there. */
export type FileColumn<Row> = Sentences & { readonly of: (row: Row, language: Language) => Cell };

/** A list's rows as `{name}-{day}.csv`. */
export const listFile = <Row>(
	name: string,
	language: Language,
	columns: readonly FileColumn<Row>[],
	batches: AsyncIterable<readonly Row[]>,
): FileAnswer => ({
	name: `${name}-${now().toISOString().slice(0, 10)}.csv`,
	body: csvOf(
		columns.map((column) => column[language]),
		lines(batches, (row) => columns.map(({ of }) => of(row, language))),
	),
});

async function* lines<Row>(batches: AsyncIterable<readonly Row[]>, line: (row: Row) => Cell[]): AsyncGenerator<Cell[][]> {
	for await (const rows of batches) yield rows.map(line);
}
