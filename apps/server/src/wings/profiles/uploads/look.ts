/** A first look at a file: how it seems to be written, what its columns are called and hold, and what they may become. */

import {
	ANSWER_PARTS,
	attributeNameOf,
	type Column,
	DELIMITERS,
	LAST_HEADER,
	MOST_COLUMNS,
	type Reading,
	type Target,
} from '@luvalla/contract/profiles/uploads.ts';
import { cut } from '@luvalla/contract/well-formed.ts';
import { cleaned, kindOfText } from './cells.ts';
import { type Line, readBatches } from './csv.ts';

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

/** By which sign most rows fall apart into the same number of columns. */
export const delimiterOf = async (bytes: Buffer, encoding: Reading['encoding']): Promise<Reading['delimiter']> => {
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

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
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

const SLASHES = /^(\d{1,2})\/(\d{1,2})\/\d{4}$/;
/** Months first, where a second part is too large for one. */
const slashedOf = (rows: readonly (readonly string[])[]): Reading['slashed'] =>
	rows.some((row) => row.some((cell) => Number(SLASHES.exec(cell.trim())?.[2] ?? 0) > 12)) ? 'month' : 'day';

/** Letters and digits of a name, so that `E-mail address` and `email_address` are one. */
const wordOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** What columns are often called, in English and Finnish. */
const CALLED: readonly (readonly [RegExp, Target])[] = [
	[/^(email|emailaddress|mail|sähköposti|sähköpostiosoite|s?posti|eposti)$/, { to: 'email' }],
	[/^(phone|phonenumber|mobile|mobilephone|tel|telephone|puhelin|puhelinnumero|puh|matkapuhelin|gsm)$/, { to: 'phone', country: 'FI' }],
	[
		/^(externalid|customerid|customernumber|customerno|memberid|clientid|asiakasnro|asiakasnumero|asiakastunnus|jäsennumero)$/,
		{ to: 'externalId' },
	],
	[/^luvallaid$/, { to: 'luvallaId' }],
	[/^(firstname|givenname|forename|etunimi)$/, { to: 'fact', fact: 'firstName' }],
	[/^(lastname|surname|familyname|sukunimi)$/, { to: 'fact', fact: 'lastName' }],
	[/^(street|streetaddress|address|katuosoite|lähiosoite|osoite|katu)$/, { to: 'fact', fact: 'street' }],
	[/^(postalcode|postcode|zip|zipcode|postinro|postinumero)$/, { to: 'fact', fact: 'postalCode' }],
	[/^(city|town|kaupunki|paikkakunta|postitoimipaikka)$/, { to: 'fact', fact: 'city' }],
	[/^(country|countrycode|maa|maakoodi)$/, { to: 'fact', fact: 'country' }],
	[/^(locale|language|kieli)$/, { to: 'fact', fact: 'locale' }],
	[/^(timezone|aikavyöhyke)$/, { to: 'fact', fact: 'timeZone' }],
];

/** Whether the file holds one answer a row, as files of ours do. */
const isAnswers = (names: readonly string[]): boolean => ['purpose', 'value', 'at'].every((part) => names.includes(part));

const guess = (name: string, samples: readonly string[], taken: ReadonlySet<string>, answers: boolean): Target => {
	const word = wordOf(name);
	const part = ANSWER_PARTS.find((one) => one === word);
	if (answers && part) return { to: 'answer', part };
	const called = CALLED.find(([names]) => names.test(word))?.[1];
	const found: Target | undefined = called ?? (samples.length > 0 && samples.every((one) => EMAIL.test(one)) ? { to: 'email' } : undefined);
	if (found && !taken.has(JSON.stringify(found))) return found;
	const kinds = new Set(samples.map(kindOfText));
	const [kind] = kinds;
	// Free text may say anything of anybody: it comes along only when somebody says so.
	return kind && kinds.size === 1 && kind !== 'text' && attributeNameOf(name) !== ''
		? { to: 'attribute', key: attributeNameOf(name), kind }
		: { to: 'nothing' };
};

/** Names of columns, and some values of each. */
const columnsOf = (rows: readonly (readonly string[])[], headerRow: number): { name: string; samples: string[] }[] => {
	const below = rows.slice(headerRow);
	const header = headerRow === 0 ? [] : (rows[headerRow - 1] ?? []);
	const width = Math.min(MOST_COLUMNS, Math.max(header.length, headerRow === 0 ? usualWidth(rows).width : 0));
	return Array.from({ length: width }, (_, place) => ({
		name: cut((header[place] ?? '').trim(), MOST_NAME),
		samples: [...new Set(below.flatMap((row) => cleaned(row[place] ?? '') || []))]
			.slice(0, SAMPLES)
			.map((text) => cut(text, SAMPLE_LENGTH)),
	}));
};

/** What a file looks like, by its beginning. Empty columns: it has no row. */
export const lookAt = async (bytes: Buffer, asked: Partial<Reading> = {}): Promise<{ reading: Reading; columns: Column[] }> => {
	const encoding = asked.encoding ?? encodingOf(bytes);
	const delimiter = asked.delimiter ?? (await delimiterOf(bytes, encoding));
	const rows = await rowsOf(bytes, { delimiter, encoding });
	const headerRow = asked.headerRow ?? headerOf(rows);
	const columns = columnsOf(rows, headerRow);
	const answers = isAnswers(columns.map(({ name }) => wordOf(name)));
	const taken = new Set<string>();
	return {
		reading: { delimiter, encoding, headerRow, slashed: asked.slashed ?? slashedOf(rows) },
		columns: columns.map(({ name, samples }) => {
			const target = guess(name, samples, taken, answers);
			taken.add(JSON.stringify(target));
			return { name, samples, target };
		}),
	};
};
