/** Uploads as they are kept: files, what their columns became, and what each run did of whom. */
import { createHash } from 'node:crypto';
import { type Reading, Reading as ReadingShape, type Target, Targets } from '@luvalla/contract/profiles/uploads.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { bools, texts as textsOf, uuids as uuidsOf } from '#kernel/storage/arrays.ts';
import { jsonNames, type Words } from '#kernel/storage/mentions.ts';
import { bool, instant, int, json, orNull, type RowOf, row, sql, text, texts, uuid, uuids } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { Facts } from '../profiles/facts.ts';

const UploadRow = row({
	upload_id: uuid,
	file_id: uuid,
	name: text,
	size: int,
	sheets: texts,
	domain_id: orNull(uuid),
	created_at: instant,
	created_by: text,
});
export type StoredUpload = RowOf<typeof UploadRow>;

export const insertUpload = (
	tx: Tx,
	customerId: number,
	given: { id: string; fileId: string; name: string; size: number; sheets: readonly string[]; domainId: string | null; by: string },
): Promise<number> =>
	tx.run(sql`insert into upload (customer_id, upload_id, file_id, name, size, sheets, domain_id, created_at, created_by)
		values (${customerId}, ${given.id}, ${given.fileId}, ${given.name}, ${given.size}, ${given.sheets}::text[], ${given.domainId}, ${now()}, ${given.by})`);

export const findUpload = (tx: Tx, customerId: number, id: string): Promise<StoredUpload | null> =>
	tx.first(
		UploadRow,
		sql`select upload_id, file_id, name, size, sheets, domain_id, created_at, created_by from upload
		where customer_id = ${customerId} and upload_id = ${id}`,
	);

/** Waits for whoever else starts work on this upload; until the transaction ends nobody else does. */
export const holdUpload = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`select 1 from upload where customer_id = ${customerId} and upload_id = ${id} for update`);

const NamedRow = row({ upload_id: uuid });

/** Names of files and of sheets that name somebody who is erased. */
export const forgetNames = async (tx: Tx, customerId: number, words: Words): Promise<void> => {
	// Looked for first: a cluster's node changes nothing by what JSON is made of.
	const named = await tx.rows(
		NamedRow,
		sql`select upload_id from upload where customer_id = ${customerId} and ${jsonNames(sql`to_jsonb(array_append(sheets, name))`, words)}`,
	);
	if (named.length === 0) return;
	await tx.run(
		sql`update upload set name = '', sheets = array_fill(''::text, array[cardinality(sheets)])
		where customer_id = ${customerId} and upload_id = any(${uuidsOf(named.map(({ upload_id: id }) => id))}::uuid[])`,
	);
};

const columnsKey = (names: readonly string[]): Buffer =>
	createHash('sha256')
		.update(JSON.stringify(names.map((name) => name.toLowerCase())))
		.digest();

const MappingRow = row({ targets: json(Targets), reading: json(ReadingShape) });
export type Mapping = RowOf<typeof MappingRow>;

/** How a file whose columns have these names was read the last time, and what they became. */
export const readMapping = async (tx: Tx, customerId: number, names: readonly string[]): Promise<Mapping | null> => {
	if (names.every((name) => name === '')) return null;
	return tx.first(
		MappingRow,
		sql`select targets, reading from upload_mapping where customer_id = ${customerId} and columns = ${columnsKey(names)}`,
	);
};

export const keepMapping = (
	tx: Tx,
	customerId: number,
	names: readonly string[],
	reading: Reading,
	targets: readonly Target[],
): Promise<number> =>
	tx.run(sql`insert into upload_mapping (customer_id, columns, reading, targets, changed_at)
		values (${customerId}, ${columnsKey(names)}, ${JSON.stringify(reading)}::jsonb, ${JSON.stringify(targets)}::jsonb, ${now()})
		on conflict (customer_id, columns) do update set reading = excluded.reading, targets = excluded.targets, changed_at = excluded.changed_at`);

/** What was known of somebody on their own, and when it was changed last. */
const Known = z.object({ facts: Facts, changedAt: z.coerce.date() });
export type KnownThen = z.infer<typeof Known>;

const DoneRow = row({
	person: uuid,
	created: bool,
	words: texts,
	before: orNull(json(Known)),
	after: json(Facts),
	yeses: uuids,
	noes: uuids,
});
/** What a run did of somebody. */
export type Done = RowOf<typeof DoneRow>;

const COLUMNS = sql`u.person, u.created, u.words, u.before, u.after, u.yeses, u.noes`;

/** What a run has done of these so far, by person. */
export const readDone = async (tx: Tx, customerId: number, runId: string, persons: readonly string[]): Promise<Map<string, Done>> => {
	if (persons.length === 0) return new Map();
	const rows = await tx.rows(
		DoneRow,
		sql`select ${COLUMNS} from upload_person u
		where u.customer_id = ${customerId} and u.run_id = ${runId} and u.person = any(${uuidsOf(persons)}::uuid[])`,
	);
	return new Map(rows.map((found) => [found.person, found]));
};

/** The next of those whom a run did something of, after a person. */
export const nextDone = (tx: Tx, customerId: number, runId: string, after: string | null, limit: number): Promise<Done[]> =>
	tx.rows(
		DoneRow,
		sql`select ${COLUMNS} from upload_person u
		where u.customer_id = ${customerId} and u.run_id = ${runId} and (${after}::uuid is null or u.person > ${after}::uuid)
		order by u.person limit ${limit}`,
	);

/** An array as PostgreSQL reads it, each element quoted. */
const written = (values: readonly string[]): string =>
	`{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;

/** Notes what a run did; of somebody it met before, the first `before` stays. */
export const keepDone = async (tx: Tx, customerId: number, runId: string, done: readonly Done[]): Promise<void> => {
	if (done.length === 0) return;
	const column = (of: (one: Done) => string | null): Buffer => textsOf(done.map(of));
	await tx.run(sql`insert into upload_person as u (customer_id, run_id, person, created, words, before, after, yeses, noes)
		select ${customerId}::int, ${runId}::uuid, g.person, g.created, g.words::text[], g.before::jsonb, g.after::jsonb, g.yeses::uuid[],
			g.noes::uuid[]
		from unnest(${uuidsOf(done.map(({ person }) => person))}::uuid[], ${bools(done.map(({ created }) => created))}::boolean[],
			${column(({ words }) => written(words))}::text[], ${column(({ before }) => before && JSON.stringify(before))}::text[],
			${column(({ after }) => JSON.stringify(after))}::text[], ${column(({ yeses }) => written(yeses))}::text[],
			${column(({ noes }) => written(noes))}::text[]) g (person, created, words, before, after, yeses, noes)
		on conflict (customer_id, run_id, person) do update set words = excluded.words, after = excluded.after,
			yeses = excluded.yeses, noes = excluded.noes`);
};

export const dropDone = (tx: Tx, customerId: number, runId: string, persons: readonly string[]): Promise<number> =>
	tx.run(
		sql`delete from upload_person where customer_id = ${customerId} and run_id = ${runId} and person = any(${uuidsOf(persons)}::uuid[])`,
	);

const OtherRow = row({ run_id: uuid, person: uuid, words: texts, before: orNull(json(Known)), after: json(Facts) });

/** What another run found and said of somebody. */
export type Other = RowOf<typeof OtherRow>;

export const readOthers = (tx: Tx, customerId: number, runId: string, persons: readonly string[]): Promise<Other[]> =>
	tx.rows(
		OtherRow,
		sql`select run_id, person, words, before, after from upload_person
		where customer_id = ${customerId} and person = any(${uuidsOf(persons)}::uuid[]) and run_id <> ${runId}`,
	);

export const changeBefore = (
	tx: Tx,
	customerId: number,
	changes: readonly { run_id: string; person: string; before: KnownThen | null }[],
): Promise<number> =>
	tx.run(sql`update upload_person u set before = g.before
		from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) g (run_id uuid, person uuid, before jsonb)
		where u.customer_id = ${customerId} and u.run_id = g.run_id and u.person = g.person`);

/** The next run that named these answers for what this one brought: that they are known, and their records. */
export const passOn = (tx: Tx, customerId: number, runId: string, done: readonly Done[]): Promise<number> =>
	tx.run(sql`update upload_person u set created = u.created or g.created, yeses = u.yeses || g.yeses, noes = u.noes || g.noes
		from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) g (person uuid, created boolean, yeses uuid[], noes uuid[])
		where u.customer_id = ${customerId} and u.person = g.person and u.run_id = (
			select o.run_id from upload_person o where o.customer_id = ${customerId} and o.person = g.person and o.run_id <> ${runId}
			order by o.run_id limit 1)`);

/** What runs noted of these goes. */
export const forgetDone = (tx: Tx, customerId: number, persons: readonly string[]): Promise<number> =>
	tx.run(sql`delete from upload_person where customer_id = ${customerId} and person = any(${uuidsOf(persons)}::uuid[])`);

/** That runs named these by such words goes: they are known by others. */
export const forgetNamedBy = (tx: Tx, customerId: number, persons: readonly string[], { whole }: Words): Promise<number> =>
	tx.run(sql`update upload_person set words = array(select w from unnest(words) w where w <> all(${textsOf(whole)}::text[]))
		where customer_id = ${customerId} and person = any(${uuidsOf(persons)}::uuid[]) and words && ${textsOf(whole)}::text[]`);

const WhyRow = row({ column: orNull(text), code: text, count: int, example: orNull(text) });

/** Why rows of a run were not taken, the most frequent first. */
export const readRejections = (tx: Tx, customerId: number, runId: string): Promise<RowOf<typeof WhyRow>[]> =>
	tx.rows(
		WhyRow,
		sql`select f.body ->> 'column' as column, f.body ->> 'code' as code, count(*)::int as count, min(f.body ->> 'value') as example
		from run_finding f where f.customer_id = ${customerId} and f.run_id = ${runId}
		group by 1, 2 order by 3 desc, 1, 2 limit 200`,
	);
