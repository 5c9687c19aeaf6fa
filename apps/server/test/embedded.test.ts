import { spawnSync } from 'node:child_process';
import {
	chmodSync,
	chownSync,
	closeSync,
	cpSync,
	existsSync,
	ftruncateSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readFileSync,
	rmSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withClient } from '../src/kernel/storage/connect.ts';
import { ROOM_BYTES, startSupervised } from '../src/kernel/storage/embedded/supervisor.ts';
import { embeddedServer } from '../src/kernel/storage/roles.ts';
import { openStorage } from '../src/kernel/storage/storage.ts';
import { readSettings } from '../src/settings.ts';
import { type Running, runProgram } from './fixtures/run-program.ts';
import { testLog } from './harness.ts';

/** Process numbers and shared memory of its own. */
const CONTAINER = ['unshare', '--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'];
const root = process.getuid?.() === 0;
let dataDir: string;
let running: Running[] = [];
/** Data as a program leaves them that has made its database and stored nothing. */
let made: string;

beforeAll(async () => {
	made = mkdtempSync(join(tmpdir(), 'luvalla-embedded-made-'));
	await (await openStorage(readSettings({ DATA_DIR: made }), testLog())).close();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));
beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), 'luvalla-embedded-'));
});
afterEach(async () => {
	for (const one of running) one.child.kill('SIGTERM');
	await Promise.all(running.map((one) => one.ended));
	running = [];
	await expect.poll(postgresIsGone).toBe(true);
	rmSync(dataDir, { recursive: true, force: true });
});

/** For what is not about the first start, which costs several times a later one. */
const fromMade = (): void => {
	cpSync(made, dataDir, { recursive: true });
	// Copies of folders are open to all; the database takes none but its own.
	chmodSync(pgdata(), 0o700);
};

const start = (env: Record<string, string> = {}, prefix: string[] = []): Running => {
	const one = runProgram({ DATA_DIR: dataDir, ...env }, prefix);
	running.push(one);
	return one;
};

const pgdata = (): string => join(dataDir, 'postgres/data');
const databaseLog = (): string => readFileSync(join(dataDir, 'postgres/postgres.log'), 'utf8');
const postmaster = (): number => Number.parseInt(readFileSync(join(pgdata(), 'postmaster.pid'), 'utf8'), 10);
const postgresIsGone = (): boolean => spawnSync('pgrep', ['-f', `${dataDir}/postgres/data`]).status === 1;

describe('the embedded database', () => {
	it('says in one sentence that its folder is none', async () => {
		const ended = await start({ DATA_DIR: join(import.meta.filename, 'data') }).ended;
		expect(ended).toMatchObject({ code: 1 });
		expect(ended.stderr).toMatch(/^DATA_DIR must be a folder that can be written to, and .* is none \(ENOTDIR\)\.\n$/);
	});

	it.runIf(process.platform === 'linux')('says so too where the system wants no folder, which Node.js tried to make for ever', async () => {
		const ended = await start({ DATA_DIR: '/proc/luvalla/data' }).ended;
		expect(ended.stderr).toMatch(/^DATA_DIR must be a folder .* is none \(ENOENT\)\.\n$/);
	});

	it('starts, is refused to a second program in one sentence, and ends with its own', async () => {
		const first = start();
		await first.says('ready');
		const second = await start().ended;
		expect(second).toMatchObject({ code: 1 });
		expect(second.stderr).toMatch(
			/^DATA_DIR .* is in use by another Luvalla server \(process \d+\); stop it first, or choose another DATA_DIR\.\n$/,
		);
		first.child.kill('SIGTERM');
		expect(await first.ended).toMatchObject({ code: 0 });
		expect(existsSync(join(pgdata(), 'postmaster.pid'))).toBe(false);
		expect(databaseLog()).toMatch(/database system is shut down\s*$/);
	});

	it('stops cleanly by itself when its program is killed, and the next start finds everything', async () => {
		fromMade();
		const first = start({ WRITES: 'on' });
		await first.says('ready');
		first.child.kill('SIGKILL');
		await first.ended;
		await expect.poll(postgresIsGone).toBe(true);
		expect(databaseLog()).toMatch(/database system is shut down\s*$/);
		expect(await start().says('ready')).toMatchObject({ starts: 2 });
		expect(databaseLog()).not.toMatch(/was not properly shut down/);
	});

	it('a start right after such a kill waits for the orphan to end', async () => {
		fromMade();
		const first = start({ WRITES: 'on' });
		await first.says('ready');
		first.child.kill('SIGKILL');
		expect(await start().says('ready')).toMatchObject({ starts: 2 });
	});

	it('recovers when program and database are killed together', async () => {
		fromMade();
		const first = start({ WRITES: 'on' });
		await first.says('ready');
		process.kill(postmaster(), 'SIGKILL');
		first.child.kill('SIGKILL');
		expect(await start().says('ready')).toMatchObject({ starts: 2 });
		expect(databaseLog()).toMatch(/was not properly shut down|was interrupted/);
	});

	it('comes back when it alone is killed', async () => {
		fromMade();
		const first = start({ WRITES: 'on' });
		await first.says('ready');
		process.kill(postmaster(), 'SIGKILL');
		await first.says('the database is back');
		first.child.kill('SIGTERM');
		expect(await first.ended).toMatchObject({ code: 0 });
	});

	it('does not take a stranger with the number in a stale pid file for itself', async () => {
		fromMade();
		const first = start();
		await first.says('ready');
		first.child.kill('SIGTERM');
		await first.ended;
		writeFileSync(join(pgdata(), 'postmaster.pid'), `${process.pid}\n${pgdata()}\n1700000000\n5432\n\n\n`);
		expect(await start().says('ready')).toMatchObject({ starts: 2 });
	});

	it('takes over the names of a holder that is gone', async () => {
		fromMade();
		writeFileSync(join(dataDir, 'luvalla.lock'), JSON.stringify({ pid: process.pid, what: 'a ghost' }));
		await start().says('ready');
	});

	it.runIf(root && process.platform === 'linux')(
		'is refused to a second container on the same volume, which counts its processes by itself',
		async () => {
			fromMade();
			const first = start({}, CONTAINER);
			await first.says('ready');
			const second = await start({}, CONTAINER).ended;
			expect(second).toMatchObject({ code: 1 });
			expect(second.stderr).toMatch(/^DATA_DIR .* is in use by another Luvalla server \(process \d+\); stop it first/);
			first.child.kill('SIGKILL');
			const third = start({}, CONTAINER);
			await third.says('ready');
			// unshare itself hears no SIGTERM
			third.child.kill('SIGKILL');
		},
	);

	it('starts over when making the database was cut off', async () => {
		mkdirSync(join(dataDir, 'postgres/data.new'), { recursive: true });
		writeFileSync(join(dataDir, 'postgres/data.new/half'), 'x');
		await start().says('ready');
	});

	it('works under a path too long for a socket', async () => {
		const deep = join(dataDir, 'a-folder-with-a-rather-long-name/'.repeat(4));
		mkdirSync(deep, { recursive: true });
		const one = start({ DATA_DIR: deep });
		await one.says('ready');
	});

	it('keeps its SECRET_KEY to itself, and refuses a stranger', async () => {
		fromMade();
		const first = start();
		await first.says('ready');
		first.child.kill('SIGTERM');
		await first.ended;
		const key = join(dataDir, 'secret.key');
		expect((await start({ SECRET_KEY: 'another key, long enough to be one, certainly' }).ended).stderr).toBe(
			'SECRET_KEY is not the one this database was made with.\n',
		);
		chmodSync(key, 0o644);
		expect((await start().ended).stderr).toMatch(/^SECRET_KEY lies in .* which others may read; set its mode to 600\.\n$/);
		rmSync(key);
		expect((await start().ended).stderr).toMatch(/^SECRET_KEY is unset and .* is gone, but DATA_DIR has a database; put the key back\.\n$/);
	});
});

describe('on a full disk', () => {
	it('waits for room, says so once, and comes back by itself with what was committed', async () => {
		const folder = join(dataDir, 'postgres');
		const log = testLog();
		const said: string[] = [];
		const noted = { ...log, error: (msg: string) => void said.push(msg), warn: (msg: string) => void said.push(msg) };
		let free = Number.POSITIVE_INFINITY;
		let looks = 0;
		const freeBytes = async (): Promise<number> => {
			looks++;
			return free;
		};
		const supervised = await startSupervised({ folder, durable: true, freeBytes }, noted);
		const server = embeddedServer(supervised.socketDir);
		await withClient(server.asAdmin('postgres'), (admin) => admin.query('create table kept as select 42 as n'));
		free = ROOM_BYTES - 1;
		process.kill(postmaster(), 'SIGKILL');
		// More looks than there are restarts before it is given up.
		await expect.poll(() => looks).toBeGreaterThan(7);
		expect(supervised.pid()).toBeUndefined();
		expect(said).toEqual(['the database stopped by itself', 'the disk is full: the database waits for room']);
		free = ROOM_BYTES;
		await expect.poll(() => said.at(-1)).toBe('the database is back');
		const { rows } = await withClient(server.asAdmin('postgres'), (admin) => admin.query('select n from kept'));
		expect(rows).toEqual([{ n: 42 }]);
		await supervised.stop();
	});

	it('ends at once when it is told to stop while it waits', async () => {
		const folder = join(dataDir, 'postgres');
		let free = Number.POSITIVE_INFINITY;
		const supervised = await startSupervised({ folder, durable: true, freeBytes: async () => free }, testLog());
		free = 0;
		process.kill(postmaster(), 'SIGKILL');
		await expect.poll(() => supervised.pid()).toBeUndefined();
		await supervised.stop();
		expect(existsSync(folder)).toBe(true);
	});
});

/** Root of a container may not mount. */
const mounts = root && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;

if (mounts) {
	describe('on a small disk of its own', () => {
		it('says in one sentence that there is no room, and leaves nothing that grows', async () => {
			const filled = `mount -t tmpfs -o size=1m tmpfs ${dataDir} && cat /dev/zero >${dataDir}/ballast 2>/dev/null; "$@"; ls ${dataDir} >&2`;
			const ended = await start({}, ['unshare', '-m', 'sh', '-c', filled, 'sh']).ended;
			expect(ended.stderr).toMatch(/^There is no room left in DATA_DIR .* \(ENOSPC\)\.\nballast\nluvalla\.held\n$/);
		});

		it('writes are refused, the program lives, and nothing acknowledged is lost when there is room again', async () => {
			const mounted = ['unshare', '-m', 'sh', '-c', `mount -t tmpfs -o size=400m tmpfs ${dataDir} && exec "$@"`, 'sh'];
			const one = start({ FILLS: 'on' }, mounted);
			await one.says('counted');
			const ballast = `/proc/${one.child.pid}/root${dataDir}/ballast`;
			const piece = Buffer.alloc(1024 * 1024);
			const file = openSync(ballast, 'w');
			const fill = (): void => {
				try {
					for (;;) writeSync(file, piece);
				} catch (error) {
					if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
				}
			};
			fill();
			await one.says('not written');
			const database = Number.parseInt(readFileSync(`/proc/${one.child.pid}/root${pgdata()}/postmaster.pid`, 'utf8'), 10);
			process.kill(database, 'SIGKILL');
			await one.says('the disk is full: the database waits for room');
			fill();
			ftruncateSync(file, 0);
			closeSync(file);
			await one.says('the database is back');
			const before = one.lines.length;
			const later = () => one.lines.slice(before).find(({ msg }) => msg === 'counted');
			await expect.poll(later).toBeDefined();
			expect(Number(later()?.stored)).toBeGreaterThanOrEqual(Number(later()?.acknowledged));
			expect(Number(later()?.acknowledged)).toBeGreaterThan(1);
			one.child.kill('SIGTERM');
			expect(await one.ended).toMatchObject({ code: 0 });
		});
	});
}

if (root) {
	describe('as root', () => {
		it('runs as nobody by setpriv where unshare is not allowed, under folders only root may enter', async () => {
			chmodSync(dataDir, 0o700);
			const folder = join(dataDir, 'postgres');
			const supervised = await startSupervised({ folder, durable: true, runAs: 'setpriv' }, testLog());
			const owner = spawnSync('ps', ['-o', 'uid=', '-p', String(supervised.pid())], { encoding: 'utf8' }).stdout.trim();
			await supervised.stop();
			expect(owner).toBe('65534');
			// The files change hands when the way does.
			const again = await startSupervised({ folder, durable: true, runAs: 'unshare' }, testLog());
			await again.stop();
		});
	});

	describe('as a normal user', () => {
		it('starts, stops, and stops cleanly when its program is killed', async () => {
			chownSync(dataDir, 65_534, 65_534);
			const user = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'];
			const first = start({}, user);
			await first.says('ready');
			first.child.kill('SIGKILL');
			await first.ended;
			await expect.poll(postgresIsGone).toBe(true);
			const second = start({}, user);
			expect(await second.says('ready')).toMatchObject({ starts: 2 });
			second.child.kill('SIGINT');
			expect(await second.ended).toMatchObject({ code: 0 });
		});
	});
}
