/** Audiences by the calls of their pages. */
import type { Connector } from '@luvalla/contract/profiles/connectors.ts';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { type Person, startApp, type Tenant } from '../app.ts';
import { connectorScene } from '../connectors/scene.ts';

const t = await startApp();

const SECRET = `whsec_${Buffer.from('audiences-audiences-audiences-12').toString('base64')}`;

const scene = async () => {
	const tenant = await t.tenant();
	return { tenant, owner: await t.person([], { adminOf: [tenant] }) };
};
const ask = (owner: Person, { customerId, domainId }: Tenant, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
	t.send(owner, method, path, { headers: { customer_key: String(customerId), domain_key: domainId }, ...(body && { body }) });
const add = async ({ owner, tenant }: Awaited<ReturnType<typeof scene>>, title: string): Promise<string> => {
	const added = await ask(owner, tenant, 'POST', '/api/manage/audience', { title });
	expect([added.status, added.text]).toEqual([200, expect.anything()]);
	return added.json().data.id;
};
const found = async ({ owner, tenant }: Awaited<ReturnType<typeof scene>>, id: string): Promise<string[]> => {
	const listed = await ask(owner, tenant, 'GET', `/api/manage/audience?filter=id:${id}`);
	expect(listed.status).toBe(200);
	return listed.json().data.map((one: { title: string }) => one.title);
};

test('one audience is read by the filter of its id, in any letter case, and no other company’s', async () => {
	const [mine, other] = [await scene(), await scene()];
	const id = await add(mine, 'Autumn regulars');
	await add(mine, 'Gift ideas');
	expect(await found(mine, id)).toEqual(['Autumn regulars']);
	expect(await found(mine, id.toUpperCase())).toEqual(['Autumn regulars']);
	expect(await found(other, id)).toEqual([]);
	expect(await found(mine, v7())).toEqual([]);
	// What can be no id is nobody's.
	expect(await found(mine, 'one')).toEqual([]);
});

test('one that a campaign is to be sent to is not deleted, and is once the campaign has another', async () => {
	const s = await scene();
	const [id, other] = [await add(s, 'Autumn regulars'), await add(s, 'Gift ideas')];
	const campaign = await ask(s.owner, s.tenant, 'POST', '/api/manage/Campaign', { title: 'Autumn', audienceIdFK: id });
	const remove = async () => {
		const answer = await ask(s.owner, s.tenant, 'DELETE', `/api/manage/audience?id=${id}`);
		return [answer.status, answer.json().code];
	};
	expect(await remove()).toEqual([409, 'audience_used']);
	expect(await found(s, id)).toEqual(['Autumn regulars']);
	await ask(s.owner, s.tenant, 'PUT', '/api/manage/Campaign', { id: campaign.json().data.id, audienceIdFK: other });
	expect(await remove()).toEqual([200, undefined]);
});

test('one that a connector brings out is not deleted, and is once the connector is turned off, which is saved whatever became of it', async () => {
	const s = await connectorScene(t);
	const { customerId } = s.tenant;
	const purposeId = await s.purpose('Letter');
	const audienceId = await s.audience('Regulars', [purposeId]);
	const out = { url: 'https://connector.example/', secret: SECRET, direction: 'outbound', audienceId, purposeId };
	const connector = await s.add('webhook', out, { name: 'To the shop' });
	const remove = async (who = s.owner) => {
		const { status, json } = await s.ask('DELETE', `/api/manage/audience?id=${audienceId}`, undefined, who);
		return [status, json().code, json().error];
	};
	const used = [409, 'audience_used', 'This audience is used by: To the shop. Choose another audience there first.'];
	expect(await remove()).toEqual(used);
	expect(await remove(await t.person(['DOMAIN_ADMIN'], { domainsOf: [s.tenant] }))).toEqual(used);
	const off = await s.fine<Connector>(s.change(connector, {}, { isActive: false }));
	expect(await remove()).toEqual([200, undefined, undefined]);
	// Off it stays, under another name too; on it needs an audience that is there.
	await s.fine(s.change(off, {}, { isActive: false, name: 'Once to the shop' }));
	const on = await s.change(off, {}, { isActive: true });
	expect([on.status, Object.keys(on.json().fields)]).toEqual([422, ['config.audienceId']]);
	const anew = await s.ask('POST', '/api/manage/Connector', { customerId, type: 'webhook', config: out, isActive: false });
	expect([anew.status, Object.keys(anew.json().fields)]).toEqual([422, ['config.audienceId']]);
});

test('a segment that other domains use becomes no single domain’s: whoever makes it so reads by what', async () => {
	const { tenant, owner } = await scene();
	const added = await ask(owner, tenant, 'POST', '/api/domain', {
		customerId: tenant.customerId,
		domain: `b${tenant.customerId}.localhost`,
	});
	const other = { ...tenant, domainId: added.json().data.id };
	const segment = (await ask(owner, tenant, 'POST', '/api/manage/domain/segment', { name: 'Regulars' })).json().data.id;
	for (const [at, title] of [
		[tenant, 'Own'],
		[other, 'Beside'],
	] as const)
		expect((await ask(owner, at, 'POST', '/api/manage/audience', { title, segments: [segment] })).status).toBe(200);
	const specific = (domainId: string) =>
		ask(owner, tenant, 'PUT', '/api/manage/domain/segment', { id: segment, isDomainSpecific: true, domainId });
	const refused = await specific(tenant.domainId);
	expect([refused.status, refused.json().code]).toEqual([409, 'segment_used']);
	expect(refused.json().error).toBe('This segment is used by: Beside. Take it out there first.');
	const [beside] = (await ask(owner, other, 'GET', '/api/manage/audience')).json().data;
	expect((await ask(owner, other, 'PUT', '/api/manage/audience', { id: beside.id, segments: [] })).status).toBe(200);
	expect((await specific(tenant.domainId)).status).toBe(200);
	// Nor does it move to another domain while its own uses it.
	expect((await specific(other.domainId)).json().error).toBe('This segment is used by: Own. Take it out there first.');
});
