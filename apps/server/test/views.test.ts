/** Saved views: one's own, those of a customer, and who may change which. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type Tenant, type TestApp, testApp } from './app.ts';

let t: TestApp;
beforeAll(async () => {
	t = await testApp();
});
afterAll(() => t.stop());

const search = { q: 'anna', sort: '-name', filters: { status: '1' }, hidden: ['added'] };
const view = (name: string, over: object = {}) => ({ list: 'people', name, search, ...over });
const keyed = ({ customerId }: Tenant) => ({ customer_key: String(customerId) });

const own = (who: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: unknown) =>
	t.send(who, method, `/api/user/views${path}`, { body });
const shared = (who: Person, tenant: Tenant, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: unknown) =>
	t.send(who, method, `/api/manage/views${path}`, { headers: keyed(tenant), body });
const namesOf = (sent: { json: () => { data: { name: string }[] } }) => sent.json().data.map(({ name }) => name);

test('an own view is kept, renamed, replaced and deleted, is nobody else’s, and goes with the user', async () => {
	const tenant = await t.tenant();
	const anna = await t.person([], { adminOf: [tenant] });
	const bo = await t.person([], { adminOf: [tenant] });
	const made = (await own(anna, 'POST', '', view('  Annas '))).json().data;
	expect(made).toMatchObject({ list: 'people', name: 'Annas', search, shared: false, can: { change: true } });
	await own(anna, 'POST', '', view('Abc'));
	await own(anna, 'POST', '', view('Annas', { list: 'domains' }));
	expect(namesOf(await own(anna, 'GET', '?list=people'))).toEqual(['Abc', 'Annas']);
	expect(namesOf(await own(bo, 'GET', '?list=people'))).toEqual([]);
	expect((await own(anna, 'POST', '', view('Annas'))).json().code).toBe('view_name_taken');
	expect((await own(anna, 'PUT', `/${made.id}`, { name: 'Abc' })).json().code).toBe('view_name_taken');
	const next = { filters: {}, hidden: [] };
	expect((await own(anna, 'PUT', `/${made.id}`, { name: 'Annas', search: next })).json().data).toMatchObject({
		name: 'Annas',
		search: next,
	});
	for (const method of ['PUT', 'DELETE'] as const) expect((await own(bo, method, `/${made.id}`, { name: 'Bos' })).status).toBe(404);
	expect((await own(anna, 'DELETE', `/${made.id}`)).json().data).toEqual({ id: made.id });
	expect((await own(anna, 'DELETE', `/${made.id}`)).status).toBe(404);
	const admin = await t.person(['ADMIN']);
	expect((await t.send(admin, 'DELETE', `/api/user?email=${encodeURIComponent(anna.email)}`)).status).toBe(200);
	const left = await t.storage.inPlatform((tx) => tx.query('select 1 from own_view where user_id = $1', [anna.userId]));
	expect(left).toEqual([]);
});

test('what is no view is refused, and so is one more than fifty of a list', async () => {
	const anna = await t.person([], { adminOf: [await t.tenant()] });
	const bad = [
		view(''),
		view('x'.repeat(61)),
		view('a\u0007b'),
		view('x', { list: 'People & co' }),
		view('x', { search: { ...search, more: 1 } }),
		view('x', { search: { ...search, filters: { __proto__x: 'y'.repeat(301) } } }),
		view('x', { search: { ...search, filters: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${'x'.repeat(n)}`, '1'])) } }),
	];
	for (const body of bad) expect([(await own(anna, 'POST', '', body)).status, body]).toEqual([400, body]);
	for (let n = 0; n < 50; n++) expect((await own(anna, 'POST', '', view(`v${n}`))).status).toBe(200);
	expect((await own(anna, 'POST', '', view('one more'))).json().code).toBe('too_many_views');
	expect((await own(anna, 'POST', '', view('one more', { list: 'domains' }))).status).toBe(200);
});

test('a shared view is seen by whoever works at the customer, changed by its author and those who answer for it, and by nobody else', async () => {
	const tenant = await t.tenant();
	const other = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const author = await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
	const colleague = await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
	const stranger = await t.person([], { adminOf: [other] });
	const made = (await shared(author, tenant, 'POST', '', view('Ours'))).json().data;
	const seen = async (who: Person) => (await shared(who, tenant, 'GET', '?list=people')).json().data;
	expect(await seen(author)).toMatchObject([{ id: made.id, shared: true, can: { change: true } }]);
	expect(await seen(colleague)).toMatchObject([{ id: made.id, search, can: { change: false } }]);
	expect(await seen(owner)).toMatchObject([{ id: made.id, can: { change: true } }]);
	expect((await shared(stranger, tenant, 'GET', '?list=people')).status).toBe(404);
	expect(namesOf(await shared(stranger, other, 'GET', '?list=people'))).toEqual([]);
	for (const method of ['PUT', 'DELETE'] as const) {
		expect((await shared(colleague, tenant, method, `/${made.id}`, { name: 'Mine' })).status).toBe(403);
		expect((await shared(stranger, other, method, `/${made.id}`, { name: 'Mine' })).status).toBe(404);
		expect((await own(author, method, `/${made.id}`, { name: 'Mine' })).status).toBe(404);
	}
	const machine = await t.send(null, 'GET', '/api/manage/views?list=people', {
		headers: { ...(await t.machine(owner, tenant)), ...keyed(tenant) },
	});
	expect(machine.status).toBe(403);
	expect((await t.send(null, 'GET', '/api/user/views?list=people', { headers: await t.machine(owner, tenant) })).status).toBe(403);
	expect((await shared(colleague, tenant, 'POST', '', view('Ours'))).json().code).toBe('view_name_taken');
	expect((await shared(author, tenant, 'PUT', `/${made.id}`, { name: 'All of us' })).json().data.name).toBe('All of us');
	expect((await shared(owner, tenant, 'DELETE', `/${made.id}`)).status).toBe(200);
	const acts = await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query<{ action: string }>(`select action from activity where customer_id = $1 and thing = 'view' order by at`, [tenant.customerId]),
	);
	expect(acts.map(({ action }) => action)).toEqual(['added', 'changed', 'deleted']);
});
