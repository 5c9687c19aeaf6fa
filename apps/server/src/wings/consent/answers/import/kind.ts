/**
 * Consents from another system: a stored CSV file, worked on row by row as a run. Rows are independent: a bad one sinks no
 * other, and the same file again adds nothing.
 */
import { type Answer, AnswerRefusal } from '@luvalla/contract/consent/answers.ts';
import type { Finding } from '@luvalla/contract/runs.ts';
import * as z from 'zod';
import { deleteFile, readFileBytes } from '#kernel/files/files.ts';
import { type Language, refusals } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Moved, RunKind, Running } from '#kernel/runs/runs.ts';
import { hasScratch } from '#kernel/runs/store.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { readPurposeFacts } from '../purposes.ts';
import { answerSentences } from '../sentences.ts';
import { type AnswerParts, type Taken, takeAnswers } from '../statements.ts';
import { trialOf } from '../trial.ts';
import { ahead, type Line, type Place, readBatches } from './read.ts';
import { answerOf, type Column, columnTwice, isAnswer, type Places, placesOf } from './rows.ts';

export const IMPORT = 'consent-import';

const refuseImport = refusals({
	check_again: [
		409,
		'The database was started anew while the file was checked. Check it again.',
		'Tietokanta käynnistyi uudelleen kesken tarkistuksen. Tarkista tiedosto uudelleen.',
	],
	columns_twice: [
		422,
		'The first line names a column twice. Keep one of each: email, phone, externalId, purpose, value, at, source, language, version.',
		'Ensimmäinen rivi nimeää saman sarakkeen kahdesti. Jätä kutakin yksi: email, phone, externalId, purpose, value, at, source, language, version.',
	],
	no_columns: [
		422,
		'The first line must name the columns: purpose, value, at and one of email, phone and externalId.',
		'Ensimmäisen rivin pitää nimetä sarakkeet: purpose, value, at sekä jokin näistä: email, phone, externalId.',
	],
});

const Input = z.object({
	domainId: z.string(),
	fileId: z.string(),
	fileName: z.string(),
	size: z.int(),
	dryRun: z.boolean(),
	by: z.string(),
	asker: z.object({ userId: z.string(), actorId: z.string().nullable() }),
	/** Domains of a domain's own admin, as they were when it began; null: everybody may be named. */
	within: z.array(z.string()).nullable(),
});
const Cursor = z.object({ bytes: z.int(), lines: z.int(), header: z.array(z.string()).nullable() });
type Input = z.infer<typeof Input>;
type Cursor = z.infer<typeof Cursor>;

export const BEGINNING: Cursor = { bytes: 0, lines: 0, header: null };

/** Rows a step: enough to be worth a transaction, few enough that cancelling and others need not wait. */
const BATCH = 1000;

/** Which column a refusal is about. */
const ABOUT: Readonly<Partial<Record<AnswerRefusal, Column>>> = {
	unknown_purpose: 'purpose',
	necessary_purpose: 'purpose',
	unknown_version: 'version',
	source_needed: 'source',
	at_future: 'at',
};

const COUNTED = { stored: 'stored', known: 'known' } as const;

/** What became of some rows: counts, and findings for those that were not taken. */
const tally = (lines: readonly Line[], read: readonly Read[], outcomes: readonly Taken[], places: Places) => {
	const counts = { rows: lines.length, stored: 0, known: 0, behind: 0, rejected: 0 };
	const found: Finding[] = [];
	for (const [index, { line, row }] of lines.entries()) {
		const one = read[index];
		const outcome = outcomes[index];
		if (outcome && outcome.outcome !== 'refused') {
			counts[COUNTED[outcome.outcome]]++;
			if (outcome.outcome === 'stored' && !outcome.took) counts.behind++;
			continue;
		}
		counts.rejected++;
		const code = outcome?.code ?? 'malformed';
		const column = one && 'column' in one ? one.column : (ABOUT[code] ?? null);
		const cell = column === null ? null : (row?.[places.get(column) ?? -1] ?? '');
		found.push({ line, code, column, value: cell, row: [...(row ?? [])] });
	}
	return { counts, found };
};

type Read = ReturnType<typeof answerOf>;

/** The file from the run's cursor on, in batches of rows that are read: one batch ahead of what is written. */
async function* readRows(storage: Storage, { customerId, input, cursor }: Running<Input, Cursor>) {
	let { header } = cursor;
	let places = header === null ? null : placesOf(header);
	const bytes = readFileBytes(storage, customerId, input.fileId, cursor.bytes);
	for await (const { lines: found, next } of readBatches(bytes, cursor, BATCH)) {
		let lines = found;
		if (header === null || places === null) {
			// The first record names the columns.
			const first = lines.findIndex(({ row }) => row !== null);
			header = [...(lines[first]?.row ?? [])];
			if (columnTwice(header)) throw refuseImport('columns_twice');
			places = placesOf(header);
			if (places === null) throw refuseImport('no_columns');
			lines = lines.slice(first + 1);
		}
		const known = places;
		const read = lines.map(({ row }): Read => (row === null ? { column: null, value: null } : answerOf(row, known)));
		yield { lines, read, header, places, next };
	}
	if (places === null) throw refuseImport('no_columns');
}

async function* steps({ storage, ...parts }: Pick<Kernel, 'storage'> & AnswerParts, run: Running<Input, Cursor>) {
	const { customerId, input } = run;
	const purposes = await storage.inTenant(customerId, (tx) => readPurposeFacts(tx, customerId, [input.domainId]));
	const trial = input.dryRun ? trialOf(customerId, run.runId) : null;
	if (trial && run.cursor.header !== null && !(await storage.inTenant(customerId, (tx) => hasScratch(tx, customerId, run.runId))))
		throw refuseImport('check_again');
	for await (const { lines, read, header, places, next } of ahead(readRows(storage, run))) {
		yield async (tx: Parameters<typeof takeAnswers>[0]): Promise<Moved<Cursor>> => {
			const outcomes = await takeAnswers(
				tx,
				parts,
				customerId,
				read.map((one): Answer | null => (isAnswer(one) ? one : null)),
				purposes,
				{ how: 'import', by: input.by, asker: input.asker, within: input.within },
				trial,
			);
			return { cursor: { ...place(next), header }, done: next.bytes, ...tally(lines, read, outcomes, places) };
		};
	}
}

const place = ({ bytes, lines }: Place): Place => ({ bytes, lines });

/** Why, with the column and what stood in it. */
export const reasonOf = ({ code, column, value }: Finding): Readonly<Record<Language, string>> => {
	if (code === 'malformed' && column !== null)
		return { en: `${column}: “${value}” cannot be read`, fi: `${column}: ”${value}” ei ole luettavissa` };
	const known = AnswerRefusal.safeParse(code);
	const sentences = known.success ? answerSentences(known.data) : { en: code, fi: code };
	if (column === null) return sentences;
	return { en: `${column}: ${sentences.en}`, fi: `${column}: ${sentences.fi}` };
};

export const importKind = (kernel: Pick<Kernel, 'storage'> & AnswerParts): RunKind<Input, Cursor> => ({
	kind: IMPORT,
	input: Input,
	cursor: Cursor,
	steps: (run) => steps(kernel, run),
	about: ({ fileName, dryRun }) => ({ fileName, dryRun }),
	// A file that was looked at waits for its import; one that was imported is needed by nobody.
	ended: async (tx, { customerId, input }) => {
		if (!input.dryRun) await deleteFile(tx, customerId, input.fileId);
	},
	header: ({ header }) => header ?? [],
	reason: reasonOf,
});
