import { connect, createServer, type Server as Listener, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../src/kernel/log.ts';
import { settled, withClient } from '../src/kernel/storage/connect.ts';
import { warnForgetful } from '../src/kernel/storage/forgetful.ts';
import { createListener } from '../src/kernel/storage/listen.ts';
import { openPool } from '../src/kernel/storage/pool.ts';
import { isAway } from '../src/kernel/storage/reach.ts';
import type { Server } from '../src/kernel/storage/roles.ts';
import { testServer } from './harness.ts';

/** Stands between: passes all on, until it is mute. */
let relay: Listener;
let mute = false;
let server: Server;
const LIMITS = { connections: 2, statementMs: 300, lockMs: 300, idleInTransactionMs: 10_000, silentMs: 200 };

beforeAll(async () => {
	server = await testServer();
	const { host, port = 5432 } = server.as('app');
	const pass = (from: Socket, to: Socket): void => {
		from.on('data', (bytes) => mute || to.write(bytes));
		from.on('close', () => to.destroy());
		from.on('error', () => to.destroy());
	};
	relay = createServer((socket) => {
		const there = host?.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host ?? 'localhost');
		pass(socket, there);
		pass(there, socket);
	});
	await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done));
});
afterAll(() => new Promise((done) => relay.close(done)));

const byRelay = () => {
	const address = relay.address();
	if (address === null || typeof address === 'string') throw new Error('The relay has no port.');
	return settled({ ...server.as('app'), host: '127.0.0.1', port: address.port });
};

it('gives up a connection on which nothing comes any more, and goes on with another', async () => {
	const pool = openPool(byRelay(), LIMITS, createLog({ logLevel: 'error' }));
	// The server's own word comes first.
	await expect(pool.query('select pg_sleep(1)')).rejects.toThrow(/statement timeout/);
	await pool.query('select 1');
	mute = true;
	const given = await pool.query('select 1 as n').catch((error: unknown) => error);
	expect([String(given), isAway(given)]).toEqual(['Error: The database said nothing for 500 ms.', true]);
	mute = false;
	expect((await pool.query('select 2 as n')).rows).toEqual([{ n: 2 }]);
	await pool.end();
});

it('gives idle connections back before their silence says anything', async () => {
	const said: unknown[] = [];
	const pool = openPool(byRelay(), LIMITS, { ...createLog({ logLevel: 'error' }), warn: (...words) => void said.push(words) });
	await pool.query('select 1');
	await expect.poll(() => pool.totalCount).toBe(0);
	expect(said).toEqual([]);
	await pool.end();
});

it('hears news again after a server that went without a word', async () => {
	const quiet = createLog({ logLevel: 'error' });
	const warn = (): void => {
		mute = false;
	};
	const listener = createListener(byRelay(), { ...quiet, warn }, { askMs: 50, silentMs: 200 });
	const heard: string[] = [];
	await listener.listen(
		'relayed',
		(payload) => void heard.push(payload),
		() => void heard.push('missed'),
	);
	mute = true;
	await expect.poll(() => heard).toEqual(['missed']);
	await withClient(server.as('app'), (client) => client.query(`select pg_notify('relayed', 'news')`));
	await expect.poll(() => heard).toEqual(['missed', 'news']);
	await listener.close();
});

it('is told of a database that may forget what it acknowledged', async () => {
	const said: unknown[] = [];
	const log = { ...createLog({ logLevel: 'error' }), warn: (...words: unknown[]) => void said.push(words.at(-1)) };
	await withClient(server.as('owner'), async (client) => {
		await client.query('set synchronous_commit = off');
		await warnForgetful(client, log);
	});
	expect(said).toEqual([{ off: expect.arrayContaining(['synchronous_commit']) }]);
});
