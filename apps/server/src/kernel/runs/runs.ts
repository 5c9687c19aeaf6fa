/**
 * Long work is a row that moves in the transaction of the work itself: killed at any moment it goes on where it was, and
 * nothing of it is done twice. A kind of run yields steps; each is one transaction that does its part and says where the next
 * one begins. Between two steps a run can be cancelled. No worker is trusted to be the only one: the row is held for the
 * length of a step, and whoever finds it moved by somebody else leaves it to them.
 */
import type { Finding } from '@luvalla/contract/runs.ts';
import pg from 'pg';
import * as z from 'zod';
import { recordActivity } from '../access/activity.ts';
import type { Asker } from '../access/asker.ts';
import { newId, now } from '../clock.ts';
import { Refused, type Sentences } from '../http/errors.ts';
import { forEach } from '../jobs/each.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { isAway } from '../storage/reach.ts';
import { sql } from '../storage/rows.ts';
import type { Storage, Tx } from '../storage/storage.ts';
import {
	changeRun,
	clearScratch,
	forgetFindings,
	holdRun,
	insertFindings,
	insertRun,
	oldFindings,
	type RunRow,
	readRun,
	stalledRuns,
} from './store.ts';

/** Where the next step begins, and what this one came to. */
export interface Moved<C> {
	readonly cursor: C;
	/** How far the run is now, in the unit of `total`. */
	readonly done: number;
	readonly total?: number;
	/** Added to what was counted before. */
	readonly counts?: Readonly<Record<string, number>>;
	readonly found?: readonly Finding[];
	/** Nothing has moved: work outside the database goes on, and must neither be taken for dead nor lose its turn. */
	readonly still?: true;
}

export type Step<C> = (tx: Tx) => Promise<Moved<C>>;

export interface Running<I, C> {
	readonly customerId: number;
	readonly runId: string;
	readonly domainId: string | null;
	readonly input: I;
	readonly cursor: C;
	readonly by: string | null;
}

export interface RunKind<I = unknown, C = unknown> {
	/** A stable word: `upload`. */
	readonly kind: string;
	readonly input: z.ZodType<I>;
	readonly cursor: z.ZodType<C>;
	/** Steps from the cursor on, until there is nothing left. A Refused that it throws ends the run with that code. */
	readonly steps: (run: Running<I, C>) => AsyncIterable<Step<C>>;
	/** Its steps take rows out of what is otherwise only added to (`Storage.inErasure`). */
	readonly erases?: true;
	/** A line of its own: for work that mostly waits for somebody else's server, and must hold up no other. */
	readonly queue?: RunQueue;
	/** What of the input people are shown. */
	readonly about: (input: I) => Record<string, string | number | boolean | null>;
	/** The columns of the file that findings refer to, where there are any. */
	readonly header?: (cursor: C) => readonly string[];
	/** Why, in words; for the file of findings. */
	readonly reason: (finding: Finding) => Sentences;
	/** In the transaction that ends the run, however it ended. */
	readonly ended?: (tx: Tx, run: Running<I, C>) => Promise<void>;
}

export interface RunQueue {
	readonly name: string;
	/** Runs under way at once, in each process. */
	readonly atOnce: number;
	/** How long a run works before others have their turn. */
	readonly sliceMs: number;
}

export interface NewWork<I, C> {
	readonly input: I;
	readonly cursor: C;
	readonly domainId: string | null;
	readonly total: number | null;
	/** Null: nobody asks, it is time; no activity row is written. */
	readonly asker: Asker | null;
	/** The activity row of its start. */
	readonly act: { readonly action: string; readonly thing: string; readonly thingId: string; readonly after: Record<string, unknown> };
}

export interface Runs {
	/** Makes a kind known. Once each, at the start of the program. */
	add<I, C>(kind: RunKind<I, C>): void;
	/** Starts work in the transaction of the call that asks for it. Answers the run's id. */
	start<I, C>(tx: Tx, customerId: number, kind: RunKind<I, C>, work: NewWork<I, C>): Promise<string>;
	/** The kind of a stored run. @throws when the program has none of that name. */
	kindOf(row: Pick<RunRow, 'kind'>): AnyKind;
	/** Worker's part. */
	work(): Promise<void>;
	stop(): Promise<void>;
}

/** A kind whose input and cursor are parsed on their way in: what a stored run needs. */
export interface AnyKind {
	about(row: Pick<RunRow, 'input'>): Record<string, string | number | boolean | null>;
	header(row: Pick<RunRow, 'cursor'>): readonly string[];
	reason(finding: Finding): Sentences;
	steps(customerId: number, row: RunRow): AsyncIterable<Step<unknown>>;
	readonly erases: boolean;
	readonly queue: RunQueue;
	ended(tx: Tx, customerId: number, row: RunRow): Promise<void>;
}

const Job = z.object({ customerId: z.int(), runId: z.string() });

/** The line of most kinds; of its places a customer has one less (jobs/worker.ts). */
const QUEUE: RunQueue = { name: 'run', atOnce: 3, sliceMs: 1_000 };
/** A run that has not moved for so long is worked on by nobody. */
const STALLED_MS = 30_000;
const LOOK_MS = 10_000;
/** Failures in a row, without a step between them. */
const MOST_TRIES = 5;
/** While the database, or a node of it, is away or has no room a run waits, and has failed at nothing: so often, and so long in all. */
const AWAY_MS = 5_000;
const MOST_AWAY_MS = 86_400_000;
/** Rows that a run named are people's own data: they are kept so long after its end. */
const FINDINGS_MS = 30 * 86_400_000;
/** News of a run's progress go out at most so often. */
const NEWS_MS = 500;

const opened = <I, C>(kind: RunKind<I, C>): AnyKind => {
	const running = (customerId: number, row: RunRow): Running<I, C> => ({
		customerId,
		runId: row.run_id,
		domainId: row.domain_id,
		input: kind.input.parse(row.input),
		cursor: kind.cursor.parse(row.cursor),
		by: row.created_by,
	});
	return {
		about: ({ input }) => kind.about(kind.input.parse(input)),
		header: ({ cursor }) => kind.header?.(kind.cursor.parse(cursor)) ?? [],
		reason: kind.reason,
		steps: (customerId, row) => kind.steps(running(customerId, row)),
		erases: kind.erases === true,
		queue: kind.queue ?? QUEUE,
		ended: async (tx, customerId, row) => kind.ended?.(tx, running(customerId, row)),
	};
};

const added = (before: Readonly<Record<string, number>>, more: Readonly<Record<string, number>>): Record<string, number> => {
	const sum: Record<string, number> = { ...before };
	for (const [word, n] of Object.entries(more)) sum[word] = (sum[word] ?? 0) + n;
	return sum;
};

/** Who is said to have started a run. */
export const startedBy = ({ actorId, userId }: Pick<Asker, 'actorId' | 'userId'>): string => actorId ?? userId;

/** Tells those who look on; domain admins hear of their own domains only. */
export const tellOfRun = (tx: Tx, customerId: number, { domain_id: domainId }: Pick<RunRow, 'domain_id'>): Promise<number> =>
	tx.run(
		sql`select pg_notify('live', ${JSON.stringify({ topic: 'runs', customerId, domains: domainId === null ? {} : { [domainId]: 1 } })})`,
	);

/** Answers how many runs name nobody any more. */
export const forgetOldFindings = async (storage: Storage): Promise<number> => {
	const old = await oldFindings(storage.across, new Date(now().getTime() - FINDINGS_MS));
	for (const { customer_id: customerId, run_id: runId } of old)
		await storage.inTenant(customerId, (tx) => forgetFindings(tx, customerId, runId));
	return old.length;
};

export const createRuns = ({ storage, jobs, log }: { storage: Storage; jobs: Jobs; log: Log }): Runs => {
	const kinds = new Map<string, AnyKind>();
	let looking: NodeJS.Timeout | null = null;
	let stopping = false;

	const kindOf = (row: Pick<RunRow, 'kind'>): AnyKind => {
		const kind = kinds.get(row.kind);
		if (!kind) throw new Error(`There is no kind of run called ${row.kind}.`);
		return kind;
	};

	const send = (tx: Tx, customerId: number, run: Pick<RunRow, 'run_id' | 'kind'>, startAfter?: Date): Promise<void> =>
		jobs.send(
			tx,
			kindOf(run).queue.name,
			{ customerId, runId: run.run_id },
			{ customerId, retryLimit: 0, ...(startAfter && { startAfter }) },
		);

	/** Ends it, if it is still as it was seen. */
	const end = (customerId: number, seen: RunRow, change: { state: 'done' | 'failed'; problem?: string }): Promise<void> =>
		storage.inTenant(customerId, async (tx) => {
			const row = await holdRun(tx, customerId, seen.run_id);
			if (row?.step !== seen.step) return;
			await kindOf(row).ended(tx, customerId, row);
			await clearScratch(tx, customerId, row.run_id);
			await tellOfRun(tx, customerId, await changeRun(tx, customerId, row, change));
		});

	/** A step failed: later once more, and after a few times no more. */
	const failed = async (customerId: number, seen: RunRow, error: unknown): Promise<void> => {
		if (error instanceof Refused) return end(customerId, seen, { state: 'failed', problem: error.code });
		// What it worked with was taken from it, a browser, as the program ends: it goes on in the next one, and has failed at nothing.
		if (stopping) {
			log.info('a run was left at the end of the program', { run: seen.run_id, kind: seen.kind });
			return storage.inTenant(customerId, (tx) => send(tx, customerId, seen, seen.created_at));
		}
		log.error('a step of a run failed', { run: seen.run_id, kind: seen.kind, error });
		const at = now().getTime();
		const waits = error instanceof pg.DatabaseError && isAway(error) && at < seen.created_at.getTime() + MOST_AWAY_MS;
		if (!waits && seen.tries + 1 >= MOST_TRIES) return end(customerId, seen, { state: 'failed', problem: 'internal' });
		await storage.inTenant(customerId, async (tx) => {
			const row = await holdRun(tx, customerId, seen.run_id);
			if (row?.step !== seen.step) return;
			await changeRun(tx, customerId, row, { tries: row.tries + (waits ? 0 : 1) });
			await send(tx, customerId, row, new Date(at + (waits ? AWAY_MS : 1000 * 2 ** row.tries)));
		});
	};

	const begin = (customerId: number, runId: string): Promise<RunRow | null> =>
		storage.inTenant(customerId, async (tx) => {
			const row = await holdRun(tx, customerId, runId);
			if (row?.state !== 'waiting' && row?.state !== 'running') return null;
			return changeRun(tx, customerId, row, { state: 'running' });
		});

	/** Works until the run ends, its slice is over, or somebody else has moved it. */
	const goOn = async (customerId: number, runId: string): Promise<void> => {
		let row = await begin(customerId, runId);
		if (row === null) return;
		let toldAt = 0;
		try {
			const kind = kindOf(row);
			const until = performance.now() + kind.queue.sliceMs;
			const within = kind.erases ? storage.inErasure : storage.inTenant;
			for await (const step of kind.steps(customerId, row)) {
				const seen: RunRow = row;
				let still = false;
				const moved: RunRow | null = await within(customerId, async (tx) => {
					const held = await holdRun(tx, customerId, runId);
					if (held?.step !== seen.step || held.state !== 'running') return null;
					const { cursor, done, total, counts = {}, found = [], still: waits = false } = await step(tx);
					still = waits;
					if (found.length > 0) await insertFindings(tx, customerId, runId, held.found, found);
					const next = await changeRun(tx, customerId, held, {
						cursor,
						done,
						...(total !== undefined && { total }),
						counts: added(held.counts, counts),
						found: held.found + found.length,
						// A step that brings nobody further forgives nothing: a run that fails behind it would be tried for ever.
						tries: done === held.done ? held.tries : 0,
					});
					if (performance.now() - toldAt >= NEWS_MS) {
						await tellOfRun(tx, customerId, next);
						toldAt = performance.now();
					}
					return next;
				});
				if (moved === null) return;
				row = moved;
				if (stopping || (!still && performance.now() > until)) {
					const waiting: RunRow = row;
					// Of the customer's own runs the earliest goes on first.
					await storage.inTenant(customerId, (tx) => send(tx, customerId, waiting, waiting.created_at));
					return;
				}
			}
			await end(customerId, row, { state: 'done' });
		} catch (error) {
			await failed(customerId, row, error);
		}
	};

	/** Work whose worker died is sent again. Two that are sent do no harm: one of them finds the run held. */
	const sendStalled = async (): Promise<void> => {
		const before = new Date(now().getTime() - STALLED_MS);
		await forEach(await stalledRuns(storage.across, before), ({ customer_id: customerId, run_id: runId }) =>
			storage.inTenant(customerId, async (tx) => {
				const row = await holdRun(tx, customerId, runId);
				if (row?.state !== 'waiting' && row?.state !== 'running') return;
				await changeRun(tx, customerId, row, {});
				await send(tx, customerId, row);
			}),
		);
	};

	return {
		add(kind) {
			kinds.set(kind.kind, opened(kind));
		},
		async start(tx, customerId, kind, { input, cursor, domainId, total, asker, act }) {
			const id = newId();
			await insertRun(tx, customerId, { id, kind: kind.kind, domainId, input, cursor, total, by: asker && startedBy(asker) });
			if (asker) await recordActivity(tx, customerId, asker, { ...act, after: { ...act.after, run: id } });
			await send(tx, customerId, { run_id: id, kind: kind.kind });
			const row = await readRun(tx, customerId, id);
			if (row) await tellOfRun(tx, customerId, row);
			return id;
		},
		kindOf,
		async work() {
			const queues = new Map([QUEUE, ...[...kinds.values()].map(({ queue }) => queue)].map((queue) => [queue.name, queue]));
			for (const { name, atOnce } of queues.values())
				await jobs.work(
					name,
					async (data) => {
						const { customerId, runId } = Job.parse(data);
						await goOn(customerId, runId);
					},
					{ concurrency: atOnce },
				);
			await jobs.schedule('forget-findings', '50 2 * * *', async () => {
				await forgetOldFindings(storage);
			});
			looking = setInterval(() => {
				sendStalled().catch((error: unknown) => log.error('runs that stand still could not be looked for', { error }));
			}, LOOK_MS);
			looking.unref();
		},
		async stop() {
			stopping = true;
			if (looking) clearInterval(looking);
		},
	};
};
