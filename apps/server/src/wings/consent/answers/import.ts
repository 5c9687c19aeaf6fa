/** Consents from another system: a CSV file, row by row. Rows are read as they arrive and written in batches. */
import { pipeline, type Readable } from 'node:stream';
import { Answer, type AnswerRefusal } from '@luvalla/contract/consent/answers.ts';
import { IMPORT_COLUMNS, type importAnswers, MOST_REJECTED } from '@luvalla/contract/consent/people.ts';
import { type CsvError, parse } from 'csv-parse';
import type * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { refusals } from '#kernel/http/errors.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import type { PurposeFacts } from './purposes.ts';
import { type AnswerParts, type Occasion, takeAnswers } from './statements.ts';

const refuseImport = refusals({
	no_file: [422, 'Choose a CSV file.', 'Valitse CSV-tiedosto.'],
	no_columns: [
		422,
		'The first line must name the columns: purpose, value, at and one of email, phone and externalId.',
		'Ensimmäisen rivin pitää nimetä sarakkeet: purpose, value, at sekä jokin näistä: email, phone, externalId.',
	],
});

type Column = (typeof IMPORT_COLUMNS)[number];
type Imported = z.output<typeof importAnswers.answer>;

const BATCH = 500;
const LONGEST_ROW = 20_000;

const YES = new Set(['true', 'yes', '1', 'y', 'kyllä', 'k', 'on']);
const NO = new Set(['false', 'no', '0', 'n', 'ei', 'e', 'off']);

/**
 * An instant with its offset, or a date. A date says less: a yes is taken from its beginning and a no from its end, so that
 * of two answers on one day the no stands.
 */
const momentOf = (text: string, value: boolean): string | undefined => {
	if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
		const end = `${text}T23:59:59.999Z`;
		return !value && Date.parse(end) <= now().getTime() ? end : `${text}T00:00:00.000Z`;
	}
	const millis = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isFinite(millis) ? new Date(millis).toISOString() : undefined;
};

/** A row as an answer; null when it cannot be read. */
const answerOf = (row: readonly string[], places: ReadonlyMap<Column, number>): Answer | null => {
	const cell = (name: Column): string | undefined => {
		const text = row[places.get(name) ?? -1]?.trim() ?? '';
		// An apostrophe keeps spreadsheets from running what begins like a formula; files of ours have it before a telephone number.
		return text.replace(/^'(?=[=+\-@])/, '') || undefined;
	};
	// What is not UTF-8 arrives as this sign: better no name than a wrong one.
	if (row.some((text) => text.includes('\ufffd'))) return null;
	const said = (cell('value') ?? '').toLowerCase();
	if (!YES.has(said) && !NO.has(said)) return null;
	const value = YES.has(said);
	const version = cell('version');
	return (
		Answer.safeParse({
			person: { email: cell('email'), phone: cell('phone'), externalId: cell('externalId') },
			purpose: cell('purpose'),
			value,
			at: momentOf(cell('at') ?? '', value),
			source: cell('source'),
			language: cell('language'),
			...(version !== undefined && { version: Number(version) }),
		}).data ?? null
	);
};

const placesOf = (header: readonly string[]): Map<Column, number> => {
	const places = new Map<Column, number>();
	for (const name of IMPORT_COLUMNS) {
		const at = header.findIndex((text) => text.trim().toLowerCase() === name.toLowerCase());
		if (at >= 0) places.set(name, at);
	}
	const needed = (['purpose', 'value', 'at'] as const).every((name) => places.has(name));
	if (!needed || !(['email', 'phone', 'externalId'] as const).some((name) => places.has(name))) throw refuseImport('no_columns');
	return places;
};

/** Carries a batch's results out of a transaction that must not stay. */
class Undone<T> extends Error {
	readonly result: T;
	constructor(result: T) {
		super('A dry run is rolled back.');
		this.result = result;
	}
}

/** Does the work for real and takes it back: what a dry run says is what would happen. */
const tried = async <T>(storage: Storage, customerId: number, work: (tx: Tx) => Promise<T>): Promise<T> => {
	try {
		return await storage.inTenant(customerId, async (tx) => {
			throw new Undone(await work(tx));
		});
	} catch (error) {
		if (error instanceof Undone) return error.result as T;
		throw error;
	}
};

interface Line {
	readonly line: number;
	readonly row: string[];
}

/**
 * Reads the file to its end and writes its rows in batches of 500, a transaction each: what was written before a connection
 * broke stays, and sending the file again adds only the rest.
 * @throws Refused 422 no_file, no_columns
 */
export const importFile = async (
	{ storage, ...parts }: AnswerParts & { storage: Storage },
	customerId: number,
	file: { file: Readable } | undefined,
	purposes: readonly PurposeFacts[],
	{ dry, ...occasion }: Pick<Occasion, 'by' | 'asker' | 'within'> & { dry: boolean },
): Promise<Imported> => {
	if (!file) throw refuseImport('no_file');
	const done: Imported = { rows: 0, stored: 0, known: 0, behind: 0, rejected: 0, reasons: [], header: [] };
	const reject = ({ line, row }: Line, code: AnswerRefusal): void => {
		done.rejected++;
		if (done.reasons.length < MOST_REJECTED) done.reasons.push({ line, code, row });
	};
	const write = async (lines: readonly Line[], places: ReadonlyMap<Column, number>): Promise<void> => {
		const answers = lines.map(({ row }) => answerOf(row, places));
		const work = (tx: Tx) => takeAnswers(tx, parts, customerId, answers, purposes, { how: 'import', ...occasion });
		const outcomes = dry ? await tried(storage, customerId, work) : await storage.inTenant(customerId, work);
		for (const [index, line] of lines.entries()) {
			const outcome = outcomes[index];
			if (!outcome || outcome.outcome === 'refused') reject(line, outcome?.code ?? 'malformed');
			else {
				done[outcome.outcome]++;
				if (outcome.outcome === 'stored' && !outcome.holds) done.behind++;
			}
		}
	};

	// Unlike `pipe` it ends the reading below with an error when the connection breaks, instead of leaving it waiting.
	const rows = pipeline(
		file.file,
		parse({
			bom: true,
			delimiter: [',', ';'],
			relax_column_count: true,
			skip_empty_lines: true,
			skip_records_with_error: true,
			max_record_size: LONGEST_ROW,
			info: true,
			on_skip: (error: CsvError | undefined) => {
				done.rows++;
				reject({ line: Number(error?.lines ?? 0), row: [] }, 'malformed');
			},
		}),
		() => undefined,
	);
	let places: Map<Column, number> | null = null;
	let waiting: Line[] = [];
	for await (const one of rows as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
		if (places === null) {
			places = placesOf(one.record);
			done.header = one.record;
			continue;
		}
		done.rows++;
		waiting.push({ line: one.info.lines, row: one.record });
		if (waiting.length < BATCH) continue;
		await write(waiting, places);
		waiting = [];
	}
	if (places === null) throw refuseImport('no_columns');
	if (waiting.length > 0) await write(waiting, places);
	done.reasons.sort((a, b) => a.line - b.line);
	return done;
};
