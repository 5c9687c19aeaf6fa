/** A first look at a file: how it seems to be written, and what its columns are called and hold. */

import { type Column, DELIMITERS, LAST_HEADER, type Reading } from '@luvalla/contract/profiles/uploads.ts';
import { cut } from '@luvalla/contract/well-formed.ts';
import { cleaned, kindOfText } from './cells.ts';
import { type Line, readBatches, separatorIn, textOf } from './csv.ts';
import { type Around, EMAIL, NOTHING_AROUND, proposed } from './guess.ts';

/** So much of a file is looked at. */
export const LOOKED_AT = 256 * 1024;
const ROWS = 200;
const SAMPLES = 20;
const SAMPLE_LENGTH = 60;
/** Of a column's name. */
export const MOST_NAME = 200;

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield bytes;
}

const rowsOf = async (bytes: Buffer, written: Pick<Reading, 'delimiter' | 'encoding'>): Promise<readonly string[][]> => {
	const rows: string[][] = [];
	const add = ({ row }: Line): void => {
		if (row !== null && rows.length < ROWS) rows.push([...row]);
	};
	for await (const { lines } of readBatches(only(bytes), { bytes: 0, lines: 0 }, written)) lines.forEach(add);
	return rows;
};

const beginsWith = (bytes: Buffer, ...sign: number[]): boolean => sign.every((one, place) => bytes[place] === one);

/** How letters are written: by the mark at the beginning, by zeroes between Latin letters, and by whether it can be UTF-8 at all. */
export const encodingOf = (bytes: Buffer): Reading['encoding'] => {
	if (beginsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
	if (beginsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
	const some = bytes.subarray(0, 4096);
	const zeroes = [0, 0];
	for (const [place, byte] of some.entries()) if (byte === 0) zeroes[place % 2] = (zeroes[place % 2] ?? 0) + 1;
	const [even = 0, odd = 0] = zeroes;
	if (Math.max(even, odd) > some.length / 8) return odd > even ? 'utf-16le' : 'utf-16be';
	try {
		// What is cut off at the end is no fault of the file.
		new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
		return 'utf-8';
	} catch {
		return 'latin-1';
	}
};

/** The number of columns that most rows have, and how many do. */
const usualWidth = (rows: readonly (readonly string[])[]): { width: number; rows: number } => {
	const counts = new Map<number, number>();
	for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
	const [[width = 0, count = 0] = []] = [...counts].sort(([, a], [, b]) => b - a);
	return { width, rows: count };
};

/** By which sign the file says that its rows fall apart, or by which most of them do, into the same number of columns. */
export const delimiterOf = async (bytes: Buffer, encoding: Reading['encoding']): Promise<Reading['delimiter']> => {
	const said = separatorIn(textOf(bytes.subarray(0, 32), encoding));
	if (said !== null) return said;
	let best: Reading['delimiter'] = 'comma';
	let most = 0;
	for (const delimiter of DELIMITERS) {
		const rows = await rowsOf(bytes, { delimiter, encoding });
		const usual = usualWidth(rows);
		const score = usual.width < 2 ? 0 : (usual.rows / rows.length) * Math.min(usual.width, 50);
		if (score > most) [best, most] = [delimiter, score];
	}
	return best;
};

/** What stands in rows of people rather than in names of columns. */
const isData = (cell: string): boolean => {
	const text = cleaned(cell);
	return EMAIL.test(text) || /^\+?[\d ()-]{6,}$/.test(text) || kindOfText(text) === 'date';
};

const headerOf = (rows: readonly (readonly string[])[]): number => {
	const { width } = usualWidth(rows);
	const first = rows.slice(0, LAST_HEADER).findIndex((row) => row.length === width && row.some((cell) => cell.trim() !== ''));
	const row = rows[first];
	return row === undefined || row.some(isData) ? 0 : first + 1;
};

const SLASHES = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})\b/;
/** Months first, where a second part is too large for one. */
const slashedOf = (rows: readonly (readonly string[])[]): Reading['slashed'] =>
	rows.some((row) => row.some((cell) => Number(SLASHES.exec(cell.trim())?.[2] ?? 0) > 12)) ? 'month' : 'day';

/** Names of columns, and some values of each. */
const columnsOf = (rows: readonly (readonly string[])[], headerRow: number): { name: string; samples: string[] }[] => {
	const below = rows.slice(headerRow);
	const header = headerRow === 0 ? [] : (rows[headerRow - 1] ?? []);
	const width = Math.max(header.length, headerRow === 0 ? usualWidth(rows).width : 0);
	return Array.from({ length: width }, (_, place) => ({
		name: cut((header[place] ?? '').trim(), MOST_NAME),
		samples: [...new Set(below.flatMap((row) => cleaned(row[place] ?? '') || []))]
			.slice(0, SAMPLES)
			.map((text) => cut(text, SAMPLE_LENGTH)),
	}));
};

/** What a file looks like, by its beginning. Empty columns: it has no row. @param around what its columns may become where it goes */
export const lookAt = async (
	bytes: Buffer,
	asked: Partial<Reading> = {},
	around: (names: readonly string[]) => Promise<Around> = async () => NOTHING_AROUND,
): Promise<{ reading: Reading; columns: Column[] }> => {
	const encoding = asked.encoding ?? encodingOf(bytes);
	const delimiter = asked.delimiter ?? (await delimiterOf(bytes, encoding));
	const rows = await rowsOf(bytes, { delimiter, encoding });
	const headerRow = asked.headerRow ?? headerOf(rows);
	const columns = columnsOf(rows, headerRow);
	const targets = proposed(columns, await around(columns.map(({ name }) => name)));
	return {
		reading: { delimiter, encoding, headerRow, slashed: asked.slashed ?? slashedOf(rows) },
		columns: columns.map((column, place) => ({ ...column, ...(targets[place] ?? { target: { to: 'nothing' }, left: null }) })),
	};
};
