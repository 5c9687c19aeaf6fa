/** Profiles by their calls: lists, what is known, two that are one, and who may see whom. */
import { describe, expect, test } from 'vitest';
import { type Person, startApp, type Tenant } from '../app.ts';

const t = await startApp();

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const added = await t.send(owner, 'POST', `/api/consent/purpose/${tenant.customerId}`, {
		body: { domainId: tenant.domainId, name: 'Letter', wording: { en: { name: 'Letter', about: 'Monthly.' } } },
	});
	return { tenant, owner, purpose: String(added.json().data.id) };
};
type Scene = Awaited<ReturnType<typeof scene>>;

const ask = (who: Person, { customerId }: Tenant, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
	t.send(who, method, `/api/manage/domain${path}`, { headers: { customer_key: String(customerId) }, ...(body && { body }) });

const says = async ({ owner, tenant, purpose }: Scene, email: string, value = true): Promise<string> => {
	const said = await t.send(owner, 'POST', '/api/audit/domain/people/answer', {
		headers: { customer_key: String(tenant.customerId) },
		body: { person: { email }, purposeId: purpose, value, at: new Date().toISOString(), source: 'Letter' },
	});
	expect([said.status, said.text]).toEqual([200, expect.anything()]);
	return said.json().data.luvallaId;
};

test('somebody is found by address, name and attribute, and listed by what is sorted', async () => {
	const s = await scene();
	const { owner, tenant } = s;
	const [aino, bo] = [await says(s, 'aino@example.com'), await says(s, 'bo@example.com')];
	await ask(owner, tenant, 'PUT', `/person/${aino}`, { firstName: 'Aino', lastName: 'Äijälä', city: 'Turku', attributes: { shoe: 41 } });
	await ask(owner, tenant, 'PUT', `/person/${bo}`, { firstName: 'Bo', lastName: 'Berg' });
	const found = async (query: string): Promise<string[]> => {
		const answer = await ask(owner, tenant, 'GET', `/profile?${query}`);
		expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
		return answer.json().data.map(({ luvallaId }: { luvallaId: string }) => luvallaId);
	};
	expect(await found('')).toEqual([bo, aino]);
	expect(await found('sort=lastName')).toEqual([bo, aino]);
	expect(await found('sort=-lastName')).toEqual([aino, bo]);
	expect(await found('q=ain')).toEqual([aino]);
	expect(await found(`q=${encodeURIComponent('ÄIJ')}`)).toEqual([aino]);
	expect(await found(`q=${encodeURIComponent('aino äi')}`)).toEqual([aino]);
	expect(await found('q=bo@exam')).toEqual([bo]);
	expect(await found('q=shoe:41')).toEqual([aino]);
	expect(await found('q=city:turku')).toEqual([aino]);
	expect(await found('q=City:Oulu')).toEqual([]);
	expect(await found('q=%25')).toEqual([]);
});

test('an attribute keeps the kind of its first value, and too many are refused', async () => {
	const s = await scene();
	const person = await says(s, 'kinds@example.com');
	const change = (attributes: object) => ask(s.owner, s.tenant, 'PUT', `/person/${person}`, { attributes });
	expect((await change({ since: '2026-02-28', shoe: 41, club: true })).json().data.facts.attributes).toEqual({
		since: '2026-02-28',
		shoe: 41,
		club: true,
	});
	const wrong = await change({ since: 'soon', shoe: '41', club: 1, city: 'Oulu' });
	expect([wrong.status, Object.keys(wrong.json().fields).sort()]).toEqual([
		422,
		['attributes.club', 'attributes.shoe', 'attributes.since'],
	]);
	expect((await change({ shoe: null })).json().data.facts.attributes).toEqual({ since: '2026-02-28', club: true });
	const named = (from: number, count: number, value: unknown = 1) =>
		Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${from + n}`, value]));
	expect((await change(named(0, 101))).status).toBe(400);
	expect((await change(named(0, 40, 'x'.repeat(1000)))).status).toBe(400);
	// Nor by and by.
	expect((await change(named(0, 60))).status).toBe(200);
	expect((await change(named(60, 60))).json().code).toBe('too_many_attributes');
	for (const body of [
		'{"attributes":{"__proto__":1}}',
		'{"attributes":{"a":{"b":1}}}',
		'{"country":"Suomi"}',
		'{"timeZone":"../x"}',
		'{"attributes":{"a":"\\u0000"}}',
	])
		expect([body, (await ask(s.owner, s.tenant, 'PUT', `/person/${person}`, JSON.parse(body))).status]).toEqual([body, 400]);
});

describe('two that are one', () => {
	test('what follows is told before, happens, and is undone', async () => {
		const s = await scene();
		const [aino, other] = [await says(s, 'a@example.com', true), await says(s, 'b@example.com', false)];
		await ask(s.owner, s.tenant, 'PUT', `/person/${aino}`, { city: 'Turku', attributes: { shoe: 41 } });
		await ask(s.owner, s.tenant, 'PUT', `/person/${other}`, { city: 'Oulu', lastName: 'Berg', attributes: { shoe: 42, hat: 'L' } });
		const segment = (await ask(s.owner, s.tenant, 'POST', '/segment', { name: 'Hand' })).json().data.id;
		await ask(s.owner, s.tenant, 'POST', `/segment/${segment}/members`, { people: [{ luvallaId: other }] });

		const preview = (await ask(s.owner, s.tenant, 'GET', `/person/${aino}/merge?other=${other}`)).json().data;
		expect(preview).toMatchObject({
			kept: aino,
			gone: other,
			facts: { city: 'Turku', lastName: 'Berg', attributes: { shoe: 41, hat: 'L' } },
			noes: [{ purposeId: s.purpose, purpose: 'Letter' }],
		});
		expect(preview.hidden).toEqual([
			{ name: 'city', value: 'Oulu' },
			{ name: 'shoe', value: '42' },
		]);

		const merged = (await ask(s.owner, s.tenant, 'POST', `/person/${aino}/merge`, { other })).json().data;
		expect(merged).toMatchObject({ luvallaId: aino, facts: preview.facts, segments: [{ id: segment }], merged: [{ luvallaId: other }] });
		expect((await ask(s.owner, s.tenant, 'GET', `/person/${other}`)).json().data.luvallaId).toBe(aino);
		expect((await ask(s.owner, s.tenant, 'GET', '/profile')).json().data).toHaveLength(1);
		expect((await ask(s.owner, s.tenant, 'POST', `/person/${aino}/merge`, { other })).json().code).toBe('same_person');
		// A no of either stands.
		const state = async (id: string) =>
			(await t.send(s.owner, 'GET', `/api/audit/domain/people/${id}`, { headers: { customer_key: String(s.tenant.customerId) } })).json()
				.data.present[0].value;
		expect(await state(aino)).toBe(false);

		await ask(s.owner, s.tenant, 'POST', `/person/${aino}/unmerge`, { gone: other });
		expect((await ask(s.owner, s.tenant, 'GET', `/person/${aino}`)).json().data).toMatchObject({
			facts: { city: 'Turku', lastName: null, attributes: { shoe: 41 } },
			segments: [],
			merged: [],
		});
		expect((await ask(s.owner, s.tenant, 'GET', `/person/${other}`)).json().data).toMatchObject({
			luvallaId: other,
			facts: { city: 'Oulu', lastName: 'Berg', attributes: { shoe: 42, hat: 'L' } },
			segments: [{ id: segment }],
		});
		expect(await state(other)).toBe(false);
		expect((await ask(s.owner, s.tenant, 'POST', `/person/${aino}/unmerge`, { gone: other })).status).toBe(404);
	});
});

describe('who else', () => {
	test('another company’s admin, a domain’s admin elsewhere and a stranger see and change nothing', async () => {
		const [s, other] = [await scene(), await scene()];
		const person = await says(s, 'secret@example.com');
		const elsewhere = await t.send(s.owner, 'POST', '/api/domain', {
			body: { domain: `second-${s.tenant.host}`, customerId: s.tenant.customerId },
		});
		const second = { ...s.tenant, domainId: String(elsewhere.json().data.id) };
		const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [second] });
		for (const who of [other.owner, editor]) {
			for (const [method, path, body] of [
				['GET', `/person/${person}`, undefined],
				['PUT', `/person/${person}`, { city: 'X' }],
				['GET', `/person/${person}/merge?other=${person}`, undefined],
				['POST', `/person/${person}/merge`, { other: person }],
			] as const)
				expect([path, [403, 404]]).toEqual([path, expect.arrayContaining([(await ask(who, s.tenant, method, path, body)).status])]);
		}
		expect((await ask(editor, s.tenant, 'GET', '/profile')).json().data).toEqual([]);
		expect((await ask(editor, s.tenant, 'GET', '/profile?q=secret')).json().data).toEqual([]);
		expect((await ask(editor, s.tenant, 'GET', '/profile/events?email=secret@example.com')).json().data).toEqual([]);
		expect((await ask(other.owner, other.tenant, 'GET', '/profile?q=secret')).json().data).toEqual([]);
		expect((await ask(other.owner, other.tenant, 'GET', `/person/${person}`)).status).toBe(404);
	});

	test('a segment is active once it is saved, whatever is sent', async () => {
		const tenant = await t.tenant();
		const owner = await t.person([], { adminOf: [tenant] });
		const headers = { customer_key: String(tenant.customerId) };
		const send = (method: 'POST' | 'PUT', body: object) => t.send(owner, method, '/api/manage/domain/segment', { headers, body });
		const added = (await send('POST', { name: 'Active', isActive: false })).json().data;
		expect(added.isActive).toBe(true);
		expect((await send('PUT', { id: added.id, isActive: false })).json().data.isActive).toBe(true);
	});

	test('a segment is used by whom it is for', async () => {
		const s = await scene();
		const elsewhere = await t.send(s.owner, 'POST', '/api/domain', {
			body: { domain: `second-${s.tenant.host}`, customerId: s.tenant.customerId },
		});
		const second = { ...s.tenant, domainId: String(elsewhere.json().data.id) };
		const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [second] });
		const admin = await t.person(['ADMIN']);
		const add = async (who: Person, body: object) => (await ask(who, s.tenant, 'POST', '/segment', body)).json();
		const all = (await add(s.owner, { name: 'Everybody’s' })).data;
		const own = (await add(s.owner, { name: 'First domain’s', isDomainSpecific: true, domainId: s.tenant.domainId })).data;
		const customers = (await add(s.owner, { name: 'Customer’s', isCustomerSpecific: true })).data;
		const platforms = (await add(admin, { name: 'Platform’s', isAdminOnly: true })).data;
		expect((await add(s.owner, { name: 'Mine', isAdminOnly: true })).code).toBe('admin_segment');
		expect((await add(s.owner, { name: 'everybody’S' })).code).toBe('segment_known');
		const names = async (who: Person): Promise<string[]> =>
			(await ask(who, s.tenant, 'GET', '/segment')).json().segments.map(({ name }: { name: string }) => name);
		expect(await names(s.owner)).toEqual(['Customer’s', 'Everybody’s', 'First domain’s']);
		expect(await names(admin)).toEqual(['Customer’s', 'Everybody’s', 'First domain’s', 'Platform’s']);
		expect(await names(editor)).toEqual(['Everybody’s']);
		for (const { id } of [own, customers, platforms]) {
			expect((await ask(editor, s.tenant, 'PUT', '/segment', { id, name: 'Taken' })).status).toBe(404);
			expect((await ask(editor, s.tenant, 'DELETE', `/segment?id=${id}`)).status).toBe(404);
			expect((await ask(editor, s.tenant, 'GET', `/segment/${id}/members`)).status).toBe(404);
			// Nor by a rule that would tell who is in it.
			const rule = { field: `segment.${id}`, is: 'is', value: true };
			expect((await ask(editor, s.tenant, 'POST', '/segment', { name: `By ${id}`, rule })).status).toBe(422);
			expect((await ask(editor, s.tenant, 'POST', '/segment/preview', { rule })).status).toBe(422);
		}
		expect((await ask(editor, s.tenant, 'GET', `/segment/${all.id}/members`)).status).toBe(200);
	});

	test('a domain’s admin asks nothing about what people said on another domain', async () => {
		const s = await scene();
		const elsewhere = await t.send(s.owner, 'POST', '/api/domain', {
			body: { domain: `second-${s.tenant.host}`, customerId: s.tenant.customerId },
		});
		const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [{ ...s.tenant, domainId: String(elsewhere.json().data.id) }] });
		const rule = { field: `consent.${s.purpose}`, is: 'is', value: 'no' };
		expect((await ask(editor, s.tenant, 'POST', '/segment', { name: 'Noes', rule })).status).toBe(422);
		expect((await ask(editor, s.tenant, 'POST', '/segment/preview', { rule })).status).toBe(422);
		expect((await ask(editor, s.tenant, 'GET', '/segment/fields')).text).not.toContain(s.purpose);
		expect((await ask(s.owner, s.tenant, 'POST', '/segment/preview', { rule })).status).toBe(200);
	});

	test('a rule that nests too deep, comes back to itself or means nothing is refused by field', async () => {
		const s = await scene();
		let deep: object = { field: 'city', is: 'known' };
		for (let n = 0; n < 30; n += 1) deep = { all: [deep] };
		const add = (rule: unknown, name = `R${Math.random()}`) => ask(s.owner, s.tenant, 'POST', '/segment', { name, rule });
		expect((await add(deep)).status).toBe(400);
		for (const rule of [
			{ field: 'nothing', is: 'known' },
			{ field: 'city', is: 'atLeast', value: 3 },
			{ field: 'city', is: 'is' },
			{ all: [] },
			{ field: `consent.${s.purpose}`, is: 'is', value: 'perhaps' },
			{ field: 'createdAt', is: 'before', value: '2026-02-31' },
			{ field: 'city', is: 'is', value: 'x', within: 3 },
		])
			expect([rule, (await add(rule)).status]).toEqual([rule, 422]);
		const first = (await add({ field: 'city', is: 'known' })).json().data.id;
		// An id is the same in capitals.
		const second = (await add({ field: `segment.${first.toUpperCase()}`, is: 'is', value: true })).json().data;
		expect(second.rule.field).toBe(`segment.${first}`);
		for (const target of [first, second.id, second.id.toUpperCase()]) {
			const circle = await ask(s.owner, s.tenant, 'PUT', '/segment', {
				id: first,
				rule: { field: `segment.${target}`, is: 'is', value: true },
			});
			expect(circle.json().code).toBe('rule_circle');
		}
		expect((await ask(s.owner, s.tenant, 'DELETE', `/segment?id=${first}`)).json().code).toBe('segment_used');
		expect((await ask(s.owner, s.tenant, 'POST', `/segment/${first}/members`, { people: [{ email: 'x@example.com' }] })).json().code).toBe(
			'has_rule',
		);
	});
});
