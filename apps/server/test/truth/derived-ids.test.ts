/** Ids that follow from what is said are nobody's to foresee: a stranger's banner record under one would keep the person's no out. */
import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { millisOf } from '../../src/wings/consent/ids.ts';
import { type Person, type Tenant, type TestApp, testApp } from '../app.ts';
import { edgeRecord, publishBanner, sendRecords } from '../fixtures.ts';

let t: TestApp;
let tenant: Tenant;
let owner: Person;
let folder: string;
let machine: { authorization: string };
let purpose: { id: string; name: string };
beforeAll(async () => {
	t = await testApp();
	tenant = await t.tenant();
	owner = await t.person([], { adminOf: [tenant] });
	folder = (await publishBanner(t, owner, tenant)).publishedFolder;
	machine = await t.machine(owner, tenant);
	const all = (await t.send(owner, 'GET', `/api/consent/purpose/${tenant.customerId}?domainId=${tenant.domainId}`)).json().data;
	purpose = all.find(({ name }: { name: string }) => name === 'Media');
});
afterAll(() => t.stop());

/** As anybody could reckon it who knows how ids are made and not the installation's key. */
const foreseen = (at: Date, said: readonly unknown[]): string => {
	const bytes = hash('sha256', JSON.stringify(said), 'buffer').subarray(0, 16);
	bytes.writeUIntBE(at.getTime(), 0, 6);
	bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
	bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
	const hex = bytes.toString('hex');
	return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};
const write = async (answer: object) => {
	const sent = await t.send(null, 'POST', '/edge/v1/consents', {
		headers: machine,
		body: { domainId: tenant.domainId, answers: [{ purpose: purpose.name, ...answer }] },
	});
	expect(sent.status).toBe(200);
	return sent.json().data.results[0];
};
const holds = async (person: object) => {
	const sent = await t.send(null, 'POST', '/edge/v1/consents/state', { headers: machine, body: { domainId: tenant.domainId, person } });
	return sent.json().data.purposes.find((one: { purposeId: string }) => one.purposeId === purpose.id);
};
/** A banner's record, which anybody may send. */
const squat = async (id: string): Promise<void> => {
	const sent = await sendRecords(t, tenant, folder, [{ ...edgeRecord('media', false), id, at: new Date(millisOf(id)).toISOString() }]);
	expect(sent.json().data).toMatchObject({ stored: 1 });
};
const seconds = (ago: number): string => new Date(Math.floor(Date.now() / 1000 - ago) * 1000).toISOString();

test('the no of somebody whose luvallaId, moment and source a stranger knows is stored and holds', async () => {
	const person = { email: `squatted@${tenant.host}` };
	const yes = await write({ person, value: true, at: seconds(60), source: 'Paper form' });
	const at = seconds(10);
	await squat(foreseen(new Date(at), [tenant.domainId, yes.luvallaId, purpose.id, false, at, null]));
	expect(await write({ person, value: false, at })).toMatchObject({ outcome: 'stored', holds: true });
	expect(await holds(person)).toMatchObject({ value: false, permitted: false });
	// Said again it is known, as ever.
	expect(await write({ person, value: false, at })).toMatchObject({ outcome: 'known', holds: true });
});

test('the no of a visitor who is identified is linked, whoever read its id on the page', async () => {
	const person = { email: `identified@${tenant.host}` };
	await write({ person, value: true, at: seconds(60), source: 'Paper form' });
	const no = edgeRecord('media', false);
	await sendRecords(t, tenant, folder, [no]);
	await squat(foreseen(new Date(no.at), ['identification', no.id]));
	const linked = await t.send(null, 'POST', '/edge/v1/consents/identify', {
		headers: machine,
		body: { domainId: tenant.domainId, person, records: [no.id] },
	});
	expect(linked.json().data.records).toMatchObject([{ id: no.id, outcome: 'linked' }]);
	expect(await holds(person)).toMatchObject({ value: false, permitted: false });
});
