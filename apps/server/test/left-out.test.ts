/** What a change leaves out stays as it is: a name that is changed changes nothing else, whatever a new thing has where nothing is said. */
import { allCalls } from '@luvalla/contract/all.ts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { startApp } from './app.ts';
import { campaignScene } from './engagement/scene.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

/** Domains that are asked for while a customer is approved: none are added where none are named. */
const ADDED = 'PUT /customer/onboard domains';

test('no change says anything of a field that was not sent', () => {
	const filled = allCalls
		.filter(({ method, body }) => method === 'PUT' && body !== undefined)
		.flatMap(({ path, body }) =>
			Object.entries(body instanceof z.ZodObject ? body.shape : {}).flatMap(([field, shape]) =>
				z.safeParse(shape, undefined).data === undefined ? [] : [`PUT ${path} ${field}`],
			),
		);
	expect(filled).toEqual([ADDED]);
});

test('a segment stays whose it is, an audience stays one of either, and a campaign keeps its limits', async () => {
	const { ask, fine, tenant, ...s } = await campaignScene(t);
	const flags = { weight: 5, cost: 3, isPublic: false, isDomainSpecific: true, isCustomerSpecific: true };
	const { id } = await fine<{ id: string }>(
		ask('POST', '/api/manage/domain/segment', { name: 'Ours', domainId: tenant.domainId, ...flags }),
	);
	expect(await fine(ask('PUT', '/api/manage/domain/segment', { id, name: 'Renamed' }))).toMatchObject({ name: 'Renamed', ...flags });

	const [somebody = ''] = s.emails(1);
	await s.say([somebody], true);
	const either = { title: 'Either', segments: [id, await s.segment([somebody])], isAnd: false };
	const audience = await fine<{ id: string }>(ask('POST', '/api/manage/audience', either));
	await fine(ask('POST', `/api/manage/audience/${audience.id}/approve`));
	expect(await fine(ask('PUT', '/api/manage/audience', { id: audience.id, title: 'Renamed' }))).toMatchObject({ isAnd: false, status: 5 });

	const options = {
		timeZone: 'Europe/Helsinki',
		throttle: 100,
		quiet: { from: 21, to: 8 },
		cap: { messages: 1, days: 7 },
		unknown: 'again' as const,
		complaintLimit: 0.01,
	};
	const constellation = await s.published();
	const campaign = await s.campaign({ audience: audience.id, constellation, options });
	const slower = await fine<{ options: object }>(ask('PUT', '/api/manage/Campaign', { id: campaign.id, options: { throttle: 50 } }));
	expect(slower.options).toEqual({ ...campaign.options, throttle: 50 });
	const free = await fine<{ options: object }>(ask('PUT', '/api/manage/Campaign', { id: campaign.id, options: { quiet: null } }));
	expect(free.options).toEqual({ ...campaign.options, throttle: 50, quiet: null });

	const journey = { trigger: { kind: 'consent', purposeId: s.purpose }, first: constellation };
	const { id: send } = await fine<{ id: string }>(ask('POST', '/api/manage/triggered', { title: 'Welcome', journey, options }));
	const changed = await fine(ask('PUT', `/api/manage/triggered/${send}`, { options: { throttle: 50 } }));
	expect(changed).toMatchObject({ options: { ...options, throttle: 50 } });
});

test('an application keeps its addresses and its looks', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const ask = async (method: 'POST' | 'PUT', body: object) => {
		const answer = await t.send(owner, method, '/api/manage/client', { body: { customerId: tenant.customerId, ...body } });
		expect(answer.status, answer.text).toBe(200);
		return answer.json().data;
	};
	const application = {
		name: 'Ours',
		clientType: 1,
		redirectUrl: ['https://app.example.com/back'],
		allowedOrigins: ['https://app.example.com'],
		logoUri: 'https://app.example.com/logo.png',
		primaryColor: '#112233',
		postLogoutRedirectUris: ['https://app.example.com/'],
		allowOfflineAccess: true,
	};
	const { clientId } = await ask('POST', { clientName: 'Page', ...application });
	expect(await ask('PUT', { clientId, clientName: 'Shop', clientType: 1 })).toMatchObject({ clientName: 'Shop', ...application });
	const none = { customerId: tenant.customerId, clientId, redirectUrl: [] };
	expect((await t.send(owner, 'PUT', '/api/manage/client', { body: none })).json().code).toBe('redirect_needed');
});

test('a connector that was deactivated stays so', async () => {
	const { ask, fine, add, tenant } = await campaignScene(t);
	const { customerId } = tenant;
	const config = { host: '127.0.0.1', port: 2525, security: 'none', user: '', password: '' };
	const { id } = await add('smtp', config);
	const put = (over: object) => ask('PUT', '/api/manage/Connector', { id, customerId, type: 'smtp', config, ...over });
	expect(await fine(put({ isActive: false, name: 'Post' }))).toMatchObject({ isActive: false });
	expect(await fine(put({}))).toMatchObject({ isActive: false, name: 'Post' });
	expect(await fine(put({ isActive: true }))).toMatchObject({ isActive: true });
});

test('a phone number, a cookie’s words and how a site is scanned', async () => {
	const tenant = await t.tenant();
	const [admin, owner] = [await t.person(['ADMIN']), await t.person([], { adminOf: [tenant] })];
	const put = async (who: typeof owner, path: string, body: object) => {
		const answer = await t.send(who, 'PUT', path, { body });
		expect(answer.status, answer.text).toBe(200);
		return answer.json().data;
	};
	const PhoneNumber = '+358 40 1234567';
	await put(owner, '/identity/user', { name: 'Outi', PhoneNumber });
	expect(await put(owner, '/identity/user', { name: 'Outi O.' })).toMatchObject({ name: 'Outi O.', PhoneNumber });
	expect(await put(admin, '/api/user/roles', { UserName: owner.email, Roles: ['DOMAIN_ADMIN'] })).toMatchObject({ PhoneNumber });
	expect((await t.send(owner, 'GET', '/identity/user')).json().data).toMatchObject({ PhoneNumber });
	expect(await put(admin, '/api/user/roles', { UserName: owner.email, Roles: [], PhoneNumber: '' })).toMatchObject({ PhoneNumber: '' });

	const cookies = `/api/manage/browserscan/cookierepo/customer/${tenant.customerId}`;
	const cookie = {
		type: 'statistics',
		provider: 'Maker',
		domain: 'example.com',
		lifetimeSeconds: 60,
		description: { fi: 'Laskee käynnit' },
	};
	const { id } = (await t.send(owner, 'POST', cookies, { body: { name: '_n', ...cookie } })).json().data;
	expect(await put(owner, cookies, { id, name: '_m', type: 'marketing' })).toMatchObject({ name: '_m', ...cookie, type: 'marketing' });

	const how = { every: 'week', nonCmp: true, pages: 30, depth: 3, robots: true };
	const site = (
		await t.send(owner, 'POST', '/api/customer/createcustomerscan', {
			body: { customerId: tenant.customerId, domain: tenant.host, ...how },
		})
	).json().data;
	const path = `/api/customer/${tenant.customerId}/customerscan/${site.id}`;
	expect(await put(owner, path, { every: 'month' })).toMatchObject({ ...how, every: 'month' });
});
