import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { type Person, type TestApp, testApp } from './app.ts';
import { createBrowser } from './browser.ts';

let t: TestApp;
let ips = 0;
beforeAll(async () => {
	t = await testApp();
});
afterAll(() => t.stop());

const newBrowser = () => createBrowser(t.app, `10.2.0.${++ips}`);
const tokenIn = async (email: string): Promise<string> => {
	const rows = await t.storage.inPlatform((tx) =>
		tx.query<{ body_text: string }>('select body_text from mail where recipient = $1 order by created_at desc, id desc', [email]),
	);
	expect(rows[0]?.body_text.match(/https?:\/\//g)).toHaveLength(1);
	return /magiclinkinviteconfirmation\?token=([\w-]+)/.exec(rows[0]?.body_text ?? '')?.[1] ?? '';
};
const confirm = (browser: ReturnType<typeof newBrowser>, token: string) =>
	browser.post('/identity/account/magiclinkinviteconfirmation', { token });
const newEmail = () => `i-${newId()}@example.com`;
const asks = (who: Person, customerId: number, email: string, over: object = {}) =>
	t.send(who, 'POST', '/api/account/invite', { body: { email, customerId, role: 'domainAdmin', domains: [], ...over } });

test('a colleague is invited, accepts in a browser of their own, is signed in, and is removed', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const email = newEmail();
	const sent = await asks(owner, tenant.customerId, email.toUpperCase(), { domains: [tenant.domainId] });
	expect(sent.json().data).toMatchObject({ email, role: 'domainAdmin', domains: [tenant.host], status: 'open', invitedBy: owner.email });

	const browser = newBrowser();
	const accepted = await confirm(browser, await tokenIn(email));
	expect(accepted.json().data).toMatchObject({
		kind: 'invite',
		email,
		customerName: `Customer ${tenant.customerId}`,
		alreadyMember: false,
	});
	await browser.follow(accepted.json().data.redirectTo);
	expect((await browser.get('/identity/account/authenticate')).json().data).toMatchObject({
		email,
		roles: ['DOMAIN_ADMIN'],
		assisted: null,
	});
	expect((await browser.get(`/api/customer/${tenant.customerId}/domain`)).json().data).toHaveLength(1);

	const [listed] = (await t.send(owner, 'GET', `/api/account/invite?customerId=${tenant.customerId}`)).json().data;
	expect(listed.status).toBe('accepted');
	const people = (await t.send(owner, 'GET', '/api/manage/domain/users')).json().data;
	const colleague = people.find((p: { email: string }) => p.email === email);
	const removed = await t.send(owner, 'DELETE', `/api/customer/customeruser?id=${colleague.id}`);
	expect(removed.status).toBe(200);
	expect((await browser.get(`/api/customer/${tenant.customerId}/domain`)).status).toBe(403);
	expect((await t.send(owner, 'DELETE', `/api/customer/customeruser?id=${owner.userId}`)).json().code).toBe('own_membership');
});

test('a link works once; an old, revoked, unknown or empty one says so', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const [used, old, revoked] = [newEmail(), newEmail(), newEmail()];
	for (const email of [used, old, revoked]) await asks(owner, tenant.customerId, email);
	const first = await tokenIn(used);
	expect((await confirm(newBrowser(), first)).status).toBe(200);
	expect((await confirm(newBrowser(), first)).json().code).toBe('used_invite');
	await t.storage.inPlatform((tx) => tx.query(`update invite set expires_at = now() where email = $1`, [old]));
	expect((await confirm(newBrowser(), await tokenIn(old))).json().code).toBe('expired_invite');
	const open = (await t.send(owner, 'GET', `/api/account/invite?customerId=${tenant.customerId}`))
		.json()
		.data.find((i: { email: string }) => i.email === revoked);
	expect((await t.send(owner, 'DELETE', `/api/account/invite/${open.id}?customerId=${tenant.customerId}`)).status).toBe(200);
	expect((await confirm(newBrowser(), await tokenIn(revoked))).json().code).toBe('revoked_invite');
	for (const token of ['', ' ', 'nonsense']) {
		const answer = await confirm(newBrowser(), token);
		expect([answer.status, answer.json().error]).toEqual([422, 'We faced problem while validating your invitation.']);
	}
});

test('of two who use one link at once, one comes in', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	for (let round = 0; round < 5; round++) {
		const email = newEmail();
		await asks(owner, tenant.customerId, email);
		const token = await tokenIn(email);
		const answers = await Promise.all([1, 2, 3, 4].map(() => confirm(newBrowser(), token)));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
		expect(new Set(answers.filter(({ status }) => status === 422).map((one) => one.json().code))).toEqual(new Set(['used_invite']));
	}
});

test('a colleague gets what the invitation says and no more; what was typed at a registration is forgotten with it', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const email = newEmail();
	await asks(owner, tenant.customerId, email, { domains: [tenant.domainId] });
	await confirm(newBrowser(), await tokenIn(email));
	const given = await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query(
			`select c.is_customer_admin, array_agg(d.domain_id) as domains from app_user u
			join user_customer c on c.user_id = u.id and c.customer_id = $2
			left join user_domain d on d.user_id = u.id and d.customer_id = $2 where u.email = $1 group by 1`,
			[email, tenant.customerId],
		),
	);
	expect(given).toEqual([{ is_customer_admin: false, domains: [tenant.domainId] }]);

	const company = newEmail();
	const form = {
		name: 'Unohdettu Oy',
		businessId: '9',
		countryCode: 'FI',
		primaryEmail: company,
		email: company,
		requestedDomains: [],
		terms: true,
	};
	expect((await newBrowser().post('/api/customer/register', form)).status).toBe(200);
	const kept = () => t.storage.inPlatform((tx) => tx.query('select details is null as gone from invite where email = $1', [company]));
	expect(await kept()).toEqual([{ gone: false }]);
	await confirm(newBrowser(), await tokenIn(company));
	expect(await kept()).toEqual([{ gone: true }]);
});

test('the wrong person signed in uses nothing up; a member invited again keeps what they have', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const stranger = await t.person();
	const email = newEmail();
	await asks(owner, tenant.customerId, email);
	const token = await tokenIn(email);
	const wrong = await t.send(stranger, 'POST', '/identity/account/magiclinkinviteconfirmation', { body: { token } });
	expect([wrong.status, wrong.json().code]).toEqual([409, 'wrong_person']);
	expect((await confirm(newBrowser(), token)).status).toBe(200);
	expect((await asks(owner, tenant.customerId, owner.email, { role: 'customerAdmin' })).json().code).toBe('already_member');
	await asks(owner, tenant.customerId, email, { domains: [tenant.domainId] });
	expect((await confirm(newBrowser(), await tokenIn(email))).json().data.alreadyMember).toBe(true);
});

test('nobody invites into another customer, with another’s domains, or revokes another’s invitation', async () => {
	const [own, other] = [await t.tenant(), await t.tenant()];
	const owner = await t.person([], { adminOf: [own] });
	const rival = await t.person([], { adminOf: [other] });
	expect((await asks(owner, other.customerId, newEmail())).status).toBe(404);
	expect((await asks(owner, own.customerId, newEmail(), { domains: [other.domainId] })).json().code).toBe('unknown_domains');
	const email = newEmail();
	const { id } = (await asks(rival, other.customerId, email)).json().data;
	expect((await t.send(owner, 'DELETE', `/api/account/invite/${id}?customerId=${own.customerId}`)).status).toBe(404);
	expect((await confirm(newBrowser(), await tokenIn(email))).status).toBe(200);
});

test('what somebody sent goes with their right to send it, by whichever way that ends', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const admin = await t.person(['ADMIN']);
	const own = () => t.person([], { adminOf: [tenant] });
	const ends: [string, Promise<Person>, (who: Person) => Promise<{ status: number; text: string }>][] = [
		['taken out', own(), (who) => t.send(owner, 'DELETE', `/api/customer/customeruser?id=${who.userId}`)],
		[
			'demoted',
			own(),
			(who) =>
				t.send(admin, 'PUT', '/identity/user/customeradmin', {
					body: { userName: who.email, customerId: tenant.customerId, isCustomerAdmin: false },
				}),
		],
		['account deleted', own(), (who) => t.send(admin, 'DELETE', `/identity/user?email=${who.email}`)],
		[
			'no partner any more',
			t.person(['PARTNER'], { partnerOf: [tenant] }),
			(who) => t.send(admin, 'PUT', '/identity/user/roles', { body: { UserName: who.email, Roles: [], PhoneNumber: '' } }),
		],
	];
	for (const [way, sender, end] of ends) {
		const who = await sender;
		const email = newEmail();
		expect((await asks(who, tenant.customerId, email, { role: 'customerAdmin' })).status, way).toBe(200);
		const ended = await end(who);
		expect(ended.status, `${way}: ${ended.text}`).toBe(200);
		expect((await confirm(newBrowser(), await tokenIn(email))).json().code, way).toBe('revoked_invite');
		const listed = (await t.send(owner, 'GET', `/api/account/invite?customerId=${tenant.customerId}`)).json().data;
		expect(listed.find((one: { email: string }) => one.email === email)?.status, way).toBe('revoked');
	}
});

test('an invitation to a partner goes with its sender’s role, and waits while the partner is not active', async () => {
	const admin = await t.person(['ADMIN']);
	const { id } = (await t.send(admin, 'POST', '/api/partner', { body: { name: 'Etelä' } })).json().data;
	const invitedBy = async (who: Person) => {
		const email = newEmail();
		expect((await t.send(who, 'POST', `/api/partner/${id}/invite`, { body: { email } })).status).toBe(200);
		return tokenIn(email);
	};
	const states = async () =>
		(await t.send(admin, 'GET', `/api/partner/${id}/invite`)).json().data.map((one: { status: string }) => one.status);
	const left = await t.person(['ADMIN']);
	const [theirs, own] = [await invitedBy(left), await invitedBy(admin)];
	await t.send(admin, 'PUT', '/identity/user/roles', { body: { UserName: left.email, Roles: [], PhoneNumber: '' } });
	expect((await confirm(newBrowser(), theirs)).json().code).toBe('revoked_invite');
	expect(await states()).toEqual(['open', 'revoked']);
	await t.send(admin, 'DELETE', `/api/partner/${id}`);
	expect((await confirm(newBrowser(), own)).json().code).toBe('revoked_invite');
	await t.send(admin, 'PUT', '/api/partner', { body: { id, isActive: true } });
	expect((await confirm(newBrowser(), own)).status).toBe(200);
});

test('of a domain that is gone an invitation says nothing', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	expect((await asks(owner, tenant.customerId, newEmail(), { domains: [tenant.domainId.toUpperCase()] })).json().data.domains).toEqual([
		tenant.host,
	]);
	expect((await t.send(owner, 'DELETE', `/api/manage/domain?id=${tenant.domainId}`)).status).toBe(200);
	const listed = await t.send(owner, 'GET', `/api/account/invite?customerId=${tenant.customerId}`);
	expect(listed.json().data).toMatchObject([{ domains: [], status: 'open' }]);
});

test('a company registers, confirms, and its person is customer admin of a customer not yet onboarded', async () => {
	const email = newEmail();
	const form = {
		name: 'Uusi Oy',
		businessId: ' 9 ',
		countryCode: 'FI',
		primaryEmail: 'noreply@luvalla.localhost',
		email,
		requestedDomains: ['uusi.example.com'],
		terms: true,
	};
	const browser = newBrowser();
	const register = (body: object) => browser.post('/api/customer/register', body);
	expect((await register(form)).json()).toEqual({ data: { email } });
	const accepted = await confirm(browser, await tokenIn(email));
	expect(accepted.json().data).toMatchObject({ kind: 'registration', customerName: 'Uusi Oy' });
	await browser.follow(accepted.json().data.redirectTo);
	const [customer] = (await browser.get('/api/customer')).json().data;
	expect(customer).toMatchObject({
		name: 'Uusi Oy',
		businessId: '9',
		status: 0,
		primaryEmail: email,
		requestedDomains: ['uusi.example.com'],
	});
	// A known address gets the same answer as a new one.
	expect((await register({ ...form, name: 'Toinen Oy' })).json()).toEqual({ data: { email } });
	expect((await register({ ...form, terms: false })).status).toBe(400);
	expect((await register({ ...form, email: 'nonsense' })).json().fields).toEqual({ email: 'Please enter a valid email address' });
});

test('an invited partner looks after the partner’s customers', async () => {
	const tenant = await t.tenant();
	const admin = await t.person(['ADMIN']);
	const { id } = (await t.send(admin, 'POST', '/api/partner', { body: { name: 'Pohjola' } })).json().data;
	await t.send(admin, 'PUT', `/api/partner/${id}/customer/${tenant.customerId}/assign/true`);
	const email = newEmail();
	await t.send(admin, 'POST', `/api/partner/${id}/invite`, { body: { email, language: 'fi' } });
	const browser = newBrowser();
	const accepted = await confirm(browser, await tokenIn(email));
	await browser.follow(accepted.json().data.redirectTo);
	expect((await browser.get('/api/customer')).json().data).toMatchObject([{ id: tenant.customerId, can: { edit: true } }]);
});
