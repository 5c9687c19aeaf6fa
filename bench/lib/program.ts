/** The real program as a process of its own, as `npm start` runs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(import.meta.dirname, '../..');
/** On a machine that gives a seventh of its time a program takes minutes to start. */
const START_MS = 400_000;

export interface Program {
	child: ChildProcess;
	url: string;
	/** From the start of the process to its 'ready' line. */
	readyMs: number;
	ended: Promise<void>;
	/** What its own process holds in memory now; the database is not in it. */
	memoryMb(): number;
	stop(): Promise<void>;
	/** SIGKILL for the program and, embedded, its database: only the first process of it, or every one. */
	kill(how: 'first' | 'every'): Promise<void>;
}

export interface ProgramSettings {
	port: number;
	dataDir: string;
	env?: Record<string, string>;
	/** Through start.mjs, on whatever Node.js this is: what a person does. */
	throughStart?: boolean;
}

/** @throws when it ends before it is ready; its standard error goes to ours. */
export const startProgram = async ({ port, dataDir, env = {}, throughStart = false }: ProgramSettings): Promise<Program> => {
	const started = performance.now();
	// With the small nursery that start.mjs gives it: without it an import holds 150 MB more than anybody's does.
	const args = throughStart ? [join(ROOT, 'start.mjs'), 'start'] : ['--max-semi-space-size=4', join(ROOT, 'apps/server/src/main.ts')];
	const child = spawn(process.execPath, args, {
		cwd: ROOT,
		// It ends with us: its channel closes.
		stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
		env: {
			...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
			...{ PORT: String(port), DATA_DIR: dataDir, SAMPLE: 'off', LOG_LEVEL: 'warn' },
			...env,
		},
	});
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	await ready(child);
	const readyMs = performance.now() - started;
	const postmaster = (): number => Number.parseInt(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10);
	return {
		child,
		url: `http://localhost:${port}`,
		readyMs,
		ended,
		memoryMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
		async stop() {
			child.kill('SIGTERM');
			await ended;
		},
		async kill(how) {
			const first = postmaster();
			const pids = how === 'every' ? [first, ...childrenOf(first)] : [first];
			child.kill('SIGKILL');
			for (const pid of pids) killed(pid);
			await ended;
		},
	};
};

const ready = (child: ChildProcess): Promise<void> =>
	new Promise((resolve, reject) => {
		if (child.stdout === null) return reject(new Error('The program has no output to read.'));
		const late = setTimeout(() => reject(new Error('The program was not ready in time.')), START_MS);
		createInterface({ input: child.stdout }).on('line', (line) => {
			// Whoever waits for what cannot come any more sees why.
			if (line.includes('"level":"error"')) process.stderr.write(`${line}\n`);
			if (!line.includes('"msg":"ready"')) return;
			clearTimeout(late);
			resolve();
		});
		child.once('exit', (code) => reject(new Error(`The program ended with ${code} before it was ready.`)));
	});

/** Direct children; PostgreSQL has no deeper ones. */
const childrenOf = (pid: number): number[] =>
	readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** It may have ended by itself between being listed and being killed. */
const killed = (pid: number): void => {
	try {
		process.kill(pid, 'SIGKILL');
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
	}
};
