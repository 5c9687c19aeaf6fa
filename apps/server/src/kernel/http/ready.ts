/**
 * What this process stands on, part by part. Without the database or its queue it can serve nothing; without another part it
 * serves less, and names it. Everybody may ask, so nothing here is an address, and answers are kept for a moment.
 */
import { statfs } from 'node:fs/promises';
import { ROOM_BYTES } from '#kernel/storage/embedded/supervisor.ts';
import { readSchema } from '#kernel/storage/migrate.ts';
import { bool, int, orNull, type RowOf, row, sql } from '#kernel/storage/rows.ts';
import type { Storage } from '#kernel/storage/storage.ts';

/**
 * database  answers; `readonly` where it takes nothing, as a standby that nobody has promoted: banners are served, the rest refuses
 * queue     its tables are there
 * schema    is the one this program knows: `behind` until migrated, `newer` once a newer release has migrated it
 * jobs      a process works on them: it looked at the clock's jobs within JOBS_SECONDS
 * worker N  a node of the cluster, by number
 * disk      of an embedded database: `low` under LOW_BYTES free, `full` where the database waits for room
 */
export interface Part {
	readonly part: string;
	readonly state: 'ok' | 'missing' | 'readonly' | 'behind' | 'newer' | 'low' | 'full';
}

export interface Readiness {
	readonly database: boolean;
	readonly queue: boolean;
	/** Parts that are not as they should be. */
	readonly degraded: readonly string[];
	readonly parts: readonly Part[];
}

/** pg-boss marks it every half minute, from whichever process works. */
const JOBS_SECONDS = 150;
const LOW_BYTES = 1024 ** 3;
const KEPT_MS = 1000;

const Queue = row({ there: bool, writes: bool });
const Facts = row({ schema: orNull(int), worked: bool });

type Asked = Pick<Storage, 'whetherReady' | 'nodes'>;

/** @param dataDir of an embedded database; null: external */
const look = async (storage: Asked, dataDir: string | null, known: number): Promise<Readiness> => {
	const parts: Part[] = [];
	const answer = (database: boolean, queue: boolean): Readiness => ({
		database,
		queue,
		degraded: parts.filter(({ state }) => state !== 'ok').map(({ part }) => part),
		parts,
	});
	const told: { queue?: RowOf<typeof Queue> | null } = {};
	await storage
		.whetherReady(async (tx) => {
			told.queue = await tx.first(
				Queue,
				sql`select to_regclass('pgboss.job') is not null as there, current_setting('transaction_read_only') = 'off' as writes`,
			);
			// Thrown, so that the next one asks by another connection.
			if (told.queue?.writes === false) throw Object.assign(new Error('The database takes no writes.'), { code: '25006' });
		})
		.catch(() => undefined);
	const { queue = null } = told;
	parts.push({ part: 'database', state: queue === null ? 'missing' : queue.writes ? 'ok' : 'readonly' });
	if (queue === null) {
		if (dataDir !== null) parts.push({ part: 'disk', state: await diskState(dataDir) });
		return answer(false, false);
	}
	parts.push({ part: 'queue', state: queue.there ? 'ok' : 'missing' });
	// Without writes nobody works, and one more connection would be as this one is.
	if (!queue.there || !queue.writes) return answer(true, queue.there);

	const [facts] = await storage.whetherReady((tx) =>
		tx.rows(
			Facts,
			sql`select (select max(version) from schema_migration) as schema,
				exists (select 1 from pgboss.version where cron_on > now() - make_interval(secs => ${JOBS_SECONDS})) as worked`,
		),
	);
	const schema = facts?.schema ?? 0;
	parts.push(
		{ part: 'schema', state: schema === known ? 'ok' : schema < known ? 'behind' : 'newer' },
		{ part: 'jobs', state: facts?.worked ? 'ok' : 'missing' },
	);
	for (const { name, answers } of await storage.nodes()) parts.push({ part: name, state: answers ? 'ok' : 'missing' });
	if (dataDir !== null) parts.push({ part: 'disk', state: await diskState(dataDir) });
	return answer(true, true);
};

const diskState = async (folder: string): Promise<Part['state']> => {
	const disk = await statfs(folder).catch(() => null);
	if (disk === null) return 'missing';
	return stateWith(disk.bavail * disk.bsize);
};

export const stateWith = (freeBytes: number): Part['state'] => (freeBytes < ROOM_BYTES ? 'full' : freeBytes < LOW_BYTES ? 'low' : 'ok');

/** Looks at most once a second, however many ask. */
export const createReadiness = (storage: Asked, dataDir: string | null): (() => Promise<Readiness>) => {
	let known: Promise<number> | null = null;
	let kept: { found: Promise<Readiness>; until: number } | null = null;
	return () => {
		if (kept && kept.until > performance.now()) return kept.found;
		known ??= readSchema().then(({ migrations }) => migrations.length);
		const found = known.then((count) => look(storage, dataDir, count));
		kept = { found, until: Number.POSITIVE_INFINITY };
		const ended = (): void => {
			if (kept?.found === found) kept.until = performance.now() + KEPT_MS;
		};
		found.then(ended, ended);
		return found;
	};
};
