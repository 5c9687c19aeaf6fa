/** A right belongs to the mapping that gave it: attacks on that, over HTTP, with sessions and tokens that were in use before. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { addUser } from '../src/wings/identity/wing.ts';
import { ORIGIN, type Person, type Tenant, type TestApp, testApp } from './app.ts';

let t: TestApp;
/** The same program once more, as another process would be. */
let other: TestApp;
let admin: Person;
beforeAll(async () => {
	t = await testApp();
	other = await testApp();
	admin = await t.person(['ADMIN']);
});
afterAll(async () => {
	await other.stop();
	await t.stop();
});

const status = async (who: Person, url: string, app: TestApp = t) => (await app.send(who, 'GET', url)).status;
const domainsAt = ({ customerId }: Tenant) => `/api/customer/${customerId}/domain`;
const people = async (who: Person, { customerId }: Tenant) =>
	(await t.send(who, 'GET', '/api/audit/domain/people', { headers: { customer_key: String(customerId) } })).status;
const setRoles = (person: Person, Roles: string[], more: object = {}) =>
	t.send(admin, 'PUT', '/api/user/roles', { body: { UserName: person.email, Roles, PhoneNumber: '', ...more } });

/** As it really goes: a customer's admin invites, the mail's link is used by the person. */
const joins = async (inviter: Person, { customerId }: Tenant, person: Person, over: object = {}) => {
	const body = { email: person.email, customerId, role: 'domainAdmin', domains: [], ...over };
	expect((await t.send(inviter, 'POST', '/api/account/invite', { body })).status).toBe(200);
	return accepts(person);
};
/** @param older how many letters came after the one whose link is used */
const accepts = async (person: Person, older = 0) => {
	const mails = await t.storage.inPlatform((tx) =>
		tx.query<{ body_text: string }>('select body_text from mail where recipient = $1 order by created_at desc, id desc', [person.email]),
	);
	const mail = mails[older];
	const token = /magiclinkinviteconfirmation\?token=([\w-]+)/.exec(mail?.body_text ?? '')?.[1] ?? '';
	return t.send(person, 'POST', '/identity/account/magiclinkinviteconfirmation', { body: { token } });
};

/** A customer with an admin of its own. */
const company = async () => {
	const tenant = await t.tenant();
	return { ...tenant, owner: await t.person([], { adminOf: [tenant] }) };
};

describe('a role that ADMIN took away', () => {
	test('is not given back at Aalto by a stranger’s invitation', async () => {
		const [aalto, evil] = [await company(), await company()];
		const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [aalto] });
		expect([await people(editor, aalto), await status(editor, domainsAt(aalto))]).toEqual([200, 200]);
		expect((await setRoles(editor, [])).status).toBe(200);
		expect([await people(editor, aalto), await status(editor, domainsAt(aalto))]).toEqual([403, 403]);

		expect((await joins(evil.owner, evil, editor)).status).toBe(200);
		expect(await status(editor, domainsAt(evil))).toBe(200);
		expect([await people(editor, aalto), await status(editor, domainsAt(aalto))]).toEqual([404, 404]);
		expect((await t.send(editor, 'GET', '/api/customer')).json().data.map((c: { id: number }) => c.id)).toEqual([evil.customerId]);
		const places = (await t.send(editor, 'GET', '/identity/user/domain')).json().data;
		expect(places.map((p: { customerId: number }) => p.customerId)).toEqual([evil.customerId]);
		// Without a header the customer meant is one where they may do something.
		expect((await t.send(editor, 'GET', '/api/audit/domain/people')).status).toBe(200);
	});

	test('ends what customers gave until then, which they see; what one gives later counts there alone', async () => {
		const [aalto, mokki] = [await company(), await company()];
		const person = await t.person();
		await joins(aalto.owner, aalto, person, { domains: [aalto.domainId] });
		await joins(mokki.owner, mokki, person);
		expect([await status(person, domainsAt(aalto)), await status(person, domainsAt(mokki))]).toEqual([200, 200]);
		await setRoles(person, []);
		expect([await status(person, domainsAt(aalto)), await status(person, domainsAt(mokki))]).toEqual([403, 403]);
		const written = await t.storage.inTenant(aalto.customerId, (tx) =>
			tx.query('select user_id, thing_id from activity where customer_id = $1 and thing = $2', [aalto.customerId, 'user_rights']),
		);
		expect(written).toEqual([{ user_id: admin.userId, thing_id: person.userId }]);

		await joins(mokki.owner, mokki, person, { domains: [mokki.domainId] });
		expect([await status(person, domainsAt(aalto)), await status(person, domainsAt(mokki))]).toEqual([404, 200]);
		// The customer itself may invite them anew.
		await joins(aalto.owner, aalto, person, { domains: [aalto.domainId] });
		expect((await t.send(person, 'GET', domainsAt(aalto))).json().data).toMatchObject([{ id: aalto.domainId, isAdmin: true }]);
	});

	test('does not come back by an invitation from before', async () => {
		const aalto = await company();
		const person = await t.person(['DOMAIN_ADMIN']);
		const body = { email: person.email, customerId: aalto.customerId, role: 'domainAdmin', domains: [aalto.domainId] };
		await t.send(aalto.owner, 'POST', '/api/account/invite', { body });
		await setRoles(person, []);
		expect((await accepts(person)).json().code).toBe('revoked_invite');
		expect(await status(person, domainsAt(aalto))).toBe(403);
	});

	test('stays what customers gave when only the phone number is meant', async () => {
		const aalto = await company();
		const person = await t.person();
		await joins(aalto.owner, aalto, person);
		expect((await setRoles(person, [], { PhoneNumber: '+358 1', KeepGiven: true })).json().data).toMatchObject({
			roles: [],
			PhoneNumber: '+358 1',
		});
		expect(await status(person, domainsAt(aalto))).toBe(200);
	});

	test('is wholly there again when ADMIN gives it again', async () => {
		const aalto = await company();
		const person = await t.person(['DOMAIN_ADMIN'], { domainsOf: [aalto] });
		await setRoles(person, []);
		await setRoles(person, ['DOMAIN_ADMIN']);
		expect((await t.send(person, 'GET', domainsAt(aalto))).json().data).toMatchObject([{ id: aalto.domainId, isAdmin: true }]);
	});
});

describe('an invitation from before gives back nothing of what was taken', () => {
	type Lost = (aalto: Tenant & { owner: Person }, person: Person) => Promise<{ status: number }>;
	const put = (path: string, body: object) => t.send(admin, 'PUT', path, { body });
	const takenOut: Lost = (aalto, { userId }) =>
		t.send(aalto.owner, 'DELETE', `/api/customer/customeruser?id=${userId}&customerId=${aalto.customerId}`);
	const demoted: Lost = ({ customerId }, { email: userName }) =>
		put('/api/user/customeradmin', { userName, isCustomerAdmin: false, customerId });
	const noDomains: Lost = (_, { email: userName }) => put('/api/user/domains', { userName, domains: [] });

	test.each([
		['to whoever was taken out of the team', 'domainAdmin', takenOut],
		['to who is customer admin no longer', 'customerAdmin', demoted],
		['to who has the domain no longer', 'domainAdmin', noDomains],
	] as const)('%s', async (_, role, lost) => {
		const [aalto, person] = [await company(), await t.person()];
		const body = { email: person.email, customerId: aalto.customerId, role, domains: [aalto.domainId] };
		await t.send(aalto.owner, 'POST', '/api/account/invite', { body });
		await joins(aalto.owner, aalto, person, body);
		expect((await lost(aalto, person)).status).toBe(200);
		expect((await accepts(person, 1)).json().code).toBe('revoked_invite');
	});

	test('to who left a partner, or whose account was deleted', async () => {
		const [stays, left, gone] = [await partnership(), await partnership(), await partnership()];
		const invited = async (id: string, { email }: Person) => t.send(admin, 'POST', `/api/partner/${id}/invite`, { body: { email } });
		for (const { id, person } of [left, gone]) await invited(id, person);
		await invited(stays.id, left.person);
		await t.send(admin, 'DELETE', `/api/partner/${left.id}/user/${left.person.userId}`);
		await t.send(admin, 'DELETE', `/api/user?email=${gone.person.email}`);
		const codes = [await accepts(left.person), await accepts(left.person, 1)].map((answer) => answer.json().code);
		expect(codes).toEqual([undefined, 'revoked_invite']);
		expect((await t.send(admin, 'GET', `/api/partner/${gone.id}/invite`)).json().data).toMatchObject([{ status: 'revoked' }]);
	});
});

test('who is made customer admin no longer where they never were one does not come to the team', async () => {
	const [aalto, person] = [await company(), await t.person()];
	await t.send(admin, 'PUT', '/api/user/customeradmin', {
		body: { userName: person.email, isCustomerAdmin: false, customerId: aalto.customerId },
	});
	const team = (await t.send(aalto.owner, 'GET', '/api/manage/domain/users')).json().data;
	expect(team.map(({ email }: { email: string }) => email)).toEqual([aalto.owner.email]);
});

test('an invitation raises nobody at another customer, whatever mapping they have there', async () => {
	const [aalto, evil] = [await company(), await company()];
	const person = await t.person([], { adminOf: [aalto], domainsOf: [aalto] });
	await t.send(admin, 'PUT', '/api/user/customeradmin', {
		body: { userName: person.email, isCustomerAdmin: false, customerId: aalto.customerId },
	});
	expect(await status(person, domainsAt(aalto))).toBe(403);
	await joins(evil.owner, evil, person, { domains: [evil.domainId] });
	expect([await status(person, domainsAt(evil)), await status(person, domainsAt(aalto))]).toEqual([200, 404]);
	expect(await people(person, aalto)).toBe(404);
	expect((await t.send(person, 'GET', `/api/customer/current/${aalto.customerId}`)).status).toBe(404);
	expect((await t.send(person, 'GET', '/api/customer/customerdomainlist')).json().data).toMatchObject([{ customerId: evil.customerId }]);
	const kept = await t.storage.inPlatform((tx) => tx.query('select role from user_role where user_id = $1', [person.userId]));
	expect(kept).toEqual([]);
});

test('a customer admin who is made none is nothing there, whatever domains the invitation named', async () => {
	const aalto = await company();
	const person = await t.person();
	await joins(aalto.owner, aalto, person, { role: 'customerAdmin', domains: [aalto.domainId] });
	expect(await status(person, domainsAt(aalto))).toBe(200);
	const body = { userName: person.email, isCustomerAdmin: false, customerId: aalto.customerId };
	await t.send(admin, 'PUT', '/api/user/customeradmin', { body });
	expect(await status(person, domainsAt(aalto))).toBe(403);
});

test('taking a colleague out at one customer leaves what another one gave, and what the platform gave', async () => {
	const [aalto, mokki] = [await company(), await company()];
	const person = await t.person();
	await joins(aalto.owner, aalto, person, { domains: [aalto.domainId] });
	await joins(mokki.owner, mokki, person);
	const platform = await t.person(['DOMAIN_ADMIN'], { domainsOf: [aalto] });
	const remove = (who: Person) =>
		t.send(aalto.owner, 'DELETE', `/api/customer/customeruser?id=${who.userId}&customerId=${aalto.customerId}`);
	expect([(await remove(person)).status, (await remove(platform)).status]).toEqual([200, 200]);
	expect([await status(person, domainsAt(aalto)), await status(person, domainsAt(mokki))]).toEqual([404, 200]);
	// No customer takes a role that the platform gave.
	expect((await t.send(admin, 'GET', `/api/user/byemail?email=${platform.email}`)).json().data.roles).toEqual(['DOMAIN_ADMIN']);
	expect(await status(platform, domainsAt(aalto))).toBe(404);
});

test('a platform admin’s grant counts everywhere the person is mapped; domains given are administered without a role', async () => {
	const [aalto, mokki] = [await company(), await company()];
	const everywhere = await t.person(['DOMAIN_ADMIN'], { domainsOf: [aalto, mokki] });
	expect([await status(everywhere, domainsAt(aalto)), await status(everywhere, domainsAt(mokki))]).toEqual([200, 200]);
	const person = await t.person();
	await t.send(admin, 'PUT', '/api/user/domains', { body: { userName: person.email, domains: [aalto.domainId] } });
	expect((await t.send(person, 'GET', domainsAt(aalto))).json().data).toMatchObject([{ id: aalto.domainId, isAdmin: true }]);
	expect((await t.send(person, 'GET', '/identity/account/authenticate')).json().data.roles).toEqual(['DOMAIN_ADMIN']);
	expect(await status(person, domainsAt(mokki))).toBe(404);
	await t.send(admin, 'PUT', '/api/user/domains', { body: { userName: person.email, domains: [] } });
	expect(await status(person, domainsAt(aalto))).toBe(403);
});

/** A partner with a person and a customer, made by the calls. */
const partnership = async () => {
	const tenant = await company();
	const { id } = (await t.send(admin, 'POST', '/api/partner', { body: { name: `Partner ${newId()}` } })).json().data;
	const person = await t.person();
	await t.send(admin, 'POST', `/api/partner/${id}/user`, { body: { partnerId: id, userId: person.userId } });
	await t.send(admin, 'PUT', `/api/partner/${id}/customer/${tenant.customerId}/assign/true`);
	return { id: String(id), tenant, person };
};

/** An access token of a person for an application of this customer, as the provider keeps it. */
const tokenOf = async (person: Person, { customerId }: Tenant): Promise<Record<string, string>> => {
	const made = await t.send(admin, 'POST', '/api/manage/client', {
		body: { customerId, clientName: 'App', clientType: 1, redirectUrl: ['https://app.example.com/'] },
	});
	const jti = newId();
	const now = Math.floor(Date.now() / 1000);
	const payload = {
		iat: now,
		exp: now + 3600,
		accountId: person.userId,
		clientId: made.json().data.clientId,
		kind: 'AccessToken',
		jti,
		scope: 'API',
		aud: `${ORIGIN}/api`,
		gty: 'authorization_code',
	};
	await t.storage.inPlatform((tx) =>
		tx.query(`insert into oidc_payload (model, id, payload, expires_at) values ('AccessToken', $1, $2, now() + interval '1 hour')`, [
			jti,
			payload,
		]),
	);
	return { authorization: `Bearer ${jti}` };
};

describe('the people of a partner', () => {
	const adds = (who: Person | null, headers: Record<string, string> = {}) =>
		t.send(who, 'POST', '/api/customer', { body: { name: 'New' }, headers });

	test('lose its rights when it is deactivated, sessions and tokens in use and in every process; and get them back', async () => {
		const { id, tenant, person } = await partnership();
		const token = await tokenOf(person, tenant);
		const withToken = async () => (await t.send(null, 'GET', domainsAt(tenant), { headers: token })).status;
		const states = async () => [await status(person, domainsAt(tenant)), await withToken(), (await adds(person)).status];
		expect(await states()).toEqual([200, 200, 200]);
		expect(await status(person, domainsAt(tenant), other)).toBe(200);

		expect((await t.send(admin, 'DELETE', `/api/partner/${id}`)).status).toBe(200);
		expect(await states()).toEqual([403, 403, 403]);
		expect((await adds(null, token)).status).toBe(403);
		expect((await t.send(person, 'GET', '/api/customer')).status).toBe(403);
		expect((await t.send(person, 'GET', '/identity/account/authenticate')).json().data.roles).toEqual([]);
		expect((await t.send(person, 'GET', '/identity/user')).json().data.isNormalUser).toBe(true);
		await expect.poll(() => status(person, domainsAt(tenant), other), { timeout: 2000, interval: 5 }).toBe(403);

		await t.send(admin, 'PUT', '/api/partner', { body: { id, name: 'Back', isActive: true } });
		expect(await states()).toEqual([200, 200, 200]);
	});

	test('lose them when they are taken off it, and keep those of another one', async () => {
		const one = await partnership();
		const two = await partnership();
		await t.send(admin, 'POST', `/api/partner/${two.id}/user`, { body: { partnerId: two.id, userId: one.person.userId } });
		expect(await status(one.person, domainsAt(two.tenant))).toBe(200);
		await t.send(admin, 'DELETE', `/api/partner/${one.id}/user/${one.person.userId}`);
		expect([await status(one.person, domainsAt(one.tenant)), await status(one.person, domainsAt(two.tenant))]).toEqual([404, 200]);
		await t.send(admin, 'DELETE', `/api/partner/${two.id}`);
		expect([(await adds(one.person)).status, await status(one.person, domainsAt(two.tenant))]).toEqual([403, 403]);
	});

	test('lose those of a deactivated one, whatever another one gives them', async () => {
		const [dead, live] = [await partnership(), await partnership()];
		await t.send(admin, 'POST', `/api/partner/${live.id}/user`, { body: { partnerId: live.id, userId: dead.person.userId } });
		const states = async () => [await status(dead.person, domainsAt(dead.tenant)), await status(dead.person, domainsAt(live.tenant))];
		expect(await states()).toEqual([200, 200]);
		await t.send(admin, 'DELETE', `/api/partner/${dead.id}`);
		expect(await states()).toEqual([404, 200]);
	});

	test('add customers to active partners only, and never to nobody', async () => {
		const [dead, live] = [await partnership(), await partnership()];
		await t.send(admin, 'POST', `/api/partner/${live.id}/user`, { body: { partnerId: live.id, userId: dead.person.userId } });
		await t.send(admin, 'DELETE', `/api/partner/${dead.id}`);
		const { id } = (await adds(dead.person)).json().data;
		const of = await t.storage.inPlatform((tx) =>
			tx.query<{ partner_id: string }>('select partner_id from partner_customer where customer_id = $1', [id]),
		);
		expect(of.map((row) => row.partner_id)).toEqual([live.id]);
		// The role alone, without a partner: the customers' list opens, nothing can be added.
		const alone = await t.person(['PARTNER']);
		expect([await status(alone, '/api/customer'), (await adds(alone)).status]).toEqual([200, 403]);
	});

	test('whose role ADMIN took see none of its customers, not even beside a right elsewhere', async () => {
		const { tenant, person } = await partnership();
		const aalto = await company();
		await setRoles(person, []);
		expect((await adds(person)).status).toBe(403);
		await joins(aalto.owner, aalto, person, { domains: [aalto.domainId] });
		expect((await t.send(person, 'GET', '/api/customer')).json().data.map((c: { id: number }) => c.id)).toEqual([aalto.customerId]);
		expect(await status(person, domainsAt(tenant))).toBe(404);
	});
});

describe('GET /user/roles', () => {
	const read = (who: Person, of?: string) =>
		t.send(who, 'GET', `/api/user/roles${of === undefined ? '' : `?userName=${encodeURIComponent(of)}`}`);

	test('shows what the platform gave and what each mapping gives, with who gave it', async () => {
		const [aalto, mokki] = [await company(), await company()];
		const person = await t.person();
		await setRoles(person, ['DOMAIN_ADMIN']);
		await joins(aalto.owner, aalto, person, { domains: [aalto.domainId] });
		await t.send(admin, 'PUT', '/api/user/customeradmin', {
			body: { userName: person.email, isCustomerAdmin: true, customerId: mokki.customerId },
		});
		const shown = (await read(admin, person.email.toUpperCase())).json().data;
		shown.mappings.sort((a: { customerId: number }, b: { customerId: number }) => a.customerId - b.customerId);
		const at = ({ customerId }: Tenant) => ({ customerId, customerName: `Customer ${customerId}` });
		expect(shown).toEqual({
			userName: person.email,
			email: person.email,
			roles: ['DOMAIN_ADMIN'],
			platform: [{ role: 'DOMAIN_ADMIN', givenBy: admin.email, givenAt: expect.any(String) }],
			mappings: [
				{ ...at(aalto), domainId: null, domain: null, right: 'domainAdmin', givenBy: aalto.owner.email, givenAt: expect.any(String) },
				{
					...at(aalto),
					domainId: aalto.domainId,
					domain: aalto.host,
					right: 'domainAdmin',
					givenBy: aalto.owner.email,
					givenAt: expect.any(String),
				},
				{ ...at(mokki), domainId: null, domain: null, right: 'customerAdmin', givenBy: admin.email, givenAt: expect.any(String) },
			],
		});
		expect((await read(person)).json().data.mappings).toHaveLength(3);
		expect((await read(admin, 'nobody@example.com')).json().code).toBe('unknown_user');
	});

	test('shows a customer’s admin and a partner their own customers only, and nobody whom they do not know', async () => {
		const [aalto, mokki] = [await company(), await company()];
		const person = await t.person();
		await joins(aalto.owner, aalto, person, { domains: [aalto.domainId] });
		await joins(mokki.owner, mokki, person, { domains: [mokki.domainId] });
		await setRoles(person, ['PARTNER'], { KeepGiven: true });
		const partner = await t.person(['PARTNER'], { partnerOf: [mokki] });
		for (const [who, own, foreign] of [
			[aalto.owner, aalto, mokki],
			[partner, mokki, aalto],
		] as const) {
			const answer = await read(who, person.email);
			expect(answer.json().data.mappings.map((m: { customerId: number }) => m.customerId)).toEqual([own.customerId, own.customerId]);
			expect(answer.json().data.roles).toEqual([]);
			expect(answer.text).not.toContain(`Customer ${foreign.customerId}`);
			expect(answer.text).not.toContain(foreign.host);
			expect(answer.text).not.toContain(foreign.owner.email);
		}
		const stranger = await company();
		const [unknown, foreign] = [await read(stranger.owner, 'nobody@example.com'), await read(stranger.owner, person.email)];
		expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
		expect((await read(await t.person(), person.email)).status).toBe(404);
	});

	test('shows a domain admin their own domains only, and a customer who looks after it', async () => {
		const { id, tenant, person: agent } = await partnership();
		const second = newId();
		await t.send(admin, 'POST', '/api/domain', { body: { customerId: tenant.customerId, domain: `d-${second}.example.com` } });
		const hosts: { id: string }[] = (await t.send(tenant.owner, 'GET', domainsAt(tenant))).json().data;
		const editor = await t.person([], {});
		await joins(tenant.owner, tenant, editor, { domains: [tenant.domainId] });
		const colleague = await t.person();
		await joins(tenant.owner, tenant, colleague, { domains: hosts.map((d) => d.id) });
		const seen = (await read(editor, colleague.email)).json().data.mappings;
		expect(seen.map((m: { domainId: string | null }) => m.domainId)).toEqual([null, tenant.domainId]);
		const looksAfter = async () => (await read(tenant.owner, agent.email)).json().data?.mappings;
		expect(await looksAfter()).toMatchObject([{ customerId: tenant.customerId, right: 'partner' }]);
		await t.send(admin, 'DELETE', `/api/partner/${id}`);
		expect(await looksAfter()).toBeUndefined();
	});

	test('shows a mapping that gives nothing as one', async () => {
		const aalto = await company();
		const email = `m-${newId()}@example.com`;
		const userId = await t.storage.inPlatform((tx) => addUser(tx, email, '', []));
		await t.storage.inTenant(aalto.customerId, (tx) =>
			tx.query('insert into user_customer (customer_id, user_id) values ($1, $2)', [aalto.customerId, userId]),
		);
		expect((await read(aalto.owner, email)).json().data.mappings).toMatchObject([{ customerId: aalto.customerId, right: 'member' }]);
		const [, shown] = (await t.send(aalto.owner, 'GET', '/api/manage/domain/users'))
			.json()
			.data.toSorted(
				(a: { email: string }, b: { email: string }) => Number(b.email === aalto.owner.email) - Number(a.email === aalto.owner.email),
			);
		expect(shown).toMatchObject({ email, isCustomerAdmin: false, isDomainAdmin: false });
	});
});
