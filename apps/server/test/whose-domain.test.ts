/** Something new is for the domain that the header or the body names; two that differ are told, and never is one taken silently. */
import { expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { startApp } from './app.ts';
import { campaignScene } from './engagement/scene.ts';
import { CONFIG, WORDING } from './signup-stage.ts';

const t = await startApp();

const staged = async () => {
	const scene = await campaignScene(t);
	const { tenant, fine, ask } = scene;
	const host = `${newId()}.example`;
	const other = await fine<{ id: string }>(ask('POST', '/api/domain', { domain: host, customerId: tenant.customerId }));
	const purposeId = await scene.addPurpose({ wording: WORDING, channels: ['email'] });
	const first = await scene.published();
	const news: readonly (readonly [path: string, body: object])[] = [
		['/api/manage/audience', {}],
		['/api/manage/content', { contentType: 'Email', controls: { en: { subject: 'Hello' } } }],
		['/api/manage/constellation/', { channel: 0, contents: [] }],
		['/api/manage/Campaign', {}],
		['/api/manage/triggered', { journey: { trigger: { kind: 'consent', purposeId }, first } }],
		['/api/manage/signupform', { config: { ...CONFIG, purposeId } }],
	];
	return { scene, host, other, news };
};

test('a domain in the body that is not the header’s is told by its field, whatever is new; the same one, by its host or its id, is taken', async () => {
	const { scene, host, other, news } = await staged();
	const foreign = (await t.tenant()).host;
	const { domainId, host: own } = scene.tenant;
	for (const [path, body] of news) {
		for (const domain of [host, other.id, foreign, 'nowhere.example']) {
			const { status, json } = await scene.ask('POST', path, { title: newId(), ...body, domain });
			expect([path, domain, status, Object.keys(json().fields ?? {})]).toEqual([path, domain, 400, ['domain']]);
		}
		for (const domain of [own.toUpperCase(), domainId, ''])
			expect(await scene.fine(scene.ask('POST', path, { title: newId(), ...body, domain }))).toMatchObject({ domainId });
	}
});

test('a customer of the query that the header’s domain is not of is told by its field, to whoever may see both', async () => {
	const [one, two] = [await t.tenant(), await t.tenant()];
	const both = await t.person([], { adminOf: [one, two] });
	const read = async (who: typeof both, customerId: number | string) => {
		const { status, json } = await t.send(who, 'GET', `/api/manage/audience?customerId=${customerId}`, {
			headers: { domain_key: two.domainId },
		});
		return [status, Object.keys(json().fields ?? {})];
	};
	expect(await read(both, two.customerId)).toEqual([200, []]);
	expect(await read(both, one.customerId)).toEqual([400, ['customerId']]);
	// Whoever has nothing to do with the domain reads that there is none.
	expect(await read(await t.person([], { adminOf: [one] }), one.customerId)).toEqual([404, []]);
});

test('a new segment is of the domain that it names by id or by host; two that differ are told', async () => {
	const { scene, host, other } = await staged();
	const add = async (body: object) => {
		const { status, json } = await scene.ask('POST', '/api/manage/domain/segment', { name: newId(), isDomainSpecific: true, ...body });
		return [status, json().data?.domainId ?? Object.keys(json().fields ?? {}).join()];
	};
	const { domainId, host: own } = scene.tenant;
	expect(await add({})).toEqual([200, domainId]);
	for (const named of [{ domain: host }, { domainId: other.id }, { domainId: other.id, domain: host }])
		expect(await add(named)).toEqual([200, other.id]);
	expect(await add({ domainId: other.id, domain: own })).toEqual([400, 'domain']);
	expect(await add({ domain: 'nowhere.example' })).toEqual([404, '']);
});
