import { expect, test } from 'vitest';
import { domainIdsNamed } from '../src/wings/tenancy/wing.ts';
import { startApp, type Tenant } from './app.ts';
import { publishBanner } from './fixtures.ts';

const t = await startApp();
const admin = await t.person(['ADMIN']);

const ownerOf = (tenant: Tenant) => t.person([], { adminOf: [tenant] });

test('a customer added by ADMIN is onboarded; one added by a partner is not, and is the partner’s at once', async () => {
	const byAdmin = await t.send(admin, 'POST', '/api/customer', { body: { name: ' Aalto ', businessId: ' 1-2 ', countryCode: 'FI' } });
	expect(byAdmin.json().data).toMatchObject({
		name: 'Aalto',
		businessId: '1-2',
		countryCode: 'FI',
		status: 1,
		useCM: true,
		type: false,
		domains: 0,
	});
	const partner = await t.person(['PARTNER'], { partnerOf: [] });
	const byPartner = (await t.send(partner, 'POST', '/api/customer', { body: { name: 'New' } })).json().data;
	expect(byPartner).toMatchObject({ status: 0, can: { edit: true } });
	const listed = (await t.send(partner, 'GET', '/api/customer')).json();
	expect(listed.data.map((c: { id: number }) => c.id)).toEqual([byPartner.id]);
	expect((await t.send(partner, 'GET', `/api/customer/current/${byAdmin.json().data.id}`)).status).toBe(404);
});

test('a change is written to the activity with before and after, by field', async () => {
	const tenant = await t.tenant();
	await t.send(admin, 'PUT', '/api/customer', {
		body: { id: tenant.customerId, name: 'Renamed', address: 'Testikatu 1, Turku', phone: '123' },
	});
	const rows = await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query<{ action: string; fields: string[]; user_id: string; before: { name: string }; after: { name: string } }>(
			'select a.action, a.fields, a.user_id, v.before, v.after from activity a join activity_values v using (customer_id, id)',
		),
	);
	expect(rows).toMatchObject([
		{
			action: 'changed',
			fields: ['name', 'phone'],
			user_id: admin.userId,
			before: { name: `Customer ${tenant.customerId}` },
			after: { name: 'Renamed' },
		},
	]);
});

test('what is not sent of a customer, a partner or a domain stays as it is', async () => {
	const tenant = await t.tenant();
	const put = async (path: string, body: object) => (await t.send(admin, 'PUT', path, { body })).json().data;
	const id = tenant.customerId;
	await put('/api/customer', { id, name: 'Renamed', phone: '1', businessId: '1-2', primaryEmail: 'info@aalto.example', useCM: false });
	await put('/api/customer/basicinfo', { id, address: 'Testikatu 1' });
	expect(await put('/api/customer', { id, phone: '' })).toMatchObject({
		name: 'Renamed',
		phone: '',
		businessId: '1-2',
		address: 'Testikatu 1',
		primaryEmail: 'info@aalto.example',
		useCM: false,
	});
	const domain = { id: tenant.domainId };
	await put('/api/manage/domain', {
		...domain,
		name: 'Shop',
		consentChangeWebHook: { url: 'https://crm.example.com/x', headerValues: [] },
	});
	expect(await put('/api/manage/domain', { ...domain, consentChangeWebHook: null })).toMatchObject({
		domain: tenant.host,
		name: 'Shop',
		consentChangeWebHook: null,
	});
	const partner = (await t.send(admin, 'POST', '/api/partner', { body: { name: 'Agency', detail: 'Of forty' } })).json().data;
	expect(await put('/api/partner', { id: partner.id, businessId: '3-4' })).toMatchObject({
		name: 'Agency',
		businessId: '3-4',
		detail: 'Of forty',
		isActive: true,
	});
});

test('lists search by substring without regard to case, sort, filter and page', async () => {
	const partner = await t.person(['PARTNER'], { partnerOf: [] });
	for (const name of ['Kuusi', 'Mänty', 'Koivu', 'kuusama']) await t.send(partner, 'POST', '/api/customer', { body: { name } });
	const read = async (query: string) => (await t.send(partner, 'GET', `/api/customer?${query}`)).json();
	expect((await read('q=KUUS&sort=name')).data.map((c: { name: string }) => c.name)).toEqual(['kuusama', 'Kuusi']);
	expect((await read('sort=-name&size=10')).data[0].name).toBe('Mänty');
	expect((await read('status=1')).data).toEqual([]);
	const paged = await read('sort=name&size=3&page=2');
	expect([paged.data.length, paged.page]).toEqual([1, { total: 4, next: null }]);
	expect((await read('size=1000')).code).toBe('invalid');
});

test('a host name belongs to one domain of the installation', async () => {
	const one = await t.tenant();
	const two = await t.tenant();
	const owner = await ownerOf(two);
	const taken = await t.send(owner, 'POST', '/api/domain', { body: { domain: one.host.toUpperCase(), customerId: two.customerId } });
	expect(taken.status).toBe(409);
	expect(taken.json()).toMatchObject({ code: 'domain_taken', fields: { domain: expect.any(String) } });
	for (const domain of ['shop', 'https://shop.example.com:8443', 'a b.example.com', '-a.example.com', 'me@shop.example.com', ''])
		expect((await t.send(owner, 'POST', '/api/domain', { body: { domain, customerId: two.customerId } })).status).toBe(400);
	const moved = await t.send(owner, 'PUT', '/api/manage/domain', { body: { id: two.domainId, domain: `new-${two.host}` } });
	expect(moved.json().data.domain).toBe(`new-${two.host}`);
	// The old name is free again.
	expect((await t.send(owner, 'POST', '/api/domain', { body: { domain: two.host, customerId: two.customerId } })).status).toBe(200);
});

test('a domain is named by its host as it is kept or as people write it, and by its id', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const { customerId } = tenant;
	const letters = `käyrä${customerId}.example.com`;
	const { id, domain } = (await t.send(owner, 'POST', '/api/domain', { body: { domain: letters, customerId } })).json().data;
	for (const [n, named] of [letters, letters.toUpperCase(), letters.normalize('NFD'), domain, id.toUpperCase()].entries()) {
		for (const path of ['/api/manage/Campaign', '/api/manage/audience']) {
			const body = { title: `New ${n}`, domain: named };
			const made = await t.send(owner, 'POST', path, { headers: { customer_key: String(customerId) }, body });
			expect([path, named, made.json().data?.domainId]).toEqual([path, named, id]);
		}
		expect(await t.storage.inTenant(customerId, (tx) => domainIdsNamed(tx, customerId, [named]))).toEqual([id]);
	}
});

test('a published domain keeps its host name and shows its banner', async () => {
	const tenant = await t.tenant();
	const owner = await ownerOf(tenant);
	const banner = await publishBanner(t, owner, tenant);
	const renamed = await t.send(owner, 'PUT', '/api/manage/domain', { body: { id: tenant.domainId, domain: `x-${tenant.host}` } });
	expect([renamed.status, renamed.json().code]).toEqual([409, 'domain_published']);
	const shown = (await t.send(owner, 'GET', `/api/manage/domain/${tenant.domainId}`)).json().data;
	expect(shown.banner).toMatchObject({ folder: banner.publishedFolder, version: 1 });
	const filtered = (await t.send(admin, 'GET', `/api/domain?q=${tenant.host}&banner=published`)).json();
	expect(filtered.page.total).toBe(1);
	expect((await t.send(admin, 'GET', `/api/domain?q=${tenant.host}&banner=none`)).json().page.total).toBe(0);
});

test('webhook headers are sealed at rest, shown masked, and kept when sent back masked', async () => {
	const tenant = await t.tenant();
	const owner = await ownerOf(tenant);
	const secret = 'Bearer very-secret-4f2a';
	const change = (headerValues: object[]) =>
		t.send(owner, 'PUT', '/api/manage/domain', {
			body: {
				id: tenant.domainId,
				domain: tenant.host,
				name: 'n',
				consentChangeWebHook: { url: 'https://crm.example.com/x', headerValues },
			},
		});
	const shown = (await change([{ header: 'Authorization', value: secret }])).json().data.consentChangeWebHook;
	expect(shown.headerValues).toEqual([{ header: 'Authorization', value: '••••••••4f2a' }]);
	const stored = async () => {
		const [row] = await t.storage.inTenant(tenant.customerId, (tx) =>
			tx.query<{ webhook_headers: string }>('select webhook_headers from domain where domain_id = $1', [tenant.domainId]),
		);
		return row?.webhook_headers ?? '';
	};
	expect(await stored()).not.toContain('secret');
	await change(shown.headerValues);
	const opened = t.server.kernel.secrets.open(await stored(), `domain.webhook_headers.${tenant.domainId}`);
	expect(JSON.parse(opened)).toEqual([{ header: 'Authorization', value: secret }]);
	expect((await change([{ header: 'X', value: '' }])).status).toBe(400);
	const insecure = { id: tenant.domainId, domain: tenant.host, consentChangeWebHook: { url: 'http://crm.example.com', headerValues: [] } };
	expect((await t.send(owner, 'PUT', '/api/manage/domain', { body: insecure })).json().fields).toEqual({
		'consentChangeWebHook.url': 'Use an address that starts with https://',
	});
});

test('a person sees where they belong: customers without domains too', async () => {
	const tenant = await t.tenant();
	const owner = await ownerOf(tenant);
	await t.storage.inTenant(tenant.customerId, (tx) => tx.query('delete from domain where customer_id = $1', [tenant.customerId]));
	await t.server.kernel.askers.changed(owner.userId);
	const of = { customerId: tenant.customerId, customerName: `Customer ${tenant.customerId}`, useCM: true };
	expect((await t.send(owner, 'GET', '/identity/user/domain')).json().data).toEqual([{ id: null, domain: null, isAdmin: false, ...of }]);
	expect((await t.send(owner, 'GET', '/identity/user/customeradmin')).json()).toEqual({ data: true });
	expect((await t.send(admin, 'GET', '/api/user/domain')).json()).toEqual({ data: [] });
	const people = (await t.send(owner, 'GET', '/api/manage/domain/users')).json().data;
	expect(people).toMatchObject([{ email: owner.email, isCustomerAdmin: true }]);
});
