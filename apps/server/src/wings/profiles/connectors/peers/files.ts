/** CSV files of a folder or a bucket, in the order of their last change; each from where it was left. */
import { createHash } from 'node:crypto';
import { DELIMITERS, ENCODINGS } from '@luvalla/contract/profiles/uploads.ts';
import { stringify } from 'csv-stringify/sync';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { readBatches, type Written } from '../../uploads/csv.ts';
import { delimiterOf, encodingOf } from '../../uploads/look.ts';
import { ConnectorFailed, type ProblemCode } from '../problems.ts';
import { type Delivery, FILE_BYTES, type SourceBatch, type SourceRow } from './peer.ts';

export interface RemoteFile {
	readonly name: string;
	readonly bytes: number;
	/** Milliseconds since 1970. */
	readonly changed: number;
}

/** A folder of somebody's files. */
export interface Files {
	/** Those whose names end in .csv. */
	list(): Promise<readonly RemoteFile[]>;
	/** A file from this byte on, no further than it was long when it was listed. */
	bytes(file: RemoteFile, from: number): AsyncIterable<Uint8Array>;
}

/** Files that are still written, and others of the same second, are for the next run. */
const SETTLED_MS = 5_000;
/** So much of a file says how it is written; so much is written in one transaction. */
const BLOCK = 64 * 1024;
export const MOST_FILES = 10_000;
/** What is wrong with one file, and says nothing of the others. */
const OF_ONE_FILE: ReadonlySet<ProblemCode> = new Set(['connector_too_large', 'connector_column']);

const Open = z.object({
	/** Which file it is, by its sign: a name may be somebody's. */
	sign: z.string(),
	at: z.number(),
	lines: z.number(),
	header: z.array(z.string()).nullable(),
	written: z.object({ delimiter: z.enum(DELIMITERS), encoding: z.enum(ENCODINGS) }),
});
/**
 * Which files were read to their end, of those that are there still: a file may come with a change from before others that were read, as one
 * that was copied with its time, or an object whose upload began earlier.
 */
const Cursor = z.object({ read: z.array(z.string()), open: Open.nullable() });
type Cursor = z.infer<typeof Cursor>;

const cursorOf = (given: unknown): Cursor => Cursor.safeParse(given).data ?? { read: [], open: null };

/** A file that was written anew since is another one. */
const signOf = ({ name, changed, bytes }: RemoteFile): string =>
	createHash('sha256')
		.update(JSON.stringify([name, changed, bytes]))
		.digest('base64url')
		.slice(0, 12);

const compared = (a: { changed: number; name: string }, b: { changed: number; name: string }): number =>
	a.changed - b.changed || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

const rowOf = (header: readonly string[], line: number, row: readonly string[] | null): SourceRow => ({
	line,
	cells: row === null ? null : Object.fromEntries(header.map((name, place) => [name, row[place] ?? null])),
});

/** By which sign its columns are apart, and how its letters are written. */
const writtenOf = async (files: Files, file: RemoteFile): Promise<Written> => {
	const parts: Uint8Array[] = [];
	for await (const part of files.bytes({ ...file, bytes: Math.min(file.bytes, BLOCK) }, 0)) parts.push(part);
	const bytes = Buffer.concat(parts);
	const encoding = encodingOf(bytes);
	return { encoding, delimiter: await delimiterOf(bytes, encoding) };
};

/** A file that lacks a column that is mapped is none of ours. */
const demandColumns = (header: readonly string[], columns: unknown): void => {
	const missing = Object.keys(Object(columns)).find((name) => !header.includes(name));
	if (missing !== undefined) throw new ConnectorFailed('connector_column', missing);
};

/**
 * Rows of all files that were not read. One that cannot be taken as it is holds nobody up: it is passed over, and every run ends with what is
 * wrong with the first of them until it is put right or away.
 */
export async function* readFiles(files: Files, given: unknown, columns: unknown): AsyncGenerator<SourceBatch> {
	let { read, open } = cursorOf(given);
	const before = now().getTime() - SETTLED_MS;
	const listed = await files.list();
	const there = new Set(listed.map(signOf));
	read = read.filter((sign) => there.has(sign));
	const known = new Set(read);
	let passedOver: ConnectorFailed | null = null;
	for (const file of listed.filter((one) => one.changed < before && !known.has(signOf(one))).sort(compared)) {
		const sign = signOf(file);
		const same = open?.sign === sign ? open : null;
		let header = same?.header ?? null;
		const from = { bytes: same?.at ?? 0, lines: same?.lines ?? 0 };
		let lines: SourceBatch['lines'] = [{ code: 'file', detail: { name: file.name, bytes: file.bytes } }];
		try {
			if (file.bytes > FILE_BYTES) throw new ConnectorFailed('connector_too_large', file.name);
			const written = same?.written ?? (await writtenOf(files, file));
			for await (const batch of readBatches(files.bytes(file, from.bytes), from, written, BLOCK)) {
				let found = batch.lines;
				if (header === null) {
					const first = found.findIndex(({ row }) => row !== null);
					header = (found[first]?.row ?? []).map((name) => name.trim());
					found = found.slice(first + 1);
				}
				const names = header;
				if (found.length > 0) demandColumns(names, columns);
				open = { sign, at: batch.next.bytes, lines: batch.next.lines, header, written };
				yield { rows: found.map(({ line, row }) => rowOf(names, line, row)), cursor: { read, open } satisfies Cursor, lines };
				lines = [];
			}
			read = [...read, sign];
		} catch (error) {
			if (!(error instanceof ConnectorFailed && OF_ONE_FILE.has(error.code))) throw error;
			passedOver ??= error;
			lines = [...lines, { code: error.code, detail: { detail: error.detail } }];
		}
		open = null;
		yield { rows: [], cursor: { read, open } satisfies Cursor, lines };
	}
	if (passedOver) throw passedOver;
}

/** Names of the columns of the newest file. */
export const headerOf = async (files: Files): Promise<{ files: number; header: string[] | null }> => {
	const listed = [...(await files.list())].sort(compared);
	const newest = listed.at(-1);
	if (!newest) return { files: 0, header: null };
	for await (const { lines } of readBatches(files.bytes(newest, 0), { bytes: 0, lines: 0 }, await writtenOf(files, newest), BLOCK))
		return { files: listed.length, header: (lines.find(({ row }) => row !== null)?.row ?? []).map((name) => name.trim()) };
	return { files: listed.length, header: [] };
};

/** What a test of inbound files says. @throws ConnectorFailed where the newest file lacks a column that is mapped */
export const filesMessage = async (files: Files, columns: unknown) => {
	const { files: count, header } = await headerOf(files);
	if (header !== null) demandColumns(header, columns);
	return { en: `Signed in; ${count} files to read.`, fi: `Kirjauduttiin; luettavia tiedostoja ${count}.` };
};

/** Words that a spreadsheet would run; addresses and numbers are for programs and stay as they are. */
const WORDS: readonly string[] = ['firstName', 'lastName', 'city', 'externalId'];
const calm = (name: string, value: string | null): string =>
	value !== null && WORDS.includes(name) && /^[=+\-@\t\r]/.test(value) ? `'${value}` : (value ?? '');

/** A delivery as a file: its name is its place in the run, so that it takes the place of itself. */
export const fileOf = ({ runId, number, fields, added, removed }: Delivery): { name: string; body: Buffer } => ({
	name: `luvalla-${runId}-${String(number).padStart(6, '0')}.csv`,
	body: Buffer.from(
		stringify([
			['action', 'id', ...fields],
			...added.map(({ key, values }) => ['add', key, ...fields.map((name) => calm(name, values[name] ?? null))]),
			...removed.map((key) => ['remove', key, ...fields.map(() => '')]),
		]),
	),
});
