/** The public API of profiles, as customers' servers call it. */
import { v4, v7 } from 'uuid';
import { afterEach, describe, expect, test } from 'vitest';
import { newId, setClock } from '../../src/kernel/clock.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { sweepAnswers } from '../../src/wings/profiles/api/once.ts';
import { followOn, isBehind, levelsOf } from '../../src/wings/profiles/rules/follow.ts';
import { type Person, startApp, type Tenant } from '../app.ts';
import { slowness } from '../slowness.ts';

const t = await startApp();
afterEach(() => setClock(null));

interface Scene {
	tenant: Tenant;
	owner: Person;
	headers: { authorization: string };
}

const scene = async (): Promise<Scene> => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	return { tenant, owner, headers: await t.machine(owner, tenant) };
};
const s = await scene();
const post = (path: string, body: object, headers: object = s.headers, of: Scene = s) =>
	t.send(null, 'POST', `/edge/v1${path}`, { headers: { ...headers }, body: { domainId: of.tenant.domainId, ...body } });
const write = async (profiles: unknown[], headers: object = s.headers, of: Scene = s) => {
	const sent = await post('/profiles', { profiles }, headers, of);
	expect([sent.status, sent.text]).toEqual([200, expect.anything()]);
	return sent.json().data.results;
};
/** Items as they stand in JSON, to the letter. */
const raw = (items: string) =>
	t.app.inject({
		method: 'POST',
		url: '/edge/v1/profiles',
		headers: { ...s.headers, 'content-type': 'application/json' },
		payload: `{"domainId":"${s.tenant.domainId}","profiles":[${items}]}`,
	});
const read = async (person: object, headers: object = s.headers, of: Scene = s) =>
	(await post('/profiles/state', { person }, headers, of)).json().data;
const events = async (list: unknown[], headers: object = s.headers, of: Scene = s) => {
	const sent = await post('/events', { events: list }, headers, of);
	expect([sent.status, sent.text]).toEqual([200, expect.anything()]);
	return sent.json().data.results;
};
const event = (email: string, over: object = {}, at = new Date()) => ({
	id: v7({ msecs: at.getTime() }),
	at: at.toISOString(),
	person: { email },
	type: 'order',
	properties: { sum: 5, paid: true },
	...over,
});
const newSegment = async (over: object = {}, { owner, tenant }: Scene = s): Promise<string> => {
	const added = await t.send(owner, 'POST', '/api/manage/domain/segment', {
		headers: { customer_key: String(tenant.customerId) },
		body: { name: `S ${newId()}`, ...over },
	});
	expect([added.status, added.text]).toEqual([200, expect.anything()]);
	return added.json().data.id;
};
const tokenFor = async ({ owner }: Scene, domainId: string) => {
	const made = await t.send(owner, 'POST', '/api/manage/domain/generatetoken', { body: { id: domainId } });
	return { authorization: `Bearer ${made.json().data.accessToken}` };
};
const anotherDomain = async ({ owner, tenant }: Scene): Promise<Scene> => {
	const added = await t.send(owner, 'POST', '/api/domain', {
		body: { domain: `two-${newId()}.localhost`, customerId: tenant.customerId },
	});
	const domainId = added.json().data.id;
	return { tenant: { ...tenant, domainId }, owner, headers: await tokenFor({ owner, tenant, headers: s.headers }, domainId) };
};
const countOf = (table: string, { tenant: { customerId } }: Scene = s): Promise<number> =>
	t.storage.inTenant(customerId, async (tx) => {
		const [row] = await tx.query<{ n: number }>(`select count(*)::int as n from ${table} where customer_id = $1`, [customerId]);
		return row?.n ?? -1;
	});

describe('profiles', () => {
	test('rules that ask for many values are followed, however many there are', async () => {
		const of = await scene();
		const asking = (from: number) => ({
			any: Array.from({ length: 100 }, (_, n) => ({
				field: 'postalCode',
				is: 'oneOf',
				value: Array.from({ length: 200 }, (_, m) => String(from + n * 200 + m)),
			})),
		});
		const ids: string[] = [];
		for (const from of [10_000, 30_000, 50_000, 70_000]) ids.push(await newSegment({ rule: asking(from) }, of));
		await write([{ person: { email: `p-${newId()}@example.com` }, postalCode: '49999' }], of.headers, of);
		await expect
			.poll(async () => {
				const headers = { customer_key: String(of.tenant.customerId) };
				const { counts } = (await t.send(of.owner, 'GET', '/api/user/segmentcount', { headers })).json();
				return ids.map((id) => counts.find((one: { id: string }) => one.id === id)?.count);
			})
			.toEqual([0, 1, 0, 0]);
		// What one statement takes is asked by one, and the rest by the next.
		const rule = { all: Array.from({ length: 100 }, () => ({ field: 'city', is: 'known' as const })) };
		const levels = levelsOf(Array.from({ length: 50 }, (_, n) => ({ set_id: String(n), rule })));
		expect(levels.map(({ length }) => length)).toEqual([19, 19, 12]);
		expect(levelsOf([{ set_id: 'everybody', rule: { all: [] } }])).toHaveLength(1);
	});

	test('a rule asks what it was written for, though the customer says later that its attribute is of another kind', async () => {
		const of = await anotherDomain(s);
		const [level, city] = [`level ${newId()}`, `Turku ${newId()}`];
		const [gold, five, no] = [`g-${newId()}@example.com`, `f-${newId()}@example.com`, `n-${newId()}@example.com`];
		expect((await write([{ person: { email: gold }, attributes: { [level]: 'gold' } }], of.headers, of))[0].outcome).toBe('created');
		const field = `attribute.${level}`;
		const texts = await newSegment({ rule: { field, is: 'contains', value: 'gold' } }, of);
		const same = await newSegment({ rule: { field, is: 'oneOf', value: ['gold', 'silver'] } }, of);
		const others = await newSegment({ rule: { field: 'city', is: 'is', value: city } }, of);
		const counts = async () => {
			const { counts } = (
				await t.send(of.owner, 'GET', '/api/user/segmentcount', { headers: { customer_key: String(of.tenant.customerId) } })
			).json();
			return [texts, same, others].map((id) => counts.find((one: { id: string }) => one.id === id)?.count);
		};
		await expect.poll(counts).toEqual([1, 1, 0]);
		for (const [email, value] of [
			[five, 5],
			[no, 6],
		] as const)
			expect((await write([{ person: { email }, city, attributes: { [level]: value } }]))[0].outcome).toBe('created');
		await expect.poll(counts).toEqual([1, 1, 2]);
		// A yes or no is neither.
		const said = await newSegment({ rule: { field, is: 'is', value: 5 } }, of);
		await expect.poll(async () => (await read({ email: five })).segments.map(({ id }: { id: string }) => id)).toContain(said);
	});

	test('are created, updated, unchanged; null takes away; what is known is read back', async () => {
		const anna = {
			person: { email: 'Anna@Example.com', externalId: 'a-1' },
			firstName: 'Anna',
			city: 'Turku',
			country: 'FI',
			locale: 'fi-FI',
			timeZone: 'Europe/Helsinki',
			attributes: { shoe: 38, member: true, since: '2026-01-15', note: 'likes fish' },
		};
		const [created] = await write([anna]);
		expect(created).toMatchObject({ outcome: 'created', code: null, fields: null });
		// The same in another order of names.
		expect((await write([{ ...anna, attributes: { note: 'likes fish', since: '2026-01-15', member: true, shoe: 38 } }]))[0]).toMatchObject({
			outcome: 'unchanged',
			luvallaId: created.luvallaId,
		});
		expect(await read({ externalId: 'a-1' })).toMatchObject({
			luvallaId: created.luvallaId,
			firstName: 'Anna',
			lastName: null,
			city: 'Turku',
			attributes: anna.attributes,
			identifiers: [
				{ kind: 'email', value: 'anna@example.com', confirmedAt: null },
				{ kind: 'externalId', value: 'a-1', confirmedAt: null },
			],
			segments: [],
		});
		const [updated] = await write([{ person: { email: 'anna@example.com' }, city: null, attributes: { shoe: null, size: 'M' } }]);
		expect(updated.outcome).toBe('updated');
		expect(await read({ luvallaId: created.luvallaId })).toMatchObject({
			city: null,
			firstName: 'Anna',
			attributes: { member: true, since: '2026-01-15', note: 'likes fish', size: 'M' },
		});
		// An address alone is news too, and is written down.
		expect((await write([{ person: { externalId: 'a-1', phone: '+358 40 765 4321' } }]))[0].outcome).toBe('updated');
		expect((await read({ phone: '+358407654321' })).luvallaId).toBe(created.luvallaId);
	});

	test('of a batch are judged one by one: a refused one sinks no other and makes nobody known', async () => {
		const results = await write([
			{ person: { email: 'one@example.com' }, attributes: { batch_a: 1 } },
			{ person: { email: 'two@example.com' }, attributes: { batch_a: 'many' } },
			{ person: { email: 'three@example.com' }, surname: 'X' },
			'nothing',
			null,
			{ person: {} },
			{ person: { phone: '+1 2' } },
			{ person: { phone: '+0000000000000' } },
			{ person: { luvallaId: newId() } },
			{ person: { email: 'one@example.com' }, firstName: 'One' },
		]);
		expect(results.map(({ outcome, code }: { outcome: string; code: string | null }) => code ?? outcome)).toEqual([
			'created',
			'kind_mismatch',
			'malformed',
			'malformed',
			'malformed',
			'malformed',
			'malformed',
			'malformed',
			'unknown_person',
			'updated',
		]);
		expect(results[1].fields).toEqual({ 'attributes.batch_a': expect.stringContaining('another kind') });
		expect(results[2].fields).toEqual({ surname: 'There is no such field' });
		for (const email of ['two@example.com', 'three@example.com']) expect((await read({ email })).luvallaId).toBeNull();
		expect((await read({ email: 'one@example.com' })).firstName).toBe('One');
	});

	test('that are refused name nobody for those after them', async () => {
		const [known] = await write([{ person: { email: 'lead@example.com' } }]);
		const results = await write([
			// Refused for its kind: the number does not become theirs by it.
			{ person: { email: 'lead@example.com', externalId: 'lead-1' }, attributes: { shoe: 'big', other: { deep: 1 } } },
			{ person: { email: 'lead@example.com', externalId: 'lead-1' }, attributes: { batch_a: 'not a number' } },
			{ person: { externalId: 'lead-1' } },
		]);
		expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['refused', 'refused', 'created']);
		expect(results[2].luvallaId).not.toBe(known.luvallaId);
	});

	test('that bring one refusal after the other to light end soon', async () => {
		const people = Array.from({ length: 1000 }, (_, n) => ({ person: { email: `chain-${n}@example.com` } }));
		await write(people);
		await write([{ person: { email: 'chain-0@example.com' }, attributes: { chained: 1 } }]);
		// Each would lead the same number to somebody else, and has a value of another kind.
		const chain = people.map(({ person }) => ({ person: { ...person, externalId: 'chain' }, attributes: { chained: 'no number' } }));
		const began = performance.now();
		const results = await write(chain);
		expect(results.every(({ outcome }: { outcome: string }) => outcome === 'refused')).toBe(true);
		expect(performance.now() - began).toBeLessThan(3000 * slowness());
		expect((await read({ externalId: 'chain' })).luvallaId).toBeNull();
	});

	test('of two people named by one key are refused', async () => {
		await write([{ person: { email: 'x1@example.com' } }, { person: { email: 'x2@example.com', externalId: 'x2' } }]);
		expect((await write([{ person: { email: 'x1@example.com', externalId: 'x2' } }]))[0]).toMatchObject({ code: 'person_conflict' });
	});

	test('take no names that programs misread, no NUL, no half of a character, and nothing oversized', async () => {
		const bad = [
			'{"person":{"email":"proto@example.com"},"attributes":{"constructor":"x"}}',
			'{"person":{"email":"proto@example.com"},"firstName":"a\\u0000b"}',
			'{"person":{"email":"proto@example.com"},"attributes":{"a\\u0000b":1}}',
			'{"person":{"email":"proto@example.com"},"attributes":{"half":"\\ud800"}}',
			'{"person":{"email":"proto@example.com"},"attributes":[1]}',
			'{"person":{"email":"proto@example.com"},"attributes":{"big":1e400}}',
			'{"person":{"email":"proto@example.com"},"attributes":{"deep":{"a":1}}}',
			'{"person":{"email":"proto@example.com"},"attributes":{"":1}}',
			'{"person":{"email":"proto@example.com"},"country":"Finland"}',
			'{"person":{"email":"proto@example.com"},"timeZone":"Europe/Turku"}',
			'{"person":{"email":"proto@example.com"},"firstName":7}',
			JSON.stringify({ person: { email: 'proto@example.com' }, attributes: { text: 'x'.repeat(2001) } }),
			JSON.stringify({
				person: { email: 'proto@example.com' },
				attributes: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`n${n}`, n])),
			}),
			JSON.stringify({
				person: { email: 'proto@example.com' },
				attributes: Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`t${n}`, 'x'.repeat(1990)])),
			}),
		];
		const sent = await raw(bad.join(','));
		expect(sent.statusCode).toBe(200);
		const { results } = sent.json().data;
		expect(results.map(({ code }: { code: string }) => code)).toEqual(bad.map(() => 'malformed'));
		for (const [n, { fields }] of results.entries()) expect([n, Object.keys(fields).length > 0]).toEqual([n, true]);
		// What would change what every object is sinks its whole request, before anybody reads it.
		for (const item of ['"attributes":{"__proto__":"x"}', '"__proto__":{"firstName":"x"}'])
			expect((await raw(`{"person":{"email":"proto@example.com"},${item}}`)).statusCode).toBe(400);
		expect((await read({ email: 'proto@example.com' })).luvallaId).toBeNull();
		expect(({} as Record<string, unknown>).firstName).toBeUndefined();
	});

	test('hold a hundred attributes of one person, however they come', async () => {
		const some = (from: number, count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${from + n}`, n]));
		const person = { email: 'many@example.com' };
		expect(
			(
				await write([
					{ person, attributes: some(0, 60) },
					{ person, attributes: some(60, 40) },
				])
			).map((one: { outcome: string }) => one.outcome),
		).toEqual(['created', 'updated']);
		expect((await write([{ person, attributes: some(100, 1) }]))[0]).toMatchObject({ code: 'too_much' });
		expect((await write([{ person, attributes: { k0: null, ...some(100, 1) } }]))[0].outcome).toBe('updated');
	});

	test('of 1,001 people are refused, and of none', async () => {
		const many = (count: number) => Array.from({ length: count }, (_, n) => ({ person: { externalId: `bulk-${n}` }, attributes: { n } }));
		const refused = await post('/profiles', { profiles: many(1001) });
		expect([refused.status, refused.json().code]).toEqual([400, 'invalid']);
		expect((await post('/profiles', { profiles: [] })).status).toBe(400);
		const results = await write(many(1000));
		expect(new Set(results.map(({ outcome }: { outcome: string }) => outcome))).toEqual(new Set(['created']));
	});

	test('say what is wrong in Finnish', async () => {
		const [one] = await write([{ person: { email: 'fi@example.com' }, timeZone: 'Turku', nothing: 1 }], {
			...s.headers,
			'accept-language': 'fi',
		});
		expect(one.fields).toEqual({ timeZone: 'Käytä aikavyöhykettä, esimerkiksi Europe/Helsinki', nothing: 'Tällaista kenttää ei ole' });
	});

	test('say how an id, a moment and a value are written, in both languages', async () => {
		const at = new Date().toISOString();
		const event = { id: newId(), at, person: { email: 'forms@example.com' }, type: 'order' };
		const wrong = [
			{ ...event, id: v4() },
			{ ...event, at: at.slice(0, -1) },
			{ ...event, properties: { items: [1] } },
			{ ...event, person: { luvallaId: '42' } },
		];
		const told = async (language: string): Promise<unknown[]> =>
			(await post('/events', { events: wrong }, { ...s.headers, 'accept-language': language }))
				.json()
				.data.results.map(({ fields }: { fields: unknown }) => fields);
		expect(await told('en')).toEqual([
			{ id: 'Use a UUID of version 7, whose millisecond is `at`' },
			{ at: 'Use a moment with its zone, such as 2026-11-19T14:03:00Z' },
			{ 'properties.items': 'Use text, a number, true or false' },
			{ 'person.luvallaId': 'Use an id such as 0193b6b1-71a0-7427-8208-2fd411ef2bd5' },
		]);
		expect(await told('fi')).toEqual([
			{ id: 'Käytä version 7 UUID-tunnistetta, jonka millisekunti on `at`' },
			{ at: 'Käytä ajankohtaa vyöhykkeineen, esimerkiksi 2026-11-19T14:03:00Z' },
			{ 'properties.items': 'Käytä tekstiä, lukua, true tai false' },
			{ 'person.luvallaId': 'Käytä tunnistetta, esimerkiksi 0193b6b1-71a0-7427-8208-2fd411ef2bd5' },
		]);
	});

	test('say of a telephone number with the right signs that it is none', async () => {
		const phone = '+3584012345678901234';
		const said = 'Use the international form, such as +358 40 123 4567';
		expect(await write([{ person: { phone } }])).toMatchObject([{ code: 'malformed', fields: { 'person.phone': said } }]);
		const { results } = (await post(`/segments/${await newSegment()}/members`, { action: 'add', people: [{ phone }] })).json().data;
		expect(results).toMatchObject([{ code: 'malformed', fields: { phone: said } }]);
	});

	test('new people are in rules from then on', async () => {
		const of = await scene();
		const segment = await newSegment({ rule: { field: 'city', is: 'is', value: 'Raisio' } }, of);
		const everybody = await newSegment({ rule: { field: 'externalId', is: 'known' } }, of);
		const { customerId } = of.tenant;
		await write([{ person: { externalId: 'r-1' }, city: 'Raisio' }, { person: { externalId: 'r-2' } }], of.headers, of);
		while (await t.storage.inTenant(customerId, (tx) => isBehind(tx, customerId)))
			await t.storage.inTenant(customerId, (tx) => followOn(tx, customerId));
		const idsOf = async (person: object) => (await read(person, of.headers, of)).segments.map(({ id }: { id: string }) => id).sort();
		expect(await idsOf({ externalId: 'r-1' })).toEqual([segment, everybody].sort());
		expect(await idsOf({ externalId: 'r-2' })).toEqual([everybody]);
	});
});

describe('events', () => {
	test('are stored once, and known again; another content under their id is refused', async () => {
		const one = event('shopper@example.com');
		const [stored] = await events([one]);
		expect(stored).toMatchObject({ outcome: 'stored', code: null });
		expect((await read({ email: 'shopper@example.com' })).luvallaId).toBe(stored.luvallaId);
		const before = await countOf('event');
		const results = await events([
			{ ...one, id: one.id.toUpperCase(), properties: { paid: true, sum: 5 } },
			{ ...one, at: one.at.replace('Z', '+00:00') },
			{ ...one, properties: { sum: 6, paid: true } },
			{ ...one, type: 'view' },
			{ ...one, person: { email: 'somebody-else@example.com' } },
		]);
		expect(results.map(({ outcome, code }: { outcome: string; code: string | null }) => code ?? outcome)).toEqual([
			'known',
			'known',
			'id_conflict',
			'id_conflict',
			'id_conflict',
		]);
		expect(await countOf('event')).toBe(before);
		expect((await read({ email: 'somebody-else@example.com' })).luvallaId).toBeNull();
	});

	test('twice in one batch are stored once', async () => {
		const one = event('twice@example.com');
		const results = await events([one, one, { ...one, properties: {} }]);
		expect(results.map(({ outcome, code }: { outcome: string; code: string | null }) => code ?? outcome)).toEqual([
			'stored',
			'known',
			'id_conflict',
		]);
	});

	test('are refused with their reason', async () => {
		await events([event('first@example.com', { type: 'visit', properties: { pages: 3 } })]);
		const now = new Date();
		const results = await events([
			event('e@example.com', { at: new Date(now.getTime() - 1).toISOString() }, now),
			event('e@example.com', {}, new Date(now.getTime() + 3_600_000)),
			event('e@example.com', { id: newId().replace(/^(.{14})7/, (_, head: string) => `${head}4`) }),
			event('e@example.com', { type: 'visit', properties: { pages: 'three' } }),
			event('e@example.com', { properties: { deep: [1] } }),
			event('e@example.com', { type: '__proto__' }),
			event('e@example.com', { colour: 'red' }),
			event('e@example.com', { person: { luvallaId: newId() } }),
			event('e@example.com', { properties: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`p${n}`, n])) }),
		]);
		expect(results.map(({ outcome, code }: { outcome: string; code: string | null }) => code ?? outcome)).toEqual([
			'at_mismatch',
			'at_future',
			'malformed',
			'kind_mismatch',
			'malformed',
			'malformed',
			'malformed',
			'unknown_person',
			'malformed',
		]);
		expect(results[3].fields).toHaveProperty(['properties.pages']);
		expect(results.map(({ fields }: { fields: object }) => Object.keys(fields))).toEqual([
			['id'],
			['at'],
			['id'],
			['properties.pages'],
			['properties.deep'],
			['type'],
			['colour'],
			['person'],
			['properties'],
		]);
		expect((await read({ email: 'e@example.com' })).luvallaId).toBeNull();
		const many = await post('/events', { events: Array.from({ length: 1001 }, () => event('e@example.com')) });
		expect(many.status).toBe(400);
	});
});

describe('members', () => {
	const change = (segment: string, action: string, people: unknown[], headers: object = s.headers, of: Scene = s) =>
		post(`/segments/${segment}/members`, { action, people }, headers, of);
	const outcomes = (sent: Awaited<ReturnType<typeof change>>) =>
		sent.json().data.results.map(({ outcome, code }: { outcome: string; code: string | null }) => code ?? outcome);

	test('are added and removed, each once; strangers are refused', async () => {
		const segment = await newSegment();
		await write([{ person: { email: 'm1@example.com', externalId: 'm1' } }, { person: { email: 'm2@example.com' } }]);
		const people = [
			{ email: 'm1@example.com' },
			{ externalId: 'm1' },
			{ email: 'm2@example.com' },
			{ email: 'm3@example.com' },
			{ email: 'm2@example.com', externalId: 'not known' },
			{ nothing: 1 },
		];
		expect(outcomes(await change(segment, 'add', people))).toEqual([
			'added',
			'unchanged',
			'added',
			'unknown_person',
			'unknown_person',
			'malformed',
		]);
		expect(outcomes(await change(segment, 'add', [{ externalId: 'm1' }]))).toEqual(['unchanged']);
		expect((await read({ email: 'm1@example.com' })).segments.map(({ id }: { id: string }) => id)).toEqual([segment]);
		const page = await t.send(s.owner, 'GET', `/api/manage/domain/segment/${segment}/members`, {
			headers: { customer_key: String(s.tenant.customerId) },
		});
		expect(page.text).toContain('"how":"api"');
		expect(outcomes(await change(segment, 'remove', [{ externalId: 'm1' }, { email: 'm1@example.com' }]))).toEqual([
			'removed',
			'unchanged',
		]);
		expect((await read({ email: 'm1@example.com' })).segments).toEqual([]);
	});

	test('of a rule, of another customer, of the platform and of nothing are closed', async () => {
		await write([{ person: { email: 'm1@example.com' } }]);
		const people = [{ email: 'm1@example.com' }];
		const ruled = await newSegment({ rule: { field: 'city', is: 'is', value: 'Turku' } });
		expect((await change(ruled, 'add', people)).json().code).toBe('has_rule');
		const other = await newSegment({}, await scene());
		expect((await change(other, 'add', people)).status).toBe(404);
		expect((await change(newId(), 'add', people)).status).toBe(404);
		expect((await change('x', 'add', people)).status).toBe(400);
		const segment = await newSegment();
		expect((await change(segment, 'empty', people)).status).toBe(400);
		expect(
			(
				await change(
					segment,
					'add',
					Array.from({ length: 1001 }, () => people[0]),
				)
			).status,
		).toBe(400);
	});

	test('of a segment of another domain are closed to a domain’s token', async () => {
		const second = await anotherDomain(s);
		const closed = await newSegment({ isDomainSpecific: true, domainId: s.tenant.domainId });
		const owners = await newSegment({ isCustomerSpecific: true });
		const open = await newSegment();
		await write([{ person: { email: 'd2@example.com' } }], second.headers, second);
		for (const id of [closed, owners])
			expect((await change(id, 'add', [{ email: 'd2@example.com' }], second.headers, second)).status).toBe(404);
		expect(outcomes(await change(open, 'add', [{ email: 'd2@example.com' }], second.headers, second))).toEqual(['added']);
		// What others did is not undone: by hand, or by another domain's token.
		await write([{ person: { email: 'd2@example.com' } }]);
		const first = await tokenFor(s, s.tenant.domainId);
		expect(outcomes(await change(open, 'remove', [{ email: 'd2@example.com' }], first))).toEqual(['unchanged']);
		await t.send(s.owner, 'POST', `/api/manage/domain/segment/${open}/members`, {
			headers: { customer_key: String(s.tenant.customerId) },
			body: { people: [{ email: 'd2@example.com' }] },
		});
		expect(outcomes(await change(open, 'remove', [{ email: 'd2@example.com' }], second.headers, second))).toEqual(['unchanged']);
		const own = await newSegment({ domainId: second.tenant.domainId });
		await change(own, 'add', [{ email: 'd2@example.com' }]);
		expect(outcomes(await change(own, 'remove', [{ email: 'd2@example.com' }], second.headers, second))).toEqual(['removed']);
	});
});

describe('strangers', () => {
	test('open nothing: no token, another customer’s, a revoked one, another domain’s, a page’s', async () => {
		const other = await scene();
		const second = await anotherDomain(s);
		const revoked = await tokenFor(s, s.tenant.domainId);
		await t.send(s.owner, 'POST', '/api/manage/domain/generatetoken', { body: { id: s.tenant.domainId, accessToken: null } });
		const segment = await newSegment();
		const person = { email: 'nobody-should@example.com' };
		for (const [path, body] of [
			['/profiles', { profiles: [{ person }] }],
			['/profiles/state', { person }],
			['/events', { events: [event(person.email)] }],
			[`/segments/${segment}/members`, { action: 'add', people: [person] }],
		] as const) {
			expect([path, (await post(path, body, {})).status]).toEqual([path, 401]);
			expect([path, (await post(path, body, revoked)).status]).toEqual([path, 401]);
			expect([path, (await post(path, body, other.headers)).status]).toEqual([path, 404]);
			expect([path, (await post(path, body, second.headers)).status]).toEqual([path, 404]);
			const page = await post(path, body, { ...s.headers, origin: 'https://evil.example.com' });
			expect([path, page.json().code]).toEqual([path, 'origin_not_allowed']);
			// A person who is signed in is nobody here.
			const asOwner = await t.send(s.owner, 'POST', `/edge/v1${path}`, { body: { domainId: s.tenant.domainId, ...body } });
			expect([path, asOwner.status]).toEqual([path, 401]);
		}
		expect((await read(person)).luvallaId).toBeNull();
	});

	test('people of another domain are strangers to a domain’s token', async () => {
		const second = await anotherDomain(s);
		await write([{ person: { email: 'apart@example.com' }, firstName: 'Apart' }]);
		expect(await read({ email: 'apart@example.com' }, second.headers, second)).toMatchObject({ luvallaId: null, firstName: null });
		expect((await write([{ person: { email: 'apart@example.com' }, city: 'X' }], second.headers, second))[0]).toMatchObject({
			code: 'cannot_name',
		});
		expect((await events([event('apart@example.com')], second.headers, second))[0]).toMatchObject({ code: 'cannot_name' });
		const [own] = await write([{ person: { email: 'own@example.com' } }], second.headers, second);
		expect(own.outcome).toBe('created');
		expect((await write([{ person: { email: 'own@example.com', externalId: 'own' } }], second.headers, second))[0].outcome).toBe('updated');
	});
});

describe('an idempotency key', () => {
	const keyed = (key: string, headers: object = s.headers) => ({ ...headers, 'idempotency-key': key });

	test('does a request once, and answers it again', async () => {
		const key = newId();
		const body = { profiles: [{ person: { email: 'once@example.com' }, city: 'Turku' }] };
		const first = await post('/profiles', body, keyed(key));
		expect(first.json().data.results[0].outcome).toBe('created');
		await write([{ person: { email: 'once@example.com' }, city: 'Raisio' }]);
		const again = await post('/profiles', body, keyed(key));
		expect([again.status, again.text]).toEqual([200, first.text]);
		expect((await read({ email: 'once@example.com' })).city).toBe('Raisio');
	});

	test('with anything else is refused, by whatever call', async () => {
		const key = newId();
		const people = [{ person: { email: 'conflict@example.com' } }];
		expect((await post('/profiles', { profiles: people }, keyed(key))).status).toBe(200);
		const other = await post('/profiles', { profiles: [...people, ...people] }, keyed(key));
		expect([other.status, other.json().code]).toEqual([409, 'key_conflict']);
		expect((await post('/events', { events: [event('conflict@example.com')] }, keyed(key))).json().code).toBe('key_conflict');
		// At another customer it is another key.
		const elsewhere = await scene();
		expect((await post('/profiles', { profiles: people }, keyed(key, elsewhere.headers), elsewhere)).status).toBe(200);
	});

	test('of two requests at once has one done', async () => {
		const key = newId();
		const body = { events: [event('at-once@example.com')] };
		const both = await Promise.all([post('/events', body, keyed(key)), post('/events', body, keyed(key))]);
		expect(both.map(({ text }) => text)).toEqual([both[0]?.text, both[0]?.text]);
		expect(both[0]?.json().data.results[0].outcome).toBe('stored');
	});

	test('is forgotten after a day, and swept away', async () => {
		const of = await scene();
		const key = newId();
		const body = { profiles: [{ person: { email: 'daily@example.com' } }] };
		expect((await post('/profiles', body, keyed(key, of.headers), of)).json().data.results[0].outcome).toBe('created');
		await sweepAnswers(t.storage);
		expect(await countOf('api_answer', of)).toBe(1);
		await t.storage.inTenant(of.tenant.customerId, (tx) =>
			tx.query(`update api_answer set at = at - interval '24 hours' where customer_id = $1`, [of.tenant.customerId]),
		);
		expect((await post('/profiles', body, keyed(key, of.headers), of)).json().data.results[0].outcome).toBe('unchanged');
		expect(await countOf('api_answer', of)).toBe(1);
		await t.storage.inTenant(of.tenant.customerId, (tx) =>
			tx.query(`update api_answer set at = at - interval '24 hours' where customer_id = $1`, [of.tenant.customerId]),
		);
		await sweepAnswers(t.storage);
		expect(await countOf('api_answer', of)).toBe(0);
	});

	test('that is none is refused, and what was refused as a whole is not remembered', async () => {
		const body = { profiles: [{ person: { email: 'bad-key@example.com' } }] };
		for (const key of ['two words', 'x'.repeat(201), ''])
			expect([key, (await post('/profiles', body, keyed(key))).json().code]).toEqual([key, 'invalid']);
		const key = newId();
		const segment = newId();
		const people = [{ email: 'bad-key@example.com' }];
		expect((await post(`/segments/${segment}/members`, { action: 'add', people }, keyed(key))).status).toBe(404);
		expect((await post('/profiles', body, keyed(key))).status).toBe(200);
	});

	test('keeps nothing that names somebody who is erased, and brings nobody back', async () => {
		const of = await scene();
		const key = newId();
		const body = { profiles: [{ person: { email: 'gone@example.com' } }] };
		const first = await post('/profiles', body, keyed(key, of.headers), of);
		const { luvallaId } = first.json().data.results[0];
		const { customerId } = of.tenant;
		await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, luvallaId));
		const kept = await t.storage.inTenant(customerId, (tx) =>
			tx.query<{ row: string }>(
				`select encode(answer, 'escape') || encode(content, 'escape') as row from api_answer where customer_id = $1`,
				[customerId],
			),
		);
		expect(kept.length).toBe(1);
		for (const { row } of kept) {
			expect(row).not.toContain(luvallaId);
			expect(row).not.toContain('gone');
		}
		expect((await post('/profiles', body, keyed(key, of.headers), of)).text).toBe(first.text);
		expect((await read({ email: 'gone@example.com' }, of.headers, of)).luvallaId).toBeNull();
	});
});

test('an id with letters of its own is one person’s, in whatever pieces they come', async () => {
	const externalId = `Mäki ${newId()}`;
	const [one] = await write([{ person: { externalId: externalId.normalize('NFD') }, firstName: 'Aino' }]);
	expect(await write([{ person: { externalId }, firstName: 'Aino' }])).toMatchObject([{ outcome: 'unchanged', luvallaId: one.luvallaId }]);
});

test('limits are told with every answer, and kept', async () => {
	const of = await scene();
	const asked = await post('/profiles/state', { person: { email: 'x@example.com' } }, of.headers, of);
	expect(asked.headers['ratelimit-policy']).toBe('"calls";q=3000;w=60, "api";q=600;w=60');
	expect(asked.headers.ratelimit).toMatch(/^"calls";r=2999;t=1, "api";r=599;t=1$/);
	let refused = asked;
	for (let n = 0; n < 50 && refused.status === 200; n++)
		[refused = asked] = (
			await Promise.all(Array.from({ length: 40 }, () => post('/profiles/state', { person: { email: 'x@example.com' } }, of.headers, of)))
		).sort((a, b) => b.status - a.status);
	expect([refused.status, refused.json().code]).toEqual([429, 'too_many']);
	expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
	expect(refused.headers.ratelimit).toMatch(/"api";r=0;t=\d+$/);
	// Another token of the customer has its own.
	const domain = await tokenFor(of, of.tenant.domainId);
	expect((await post('/profiles/state', { person: { email: 'x@example.com' } }, domain, of)).status).toBe(200);
});
