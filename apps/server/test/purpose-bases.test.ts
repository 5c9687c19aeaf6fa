/** On which basis a purpose permits messages, whom it holds for, and what may not be bundled. */
import type { Purpose } from '@luvalla/contract/consent/purposes.ts';
import { expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { type Person, startApp } from './app.ts';

const t = await startApp();

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const { domainId } = tenant;
	const path = `/api/consent/purpose/${tenant.customerId}`;
	const headers = { domain_key: domainId };
	const wording = { en: { name: 'Offers', about: 'What is on sale.' } };
	const add = (over: object = {}) => t.send(owner, 'POST', path, { body: { domainId, name: `Offers ${newId()}`, wording, ...over } });
	const change = (id: string, over: object) => t.send(owner, 'PUT', path, { body: { id, ...over } });
	const segment = async (over: object = {}): Promise<string> =>
		(await t.send(owner, 'POST', '/api/manage/domain/segment', { headers, body: { name: `Segment ${newId()}`, ...over } })).json().data.id;
	return { tenant, owner, path, headers, wording, add, change, segment };
};

test('A basis that holds for some names their segment, filled by hand or by a rule', async () => {
	const { tenant, add, change, segment } = await scene();
	const missing = await add({ basis: 'existing customer', channels: ['email'] });
	expect([missing.status, missing.json()]).toMatchObject([422, { code: 'basis_segment', fields: { basisSegment: expect.any(String) } }]);
	for (const id of [await segment(), await segment({ rule: { field: 'city', is: 'is', value: 'Turku' } })]) {
		const made: Purpose = (await add({ basis: 'existing customer', basisSegment: id, channels: ['email'] })).json().data;
		expect(made).toMatchObject({ basis: 'existing customer', basisSegment: id });
		// A basis that holds for everybody names nobody.
		expect((await change(made.id, { basis: 'consent' })).json().data).toMatchObject({ basis: 'consent', basisSegment: null });
	}
	const resting = await segment();
	await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query('update segment set is_active = false where customer_id = $1 and segment_id = $2', [tenant.customerId, resting]),
	);
	for (const id of [newId(), resting, await (await scene()).segment()])
		expect((await add({ basis: 'business recipient', basisSegment: id })).json()).toMatchObject({ code: 'basis_segment' });
});

test('Tracking is bundled with nothing, and post without objection permits post alone; each is said of its field', async () => {
	const { add, change } = await scene();
	for (const over of [{ channels: ['email'] }, { basis: 'contract' }])
		expect((await add({ tracks: true, ...over })).json()).toMatchObject({ code: 'tracking_alone', fields: { tracks: expect.any(String) } });
	const post = { basis: 'post without objection' };
	expect((await add({ ...post, channels: ['leaflet', 'email'] })).json()).toMatchObject({
		code: 'basis_channel',
		fields: { channels: expect.any(String) },
	});
	const { id }: Purpose = (await add({ ...post, channels: ['leaflet'] })).json().data;
	expect((await change(id, { tracks: true })).json()).toMatchObject({ code: 'tracking_alone' });
	expect((await change(id, { tracks: true, channels: [], basis: 'consent' })).json().data).toMatchObject({
		tracks: true,
		channels: [],
		basis: 'consent',
	});
});

test('Whoever widens what a purpose permits answers for the customer, and shows who they are; to narrow it takes neither', async () => {
	const { tenant, owner, path, wording, add, change, segment } = await scene();
	const { domainId } = tenant;
	const of = async (who: Person, body: object) => {
		const answer = await t.send(who, 'PUT', path, { body });
		return [answer.status, answer.json().code];
	};
	const domainAdmin = await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
	const old = await t.person([], { adminOf: [tenant] });
	await t.storage.inPlatform((tx) =>
		tx.query(`update session set confirmed_at = now() - interval '11 minutes' where user_id = $1`, [old.userId]),
	);
	const { id }: Purpose = (await add({ channels: ['email'] })).json().data;
	const some = await segment();
	const wider = { basis: 'existing customer', basisSegment: some };
	for (const [who, code] of [
		[domainAdmin, 'not_allowed'],
		[old, 'confirm_identity'],
	] as const) {
		expect(await of(who, { id, ...wider })).toEqual([403, code]);
		const added = await t.send(who, 'POST', path, { body: { domainId, name: `Offers ${newId()}`, wording, ...wider } });
		expect([added.status, added.json().code]).toEqual([403, code]);
		// Nobody has said yes to it yet: what it asks for is theirs to write.
		expect(await of(who, { id, channels: ['email', 'sms'] })).toEqual([200, undefined]);
		expect(await of(who, { id, channels: ['email'] })).toEqual([200, undefined]);
	}
	const said = await t.send(null, 'POST', '/edge/v1/consents', {
		headers: await t.machine(owner, tenant),
		body: {
			domainId,
			answers: [{ person: { email: 'a@example.com' }, purpose: id, value: true, at: new Date().toISOString(), source: 'Paper' }],
		},
	});
	expect(said.status).toBe(200);
	for (const [who, code] of [
		[domainAdmin, 'not_allowed'],
		[old, 'confirm_identity'],
	] as const)
		for (const more of [{ channels: ['email', 'sms'] }, { channels: [], tracks: true }])
			expect(await of(who, { id, ...more })).toEqual([403, code]);
	expect((await change(id, { channels: ['email', 'sms'] })).status).toBe(200);
	expect((await change(id, wider)).status).toBe(200);
	// Nobody says yes to what needs none: a further channel is as much as the basis itself.
	const other: Purpose = (await add({ ...wider, channels: ['sms'] })).json().data;
	for (const [who, code] of [
		[domainAdmin, 'not_allowed'],
		[old, 'confirm_identity'],
	] as const)
		expect(await of(who, { id: other.id, channels: ['sms', 'email'] })).toEqual([403, code]);
	expect(await of(domainAdmin, { id: other.id, channels: [] })).toEqual([200, undefined]);
	expect(await of(domainAdmin, { id, basisSegment: await segment() })).toEqual([403, 'not_allowed']);
	expect(await of(domainAdmin, { id, basis: 'consent', channels: ['email'] })).toEqual([200, undefined]);
});
