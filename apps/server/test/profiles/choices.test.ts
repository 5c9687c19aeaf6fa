/** Segments that a banner names for a category: filled by a yes, left by a withdrawal, whatever happens in between. */
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { appendCustomer } from '../../src/wings/consent/proof/append.ts';
import { eraseRecords } from '../../src/wings/consent/proof/erase.ts';
import { mergePersons, unmergePerson } from '../../src/wings/people/wing.ts';
import { numbersOf } from '../../src/wings/profiles/sets/count.ts';
import { bringDomain } from '../../src/wings/tenancy/wing.ts';
import { type Person, startApp, type Tenant } from '../app.ts';
import { choice, draftFor, publishBanner, sendRecords } from '../fixtures.ts';
import { followedOn, sayOn } from './followed.ts';

const t = await startApp();

const ask = (owner: Person, { customerId }: Tenant, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
	t.send(owner, method, path, { headers: { customer_key: String(customerId) }, ...(body && { body }) });

const newSegment = async (owner: Person, tenant: Tenant, name: string, more: object = {}): Promise<string> => {
	const added = await ask(owner, tenant, 'POST', '/api/manage/domain/segment', { name, ...more });
	expect([added.status, added.text]).toEqual([200, expect.anything()]);
	return added.json().data.id;
};

const secondDomain = async ({ customerId, host }: Tenant): Promise<Tenant> => {
	const sister = { customerId, domainId: v7(), host: `b.${host}` };
	await t.storage.inTenant(customerId, (tx) =>
		bringDomain(tx, customerId, sister.domainId, { host: sister.host, name: '', webhookUrl: null, webhookHeaders: null }),
	);
	return sister;
};

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const readers = await newSegment(owner, tenant, 'Readers');
	const buyers = await newSegment(owner, tenant, 'Buyers');
	const segments = { statistics: [readers], marketing: [readers, buyers] };
	const { publishedFolder } = await publishBanner(t, owner, tenant, 'Banner', { mapper: JSON.stringify({ segments }) });
	return { tenant, owner, readers, buyers, folder: publishedFolder, machine: await t.machine(owner, tenant) };
};
type Scene = Awaited<ReturnType<typeof scene>>;

/** A visitor's choice on the banner, who turns out to be somebody. Answers the visitor's records and the person. */
const choose = async (s: Scene, email: string, values: Record<string, boolean>) => {
	const records = choice(values);
	expect((await sendRecords(t, s.tenant, s.folder, records)).json().data.stored).toBe(records.length);
	const sent = await t.send(null, 'POST', '/edge/v1/consents/identify', {
		headers: s.machine,
		body: { domainId: s.tenant.domainId, person: { email }, records: records.map(({ id }) => id) },
	});
	expect(sent.status).toBe(200);
	return { records, person: String(sent.json().data.luvallaId), linked: sent.json().data.records as { id: string; recordId: string }[] };
};

const say = sayOn(t);

const followed = followedOn(t);

/** Persons by row, and numbers by bit. */
const inside = async ({ tenant: { customerId } }: Scene, segment: string): Promise<[string[], number]> =>
	t.storage.inTenant(customerId, async (tx) => {
		const rows = await tx.query<{ person: string; how: string; by: string | null }>(
			'select distinct person, how, by from segment_member where customer_id = $1 and segment_id = $2 order by person',
			[customerId, segment],
		);
		expect(rows.every((one) => one.how === 'choice' && one.by === null)).toBe(true);
		return [rows.map(({ person }) => person), (await numbersOf(tx, customerId, { in: segment }, { before: undefined, most: 1000 })).length];
	});

test('a yes puts the person in, by each purpose, and a withdrawal takes them out, however it comes', async () => {
	const s = await scene();
	const anna = await choose(s, 'anna@example.com', { statistics: true, marketing: true, media: true });
	const bo = await choose(s, 'bo@example.com', { statistics: false, marketing: false, media: true });
	await followed(s);
	expect(await inside(s, s.readers)).toEqual([[anna.person], 1]);
	expect(await inside(s, s.buyers)).toEqual([[anna.person], 1]);
	// One of two reasons is gone.
	await say(s, 'anna@example.com', 'Marketing', false);
	await followed(s);
	expect(await inside(s, s.readers)).toEqual([[anna.person], 1]);
	expect(await inside(s, s.buyers)).toEqual([[], 0]);
	await say(s, 'anna@example.com', 'Statistics', false);
	await followed(s);
	expect(await inside(s, s.readers)).toEqual([[], 0]);
	// A yes on paper was asked by no banner.
	await say(s, 'bo@example.com', 'Marketing', true);
	await followed(s);
	expect(await inside(s, s.buyers)).toEqual([[], 0]);
	expect(bo.person).not.toBe(anna.person);
});

test('a yes from elsewhere leaves who came in by a banner; replays change nothing', async () => {
	const s = await scene();
	const { records, person } = await choose(s, 'anna@example.com', { statistics: true });
	await followed(s);
	await say(s, 'anna@example.com', 'Statistics', true);
	await followed(s);
	expect(await inside(s, s.readers)).toEqual([[person], 1]);
	await say(s, 'anna@example.com', 'Statistics', false);
	await sendRecords(t, s.tenant, s.folder, records);
	await t.send(null, 'POST', '/edge/v1/consents/identify', {
		headers: s.machine,
		body: { domainId: s.tenant.domainId, person: { email: 'anna@example.com' }, records: records.map(({ id }) => id) },
	});
	await followed(s);
	expect(await inside(s, s.readers)).toEqual([[], 0]);
	// A reader that begins anew, as after a fault, comes to the same.
	await choose(s, 'cy@example.com', { statistics: true });
	await followed(s);
	const before = await inside(s, s.readers);
	await t.storage.inTenant(s.tenant.customerId, (tx) =>
		tx.query(`delete from ledger_reader where customer_id = $1 and reader = 'choices'`, [s.tenant.customerId]),
	);
	await followed(s);
	expect(await inside(s, s.readers)).toEqual(before);
	expect(before[1]).toBe(1);
});

test('merge, unmerge and the erasure of a record are followed in their own transaction', async () => {
	const s = await scene();
	const { customerId } = s.tenant;
	const anna = await choose(s, 'anna@example.com', { statistics: true, marketing: true });
	const bo = await choose(s, 'bo@example.com', { marketing: false });
	await followed(s);
	expect(await inside(s, s.buyers)).toEqual([[anna.person], 1]);
	await t.storage.inTenant(customerId, (tx) =>
		mergePersons(tx, t.server.kernel.hooks, customerId, { gone: anna.person, kept: bo.person }, 'user:x'),
	);
	// A no of either stands.
	expect(await inside(s, s.buyers)).toEqual([[], 0]);
	expect(await inside(s, s.readers)).toEqual([[bo.person], 1]);
	await t.storage.inTenant(customerId, (tx) => unmergePerson(tx, t.server.kernel.hooks, customerId, anna.person, 'user:x'));
	expect(await inside(s, s.readers)).toEqual([[anna.person], 1]);
	expect(await inside(s, s.buyers)).toEqual([[anna.person], 1]);
	const marketing = anna.linked[1]?.recordId ?? '';
	await t.storage.inErasure(customerId, (tx) => eraseRecords(tx, t.server.kernel, customerId, [marketing], 'person'));
	expect(await inside(s, s.buyers)).toEqual([[], 0]);
	expect(await inside(s, s.readers)).toEqual([[anna.person], 1]);
	// Nobody is kept for a segment's sake alone.
	await t.storage.inErasure(customerId, (tx) => eraseRecords(tx, t.server.kernel, customerId, [anna.linked[0]?.recordId ?? ''], 'person'));
	expect(await inside(s, s.readers)).toEqual([[], 0]);
	expect(
		await t.storage.inTenant(customerId, (tx) =>
			tx.query('select 1 from person where customer_id = $1 and person = $2', [customerId, anna.person]),
		),
	).toEqual([]);
});

test('by the worker within two seconds', async () => {
	const s = await scene();
	const { person } = await choose(s, 'anna@example.com', { statistics: true });
	await appendCustomer(t.server.kernel, s.tenant.customerId);
	await expect.poll(() => inside(s, s.readers), { timeout: 2000, interval: 20 }).toEqual([[person], 1]);
	await say(s, 'anna@example.com', 'Statistics', false);
	await appendCustomer(t.server.kernel, s.tenant.customerId);
	await expect.poll(() => inside(s, s.readers), { timeout: 2000, interval: 20 }).toEqual([[], 0]);
});

test('a mapper names only segments that whoever saves may fill on that domain', async () => {
	const s = await scene();
	const other = await scene();
	const ruled = await newSegment(s.owner, s.tenant, 'Ruled', { rule: { field: 'city', is: 'is', value: 'Turku' } });
	const resting = await newSegment(s.owner, s.tenant, 'Resting');
	await t.storage.inTenant(s.tenant.customerId, (tx) =>
		tx.query('update segment set is_active = false where customer_id = $1 and segment_id = $2', [s.tenant.customerId, resting]),
	);
	const owners = await newSegment(s.owner, s.tenant, 'Owners', { isCustomerSpecific: true });
	const domainsOwn = await newSegment(s.owner, s.tenant, 'Own', { isDomainSpecific: true, domainId: s.tenant.domainId });
	const sister = await secondDomain(s.tenant);
	const save = (who: Person, segments: object, tenant: Tenant = s.tenant) =>
		t.send(who, 'POST', '/api/cmpconfigurator/lightconfig', {
			body: { ...draftFor(tenant, `Draft ${v7()}`), mapper: JSON.stringify({ segments }) },
		});
	for (const id of [ruled, resting, other.readers, v7()]) {
		const refused = await save(s.owner, { statistics: [id], marketing: [s.readers] });
		expect([id, refused.status, Object.keys(refused.json().fields ?? {})]).toEqual([id, 422, ['mapper.segments.statistics']]);
	}
	expect((await save(s.owner, { statistics: ['no id'] })).status).toBe(422);
	expect((await save(s.owner, { statistics: [domainsOwn] })).status).toBe(200);
	expect((await save(s.owner, { statistics: [domainsOwn] }, sister)).status).toBe(422);
	const domainAdmin = await t.person(['DOMAIN_ADMIN'], { domainsOf: [s.tenant] });
	expect((await save(domainAdmin, { statistics: [owners] })).status).toBe(422);
	expect((await save(domainAdmin, { statistics: [s.readers] })).status).toBe(200);
	// A line for what asks nothing is not published.
	const stray = await save(s.owner, { necessary: [s.readers] });
	const published = await t.send(s.owner, 'POST', `/api/cmpconfigurator/${stray.json().data.folder}/publish`);
	expect([published.status, published.json().code, Object.keys(published.json().fields)]).toEqual([
		422,
		'unfair_choice',
		['mapper.segments.necessary'],
	]);
});
