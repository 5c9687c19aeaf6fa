/** Audiences that go out: only who is permitted, and every withdrawal taken back. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connector } from '@luvalla/contract/profiles/connectors.ts';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { withClient } from '../../src/kernel/storage/connect.ts';
import { sql } from '../../src/kernel/storage/rows.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { SALE_PURPOSE } from '../../src/wings/consent/wing.ts';
import { mergePersons } from '../../src/wings/people/wing.ts';
import { connectorKind } from '../../src/wings/profiles/connectors/kind.ts';
import { BEGINNING, Cursor, Input } from '../../src/wings/profiles/connectors/run.ts';
import { runDue } from '../../src/wings/profiles/connectors/schedule.ts';
import { startApp } from '../app.ts';
import { ownServer } from '../harness.ts';
import { type Heard, httpPeer, postgresConfig, postgresPeer, s3Peer, sftpPeer } from './peers.ts';
import { connectorScene } from './scene.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.1/32' });

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

/** As the erasure of a domain takes it, or an earlier build did: nobody deletes one that a connector brings out. */
const dropAudience = (customerId: number, audienceId: string): Promise<number> =>
	t.storage.inTenant(customerId, (tx) =>
		tx.run(sql`delete from audience where customer_id = ${customerId} and audience_id = ${audienceId}`),
	);

/** Somebody who takes all that a webhook tells. */
const hearing = async () => {
	const there = receiver();
	const server = await httpPeer((heard, response) => {
		there.take(heard);
		response.end();
	});
	return { there, server };
};

const sentRows = (customerId: number): Promise<{ state: string; person: string | null }[]> =>
	t.storage.inTenant(customerId, (tx) =>
		tx.query(`select state, person from connector_sent where customer_id = $1 and state <> 'removed' order by key`, [customerId]),
	);

test('a webhook is told of who is permitted, then of changes alone; a withdrawal is taken back, an erasure too', async () => {
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

test('led elsewhere, an audience is told there from the beginning', async () => {
	const { s, purposeId, audienceId, mail } = await audience();
	const [old, other] = [await hearing(), await hearing()];
	try {
		const config = { url: `${old.server.url}/hook`, secret: SECRET, direction: 'outbound', audienceId, purposeId, fields: ['email'] };
		const connector = await s.add('webhook', config);
		await s.run(connector.id);
		expect((await s.change(connector, { url: `${other.server.url}/hook`, secret: SECRET })).status).toBe(200);
		expect(await s.run(connector.id)).toMatchObject({ state: 'done', counts: { added: 3, removed: 0 } });
		expect(other.there.emails()).toEqual(['anna', 'bea', 'cia'].map(mail));
	} finally {
		await Promise.all([old.server.stop(), other.server.stop()]);
	}
});

test('a yes that was outdated by a material change is not sent', async () => {
	const { s, purposeId, audienceId, mail } = await audience();
	const { customerId } = s.tenant;
	const { there, server } = await hearing();
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

test('killed at any moment it loses nobody, doubles nobody, and forgets no withdrawal', async () => {
	const { s, purposeId, audienceId, mail } = await audience();
	const { customerId } = s.tenant;
	const { there, server } = await hearing();
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

test('whoever is erased between the reading and the writing is not there after the run, and named nowhere', async () => {
	/** A statement of the step that writes down whom it will tell: who they are is read, they are written down. */
	for (const moment of ['select person, number from person', 'insert into connector_sent']) {
		const { s, purposeId, audienceId, mail, people } = await audience();
		const { customerId } = s.tenant;
		const { there, server } = await hearing();
		try {
			const connector = await s.add('webhook', { url: server.url, secret: SECRET, direction: 'outbound', audienceId, purposeId });
			let erased: Promise<unknown> | null = null;
			/** Erases one of them, to its end or until it waits for whoever holds them. */
			const erase = async (): Promise<void> => {
				let over = false;
				erased = t.storage
					.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, people.anna ?? ''))
					.finally(() => {
						over = true;
					});
				const waits = () =>
					t.storage.inTenant(customerId, (tx) =>
						tx.query(`select from pg_locks where locktype = 'advisory' and objid = $1::int::oid and not granted`, [customerId]),
					);
				while (!over && (await waits()).length === 0);
			};
			for await (const step of stepsOf(connector, customerId, randomUUID(), BEGINNING)) {
				await t.storage.inTenant(customerId, async (tx) => {
					const meanwhile = async (text: string): Promise<void> => {
						if (erased === null && text.includes(moment)) await erase();
					};
					const rows: typeof tx.rows = async (shape, statement) => {
						const found = await tx.rows(shape, statement);
						await meanwhile(statement.text);
						return found;
					};
					const run: typeof tx.run = async (statement) => {
						await meanwhile(statement.text);
						return tx.run(statement);
					};
					return step({ ...tx, rows, run });
				});
				await erased;
			}
			expect(await erased).toMatchObject({ kept: people.anna });
			expect(there.emails()).toEqual(['bea', 'cia'].map(mail));
			expect((await sentRows(customerId)).map(({ state, person }) => [state, person]).sort()).toEqual(
				[people.bea, people.cia].map((person) => ['sent', person]).sort(),
			);
		} finally {
			await server.stop();
		}
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
		await dropAudience(s.tenant.customerId, audienceId);
		expect((await s.run(connector.id)).problem).toBe('The audience or the purpose of this connector is not there any more.');
	} finally {
		await server.stop();
	}
});

test('a table, a store and a folder are kept as the audience is', async () => {
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
			...postgresConfig(postgres.port, other.database),
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

test('an audience of more than one delivery is walked to its end, and back', async () => {
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

const DRAFT = 'The audience of this connector is not approved as it is now. Approve it, then run again.';

test('an audience goes out only as it was approved; while it is a draft nobody is sent, and withdrawals are taken back', async () => {
	const { s, purposeId, audienceId, mail } = await audience();
	const { there, server } = await hearing();
	const draft = await s.fine<{ id: string }>(s.ask('POST', '/api/manage/audience', { title: 'Draft', consents: [purposeId] }));
	const approve = (id: string) => s.fine(s.ask('POST', `/api/manage/audience/${id}/approve`, {}));
	const edit = (consents: string[]) => s.fine(s.ask('PUT', '/api/manage/audience', { id: audienceId, title: 'Regulars', consents }));
	const config = { url: server.url, secret: SECRET, direction: 'outbound', audienceId, purposeId, every: 15 };
	const refusedSave = async (asked: ReturnType<typeof s.ask>): Promise<void> => {
		const sent = await asked;
		const fields = { 'config.audienceId': 'Approve this audience first: a draft is sent nowhere' };
		expect([sent.status, sent.json().fields]).toEqual([422, fields]);
	};
	try {
		const { customerId } = s.tenant;
		const body = { customerId, type: 'webhook', name: 'Draft', config: { ...config, audienceId: draft.id } };
		await refusedSave(s.ask('POST', '/api/manage/Connector', body));
		const off = await s.add('webhook', { ...config, audienceId: draft.id }, { isActive: false });
		await refusedSave(s.change(off, {}, { isActive: true }));
		expect((await s.change(off, { audienceId }, { isActive: true })).status).toBe(200);
		expect((await s.change(off, {}, { isActive: false })).status).toBe(200);

		const connector = await s.add('webhook', config);
		expect(await s.run(connector.id)).toMatchObject({ state: 'done', counts: { added: 3 } });
		// Other people are meant from now on, and nobody approved that.
		const more = await s.purpose('Other letter');
		await edit([purposeId, more]);
		await s.say(mail('eva'), 'Letter', true);
		await s.say(mail('eva'), 'Other letter', true);
		await s.say(mail('anna'), 'Letter', false);
		await s.followed();
		const begun = await s.ask('POST', '/api/manage/Connector/Run', { id: connector.id });
		expect([begun.status, begun.json().code, begun.json().error]).toEqual([422, 'audience_draft', DRAFT]);
		await refusedSave(s.change(connector, { every: 60 }));
		expect(there.emails()).toEqual(['anna', 'bea', 'cia'].map(mail));

		await t.storage.inTenant(customerId, (tx) =>
			tx.query(`update connector set next_at = now() - interval '1 second' where customer_id = $1 and connector_id = $2`, [
				customerId,
				connector.id,
			]),
		);
		await runDue(t.server.kernel, connectorKind(t.server.kernel));
		const mine = async () => (await s.list()).find((one) => one.id === connector.id);
		await expect.poll(async () => (await mine())?.runs.at(-1)?.state).toBe('failed');
		// Anna's no is told all the same; Bea and Cia, whose yes holds, are left as they were, and nobody came.
		expect(there.emails()).toEqual(['bea', 'cia'].map(mail));
		expect((await mine())?.problem).toMatch(/^The audience is not approved as it is now\. Approve it, then run again\./);
		const failed = (await mine())?.runs.at(-1);
		expect(await s.log(failed?.id ?? '')).toContainEqual(expect.stringMatching(/^The audience is not approved as it is now/));
		const again = await s.ask('POST', `/api/manage/Connector/Run/${failed?.id}/retry`, {});
		expect([again.status, again.json().code]).toEqual([422, 'audience_draft']);

		await approve(audienceId);
		expect(await s.run(connector.id)).toMatchObject({ state: 'done', counts: { added: 1, removed: 2 } });
		expect(there.emails()).toEqual([mail('eva')]);

		// Edited in the middle of a run: what was planned before is not gone on with.
		await edit([purposeId]);
		await approve(audienceId);
		let taken = 0;
		const killed = async (): Promise<void> => {
			for await (const step of stepsOf(connector, customerId, randomUUID(), BEGINNING)) {
				taken += 1;
				if (taken === 2) {
					await edit([purposeId, more]);
					await approve(audienceId);
				}
				await t.storage.inTenant(customerId, step);
			}
		};
		await expect(killed()).rejects.toMatchObject({ code: 'connector_draft' });
		expect(there.emails()).toEqual([mail('eva')]);
	} finally {
		await server.stop();
	}
});

test('while the customer is on hold, and when the audience is gone, nobody is sent, and withdrawals are taken back all the same', async () => {
	const { s, purposeId, audienceId, mail } = await audience();
	const { there, server } = await hearing();
	const admin = await t.person(['ADMIN']);
	const put = (status: number) => t.send(admin, 'PUT', `/api/customer/Status?id=${s.tenant.customerId}&status=${status}`);
	try {
		const connector = await s.add('webhook', { url: server.url, secret: SECRET, direction: 'outbound', audienceId, purposeId });
		expect(await s.run(connector.id)).toMatchObject({ state: 'done', counts: { added: 3 } });
		expect((await put(2)).status).toBe(200);
		await s.say(mail('eva'), 'Letter', true);
		await s.say(mail('anna'), 'Letter', false);
		await s.followed();
		const held = await s.run(connector.id);
		expect([held.state, held.problem]).toEqual([
			'failed',
			expect.stringMatching(/^This customer is on hold or not onboarded, so nobody is sent\./),
		]);
		expect((await put(0)).status).toBe(200);
		expect((await s.run(connector.id)).problem).toBe(held.problem);
		expect(there.emails()).toEqual(['bea', 'cia'].map(mail));
		expect((await put(1)).status).toBe(200);
		expect(await s.run(connector.id)).toMatchObject({ state: 'done', counts: { added: 1 } });

		await dropAudience(s.tenant.customerId, audienceId);
		await s.say(mail('fia'), 'Letter', true);
		await s.say(mail('bea'), 'Letter', false);
		await s.followed();
		expect((await s.run(connector.id)).problem).toBe('The audience or the purpose of this connector is not there any more.');
		expect(there.emails()).toEqual(['cia', 'eva'].map(mail));
	} finally {
		await server.stop();
	}
});

test('the file of a person names where they were sent, and that they were taken back', async () => {
	const { s, purposeId, audienceId, mail, people } = await audience();
	const server = await httpPeer((_, response) => void response.end());
	const sentTo = async (name: string, who = s.owner) => {
		const file = await s.ask('GET', `/api/audit/domain/people/${people[name]}/data/file`, undefined, who);
		expect(file.status, file.text).toBe(200);
		return file.json().sentTo;
	};
	try {
		expect(await sentTo('anna')).toEqual([]);
		const config = { url: server.url, secret: SECRET, direction: 'outbound', audienceId, purposeId };
		const connector = await s.add('webhook', config, { name: 'Ad network' });
		await s.run(connector.id);
		const [first] = await sentTo('anna');
		expect(first).toEqual({
			connector: 'Ad network',
			type: 'webhook',
			firstAt: expect.any(String),
			lastAt: expect.any(String),
			removed: false,
		});
		expect(Math.abs(Date.parse(first.firstAt) - Date.now())).toBeLessThan(60_000);
		await s.say(mail('anna'), 'Letter', false);
		await s.run(connector.id);
		expect(await sentTo('anna')).toEqual([{ ...first, lastAt: expect.any(String), removed: true }]);
		// Said yes again, and sent again: the first time is still the first.
		await s.say(mail('anna'), 'Letter', true);
		await s.run(connector.id);
		expect(await sentTo('anna')).toEqual([{ ...first, lastAt: expect.any(String), removed: false }]);
		// What is somebody else's is none of theirs, and to another domain's admin nobody was sent.
		expect(
			(await s.ask('GET', `/api/audit/domain/people/${people.anna}/data/file`, undefined, (await connectorScene(t)).owner)).status,
		).toBe(404);
		const host = `second-${randomUUID()}.localhost`;
		const second = (await s.fine<{ id: string }>(s.ask('POST', '/api/domain', { domain: host, customerId: s.tenant.customerId }))).id;
		const machine = await t.machine(s.owner, s.tenant);
		await t.send(null, 'POST', '/edge/v1/profiles', {
			headers: machine,
			body: { domainId: second, profiles: [{ person: { email: mail('anna') } }] },
		});
		const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [{ ...s.tenant, domainId: second, host }] });
		const file = await t.send(editor, 'GET', `/api/audit/domain/people/${people.anna}/data/file`, {
			headers: { customer_key: String(s.tenant.customerId) },
		});
		expect([file.status, file.json().sentTo]).toEqual([200, []]);
		// Whoever is erased is named nowhere any more.
		await s.say(mail('bea'), 'Letter', false);
		await s.run(connector.id);
		for (const one of [people.anna, people.bea])
			await t.storage.inErasure(s.tenant.customerId, (tx) => erasePerson(tx, t.server.kernel, s.tenant.customerId, one ?? ''));
		const left = await t.storage.inTenant(s.tenant.customerId, (tx) =>
			tx.query('select person, state from connector_sent where customer_id = $1 order by state', [s.tenant.customerId]),
		);
		expect(left).toEqual([
			{ person: null, state: 'removing' },
			{ person: people.cia, state: 'sent' },
		]);
	} finally {
		await server.stop();
	}
});
