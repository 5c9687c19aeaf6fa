/** `npm run dev`: the server starts again when its code changes, portal and banner are built again when theirs does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.ts';

const children: ChildProcess[] = [];

const start = (args: string[]): ChildProcess => {
	const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
	children.push(child);
	return child;
};

let ending = false;
const end = (code = 0): void => {
	if (ending) return;
	ending = true;
	const alive = children.filter((child) => child.exitCode === null && child.signalCode === null);
	for (const child of alive) child.kill('SIGTERM');
	Promise.all(alive.map((child) => new Promise((resolve) => child.once('exit', resolve)))).then(() => process.exit(code));
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end());
process.on('disconnect', () => end());

const server = start(['--watch-preserve-output', '--watch', join(ROOT, 'apps/server/src/main.ts')]);
server.once('exit', (code) => end(code ?? 1));
start([join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', 'apps/portal', '--watch', '--logLevel', 'warn']);

/** Editors write a file in several steps: build once they are quiet. */
let soon: NodeJS.Timeout | null = null;
watch(join(ROOT, 'packages/banner/src'), { recursive: true }, () => {
	if (soon !== null) clearTimeout(soon);
	soon = setTimeout(() => void start([join(ROOT, 'packages/banner/build.ts')]), 200);
});
