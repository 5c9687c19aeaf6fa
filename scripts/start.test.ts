/** start.mjs as a machine with another Node.js sees it: in a house of its own, with stand-ins for npm and the pinned Node. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from './paths.ts';

let house: string;
const children: ChildProcess[] = [];
const platform = process.platform === 'win32' ? 'win' : process.platform;

const put = (path: string, text: string): void => {
	mkdirSync(dirname(join(house, path)), { recursive: true });
	writeFileSync(join(house, path), text);
};

/** npm's stand-in counts its calls and puts the Node.js package where npm would. */
beforeEach(() => {
	house = mkdtempSync(join(tmpdir(), 'luvalla-start-'));
	cpSync(join(ROOT, 'start.mjs'), join(house, 'start.mjs'));
	put('package.json', '{"type":"module"}');
	put('package-lock.json', '{"one":1}');
	put(
		'npm/npm-cli.js',
		`const fs = require('node:fs'); fs.appendFileSync('npm-calls', 'x'); fs.appendFileSync('npm-flags', process.argv.slice(2, 4).join(' ') + '\\n'); fs.mkdirSync('node_modules/node-${platform}-${process.arch}/bin', { recursive: true });
		try { fs.symlinkSync(${JSON.stringify(process.execPath)}, 'node_modules/node-${platform}-${process.arch}/bin/node'); } catch {}`,
	);
	put('npm/package.json', '{"type":"commonjs"}');
	put(
		'scripts/lint.ts',
		`const version: string = process.version; const zone = process.env.TZ; console.log(JSON.stringify({ version, zone, args: process.argv.slice(2) })); process.exitCode = 7; process.disconnect();`,
	);
	put(
		'packages/banner/build.ts',
		`import { appendFileSync, mkdirSync } from 'node:fs'; mkdirSync('packages/banner/dist', { recursive: true }); appendFileSync('banner-built', 'x');`,
	);
	put('packages/banner/src/a.ts', '1');
	put(
		'apps/server/src/main.ts',
		`process.on('SIGTERM', () => { console.log('term'); process.exit(0); }); process.on('disconnect', () => { require_fs.writeFileSync('gone', ''); process.exit(0); }); import * as require_fs from 'node:fs'; console.log('up ' + process.pid); setInterval(() => {}, 1000);`,
	);
});
afterEach(() => {
	// Also where a test failed before it ended them; what stands beside ends with them, and writes a last word meanwhile.
	for (const child of children.splice(0)) child.kill('SIGKILL');
	rmSync(house, { recursive: true, force: true, maxRetries: 50, retryDelay: 20 });
});

const environment = (): NodeJS.ProcessEnv => ({
	PATH: process.env.PATH,
	TZ: 'Europe/Helsinki',
	npm_execpath: join(house, 'npm/npm-cli.js'),
});
const run = (...args: string[]) =>
	spawnSync(process.execPath, ['start.mjs', ...args], { cwd: house, encoding: 'utf8', env: environment() });
const times = (file: string): number => (existsSync(join(house, file)) ? readFileSync(join(house, file), 'utf8').length : 0);

interface Started {
	child: ChildProcess;
	/** What the program is known by, which may be the child itself. */
	pid: number;
}

const start = async (how: readonly string[] = []): Promise<Started> => {
	const child = spawn(process.execPath, [...how, 'start.mjs', 'start'], {
		cwd: house,
		stdio: ['ignore', 'pipe', 'ignore'],
		env: environment(),
	});
	children.push(child);
	const said = await new Promise<string>((resolve) => child.stdout.once('data', (bytes) => resolve(String(bytes))));
	return { child, pid: Number(/^up (\d+)/.exec(said)?.[1]) };
};

const lives = (pid: number): boolean => {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
};

/** As on Windows, and on an older Node.js. */
const BESIDE = ['--import', 'data:text/javascript,delete process.execve'];
const WAYS = [
	['beside', BESIDE],
	['in its place', []],
] as const;

describe('start.mjs', () => {
	it('installs once, passes arguments and the exit code', () => {
		const first = run('lint', '--fix', 'x y');
		expect(first.status).toBe(7);
		expect(JSON.parse(first.stdout)).toEqual({ version: process.version, zone: 'UTC', args: ['--fix', 'x y'] });
		run('lint');
		expect(times('npm-calls')).toBe(1);
	});

	it('installs again when the lockfile has changed', () => {
		run('lint');
		put('package-lock.json', '{"two":2}');
		run('lint');
		expect(times('npm-calls')).toBe(2);
	});

	it('installs what running needs, the tools when a task needs them, and keeps them then', async () => {
		const asked = () => readFileSync(join(house, 'npm-flags'), 'utf8').trim().split('\n');
		(await start()).child.kill('SIGTERM');
		(await start()).child.kill('SIGTERM');
		expect(asked()).toEqual(['install --omit=dev']);
		run('lint');
		run('lint');
		expect(asked()).toEqual(['install --omit=dev', 'install --include=dev']);
		(await start()).child.kill('SIGTERM');
		expect(asked()).toHaveLength(2);
		put('package-lock.json', '{"two":2}');
		(await start()).child.kill('SIGTERM');
		expect(asked().at(-1)).toBe('install --include=dev');
	});

	it('says so when installing fails, and tries again the next time', () => {
		put('npm/npm-cli.js', 'process.exit(3)');
		const failed = run('lint');
		expect(failed).toMatchObject({ status: 1, stdout: '' });
		expect(failed.stderr).toContain('npm install did not succeed (exit code 3)');
		expect(run('lint').status).toBe(1);
	});

	it('builds only what has changed', async () => {
		(await start()).child.kill('SIGTERM');
		(await start()).child.kill('SIGTERM');
		expect(times('banner-built')).toBe(1);
		put('packages/banner/src/a.ts', '2');
		(await start()).child.kill('SIGTERM');
		expect(times('banner-built')).toBe(2);
	});

	it.each(WAYS)('passes a signal on and ends with its program (%s)', async (_, how) => {
		const { child } = await start(how);
		const ended = new Promise((resolve) => child.once('exit', resolve));
		child.kill('SIGTERM');
		expect(await ended).toBe(0);
	});

	it.each(WAYS)('takes its program along when it is killed (%s)', async (_, how) => {
		const { child, pid } = await start(how);
		expect(lives(pid)).toBe(true);
		child.kill('SIGKILL');
		await expect.poll(() => lives(pid)).toBe(false);
		expect(existsSync(join(house, 'gone'))).toBe(how === BESIDE);
	});

	it.runIf(process.platform !== 'win32')('leaves its place to the server, and waits beside every other program', async () => {
		const inPlace = await start();
		const beside = await start(BESIDE);
		expect(inPlace.pid).toBe(inPlace.child.pid);
		expect(beside.pid).not.toBe(beside.child.pid);
		for (const { child } of [inPlace, beside]) child.kill('SIGTERM');
	});

	it('installs and builds once where several are started at one instant, and takes over from one that was killed', async () => {
		const slowly = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);';
		for (const path of ['npm/npm-cli.js', 'packages/banner/build.ts']) put(path, `${slowly} ${readFileSync(join(house, path), 'utf8')}`);
		const { pid } = spawnSync(process.execPath, ['-e', '0']);
		put(`.cache/starting/${pid}`, '');
		const started = await Promise.all([start(), start(), start()]);
		expect(new Set(started.map((one) => one.pid)).size).toBe(3);
		expect([times('npm-calls'), times('banner-built'), existsSync(join(house, '.cache/starting'))]).toEqual([1, 1, false]);
	});

	it('names the tasks when none is known', () => {
		expect(run('fly')).toMatchObject({ status: 1, stderr: expect.stringContaining('node start.mjs start | dev | test') });
	});
});
