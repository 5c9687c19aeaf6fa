/** Uploads as runs: a file that is looked at or written row by row, and one that is taken back. Killed at any moment they go on where they were. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { ROW_PROBLEMS, type RowProblem } from '@luvalla/contract/profiles/upload-words.ts';
import { Everybody, everybodyWord, Reading, Targets, UNDO_KIND, UPLOAD_COUNTS, UPLOAD_KIND } from '@luvalla/contract/profiles/uploads.ts';
import type { Finding } from '@luvalla/contract/runs.ts';
import { cut } from '@luvalla/contract/well-formed.ts';
import * as z from 'zod';
import { deleteFile, readFileBytes } from '#kernel/files/files.ts';
import { refusals } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Moved, RunKind, Running, Step } from '#kernel/runs/runs.ts';
import { beginScratch, changeRun, hasScratch, readRun, waitForRun } from '#kernel/runs/store.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { readPurposeFacts, trialOf } from '../../consent/wing.ts';
import { ahead, type Line, readBatches } from './csv.ts';
import { MOST_NAME } from './look.ts';
import { placesOf, type Rejected, type RowReader, readRow, type UploadRow } from './rows.ts';
import { freshenStatistics, hasGrown, isLarge } from './statistics.ts';
import { type Fate, takeRows } from './take.ts';
import { dropUnused, undoSome } from './undo.ts';

const refuseUpload = refusals({
	check_anew: [
		409,
		'The database was started anew while the file was checked. Check it again.',
		'Tietokanta käynnistyi uudelleen kesken tarkistuksen. Tarkista tiedosto uudelleen.',
	],
	other_columns: [
		422,
		'The file has other columns than it had when they were chosen. Upload it again.',
		'Tiedostossa on eri sarakkeet kuin silloin, kun ne valittiin. Lähetä se uudelleen.',
	],
});

const By = z.object({ userId: z.string(), actorId: z.string().nullable() });

export const UploadInput = z.object({
	uploadId: z.string(),
	fileId: z.string(),
	fileName: z.string(),
	size: z.int(),
	/** When the file came. */
	at: z.string(),
	domainId: z.string().nullable(),
	dryRun: z.boolean(),
	reading: Reading,
	targets: Targets,
	everybody: Everybody.nullable().default(null),
	by: z.string(),
	asker: By,
	/** Domains of a domain's own admin, as they were when it began; null: everybody may be named. */
	within: z.array(z.string()).nullable(),
	/** Segments that purposes rest on, which whoever began it was asked about. */
	proven: z.array(z.string()).default([]),
});
export type UploadInput = z.infer<typeof UploadInput>;
const Cursor = z.object({
	bytes: z.int(),
	lines: z.int(),
	header: z.array(z.string()).nullable(),
	/** Lines after which the planner's statistics were taken anew: kept, since a run may be put down after any step. */
	looked: z.int().default(0),
});
export type Cursor = z.infer<typeof Cursor>;
export const BEGINNING: Cursor = { bytes: 0, lines: 0, header: null, looked: 0 };

type Counts = Record<(typeof UPLOAD_COUNTS)[number], number>;
const NOTHING = Object.fromEntries(UPLOAD_COUNTS.map((word) => [word, 0])) as Counts;

/** What became of some rows: counts, and findings for those that were not taken. */
const tally = (
	lines: readonly Line[],
	fates: readonly Fate[],
	header: readonly string[],
	{ bounced, members }: Pick<Counts, 'bounced' | 'members'>,
) => {
	const counts: Counts = { ...NOTHING, rows: lines.length, bounced, members };
	const add = (word: keyof Counts): void => {
		counts[word]++;
	};
	const found: Finding[] = [];
	const reject = ({ line, row }: Line, { code, column }: Rejected): void => {
		add('rejected');
		const name = column === null ? null : header[column] || String(column + 1);
		found.push({ line, code, column: name, value: column === null ? null : (row?.[column] ?? ''), row: [...(row ?? [])] });
	};
	for (const [index, fate] of fates.entries()) {
		const line = lines[index];
		if (!line) continue;
		if ('code' in fate) {
			reject(line, fate);
			continue;
		}
		add(fate.outcome);
		for (const one of fate.answers) {
			if (one.outcome === 'known') add('known');
			else if (one.outcome === 'refused') reject(line, { code: 'person_conflict', column: null });
			else {
				add(one.value ? 'yes' : 'no');
				if (one.value && !one.took) add('behind');
			}
		}
	}
	return { counts, found };
};

/**
 * Rows that are read before anything else has its turn, a quarter of a millisecond: so the next batch is read while PostgreSQL works on
 * this one, and not while it waits for what it is to do; and no call waits for a whole batch.
 */
const ROWS_AT_A_TIME = 10;

/** What a file says, in batches of rows that are read: one batch ahead of what is written. */
async function* readRows(storage: Storage, { customerId, input, cursor }: Running<UploadInput, Cursor>, reader: RowReader) {
	let { header } = cursor;
	/** Rows before the one that names the columns, and that one. */
	let above = header === null ? input.reading.headerRow : 0;
	if (above === 0) header ??= [];
	for await (const { lines: found, next } of readBatches(
		readFileBytes(storage, customerId, input.fileId, cursor.bytes),
		cursor,
		input.reading,
	)) {
		let lines = found;
		if (above > 0) {
			const rows = found.flatMap(({ row }, place) => (row === null ? [] : [place]));
			const at = rows[above - 1];
			header = at === undefined ? null : [...(found[at]?.row ?? [])].map((name) => cut(name, MOST_NAME));
			above = 0;
			lines = found.slice((at ?? found.length) + 1);
			if ((header ?? []).length > reader.targets.length) throw refuseUpload('other_columns');
		}
		const read: (UploadRow | Rejected)[] = [];
		for (const { row } of lines) {
			if (read.length % ROWS_AT_A_TIME === 0) await nextTurn();
			read.push(row === null ? { code: 'not_a_row', column: null } : readRow(row, reader));
		}
		yield { lines, read, header: header ?? [], next };
	}
}

type UploadKernel = Pick<Kernel, 'storage' | 'secrets' | 'hooks' | 'settings' | 'log'>;

async function* steps({ storage, log, ...parts }: UploadKernel, run: Running<UploadInput, Cursor>): AsyncGenerator<Step<Cursor>> {
	const { customerId, runId, input } = run;
	const purposes = await storage.inTenant(customerId, (tx) =>
		readPurposeFacts(tx, customerId, input.domainId === null ? input.within : [input.domainId]),
	);
	const trial = input.dryRun ? trialOf(customerId, runId) : null;
	if (trial && run.cursor.header !== null && !(await storage.inTenant(customerId, (tx) => hasScratch(tx, customerId, runId))))
		throw refuseUpload('check_anew');
	const reader: RowReader = {
		targets: input.targets,
		everybody: input.everybody,
		reading: input.reading,
		purposes,
		at: new Date(input.at),
	};
	const places = placesOf(input.targets);
	const taking = {
		customerId,
		runId,
		domainId: input.domainId,
		by: input.by,
		asker: input.asker,
		within: input.within,
		purposes,
		proven: input.proven,
		places,
	};
	let { lines: rows, looked } = run.cursor;
	let begins = run.cursor.header === null;
	for await (const { lines, read, header, next } of ahead(readRows(storage, run, reader))) {
		// Of what earlier steps have committed: whatever comes after a step may never come, since the run may be put down there.
		if (trial === null && hasGrown(looked, rows) && (await freshenStatistics({ storage, log }))) looked = rows;
		const first = begins;
		begins = false;
		yield async (tx): Promise<Moved<Cursor>> => {
			if (trial && first) await beginScratch(tx, customerId, runId);
			const fates = await takeRows(tx, parts, taking, read, trial);
			const bounced = read.filter(
				(one, place) => !('code' in one) && one.bouncedAt !== null && one.person.email !== undefined && !('code' in (fates[place] ?? {})),
			).length;
			const members = read.reduce(
				(sum, one, place) => sum + ('code' in one || 'code' in (fates[place] ?? {}) ? 0 : one.segments.length),
				0,
			);
			return {
				cursor: { bytes: next.bytes, lines: next.lines, header, looked },
				done: next.bytes,
				...tally(lines, fates, header, { bounced, members }),
			};
		};
		rows = next.lines;
	}
	if (trial === null && isLarge(rows)) await freshenStatistics({ storage, log });
}

const isProblem = (code: string): code is RowProblem => Object.hasOwn(ROW_PROBLEMS, code);
const NO_REASON = { en: 'Something went wrong', fi: 'Jokin meni vikaan' };

export const uploadKind = (kernel: UploadKernel): RunKind<UploadInput, Cursor> => ({
	kind: UPLOAD_KIND,
	input: UploadInput,
	cursor: Cursor,
	steps: (run) => steps(kernel, run),
	about: ({ fileName, dryRun, uploadId, everybody }) => ({ fileName, dryRun, uploadId, everybody: everybodyWord(everybody) }),
	// A file that was looked at waits for its import; one that was imported is needed by nobody.
	ended: async (tx, { customerId, input }) => {
		if (!input.dryRun) await deleteFile(tx, customerId, input.fileId);
	},
	header: ({ header }) => header ?? [],
	reason: ({ code, column, value }) => {
		const said = isProblem(code) ? ROW_PROBLEMS[code] : NO_REASON;
		return column === null ? said : { en: `${column}: “${value}”. ${said.en}`, fi: `${column}: ”${value}”. ${said.fi}` };
	},
});

const UndoInput = z.object({
	/** The run that is taken back, and attributes that it named. */
	of: z.string(),
	keys: z.array(z.string()),
	proven: z.array(z.string()).default([]),
	fileName: z.string(),
});
const UndoCursor = z.object({ after: z.string().nullable(), people: z.int(), over: z.boolean() });

async function* undoSteps(
	{ storage: _, log: __, ...parts }: UploadKernel,
	{ customerId, input, cursor }: Running<z.infer<typeof UndoInput>, z.infer<typeof UndoCursor>>,
): AsyncGenerator<Step<z.infer<typeof UndoCursor>>> {
	let at = cursor;
	while (!at.over)
		yield async (tx) => {
			const step = await undoSome(tx, parts, customerId, input, at.after);
			if (step === null) {
				await dropUnused(tx, customerId, input.of, input.keys);
				at = { ...at, over: true };
				return { cursor: at, done: at.people };
			}
			at = { after: step.last, people: at.people + step.people, over: false };
			return { cursor: at, done: at.people, counts: { people: step.people, forgotten: step.forgotten } };
		};
}

export const undoKind = (kernel: UploadKernel): RunKind<z.infer<typeof UndoInput>, z.infer<typeof UndoCursor>> => ({
	kind: UNDO_KIND,
	input: UndoInput,
	cursor: UndoCursor,
	erases: true,
	steps: (run) => undoSteps(kernel, run),
	about: ({ fileName, of }) => ({ fileName, of }),
	ended: async (tx, { customerId, input, cursor }) => {
		if (!cursor.over) return;
		await waitForRun(tx, customerId, input.of);
		const written = await readRun(tx, customerId, input.of);
		if (written) await changeRun(tx, customerId, written, { state: 'undone' });
	},
	reason: () => NO_REASON,
});
