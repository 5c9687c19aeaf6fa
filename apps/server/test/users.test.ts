import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { type Person, type TestApp, testApp } from './app.ts';

/** For platform admins only; it finds none of what other tests left behind. */
const EVERYBODYS = '/api/domain?q=no-domain-of-anybody';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
	t = await testApp();
	admin = await t.person(['ADMIN']);
	// Nobody here is ever the last one.
	await t.person(['ADMIN']);
});
afterAll(() => t.stop());

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) => t.send(admin, method, `/api${url}`, { body });

test('users are found by letters anywhere, by one or two letters at the beginning, and by role', async () => {
	const tag = newId().slice(-8);
	for (const name of ['aino', 'onni'])
		await t.storage.inPlatform((tx) =>
			tx.query('insert into app_user (id, email, name) values ($1, $2, $3)', [newId(), `${name}.${tag}@example.com`, `Zx${tag} ${name}`]),
		);
	const find = async (q: string) =>
		(await send('GET', `/user/users?q=${encodeURIComponent(q)}&size=100`)).json().data.map((u: { email: string }) => u.email);
	expect(await find(`INO.${tag}`)).toEqual([`aino.${tag}@example.com`]);
	expect(await find('Zx')).toContain(`onni.${tag}@example.com`);
	expect(await find('ni')).not.toContain(`onni.${tag}@example.com`);
	expect(await find('%_')).toEqual([]);
	// A whole address is the beginning or the end of what is found.
	expect(await find(`AINO.${tag}@example.com`)).toEqual([`aino.${tag}@example.com`]);
	expect(await find(`${tag}@example.com`)).toEqual([`aino.${tag}@example.com`, `onni.${tag}@example.com`]);
	expect(await find(`a%no.${tag}@example.com`)).toEqual([]);
	const admins = (await send('GET', '/user/users?role=ADMIN&size=100')).json().data;
	expect(admins.every((u: { roles: string[] }) => u.roles.includes('ADMIN'))).toBe(true);
	expect((await send('GET', `/user/byemail?email=${encodeURIComponent(`AINO.${tag}@example.com`)}`)).json().data.userName).toBe(
		`aino.${tag}@example.com`,
	);
	expect((await send('GET', '/user/byemail?email=nobody@example.com')).status).toBe(404);
});

test('roles change at the next call; hidden roles stay and are never shown', async () => {
	const person = await t.person();
	await t.storage.inPlatform((tx) => tx.query(`insert into user_role values ($1, 'Device')`, [person.userId]));
	expect((await t.send(person, 'GET', EVERYBODYS)).status).toBe(403);
	const changed = await send('PUT', '/user/roles', { UserName: person.email.toUpperCase(), Roles: ['ADMIN'], PhoneNumber: '+358 1' });
	expect(changed.json().data).toMatchObject({ roles: ['ADMIN'], PhoneNumber: '+358 1' });
	expect((await t.send(person, 'GET', EVERYBODYS)).status).toBe(200);
	await send('PUT', '/user/roles', { UserName: person.email, Roles: [], PhoneNumber: '' });
	expect((await t.send(person, 'GET', EVERYBODYS)).status).toBe(403);
	const kept = await t.storage.inPlatform((tx) => tx.query('select role from user_role where user_id = $1', [person.userId]));
	expect(kept).toEqual([{ role: 'Device' }]);
	expect((await send('PUT', '/user/roles', { UserName: person.email, Roles: ['Device'], PhoneNumber: '' })).json().code).toBe(
		'unknown_role',
	);
	expect((await send('GET', '/role/')).json().data.map((r: { name: string }) => r.name)).not.toContain('Device');
});

test('a role can be added and deleted, the platform’s own cannot', async () => {
	const roleName = `Team_${newId().slice(-6)}`;
	expect((await send('POST', '/role', { roleName })).json().data).toEqual({ name: roleName, users: 0, builtIn: false });
	expect((await send('POST', '/role', { roleName: roleName.toLowerCase() })).json()).toMatchObject({
		code: 'role_taken',
		fields: { roleName: expect.any(String) },
	});
	const person = await t.person();
	await send('PUT', '/user/roles', { UserName: person.email, Roles: [roleName], PhoneNumber: '' });
	expect((await t.send(person, 'GET', EVERYBODYS)).status).toBe(403);
	expect((await send('DELETE', `/role?roleName=${roleName}`)).status).toBe(200);
	expect((await send('GET', `/user/byemail?email=${person.email}`)).json().data.roles).toEqual([]);
	for (const builtIn of ['ADMIN', 'PARTNER', 'DOMAIN_ADMIN'])
		expect((await send('DELETE', `/role?roleName=${builtIn}`)).json().code).toBe('built_in_role');
	for (const bad of ['', 'a', 'a b', '<b>', 'x'.repeat(60)]) expect((await send('POST', '/role', { roleName: bad })).status).toBe(400);
});

test('domains are set over customers, and the change is seen at once', async () => {
	const [one, two] = [await t.tenant(), await t.tenant()];
	const person = await t.person(['DOMAIN_ADMIN']);
	const set = (domains: string[]) => send('PUT', '/user/domains', { userName: person.email, domains });
	expect(
		(await set([one.domainId, two.domainId]))
			.json()
			.data.domains.map((d: { id: string }) => d.id)
			.sort(),
	).toEqual([one.domainId, two.domainId].sort());
	expect((await t.send(person, 'GET', `/api/customer/${two.customerId}/domain`)).json().data).toHaveLength(1);
	await set([one.domainId]);
	expect((await t.send(person, 'GET', `/api/customer/${two.customerId}/domain`)).status).toBe(404);
	expect((await set([newId()])).json().code).toBe('unknown_domains');
	expect((await t.send(person, 'GET', `/api/customer/${one.customerId}/domain`)).status).toBe(200);
});

test('a customer admin is promoted and demoted; which customer must be clear', async () => {
	const [one, two] = [await t.tenant(), await t.tenant()];
	const person = await t.person(['DOMAIN_ADMIN'], { domainsOf: [one] });
	const set = (isCustomerAdmin: boolean, customerId?: number) =>
		send('PUT', '/user/customeradmin', { userName: person.email, isCustomerAdmin, customerId });
	expect((await set(true)).json().data.customers).toEqual([
		{ id: one.customerId, name: `Customer ${one.customerId}`, isCustomerAdmin: true },
	]);
	expect((await t.send(person, 'GET', '/identity/user/customeradmin')).json().data).toBe(true);
	expect((await set(true, two.customerId)).status).toBe(200);
	expect((await set(false)).json().code).toBe('choose_customer');
	await set(false, one.customerId);
	for (const spelling of ['customer_key', 'customer-key'])
		expect(
			(await t.send(person, 'GET', '/identity/user/customeradmin', { headers: { [spelling]: String(two.customerId) } })).json().data,
		).toBe(true);
	await set(false, two.customerId);
	expect((await t.send(person, 'GET', '/identity/user/customeradmin')).json().data).toBe(false);
	expect((await set(true, 2_000_000_000)).status).toBe(404);
});

test('a deleted user is signed out, unmapped and gone; not oneself', async () => {
	const tenant = await t.tenant();
	const person = await t.person([], { adminOf: [tenant] });
	expect((await t.send(person, 'GET', '/api/user')).status).toBe(200);
	expect((await send('DELETE', `/user?email=${person.email}`)).status).toBe(200);
	expect((await t.send(person, 'GET', '/api/user')).status).toBe(401);
	expect(
		await t.storage.inTenant(tenant.customerId, (tx) => tx.query('select 1 from user_customer where user_id = $1', [person.userId])),
	).toEqual([]);
	expect((await send('DELETE', `/user?email=${person.email}`)).status).toBe(404);
	expect((await send('DELETE', `/user?email=${admin.email}`)).json().code).toBe('own_account');
});

test('the profile call sets a name and a phone number and nothing else', async () => {
	const person = await t.person();
	const changed = await t.send(person, 'PUT', '/identity/user', {
		body: { name: ' Maija ', PhoneNumber: '1', roles: ['ADMIN'], email: 'x@example.com', isCustomerAdmin: true },
	});
	expect(changed.json().data).toEqual({ username: 'Maija', email: person.email, name: 'Maija', PhoneNumber: '1' });
	expect((await t.send(person, 'GET', '/identity/user')).json().data.username).toBe('Maija');
	expect((await t.send(person, 'GET', EVERYBODYS)).status).toBe(403);
});

test('the tour comes by itself until its person has left it, and in no browser from then on', async () => {
	const [person, other] = [await t.person(), await t.person()];
	const toured = async (who: typeof person) => (await t.send(who, 'GET', '/identity/user')).json().data.toured;
	expect([await toured(person), await toured(other)]).toEqual([false, false]);
	for (let times = 0; times < 2; times++)
		expect((await t.send(person, 'PUT', '/identity/user/tour')).json().data).toEqual({ toured: true });
	expect([await toured(person), await toured(other)]).toEqual([true, false]);
	expect((await t.send(null, 'PUT', '/identity/user/tour')).status).toBe(401);
});

test('a partner with two customers: its people see them, and lose them with the partner', async () => {
	const [one, two] = [await t.tenant(), await t.tenant()];
	const person = await t.person();
	const partner = (await send('POST', '/partner', { name: ' Pohjola ', countryCode: 'FI', businessId: ' 1 ' })).json().data;
	expect(partner).toMatchObject({ name: 'Pohjola', businessId: '1', isActive: true, users: 0, customers: 0 });
	for (const { customerId } of [one, two])
		expect((await send('PUT', `/partner/${partner.id}/customer/${customerId}/assign/true`)).json().data.assigned).toBe(true);
	expect((await send('POST', `/partner/${partner.id}/user`, { partnerId: partner.id, userId: person.userId })).status).toBe(200);
	const listed = async () =>
		(await t.send(person, 'GET', '/api/customer'))
			.json()
			.data?.map((c: { id: number }) => c.id)
			.sort();
	expect(await listed()).toEqual([one.customerId, two.customerId].sort());
	expect((await send('GET', `/partner/${partner.id}`)).json().data).toMatchObject({
		userList: [{ id: person.userId }],
		customerList: [{}, {}],
	});
	await send('PUT', `/partner/${partner.id}/customer/${two.customerId}/assign/false`);
	expect(await listed()).toEqual([one.customerId]);
	expect((await send('DELETE', `/partner/${partner.id}`)).json().data.isActive).toBe(false);
	expect((await t.send(person, 'GET', '/api/customer')).status).toBe(403);
	await send('PUT', '/partner', { id: partner.id, name: 'Pohjola', isActive: true });
	expect(await listed()).toEqual([one.customerId]);
	await send('DELETE', `/partner/${partner.id}/user/${person.userId}`);
	expect((await t.send(person, 'GET', '/api/customer')).status).toBe(403);
	expect((await send('GET', `/partner?isActive=true&q=pohj`)).json().page.total).toBeGreaterThan(0);
});

test('the activity says who did what to which thing, with before and after, and finds it again', async () => {
	const tenant = await t.tenant();
	const person = await t.person();
	await send('PUT', '/customer', { id: tenant.customerId, name: 'Another', address: 'Testikatu 1, Turku' });
	await send('PUT', '/user/roles', { UserName: person.email, Roles: ['PARTNER'], PhoneNumber: '' });
	const read = async (query: string) => (await send('GET', `/admin/activity?${query}`)).json();
	expect((await read(`customerId=${tenant.customerId}`)).data).toMatchObject([
		{
			who: admin.email,
			asWhom: null,
			action: 'changed',
			thing: 'customer',
			customerName: 'Another',
			fields: ['name'],
			before: { name: `Customer ${tenant.customerId}` },
			after: { name: 'Another' },
		},
	]);
	const [role] = (await read(`q=${person.userId}`)).data;
	expect(role).toMatchObject({
		who: admin.email,
		action: 'changed',
		thing: 'user',
		customerId: null,
		before: { roles: [] },
		after: { roles: ['PARTNER'] },
	});
	// by what is shown, too: whose it is, and what a thing is called
	expect((await read(`q=anoTHer&customerId=${tenant.customerId}`)).page.total).toBe(1);
	expect((await read(`q=${person.email}`)).data).toMatchObject([{ thingId: person.userId }]);
	expect((await read(`person=${admin.email}&action=changed&from=2999-01-01T00:00:00Z`)).page.total).toBe(0);
});
