/**
 * Every call × every principal × own and other tenant, from the contract, on the real server and database. What is
 * checked is the door: nobody gets 401, a role that may not gets 403, a foreign tenant 404, and whoever may gets past it.
 */
import { allCalls } from '@luvalla/contract/all.ts';
import { type CallShape, nameOf, type Role } from '@luvalla/contract/call.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressesOf } from '../src/kernel/http/calls.ts';
import { type Person, type Tenant, type TestApp, testApp } from './app.ts';
import { choice, draftFor, publishBanner, sendRecords } from './fixtures.ts';

let t: TestApp;
type Stage = Tenant & {
	configuration: { id: string; folder: string; publishedFolder: string };
	record: string;
	partnerId: string;
	member: string;
	application: { id: string; clientId: string };
};
const stages: { own?: Stage; other?: Stage } = {};
const people = new Map<string, Person | null>();

/** What each principal holds on its own tenant. */
const principals: Record<string, readonly Role[]> = {
	nobody: ['anyone'],
	'normal user': ['anyone', 'user'],
	'domain admin': ['anyone', 'user', 'domainAdmin'],
	'customer admin': ['anyone', 'user', 'customerAdmin'],
	partner: ['anyone', 'user', 'partner'],
	admin: ['anyone', 'user', 'admin'],
};

const newApplication = async (admin: Person, { customerId }: Tenant): Promise<Stage['application']> =>
	(await t.send(admin, 'POST', '/api/manage/client', { body: { customerId, clientName: 'App', clientType: 0 } })).json().data;

const stage = async (admin: Person): Promise<Stage> => {
	const tenant = await t.tenant();
	const configuration = await publishBanner(t, admin, tenant);
	const records = choice({ statistics: true, marketing: false });
	await sendRecords(t, tenant, configuration.publishedFolder, records);
	const partner = await t.send(admin, 'POST', '/api/partner', { body: { name: 'Partner' } });
	const partnerId = String(partner.json().data.id);
	const { userId: member } = await t.person();
	await t.send(admin, 'POST', `/api/partner/${partnerId}/user`, { body: { partnerId, userId: member } });
	const application = await newApplication(admin, tenant);
	return { ...tenant, configuration, record: String(records[0]?.id), partnerId, member, application };
};

beforeAll(async () => {
	t = await testApp();
	const admin = await t.person(['ADMIN']);
	stages.own = await stage(admin);
	stages.other = await stage(admin);
	const own = [stages.own];
	people.set('nobody', null);
	people.set('normal user', await t.person());
	people.set('domain admin', await t.person(['DOMAIN_ADMIN'], { domainsOf: own }));
	people.set('customer admin', await t.person([], { adminOf: own }));
	people.set('partner', await t.person(['PARTNER'], { partnerOf: own }));
	people.set('admin', admin);
});
afterAll(() => t.stop());

/** A request that names things of this tenant wherever the call names something. */
const requestFor = (call: CallShape, at: Stage) => {
	const values: Record<string, string> = {
		id: call.of?.startsWith('customer:') ? String(at.customerId) : call.of?.startsWith('configuration') ? at.configuration.id : at.domainId,
		customerId: String(at.customerId),
		folder: call.path.includes('/published/') ? at.configuration.publishedFolder : at.configuration.folder,
		template: 'box',
		uid: 'nothing',
		partnerId: at.partnerId,
		userId: at.member,
		assign: 'true',
	};
	if (call.path === '/audit/domain/consents/{id}') values.id = at.record;
	if (call.path === '/partner/{id}') values.id = at.partnerId;
	if (call.of?.startsWith('application:')) values.id = at.application.id;
	// One's own things: past the door, and refused only for their shape.
	if (call.path.startsWith('/account/')) values.id = 'x';
	const membership = { partnerId: at.partnerId, userId: at.member };
	const today = new Date().toISOString().slice(0, 10);
	const bodies: Record<string, unknown> = {
		'PUT /customer': { id: at.customerId, name: 'Renamed' },
		'POST /customer': { name: 'New' },
		// Its own host name again: past the door, and refused only as taken.
		'POST /domain': { domain: at.host, customerId: at.customerId },
		'PUT /manage/domain': { id: at.domainId, domain: at.host, name: 'Renamed' },
		'POST /cmpconfigurator/lightconfig': draftFor(at),
		'POST /partner/{partnerId}/user': membership,
		'PUT /partner/{partnerId}/user': membership,
		'POST /manage/client': { customerId: at.customerId },
		'PUT /manage/client': { customerId: at.customerId, clientId: at.application.clientId, clientName: 'App', clientType: 0 },
		'POST /account/invite': { customerId: at.customerId },
		'POST /partner/{partnerId}/invite': { email: '' },
		'POST /customer/{id}/aggregateddomaincountsfordates': { startDate: today, endDate: today, domainList: [] },
	};
	const queries: Record<string, string> = {
		'GET /content': '?type=featureHelp',
		'POST /user/contactus': '?message=hello',
		'GET /account/invite': `?customerId=${at.customerId}`,
		'DELETE /account/invite/{id}': `?customerId=${at.customerId}`,
	};
	const url = (addressesOf(call)[0] ?? '').replace(/:(\w+)/g, (_, name: string) => values[name] ?? '');
	return {
		url: `${url}${queries[nameOf(call)] ?? ''}`,
		headers: {
			...(call.of?.startsWith('domain:header') && { domain_key: at.domainId }),
			...(call.of === 'customer:current' && { customer_key: String(at.customerId) }),
		},
		body: bodies[nameOf(call)],
	};
};

const expected = (call: CallShape, held: readonly Role[], isNobody: boolean, tenant: 'own' | 'other'): 'passes' | 401 | 403 | 404 => {
	if (call.may.includes('anyone')) return 'passes';
	if (isNobody) return 401;
	if (!call.may.some((role) => held.includes(role))) return 403;
	// ADMIN has all tenants; a call about oneself or the platform has none.
	if (tenant === 'other' && call.of !== undefined && !held.includes('admin')) return 404;
	return 'passes';
};

// Calls that end the session or leave the stage changed for the rest are tried in tests of their own.
const tried = allCalls.filter(
	(call) =>
		nameOf(call) !== 'POST /account/logoff' && call.api !== 'edge' && !call.path.startsWith('/interaction') && call.path !== '/link',
);

describe.each(Object.entries(principals))('%s', (name, held) => {
	test.each((['own', 'other'] as const).flatMap((tenant) => tried.map((call) => [nameOf(call), tenant, call] as const)))(
		'%s on %s tenant',
		async (_, tenant, call) => {
			const at = stages[tenant];
			if (!at) throw new Error('no stage');
			// What a call deletes is made for it.
			const admin = people.get('admin');
			if (admin && (call.of?.startsWith('application:') || nameOf(call) === 'PUT /manage/client'))
				at.application = await newApplication(admin, at);
			const { url, headers, body } = requestFor(call, at);
			const answer = await t.send(people.get(name) ?? null, call.method, url, { headers, body });
			const want = expected(call, held, name === 'nobody', tenant);
			if (want === 'passes') expect([401, 403, 404]).not.toContain(answer.status);
			else expect(answer.status).toBe(want);
			expect(answer.status).toBeLessThan(500);
		},
	);
});

test('a domain admin sees only the domains mapped to them, in every list', async () => {
	const { own } = stages;
	if (!own) throw new Error('no stage');
	const second = await t.tenant();
	const admin = await t.person([], { adminOf: [own] });
	const added = await t.send(admin, 'POST', '/api/domain', { body: { domain: `second-${second.host}`, customerId: own.customerId } });
	expect(added.status).toBe(200);
	const editor = people.get('domain admin') ?? null;
	const listed = (await t.send(editor, 'GET', `/api/customer/${own.customerId}/domain`)).json();
	expect(listed.data.map((d: { id: string }) => d.id)).toEqual([own.domainId]);
	expect(listed.page.total).toBe(1);
	expect((await t.send(editor, 'GET', `/api/manage/domain/${added.json().data.id}`)).status).toBe(404);
	const picked = (await t.send(editor, 'GET', '/api/customer/customerdomainlist')).json().data;
	expect(picked).toMatchObject([{ customerId: own.customerId, domains: [{ id: own.domainId }] }]);
});

test('a role taken away, a session ended and a user deleted take effect at the next call', async () => {
	const person = await t.person(['ADMIN']);
	expect((await t.send(person, 'GET', '/api/domain')).status).toBe(200);
	await t.storage.inPlatform((tx) => tx.query('delete from user_role where user_id = $1', [person.userId]));
	await t.server.kernel.askers.changed(person.userId);
	expect((await t.send(person, 'GET', '/api/domain')).status).toBe(403);
	await t.storage.inPlatform((tx) => tx.query('delete from app_user where id = $1', [person.userId]));
	await t.server.kernel.askers.changed(person.userId);
	expect((await t.send(person, 'GET', '/api/user')).status).toBe(401);
});

test('useCM is the platform admin’s: a partner who sends it is refused and nothing changes', async () => {
	const tenant = await t.tenant({ useCM: true });
	const partner = await t.person(['PARTNER'], { partnerOf: [tenant] });
	const change = { id: tenant.customerId, name: 'Other name', useCM: false };
	expect((await t.send(partner, 'PUT', '/api/customer', { body: change })).status).toBe(403);
	expect((await t.send(partner, 'GET', `/api/customer/current/${tenant.customerId}`)).json().data).toMatchObject({
		name: `Customer ${tenant.customerId}`,
		useCM: true,
	});
	const admin = await t.person(['ADMIN']);
	expect((await t.send(admin, 'PUT', '/api/customer', { body: change })).json().data).toMatchObject({ name: 'Other name', useCM: false });
});
