/**
 * A CSV file in batches of rows, from any record's beginning on, in the letters and with the delimiter that it is written with. Own code,
 * since after a quote that never ends every library at hand takes the rest of the file for one field: here it costs its own line alone.
 */
import { DELIMITERS, type Reading } from '@luvalla/contract/profiles/uploads.ts';

/** Where a record begins. */
export interface Place {
	/** Offset in the file. */
	readonly bytes: number;
	/** Lines before it. */
	readonly lines: number;
}

export interface Line {
	/** From 1. */
	readonly line: number;
	/** Null: not a record of CSV at all, such as a quote that never ends. */
	readonly row: readonly string[] | null;
}

export interface Batch {
	readonly lines: readonly Line[];
	/** Where the record after it begins. */
	readonly next: Place;
}

/** How the file is written. */
export type Written = Pick<Reading, 'delimiter' | 'encoding'>;

/** Bytes that are worked on at once: some sixteen hundred rows of a customer's usual file. */
const BLOCK = 192 * 1024;
/** Bytes that one record has at most. */
const LONGEST = 64 * 1024;

const SIGNS = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const satisfies Record<Reading['delimiter'], string>;
/** `windows-1252` is Latin-1 with the signs that programs on Windows write where it has controls. */
const LABELS = { 'utf-8': 'utf-8', 'utf-16le': 'utf-16le', 'utf-16be': 'utf-16be', 'latin-1': 'windows-1252' } as const;
const NEWLINES = {
	'utf-8': Buffer.from('\n'),
	'latin-1': Buffer.from('\n'),
	'utf-16le': Buffer.from([10, 0]),
	'utf-16be': Buffer.from([0, 10]),
} as const;

/** By this byte alone the end of a line of old Macs differs from a newline. */
const CARRIAGE = 13;
const NEWLINE = 10;

/** PostgreSQL stores no NUL; what holds one cannot be read, as what is not in its letters (rows.ts). */
const storable = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text);

const mended = (bytes: Buffer, sign: Buffer, from: number): Buffer => {
	const there = sign.indexOf(NEWLINE);
	for (let at = bytes.indexOf(CARRIAGE, from); at >= 0; at = bytes.indexOf(CARRIAGE, at + 1)) {
		const begins = at - there;
		const fits = begins % sign.length === 0 && sign.every((byte, n) => n === there || bytes[begins + n] === byte);
		if (fits) bytes[at] = NEWLINE;
	}
	return bytes;
};

/** Where lines end, in the letters of a file. */
const linesIn = (encoding: Reading['encoding']) => {
	const sign = NEWLINES[encoding];
	const fits = (at: number): boolean => at % sign.length === 0;
	return {
		/** Behind the last line that ends in these bytes; 0: none does. */
		lastEnd(bytes: Buffer): number {
			let at = bytes.lastIndexOf(sign);
			while (at > 0 && !fits(at)) at = bytes.lastIndexOf(sign, at - 1);
			return at < 0 || !fits(at) ? 0 : at + sign.length;
		},
		/** Whether lines end as old Macs end them: with a carriage return alone. Null: no line ends in these bytes. */
		endAlone(bytes: Buffer): boolean | null {
			if (bytes.includes(sign)) return false;
			// Behind the last one a newline may still come.
			const some = bytes.subarray(0, -sign.length);
			return mended(Buffer.from(some), sign, 0).includes(sign) || null;
		},
		/** Gives such lines the usual end, in place, from one byte on: nothing moves. */
		mend: (bytes: Buffer, from: number): Buffer => mended(bytes, sign, from - (from % sign.length)),
		/** Behind so many lines. */
		endOf(bytes: Buffer, lines: number): number {
			let end = 0;
			for (let left = lines; left > 0; ) {
				const at = bytes.indexOf(sign, end);
				if (at < 0) return bytes.length;
				if (fits(at)) left--;
				end = fits(at) ? at + sign.length : at + 1;
			}
			return end;
		},
	};
};

/** A quoted field from its first quote on: its text, and where it ends; null: it does not. */
const quoted = (text: string, from: number): { value: string; end: number } | null => {
	let value = '';
	for (let at = from + 1; ; ) {
		const quote = text.indexOf('"', at);
		if (quote < 0) return null;
		value += text.slice(at, quote);
		if (text[quote + 1] !== '"') return { value, end: quote + 1 };
		value += '"';
		at = quote + 2;
	}
};

/**
 * Where a sign stands next. What was found is remembered: searched for anew in each cell, a text in which it is rare or missing would be
 * read to its end as often as it has lines.
 */
const finder = (text: string, sign: string): ((from: number) => number) => {
	let searched = 0;
	let found = -1;
	return (from) => {
		if (from < searched || from > found) {
			const at = text.indexOf(sign, from);
			searched = from;
			found = at < 0 ? text.length : at;
		}
		return found;
	};
};

/** The text of a block, with where its cells and lines end. */
interface Cells {
	readonly text: string;
	readonly sign: string;
	/** Behind the text, where there is none any more. */
	readonly nextSign: (from: number) => number;
	readonly nextLine: (from: number) => number;
}

/** The record that begins here; 'open': it does not end in this text, null: it is none. `end` is that of its last line. */
const recordAt = ({ text, sign, nextSign, nextLine }: Cells, from: number): { row: string[]; end: number } | 'open' | null => {
	const row: string[] = [];
	for (let at = from; ; ) {
		if (text[at] === '"') {
			const field = quoted(text, at);
			if (field === null) return 'open';
			row.push(field.value);
			at = field.end;
		} else {
			const lineEnd = nextLine(at);
			const end = Math.min(nextSign(at), lineEnd);
			row.push(text[end - 1] === '\r' && end === lineEnd ? text.slice(at, end - 1) : text.slice(at, end));
			at = end;
		}
		if (text[at] === sign) {
			at++;
			continue;
		}
		if (text[at] === '\r' && (text[at + 1] === '\n' || at + 1 === text.length)) at++;
		if (at >= text.length || text[at] === '\n') return { row, end: at };
		// Something stands behind the quote that ends a field.
		return null;
	}
};

const countLines = (text: string, from: number, to: number): number => {
	let lines = 0;
	for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) lines++;
	return lines;
};

/**
 * The records of whole lines, the first of which is line `first`. A record that does not end is left for more text, with the lines
 * before it; when there is no more (`last`) or it is too long, its first line is no record and the one behind it is read.
 */
const recordsOf = (text: string, first: number, sign: string, last: boolean): { lines: Line[]; read: number } => {
	const lines: Line[] = [];
	const cells: Cells = { text, sign, nextSign: finder(text, sign), nextLine: finder(text, '\n') };
	let line = first;
	for (let at = 0; at < text.length; ) {
		const found = recordAt(cells, at);
		if (found === 'open' && !last && text.length - at < LONGEST) return { lines, read: line - first };
		const newline = text.indexOf('\n', at);
		const row = found === null || found === 'open' ? null : found.row;
		const end = found === null || found === 'open' ? (newline < 0 ? text.length : newline) : found.end;
		const passed = countLines(text, at, end) + 1;
		line += passed;
		if (row === null || row.length > 1 || row[0] !== '') lines.push({ line: line - 1, row });
		at = end + 1;
	}
	return { lines, read: line - first };
};

/** The first line by which Excel is told what stands between columns. */
const SEPARATOR = /^sep=(.)(?=\r?\n|\r)/;
/** The sign that such a line names; null: there is none. @param text the beginning of a file */
export const separatorIn = (text: string): Reading['delimiter'] | null => {
	const sign = SEPARATOR.exec(text.replace(/^\ufeff/, ''))?.[1];
	return DELIMITERS.find((one) => SIGNS[one] === sign) ?? null;
};

/** A file's beginning without what is no text of its rows: the mark of its letters, and that line, which stays as an empty one. */
const withoutMarks = (text: string): string => text.replace(/^\ufeff/, '').replace(SEPARATOR, '');

/** Text of a file's beginning, in its letters. */
export const textOf = (bytes: Uint8Array, encoding: Reading['encoding']): string => new TextDecoder(LABELS[encoding]).decode(bytes);

/** Batches of whole records. @param from where `bytes` begins in its file */
export async function* readBatches(
	bytes: AsyncIterable<Uint8Array>,
	from: Place,
	{ delimiter, encoding }: Written,
	block = BLOCK,
): AsyncGenerator<Batch> {
	const ends = linesIn(encoding);
	const sign = SIGNS[delimiter];
	let held: Buffer = Buffer.alloc(0);
	let place = from;
	/** Within a line that is too long for a record. */
	let skipping = false;
	/** Whether its lines end with a carriage return alone; null: too little of it is here to tell. */
	let alone: boolean | null = null;

	const take = (end: number, last: boolean): Batch => {
		const whole = held.subarray(0, end);
		const decoded = storable(new TextDecoder(LABELS[encoding], { ignoreBOM: true }).decode(whole));
		const text = place.bytes === 0 ? withoutMarks(decoded) : decoded;
		const { lines, read } = recordsOf(text, place.lines + 1, sign, last);
		const size = last ? whole.length : ends.endOf(whole, read);
		held = held.subarray(size);
		place = { bytes: place.bytes + size, lines: place.lines + read };
		return { lines, next: place };
	};

	const passLongLine = (): Batch | null => {
		const end = ends.endOf(held, 1);
		const ended = ends.lastEnd(held.subarray(0, end)) === end && end > 0;
		// Half a letter stays for the piece that brings the other.
		const passed = ended ? end : held.length - (held.length % NEWLINES[encoding].length);
		skipping = !ended;
		place = { bytes: place.bytes + passed, lines: place.lines + (ended ? 1 : 0) };
		held = held.subarray(passed);
		// Told of once it is over: nobody can begin again in the midst of it.
		return ended ? { lines: [{ line: place.lines, row: null }], next: place } : null;
	};

	for await (const piece of bytes) {
		const had = held.length;
		held = had === 0 ? Buffer.from(piece) : Buffer.concat([held, piece]);
		if (alone) held = ends.mend(held, had);
		else if (alone === null && held.length >= block) {
			alone = ends.endAlone(held);
			if (alone) held = ends.mend(held, 0);
		}
		while (held.length >= block || skipping) {
			const end = skipping ? 0 : ends.lastEnd(held.subarray(0, Math.max(block, LONGEST)));
			if (end === 0) {
				if (!skipping && held.length < LONGEST) break;
				const batch = passLongLine();
				if (batch) yield batch;
				if (skipping) break;
				continue;
			}
			const before = place.bytes;
			let batch = take(end, false);
			if (place.bytes === before) {
				if (held.length < 2 * LONGEST) break;
				// Still open although the line behind it is longer than a record may be.
				batch = take(end, true);
			}
			if (batch.lines.length > 0) yield batch;
		}
	}
	if (alone === null && ends.endAlone(held)) held = ends.mend(held, 0);
	if (skipping) yield { lines: [{ line: place.lines + 1, row: null }], next: { bytes: place.bytes + held.length, lines: place.lines + 1 } };
	else if (held.length > 0) yield take(held.length, true);
}

/** One ahead: the next is read while the last is worked on. */
export async function* ahead<T>(source: AsyncIterator<T>): AsyncGenerator<T> {
	let pending = source.next();
	// It may fail while the last is worked on; awaiting it reports that.
	pending.catch(() => undefined);
	for (;;) {
		const { done, value } = await pending;
		if (done) return;
		pending = source.next();
		pending.catch(() => undefined);
		yield value;
	}
}
