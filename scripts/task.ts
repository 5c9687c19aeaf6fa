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

/** What stands behind the command: so many files and these flags. What it knows nothing of is refused rather than passed over. */
export const taskArguments = (usage: string, files: number, flags: readonly string[] = []): string[] => {
	const given = process.argv.slice(2);
	const stray = given.filter((one) => !flags.includes(one)).find((one, index) => one.startsWith('-') || index >= files);
	if (stray !== undefined) throw new TaskError(`It takes no '${stray}': ${usage}`);
	return given;
};

const SENTENCES = [TaskError, BackupError, SettingError, LockedError, EmbeddedError, SchemaError];

/** Runs a task; prints its sentence and exits with 1 when it fails. */
export const runTask = async (task: () => Promise<void>): Promise<void> => {
	try {
		await task();
	} catch (error) {
		// What the system refuses says what and where in one sentence of its own.
		const plain = error instanceof Error && ('syscall' in error || SENTENCES.some((kind) => error instanceof kind));
		process.stderr.write(`${plain ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
		process.exitCode = 1;
	} finally {
		// The channel to start.mjs would keep a task that is done from ending.
		if (process.connected) process.disconnect();
	}
};
