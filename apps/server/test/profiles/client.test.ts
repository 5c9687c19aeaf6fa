/** `packages/client` against a running server, and against a network that fails in every way. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type * as contract from '@luvalla/contract/profiles/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
	type Client,
	createClient,
	ItemRefused,
	idAt,
	LuvallaError,
	type NewEvent,
	type Options,
	type Profile,
	type ProfileChange,
} from '../../../../packages/client/src/index.ts';
import { type Person, type Tenant, type TestApp, testApp } from '../app.ts';

let t: TestApp;
let base: string;
let tenant: Tenant;
let owner: Person;
let token: string;
let luvalla: Client;
beforeAll(async () => {
	t = await testApp();
	base = await t.app.listen({ port: 0, host: '127.0.0.1' });
	tenant = await t.tenant();
	owner = await t.person([], { adminOf: [tenant] });
	const made = await t.send(owner, 'POST', '/api/manage/domain/generatetoken', { body: { id: tenant.domainId } });
	token = made.json().data.accessToken;
	luvalla = createClient({ baseUrl: base, token, domainId: tenant.domainId });
	const added = await t.send(owner, 'POST', `/api/consent/purpose/${tenant.customerId}`, {
		body: { domainId: tenant.domainId, name: 'Letter', wording: { en: { name: 'Letter', about: 'Monthly.' } }, channels: ['email'] },
	});
	expect(added.status).toBe(200);
});
afterAll(() => t.stop());

/** The package's types are the contract's: what may be sent is taken, and what comes back is what they say. */
const sent: z.input<typeof contract.ProfileChange> = {} as ProfileChange;
const event: z.input<typeof contract.NewEvent> = {} as NewEvent & { id: string; at: string };
const came: Profile = {} as contract.ProfileState;
void [sent, event, came];

describe('against a server', () => {
	test('profiles, events, consents and members, one by one', async () => {
		const person = { email: 'anni@example.com', externalId: 'a-1' };
		const written = await luvalla.profiles.write({ person, firstName: 'Anna', attributes: { shoe: 38 } });
		expect(written.outcome).toBe('created');
		expect((await luvalla.profiles.write({ person, firstName: 'Anna' })).outcome).toBe('unchanged');
		const told = await luvalla.events.write({ person, type: 'order', properties: { sum: 12.5 } });
		expect(told).toMatchObject({ outcome: 'stored', luvallaId: written.luvallaId });
		// An id says when; the same one twice under a key of one's own is one request.
		const again = [{ person, type: 'order', id: idAt(new Date(Date.now() - 60_000)) }];
		for (const _ of [1, 2])
			expect(await luvalla.events.writeAll(again, { idempotencyKey: 'import-7' })).toMatchObject([{ outcome: 'stored' }]);
		const at = new Date().toISOString();
		const said = await luvalla.consents.write({ person, purpose: 'Letter', value: true, at, source: 'Paper form, Turku shop' });
		expect(said).toMatchObject({ outcome: 'stored', holds: true });
		expect((await luvalla.consents.read(person)).purposes).toMatchObject([{ purpose: 'Letter', permitted: true }]);
		const added = await t.send(owner, 'POST', '/api/manage/domain/segment', {
			headers: { customer_key: String(tenant.customerId) },
			body: { name: 'Regulars' },
		});
		const { id } = added.json().data;
		expect((await luvalla.segments.add(id, person)).outcome).toBe('added');
		expect(await luvalla.profiles.read({ externalId: 'a-1' })).toMatchObject({
			luvallaId: written.luvallaId,
			firstName: 'Anna',
			attributes: { shoe: 38 },
			consents: [{ purpose: 'Letter', value: true }],
			segments: [{ id, name: 'Regulars' }],
		});
		expect((await luvalla.segments.removeAll(id, [person, { email: 'nobody@example.com' }])).map(({ outcome }) => outcome)).toEqual([
			'removed',
			'refused',
		]);
		expect((await luvalla.consents.identify({ person, refused: ['Letter'] })).luvallaId).toBe(written.luvallaId);
		expect((await luvalla.consents.read(person)).purposes).toMatchObject([{ value: false, permitted: false }]);
	});

	test('2,500 profiles go in three requests, 250 consents too, in their order', async () => {
		const people = Array.from({ length: 2500 }, (_, n) => ({ person: { externalId: `many-${n}` }, attributes: { n } }));
		const outcomes = await luvalla.profiles.writeAll(people);
		expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['created']));
		expect((await luvalla.profiles.read({ externalId: 'many-2017' })).luvallaId).toBe(outcomes[2017]?.luvallaId);
		const at = new Date().toISOString();
		const answers = await luvalla.consents.writeAll(
			people.slice(0, 250).map(({ person }) => ({ person, purpose: 'Letter', value: false, at })),
		);
		expect(answers.map(({ luvallaId }) => luvallaId)).toEqual(outcomes.slice(0, 250).map(({ luvallaId }) => luvallaId));
	});

	test('large items are split by their size', async () => {
		const text = 'x'.repeat(1900);
		const attributes = Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`large_${n}`, text]));
		const people = Array.from({ length: 70 }, (_, n) => ({ person: { externalId: `large-${n}` }, attributes }));
		expect((await luvalla.profiles.writeAll(people)).every(({ outcome }) => outcome === 'created')).toBe(true);
	});

	test('what is refused says so', async () => {
		const refused = await luvalla.profiles
			.write({ person: { email: 'tz@example.com' }, timeZone: 'Turku' })
			.catch((error: unknown) => error);
		expect(refused).toBeInstanceOf(ItemRefused);
		expect(refused).toMatchObject({ code: 'malformed', fields: { timeZone: 'Use a time zone such as Europe/Helsinki' } });
		const stranger = createClient({ baseUrl: base, token: `luvd_${'a'.repeat(43)}`, domainId: tenant.domainId, language: 'fi' });
		await expect(stranger.profiles.read({ email: 'x@example.com' })).rejects.toMatchObject({
			name: 'LuvallaError',
			code: 'token_unknown',
			status: 401,
			message: expect.stringContaining('Voimassa olevaa avainta ei lähetetty'),
		});
		await expect(luvalla.segments.add('01900000-0000-7000-8000-000000000000', { email: 'x@example.com' })).rejects.toMatchObject({
			status: 404,
			code: 'not_found',
		});
	});

	test('an answer that is lost is answered again, and the thing was done once', async () => {
		let lost = 0;
		const losing = createClient({
			baseUrl: base,
			token: () => Promise.resolve(token),
			domainId: tenant.domainId,
			fetch: async (url, init) => {
				const answer = await fetch(url, init);
				if (lost++ === 0) throw new TypeError('terminated');
				return answer;
			},
		});
		const [stored] = await losing.events.writeAll([{ person: { email: 'lost@example.com' }, type: 'lost' }]);
		expect([lost, stored?.outcome]).toEqual([2, 'stored']);
		const [row] = await t.storage.inTenant(tenant.customerId, (tx) =>
			tx.query<{ n: number }>(`select count(*)::int as n from event where customer_id = $1 and type = 'lost'`, [tenant.customerId]),
		);
		expect(row?.n).toBe(1);
	});

	test('what is built of it runs by itself, in JavaScript, with its types', async () => {
		const root = join(import.meta.dirname, '../../../..');
		await promisify(execFile)(process.execPath, [join(root, 'packages/client/build.ts')], { cwd: root });
		const program = `import { createClient } from '${join(root, 'packages/client/dist/index.js')}';
			const luvalla = createClient({ baseUrl: process.env.BASE, token: process.env.TOKEN, domainId: process.env.DOMAIN });
			console.log((await luvalla.profiles.write({ person: { email: 'built@example.com' } })).outcome);`;
		const { stdout } = await promisify(execFile)(
			process.execPath,
			['--no-experimental-strip-types', '--input-type=module', '--eval', program],
			{ env: { BASE: base, TOKEN: token, DOMAIN: tenant.domainId } },
		);
		expect(stdout).toBe('created\n');
	});
});

/** The chapter's shell lines as they stand, but for what it says is the reader's own. */
const linesOf = async (own: Readonly<Record<string, string>>): Promise<string[]> => {
	const docs = await readFile(join(import.meta.dirname, '../../../../docs/developers.md'), 'utf8');
	const [, chapter = ''] = docs.split('## Profiles, events and segments\n');
	const [text = ''] = chapter.split('\n## ');
	return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) =>
		block.replace(/^([A-Z]+)=(?!\$)\S+/gm, (line, name: string) => (own[name] === undefined ? line : `${name}=${own[name]}`)),
	);
};

/** What a shell answers to all of it, pasted in one go. */
const pasted = async (
	lines: readonly string[],
): Promise<{ error?: string; code?: string; data?: { results?: { outcome: string }[]; firstName?: string } }[]> => {
	const script = join(await mkdtemp(join(tmpdir(), 'luvalla-docs-')), 'pasted.sh');
	// An answer has no line end of its own.
	await writeFile(script, `curl() { command curl -s "$@"; echo; }\n${lines.join('\n')}`);
	const { stdout } = await promisify(execFile)('bash', ['-eu', script]);
	return stdout
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line));
};

test('the examples of the documentation do what they say, pasted line after line', async () => {
	const added = await t.send(owner, 'POST', '/api/manage/domain/segment', {
		headers: { customer_key: String(tenant.customerId) },
		body: { name: 'Of the documentation' },
	});
	const lines = await linesOf({ LUVALLA: base, TOKEN: token, DOMAIN: tenant.domainId, SEGMENT: added.json().data.id });
	const said = (await pasted(lines)).map(({ data }) => data?.results?.map(({ outcome }) => outcome) ?? data?.firstName);
	expect(said).toEqual([['created'], 'Anna', ['stored'], ['added'], ['registered'], ['removed']]);
	// What is sent as something else is told so, and not that its JSON is none.
	const plain = lines.map((block) => block.replaceAll('application/json', 'text/plain'));
	const refused = (await pasted(plain)).map(({ code, error }) => [code, error]);
	expect(refused).toEqual(Array.from({ length: 6 }, () => ['wrong_media', 'Send the body as application/json.']));
});

describe('against a network that fails', () => {
	type Reply = () => Promise<Response>;
	/** A client whose requests are answered one after the other, the last one for good. */
	const answered = (replies: Reply[], over: Partial<Options> = {}) => {
		const asked: { key: string | null; body: string; at: number }[] = [];
		const client = createClient({
			baseUrl: 'https://luvalla.example',
			token: 'x',
			domainId: tenant.domainId,
			fetch: async (_, init) => {
				asked.push({ key: new Headers(init?.headers).get('idempotency-key'), body: String(init?.body), at: performance.now() });
				const reply = replies[Math.min(asked.length, replies.length) - 1];
				if (!reply) throw new Error('no reply');
				return reply();
			},
			...over,
		});
		return { client, asked };
	};
	const refusal =
		(status: number, code: string, headers: Record<string, string> = {}): Reply =>
		async () =>
			new Response(JSON.stringify({ error: 'No.', code }), { status, headers });
	const fine: Reply = async () =>
		new Response(JSON.stringify({ data: { results: [{ outcome: 'stored', code: null, fields: null, luvallaId: null }] } }));
	const order = { person: { email: 'a@example.com' }, type: 'order' };

	test('the same request goes again under the same key, after as long as it is told', async () => {
		const { client, asked } = answered([
			refusal(429, 'too_many', { 'retry-after': '1' }),
			refusal(503, 'unavailable', { 'retry-after': '0' }),
			fine,
		]);
		expect((await client.events.write(order)).outcome).toBe('stored');
		expect(asked.length).toBe(3);
		expect(new Set(asked.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
		expect(asked[0]?.key).toMatch(/^[0-9a-f]{32}$/);
		expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThan(950);
	});

	test('what is no matter of time is not tried again', async () => {
		for (const status of [400, 401, 403, 404, 409, 413, 500]) {
			const { client, asked } = answered([refusal(status, `code_${status}`)]);
			await expect(client.events.write(order)).rejects.toMatchObject({ status, code: `code_${status}` });
			expect(asked.length).toBe(1);
		}
	});

	test('it ends: after so many tries, where waiting takes too long, and when nobody answers', async () => {
		const gone = answered([refusal(503, 'unavailable', { 'retry-after': '0' })], { retries: 2 });
		await expect(gone.client.events.write(order)).rejects.toMatchObject({ status: 503 });
		expect(gone.asked.length).toBe(3);
		const long = answered([refusal(429, 'too_many', { 'retry-after': '3600' })]);
		await expect(long.client.events.write(order)).rejects.toMatchObject({ code: 'too_many' });
		expect(long.asked.length).toBe(1);
		const silent = createClient({
			baseUrl: 'https://luvalla.example',
			token: 'x',
			domainId: tenant.domainId,
			retries: 0,
			timeoutMs: 20,
			fetch: (_, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
		});
		const error = await silent.events.write(order).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(LuvallaError);
		expect(error).toMatchObject({ code: 'no_answer', status: 0, cause: { message: 'No answer within 20 ms.' } });
	});

	test('a batch that breaks off says what was done, and each part has its key', async () => {
		const three: Reply = async () =>
			new Response(JSON.stringify({ data: { results: Array.from({ length: 1000 }, () => ({ outcome: 'stored' })) } }));
		const { client, asked } = answered([three, refusal(413, 'too_large')]);
		const error = await client.events
			.writeAll(
				Array.from({ length: 1500 }, () => order),
				{ idempotencyKey: 'import-7' },
			)
			.catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ code: 'too_large' });
		expect((error as LuvallaError).done.length).toBe(1000);
		expect(asked.map(({ key }) => key)).toEqual(['import-7', 'import-7.1']);
	});

	test('whoever stops it has it stopped, while it waits too', async () => {
		const stopping = new AbortController();
		const { client } = answered([
			async () => {
				queueMicrotask(() => stopping.abort(new Error('enough')));
				return new Response('{}', { status: 503, headers: { 'retry-after': '30' } });
			},
		]);
		await expect(client.events.write(order, { signal: stopping.signal })).rejects.toThrow('enough');
	});

	test('a token goes over no open line', () => {
		for (const baseUrl of ['http://luvalla.example', 'ftp://luvalla.example', 'luvalla'])
			expect(() => createClient({ baseUrl, token: 'x', domainId: tenant.domainId })).toThrow(TypeError);
	});

	test('ids are UUIDv7s of their moment', () => {
		const at = new Date('2026-11-22T21:00:00.123Z');
		const ids = Array.from({ length: 100 }, () => idAt(at));
		expect(new Set(ids).size).toBe(100);
		for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
		expect(Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16)).toBe(at.getTime());
	});
});
