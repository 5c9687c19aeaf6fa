/** Runs a command in the repository with this Node.js, its output on our terminal. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ROOT } from './paths.ts';

export interface Command {
	/** A JavaScript file below the repository, or, with `system`, a program of the machine. */
	program: string;
	args: string[];
	system?: boolean;
	env?: Record<string, string>;
}

/** For a command that runs beside another. */
export interface Beside {
	/** What it says is kept until then, so that two do not speak at once. */
	turn?: Promise<unknown>;
	/** Asked with what it tells us by `process.send`. */
	told?: (message: unknown) => void;
}

/** More than a run of all tests says. */
const KEPT_BYTES = 64 * 1024 * 1024;
const ORDERS = ['SIGINT', 'SIGTERM', 'disconnect'] as const;

/** The task was told to end: nothing more is begun. */
let ending = false;

/** Ends the command when the task is told to end. */
export const run = async ({ program, args, system = false, env = {} }: Command, { turn, told }: Beside = {}): Promise<{ code: number }> => {
	if (ending) return { code: 1 };
	const [command, first] = system ? [program, []] : [process.execPath, [join(ROOT, program)]];
	const output = turn ? 'pipe' : 'inherit';
	const child = spawn(command, [...first, ...args], {
		cwd: ROOT,
		stdio: ['ignore', output, output, ...(told ? (['ipc'] as const) : [])],
		env: { ...process.env, ...env },
	});
	if (told) child.on('message', told);
	const said = turn ? [keep(child.stdout, process.stdout, turn), keep(child.stderr, process.stderr, turn)] : [];
	const end = (): void => {
		ending = true;
		child.kill('SIGTERM');
	};
	for (const order of ORDERS) process.once(order, end);
	const [code] = await once(child, 'exit').finally(() => {
		for (const order of ORDERS) process.off(order, end);
	});
	await Promise.all(said);
	return { code: typeof code === 'number' ? code : 1 };
};

const keep = async (from: Readable | null, to: Writable, turn: Promise<unknown>): Promise<void> => {
	const kept = from?.pipe(new PassThrough({ highWaterMark: KEPT_BYTES }));
	await turn;
	if (kept) await pipeline(kept, to, { end: false });
};
