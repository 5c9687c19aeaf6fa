/** What is acknowledged is what was sent: an id stands for one content, and a yes for words that there were. */
import { expect, test } from 'vitest';
import { startApp } from '../app.ts';
import { edgeRecord, publishBanner, sendRecords } from '../fixtures.ts';

const t = await startApp();
const tenant = await t.tenant();
const owner = await t.person([], { adminOf: [tenant] });
const folder = (await publishBanner(t, owner, tenant)).publishedFolder;

const send = async (...records: unknown[]) => (await sendRecords(t, tenant, folder, records)).json().data;
const storedValue = async (id: string) => (await t.send(owner, 'GET', `/api/audit/domain/consents/${id}`)).json().data.value;

test('a no under the id of a stored yes is refused by name, and the same again is known', async () => {
	const yes = edgeRecord('media', true);
	expect(await send(yes)).toEqual({ stored: 1, known: 0, refused: [] });
	expect(await send({ ...yes, value: false })).toEqual({ stored: 0, known: 0, refused: [{ id: yes.id, code: 'id_conflict' }] });
	expect(await send(yes)).toEqual({ stored: 0, known: 1, refused: [] });
	expect(await storedValue(yes.id)).toBe(true);
});

test('whatever else differs is a conflict too, and where it came from is not', async () => {
	const one = edgeRecord('media', true);
	await send(one);
	for (const other of [{ category: 'statistics' }, { language: 'fi' }, { gpc: true }, { choiceId: edgeRecord('media', true).choiceId }])
		expect((await send({ ...one, ...other })).refused, JSON.stringify(other)).toEqual([{ id: one.id, code: 'id_conflict' }]);
	const elsewhere = await sendRecords(t, tenant, folder, [one], { 'user-agent': 'Another/1.0' });
	expect(elsewhere.json().data).toEqual({ stored: 0, known: 1, refused: [] });
});

test('of two contents under one id in one batch the first is stored and the second refused', async () => {
	for (const value of [false, true]) {
		const [one, other] = [edgeRecord('media', value), edgeRecord('statistics', true)];
		expect(await send(one, { ...one, value: !value }, other, one)).toEqual({
			stored: 2,
			known: 1,
			refused: [{ id: one.id, code: 'id_conflict' }],
		});
		expect(await storedValue(one.id)).toBe(value);
	}
});

test('an id of a known person’s answer is nobody else’s', async () => {
	const yes = edgeRecord('media', true);
	const token = await t.machine(owner, tenant);
	const [purpose] = (await t.send(owner, 'GET', `/api/consent/purpose/${tenant.customerId}?domainId=${tenant.domainId}`)).json().data;
	const answered = await t.send(null, 'POST', '/edge/v1/consents', {
		headers: token,
		body: {
			domainId: tenant.domainId,
			answers: [{ id: yes.id, person: { email: 'id@people.example' }, purpose: purpose.id, value: true, at: yes.at, source: 'Paper form' }],
		},
	});
	expect(answered.json().data.results[0].outcome).toBe('stored');
	expect((await send(yes)).refused).toEqual([{ id: yes.id, code: 'id_conflict' }]);
});

test('a yes to words that did not exist when it was said is refused, a no is taken', async () => {
	const { customerId, domainId } = tenant;
	const url = `/api/consent/purpose/${customerId}`;
	const words = (about: string) => ({ en: { name: 'Letter', about } });
	const added = await t.send(owner, 'POST', url, { body: { domainId, name: 'Letter', wording: words('Monthly.') } });
	const { id, versions } = added.json().data;
	const said = new Date(versions[0].createdAt).toISOString();
	expect((await t.send(owner, 'PUT', url, { body: { id, wording: words('Daily.') } })).json().data.version).toBe(2);
	expect((await t.send(owner, 'PUT', url, { body: { id, material: true } })).status).toBe(200);

	const token = await t.machine(owner, tenant);
	const person = { email: 'late@people.example' };
	const yes = { person, purpose: id, value: true, at: said, source: 'Paper form' };
	const write = async (...answers: object[]) => {
		const { results } = (await t.send(null, 'POST', '/edge/v1/consents', { headers: token, body: { domainId, answers } })).json().data;
		return results.map(({ outcome, code }: { outcome: string; code: string | null }) => code ?? outcome);
	};
	const at = new Date().toISOString();
	expect(await write({ ...yes, version: 2 }, { ...yes, version: 1 }, yes)).toEqual(['unknown_version', 'stored', 'known']);
	const state = await t.send(null, 'POST', '/edge/v1/consents/state', { headers: token, body: { domainId, person } });
	expect(state.json().data.purposes.find((one: { purposeId: string }) => one.purposeId === id)).toMatchObject({
		value: true,
		permitted: false,
	});
	// From before there was any: the first words are what a file of old answers is about.
	expect(await write({ ...yes, at: '2020-01-01T00:00:00.000Z', version: 1 })).toEqual(['stored']);
	expect(await write({ ...yes, at: '2020-01-02T00:00:00.000Z', version: 2 })).toEqual(['unknown_version']);
	expect(await write({ ...yes, value: false, version: 2 }, { ...yes, at, version: 2 })).toEqual(['stored', 'stored']);
});

test('an id of the sender’s own says one thing', async () => {
	const { domainId } = tenant;
	const token = await t.machine(owner, tenant);
	const { id, at } = edgeRecord('media', true);
	const one = { id, person: { email: 'own-id@people.example' }, purpose: 'Media', value: true, at, source: 'Paper form', language: 'en' };
	const write = async (...answers: object[]) => {
		const { results } = (await t.send(null, 'POST', '/edge/v1/consents', { headers: token, body: { domainId, answers } })).json().data;
		return results.map(({ outcome, code }: { outcome: string; code: string | null }) => code ?? outcome);
	};
	const others = [{ value: false }, { source: 'Another form' }, { language: 'fi' }, { person: { email: 'other@people.example' } }];
	expect(await write(one, ...others.map((other) => ({ ...one, ...other })), one)).toEqual([
		'stored',
		...others.map(() => 'id_conflict'),
		'known',
	]);
});
