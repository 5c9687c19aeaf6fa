/** One program per DATA_DIR: a lock file that names its holder, and outlives it harmlessly. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedError } from './binaries.ts';

export class LockedError extends Error {
	override readonly name = 'LockedError';
}

interface Holder {
	pid: number;
	/** Tells a process from a later one with the same number. */
	startedAt: string;
	what: string;
}

export interface Lock {
	release(): void;
}

const pathOf = (dataDir: string): string => join(dataDir, 'luvalla.lock');

/** Who holds it and lives, or null. */
export const lockHolder = (dataDir: string): Holder | null => {
	const holder = read(pathOf(dataDir));
	return holder !== null && alive(holder) ? holder : null;
};

/** @throws LockedError with one sentence naming the holder; EmbeddedError where the disk is full. */
export const takeLock = (dataDir: string, what: string): Lock => {
	const path = pathOf(dataDir);
	const own: Holder = { pid: process.pid, startedAt: startOf(process.pid) ?? '', what };
	const draft = `${path}.${process.pid}`;
	try {
		writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
		for (let attempt = 0; attempt < 5; attempt++) {
			// A link appears whole or not at all, and never over another.
			if (linked(draft, path)) return { release: () => release(path, own) };
			const holder = read(path);
			if (holder !== null && alive(holder))
				throw new LockedError(
					`DATA_DIR ${dataDir} is in use by ${holder.what} (process ${holder.pid}); stop it first, or choose another DATA_DIR.`,
				);
			setAside(path, holder);
		}
	} catch (error) {
		const full = ['ENOSPC', 'EDQUOT'].find((code) => hasCode(error, code));
		throw full ? new EmbeddedError(`There is no room left in DATA_DIR ${dataDir} (${full}).`, { cause: error }) : error;
	} finally {
		rmSync(draft, { force: true });
	}
	throw new LockedError(`DATA_DIR ${dataDir} is being taken by another process at this moment; try again.`);
};

const linked = (from: string, to: string): boolean => {
	try {
		linkSync(from, to);
		return true;
	} catch (error) {
		if (hasCode(error, 'EEXIST')) return false;
		throw error;
	}
};

/** Two starters may both find a stale lock: the slower must not throw away what the faster has put in its place. */
const setAside = (path: string, stale: Holder | null): void => {
	const aside = `${path}.stale.${process.pid}`;
	try {
		renameSync(path, aside);
	} catch (error) {
		if (hasCode(error, 'ENOENT')) return;
		throw error;
	}
	const moved = read(aside);
	if (moved !== null && alive(moved) && moved.pid !== stale?.pid) linked(aside, path);
	rmSync(aside, { force: true });
};

const release = (path: string, own: Holder): void => {
	const holder = read(path);
	if (holder?.pid === own.pid && holder.startedAt === own.startedAt) rmSync(path, { force: true });
};

/** null when there is none, or it was cut short by a crash. */
const read = (path: string): Holder | null => {
	try {
		const found: unknown = JSON.parse(readFileSync(path, 'utf8'));
		if (typeof found !== 'object' || found === null || !('pid' in found) || typeof found.pid !== 'number') return null;
		return {
			pid: found.pid,
			startedAt: 'startedAt' in found && typeof found.startedAt === 'string' ? found.startedAt : '',
			what: 'what' in found && typeof found.what === 'string' ? found.what : 'another program',
		};
	} catch (error) {
		if (error instanceof SyntaxError || hasCode(error, 'ENOENT')) return null;
		throw error;
	}
};

const alive = (holder: Holder): boolean =>
	processLives(holder.pid) && (holder.startedAt === '' || startOf(holder.pid) === null || startOf(holder.pid) === holder.startedAt);

/** A zombie counts as gone: it holds nothing any more and only waits to be counted by its parent. */
export const processLives = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
	} catch (error) {
		return hasCode(error, 'EPERM');
	}
	return statOf(pid)?.state !== 'Z';
};

const startOf = (pid: number): string | null => statOf(pid)?.startedAt ?? null;

/** From /proc where there is one; the command name may hold spaces and brackets, so fields are counted behind the last ')'. */
const statOf = (pid: number): { state: string; startedAt: string } | null => {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
		const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
		return { state: fields[0] ?? '', startedAt: fields[19] ?? '' };
	} catch {
		return null;
	}
};

const hasCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code;
