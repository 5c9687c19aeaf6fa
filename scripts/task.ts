/** How a script ends: what a person can act on is one sentence, anything else keeps its stack. */

import { SettingError } from '../apps/server/src/kernel/setting-readers.ts';
import { BackupError } from '../apps/server/src/kernel/storage/backup/format.ts';
import { EmbeddedError } from '../apps/server/src/kernel/storage/embedded/binaries.ts';
import { LockedError } from '../apps/server/src/kernel/storage/embedded/lock.ts';
import { SchemaError } from '../apps/server/src/kernel/storage/migrate.ts';

/** A sentence for the person at the terminal. */
export class TaskError extends Error {
	override readonly name = 'TaskError';
}

const SENTENCES = [TaskError, BackupError, SettingError, LockedError, EmbeddedError, SchemaError];

/** Runs a task; prints its sentence and exits with 1 when it fails. */
export const runTask = async (task: () => Promise<void>): Promise<void> => {
	try {
		await task();
	} catch (error) {
		const plain = error instanceof Error && SENTENCES.some((kind) => error instanceof kind);
		process.stderr.write(`${plain ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
		process.exitCode = 1;
	} finally {
		// The channel to start.mjs would keep a task that is done from ending.
		if (process.connected) process.disconnect();
	}
};
