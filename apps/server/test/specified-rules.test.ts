/** Rules of the specification that are about many calls at once: defaults, numbers of states, how lists are searched. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from './app.ts';
import { campaignScene } from './engagement/scene.ts';
import { openSink } from './engagement/sink.ts';
import { draftFor, tcfDraftFor } from './fixtures.ts';

let t: TestApp;
beforeAll(async () => {
	t = await testApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
});
afterAll(() => t.stop());

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const headers = { domain_key: tenant.domainId, customer_key: String(tenant.customerId) };
	const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
		const answer = await t.send(owner, method, `/api${path}`, { headers, ...(body && { body }) });
		expect([path, answer.status, answer.text]).toEqual([path, 200, expect.anything()]);
		return answer.json().data;
	};
	return { tenant, owner, ask };
};

test('a segment of which only the name is said weighs 0, costs 0, is public and active', async () => {
	const { ask } = await scene();
	expect(await ask('POST', '/manage/domain/segment', { name: 'Club members' })).toMatchObject({
		weight: 0,
		cost: 0,
		isPublic: true,
		isActive: true,
		isDomainSpecific: expect.any(Boolean),
		isCustomerSpecific: expect.any(Boolean),
		isAdminOnly: false,
	});
});

test('an audience begins at status 0, and is Approved once it is approved', async () => {
	const { ask } = await scene();
	const segment = await ask('POST', '/manage/domain/segment', { name: 'Club members' });
	const audience = await ask('POST', '/manage/audience', { title: 'Everybody', segments: [segment.id], status: 5 });
	expect(audience.status).toBe(0);
	expect((await ask('POST', `/manage/audience/${audience.id}/approve`)).status).toBe(5);
});

test('a campaign is 0 while new, 2 once executed, 3 once stopped, and 0 again once changed', async () => {
	const sink = await openSink();
	const s = await campaignScene(t);
	await s.smtp(sink.port);
	const people = ['anna@example.com', 'bertil@example.com'];
	await s.say(people, true);
	const audience = await s.audience([await s.segment(people)]);
	const constellation = await s.published();
	const made = await s.fine<{ id: string; status: number }>(
		s.ask('POST', '/api/manage/Campaign', {
			title: 'Numbers',
			constellation: [{ constellationIdFK: constellation, channel: 0 }],
			audienceIdFK: audience,
			options: { purposeId: s.purpose, throttle: 60 },
		}),
	);
	expect(made.status).toBe(0);
	expect((await s.fine<{ status: number }>(s.ask('POST', `/api/manage/Campaign/${made.id}/publish`, {}))).status).toBe(1);
	const changed = await s.fine<{ status: number }>(
		s.ask('PUT', '/api/manage/Campaign', { id: made.id, title: 'Numbers again', status: 1 }),
	);
	expect(changed.status).toBe(0);
	await s.fine(s.ask('POST', `/api/manage/Campaign/${made.id}/publish`, {}));
	expect((await s.execute(made.id)).status).toBe(2);
	expect((await s.fine<{ status: number }>(s.ask('POST', `/api/manage/campaign/${made.id}/stop`))).status).toBe(3);
	await sink.stop();
});

test('partners are active once added, keep the code of their country, and are found by a part of their name in any letters, by nothing else', async () => {
	const admin = await t.person(['ADMIN']);
	const tag = `Zorn${Date.now().toString(36)}`;
	const body = { name: `${tag} Mainos`, countryCode: 'FI', businessId: '  7654321-0 ' };
	const added = (await t.send(admin, 'POST', '/api/partner', { body })).json().data;
	expect(added).toMatchObject({ isActive: true, countryCode: 'FI', businessId: '7654321-0' });
	const find = async (q: string): Promise<string[]> =>
		(await t.send(admin, 'GET', `/api/partner?q=${encodeURIComponent(q)}&size=100`)).json().data.map(({ id }: { id: string }) => id);
	expect(await find(`${tag.slice(1).toUpperCase()} main`)).toEqual([added.id]);
	expect(await find('7654321-0')).not.toContain(added.id);
	const tenant = await t.tenant();
	await t.send(admin, 'PUT', `/api/partner/${added.id}/customer/${tenant.customerId}/assign/true`);
	const { customerList } = (await t.send(admin, 'GET', `/api/partner/${added.id}`)).json().data;
	expect(Object.keys(customerList[0])).toEqual(expect.arrayContaining(['id', 'name', 'countryCode', 'businessId', 'isActive', 'detail']));
});

test('a configuration without a template is kept as NA, with its customer as a number and its settings as JSON texts', async () => {
	const { tenant, ask } = await scene();
	const saved = await ask('POST', '/cmpconfigurator/lightconfig', { ...draftFor(tenant, 'Bare'), template: 'NA' });
	const read = await ask('GET', `/cmpconfigurator/${saved.id}`);
	expect(read).toMatchObject({ customerId: tenant.customerId, domain: tenant.host, title: 'Bare', type: 0, template: 'NA' });
	expect(read.customerId).toBeTypeOf('number');
	for (const text of [read.config, read.mapper]) expect(JSON.parse(text)).toBeTypeOf('object');
	for (const version of [read.sdkVersion, read.bundleVersion]) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

test('every list is searched by a part of name, title, domain or client name, in any letters', async () => {
	const { tenant, ask } = await scene();
	const { customerId } = tenant;
	const title = 'Advent Letter';
	await ask('POST', '/manage/content', { title, contentType: 'Email', controls: { en: { subject: 'Hi' } } });
	await ask('POST', '/manage/constellation/', { title, channel: 0 });
	const segment = await ask('POST', '/manage/domain/segment', { name: title });
	const audience = await ask('POST', '/manage/audience', { title, segments: [segment.id] });
	await ask('POST', '/manage/Campaign', { title, audienceIdFK: audience.id });
	await ask('POST', '/cmpconfigurator/lightconfig', draftFor(tenant, title));
	await ask('POST', '/cmpconfigurator/tcfconfig', tcfDraftFor(tenant, title));
	await ask('POST', '/manage/client', { customerId, clientName: title, clientType: 0 });
	for (const list of [
		'/manage/content',
		'/manage/constellation',
		'/manage/audience',
		'/manage/Campaign',
		`/cmpconfigurator/lightconfig/${customerId}`,
		`/cmpconfigurator/tcfconfig/${customerId}`,
		`/manage/client/customer/${customerId}`,
	]) {
		expect([list, (await ask('GET', `${list}?q=VENT%20lett`)).length]).toEqual([list, 1]);
		expect([list, (await ask('GET', `${list}?q=nothing`)).length]).toEqual([list, 0]);
	}
	const part = tenant.host.slice(1, -3).toUpperCase();
	expect(await ask('GET', `/customer/${customerId}/domain?q=${part}`)).toHaveLength(1);
	expect(await ask('GET', `/customer/${customerId}/domain?q=nothing`)).toHaveLength(0);
	await ask('POST', `/manage/customer/${customerId}/customdomain`, { domain: `consent.${tenant.host}` });
	expect(await ask('GET', `/manage/customer/${customerId}/customdomain?q=${part}`)).toHaveLength(1);
	expect(await ask('GET', `/manage/customer/${customerId}/customdomain?q=nothing`)).toHaveLength(0);
});
