/** Runs and what they found, in the database. */
import type { Finding, RunState } from '@luvalla/contract/runs.ts';
import { Finding as FindingShape, RUN_STATES } from '@luvalla/contract/runs.ts';
import * as z from 'zod';
import { now } from '../clock.ts';
import { texts } from '../storage/arrays.ts';
import { type Found, list, readPage } from '../storage/lists.ts';
import { jsonNames, type Words } from '../storage/mentions.ts';
import { empty, instant, int, json, oneOf, orNull, type RowOf, row, sql, text, uuid } from '../storage/rows.ts';
import type { Tx } from '../storage/storage.ts';

const RunRow = row({
	run_id: uuid,
	kind: text,
	domain_id: orNull(uuid),
	state: oneOf(RUN_STATES),
	input: json(z.unknown()),
	cursor: json(z.unknown()),
	step: int,
	total: orNull(int),
	done: int,
	counts: json(z.record(z.string(), z.int())),
	found: int,
	tries: int,
	problem: orNull(text),
	created_at: instant,
	created_by: orNull(uuid),
	started_at: orNull(instant),
	ended_at: orNull(instant),
});
export type RunRow = RowOf<typeof RunRow>;

const COLUMNS = sql`r.run_id, r.kind, r.domain_id, r.state, r.input, r.cursor, r.step, r.total, r.done, r.counts, r.found, r.tries, r.problem,
	r.created_at, r.created_by, r.started_at, r.ended_at`;

export interface NewRun {
	readonly id: string;
	readonly kind: string;
	readonly domainId: string | null;
	readonly input: unknown;
	readonly cursor: unknown;
	readonly total: number | null;
	readonly by: string | null;
}

export const insertRun = (tx: Tx, customerId: number, run: NewRun): Promise<number> => {
	const at = now();
	return tx.run(sql`insert into run (customer_id, run_id, kind, domain_id, state, input, cursor, total, created_at, created_by, moved_at)
		values (${customerId}, ${run.id}, ${run.kind}, ${run.domainId}, 'waiting', ${JSON.stringify(run.input)}, ${JSON.stringify(run.cursor)},
			${run.total}, ${at}, ${run.by}, ${at})`);
};

export const readRun = (tx: Tx, customerId: number, id: string): Promise<RunRow | null> =>
	tx.first(RunRow, sql`select ${COLUMNS} from run r where r.customer_id = ${customerId} and r.run_id = ${id}`);

/** The run, held until the transaction ends; null when there is none or somebody else holds it. */
export const holdRun = (tx: Tx, customerId: number, id: string): Promise<RunRow | null> =>
	tx.first(RunRow, sql`select ${COLUMNS} from run r where r.customer_id = ${customerId} and r.run_id = ${id} for update skip locked`);

/** Held as well, but after whoever holds it now. */
export const waitForRun = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`select 1 from run r where r.customer_id = ${customerId} and r.run_id = ${id} for update`);

const RUNS = list({
	row: RunRow,
	columns: COLUMNS,
	from: sql`run r`,
	orders: { createdAt: { by: sql`r.created_at`, type: 'timestamptz' } },
	usual: '-createdAt',
	key: { by: sql`r.run_id`, type: 'uuid' },
});

/** Which runs a list shows. */
export interface RunFilter {
	readonly kind: string | undefined;
	/** Those of some domains, and those about none that this user started; null: all of the customer. */
	readonly to: { readonly domainIds: readonly string[]; readonly by: string } | null;
}

const wanted = (customerId: number, { kind, to }: RunFilter) =>
	sql`r.customer_id = ${customerId} ${kind === undefined ? empty : sql`and r.kind = ${kind}`}
		${to === null ? empty : sql`and (r.domain_id = any(${to.domainIds}::uuid[]) or (r.domain_id is null and r.created_by = ${to.by}))`}`;

export const listRuns = (tx: Tx, customerId: number, filter: RunFilter, query: { page: number; size: number }): Promise<Found<RunRow>> =>
	readPage(tx, RUNS, [wanted(customerId, filter)], query);

export interface Change {
	readonly state?: RunState;
	readonly cursor?: unknown;
	readonly done?: number;
	readonly total?: number;
	readonly counts?: Readonly<Record<string, number>>;
	readonly found?: number;
	readonly tries?: number;
	readonly problem?: string;
}

/** What the run is from now on. Whoever changes it holds it; `step` tells everybody else that they do not. */
export const changeRun = async (tx: Tx, customerId: number, run: RunRow, change: Change): Promise<RunRow> => {
	const at = now();
	const state = change.state ?? run.state;
	const next: RunRow = {
		...run,
		state,
		cursor: change.cursor === undefined ? run.cursor : change.cursor,
		step: run.step + 1,
		done: change.done ?? run.done,
		total: change.total ?? run.total,
		counts: change.counts ?? run.counts,
		found: change.found ?? run.found,
		tries: change.tries ?? run.tries,
		problem: change.problem ?? run.problem,
		started_at: run.started_at ?? (state === 'waiting' ? null : at),
		ended_at: state === 'waiting' || state === 'running' ? null : at,
	};
	await tx.run(sql`update run set state = ${next.state}, cursor = ${JSON.stringify(next.cursor)}, step = ${next.step}, done = ${next.done},
			total = ${next.total}, counts = ${JSON.stringify(next.counts)}, found = ${next.found}, tries = ${next.tries}, problem = ${next.problem},
			started_at = ${next.started_at}, ended_at = ${next.ended_at}, moved_at = ${at}
		where customer_id = ${customerId} and run_id = ${run.run_id}`);
	return next;
};

/** What another file or server wrote may hold anything, and no store takes a NUL or half a sign. */
const asText = (_: string, value: unknown): unknown =>
	typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value;

/** Findings are numbered as they come, from `from` on. */
export const insertFindings = (tx: Tx, customerId: number, id: string, from: number, findings: readonly Finding[]): Promise<unknown> =>
	tx.run(sql`insert into run_finding (customer_id, run_id, number, body)
		select ${customerId}::int, ${id}::uuid, ${from}::bigint + g.place, g.body
		from unnest(${findings.map((one) => JSON.stringify(one, asText))}::jsonb[]) with ordinality g (body, place)
		on conflict do nothing`);

const FindingRow = row({ number: int, body: json(FindingShape) });

/** Findings after a number, in their order. */
export const readFindings = (tx: Tx, customerId: number, id: string, after: number, limit: number): Promise<RowOf<typeof FindingRow>[]> =>
	tx.rows(
		FindingRow,
		sql`select number, body from run_finding where customer_id = ${customerId} and run_id = ${id} and number > ${after} order by number limit ${limit}`,
	);

const OpenRow = row({ customer_id: int, run_id: uuid });

/** Runs of all customers that nobody has moved since. */
export const stalledRuns = (across: Tx, before: Date): Promise<RowOf<typeof OpenRow>[]> =>
	across.rows(
		OpenRow,
		sql`select customer_id, run_id from run where state in ('waiting', 'running') and moved_at < ${before} order by moved_at limit 1000`,
	);

/** Runs of all customers that ended before then and still name what they found. */
export const oldFindings = (across: Tx, before: Date): Promise<RowOf<typeof OpenRow>[]> =>
	across.rows(OpenRow, sql`select customer_id, run_id from run where ended_at < ${before} and found > 0 order by ended_at limit 1000`);

/** The rows that were named go, what was counted stays. */
export const forgetFindings = async (tx: Tx, customerId: number, id: string): Promise<void> => {
	await tx.run(sql`delete from run_finding where customer_id = ${customerId} and run_id = ${id}`);
	await tx.run(sql`update run set found = 0 where customer_id = ${customerId} and run_id = ${id}`);
};

/** Rows that a customer's runs found and that name somebody who is erased. */
export const forgetNamed = (tx: Tx, customerId: number, words: Words): Promise<number> =>
	tx.run(sql`delete from run_finding f where f.customer_id = ${customerId} and ${jsonNames(sql`f.body`, words)}`);

/**
 * Empties a text that a kind's runs were given, such as the name of a file, where it names somebody who is erased. Of runs that
 * are over: one under way is held by whoever works on it, and keeps its file, too, until it ends.
 */
export const forgetInput = (tx: Tx, customerId: number, kind: string, field: string, words: Words): Promise<number> =>
	tx.run(sql`update run set input = jsonb_set(input, ${[field]}::text[], '""')
		where customer_id = ${customerId} and kind = ${kind} and state not in ('waiting', 'running')
			and ${jsonNames(sql`coalesce(input -> ${field}::text, 'null')`, words)}`);

/** Empties the names of columns that a kind's runs read, where they name somebody who is erased; each column keeps its place. */
export const forgetHeader = (tx: Tx, customerId: number, kind: string, words: Words): Promise<number> =>
	tx.run(sql`update run set cursor = jsonb_set(cursor, '{header}', (select jsonb_agg(''::text) from jsonb_array_elements(cursor -> 'header')))
		where customer_id = ${customerId} and kind = ${kind} and state not in ('waiting', 'running')
			and jsonb_typeof(cursor -> 'header') = 'array' and ${jsonNames(sql`coalesce(cursor -> 'header', 'null')`, words)}`);

/** Runs that are about a domain end here, whatever they do: it is off every list. */
export const cancelRunsOf = (tx: Tx, customerId: number, domainId: string): Promise<number> =>
	tx.run(sql`update run set state = 'cancelled', step = step + 1, ended_at = ${now()}, moved_at = ${now()}
		where customer_id = ${customerId} and domain_id = ${domainId} and state in ('waiting', 'running')`);

/** What runs about a domain were asked for, found and kept goes with it. Answers how many runs. */
export const forgetRunsOf = async (tx: Tx, customerId: number, domainId: string): Promise<number> => {
	const runs = sql`(select run_id from run where customer_id = ${customerId} and domain_id = ${domainId})`;
	await tx.run(sql`delete from run_finding where customer_id = ${customerId} and run_id in ${runs}`);
	await tx.run(sql`delete from run_scratch where customer_id = ${customerId} and run_id in ${runs}`);
	return tx.run(sql`delete from run where customer_id = ${customerId} and domain_id = ${domainId}`);
};

const Input = row({ input: json(z.record(z.string(), z.unknown())) });

/** What a customer's runs that are not over were asked for. */
export const openInputs = async (tx: Tx, customerId: number): Promise<Record<string, unknown>[]> =>
	(await tx.rows(Input, sql`select input from run where customer_id = ${customerId} and state in ('waiting', 'running')`)).map(
		({ input }) => input,
	);

const Running = row({ run_id: uuid });

/** Whether a run of this kind is under way. */
export const isRunning = async (tx: Tx, customerId: number, kind: string): Promise<boolean> =>
	(await tx.rows(Running, sql`select run_id from run where customer_id = ${customerId} and kind = ${kind} and state = 'running' limit 1`))
		.length > 0;

/** What was kept for the time of the run is nobody's any more. */
export const clearScratch = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`delete from run_scratch where customer_id = ${customerId} and run_id = ${id}`);

const ScratchRow = row({ key: text, value: json(z.unknown()) });

/** What the run keeps under these keys. */
export const readScratch = async (tx: Tx, customerId: number, id: string, keys: readonly string[]): Promise<Map<string, unknown>> => {
	const found = await tx.rows(
		ScratchRow,
		sql`select key, value from run_scratch where customer_id = ${customerId} and run_id = ${id} and key = any(${texts(keys)}::text[])`,
	);
	return new Map(found.map(({ key, value }) => [key, value]));
};

/** Under no key of a kind's own: that the run has begun to keep things, whether or not there was anything to keep. */
const BEGUN = '';

/** With the first step of a run that keeps things: what it kept so far may be nothing at all. */
export const beginScratch = (tx: Tx, customerId: number, id: string): Promise<unknown> =>
	keepScratch(tx, customerId, id, new Map([[BEGUN, true]]));

/** Whether what was begun is there still: a crash of the database empties it. */
export const hasScratch = async (tx: Tx, customerId: number, id: string): Promise<boolean> =>
	(await readScratch(tx, customerId, id, [BEGUN])).has(BEGUN);

export const keepScratch = (tx: Tx, customerId: number, id: string, entries: ReadonlyMap<string, unknown>): Promise<unknown> =>
	tx.run(sql`insert into run_scratch (customer_id, run_id, key, value)
		select ${customerId}::int, ${id}::uuid, g.key, g.value::jsonb
		from unnest(${texts([...entries.keys()])}::text[], ${texts([...entries.values()].map((one) => JSON.stringify(one)))}::text[]) g (key, value)
		on conflict (customer_id, run_id, key) do update set value = excluded.value`);
