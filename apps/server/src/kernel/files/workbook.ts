/**
 * The first sheet of an Excel workbook (.xlsx, ISO/IEC 29500) as a CSV file, row by row: neither the workbook nor a sheet is ever whole in
 * memory, only its table of texts is. Somebody else made it, so everything is counted before it is believed: what is written small and
 * unpacks large, texts that are named again and again, columns and rows without end. Loaded when a workbook comes.
 */
import { Readable } from 'node:stream';
import { MOST_COLUMNS } from '@luvalla/contract/profiles/uploads.ts';
import { SaxesParser } from 'saxes';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';

/** A workbook, in bytes; a sheet as it unpacks; one of the small parts, such as the names of sheets. */
export const MOST_BYTES = 64 * 1024 * 1024;
const MOST_SHEET = 768 * 1024 * 1024;
const MOST_PART = 4 * 1024 * 1024;
/** Parts of it that are listed. */
const MOST_ENTRIES = 10_000;
/** So much larger than it is packed is nothing that people wrote, once it is more than this. */
const MOST_RATIO = 250;
const RATIO_FROM = 32 * 1024 * 1024;
/** Letters of its texts, and texts. */
const MOST_LETTERS = 32 * 1024 * 1024;
const MOST_TEXTS = 3_000_000;
/** Bytes of CSV that come of it: a text that is named a million times is written as often. */
const MOST_WRITTEN = 512 * 1024 * 1024;
/** So much is read where a little is asked for. */
const NEAR_BYTES = 64 * 1024;
/** Of XML without a tag; letters of a cell, as Excel has them; rows. */
const MOST_UNTAGGED = 1024 * 1024;
const MOST_CELL = 32_767;
const MOST_ROWS = 1_048_576;

export type WorkbookProblem = 'no_workbook' | 'workbook_broken' | 'workbook_too_large' | 'too_many_columns';

export class BadWorkbook extends Error {
	readonly problem: WorkbookProblem;
	constructor(problem: WorkbookProblem) {
		super(problem);
		this.problem = problem;
	}
}

export interface Workbook {
	/** The names of its sheets; the first is the one that is read. */
	readonly sheets: readonly string[];
	/** The first one as CSV in UTF-8 with commas: line n is row n. @throws BadWorkbook */
	readonly csv: () => AsyncGenerator<Buffer>;
}

/** Bytes of a stored file from one to before another. */
type ReadRange = (from: number, to: number) => AsyncIterable<Uint8Array>;

class StoredReader extends RandomAccessReader {
	/** Why it could not be read, which is no fault of the workbook. */
	failed: unknown = null;
	readonly #read: ReadRange;
	readonly #size: number;
	/** What was read last, and from where. */
	#kept = Buffer.alloc(0);
	#from = 0;
	constructor(read: ReadRange, size: number) {
		super();
		this.#read = read;
		this.#size = size;
	}
	override _readStreamForRange(start: number, end: number): Readable {
		return Readable.from(end - start > NEAR_BYTES ? this.#pieces(start, end) : this.#near(start, end), { objectMode: false });
	}
	/** What its list of parts says is read a few bytes at a time, one after the other: each is not to be a question to the database. */
	async *#near(start: number, end: number): AsyncGenerator<Uint8Array> {
		if (start < this.#from || end > this.#from + this.#kept.length) {
			const parts: Uint8Array[] = [];
			for await (const part of this.#pieces(start, Math.min(this.#size, start + NEAR_BYTES))) parts.push(part);
			this.#kept = Buffer.concat(parts);
			this.#from = start;
		}
		yield this.#kept.subarray(start - this.#from, end - this.#from);
	}
	async *#pieces(start: number, end: number): AsyncGenerator<Uint8Array> {
		try {
			yield* this.#read(start, end);
		} catch (error) {
			this.failed = error;
			throw error;
		}
	}
}

/** Without the prefix that some programs write. */
const local = (name: string): string => name.slice(name.indexOf(':') + 1);

type Tag = (name: string, attributes: Readonly<Record<string, string>>) => void;
interface Heard {
	readonly open?: Tag;
	readonly text?: (text: string) => void;
	readonly close?: (name: string) => void;
}

/** Reads XML piece by piece; after each piece what was heard of it can be taken. */
async function* heard(pieces: AsyncIterable<Uint8Array>, { open, text, close }: Heard): AsyncGenerator<void> {
	const parser = new SaxesParser({ position: false, xmlns: false } as const);
	const names = { opentag: open, closetag: close };
	if (names.opentag) {
		const tell = names.opentag;
		parser.on('opentag', ({ name, attributes }) => tell(local(name), attributes));
	}
	if (text) parser.on('text', text);
	if (names.closetag) {
		const tell = names.closetag;
		parser.on('closetag', ({ name }) => tell(local(name)));
	}
	const letters = new TextDecoder('utf-8', { fatal: true });
	let untagged = 0;
	let last = '';
	for await (const piece of pieces) {
		const written = letters.decode(piece, { stream: true });
		// No program that writes workbooks writes comments or declarations: what does grows in the dark until it ends.
		if (`${last}${written}`.includes('<!')) throw new BadWorkbook('workbook_broken');
		last = written.slice(-1);
		const at = written.lastIndexOf('<');
		untagged = at < 0 ? untagged + written.length : written.length - at;
		if (untagged > MOST_UNTAGGED) throw new BadWorkbook('workbook_too_large');
		parser.write(written);
		yield;
	}
	parser.close();
}

const hearAll = async (pieces: AsyncIterable<Uint8Array>, ears: Heard): Promise<void> => {
	for await (const _ of heard(pieces, ears));
};

/** Formats of numbers that are days or moments: those that every workbook has, by number. */
const isDayNumber = (id: number): boolean =>
	(id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58);
/** Whether a format of the workbook's own writes a day: by its letters, without what stands in quotes, brackets or behind a backslash. */
const isDayFormat = (code: string): boolean => /[yd]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\.|_./g, ''));

const DAY_MS = 86_400_000;
/** Days since the end of 1899, or since 1904. */
const dayText = (serial: number, since1904: boolean): string | null => {
	const millis = (since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)) + Math.round(serial * 86_400) * 1000;
	const at = new Date(millis);
	if (serial < 1 || Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999) return null;
	const text = at.toISOString();
	return millis % DAY_MS === 0 ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`;
};

/** A number as people write it: telephone numbers and ids of many digits are kept with an exponent. */
const numberText = (written: string): string => {
	if (!/[eE]/.test(written)) return written;
	const number = Number(written);
	return Number.isSafeInteger(number) ? String(number) : written;
};

/** Excel's columns: A is 0. */
const columnOf = (reference: string): number => {
	let column = 0;
	for (const letter of reference) {
		const code = letter.charCodeAt(0) - 64;
		if (code < 1 || code > 26) break;
		column = column * 26 + code;
	}
	return column - 1;
};

/** A line break would be a line: line n is row n. */
const field = (text: string): string => {
	const plain = text.slice(0, MOST_CELL).replace(/\r\n|[\r\n]/g, ' ');
	return /[",]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** Where a part is that another one names. */
const partAt = (from: string, target: string): string => {
	if (target.startsWith('/')) return target.slice(1);
	const path = from.split('/').slice(0, -1);
	for (const step of target.split('/'))
		if (step === '..') path.pop();
		else if (step !== '.') path.push(step);
	return path.join('/');
};
const relationsOf = (part: string): string => part.replace(/([^/]*)$/, '_rels/$1.rels');

/** Texts that cells name by their number. */
const textsIn = async (bytes: AsyncIterable<Uint8Array>): Promise<string[]> => {
	const found: string[] = [];
	let letters = 0;
	let current = '';
	let within = false;
	let spoken = 0;
	await hearAll(bytes, {
		open: (name) => {
			if (name === 'si') current = '';
			else if (name === 'rPh') spoken++;
			within = name === 't' && spoken === 0;
		},
		text: (text) => {
			if (!within) return;
			// Counted as it comes: a text of many pieces may never end.
			letters += text.length;
			if (letters > MOST_LETTERS) throw new BadWorkbook('workbook_too_large');
			if (current.length <= MOST_CELL) current += text;
		},
		close: (name) => {
			within = false;
			if (name === 'rPh') spoken--;
			if (name === 'si' && found.push(current) > MOST_TEXTS) throw new BadWorkbook('workbook_too_large');
		},
	});
	return found;
};

/** Styles whose numbers are days. */
const dayStylesIn = async (bytes: AsyncIterable<Uint8Array>): Promise<Set<number>> => {
	const own = new Map<number, boolean>();
	const days = new Set<number>();
	let within = false;
	let style = 0;
	await hearAll(bytes, {
		open: (name, attributes) => {
			if (name === 'numFmt') own.set(Number(attributes.numFmtId), isDayFormat(attributes.formatCode ?? ''));
			if (name === 'cellXfs') within = true;
			if (name !== 'xf' || !within) return;
			const format = Number(attributes.numFmtId);
			if (own.get(format) ?? isDayNumber(format)) days.add(style);
			style++;
		},
		close: (name) => {
			if (name === 'cellXfs') within = false;
		},
	});
	return days;
};

/** What cells of a sheet name by number: texts, styles that are days, and from when days are counted. */
interface Named {
	readonly shared: readonly string[];
	readonly days: ReadonlySet<number>;
	readonly since1904: boolean;
}

/** A sheet as lines of CSV, in pieces as they come. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>, { shared, days, since1904 }: Named): AsyncGenerator<Buffer> {
	let lines = '';
	/** Of the row that is read: from 1. */
	let row = 0;
	/** Of the line that was written last. */
	let written = 0;
	let cells: string[] = [];
	let column = -1;
	let type = 'n';
	let style = 0;
	let value = '';
	let within = false;
	let spoken = 0;
	const valueText = (): string => {
		switch (type) {
			case 's':
				return shared[Number(value)] ?? '';
			case 'b':
				return value === '1' ? 'true' : 'false';
			case 'e':
				return '';
			case 'n':
				return (days.has(style) ? dayText(Number(value), since1904) : null) ?? numberText(value);
			default:
				return value;
		}
	};
	const pieces = heard(bytes, {
		open: (name, attributes) => {
			if (name === 'row') {
				row = attributes.r === undefined ? row + 1 : Number(attributes.r);
				// Rows go on: what does not is no sheet.
				if (!Number.isInteger(row) || row <= written || row > MOST_ROWS) throw new BadWorkbook('workbook_broken');
				cells = [];
				column = -1;
			} else if (name === 'c') {
				column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
				type = attributes.t ?? 'n';
				style = Number(attributes.s ?? 0);
				value = '';
			} else if (name === 'rPh') spoken++;
			within = name === 'v' || (name === 't' && type === 'inlineStr' && spoken === 0);
		},
		text: (text) => {
			if (within && value.length <= MOST_CELL) value += text;
		},
		close: (name) => {
			within = false;
			if (name === 'rPh') spoken--;
			if (name === 'c' && value !== '') {
				const text = valueText();
				if (text === '') return;
				if (column < 0) throw new BadWorkbook('workbook_broken');
				if (column >= MOST_COLUMNS) throw new BadWorkbook('too_many_columns');
				for (let at = cells.length; at < column; at++) cells.push('');
				cells[column] = field(text);
			} else if (name === 'row' && cells.length > 0) {
				lines += `${'\n'.repeat(row - written - 1)}${cells.join(',')}\n`;
				written = row;
			}
		},
	});
	let size = 0;
	for await (const _ of pieces) {
		if (lines === '') continue;
		const piece = Buffer.from(lines);
		lines = '';
		size += piece.length;
		if (size > MOST_WRITTEN) throw new BadWorkbook('workbook_too_large');
		yield piece;
	}
}

/** @param size of the whole, in bytes @throws BadWorkbook */
export const openWorkbook = async (read: ReadRange, size: number): Promise<Workbook> => {
	if (size > MOST_BYTES) throw new BadWorkbook('workbook_too_large');
	const reader = new StoredReader(read, size);
	/** What a library cannot read is a broken workbook; what is wrong with our own storage or with us stays what it is. */
	const problemIn = (error: unknown): unknown => {
		if (reader.failed !== null) return reader.failed;
		return error instanceof Error && isOfFile(error) ? new BadWorkbook('workbook_broken') : error;
	};
	const safely = async <T>(work: () => Promise<T>): Promise<T> => {
		try {
			return await work();
		} catch (error) {
			throw problemIn(error);
		}
	};
	const zip = await safely(() => fromRandomAccessReaderPromise(reader, size, { autoClose: false }));
	if (zip.entryCount > MOST_ENTRIES) throw new BadWorkbook('workbook_too_large');
	const parts = new Map<string, Entry>();
	await safely(async () => {
		for await (const entry of zip.eachEntry()) parts.set(entry.fileName, entry);
	});

	/** Bytes of a part; what it is declared to be is held against what comes (yauzl's `validateEntrySize`). */
	async function* bytesOf(name: string, most: number): AsyncGenerator<Uint8Array> {
		const entry = parts.get(name);
		if (!entry || entry.isEncrypted()) throw new BadWorkbook('workbook_broken');
		const { uncompressedSize: unpacked, compressedSize: packed } = entry;
		if (unpacked > most || (unpacked > RATIO_FROM && unpacked > packed * MOST_RATIO)) throw new BadWorkbook('workbook_too_large');
		yield* await zip.openReadStreamPromise(entry);
	}
	const hear = (name: string, ears: Heard): Promise<void> => safely(() => hearAll(bytesOf(name, MOST_PART), ears));

	/** Parts that a part names: by what they are, and by their id. */
	const relations = async (part: string): Promise<{ id: string; type: string; part: string }[]> => {
		const found: { id: string; type: string; part: string }[] = [];
		if (!parts.has(relationsOf(part))) return found;
		await hear(relationsOf(part), {
			open: (name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
				if (name === 'Relationship' && mode !== 'External')
					found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), part: partAt(part, target) });
			},
		});
		return found;
	};

	const book = (await relations('')).find(({ type }) => type === 'officeDocument')?.part;
	if (book === undefined || !parts.has(book)) throw new BadWorkbook('no_workbook');
	const named = await relations(book);
	const sheets: { name: string; part: string }[] = [];
	let since1904 = false;
	await hear(book, {
		open: (tag, attributes) => {
			if (tag === 'workbookPr') since1904 = attributes.date1904 === '1' || attributes.date1904 === 'true';
			if (tag !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return;
			const id = Object.entries(attributes).find(([name]) => name.includes(':') && local(name) === 'id')?.[1];
			const part = named.find((one) => one.id === id && one.type === 'worksheet')?.part;
			if (part !== undefined && parts.has(part)) sheets.push({ name: attributes.name ?? '', part });
		},
	});
	const [first] = sheets;
	if (!first) throw new BadWorkbook('no_workbook');

	const partOf = (type: string): string | undefined => named.find((one) => one.type === type && parts.has(one.part))?.part;
	async function* csv(): AsyncGenerator<Buffer> {
		const texts = partOf('sharedStrings');
		const shared = texts === undefined ? [] : await textsIn(bytesOf(texts, MOST_SHEET));
		const styles = partOf('styles');
		const days = styles === undefined ? new Set<number>() : await safely(() => dayStylesIn(bytesOf(styles, MOST_PART)));
		yield* linesOf(bytesOf(first?.part ?? '', MOST_SHEET), { shared, days, since1904 });
	}
	async function* safeCsv(): AsyncGenerator<Buffer> {
		try {
			yield* csv();
		} catch (error) {
			throw problemIn(error);
		}
	}
	return { sheets: sheets.map(({ name }) => name), csv: safeCsv };
};

/** How yauzl and saxes say that something is wrong (a plain error), and how zlib and the decoder do. */
const isOfFile = (error: Error): boolean =>
	error.constructor === Error || ('code' in error && /^(Z_|ERR_ENCODING)/.test(String(error.code)));
