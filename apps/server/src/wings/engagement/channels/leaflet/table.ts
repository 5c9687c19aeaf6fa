/** The table of addresses that goes with the file of a run, and what of it the printing house is to take out. */
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { unpacked } from './part.ts';

/** `number`: its place in the PDF, `sheet`: what stands in its margin. */
const COLUMNS = ['number', 'sheet', 'name', 'address', 'postal_code', 'city', 'country', 'pages'] as const;
const SHEET = COLUMNS.indexOf('sheet');

/** What stands in a leaf's margin, by which it and its row are told to be one. */
export const sheetOf = (entry: number): string => String(entry + 1);

// Programs that open tables tell UTF-8 by its mark.
const head = (): Buffer => Buffer.from(`\ufeff${stringify([[...COLUMNS]], { delimiter: ';' })}`);

export async function* tableOf(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	yield head();
	let number = 0;
	for await (const bytes of parts)
		yield Buffer.from(
			stringify(
				unpacked(bytes).rows.map((row) => [String(++number), ...row]),
				{ delimiter: ';', escape_formulas: true },
			),
		);
}

/** Rows of these entries, as they stand in the table. */
export async function* rowsOf(table: AsyncIterable<Buffer>, entries: ReadonlySet<number>): AsyncGenerator<Buffer> {
	const sheets = new Set([...entries].map(sheetOf));
	yield head();
	const rows: AsyncIterable<string[]> = Readable.from(table).pipe(parse({ delimiter: ';', bom: true, from: 2 }));
	for await (const row of rows) if (sheets.has(row[SHEET] ?? '')) yield Buffer.from(stringify([row], { delimiter: ';' }));
}
