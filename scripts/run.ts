/** Runs a command in the repository with this Node.js, its output on our terminal. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './paths.ts';

export interface Command {
	/** A JavaScript file below the repository, or, with `system`, a program of the machine. */
	program: string;
	args: string[];
	system?: boolean;
	env?: Record<string, string>;
}

/** Ends the command when the task is told to end. */
export const run = ({ program, args, system = false, env = {} }: Command): Promise<{ code: number }> =>
	new Promise((resolve, reject) => {
		const [command, first] = system ? [program, []] : [process.execPath, [join(ROOT, program)]];
		const child = spawn(command, [...first, ...args], {
			cwd: ROOT,
			stdio: ['ignore', 'inherit', 'inherit'],
			env: { ...process.env, ...env },
		});
		const end = (): void => void child.kill('SIGTERM');
		process.once('SIGINT', end);
		process.once('SIGTERM', end);
		process.once('disconnect', end);
		child.once('error', reject);
		child.once('exit', (code) => {
			process.off('SIGINT', end);
			process.off('SIGTERM', end);
			process.off('disconnect', end);
			resolve({ code: code ?? 1 });
		});
	});
