/**
 * Later work, on pg-boss. A job is sent in the transaction of the change it follows from, so both happen or neither.
 * Delivery is at least once: a handler guards its effect with a unique key, not with hope.
 * A process with ROLE=web sends and never works; `work` and `schedule` are the same calls there and do nothing more
 * than make the queue known.
 */
import { type Db, PgBoss, type SendOptions } from 'pg-boss';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { QUEUE_SCHEMA } from '../storage/queue.ts';
import type { Storage, Tx } from '../storage/storage.ts';

export type JobOptions = Pick<SendOptions, 'priority' | 'singletonKey' | 'retryLimit' | 'retryDelay' | 'expireInSeconds'> & {
	/** Not before then. */
	startAfter?: Date;
};

export interface WorkOptions {
	/** How many jobs of this name are worked on at the same time, in this process. */
	concurrency?: number;
	/** How many are fetched with one statement. */
	batch?: number;
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
const POLL_SECONDS = 5;
const STOP_MS = 20_000;

export const openJobs = async (settings: Pick<Settings, 'role'>, storage: Storage, log: Log): Promise<Jobs> => {
	const works = settings.role !== 'web';
	const boss = new PgBoss({
		db: bossDatabase(storage),
		schema: QUEUE_SCHEMA,
		createSchema: false,
		migrate: false,
		supervise: works,
		schedule: works,
		useListenNotify: works,
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

	const work: Jobs['work'] = async (name, handler, options = {}) => {
		await ensureQueue(name);
		if (!works) return;
		const settle = {
			localConcurrency: options.concurrency ?? 1,
			batchSize: options.batch ?? 1,
			// What waits is worked off without waiting for the next poll.
			burstWhenBatchFull: true,
			notifyPollingIntervalSeconds: POLL_SECONDS,
		};
		await boss.work(name, { ...settle, perJobResults: true }, async (jobs) =>
			Promise.all(
				jobs.map(async (job) => {
					try {
						await handler(job.data);
						return { id: job.id, status: 'completed' as const };
					} catch (error) {
						log.error('a job failed', { job: name, id: job.id, error });
						return { id: job.id, status: 'failed' as const, output: { message: error instanceof Error ? error.message : String(error) } };
					}
				}),
			),
		);
	};

	return {
		work,
		async send(tx, name, data, options = {}) {
			await ensureQueue(name);
			await boss.send(name, data, { ...options, db: inTransaction(tx) });
		},
		async schedule(name, cron, handler) {
			await work(name, handler);
			if (works) await boss.schedule(name, cron, null, { tz: 'UTC', singletonKey: name });
		},
		async check() {
			await boss.getQueues();
		},
		async stop() {
			await boss.stop({ graceful: true, timeout: STOP_MS });
		},
	};
};

const bossDatabase = (storage: Storage): Db => ({
	executeSql: storage.queue.executeSql,
	listen: async (channel, heard, again) => {
		const close = await storage.listen(channel, heard, again);
		again();
		return { close };
	},
});

const inTransaction = (tx: Tx): Db => ({ executeSql: async (text, values) => ({ rows: await tx.query(text, values) }) });
