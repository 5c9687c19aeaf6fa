/** A CSV file in batches of rows, from any record's beginning on. */
import { pipeline, Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';

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

const LONGEST_ROW = 20_000;

interface Info {
	readonly bytes: number;
	readonly lines: number;
}

/** PostgreSQL stores no NUL; what holds one cannot be read, as what is not UTF-8 (rows.ts). */
const storable = (cell: string): string => cell.replaceAll('\0', '\ufffd');

/** Batches of at most `size` records. @param from where `bytes` begins in its file */
export async function* readBatches(bytes: AsyncIterable<Uint8Array>, from: Place, size: number): AsyncGenerator<Batch> {
	let lines: Line[] = [];
	const placed = (info: Info): Place => ({ bytes: from.bytes + info.bytes, lines: from.lines + info.lines });
	// Unlike `pipe` it ends the reading below with an error when the source breaks, instead of leaving it waiting.
	const records = pipeline(
		Readable.from(bytes, { objectMode: false }),
		parse({
			bom: from.bytes === 0,
			delimiter: [',', ';'],
			relax_column_count: true,
			skip_empty_lines: true,
			skip_records_with_error: true,
			max_record_size: LONGEST_ROW,
			info: true,
			on_skip: (error: CsvError | undefined) => {
				lines.push({ line: from.lines + Number(error?.lines ?? 0), row: null });
			},
		}),
		() => undefined,
	);
	let next = from;
	for await (const { info, record } of records as AsyncIterable<{ info: Info; record: string[] }>) {
		lines.push({ line: from.lines + info.lines, row: record.map(storable) });
		next = placed(info);
		if (lines.length < size) continue;
		yield { lines, next };
		lines = [];
	}
	if (lines.length > 0) yield { lines, next };
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
