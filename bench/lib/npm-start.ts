/** `npm start` as a newcomer has it, with the sample, in a folder of its own: how long it takes, and what it holds. Linux only. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '../..');
const PORT = 4170;

export interface Started {
	readonly pid: number;
	readonly readyMs: number;
	/** Ends it, and waits until nobody of it is left. */
	stop(): Promise<void>;
}

const launch = async (dataDir: string): Promise<Started> => {
	const began = performance.now();
	// Its own group: npm does not pass every signal on, so the whole of it is told to stop.
	const child = spawn('npm', ['start'], {
		cwd: ROOT,
		detached: true,
		stdio: ['ignore', 'pipe', 'inherit'],
		env: { ...process.env, PORT: String(PORT), DATA_DIR: dataDir },
	});
	await ready(child);
	const { pid } = child;
	if (pid === undefined) throw new Error('npm start has no process.');
	return {
		pid,
		readyMs: performance.now() - began,
		async stop() {
			const members = treeOf(pid).map((one) => one.pid);
			process.kill(-pid, 'SIGINT');
			// npm may be gone before the program behind it has closed its database.
			while (everyone().some((one) => members.includes(one.pid))) await sleep(50);
		},
	};
};

const ready = (child: ChildProcess): Promise<void> =>
	new Promise((resolve, reject) => {
		const output = child.stdout;
		if (output === null) return reject(new Error('npm start says nothing.'));
		createInterface({ input: output }).on('line', (line) => {
			if (line.includes('"msg":"ready"')) resolve();
		});
		child.once('exit', (code) => reject(new Error(`npm start ended with ${code}.`)));
	});

/** In a folder that is gone afterwards, already started once: what is asked of `start` is a second start. */
export const withSecondStarts = async (work: (start: () => Promise<Started>) => Promise<void>): Promise<void> => {
	const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-start-'));
	try {
		const first = await launch(dataDir);
		console.log(`first start: ready after ${(first.readyMs / 1000).toFixed(2)} s`);
		await first.stop();
		await work(() => launch(dataDir));
	} finally {
		rmSync(dataDir, { recursive: true, force: true });
	}
};

export interface Process {
	pid: number;
	parent: number;
	command: string;
}

const everyone = (): Process[] =>
	readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.flatMap((name) => {
			try {
				const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
				const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
				if (state === 'Z') return [];
				return [
					{
						pid: Number(name),
						parent: Number(parent),
						command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
					},
				];
			} catch {
				// It ended while we were reading.
				return [];
			}
		});

/** A process and all below it. */
export const treeOf = (root: number): Process[] => {
	const all = everyone();
	const found = all.filter(({ pid }) => pid === root);
	for (const one of found) found.push(...all.filter(({ parent }) => parent === one.pid));
	return found;
};

/** What it holds, with its part of what it shares. */
export const pssMb = (pid: number): number =>
	Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
