/** One's own devices: browsers and apps that a customer keeps under one's address, told to their person alone, and forgotten at once. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { type Person, type TestApp, testApp } from '../app.ts';
import { edgeRecord, publishBanner, sendRecords, sendVisit, visitorEvent } from '../fixtures.ts';

let t: TestApp;
beforeAll(async () => {
	t = await testApp();
});
afterAll(() => t.stop());

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const { publishedFolder: folder } = await publishBanner(t, owner, tenant, 'Banner', { mapper: '{"remembers":"statistics"}' });
	return { tenant, owner, folder, machine: await t.machine(owner, tenant) };
};
type Scene = Awaited<ReturnType<typeof scene>>;

/** A browser of somebody: met on the site, then named by the customer's server. */
const browserOf = async ({ tenant, folder, machine }: Scene, email: string): Promise<string> => {
	const record = edgeRecord('statistics', true);
	expect((await sendRecords(t, tenant, folder, [record])).json().data.stored).toBe(1);
	expect((await sendVisit(t, tenant, folder, record.id, [visitorEvent('view')])).status).toBe(200);
	const body = { domainId: tenant.domainId, person: { email }, records: [record.id] };
	expect((await t.send(null, 'POST', '/edge/v1/consents/identify', { headers: machine, body })).status).toBe(200);
	return record.id;
};
const appOf = async ({ tenant, machine }: Scene, email: string): Promise<string> => {
	const token = `${newId()}-token`;
	const body = { domainId: tenant.domainId, devices: [{ token, platform: 'android', person: { email } }] };
	const sent = await t.send(null, 'POST', '/edge/v1/devices', { headers: machine, body });
	expect([sent.status, sent.json().data.results[0].outcome]).toEqual([200, 'registered']);
	return token;
};
const read = async (who: Person) => (await t.send(who, 'GET', '/api/account/devices')).json().data;
const forget = (who: Person, customerId: number, id: string) => t.send(who, 'DELETE', `/api/account/devices/${customerId}/${id}`);
const hash = (token: string): string => createHash('sha256').update(token).digest('hex');

test('a browser and an app are told to whose they are, and to nobody else', async () => {
	const s = await scene();
	const [anna, olli] = [await t.person(), await t.person()];
	const browser = await browserOf(s, anna.email);
	const token = await appOf(s, anna.email);
	// the visitor is somebody once the reader of the ledger has passed
	await expect.poll(async () => (await read(anna))[0]?.devices.length, { timeout: 60_000 }).toBe(2);
	const found = await read(anna);
	expect(found).toMatchObject([{ customerId: s.tenant.customerId, customer: `Customer ${s.tenant.customerId}`, closed: false }]);
	expect(found[0].devices).toEqual(
		expect.arrayContaining([
			expect.objectContaining({
				id: browser,
				what: 'browser',
				domain: s.tenant.host,
				pushes: false,
				platform: null,
				purpose: expect.any(String),
			}),
			expect.objectContaining({ id: hash(token), what: 'app', platform: 'android', browser: null, purpose: null, pushes: true }),
		]),
	);
	expect(JSON.stringify(found)).not.toContain(token);
	const [file] = (await t.send(anna, 'GET', '/api/account/data')).json().customers;
	expect([file.browsers, file.devices]).toMatchObject([[{ site: s.tenant.host, firstSeenAt: expect.any(String) }], [{ token }]]);
	expect(await read(olli)).toEqual([]);
	expect(await read(s.owner)).toEqual([]);
});

test('a purpose goes by its name in the reader’s language wherever a device, an answer or a criterion is told', async () => {
	const s = await scene();
	const anna = await t.person();
	await browserOf(s, anna.email);
	await expect.poll(async () => (await read(anna))[0]?.devices.length, { timeout: 60_000 }).toBe(1);
	const told = async (language: string): Promise<unknown[]> => {
		const get = async (who: Person, url: string) =>
			(await t.send(who, 'GET', url, { headers: { customer_key: String(s.tenant.customerId), 'accept-language': language } })).json().data;
		const events = await get(
			s.owner,
			`/api/customer/eventreport?customerId=${s.tenant.customerId}&email=${encodeURIComponent(anna.email)}`,
		);
		const criteria = await get(s.owner, '/api/consent');
		return [
			(await get(anna, '/api/account/devices'))[0].devices[0].purpose,
			(await get(s.owner, '/api/manage/domain/devices'))[0].purpose,
			events.find(({ kind }: { kind: string }) => kind === 'consent').what,
			...criteria.flatMap(({ name }: { name: string }) => (/^(Statistics|Tilastointi)$/.test(name) ? [name] : [])),
		];
	};
	expect(await told('en')).toEqual(Array(4).fill('Statistics'));
	expect(await told('fi')).toEqual(Array(4).fill('Tilastointi'));
});

test('a device is forgotten by its person alone, once, and the activity says so', async () => {
	const [s, other] = [await scene(), await scene()];
	const [anna, olli] = [await t.person(), await t.person()];
	const browser = await browserOf(s, anna.email);
	const token = await appOf(s, anna.email);
	await browserOf(s, olli.email);
	const { customerId } = s.tenant;
	for (const id of [browser, hash(token)]) {
		expect((await forget(olli, customerId, id)).status).toBe(404);
		expect((await forget(s.owner, customerId, id)).status).toBe(404);
		// a customer that does not know her
		expect((await forget(anna, other.tenant.customerId, id)).status).toBe(404);
	}
	await expect.poll(async () => (await read(anna))[0]?.devices.length, { timeout: 60_000 }).toBe(2);
	expect((await forget(anna, customerId, browser)).status).toBe(200);
	expect((await forget(anna, customerId, hash(token))).status).toBe(200);
	expect((await forget(anna, customerId, browser)).status).toBe(404);
	expect(await read(anna)).toEqual([]);
	await expect.poll(async () => (await read(olli))[0]?.devices.length, { timeout: 60_000 }).toBe(1);
	const rows = await t.storage.inTenant(customerId, (tx) =>
		tx.query<{ what: string }>(
			`select 'end' as what from device_end where customer_id = $1 and device_id = $2
			union all select 'token' from device_token where customer_id = $1 and token = $3
			union all select 'act' from activity where customer_id = $1 and thing = 'device' and user_id = $4`,
			[customerId, browser, token, anna.userId],
		),
	);
	expect(rows.map(({ what }) => what).sort()).toEqual(['act', 'act', 'end']);
});

test('while the customer knows somebody by an address that they have not confirmed, no device is told or forgotten', async () => {
	const s = await scene();
	const anna = await t.person();
	const browser = await browserOf(s, anna.email);
	const other = `other-${anna.email}`;
	await appOf(s, other);
	const find = async (email: string): Promise<string> =>
		(
			await t.storage.inTenant(s.tenant.customerId, (tx) =>
				tx.query<{ person: string }>(`select person from person_identifier where customer_id = $1 and kind = 'email' and value = $2`, [
					s.tenant.customerId,
					email,
				]),
			)
		)[0]?.person ?? '';
	const merged = await t.send(s.owner, 'POST', `/api/manage/domain/person/${await find(anna.email)}/merge`, {
		headers: { customer_key: String(s.tenant.customerId) },
		body: { other: await find(other) },
	});
	expect(merged.status).toBe(200);
	expect(await read(anna)).toMatchObject([{ closed: true, devices: [] }]);
	expect((await forget(anna, s.tenant.customerId, browser)).status).toBe(404);
});
