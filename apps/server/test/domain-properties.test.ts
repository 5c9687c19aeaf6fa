/** Domain properties: what is written waits, what is submitted is what websites read; and domains on which nothing stands are deleted. */
import type { DomainProperty } from '@luvalla/contract/tenancy/domain-properties.ts';
import { MOST_PROPERTIES } from '@luvalla/contract/tenancy/domain-properties.ts';
import { describe, expect, test } from 'vitest';
import { type Person, startApp, type Tenant } from './app.ts';
import { draftFor } from './fixtures.ts';

const t = await startApp();

const PATH = '/api/manage/domain/properties';
const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const on = (who: Person, at: Tenant = tenant) => ({
		ask: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: object) =>
			t.send(who, method, `${PATH}${path}`, { headers: { domain_key: at.domainId }, ...(body && { body }) }),
	});
	const { ask } = on(owner);
	const add = async (key: string, value: string, active = true): Promise<DomainProperty> =>
		(await ask('POST', '', { property: { key, value, active }, currentDomain: { id: tenant.domainId } })).json().data;
	const changes = async () =>
		Object.fromEntries(((await ask('GET')).json().data as DomainProperty[]).map(({ key, change, live }) => [key, [change, live]]));
	return { tenant, owner, on, ask, add, changes };
};
/** Read as a website reads it: by nobody, in a process that has not read it before. */
const read = async ({ domainId }: Tenant) => t.send(null, 'GET', `/cmp/d/${domainId}/properties.json`);

test('what is written waits for the submission, and websites read what was submitted alone', async () => {
	const { tenant, ask, add, changes } = await scene();
	const shop = await add('shop.currency', 'EUR');
	const off = await add('shop.sale', 'no', false);
	expect(await changes()).toEqual({ 'shop.currency': ['added', null], 'shop.sale': ['none', null] });
	expect((await ask('POST', '/submit', {})).json().data).toEqual({ live: 1, published: 1 });
	const site = await read(tenant);
	expect([site.status, site.json()]).toEqual([200, { 'shop.currency': 'EUR' }]);
	expect([site.headers['access-control-allow-origin'], site.headers['cache-control']]).toEqual([
		'*',
		expect.stringContaining('max-age=60'),
	]);

	await ask('PUT', '', { id: shop.id, property: { key: 'shop.money', value: 'SEK' } });
	await ask('PUT', '/activate', { property: { id: off.id }, currentDomain: { id: tenant.domainId } });
	expect(await changes()).toEqual({ 'shop.money': ['changed', 'EUR'], 'shop.sale': ['added', null] });
	expect((await ask('POST', '/submit', {})).json().data).toEqual({ live: 2, published: 2 });
	expect((await ask('POST', '/submit', {})).json()).toMatchObject({ code: 'nothing_waits' });

	expect((await ask('DELETE', `?id=${shop.id}`)).json().data).toEqual({ deleted: false });
	await ask('PUT', '/activate', { property: { id: off.id, active: false } });
	expect(await changes()).toEqual({ 'shop.money': ['deleted', 'SEK'], 'shop.sale': ['changed', 'no'] });
	expect((await ask('POST', '/submit', {})).json().data).toEqual({ live: 0, published: 2 });
	expect(await changes()).toEqual({ 'shop.sale': ['none', null] });
	// What no website ever read goes at once.
	const never = await add('never', '');
	expect((await ask('DELETE', `?id=${never.id}`)).json().data).toEqual({ deleted: true });
});

test('a key is there once, is a plain word, and there are not too many', async () => {
	const { ask, add } = await scene();
	await add('one', '1');
	const other = await add('two', '2');
	expect((await ask('POST', '', { property: { key: 'one', value: 'x' } })).json()).toMatchObject({
		code: 'property_known',
		fields: { key: 'The domain has a property of this key already' },
	});
	expect((await ask('PUT', '', { id: other.id, property: { key: 'one', value: 'x' } })).json()).toMatchObject({ code: 'property_known' });
	for (const key of ['', '1st', 'a b', '__proto__', 'x'.repeat(101)])
		expect((await ask('POST', '', { property: { key, value: 'x' } })).status).toBe(400);
	expect((await add('constructor', 'fine')).key).toBe('constructor');
	for (let n = 3; n < MOST_PROPERTIES; n++) await add(`k${n}`, '');
	expect((await ask('POST', '', { property: { key: 'more', value: '' } })).json()).toMatchObject({ code: 'too_many_properties' });
});

test('belongs to its domain alone: not to another of the customer, nor to another customer', async () => {
	const { tenant, on, add } = await scene();
	const mine = await add('key', 'mine');
	const other = await scene();
	const theirs = other.on(other.owner);
	for (const answer of [
		await theirs.ask('PUT', '', { id: mine.id, property: { key: 'key', value: 'stolen' } }),
		await theirs.ask('DELETE', `?id=${mine.id}`),
		await theirs.ask('PUT', '/activate', { property: { id: mine.id, active: false } }),
		await on(other.owner).ask('GET'),
		// DOMAIN_KEY says one domain, the body another.
		await theirs.ask('POST', '', { property: { key: 'a', value: 'b' }, currentDomain: { id: tenant.domainId } }),
	])
		expect(answer.status).toBe(404);
	expect((await read({ ...tenant, domainId: '0198c0de-0000-7000-8000-000000000009' })).status).toBe(404);
});

test('the domains of a key are those that the asker may see, the asked one first', async () => {
	const { tenant, owner, ask, add } = await scene();
	const mine = await add('theme', 'dark');
	const second = (
		await t.send(owner, 'POST', '/api/domain', {
			body: { domain: `second-${tenant.customerId}.example.com`, customerId: tenant.customerId },
		})
	).json().data;
	await t.send(owner, 'POST', PATH, { headers: { domain_key: second.id }, body: { property: { key: 'theme', value: 'light' } } });
	const found = (await ask('GET', `/domains?id=${mine.id}`)).json().data as { domainId: string; value: string }[];
	expect(found.map(({ domainId, value }) => [domainId, value])).toEqual([
		[tenant.domainId, 'dark'],
		[second.id, 'light'],
	]);
	const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
	const seen = await t.send(editor, 'GET', `${PATH}/domains?id=${mine.id}`, { headers: { domain_key: tenant.domainId } });
	expect(seen.json().data).toHaveLength(1);
});

describe('a domain', () => {
	test('on which nothing stands is deleted, and its host, token and address are nobody’s', async () => {
		const { tenant, owner, add } = await scene();
		await add('key', 'value');
		const token = (await t.send(owner, 'POST', '/api/manage/domain/generatetoken', { body: { id: tenant.domainId } })).json().data
			.accessToken;
		expect((await t.send(owner, 'DELETE', `/api/manage/domain?id=${tenant.domainId}`)).json().data).toEqual({ deleted: true });
		expect((await t.send(owner, 'GET', `/api/manage/domain/${tenant.domainId}`)).status).toBe(404);
		const spoken = await t.send(null, 'POST', '/edge/v1/profiles/state', { headers: { authorization: `Bearer ${token}` }, body: {} });
		expect(spoken.status).toBe(401);
		const other = await t.tenant();
		const heir = await t.person([], { adminOf: [other] });
		expect((await t.send(heir, 'POST', '/api/domain', { body: { domain: tenant.host, customerId: other.customerId } })).status).toBe(200);
	});
	test('on which anything stands stays, and says so', async () => {
		const { tenant, owner } = await scene();
		await t.send(owner, 'POST', '/api/cmpconfigurator/lightconfig', { body: draftFor(tenant, 'Draft') });
		const answer = await t.send(owner, 'DELETE', `/api/manage/domain?id=${tenant.domainId}`);
		expect([answer.status, answer.json().code]).toEqual([409, 'domain_in_use']);
		const campaign = await scene();
		await t.send(campaign.owner, 'POST', '/api/manage/audience', {
			headers: { domain_key: campaign.tenant.domainId },
			body: { title: 'Everybody', segments: [] },
		});
		expect((await t.send(campaign.owner, 'DELETE', `/api/manage/domain?id=${campaign.tenant.domainId}`)).status).toBe(409);
	});
});

test('a customer admin changes what the company says of itself, and nothing else; an enterprise is made by ADMIN', async () => {
	const { tenant, owner } = await scene();
	const admin = await t.person(['ADMIN']);
	const said = {
		id: tenant.customerId,
		name: 'Uusi Oy',
		businessId: ' 1234567-1 ',
		address: 'Turku',
		phone: '+358 40 1',
		countryCode: 'FI',
	};
	const before = (await t.send(owner, 'GET', `/api/customer/current/${tenant.customerId}`)).json().data;
	const after = (
		await t.send(owner, 'PUT', '/api/customer/basicinfo', { body: { ...said, primaryEmail: 'x@example.com', useCM: !before.useCM } })
	).json();
	expect(after.data).toMatchObject({
		name: 'Uusi Oy',
		businessId: '1234567-1',
		countryCode: 'FI',
		primaryEmail: before.primaryEmail,
		useCM: before.useCM,
	});
	expect((await t.send(owner, 'PUT', `/api/customer/${tenant.customerId}/enterprise/true`)).status).toBe(403);
	expect((await t.send(admin, 'PUT', `/api/customer/${tenant.customerId}/enterprise/true`)).json().data.type).toBe(true);
	expect((await t.send(admin, 'PUT', `/api/customer/${tenant.customerId}/enterprise/yes`)).status).toBe(400);
});
