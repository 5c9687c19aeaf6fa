/**
 * How long a second `npm start` takes to be ready (goal: under 5 s), and what the whole tree, npm and database included,
 * holds 60 s later: the sum of PSS (goal: 210 MB at most). With the sample on, as a newcomer has it. Linux only.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { spreadOf, writeResult } from './lib/result.ts';

const ROOT = join(import.meta.dirname, '..');
const PORT = 4170;
const STARTS = 5;
const QUIET_SECONDS = 60;
const GOALS = { readySeconds: 5, idleMb: 210 };

interface Started {
	child: ChildProcess;
	readyMs: number;
}

const npmStart = async (dataDir: string): Promise<Started> => {
	const began = performance.now();
	// Its own group: npm does not pass every signal on, so the whole of it is told to stop.
	const child = spawn('npm', ['start'], {
		cwd: ROOT,
		detached: true,
		stdio: ['ignore', 'pipe', 'inherit'],
		env: { ...process.env, PORT: String(PORT), DATA_DIR: dataDir },
	});
	await new Promise<void>((resolve, reject) => {
		createInterface({ input: child.stdout }).on('line', (line) => {
			if (line.includes('"msg":"ready"')) resolve();
		});
		child.once('exit', (code) => reject(new Error(`npm start ended with ${code}.`)));
	});
	return { child, readyMs: performance.now() - began };
};

const stop = async ({ child }: Started): Promise<void> => {
	const ended = new Promise((resolve) => child.once('exit', resolve));
	if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
	await ended;
	// npm may be gone before the program behind it has closed its database.
	while (everyone().some(({ command }) => command.includes(`${PORT}`) && command.includes('start.mjs'))) await sleep(100);
	await sleep(1_500);
};

interface Process {
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
				const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
				return [{ pid: Number(name), parent, command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }];
			} catch {
				// It ended while we were reading.
				return [];
			}
		});

const treeOf = (root: number): Process[] => {
	const all = everyone();
	const found = all.filter(({ pid }) => pid === root);
	for (const one of found) found.push(...all.filter(({ parent }) => parent === one.pid));
	return found;
};

const pssMb = (pid: number): number => Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;

const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-idle-'));
try {
	const first = await npmStart(dataDir);
	console.log(`first start: ready after ${(first.readyMs / 1000).toFixed(2)} s`);
	await stop(first);
	const readySeconds: number[] = [];
	let last: Started | null = null;
	for (let n = 0; n < STARTS; n++) {
		if (last !== null) await stop(last);
		last = await npmStart(dataDir);
		readySeconds.push(last.readyMs / 1000);
	}
	const ready = spreadOf(readySeconds);
	console.log(
		`second start: ready after ${ready.median.toFixed(2)} s (${ready.least.toFixed(2)} to ${ready.most.toFixed(2)} of ${STARTS})`,
	);
	await sleep(QUIET_SECONDS * 1000);
	if (last === null || last.child.exitCode !== null) throw new Error('It did not stay up for so long.');
	const processes =
		last.child.pid === undefined
			? []
			: treeOf(last.child.pid).map(({ pid, command }) => ({ command: command.slice(0, 70), mb: pssMb(pid) }));
	for (const { command, mb } of processes) console.log(`  ${mb.toFixed(1).padStart(6)} MB  ${command}`);
	const idleMb = processes.reduce((sum, { mb }) => sum + mb, 0);
	const goals = [
		{ what: 'second start', value: ready.median, wanted: `< ${GOALS.readySeconds} s`, met: ready.most < GOALS.readySeconds },
		{ what: `idle ${QUIET_SECONDS} s after ready, whole tree`, value: idleMb, wanted: `≤ ${GOALS.idleMb} MB`, met: idleMb <= GOALS.idleMb },
	];
	for (const { what, value, wanted, met } of goals)
		console.log(`  ${met ? '✓ met    ' : '✗ NOT met'} ${what}: ${value.toFixed(2)} (${wanted})`);
	await writeResult('idle', { ready, idleMb, processes, goals });
	await stop(last);
} finally {
	rmSync(dataDir, { recursive: true, force: true });
}
