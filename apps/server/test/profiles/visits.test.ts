/** Events of known types go a short way, one statement for everybody in a commit: what holds on the long one holds there too. */
import { v7 } from 'uuid';
import { afterEach, expect, test, vi } from 'vitest';
import { eraseRecords } from '../../src/wings/consent/proof/erase.ts';
import { hashOfKey } from '../../src/wings/consent/wing.ts';
import { keepVisits, type Visit } from '../../src/wings/profiles/visitors/keep.ts';
import { endDevices, lockDevices } from '../../src/wings/profiles/visitors/store.ts';
import { startApp } from '../app.ts';
import { DEVICE_KEY, edgeRecord, publishBanner, sendForget, sendRecords, sendVisit, visitorEvent, withKey } from '../fixtures.ts';
import { followedOn, keptOn } from './followed.ts';

const t = await startApp();
afterEach(() => vi.restoreAllMocks());

/** A customer of whose visitors `view` and `order` are known. */
const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const { publishedFolder: folder } = await publishBanner(t, owner, tenant, 'Banner', { mapper: '{"remembers":"statistics"}' });
	const s = { tenant, owner, folder, machine: await t.machine(owner, tenant) };
	const first = await visitor(s);
	// What is noted is known to this process once somebody reads it.
	for (let n = 0; n < 2; n++) await visit(s, first, [visitorEvent('view'), visitorEvent('order', { sum: 41, paid: true })]);
	await sendForget(t, tenant, folder, first);
	expect(await kept(s)).toEqual([0, 0, 0]);
	return s;
};
type Scene = Omit<Awaited<ReturnType<typeof scene>>, 'owner'>;

/** Somebody who may be remembered: the id of their record. */
const visitor = async ({ tenant, folder }: Pick<Scene, 'tenant' | 'folder'>, record = edgeRecord('statistics', true)): Promise<string> => {
	expect((await sendRecords(t, tenant, folder, [record])).json().data.stored).toBe(1);
	return record.id;
};
const visit = (
	{ tenant, folder }: Pick<Scene, 'tenant' | 'folder'>,
	id: string,
	events: readonly unknown[] = [visitorEvent('view')],
	headers = {},
) => sendVisit(t, tenant, folder, id, events, headers);
const answered = ({ status, json }: Awaited<ReturnType<typeof visit>>) => [status, json().code ?? json().data];
const taken = (stored: number, known = 0) => [200, { stored, known, refused: [] }];

const identify = async ({ tenant, machine }: Scene, email: string, record: string): Promise<void> => {
	const body = { domainId: tenant.domainId, person: { email }, records: [record] };
	expect((await t.send(null, 'POST', '/edge/v1/consents/identify', { headers: machine, body })).status).toBe(200);
};
const followed = followedOn(t);

const kept = keptOn(t);

/** Says how often the long way was taken since. */
const longWays = (): (() => number) => {
	const spy = vi.spyOn(t.server.kernel.storage, 'forVisitor');
	return () => spy.mock.calls.length;
};

test('events of known types are kept in one statement, once each, the first of a visitor too', async () => {
	const s = await scene();
	const id = await visitor(s);
	const long = longWays();
	const [view, order] = [visitorEvent('view'), visitorEvent('order', { sum: 7, paid: false })];
	expect(answered(await visit(s, id, [view, order, view]))).toEqual(taken(2, 1));
	expect(answered(await visit(s, id, [order]))).toEqual(taken(0, 1));
	expect(long()).toBe(0);
	expect(await kept(s)).toEqual([1, 2, 0]);
	const rows = await t.storage.inTenant(s.tenant.customerId, (tx) =>
		tx.query('select id, device_id, domain_id, type, properties, at from visitor_event where customer_id = $1 order by type', [
			s.tenant.customerId,
		]),
	);
	const { domainId: domain_id } = s.tenant;
	expect(rows).toEqual([
		{ id: order.id, device_id: id, domain_id, type: 'order', properties: { sum: 7, paid: false }, at: new Date(order.at) },
		{ id: view.id, device_id: id, domain_id, type: 'view', properties: {}, at: new Date(view.at) },
	]);
});

test('what is not known yet is noted, and what does not fit refused', async () => {
	const s = await scene();
	const id = await visitor(s);
	// A kind that a server of the customer's said holds of its pages.
	const at = new Date();
	const told = await t.send(null, 'POST', '/edge/v1/events', {
		headers: s.machine,
		body: {
			domainId: s.tenant.domainId,
			events: [
				{ id: v7({ msecs: at.getTime() }), at: at.toISOString(), person: { email: 'e@p.example' }, type: 'sale', properties: { sum: 7 } },
			],
		},
	});
	expect(told.status).toBe(200);
	const misfit = visitorEvent('sale', { sum: 'much' });
	expect((await visit(s, id, [misfit])).json().data).toEqual({ stored: 0, known: 0, refused: [{ id: misfit.id, code: 'kind_mismatch' }] });
	expect((await visit(s, id, [misfit, visitorEvent('view', { page: '/' }), visitorEvent('sign up')])).json().data).toEqual({
		stored: 2,
		known: 0,
		refused: [{ id: misfit.id, code: 'kind_mismatch' }],
	});
	const noted = await t.storage.inTenant(s.tenant.customerId, (tx) =>
		tx.query('select type, scope, properties from event_type where customer_id = $1 order by type', [s.tenant.customerId]),
	);
	const scope = `page:${s.tenant.domainId}`;
	expect(noted).toEqual([
		{ type: 'order', scope, properties: { sum: 'number', paid: 'yesno' } },
		{ type: 'sale', scope: '', properties: { sum: 'number' } },
		{ type: 'sign up', scope, properties: {} },
		{ type: 'view', scope, properties: { page: 'text' } },
	]);
	// What one customer's pages made known is not known at another's.
	const other = await scene();
	await visit(other, await visitor(other), [visitorEvent('sign up')]);
	const [there] = await t.storage.inTenant(other.tenant.customerId, (tx) =>
		tx.query('select type from event_type where customer_id = $1 and type = $2', [other.tenant.customerId, 'sign up']),
	);
	expect(there).toEqual({ type: 'sign up' });
});

test('a permission of a moment ago is enough, and none after an acknowledged withdrawal', async () => {
	const s = await scene();
	for (let n = 0; n < 10; n++) {
		const record = edgeRecord('statistics', true);
		expect(answered(await visit(s, record.id))).toEqual([409, 'unknown_record']);
		const id = await visitor(s, record);
		expect(answered(await visit(s, id))).toEqual(taken(1));
		await sendForget(t, s.tenant, s.folder, id);
		expect(answered(await visit(s, id))).toEqual([403, 'not_permitted']);
	}
	expect(await kept(s)).toEqual([0, 0, 0]);
});

test('nobody is remembered once the live banner names another category, a no is said, or the record is erased', async () => {
	const s = await scene();
	const [id, erased] = [await visitor(s), await visitor(s)];
	for (const one of [id, erased]) expect(answered(await visit(s, one))).toEqual(taken(1));
	await t.storage.inErasure(s.tenant.customerId, (tx) => eraseRecords(tx, t.server.kernel, s.tenant.customerId, [erased], 'person'));
	expect(answered(await visit(s, erased))).toEqual([409, 'unknown_record']);
	const [no, marketing] = [edgeRecord('statistics', false), edgeRecord('marketing', true)];
	await sendRecords(t, s.tenant, s.folder, [no, marketing]);
	expect(answered(await visit(s, no.id))).toEqual([403, 'not_permitted']);
	expect(answered(await visit(s, marketing.id))).toEqual([403, 'not_permitted']);
	const other = await publishBanner(t, s.owner, s.tenant, 'Other', { mapper: '{"remembers":"marketing"}' });
	expect(answered(await visit(s, id))).toEqual([403, 'not_permitted']);
	expect(answered(await visit(s, marketing.id))).toEqual([403, 'not_permitted']);
	const asked = edgeRecord('marketing', true);
	await sendRecords(t, s.tenant, other.publishedFolder, [asked]);
	expect(answered(await visit(s, asked.id))).toEqual(taken(1));
});

test('whoever knows a visitor’s record and not its key tells nothing in their name, alone or beside them, and has nobody forgotten', async () => {
	const s = await scene();
	const [id, fresh] = [await visitor(s), await visitor(s)];
	expect(answered(await visit(s, id))).toEqual(taken(1));
	for (const key of ['another-key-of-a-device', `${DEVICE_KEY}x`, DEVICE_KEY.toUpperCase()])
		for (const one of [id, fresh]) expect(answered(await visit(s, withKey(one, key)))).toEqual([409, 'unknown_record']);
	for (const none of [id, `${id}.`, `${id}.short`, `.${DEVICE_KEY}`, `${id}.${DEVICE_KEY}.${DEVICE_KEY}`]) {
		const body = { domainId: s.tenant.domainId, configuration: s.folder, visitor: none, events: [visitorEvent('view')] };
		const headers = { origin: `https://${s.tenant.host}` };
		expect((await t.send(null, 'POST', '/edge/v1/visitor/events', { headers, body })).status).toBe(400);
	}
	// In one commit with the visitor's own, also where that is the first of them.
	const other = withKey(fresh, 'another-key-of-a-device');
	const answers = await Promise.all([
		visit(s, other),
		visit(s, fresh),
		visit(s, other),
		visit(s, withKey(id, 'another-key-of-a-device')),
		visit(s, id),
	]);
	expect(answers.map(answered)).toEqual([[409, 'unknown_record'], taken(1), [409, 'unknown_record'], [409, 'unknown_record'], taken(1)]);
	expect(await kept(s)).toEqual([2, 3, 0]);
	await sendForget(t, s.tenant, s.folder, other);
	expect(await kept(s)).toEqual([2, 3, 0]);
	// A record that came without a key is nobody's to be remembered by.
	const yes = edgeRecord('statistics', true);
	const headers = { origin: `https://${s.tenant.host}` };
	await t.send(null, 'POST', '/edge/v1/records', {
		headers,
		body: { domainId: s.tenant.domainId, configuration: s.folder, records: [yes] },
	});
	expect(answered(await visit(s, yes.id))).toEqual([409, 'unknown_record']);
	// Sent again with another key the first one stays.
	const again = { domainId: s.tenant.domainId, configuration: s.folder, deviceKey: 'another-key-of-a-device', records: [yes] };
	expect((await t.send(null, 'POST', '/edge/v1/records', { headers, body: again })).json().data).toMatchObject({ stored: 0, known: 1 });
	expect(answered(await visit(s, withKey(yes.id, 'another-key-of-a-device')))).toEqual([409, 'unknown_record']);
	const forget = (who: string) =>
		t.send(null, 'POST', '/edge/v1/visitor/forget', {
			headers,
			body: { domainId: s.tenant.domainId, configuration: s.folder, visitor: who },
		});
	expect((await forget(id)).status).toBe(200);
	expect(await kept(s)).toEqual([2, 3, 0]);
	await sendForget(t, s.tenant, s.folder, id);
	expect(await kept(s)).toEqual([1, 1, 0]);
	// Whoever was remembered before there were keys is forgotten by the id alone.
	await t.storage.asOwner((owner) => owner.query('update consent_record set device_key = null where id = $1', [fresh]));
	expect((await forget(fresh)).status).toBe(200);
	expect(await kept(s)).toEqual([0, 0, 0]);
});

test('customers whose ids are the same keep apart, in one commit', async () => {
	const [a, b] = [await scene(), await scene()];
	const [shared, ofA, ofB] = [edgeRecord('statistics', true), edgeRecord('statistics', true), edgeRecord('statistics', true)];
	for (const s of [a, b]) await visitor(s, shared);
	await visitor(a, ofA);
	await visitor(b, ofB);
	const [one, two] = [visitorEvent('view'), visitorEvent('order', { sum: 1, paid: true })];
	const long = longWays();
	const answers = await Promise.all([
		visit(a, shared.id, [one, two]),
		visit(b, shared.id, [one]),
		visit(a, ofA.id),
		visit(b, ofB.id, [two]),
	]);
	expect(answers.map(answered)).toEqual([taken(2), taken(1), taken(1), taken(1)]);
	expect(long()).toBe(0);
	expect([await kept(a), await kept(b)]).toEqual([
		[2, 3, 0],
		[2, 2, 0],
	]);
	// Whose record it is decides, not who names it.
	expect((await Promise.all([visit(b, ofA.id), visit(a, ofB.id)])).map(answered)).toEqual([
		[409, 'unknown_record'],
		[409, 'unknown_record'],
	]);
	await sendForget(t, a.tenant, a.folder, shared.id);
	expect((await Promise.all([visit(a, shared.id), visit(b, shared.id)])).map(answered)).toEqual([[403, 'not_permitted'], taken(1)]);
	expect([await kept(a), await kept(b)]).toEqual([
		[1, 1, 0],
		[2, 3, 0],
	]);
});

test('whoever ends a device has its events wait, and nobody else’s', async () => {
	const [a, b] = [await scene(), await scene()];
	const [ending, beside, other] = [await visitor(a), await visitor(a), await visitor(b)];
	for (const [s, id] of [
		[a, ending],
		[a, beside],
		[b, other],
	] as const)
		expect(answered(await visit(s, id))).toEqual(taken(1));
	const { customerId } = a.tenant;
	let late: ReturnType<typeof visit> | undefined;
	await t.storage.asOwner(async (owner) => {
		await owner.query('begin');
		await owner.query('insert into device_end (customer_id, device_id, at) values ($1, $2, now())', [customerId, ending]);
		await owner.query('delete from device where customer_id = $1 and device_id = $2', [customerId, ending]);
		await owner.query('delete from visitor_event where customer_id = $1 and device_id = $2', [customerId, ending]);
		let settled = false;
		late = visit(a, ending).finally(() => {
			settled = true;
		});
		expect((await Promise.all([visit(a, beside), visit(b, other)])).map(answered)).toEqual([taken(1), taken(1)]);
		expect(settled).toBe(false);
		await owner.query('commit');
	});
	expect(late && answered(await late)).toEqual([403, 'not_permitted']);
	expect([await kept(a), await kept(b)]).toEqual([
		[1, 2, 0],
		[1, 2, 0],
	]);
});

test('a device that is forgotten while it is met for the first time is not there afterwards, whoever came first', async () => {
	const s = await scene();
	const { customerId, domainId } = s.tenant;
	const [one, two] = [await visitor(s), await visitor(s)];
	let late: ReturnType<typeof visit> | undefined;
	let settled = false;
	const waits = async (sent: ReturnType<typeof visit>): Promise<void> => {
		settled = false;
		late = sent.finally(() => {
			settled = true;
		});
		await new Promise((next) => setTimeout(next, 100));
		expect(settled).toBe(false);
	};
	await t.storage.inTenant(customerId, async (tx) => {
		await lockDevices(tx, customerId, [one]);
		await endDevices(tx, customerId, [one]);
		await waits(visit(s, one));
	});
	expect(late && answered(await late)).toEqual([403, 'not_permitted']);
	await t.storage.inTenant(customerId, async (tx) => {
		const met: Visit = {
			id: two,
			domainId,
			key: hashOfKey(DEVICE_KEY),
			browser: 'Chrome',
			system: 'Linux',
			kind: 'desktop',
			customerId,
			events: [{ ...visitorEvent('view'), properties: {} }],
		} as const;
		expect(await keepVisits(tx, t.server.kernel, customerId, [met], () => undefined)).toMatchObject([{ stored: 1 }]);
		await waits(sendForget(t, s.tenant, s.folder, two));
	});
	expect((await late)?.status).toBe(200);
	expect(await kept(s)).toEqual([0, 0, 0]);
});

test('of events and withdrawals at the same moment nothing stays', async () => {
	const s = await scene();
	const ids = await Promise.all(Array.from({ length: 20 }, () => visitor(s)));
	// Half of them are known by now, half are met while they take it back.
	for (const id of ids.slice(0, 10)) await visit(s, id);
	const sent = await Promise.all(
		ids.flatMap((id) => [
			visit(s, id),
			visit(s, id),
			sendForget(t, s.tenant, s.folder, id),
			visit(s, id),
			sendForget(t, s.tenant, s.folder, id),
			visit(s, id),
		]),
	);
	expect(sent.filter(({ status }) => status !== 200 && status !== 403).map(({ text }) => text)).toEqual([]);
	expect(await kept(s)).toEqual([0, 0, 0]);
	for (const id of ids) expect(answered(await visit(s, id))).toEqual([403, 'not_permitted']);
});

test('a row that the database refuses sinks no other, and no other customer’s', async () => {
	const [a, b] = [await scene(), await scene()];
	const [of, other] = [await visitor(a), await visitor(b)];
	for (const [s, id] of [
		[a, of],
		[b, other],
	] as const)
		expect(answered(await visit(s, id))).toEqual(taken(1));
	const { customerId } = a.tenant;
	await t.storage.asOwner((owner) =>
		owner.query(
			`alter table visitor_event add constraint cursed check (customer_id <> ${customerId} or properties ->> 'sum' is distinct from '13')`,
		),
	);
	try {
		const bad = () => visit(a, of, [visitorEvent('order', { sum: 13, paid: true })]);
		const answers = await Promise.all([visit(a, of), bad(), visit(b, other), visit(a, of), bad(), visit(b, other)]);
		expect(answers.map(({ status }) => status)).toEqual([200, 500, 200, 200, 500, 200]);
		// What a row brought that was not kept is not known by it.
		expect((await visit(a, of, [visitorEvent('order', { sum: 13, paid: true, extra: 1 })])).status).toBe(500);
	} finally {
		await t.storage.asOwner((owner) => owner.query('alter table visitor_event drop constraint cursed'));
	}
	expect([await kept(a), await kept(b)]).toEqual([
		[1, 3, 0],
		[1, 3, 0],
	]);
	expect(answered(await visit(a, of, [visitorEvent('order', { sum: 13, paid: true, extra: 1 })]))).toEqual(taken(1));
	const [order] = await t.storage.inTenant(customerId, (tx) =>
		tx.query(`select properties from event_type where customer_id = $1 and type = 'order'`, [customerId]),
	);
	expect(order).toEqual({ properties: { sum: 'number', paid: 'yesno', extra: 'number' } });
});

test('a device that was not seen for a while is seen again', async () => {
	const s = await scene();
	const id = await visitor(s);
	await visit(s, id);
	const { customerId } = s.tenant;
	await t.storage.inTenant(customerId, (tx) =>
		tx.query(`update device set last_seen_at = last_seen_at - interval '2 minutes' where customer_id = $1`, [customerId]),
	);
	const long = longWays();
	expect(answered(await visit(s, id, [visitorEvent('view')], { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/130.0' }))).toEqual(
		taken(1),
	);
	expect(long()).toBe(0);
	const [device] = await t.storage.inTenant(customerId, (tx) =>
		tx.query(`select browser, system, last_seen_at > now() - interval '1 minute' as now from device where customer_id = $1`, [customerId]),
	);
	expect(device).toEqual({ browser: 'Firefox', system: 'Windows', now: true });
});

test('who turned out to be somebody tells as that person, at once, and not against their no', async () => {
	const s = await scene();
	const [told, quiet, after] = [await visitor(s), await visitor(s), await visitor(s)];
	expect(answered(await visit(s, told))).toEqual(taken(1));
	// Nobody has followed the log yet.
	await identify(s, 'anna@example.com', told);
	await identify(s, 'anna@example.com', quiet);
	expect(answered(await visit(s, told))).toEqual(taken(1));
	expect(answered(await visit(s, quiet))).toEqual(taken(1));
	// Where somebody else had the people’s lock, the next visit or the log brings it along.
	await followed(s);
	// the worker of this process may be at it, and not done
	await expect.poll(() => kept(s)).toEqual([2, 0, 3]);
	const order = visitorEvent('order', { sum: 1, paid: true });
	expect((await Promise.all([visit(s, told, [order]), visit(s, quiet)])).map(answered)).toEqual([taken(1), taken(1)]);
	expect(answered(await visit(s, told, [order]))).toEqual(taken(0, 1));
	const no = { person: { email: 'anna@example.com' }, purpose: 'Statistics', value: false, at: new Date().toISOString(), source: 'Paper' };
	await t.send(null, 'POST', '/edge/v1/consents', { headers: s.machine, body: { domainId: s.tenant.domainId, answers: [no] } });
	await identify(s, 'anna@example.com', after);
	for (const id of [told, quiet, after]) expect(answered(await visit(s, id))).toEqual([403, 'not_permitted']);
	expect(await kept(s)).toEqual([0, 0, 5].map((n, at) => (at === 0 ? expect.any(Number) : n)));
	await followed(s);
	await expect.poll(() => kept(s)).toEqual([0, 0, 5]);
	expect(answered(await visit(s, v7()))).toEqual([409, 'unknown_record']);
});
