/** On which basis a purpose permits messages, whom it holds for, and what may not be bundled. */
import type { Purpose } from '@luvalla/contract/consent/purposes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { type TestApp, testApp } from './app.ts';

let t: TestApp;
beforeAll(async () => {
	t = await testApp();
});
afterAll(() => t.stop());

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
	return { add, change, segment };
};

test('A basis that holds for some names their segment, filled by hand or by a rule', async () => {
	const { add, change, segment } = await scene();
	const missing = await add({ basis: 'existing customer', channels: ['email'] });
	expect([missing.status, missing.json()]).toMatchObject([422, { code: 'basis_segment', fields: { basisSegment: expect.any(String) } }]);
	for (const id of [await segment(), await segment({ rule: { field: 'city', is: 'is', value: 'Turku' } })]) {
		const made: Purpose = (await add({ basis: 'existing customer', basisSegment: id, channels: ['email'] })).json().data;
		expect(made).toMatchObject({ basis: 'existing customer', basisSegment: id });
		// A basis that holds for everybody names nobody.
		expect((await change(made.id, { basis: 'consent' })).json().data).toMatchObject({ basis: 'consent', basisSegment: null });
	}
	for (const id of [newId(), await segment({ isActive: false }), await (await scene()).segment()])
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
