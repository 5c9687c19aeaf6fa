/** `/readyz` names what is missing, and fails only when nothing can be served. */
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerHealth } from '../src/kernel/http/health.ts';
import { stateWith } from '../src/kernel/http/ready.ts';
import { connectStorage, withClient } from '../src/kernel/storage/connect.ts';
import { ROOM_BYTES } from '../src/kernel/storage/embedded/supervisor.ts';
import { LIMITS } from '../src/kernel/storage/limits.ts';
import type { Storage } from '../src/kernel/storage/storage.ts';
import { ownServer, TEST_SECRET_KEY, testLog, testStorage } from './harness.ts';

let storage: Storage;
beforeAll(async () => {
	storage = await testStorage();
});
afterAll(() => storage.close());

/** Asked anew: an answer is kept for a second by the one who gave it. */
const ready = async (over: Partial<Pick<Storage, 'whetherReady' | 'nodes'>> = {}, dataDir: string | null = null) => {
	const app = Fastify();
	registerHealth(app, { whetherReady: storage.whetherReady, nodes: async () => [], ...over }, dataDir, testLog());
	const answer = await app.inject({ url: '/readyz' });
	await app.close();
	return { status: answer.statusCode, body: answer.json() };
};
const owned = (sql: string): Promise<unknown> => storage.asOwner((owner) => owner.query(sql));
const working = () => owned('update pgboss.version set cron_on = now()');

test('all parts stand', async () => {
	await working();
	expect(await ready({}, '/')).toEqual({
		status: 200,
		body: {
			data: {
				database: true,
				queue: true,
				degraded: [],
				parts: ['database', 'queue', 'schema', 'jobs', 'disk'].map((part) => ({ part, state: 'ok' })),
			},
		},
	});
});

test('a node that is away is named by its number, and the rest goes on', async () => {
	await working();
	const nodes = async () => [
		{ name: 'worker 1', answers: true },
		{ name: 'worker 2', answers: false },
	];
	const { status, body } = await ready({ nodes });
	expect([status, body.data.degraded]).toEqual([200, ['worker 2']]);
	expect(body.data.parts).toContainEqual({ part: 'worker 1', state: 'ok' });
	expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|localhost|:\d{4}/);
});

test('once the database takes what is written again, nobody has a connection that began before', async () => {
	const server = await ownServer();
	const alter = (how: string) => withClient(server.asAdmin('postgres'), (admin) => admin.query(`alter database ${server.database} ${how}`));
	await alter('set default_transaction_read_only = on');
	const own = await connectStorage(server, TEST_SECRET_KEY, testLog());
	const write = () => own.inPlatform((tx) => tx.query(`insert into rate_limit values ('x', now(), 1) returning count`));
	try {
		expect((await ready(own)).body.data.degraded).toContain('database');
		await expect(write()).rejects.toThrow(/read-only/);
		await alter('reset default_transaction_read_only');
		expect((await ready(own)).body.data.degraded).not.toContain('database');
		expect(await write()).toEqual([{ count: 1 }]);
	} finally {
		await own.close();
	}
});

test('nobody works on jobs', async () => {
	await owned(`update pgboss.version set cron_on = now() - interval '10 minutes'`);
	expect(await ready()).toMatchObject({ status: 200, body: { data: { degraded: ['jobs'] } } });
	await working();
});

test('the schema is another release’s', async () => {
	await working();
	await owned(`insert into schema_migration values (9999, 'later', '')`);
	expect((await ready()).body.data.parts).toContainEqual({ part: 'schema', state: 'newer' });
	await owned('delete from schema_migration where version = 9999');
	const own = await storage.asOwner((owner) =>
		owner.query(
			'delete from schema_migration where version = (select max(version) from schema_migration) returning version, name, checksum',
		),
	);
	expect((await ready()).body.data.parts).toContainEqual({ part: 'schema', state: 'behind' });
	await storage.asOwner((owner) =>
		owner.query(
			'insert into schema_migration (version, name, checksum) select version, name, checksum from json_populate_recordset(null::schema_migration, $1)',
			[JSON.stringify(own.rows)],
		),
	);
	expect((await ready()).body.data.degraded).toEqual([]);
});

test('without the database nothing can be served', async () => {
	const whetherReady = async () => {
		throw new Error('connect ECONNREFUSED 10.0.0.7:5432');
	};
	expect(await ready({ whetherReady })).toEqual({
		status: 503,
		body: { code: 'database_away', parts: [{ part: 'database', state: 'missing' }] },
	});
});

test('a database that takes nothing, as a standby that nobody promoted, is named: what is only read goes on being served', async () => {
	const whetherReady: Storage['whetherReady'] = (work) =>
		storage.whetherReady(async (tx) => {
			await tx.query('set transaction read only');
			return work(tx);
		});
	const { status, body } = await ready({ whetherReady });
	expect([status, body.data.degraded, body.data.parts[0]]).toEqual([200, ['database'], { part: 'database', state: 'readonly' }]);
});

test('calls that wait for something keep nobody from seeing that the rest is served', async () => {
	let free = (): void => undefined;
	const held = new Promise<void>((over) => {
		free = over;
	});
	const calls = Array.from({ length: LIMITS.app.connections }, () => storage.inPlatform(() => held));
	expect((await ready()).status).toBe(200);
	free();
	await Promise.all(calls);
});

test('of an embedded database the disk is named, also while it is away: low, or so full that the database waits', async () => {
	expect([0, ROOM_BYTES - 1, ROOM_BYTES, 1024 ** 3 - 1, 1024 ** 3].map(stateWith)).toEqual(['full', 'full', 'low', 'low', 'ok']);
	const whetherReady = async () => {
		throw new Error('connect ENOENT');
	};
	expect((await ready({ whetherReady }, '/nowhere')).body.parts).toEqual([
		{ part: 'database', state: 'missing' },
		{ part: 'disk', state: 'missing' },
	]);
});

test('however many ask, the database is asked once', async () => {
	let asked = 0;
	const whetherReady: Storage['whetherReady'] = (work) => {
		asked++;
		return storage.whetherReady(work);
	};
	const app = Fastify();
	registerHealth(app, { whetherReady, nodes: async () => [] }, null, testLog());
	const answers = await Promise.all(Array.from({ length: 50 }, () => app.inject({ url: '/readyz' })));
	await app.close();
	expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
	expect(asked).toBe(2);
});
