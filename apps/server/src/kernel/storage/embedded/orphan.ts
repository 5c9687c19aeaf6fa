/** What an earlier run may have left behind: a database still running, or its pid file after the pid went to somebody else. */
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import { EmbeddedError } from './binaries.ts';
import { processLives } from './lock.ts';

const POLITE_MS = 30_000;
const FIRM_MS = 10_000;

/** Run while holding the lock: whatever runs in this data directory now has no program any more. Stops it and clears the way. */
export const clearOrphan = async (pgdata: string, socket: string, log: Log): Promise<void> => {
	const pidFile = join(pgdata, 'postmaster.pid');
	const pid = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : Number.NaN;
	const known = Number.isInteger(pid) && pid > 1;
	if (known && processLives(pid) && isOurs(pid, pgdata)) {
		log.warn('a database of an earlier run is still there; stopping it', { pid });
		await stop(pid);
	}
	await childrenGone(pgdata);
	// PostgreSQL would take any process with this number for itself: inside our user namespace every process of root's
	// answers to kill(0). Nothing works in the folder any more, so these files are only memories.
	for (const file of [pidFile, socket, `${socket}.lock`]) rmSync(file, { force: true });
};

const stop = async (pid: number): Promise<void> => {
	const steps: [NodeJS.Signals, number][] = [
		['SIGINT', POLITE_MS],
		['SIGQUIT', FIRM_MS],
		['SIGKILL', FIRM_MS],
	];
	for (const [signal, waitMs] of steps) {
		process.kill(pid, signal);
		if (await until(() => !processLives(pid), waitMs)) return;
	}
	throw new EmbeddedError(`The database of an earlier run (process ${pid}) does not end; end it by hand.`);
};

/**
 * After a kill of the first process its children notice and leave: within moments, or once what they are writing is written.
 * Those that do not are ended; the next start recovers as after any crash.
 */
const childrenGone = async (pgdata: string): Promise<void> => {
	const gone = (): Promise<boolean> => until(() => workersIn(pgdata).length === 0, FIRM_MS);
	if (await gone()) return;
	for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
		for (const pid of workersIn(pgdata)) if (processLives(Number(pid))) process.kill(Number(pid), signal);
		if (await gone()) return;
	}
	throw new EmbeddedError(`Processes of an earlier database still work in ${pgdata}: ${workersIn(pgdata).join(', ')}.`);
};

const until = async (true_: () => boolean, waitMs: number): Promise<boolean> => {
	const end = performance.now() + waitMs;
	while (!true_()) {
		if (performance.now() > end) return false;
		await sleep(50);
	}
	return true;
};

/** Every process of PostgreSQL works in its data directory. Where /proc does not say, the pid file is believed. */
const isOurs = (pid: number, pgdata: string): boolean => folderOf(pid) === undefined || folderOf(pid) === realpathSync(pgdata);

/** undefined: unknown, because there is no /proc or it is not ours to read. */
const folderOf = (pid: number | string): string | undefined => {
	try {
		return readlinkSync(`/proc/${pid}/cwd`);
	} catch {
		return undefined;
	}
};

const workersIn = (pgdata: string): string[] => {
	if (!existsSync('/proc/self/cwd') || !existsSync(pgdata)) return [];
	const folder = realpathSync(pgdata);
	return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && folderOf(name) === folder && commandOf(name).includes('postgres'));
};

/** A shell that a person opened in the folder is none of ours. */
const commandOf = (pid: string): string => {
	try {
		return readFileSync(`/proc/${pid}/comm`, 'utf8');
	} catch {
		return '';
	}
};
