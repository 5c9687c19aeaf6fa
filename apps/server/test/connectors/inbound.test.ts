/** People that come in: read on from a cursor, written as the public API writes them, never with consents. */
import { randomUUID } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connector } from '@luvalla/contract/profiles/connectors.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { now, setClock } from '../../src/kernel/clock.ts';
import { withClient } from '../../src/kernel/storage/connect.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { connectorKind } from '../../src/wings/profiles/connectors/kind.ts';
import { Cursor, Input } from '../../src/wings/profiles/connectors/run.ts';
import { runDue } from '../../src/wings/profiles/connectors/schedule.ts';
import { type TestApp, testApp } from '../app.ts';
import { ownServer } from '../harness.ts';
import { slowness } from '../slowness.ts';
import { lyingPostgres, postgresConfig, postgresPeer, s3Peer, sftpPeer, tcpPeer } from './peers.ts';
import { connectorScene, type Scene } from './scene.ts';

let t: TestApp;
let s: Scene;
let other: Awaited<ReturnType<typeof ownServer>>;
let postgres: Awaited<ReturnType<typeof postgresPeer>>;
beforeAll(async () => {
	t = await testApp({ OUTBOUND_ALLOW: '127.0.0.1/32' });
	s = await connectorScene(t);
	other = await ownServer({ empty: true });
	postgres = await postgresPeer();
});
afterAll(async () => {
	await t.stop();
	await postgres.stop();
});

const sqlThere = (text: string): Promise<pg.QueryResult> => withClient(other.asAdmin(), (client) => client.query(text));
const source = (over: object = {}) => ({
	...postgresConfig(postgres.port, other.database),
	direction: 'inbound',
	cursorColumn: 'updated_at',
	domainId: s.tenant.domainId,
	...over,
});
const table = (): string => `people${randomUUID().replaceAll('-', '').slice(0, 12)}`;
const cursorOf = (id: string): Promise<unknown> =>
	t.storage.inTenant(s.tenant.customerId, async (tx) => {
		const [found] = await tx.query<{ cursor: unknown }>('select cursor from connector where customer_id = $1 and connector_id = $2', [
			s.tenant.customerId,
			id,
		]);
		return found?.cursor;
	});

test('a table is read in batches to its end, then only what changed; kinds, addresses and refusals as in the API', async () => {
	const name = table();
	await sqlThere(
		`create table ${name} (no int primary key, mail text, shoe numeric, member boolean, town text, land text, updated_at timestamptz not null)`,
	);
	await sqlThere(`insert into ${name} select n, 'pg' || n || '@${name}.example.com', 36 + n % 10, n % 2 = 0, 'Turku', 'fi',
		'2026-01-01T00:00:00Z'::timestamptz + n * interval '1 microsecond' from generate_series(1, 1234) n`);
	await sqlThere(`update ${name} set mail = 'not an address' where no = 7`);
	const { id } = await s.add(
		'postgres',
		source({
			query: `select * from ${name}`,
			columns: { no: 'externalId', mail: 'email', shoe: 'attributes.shoe', member: 'attributes.member', town: 'city', land: 'country' },
		}),
	);
	const first = await s.run(id);
	expect(first).toMatchObject({ state: 'done', rows: 1234, errors: 1, problem: null, counts: { created: 1233, rejected: 1 } });
	expect(await s.log(first.id)).toEqual([
		`Began to read from 127.0.0.1/${other.database}.`,
		'500 rows: 499 new people, 0 changed, 0 as they were, 1 not taken.',
		'500 rows: 500 new people, 0 changed, 0 as they were, 0 not taken.',
		'234 rows: 234 new people, 0 changed, 0 as they were, 0 not taken.',
		'Done.',
	]);
	expect(await s.person({ externalId: '8' })).toMatchObject({ city: 'Turku', country: 'FI', attributes: { shoe: 44, member: true } });
	const findings = await s.fine<{ column: string; value: string; row: string[] }[]>(s.ask('GET', `/api/manage/runs/${first.id}/findings`));
	expect(findings).toMatchObject([
		{ column: 'mail', value: 'not an address', code: 'malformed', row: ['7', 'fi', 'not an address', '43', 'Turku', 'false'] },
	]);
	expect(await cursorOf(id)).toBe('2026-01-01 00:00:00.001234+00');
	// Only what has the cursor's value, and what is newer; what is known changes nothing.
	await sqlThere(`update ${name} set town = 'Raisio', updated_at = '2026-02-01T00:00:00Z' where no in (3, 4)`);
	expect(await s.run(id)).toMatchObject({ state: 'done', rows: 3, counts: { updated: 2, unchanged: 1 } });
	expect((await s.person({ externalId: '3' })).city).toBe('Raisio');
	// A value of another kind is refused by itself.
	await sqlThere(`alter table ${name} alter column shoe type text`);
	await sqlThere(`update ${name} set shoe = 'large', updated_at = '2026-03-01T00:00:00Z' where no = 5`);
	expect(await s.run(id)).toMatchObject({ state: 'done', errors: 1 });
	expect((await s.person({ externalId: '5' })).attributes.shoe).toBe(41);
});

test('consents are never written, and a saved no stays a no', async () => {
	await s.purpose('Letter');
	const name = table();
	const mail = `no@${name}.example.com`;
	await s.say(mail, 'Letter', false);
	await sqlThere(`create table ${name} (mail text, letter boolean, updated_at timestamptz not null)`);
	await sqlThere(`insert into ${name} values ('${mail}', true, now())`);
	const refused = await s.ask('POST', '/api/manage/Connector', {
		customerId: s.tenant.customerId,
		type: 'postgres',
		config: source({ query: `select * from ${name}`, columns: { mail: 'email', letter: 'consent.Letter' } }),
	});
	expect([refused.status, Object.keys(refused.json().fields)]).toEqual([422, ['config.columns.letter']]);
	const { id } = await s.add(
		'postgres',
		source({ query: `select * from ${name}`, columns: { mail: 'email', letter: 'attributes.Letter' } }),
	);
	expect(await s.run(id)).toMatchObject({ state: 'done', rows: 1 });
	const state = await s.person({ email: mail });
	expect([
		state.consents.filter((one: { value: boolean | null }) => one.value !== null).map((one: { value: boolean }) => one.value),
		state.attributes.Letter,
	]).toEqual([[false], true]);
});

test('a query that lost its column ends the run with a sentence; the cursor stays, and a retry takes everything', async () => {
	const name = table();
	await sqlThere(`create table ${name} (mail text, updated_at timestamptz not null)`);
	await sqlThere(
		`insert into ${name} select 'lost' || n || '@${name}.example.com', now() + n * interval '1 ms' from generate_series(1, 5) n`,
	);
	const { id } = await s.add('postgres', source({ query: `select * from ${name}`, columns: { mail: 'email' } }));
	await sqlThere(`alter table ${name} rename mail to post`);
	const failed = await s.run(id);
	expect(failed).toMatchObject({ state: 'failed', rows: 0, can: { retry: true, cancel: false } });
	expect(failed.problem).toBe('There is no column named “mail”. The cursor stayed: the next run takes these rows too.');
	expect((await s.log(failed.id)).at(-1)).toBe('There is no column named “mail”.');
	expect((await s.list()).find((one) => one.id === id)).toMatchObject({
		problem: 'There is no column named “mail”.',
		runs: [{ state: 'failed' }],
	});
	await sqlThere(`alter table ${name} rename post to mail`);
	const again = await s.fine<{ id: string }>(s.ask('POST', `/api/manage/Connector/Run/${failed.id}/retry`));
	await expect.poll(async () => (await s.fine<{ state: string }>(s.ask('GET', `/api/manage/runs/${again.id}`))).state).toBe('done');
	expect(await s.person({ email: `lost5@${name}.example.com` })).toMatchObject({ luvallaId: expect.any(String) });
	const fine = await s.ask('POST', `/api/manage/Connector/Run/${again.id}/retry`);
	expect([fine.status, fine.json().code]).toEqual([409, 'run_fine']);
});

/** Begins a run whose steps the test takes itself: nobody else works on it. */
const stepsOf = async (
	connector: Connector,
	cursor: unknown = { lines: 0, rows: 0, header: [], before: null, number: 0 },
	runId = randomUUID(),
) => {
	const kind = connectorKind(t.server.kernel);
	return {
		runId,
		steps: kind.steps({
			customerId: s.tenant.customerId,
			runId,
			domainId: null,
			input: Input.parse({ connectorId: connector.id, direction: connector.direction }),
			cursor: Cursor.parse(cursor),
			by: null,
		}),
	};
};

test('what the other side said of somebody goes with them', async () => {
	const name = table();
	const mail = `cast@${name}.example.com`;
	await s.purpose('Postcard');
	const luvallaId = await s.say(mail, 'Postcard', true);
	await sqlThere(`create table ${name} (mail text, updated_at timestamptz not null)`);
	await sqlThere(`insert into ${name} values ('${mail}', now())`);
	const { id } = await s.add(
		'postgres',
		source({ query: `select mail::int as mail, updated_at from ${name}`, columns: { mail: 'email' } }),
	);
	const run = await s.run(id);
	const lines = async () => (await s.log(run.id)).filter((line) => line.includes(mail)).length;
	expect([run.state, await lines()]).toEqual(['failed', 1]);
	// A cursor of addresses, and what a test was told.
	const kept = async () => JSON.stringify([await cursorOf(id), (await s.list()).find((one) => one.id === id)?.problem]);
	await t.storage.inTenant(s.tenant.customerId, (tx) =>
		tx.query('update connector set cursor = to_jsonb($1::text) where connector_id = $2', [mail, id]),
	);
	await s.test(id);
	expect((await kept()).split(mail).length).toBe(3);
	await t.storage.inErasure(s.tenant.customerId, (tx) => erasePerson(tx, t.server.kernel, s.tenant.customerId, luvallaId));
	expect(await lines()).toBe(0);
	expect(await kept()).not.toContain(mail);
	expect(
		JSON.stringify((await s.ask('GET', `/api/manage/Connector/RunData?CustomerId=${s.tenant.customerId}&connectorId=${id}`)).json()),
	).not.toContain(mail);
});

test('killed between two batches it goes on where it was, and nobody is there twice', async () => {
	const name = table();
	await sqlThere(`create table ${name} (mail text, updated_at timestamptz not null)`);
	await sqlThere(
		`insert into ${name} select 'kill' || n || '@${name}.example.com', now() + n * interval '1 ms' from generate_series(1, 1500) n`,
	);
	const connector = await s.add('postgres', source({ query: `select * from ${name}`, columns: { mail: 'email' } }));
	const { customerId } = s.tenant;
	const begun = await stepsOf(connector);
	let cursor: unknown;
	let batches = 0;
	for await (const step of begun.steps) {
		cursor = (await t.storage.inTenant(customerId, step)).cursor;
		if (++batches === 3) break;
	}
	expect(cursor).toMatchObject({ rows: 1000 });
	const after = await stepsOf(connector, cursor, begun.runId);
	for await (const step of after.steps) cursor = (await t.storage.inTenant(customerId, step)).cursor;
	// The last of the first thousand is looked at again: rows of its moment may have come since.
	expect(cursor).toMatchObject({ rows: 1501 });
	const [{ n } = { n: 0 }] = await t.storage.inTenant(customerId, (tx) =>
		tx.query<{ n: number }>(
			`select count(*)::int as n from person_identifier where customer_id = $1 and kind = 'email' and value like $2`,
			[customerId, `kill%@${name}.example.com`],
		),
	);
	expect(n).toBe(1500);
});

test('CSV files of a folder are read once each, in the order of their change; one that is still warm waits', async () => {
	const server = await sftpPeer();
	try {
		const mail = (n: number): string => `sftp${n}@${randomUUID().slice(0, 8)}.example.com`;
		const [one, two, three] = [mail(1), mail(2), mail(3)];
		const put = (name: string, content: string, secondsAgo: number): void => {
			const file = join(server.files, name);
			writeFileSync(file, content);
			const at = now().getTime() / 1000 - secondsAgo;
			utimesSync(file, at, at);
		};
		put('b.csv', `﻿Sähköposti;Koko;Kaupunki\n${one};42;"Turku; keskusta"\n`, 600);
		put('a.csv', `Sähköposti,Koko,Kaupunki\n${two},"39,5",Pori\nbroken "quote,1\n`, 300);
		put('readme.txt', 'no', 300);
		// Warm for as long as this test may take.
		put('fresh.csv', `Sähköposti,Koko,Kaupunki\n${three},1,Oulu\n`, -600);
		const connector = await s.add('sftp-csv', {
			host: '127.0.0.1',
			port: server.port,
			user: server.user,
			privateKey: server.privateKey,
			direction: 'inbound',
			domainId: s.tenant.domainId,
			columns: { Sähköposti: 'email', Koko: 'attributes.koko:number', Kaupunki: 'city' },
		});
		// Nothing is read before somebody has seen the host key.
		expect((await s.run(connector.id)).problem).toContain('Test it once first');
		expect((await s.test(connector.id)).message).toContain('3 files');
		const first = await s.run(connector.id);
		expect([first.state, first.counts.created]).toEqual(['done', 2]);
		expect((await s.log(first.id)).filter((line) => line.startsWith('Reads')).map((line) => line.split(' ')[1])).toEqual([
			'b.csv,',
			'a.csv,',
		]);
		expect(await s.person({ email: one })).toMatchObject({ city: 'Turku; keskusta', attributes: { koko: 42 } });
		expect((await s.person({ email: two })).attributes.koko).toBe(39.5);
		// The file that was still warm has its turn later, and what was read is not read again.
		setClock(() => new Date(Date.now() + 660_000));
		expect(await s.run(connector.id)).toMatchObject({ state: 'done', rows: 1, counts: { created: 1 } });
		expect(await s.run(connector.id)).toMatchObject({ state: 'done', rows: 0 });
		// One without a column holds nobody up, is said, and is read once it has it.
		const [four, five] = [mail(4), mail(5)];
		put('lacks.csv', `Posti,Koko,Kaupunki\n${four},1,Oulu\n`, 200);
		put('later.csv', `Sähköposti,Koko,Kaupunki\n${five},1,Oulu\n`, 100);
		const lacking = await s.run(connector.id);
		expect([lacking.state, lacking.counts.created, (await s.log(lacking.id)).slice(1)]).toEqual([
			'failed',
			1,
			[
				expect.stringContaining('lacks.csv'),
				'There is no column named “Sähköposti”.',
				expect.stringContaining('later.csv'),
				expect.stringContaining('1 new people'),
				'There is no column named “Sähköposti”.',
			],
		]);
		put('lacks.csv', `Sähköposti,Koko,Kaupunki\n${four},1,Oulu\n`, 200);
		expect(await s.run(connector.id)).toMatchObject({ state: 'done', rows: 1, counts: { created: 1 } });
	} finally {
		setClock(null);
		await server.stop();
	}
});

test('CSV objects of a store are read in parts, page by page of the list', async () => {
	const store = await s3Peer('AKIA2', 'another secret key');
	try {
		const at = new Date(Date.now() - 3_600_000);
		const rows = Array.from({ length: 30_000 }, (_, n) => `s3-${n}@big.example.com,${'x'.repeat(60)}`);
		store.objects.set('in/1.csv', { body: Buffer.from(`mail,note\n${rows.slice(0, 2).join('\n')}\n`), changed: at });
		store.objects.set('in/ä 2.csv', {
			body: Buffer.from(`mail,note\n${rows.slice(2, 15_000).join('\n')}\n`),
			changed: new Date(at.getTime() + 1000),
		});
		store.objects.set('in/3.csv', { body: Buffer.from('mail,note\n'), changed: new Date(at.getTime() + 2000) });
		store.objects.set('out/4.csv', { body: Buffer.from('mail\nnobody@example.com\n'), changed: at });
		const connector = await s.add('s3', {
			endpoint: store.url,
			region: 'eu-north-1',
			bucket: 'people',
			accessKeyId: 'AKIA2',
			secretAccessKey: 'another secret key',
			prefix: 'in/',
			direction: 'inbound',
			domainId: s.tenant.domainId,
			columns: { mail: 'email' },
		});
		expect(await s.run(connector.id)).toMatchObject({ state: 'done', rows: 15_000, counts: { created: 15_000 } });
		expect(store.asked.filter((one) => one.includes('2.csv')).length).toBeGreaterThan(1);
		expect(await s.run(connector.id)).toMatchObject({ state: 'done', rows: 0 });
		// One that comes late with the time of when its upload began.
		store.objects.set('in/0.csv', { body: Buffer.from('mail,note\nlate@big.example.com,x\n'), changed: new Date(at.getTime() - 1000) });
		expect(await s.run(connector.id)).toMatchObject({ state: 'done', rows: 1, counts: { created: 1 } });
		expect(await s.run(connector.id)).toMatchObject({ state: 'done', rows: 0 });
	} finally {
		await store.stop();
	}
});

test('a server that says it is PostgreSQL and sends what no PostgreSQL holds has its row refused, or ends its run with a sentence', async () => {
	const columns = ['__luvalla_cursor', 'mail', 'updated_at'];
	const of = async (given: readonly string[] | { code: string } | { bytes: Buffer }) => {
		const peer = await lyingPostgres(columns, given);
		try {
			const { id } = await s.add('postgres', source({ port: peer.port, query: 'select 1', columns: { mail: 'email' } }));
			const { isSuccessful } = await s.test(id);
			const { state, counts, problem } = await s.run(id);
			return { isSuccessful, state, rejected: counts.rejected, problem };
		} finally {
			await peer.stop();
		}
	};
	expect(await of(['1', 'nobody\0@example.com', '1'])).toEqual({ isSuccessful: true, state: 'done', rejected: 1, problem: null });
	expect(await of({ code: 'is none' })).toMatchObject({
		isSuccessful: false,
		state: 'failed',
		problem: expect.stringContaining('The database refused the statement: boom'),
	});
	// A row whose cell is longer than all that came, a word that begins nothing, and more columns than an array may have: parsers throw.
	for (const bytes of [
		Buffer.from([0x44, 0, 0, 0, 12, 0, 3, 0x7f, 0xff, 0xff, 0xf0, 0x78, 0x78]),
		Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 99]),
		Buffer.from([0x54, 0, 0, 0, 6, 0xff, 0xff]),
	])
		expect(await of({ bytes })).toMatchObject({
			isSuccessful: false,
			state: 'failed',
			problem: expect.stringContaining('The answer cannot be read: 127.0.0.1 sent what cannot be read'),
		});
	expect(await of(['1\0', `somebody-${randomUUID()}@example.com`, '1'])).toMatchObject({
		state: 'failed',
		problem: expect.stringContaining('The answer cannot be read'),
	});
});

test('a server that hangs ends its own run, and delays nobody else’s', async () => {
	const silent = await tcpPeer(() => undefined);
	try {
		const hanging = await Promise.all(
			Array.from({ length: 6 }, () => s.add('postgres', source({ port: silent.port, query: 'select 1', columns: { mail: 'email' } }))),
		);
		const begun = await Promise.all(hanging.map(({ id }) => s.fine<{ id: string }>(s.ask('POST', '/api/manage/Connector/Run', { id }))));
		const twice = await s.ask('POST', '/api/manage/Connector/Run', { id: hanging[0]?.id });
		expect([twice.status, twice.json().code]).toEqual([409, 'connector_running']);
		const name = table();
		await sqlThere(`create table ${name} (mail text, updated_at timestamptz not null)`);
		await sqlThere(`insert into ${name} values ('quick@${name}.example.com', now())`);
		const quick = await connectorScene(t);
		const at = performance.now();
		const { id } = await quick.add(
			'postgres',
			source({ domainId: quick.tenant.domainId, query: `select * from ${name}`, columns: { mail: 'email' } }),
		);
		expect(await quick.run(id)).toMatchObject({ state: 'done', rows: 1 });
		expect(performance.now() - at).toBeLessThan(5_000 * slowness());
		const ended = async () =>
			(
				await s.fine<{ id: string; problem: string }[]>(s.ask('GET', `/api/manage/Connector/RunData?CustomerId=${s.tenant.customerId}`))
			).find((one) => one.id === begun[0]?.id);
		await expect.poll(async () => (await ended())?.problem ?? '').toContain('No answer within 10 s.');
	} finally {
		await silent.stop();
	}
});

test('a connector runs by itself when its time has come, once, and not when it is off', async () => {
	const name = table();
	await sqlThere(`create table ${name} (mail text, updated_at timestamptz not null)`);
	const connector = await s.add('postgres', source({ query: `select * from ${name}`, columns: { mail: 'email' }, every: 15 }));
	expect(Date.parse(connector.nextAt ?? '')).toBeGreaterThan(Date.now() + 14 * 60_000);
	const kind = connectorKind(t.server.kernel);
	const runs = async (): Promise<number> => (await s.list()).find((one) => one.id === connector.id)?.runs.length ?? -1;
	try {
		setClock(() => new Date(Date.now() + 16 * 60_000));
		await Promise.all([runDue(t.server.kernel, kind), runDue(t.server.kernel, kind)]);
		expect(await runs()).toBe(1);
		await expect.poll(async () => (await s.list()).find((one) => one.id === connector.id)?.runs[0]?.state).toBe('done');
		expect((await s.change(connector, {}, { isActive: false })).json().data).toMatchObject({ isActive: false, nextAt: null });
		setClock(() => new Date(Date.now() + 60 * 60_000));
		await runDue(t.server.kernel, kind);
		expect(await runs()).toBe(1);
		const off = await s.ask('POST', '/api/manage/Connector/Run', { id: connector.id });
		expect([off.status, off.json().code]).toEqual([409, 'connector_off']);
	} finally {
		setClock(null);
	}
});
