/** Connectors in the hands of who should not have them, and settings that lead where they should not. */
import { randomUUID } from 'node:crypto';
import type { Connector } from '@luvalla/contract/profiles/connectors.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSecrets } from '../../src/wings/profiles/connectors/config.ts';
import { type Person, type TestApp, testApp } from '../app.ts';
import { httpPeer } from './peers.ts';
import { connectorScene, type Scene } from './scene.ts';

let t: TestApp;
let s: Scene;
let other: Scene;
const PASSWORD = 'hunter2-hunter2-S3CR3T';
beforeAll(async () => {
	t = await testApp({ OUTBOUND_ALLOW: '127.0.0.1/32' });
	[s, other] = [await connectorScene(t), await connectorScene(t)];
});
afterAll(() => t.stop());

const smtp = (over: object = {}) => ({ host: 'mail.example.com', port: 587, user: 'anna', password: PASSWORD, ...over });
const codeOf = async (asked: ReturnType<Scene['ask']>): Promise<[number, string | undefined]> => {
	const answer = await asked;
	return [answer.status, answer.json().code];
};

test('another company’s connector, run and audience are not there', async () => {
	const mine = await s.add('smtp', smtp());
	const { customerId } = other.tenant;
	expect(await codeOf(other.ask('GET', `/api/manage/Connector/Test?id=${mine.id}`))).toEqual([404, 'not_found']);
	expect(await codeOf(other.ask('POST', '/api/manage/Connector/Run', { id: mine.id }))).toEqual([404, 'not_found']);
	const body = { id: mine.id, customerId, type: 'smtp', config: smtp() };
	expect(await codeOf(other.ask('PUT', '/api/manage/Connector', body))).toEqual([404, 'not_found']);
	expect(await codeOf(other.ask('PUT', '/api/manage/Connector', { ...body, customerId: s.tenant.customerId }))).toEqual([404, 'not_found']);
	expect(await codeOf(other.ask('POST', '/api/manage/Connector', { ...body, customerId: s.tenant.customerId }))).toEqual([
		404,
		'not_found',
	]);
	expect(await codeOf(other.ask('GET', `/api/manage/Connector/Customer/${s.tenant.customerId}`))).toEqual([404, 'not_found']);
	expect(await codeOf(other.ask('GET', `/api/manage/Connector/RunData?CustomerId=${s.tenant.customerId}`))).toEqual([404, 'not_found']);
	expect(await other.fine(other.ask('GET', `/api/manage/Connector/RunData?CustomerId=${customerId}&connectorId=${mine.id}`))).toEqual([]);
	expect(await codeOf(other.ask('GET', `/api/manage/Connector/Run/${randomUUID()}/log`))).toEqual([404, 'not_found']);
	expect(await other.list()).toEqual([]);
	// Nothing of ours may be an audience, a purpose or a domain of theirs.
	const purposeId = await s.purpose('Theirs');
	const audienceId = await s.audience('Theirs', [purposeId]);
	const hook = { url: 'https://hooks.example.com/', secret: 'whsec_MDEyMzQ1Njc4OQ==', direction: 'outbound' };
	const sent = await other.ask('POST', '/api/manage/Connector', {
		customerId,
		type: 'webhook',
		config: { ...hook, audienceId, purposeId },
	});
	expect([sent.status, Object.keys(sent.json().fields)]).toEqual([422, ['config.audienceId']]);
	const own = await other.audience('Own', [await other.purpose('Own')]);
	const mixed = await other.ask('POST', '/api/manage/Connector', {
		customerId,
		type: 'webhook',
		config: { ...hook, audienceId: own, purposeId },
	});
	expect([mixed.status, Object.keys(mixed.json().fields)]).toEqual([422, ['config.purposeId']]);
	const query = {
		host: 'db.example.com',
		database: 'd',
		user: 'u',
		password: 'p',
		direction: 'inbound',
		query: 'select 1',
		cursorColumn: 'a',
		columns: { a: 'email' },
	};
	const inbound = await other.ask('POST', '/api/manage/Connector', {
		customerId,
		type: 'postgres',
		config: { ...query, domainId: s.tenant.domainId },
	});
	expect([inbound.status, Object.keys(inbound.json().fields)]).toEqual([422, ['config.domainId']]);
});

test('a purpose of another domain permits nothing on an audience’s own', async () => {
	const s2 = await connectorScene(t);
	const { customerId } = s2.tenant;
	const added = await s2.fine<{ id: string }>(s2.ask('POST', '/api/domain', { domain: `two-${randomUUID()}.localhost`, customerId }));
	const theirs = await s2.fine<{ id: string }>(
		s2.ask('POST', `/api/consent/purpose/${customerId}`, {
			domainId: added.id,
			name: 'There',
			wording: { en: { name: 'There', about: 'There.' } },
			channels: ['email'],
		}),
	);
	const audienceId = await s2.audience('Here', [await s2.purpose('Here')]);
	const sent = await s2.ask('POST', '/api/manage/Connector', {
		customerId,
		type: 'webhook',
		config: {
			url: 'https://hooks.example.com/',
			secret: 'whsec_MDEyMzQ1Njc4OQ==',
			direction: 'outbound',
			audienceId,
			purposeId: theirs.id,
		},
	});
	expect([sent.status, Object.keys(sent.json().fields)]).toEqual([422, ['config.purposeId']]);
});

test('a domain’s admin sees what is about their domain, and changes nothing; a machine sees nothing', async () => {
	const s3 = await connectorScene(t);
	const { customerId, domainId } = s3.tenant;
	const admin: Person = await t.person(['DOMAIN_ADMIN'], { domainsOf: [s3.tenant] });
	await s3.add('smtp', smtp());
	const purposeId = await s3.purpose('Letter');
	const about = await s3.add('webhook', {
		url: 'https://hooks.example.com/',
		secret: 'whsec_MDEyMzQ1Njc4OQ==',
		direction: 'outbound',
		audienceId: await s3.audience('Ours', [purposeId]),
		purposeId,
	});
	expect(about.domainId).toBe(domainId);
	const seen = await s3.fine<Connector[]>(s3.ask('GET', `/api/manage/Connector/Customer/${customerId}`, undefined, admin));
	expect(seen.map(({ id }) => id)).toEqual([about.id]);
	const body = { id: about.id, customerId, type: 'webhook', config: about.config };
	expect((await s3.ask('PUT', '/api/manage/Connector', body, admin)).status).toBe(403);
	expect((await s3.ask('GET', `/api/manage/Connector/Test?id=${about.id}`, undefined, admin)).status).toBe(403);
	expect((await s3.ask('POST', '/api/manage/Connector/Run', { id: about.id }, admin)).status).toBe(403);
	const machine = await t.machine(s3.owner, s3.tenant);
	const asMachine = (method: 'GET' | 'POST', path: string) =>
		t.send(null, method, path, {
			headers: { ...machine, customer_key: String(customerId) },
			...(method === 'POST' && { body: { id: about.id } }),
		});
	expect((await asMachine('GET', `/api/manage/Connector/Customer/${customerId}`)).status).toBe(403);
	expect((await asMachine('GET', `/api/manage/Connector/Test?id=${about.id}`)).status).toBe(403);
	expect((await asMachine('POST', '/api/manage/Connector/Run')).status).toBe(403);
	// A partner manages what its customers have, and nobody else's.
	const partner: Person = await t.person(['PARTNER'], { partnerOf: [s3.tenant] });
	expect((await s3.ask('PUT', '/api/manage/Connector', body, partner)).status).toBe(200);
	expect((await t.send(partner, 'GET', `/api/manage/Connector/Customer/${other.tenant.customerId}`)).status).toBe(404);
});

test('a secret is sealed, masked, kept when sent empty, replaced when sent, and in no answer, activity or log', async () => {
	const answers: string[] = [];
	const keep = async (asked: ReturnType<Scene['ask']>) => {
		const answer = await asked;
		answers.push(answer.text);
		return answer;
	};
	const { customerId } = s.tenant;
	const added = await keep(s.ask('POST', '/api/manage/Connector', { customerId, type: 'smtp', name: 'Sealed', config: smtp() }));
	const connector: Connector = added.json().data;
	expect(connector.kept).toEqual({ password: '••••••••' });
	expect(connector.config).not.toHaveProperty('password');
	const stored = async (): Promise<{ secrets: string; config: object }> => {
		const [found] = await t.storage.inTenant(customerId, (tx) =>
			tx.query<{ secrets: string; config: object }>('select secrets, config from connector where customer_id = $1 and connector_id = $2', [
				customerId,
				connector.id,
			]),
		);
		if (!found) throw new Error('It is not there.');
		return found;
	};
	const opened = async () => openSecrets(t.server.kernel.secrets, connector.id, (await stored()).secrets);
	expect(JSON.stringify(await stored())).not.toContain(PASSWORD);
	// Sealed for this connector alone.
	const { secrets } = await stored();
	expect(() => openSecrets(t.server.kernel.secrets, randomUUID(), secrets)).toThrow();
	// Also the mask of an earlier version, out of a form that stood open.
	for (const password of ['', connector.kept.password, `••••••••${PASSWORD.slice(-4)}`]) {
		expect((await keep(s.change(connector, { password, user: 'bea' }))).status).toBe(200);
		expect(await opened()).toEqual({ password: PASSWORD });
	}
	expect((await keep(s.change(connector, { password: 'another-one-entirely' }))).status).toBe(200);
	expect(await opened()).toEqual({ password: 'another-one-entirely' });
	expect((await keep(s.change(connector, { password: PASSWORD }))).status).toBe(200);
	await keep(s.ask('GET', `/api/manage/Connector/Customer/${customerId}`));
	await keep(s.ask('GET', `/api/portal/activity?customerId=${customerId}`));
	const activity = await t.storage.inTenant(customerId, (tx) =>
		tx.query(
			'select a.*, v.before, v.after from activity a left join activity_values v on v.customer_id = $1 and v.id = a.id where a.customer_id = $1',
			[customerId],
		),
	);
	expect(JSON.stringify(activity)).toContain('"renewed":["password"]');
	for (const text of [...answers, JSON.stringify(activity)])
		expect(text).not.toMatch(new RegExp(`hunter2|another-one|${PASSWORD.slice(-4)}|rely"`));
});

test('whoever may name another address is not given the secret there', async () => {
	const connector = await s.add('smtp', smtp());
	for (const elsewhere of [{ host: 'evil.example.com' }, { port: 2525 }, { security: 'none' }]) {
		const sent = await s.change(connector, elsewhere);
		expect([sent.status, sent.json().fields]).toEqual([
			422,
			{ 'config.password': 'Enter this value again: it was given for another address' },
		]);
	}
	expect((await s.change(connector, { host: 'new.example.com', password: 'given again' })).status).toBe(200);
});

test('a peer that repeats the secret has it taken out of what is said', async () => {
	const echo = await httpPeer(({ headers }, response) => {
		const [, token = ''] = Buffer.from((headers.authorization ?? '').split(' ')[1] ?? '', 'base64')
			.toString('utf8')
			.split(':');
		response.writeHead(302, { location: `http://127.0.0.1/${token}` }).end(token);
	});
	try {
		const { id } = await s.add('sms-http', { url: echo.url, account: 'AC1', token: PASSWORD, from: '+358401234567' });
		const tested = await s.ask('GET', `/api/manage/Connector/Test?id=${id}`);
		expect(tested.json().data.isSuccessful).toBe(false);
		expect(tested.text).not.toContain(PASSWORD);
		const [row] = await t.storage.inTenant(s.tenant.customerId, (tx) =>
			tx.query<{ tested: object }>('select tested from connector where customer_id = $1 and connector_id = $2', [s.tenant.customerId, id]),
		);
		expect(JSON.stringify(row)).not.toContain(PASSWORD);
	} finally {
		await echo.stop();
	}
});

test('closed networks are refused as they are saved, and as they are connected to', async () => {
	const strict = await testApp();
	try {
		const own = await connectorScene(strict);
		const { customerId } = own.tenant;
		const refused = async (type: string, config: object, field: string) => {
			const sent = await own.ask('POST', '/api/manage/Connector', { customerId, type, name: randomUUID(), config });
			expect([sent.status, Object.keys(sent.json().fields ?? {})]).toEqual([422, [`config.${field}`]]);
		};
		for (const host of ['169.254.169.254', '127.0.0.1', '10.0.0.7', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0'])
			await refused('smtp', smtp({ host }), 'host');
		const fcm = { projectId: 'p', clientEmail: 'a@b.example', privateKey: 'k' };
		await refused('fcm', { ...fcm, tokenUri: 'https://169.254.169.254/latest/meta-data' }, 'tokenUri');
		await refused('sms-http', { url: 'http://hooks.example.com', account: 'a', token: 't', from: '18222' }, 'url');
		await refused('sms-http', { url: 'https://user:pw@hooks.example.com', account: 'a', token: 't', from: '18222' }, 'url');
		await refused('smtp', smtp({ host: 'a b' }), 'host');
		// Names are judged when they are connected to.
		for (const host of ['localhost', 'db.localhost']) {
			const added = await own.add('smtp', smtp({ host }));
			expect((await own.test(added.id)).errorMessage).toMatch(/is not a public address/);
		}
		const hook = await own.add('webhook', { url: 'https://localhost/', secret: 'whsec_MDEyMzQ1Njc4OQ==', direction: 'none' });
		expect((await own.test(hook.id)).errorMessage).toMatch(/is not a public address/);
	} finally {
		await strict.stop();
	}
});

test('settings that mean nothing are refused by field, and lose nothing', async () => {
	const { customerId } = s.tenant;
	const fields = async (type: string, config: unknown): Promise<string[]> => {
		const sent = await s.ask('POST', '/api/manage/Connector', { customerId, type, name: randomUUID(), config });
		expect([sent.status >= 400 && sent.status < 500, sent.status]).toEqual([true, sent.status]);
		return Object.keys(sent.json().fields ?? {}).sort();
	};
	expect(await fields('smtp', {})).toEqual(['config.host']);
	expect(await fields('smtp', smtp({ port: 70_000 }))).toEqual(['config.port']);
	expect(await fields('smtp', { ...smtp(), shell: 'rm', port2: 1 })).toEqual(['config.port2', 'config.shell']);
	expect(await fields('smtp', 'no json')).toEqual(['config']);
	const query = { host: 'db.example.com', database: 'd', user: 'u', password: 'p', direction: 'inbound', domainId: s.tenant.domainId };
	expect(await fields('postgres', query)).toEqual(['config.columns', 'config.cursorColumn', 'config.query']);
	const whole = { ...query, query: 'select 1', cursorColumn: 'a' };
	expect(await fields('postgres', { ...whole, query: 'delete from x', columns: { a: 'email' } })).toEqual(['config.query']);
	expect(await fields('postgres', { ...whole, columns: { a: 'city' } })).toEqual(['config.columns']);
	expect(await fields('postgres', { ...whole, columns: { a: 'consents.Letter' } })).toEqual(['config.columns.a']);
	expect(await fields('postgres', { ...query, direction: 'outbound', table: 'x; drop table y' })).toEqual(['config.table']);
	expect(await fields('webhook', { url: 'https://hooks.example.com', direction: 'none' })).toEqual(['config.secret']);
	expect(await fields('sftp-csv', { ...query, database: undefined, password: undefined, columns: { a: 'email' } })).toEqual([
		'config.password',
	]);
	// JSON as text is the same as an object; a name is taken once.
	const name = `Named ${randomUUID()}`;
	expect((await s.ask('POST', '/api/manage/Connector', { customerId, type: 'smtp', name, config: JSON.stringify(smtp()) })).status).toBe(
		200,
	);
	expect(
		await codeOf(s.ask('POST', '/api/manage/Connector', { customerId, type: 'smtp', name: name.toUpperCase(), config: smtp() })),
	).toEqual([409, 'connector_known']);
	const span = `/api/manage/Connector/RunData?CustomerId=${customerId}&FromDateTime=2020-01-01T00:00:00Z&ToDateTime=2026-01-01T00:00:00Z`;
	expect(await codeOf(s.ask('GET', span))).toEqual([422, 'span_too_long']);
});

test('types answer a schema from which a form can be drawn, in both languages', async () => {
	const types = await s.fine<
		{
			type: string;
			directions: string[];
			schema: { properties: Record<string, { label?: { en: string; fi: string }; secret?: boolean }> };
		}[]
	>(s.ask('GET', '/api/manage/Connector/Types'));
	expect(types.map(({ type }) => type)).toEqual([
		'smtp',
		'sms-http',
		'webhook',
		'postgres',
		's3',
		'sftp-csv',
		'web-push',
		'fcm',
		'printing-house',
	]);
	for (const { schema } of types)
		for (const [, field] of Object.entries(schema.properties))
			expect([field.label?.en, field.label?.fi]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
	expect(types.find(({ type }) => type === 's3')?.schema.properties.secretAccessKey?.secret).toBe(true);
	expect(types.find(({ type }) => type === 'webhook')?.directions).toEqual(['none', 'outbound']);
});
