/** Starts the embedded PostgreSQL, keeps it running, stops it. One data directory, one unix socket, no network. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	chmodSync,
	chownSync,
	closeSync,
	existsSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
} from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../log.ts';
import { LIMITS } from '../limits.ts';
import { EMBEDDED_ADMIN } from '../roles.ts';
import { EmbeddedError, findBinaries, findRunAs, NOBODY, type RunAs } from './binaries.ts';
import { clearOrphan } from './orphan.ts';

export interface Supervised {
	socketDir: string;
	pid(): number | undefined;
	stop(): Promise<void>;
}

export interface SupervisorOptions {
	/** Holds `data`, `log` and, where its path is short enough, the socket. */
	folder: string;
	/** Off only for throw-away test databases. */
	durable: boolean;
	runAs?: RunAs['name'];
	/** Room on the disk of a folder; by default what the system says. */
	freeBytes?: (folder: string) => Promise<number>;
}

/** A longer path does not fit into sockaddr_un. */
const LONGEST_SOCKET_PATH = 107;
const SOCKET_FILE = '.s.PGSQL.5432';
const LOG_BYTES = 10_000_000;
const RESTARTS_A_MINUTE = 5;
/** Between two tries, doubled with each. */
const AGAIN_MS = 500;
/** How often a full disk is looked at. */
const LOOK_MS = 2000;
/** Less is no room for the database to begin in: some segments of its log, and what recovery writes. */
export const ROOM_BYTES = 64 * 1024 * 1024;
/** What it says where there is none, also under a quota, of which the disk's own numbers tell nothing. */
const NO_ROOM = /No space left on device|Disk quota exceeded/i;

/** Small while idle (worker processes that nobody needs are off), quick at durable writes. */
const CONFIGURATION: Record<string, string> = {
	listen_addresses: '',
	unix_socket_permissions: '0700',
	max_connections: '60',
	// Counted only as far as it is touched, so an idle server does not pay for it.
	shared_buffers: '128MB',
	work_mem: '8MB',
	maintenance_work_mem: '64MB',
	effective_cache_size: '512MB',
	huge_pages: 'off',
	jit: 'off',
	// I/O workers would be three more processes; the default method of 17 does for one disk.
	io_method: 'sync',
	max_worker_processes: '4',
	max_parallel_workers_per_gather: '1',
	max_logical_replication_workers: '0',
	autovacuum_max_workers: '2',
	// Nothing replicates from here, so the log holds what crash recovery needs and no more.
	wal_level: 'minimal',
	max_wal_senders: '0',
	wal_buffers: '8MB',
	max_wal_size: '2GB',
	min_wal_size: '128MB',
	checkpoint_timeout: '15min',
	random_page_cost: '1.1',
	timezone: 'UTC',
	log_timezone: 'UTC',
	log_min_messages: 'warning',
	// Values and texts of failed statements may be personal data.
	log_min_error_statement: 'panic',
	log_error_verbosity: 'terse',
	log_line_prefix: '%m [%p] ',
};

/** Refused data is worse than a slow test: the three that trade durability for speed stand apart. */
const THROW_AWAY: Record<string, string> = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

/**
 * Run while holding the lock of DATA_DIR. Makes the cluster if there is none, clears what an earlier run left, waits until connections are taken.
 * @throws EmbeddedError with one sentence, and the end of the database's own log where that says more.
 */
export const startSupervised = async (options: SupervisorOptions, log: Log): Promise<Supervised> => {
	const binaries = findBinaries();
	const runAs = findRunAs(options.runAs);
	const pgdata = join(options.folder, 'data');
	const logFile = join(options.folder, 'postgres.log');
	mkdirSync(options.folder, { recursive: true, mode: 0o700 });
	own(options.folder, runAs);
	const socketDir = makeSocketDir(options.folder, runAs);
	if (!existsSync(join(pgdata, 'PG_VERSION'))) initialise(binaries.initdb, runAs, pgdata);
	refuseOtherVersion(binaries.postgres, runAs, pgdata);
	ownAll(pgdata, runAs);
	await clearOrphan(pgdata, join(socketDir, SOCKET_FILE), log);
	rotate(logFile);

	let child: ChildProcess | null = null;
	let starting = false;
	const stopped = new AbortController();
	let failures: number[] = [];
	let reviving: Promise<void> = Promise.resolve();
	const freeBytes = options.freeBytes ?? freeBytesOf;

	const launch = async (): Promise<void> => {
		const started = spawnDatabase(binaries.postgres, runAs, pgdata, socketDir, logFile, options.durable);
		child = started;
		starting = true;
		started.once('exit', (code, signal) => {
			if (child !== started) return;
			child = null;
			if (starting || stopped.signal.aborted) return;
			log.error('the database stopped by itself', { code, signal, log: logFile });
			reviving = revive();
		});
		try {
			await answering(socketDir, started, logFile);
		} finally {
			starting = false;
		}
	};

	/** Until there is room enough to begin. Nobody's restart helps before, and each would end as the last one did. */
	const roomThere = async (): Promise<void> => {
		let told = false;
		while (!stopped.signal.aborted && (await freeBytes(options.folder)) < ROOM_BYTES) {
			if (!told) log.error('the disk is full: the database waits for room', { folder: options.folder, neededBytes: ROOM_BYTES });
			told = true;
			await sleep(LOOK_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
		}
	};

	/** The database died under us (out of memory, a full disk, a stray kill): bring it back, unless it keeps dying where there is room. */
	const revive = async (): Promise<void> => {
		for (;;) {
			await roomThere();
			const at = performance.now();
			failures = [...failures.filter((one) => at - one < 60_000), at];
			const lacksRoom = NO_ROOM.test(lastLine(logFile));
			if (failures.length > RESTARTS_A_MINUTE && !lacksRoom) {
				log.error('the database keeps stopping; giving up', { log: logFile });
				process.kill(process.pid, 'SIGTERM');
				return;
			}
			// The first at once, then later and later.
			const wait = failures.length === 1 ? 0 : Math.min(AGAIN_MS * 2 ** (failures.length - 2), LOOK_MS * 4);
			await sleep(wait, undefined, { signal: stopped.signal }).catch(() => undefined);
			if (stopped.signal.aborted) return;
			try {
				await clearOrphan(pgdata, join(socketDir, SOCKET_FILE), log);
				if (stopped.signal.aborted) return;
				await launch();
				log.warn('the database is back');
				return;
			} catch (error) {
				log.error('the database does not come back', { error });
				// It runs and does not answer yet: its end is told, and begins this anew.
				if (child !== null) return;
			}
		}
	};

	/** Where the kernel does not interrupt the database when its parent ends, this does, unless the end was kill -9. */
	const lastResort = (): void => void child?.kill('SIGINT');
	process.on('exit', lastResort);

	const stop = async (): Promise<void> => {
		stopped.abort();
		const running = child;
		if (running !== null) await ended(running, log);
		await reviving;
		process.off('exit', lastResort);
	};

	try {
		await launch();
	} catch (error) {
		await stop();
		throw error;
	}
	return { socketDir, pid: () => child?.pid, stop };
};

/** Fast shutdown; immediate when it takes too long (recovery at the next start puts that right). */
const ended = async (child: ChildProcess, log: Log): Promise<void> => {
	const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	if (child.exitCode !== null || child.signalCode !== null) return;
	child.kill('SIGINT');
	const late = setTimeout(() => {
		log.warn('the database is slow to stop; ending it at once');
		child.kill('SIGQUIT');
	}, LIMITS.stopMs);
	await gone;
	clearTimeout(late);
};

const spawnDatabase = (
	postgres: string,
	runAs: RunAs,
	pgdata: string,
	socketDir: string,
	logFile: string,
	durable: boolean,
): ChildProcess => {
	const settings = { ...CONFIGURATION, ...(durable ? {} : THROW_AWAY), unix_socket_directories: socketDir };
	const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const output = openSync(logFile, 'a', 0o600);
	try {
		const [command = postgres, ...rest] = [...runAs.prefix, postgres, '-D', pgdata, ...flags];
		// A group of its own: Ctrl-C reaches it only through us, after everything that uses it has ended.
		return spawn(command, rest, { detached: true, stdio: ['ignore', output, output], env: environment() });
	} finally {
		closeSync(output);
	}
};

const answering = async (socketDir: string, child: ChildProcess, logFile: string): Promise<void> => {
	const end = performance.now() + LIMITS.startMs;
	let failed: string | null = null;
	child.once('error', (error) => {
		failed = error.message;
	});
	for (;;) {
		if (failed !== null || child.exitCode !== null || child.signalCode !== null)
			throw new EmbeddedError(`The embedded database did not start: ${failed ?? lastLine(logFile)}`);
		if (await answers(socketDir)) return;
		if (performance.now() > end)
			throw new EmbeddedError(`The embedded database did not answer within ${LIMITS.startMs / 1000} s; its log is ${logFile}.`);
		await sleep(20);
	}
};

const answers = async (socketDir: string): Promise<boolean> => {
	if (!existsSync(join(socketDir, SOCKET_FILE))) return false;
	const client = new pg.Client({ host: socketDir, port: 5432, user: EMBEDDED_ADMIN, database: 'postgres' });
	client.on('error', () => undefined);
	try {
		await client.connect();
		await client.end();
		return true;
	} catch {
		// Still recovering, or a socket file that a killed server left.
		return false;
	}
};

/** Made aside and renamed when whole: a start that is killed here leaves nothing that looks like a database. */
const initialise = (initdb: string, runAs: RunAs, pgdata: string): void => {
	const draft = `${pgdata}.new`;
	rmSync(draft, { recursive: true, force: true });
	mkdirSync(draft, { mode: 0o700 });
	own(draft, runAs);
	// Trust: the socket lies in a folder of mode 700, and whoever may enter that may read the files as well.
	const options = [
		'-D',
		draft,
		'-U',
		EMBEDDED_ADMIN,
		'-A',
		'trust',
		'--encoding=UTF8',
		'--locale-provider=builtin',
		'--builtin-locale=C.UTF-8',
		'--locale=C',
		'--no-instructions',
	];
	const [command = initdb, ...rest] = [...runAs.prefix, initdb, ...options];
	const result = spawnSync(command, rest, { env: environment(), encoding: 'utf8' });
	if (result.status !== 0)
		throw new EmbeddedError(`The embedded database could not be made: ${(result.stderr ?? result.error?.message ?? '').trim()}`);
	renameSync(draft, pgdata);
};

const refuseOtherVersion = (postgres: string, runAs: RunAs, pgdata: string): void => {
	const data = readFileSync(join(pgdata, 'PG_VERSION'), 'utf8').trim();
	const [command = postgres, ...rest] = [...runAs.prefix, postgres, '--version'];
	const program = /(\d+)\.\d+/.exec(spawnSync(command, rest, { env: environment(), encoding: 'utf8' }).stdout ?? '')?.[1];
	if (program !== data)
		throw new EmbeddedError(
			`DATA_DIR holds a database of PostgreSQL ${data}, this program brings ${program ?? 'none'}; take a backup with the program it was made with and restore it here.`,
		);
};

/** Nothing of the caller's environment decides how the database works. */
const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });

/** Where the socket of the database in this folder is: near it, unless the path is too long for a socket. */
export const socketFolder = (folder: string): string => {
	const near = join(folder, 'run');
	const fits = Buffer.byteLength(join(near, SOCKET_FILE)) <= LONGEST_SOCKET_PATH;
	return fits ? near : join(tmpdir(), `luvalla-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
};

const makeSocketDir = (folder: string, runAs: RunAs): string => {
	const socketDir = socketFolder(folder);
	mkdirSync(socketDir, { recursive: true, mode: 0o700 });
	const found = lstatSync(socketDir);
	// In a shared temporary folder somebody else might have been there first. Root's own may be nobody's from an earlier way to run.
	const ours = [process.getuid?.(), ...(process.getuid?.() === 0 ? [NOBODY] : [])];
	if (!found.isDirectory() || !ours.includes(found.uid)) {
		throw new EmbeddedError(`${socketDir} belongs to somebody else; choose a DATA_DIR with a shorter path.`);
	}
	chmodSync(socketDir, 0o700);
	own(socketDir, runAs);
	return socketDir;
};

const own = (path: string, runAs: RunAs): void => {
	if (runAs.owner !== null && statSync(path).uid !== runAs.owner) chownSync(path, runAs.owner, runAs.owner);
};

/** The way to run may have changed since the last start, and with it whom the files must belong to. */
const ownAll = (pgdata: string, runAs: RunAs): void => {
	if (runAs.owner === null || statSync(pgdata).uid === runAs.owner) return;
	for (const entry of readdirSync(pgdata, { recursive: true, encoding: 'utf8' })) chownSync(join(pgdata, entry), runAs.owner, runAs.owner);
	own(pgdata, runAs);
};

const rotate = (logFile: string): void => {
	if (existsSync(logFile) && statSync(logFile).size > LOG_BYTES) renameSync(logFile, `${logFile}.1`);
};

const freeBytesOf = async (folder: string): Promise<number> => {
	const disk = await statfs(folder);
	return disk.bavail * disk.bsize;
};

const lastLine = (logFile: string): string => {
	const lines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-20);
	return lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? lines.at(-1) ?? `see ${logFile}`;
};
