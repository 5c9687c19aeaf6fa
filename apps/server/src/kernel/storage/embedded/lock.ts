/**
 * One program per DATA_DIR. The kernel keeps the lock: it ends with its process, however that ends, and holds between containers that
 * share a volume, where a process number says nothing. Node.js locks files only by way of SQLite, whose file stays empty here.
 */
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedError } from './binaries.ts';

export class LockedError extends Error {
	override readonly name = 'LockedError';
}

export interface Lock {
	release(): void;
}

/** Somebody who only looks whether it is held has it for a moment, too. */
const LOOKED_MS = 2_000;
/** SQLITE_BUSY */
const HELD = 5;

/** Nothing but SQLite may open it: whoever closes a file loses the locks that the process has on it. */
const lockOf = (dataDir: string): string => join(dataDir, 'luvalla.held');
/** Says who holds it, to people. */
const holderOf = (dataDir: string): string => join(dataDir, 'luvalla.lock');

/** Kept from being collected, which would end them. */
const own = new Set<DatabaseSync>();

/** Whether a program works on it. */
export const isLocked = (dataDir: string): boolean => {
	if (!existsSync(lockOf(dataDir))) return false;
	const looked = held(dataDir, 'select 1 from sqlite_schema');
	looked?.close();
	return looked === null;
};

/** @throws LockedError with one sentence naming the holder; EmbeddedError where the disk is full, or files cannot be locked. */
export const takeLock = (dataDir: string, what: string): Lock => {
	const lock = held(dataDir, 'begin exclusive', LOOKED_MS);
	if (lock === null)
		throw new LockedError(`DATA_DIR ${dataDir} is in use by ${holderIn(dataDir)}; stop it first, or choose another DATA_DIR.`);
	const release = (): void => {
		if (!own.delete(lock)) return;
		rmSync(holderOf(dataDir), { force: true });
		lock.close();
	};
	own.add(lock);
	try {
		chmodSync(lockOf(dataDir), 0o600);
		writeFileSync(holderOf(dataDir), JSON.stringify({ pid: process.pid, what }), { mode: 0o600 });
	} catch (error) {
		release();
		const full = ['ENOSPC', 'EDQUOT'].find((code) => hasCode(error, code));
		throw full ? new EmbeddedError(`There is no room left in DATA_DIR ${dataDir} (${full}).`, { cause: error }) : error;
	}
	return { release };
};

/** The open file once this went through; null where another holds it. */
const held = (dataDir: string, how: string, waitMs = 0): DatabaseSync | null => {
	let file: DatabaseSync | undefined;
	try {
		file = new DatabaseSync(lockOf(dataDir), { timeout: waitMs });
		// nothing is written, so that a full disk says so by itself
		file.exec(`pragma journal_mode = memory; ${how}`);
		return file;
	} catch (error) {
		file?.close();
		if (error instanceof Error && 'errcode' in error && error.errcode === HELD) return null;
		throw new EmbeddedError(`DATA_DIR ${dataDir} is where files cannot be locked (${String(error)}).`, { cause: error });
	}
};

const holderIn = (dataDir: string): string => {
	try {
		const { what, pid }: Record<string, unknown> = JSON.parse(readFileSync(holderOf(dataDir), 'utf8'));
		return `${what} (process ${pid})`;
	} catch {
		return 'another program';
	}
};

/** A zombie counts as gone: it holds nothing any more and only waits to be counted by its parent. */
export const processLives = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
	} catch (error) {
		return hasCode(error, 'EPERM');
	}
	try {
		// the command name may hold spaces and brackets
		const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
		return text[text.lastIndexOf(')') + 2] !== 'Z';
	} catch {
		return true;
	}
};

const hasCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code;
