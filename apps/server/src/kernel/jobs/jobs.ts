/**
 * Later work, on pg-boss. A job is sent in the transaction of the change it follows from, so both happen or neither.
 * Delivery is at least once: a handler guards its effect with a unique key, not with hope.
 * A process with ROLE=web sends and never works; `work` and `schedule` are the same calls there and do nothing more
 * than make the queue known.
 */
import { createHash } from 'node:crypto';
import { type Db, PgBoss, type SendOptions } from 'pg-boss';
import { counted } from '../http/measures.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { QUEUE_SCHEMA } from '../storage/queue.ts';
import type { Storage, Tx } from '../storage/storage.ts';
import { type Claimed, claimTurns, followClock, queuesDue } from './turns.ts';
import { createWorker, type Worker } from './worker.ts';

export type JobOptions = Pick<SendOptions, 'retryLimit' | 'retryDelay' | 'expireInSeconds'> & {
	/** Not before then. Of one customer's jobs the earliest is the first, so a moment that is past gives a place in the line. */
	startAfter?: Date;
	/** Whose it is: customers take turns. Without one it is the installation's own, which has its turns like a customer. */
	customerId?: number | null;
};

export interface WorkOptions {
	/** How many jobs of this name are worked on at the same time, in this process. No customer has all of several places. */
	concurrency?: number;
}

export interface Jobs {
	/** Sent when the transaction commits. */
	send(tx: Tx, name: string, data: object, options?: JobOptions): Promise<void>;
	/** A handler that throws has its job tried again, five times, each later than the last. */
	work(name: string, handler: (data: unknown) => Promise<void>, options?: WorkOptions): Promise<void>;
	/** `cron` in UTC, once for all processes. The handler must bear being called twice. */
	schedule(name: string, cron: string, handler: () => Promise<void>): Promise<void>;
	/** For /readyz: the queue answers. @throws when not. */
	check(): Promise<void>;
	/** Lets running handlers end first. */
	stop(): Promise<void>;
}

const QUEUE = {
	notify: true,
	retryLimit: 5,
	retryDelay: 5,
	retryBackoff: true,
	retryDelayMax: 3600,
	expireInSeconds: 900,
	deleteAfterSeconds: 3 * 86_400,
};
/** News wakes the workers for what is due at once; second tries and later dates wait for this. */
const POLL_MS = 5_000;
const STOP_MS = 20_000;

const jobsEnded = counted<'job' | 'outcome'>('luvalla_jobs_ended_total', 'Jobs that this process worked on, by how they ended.');

export const openJobs = async (settings: Pick<Settings, 'role'>, storage: Storage, log: Log): Promise<Jobs> => {
	const works = settings.role !== 'web';
	const boss = new PgBoss({
		db: { executeSql: storage.queue.executeSql },
		schema: QUEUE_SCHEMA,
		createSchema: false,
		migrate: false,
		supervise: works,
		schedule: works,
		// Our own workers listen (`claimTurns`).
		useListenNotify: false,
		// The indexes belong to the owner role.
		reindex: false,
		monitorVacuum: false,
		superviseIntervalSeconds: 60,
		cronMonitorIntervalSeconds: 30,
		cronWorkerIntervalSeconds: 30,
	});
	boss.on('error', (error) => log.error('the job queue reports an error', { error }));
	boss.on('warning', (warning) => log.warn('the job queue warns', { warning: warning.message }));
	await boss.start();

	const known = new Map<string, Promise<void>>();
	const ensureQueue = (name: string): Promise<void> => {
		const pending = known.get(name) ?? boss.createQueue(name, QUEUE);
		known.set(name, pending);
		pending.catch(() => known.delete(name));
		return pending;
	};

	const workers = new Map<string, Worker>();
	const broken = (error: unknown): void => log.error('the job queue does not answer', { error });
	const work: Jobs['work'] = async (name, handler, options = {}) => {
		await ensureQueue(name);
		if (!works) return;
		if (workers.has(name)) throw new Error(`Two workers want the jobs called ${name}.`);
		const worker = createWorker({
			name,
			places: options.concurrency ?? 1,
			handler,
			claim: (turn) => claimTurns(storage.queue, turn),
			done: async (ended) => {
				await boss.complete(name, ended.map(attemptOf));
				jobsEnded({ job: name, outcome: 'done' }, ended.length);
			},
			failed: async (ended, error) => {
				jobsEnded({ job: name, outcome: 'failed' }, ended.length);
				log.error('a job failed', { job: name, ids: ended.map(({ id }) => id), error });
				await boss.fail(name, ended.map(attemptOf), { message: error instanceof Error ? error.message : String(error) });
			},
			broken,
		});
		workers.set(name, worker);
		worker.wake();
	};

	const wakeAll = (): void => {
		for (const worker of workers.values()) worker.wake();
	};
	const unlisten = works ? await storage.listen(TOPIC, (name) => workers.get(name)?.wake(), wakeAll) : null;
	const poll = works
		? setInterval(() => {
				const due = followClock(storage.queue).then(() => queuesDue(storage.queue, [...workers.keys()]));
				due.then((names) => {
					for (const name of names) workers.get(name)?.wake();
				}, broken);
			}, POLL_MS)
		: undefined;

	return {
		work,
		async send(tx, name, data, options = {}) {
			await ensureQueue(name);
			const { customerId = null, ...given } = options;
			await boss.send(name, data, { ...given, ...(customerId !== null && { group: { id: String(customerId) } }), db: inTransaction(tx) });
		},
		async schedule(name, cron, handler) {
			await work(name, handler);
			if (works) await boss.schedule(name, cron, null, { tz: 'UTC', singletonKey: name });
		},
		async check() {
			await boss.getQueues();
		},
		async stop() {
			clearInterval(poll);
			await unlisten?.();
			await Promise.all([...workers.values()].map((worker) => worker.stop(STOP_MS)));
			await boss.stop({ graceful: true, timeout: STOP_MS });
		},
	};
};

/** The claim, not the job: whoever has taken it up since is not spoken for. */
const attemptOf = ({ id, retryCount }: Claimed) => ({ id, retryCount });

/** Where the library says that something was sent to a queue. */
const TOPIC = `pgboss_${createHash('sha224').update(QUEUE_SCHEMA).digest('hex').slice(0, 24)}`;

const inTransaction = (tx: Tx): Db => ({ executeSql: async (text, values) => ({ rows: await tx.query(text, values) }) });
