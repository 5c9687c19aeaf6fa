/** Audiences that go out: only who is permitted, and every withdrawal taken back. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connector } from '@luvalla/contract/profiles/connectors.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '../../src/kernel/storage/connect.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { SALE_PURPOSE } from '../../src/wings/consent/wing.ts';
import { mergePersons } from '../../src/wings/people/wing.ts';
import { connectorKind } from '../../src/wings/profiles/connectors/kind.ts';
import { BEGINNING, Cursor, Input } from '../../src/wings/profiles/connectors/run.ts';
import { type TestApp, testApp } from '../app.ts';
import { ownServer } from '../harness.ts';
import { type Heard, httpPeer, postgresPeer, s3Peer, sftpPeer } from './peers.ts';
import { connectorScene } from './scene.ts';

let t: TestApp;
beforeAll(async () => {
	t = await testApp({ OUTBOUND_ALLOW: '127.0.0.1/32' });
});
afterAll(() => t.stop());

const SECRET = `whsec_${Buffer.from('outbound-outbound-outbound-12345').toString('base64')}`;

interface Told {
	added: { id: string; email: string | null; firstName?: string | null }[];
	removed: { id: string }[];
	number: number;
}

/** What somebody who keeps the audience by what a webhook tells knows, by their id. */
const receiver = () => {
	const known = new Map<string, string | null>();
	const ids: string[] = [];
	return {
		known,
		ids,
		take({ body, headers }: Heard): Told {
			const verified = new Webhook(SECRET).verify(
				body,
				Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
			);
			ids.push(String(headers['webhook-id']));
			const { data } = verified as { data: Told };
			for (const one of data.added) known.set(one.id, one.email);
			for (const one of data.removed) known.delete(one.id);
			return data;
		},
		emails: () => [...known.values()].sort(),
	};
};

/** Somebody's audience of three, of whom each has said yes. */
const audience = async () => {
	const s = await connectorScene(t);
	const purposeId = await s.purpose('Letter');
	const mark = randomUUID().slice(0, 8);
	const mail = (name: string): string => `${name}@${mark}.example.com`;
	const people: Record<string, string> = {};
	for (const name of ['anna', 'bea', 'cia']) people[name] = await s.say(mail(name), 'Letter', true, { firstName: name });
	await s.say(mail('dora'), 'Letter', false);
	const audienceId = await s.audience('Regulars', [purposeId]);
	await s.followed();
	return { s, purposeId, audienceId, mail, people };
};

const sentRows = (customerId: number): Promise<{ state: string; person: string | null }[]> =>
	t.storage.inTenant(customerId, (tx) =>
		tx.query('select state, person from connector_sent where customer_id = $1 order by key', [customerId]),
	);

test('a webhook is told of who is permitted, then of changes alone; a withdrawal is taken back, an erasure too', {
	timeout: 60_000,
}, async () => {
	const { s, purposeId, audienceId, mail, people } = await audience();
	const { customerId, domainId } = s.tenant;
	const there = receiver();
	const server = await httpPeer((heard, response) => {
		if (heard.url === '/hook') there.take(heard);
		response.end();
	});
	try {
		const connector = await s.add('webhook', {
			url: `${server.url}/hook`,
			secret: SECRET,
			direction: 'outbound',
			audienceId,
			purposeId,
			fields: ['email', 'firstName'],
		});
		const first = await s.run(connector.id);
		expect(first).toMatchObject({ state: 'done', rows: 3, counts: { added: 3, removed: 0 } });
		expect(there.emails()).toEqual(['anna', 'bea', 'cia'].map(mail));
		expect(await s.log(first.id)).toEqual([
			`Began to bring the audience “Regulars” to 127.0.0.1:${server.port}.`,
			'Told of 3 people, took back 0.',
			'Done.',
		]);
		// Nobody's luvallaId leaves, and none of what was not asked for.
		expect(server.heard.map(({ body }) => body).join()).not.toMatch(new RegExp(Object.values(people).join('|')));
		// Nothing is told twice.
		expect(await s.run(connector.id)).toMatchObject({ state: 'done', rows: 0 });
		expect(server.heard).toHaveLength(1);
		// A withdrawal, somebody new, another name.
		await s.say(mail('anna'), 'Letter', false);
		await s.say(mail('eva'), 'Letter', true);
		await s.say(mail('bea'), 'Letter', true, { firstName: 'Beata' });
		expect(await s.run(connector.id)).toMatchObject({ state: 'done', counts: { added: 2, removed: 1 } });
		expect(there.emails()).toEqual(['bea', 'cia', 'eva'].map(mail));
		// One who refuses sale and sharing anywhere is taken back.
		await s.fine(
			s.ask('POST', `/api/consent/purpose/${customerId}`, {
				domainId,
				name: SALE_PURPOSE,
				wording: { en: { name: 'Sale', about: 'Sale and sharing.' } },
			}),
		);
		await s.say(mail('cia'), SALE_PURPOSE, false);
		expect(await s.run(connector.id)).toMatchObject({ counts: { added: 0, removed: 1 } });
		expect(there.emails()).toEqual(['bea', 'eva'].map(mail));
		// Who is erased is taken back under a key that names nobody.
		await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, people.bea ?? ''));
		expect(await sentRows(customerId)).toContainEqual({ state: 'removing', person: null });
		expect(await s.run(connector.id)).toMatchObject({ counts: { removed: 1 } });
		expect(there.emails()).toEqual([mail('eva')]);
		// Two who are one are one there.
		const eva = (await s.person({ email: mail('eva') })).luvallaId;
		const fay = await s.say(mail('fay'), 'Letter', true);
		expect(await s.run(connector.id)).toMatchObject({ counts: { added: 1 } });
		await t.storage.inTenant(customerId, (tx) =>
			mergePersons(tx, t.server.kernel.hooks, customerId, { gone: fay, kept: eva }, 'user:test'),
		);
		expect(await s.run(connector.id)).toMatchObject({ state: 'done', counts: { removed: 1 } });
		expect(there.known.size).toBe(1);
		expect(await sentRows(customerId)).toHaveLength(1);
	} finally {
		await server.stop();
	}
});

test('a yes that was outdated by a material change is not sent', async () => {
	const { s, purposeId, audienceId, mail } = await audience();
	const { customerId } = s.tenant;
	const there = receiver();
	const server = await httpPeer((heard, response) => {
		there.take(heard);
		response.end();
	});
	try {
		const connector = await s.add('webhook', { url: server.url, secret: SECRET, direction: 'outbound', audienceId, purposeId });
		await s.run(connector.id);
		expect(there.emails()).toHaveLength(3);
		await s.fine(
			s.ask('PUT', `/api/consent/purpose/${customerId}`, {
				id: purposeId,
				wording: { en: { name: 'Letter', about: 'Weekly, and by our partners.' } },
				material: true,
			}),
		);
		await s.say(mail('cia'), 'Letter', true);
		expect(await s.run(connector.id)).toMatchObject({ state: 'done' });
		expect(there.emails()).toEqual([mail('cia')]);
	} finally {
		await server.stop();
	}
});

/** A run whose steps the test takes itself. */
const stepsOf = (connector: Connector, customerId: number, runId: string, cursor: unknown) =>
	connectorKind(t.server.kernel).steps({
		customerId,
		runId,
		domainId: null,
		input: Input.parse({ connectorId: connector.id, direction: 'outbound' }),
		cursor: Cursor.parse(cursor),
		by: null,
	});

test('killed at any moment it loses nobody, doubles nobody, and forgets no withdrawal', { timeout: 60_000 }, async () => {
	const { s, purposeId, audienceId, mail } = await audience();
	const { customerId } = s.tenant;
	const there = receiver();
	const server = await httpPeer((heard, response) => {
		there.take(heard);
		response.end();
	});
	try {
		const connector = await s.add('webhook', { url: server.url, secret: SECRET, direction: 'outbound', audienceId, purposeId });
		const runId = randomUUID();
		/** Goes on from the cursor, and dies after so many steps; `delivered`: between the other side's answer and our note of it. */
		const live = async (cursor: unknown, most: number, delivered = false): Promise<unknown> => {
			let at = cursor;
			let taken = 0;
			for await (const step of stepsOf(connector, customerId, runId, cursor)) {
				if (taken === most) break;
				at = (await t.storage.inTenant(customerId, step)).cursor;
				taken += 1;
			}
			expect(delivered ? there.ids.length : taken).toBeGreaterThan(0);
			return at;
		};
		// Begun, and written down whom it will tell; nobody was told.
		let cursor = await live(BEGINNING, 1);
		expect(there.known.size).toBe(0);
		// Told, and nothing noted of it: the third step is never taken.
		cursor = await live(cursor, 2, true);
		expect(there.emails()).toHaveLength(3);
		expect((await sentRows(customerId)).map(({ state }) => state)).toEqual(['adding', 'adding', 'adding']);
		// The same again is the same delivery.
		cursor = await live(cursor, 2, true);
		expect(there.ids).toHaveLength(2);
		expect(new Set(there.ids).size).toBe(1);
		// Withdrawn between the telling and the note.
		await s.say(mail('anna'), 'Letter', false);
		await s.followed();
		cursor = await live(cursor, 100);
		expect(there.emails()).toEqual(['bea', 'cia'].map(mail));
		expect((await sentRows(customerId)).map(({ state }) => state)).toEqual(['sent', 'sent']);
		expect(await s.run(connector.id)).toMatchObject({ state: 'done', rows: 0 });
	} finally {
		await server.stop();
	}
});

test('a receiver that refuses ends the run with a sentence; the next one tells everybody', async () => {
	const { s, purposeId, audienceId } = await audience();
	const there = receiver();
	let status = 503;
	const server = await httpPeer((heard, response) => {
		if (status === 200) there.take(heard);
		response.writeHead(status).end();
	});
	try {
		const connector = await s.add('webhook', { url: server.url, secret: SECRET, direction: 'outbound', audienceId, purposeId });
		const failed = await s.run(connector.id);
		expect([failed.state, failed.problem]).toEqual(['failed', 'It answered with HTTP 503.']);
		status = 200;
		expect(await s.run(connector.id)).toMatchObject({ state: 'done', counts: { added: 3 } });
		expect(there.known.size).toBe(3);
		// An audience that is gone is nobody's: it is said, and nothing is guessed.
		await t.send(s.owner, 'DELETE', `/api/manage/audience?id=${audienceId}`, { headers: s.headers });
		expect((await s.run(connector.id)).problem).toBe('The audience or the purpose of this connector is not there any more.');
	} finally {
		await server.stop();
	}
});

test('a table, a store and a folder are kept as the audience is', { timeout: 60_000 }, async () => {
	const { s, purposeId, audienceId, mail } = await audience();
	const sync = { direction: 'outbound', audienceId, purposeId, fields: ['email', 'firstName'] };
	const other = await ownServer({ empty: true });
	const [postgres, store, server] = [await postgresPeer(), await s3Peer('AKIA3', 'third secret key'), await sftpPeer()];
	try {
		await withClient(other.asAdmin(), (client) =>
			client.query(`create schema crm; create table crm.people (id uuid primary key, email text, "firstName" text)`),
		);
		const rows = async (): Promise<unknown[]> =>
			(await withClient(other.asAdmin(), (client) => client.query('select email, "firstName" from crm.people order by email'))).rows;
		const there = await s.add('postgres', {
			host: '127.0.0.1',
			port: postgres.port,
			database: other.database,
			user: 'postgres',
			password: 'anything',
			tls: 'off',
			table: 'crm.people',
			...sync,
		});
		const objects = await s.add('s3', {
			endpoint: store.url,
			region: 'eu-north-1',
			bucket: 'people',
			accessKeyId: 'AKIA3',
			secretAccessKey: 'third secret key',
			prefix: 'out/',
			...sync,
		});
		const files = await s.add('sftp-csv', {
			host: '127.0.0.1',
			port: server.port,
			user: server.user,
			privateKey: server.privateKey,
			...sync,
		});
		expect([await s.test(there.id), await s.test(objects.id), await s.test(files.id)].map(({ errorMessage }) => errorMessage)).toEqual([
			null,
			null,
			null,
		]);
		const runAll = async () => {
			for (const { id } of [there, objects, files]) expect((await s.run(id)).problem).toBe(null);
		};
		await runAll();
		expect(await rows()).toEqual(['anna', 'bea', 'cia'].map((firstName) => ({ email: mail(firstName), firstName })));
		await s.say(mail('bea'), 'Letter', false);
		await s.say(mail('cia'), 'Letter', true, { firstName: '=cmd()' });
		await s.followed();
		await runAll();
		expect(await rows()).toEqual([
			{ email: mail('anna'), firstName: 'anna' },
			{ email: mail('cia'), firstName: '=cmd()' },
		]);
		/** Who is there, by the files in their order. */
		const keptBy = (contents: string[]): string[] => {
			const known = new Map<string, string>();
			for (const line of contents.flatMap((content) => content.trim().split('\n').slice(1))) {
				const [action, id = '', email = ''] = line.split(',');
				if (action === 'add') known.set(id, email);
				else known.delete(id);
			}
			return [...known.values()].sort();
		};
		const stored = [...store.objects].map(([, { body }]) => body.toString('utf8'));
		expect(stored).toHaveLength(2);
		expect(keptBy(stored)).toEqual(['anna', 'cia'].map(mail));
		// A spreadsheet runs nothing of it.
		expect(stored[1]).toContain(",'=cmd()");
		const names = readdirSync(server.files).sort();
		expect(names).toHaveLength(2);
		expect(names.every((name) => /^luvalla-.*\.csv$/.test(name))).toBe(true);
		const written = names.map((name) => readFileSync(join(server.files, name), 'utf8'));
		expect(written.map((content) => content.split('\n').length).sort()).toEqual([4, 5]);
	} finally {
		await Promise.all([postgres.stop(), store.stop(), server.stop()]);
	}
});

test('an audience of more than one delivery is walked to its end, and back', { timeout: 60_000 }, async () => {
	const s = await connectorScene(t);
	const purposeId = await s.purpose('Letter');
	const machine = await t.machine(s.owner, s.tenant);
	const { domainId } = s.tenant;
	const mark = randomUUID().slice(0, 8);
	const say = async (value: boolean, from: number, to: number): Promise<void> => {
		const answers = Array.from({ length: to - from }, (_, n) => ({
			person: { email: `w${from + n}@${mark}.example.com` },
			purpose: 'Letter',
			value,
			at: new Date().toISOString(),
			source: 'Paper',
		}));
		for (let place = 0; place < answers.length; place += 100) {
			const body = { domainId, answers: answers.slice(place, place + 100) };
			expect((await t.send(null, 'POST', '/edge/v1/consents', { headers: machine, body })).status).toBe(200);
		}
	};
	await say(true, 0, 950);
	const audienceId = await s.audience('Many', [purposeId]);
	const there = receiver();
	const server = await httpPeer((heard, response) => {
		const { added, removed } = there.take(heard);
		expect(added.length + removed.length).toBeLessThanOrEqual(400);
		response.end();
	});
	try {
		const connector = await s.add('webhook', { url: server.url, secret: SECRET, direction: 'outbound', audienceId, purposeId });
		expect(await s.run(connector.id)).toMatchObject({ counts: { added: 950, removed: 0 } });
		await say(false, 100, 900);
		expect(await s.run(connector.id)).toMatchObject({ counts: { added: 0, removed: 800 } });
		expect(there.known.size).toBe(150);
		await say(true, 400, 500);
		expect(await s.run(connector.id)).toMatchObject({ counts: { added: 100, removed: 0 } });
		expect(there.known.size).toBe(250);
	} finally {
		await server.stop();
	}
});
