/** Visitors who may be remembered: what is taken of them, whose it becomes, and when it ends. */
import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { eraseRecords } from '../../src/wings/consent/proof/erase.ts';
import { saleRefusals } from '../../src/wings/profiles/profiles/sale.ts';
import { forgetOld } from '../../src/wings/profiles/visitors/retention.ts';
import { type Person, startApp, type Tenant } from '../app.ts';
import { choice, draftFor, edgeRecord, publishBanner, sendForget, sendRecords, sendVisit, visitorEvent, withKey } from '../fixtures.ts';
import { followedOn, keptOn, sayOn } from './followed.ts';

const t = await startApp();

const scene = async (remembers = 'statistics') => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const { publishedFolder } = await publishBanner(t, owner, tenant, 'Banner', { mapper: JSON.stringify({ remembers }) });
	return { tenant, owner, folder: publishedFolder, machine: await t.machine(owner, tenant) };
};
type Scene = Awaited<ReturnType<typeof scene>>;

/** A visitor's answers; answers the ids of the records by category. */
const answer = async (s: Scene, values: Record<string, boolean>): Promise<Record<string, string>> => {
	const records = choice(values);
	expect((await sendRecords(t, s.tenant, s.folder, records)).json().data.stored).toBe(records.length);
	return Object.fromEntries(records.map(({ id, category }) => [category, id]));
};
/** Somebody who may be remembered: the id of their record. */
const visitor = async (s: Scene): Promise<string> => (await answer(s, { statistics: true })).statistics ?? '';

const identify = async (s: Scene, email: string, records: readonly string[]): Promise<string> => {
	const sent = await t.send(null, 'POST', '/edge/v1/consents/identify', {
		headers: s.machine,
		body: { domainId: s.tenant.domainId, person: { email }, records },
	});
	expect(sent.status).toBe(200);
	return sent.json().data.luvallaId;
};
const say = sayOn(t);
const followed = followedOn(t);

const visit = (s: Scene, id: string, events: readonly unknown[] = [visitorEvent('view')], headers = {}) =>
	sendVisit(t, s.tenant, s.folder, id, events, headers);
const refusal = (sent: Awaited<ReturnType<typeof visit>>) => [sent.status, sent.json().code];
const NOT_PERMITTED = [403, 'not_permitted'];

const kept = keptOn(t);

const devices = async (who: Person, { customerId, domainId }: Tenant, q = '', key = false) =>
	t.send(who, 'GET', `/api/manage/domain/devices?q=${encodeURIComponent(q)}`, {
		headers: { customer_key: String(customerId), ...(key && { domain_key: domainId }) },
	});

describe('what is taken', () => {
	test('events of who may be remembered, once each, with a coarse device', async () => {
		const s = await scene();
		const id = await visitor(s);
		const [view, order] = [visitorEvent('view'), visitorEvent('order', { sum: 41, paid: true, day: '2026-01-02' })];
		expect((await visit(s, id, [view, order])).json().data).toEqual({ stored: 2, known: 0, refused: [] });
		expect((await visit(s, id, [view, order])).json().data).toEqual({ stored: 0, known: 2, refused: [] });
		expect(await kept(s)).toEqual([1, 2, 0]);
		const [device] = (await devices(s.owner, s.tenant)).json().data;
		expect(device).toEqual({
			id,
			domainId: s.tenant.domainId,
			domain: s.tenant.host,
			browser: 'Chrome',
			system: 'Linux',
			kind: 'desktop',
			firstSeenAt: expect.any(String),
			lastSeenAt: expect.any(String),
			purpose: 'Statistics',
			person: null,
		});
		const fields = await t.send(s.owner, 'GET', '/api/manage/domain/segment/fields', {
			headers: { customer_key: String(s.tenant.customerId) },
		});
		expect(fields.json().data.map(({ key }: { key: string }) => key)).toEqual(expect.arrayContaining(['event.view', 'event.order']));
	});

	test('nothing without a permission: a no, another category, an id of nobody, a banner that remembers nobody', async () => {
		const s = await scene();
		const { statistics = '', marketing = '' } = await answer(s, { statistics: false, marketing: true });
		expect(refusal(await visit(s, statistics))).toEqual(NOT_PERMITTED);
		expect(refusal(await visit(s, marketing))).toEqual(NOT_PERMITTED);
		expect(refusal(await visit(s, v7()))).toEqual([409, 'unknown_record']);
		const silent = await scene('');
		expect(refusal(await visit(silent, await visitor(silent)))).toEqual(NOT_PERMITTED);
		expect(await kept(s)).toEqual([0, 0, 0]);
		expect(await kept(silent)).toEqual([0, 0, 0]);
	});

	test('nothing once the live banner names another category, or none', async () => {
		const s = await scene();
		const id = await visitor(s);
		expect((await visit(s, id)).status).toBe(200);
		const other = await publishBanner(t, s.owner, s.tenant, 'Other', { mapper: '{"remembers":"marketing"}' });
		expect(refusal(await visit(s, id))).toEqual(NOT_PERMITTED);
		// Who said yes before the banner said that they are remembered was not asked for it.
		const earlier = await answer(s, { marketing: true });
		expect(refusal(await visit(s, earlier.marketing ?? ''))).toEqual(NOT_PERMITTED);
		const [later] = choice({ marketing: true });
		await sendRecords(t, s.tenant, other.publishedFolder, [later]);
		expect((await visit(s, later?.id ?? '')).status).toBe(200);
	});

	test('hostile and malformed events are refused one by one', async () => {
		const s = await scene();
		const id = await visitor(s);
		const day = 86_400_000;
		const good = visitorEvent('view', { page: 1 });
		const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`p${n}`, n]));
		const sent = await visit(s, id, [
			good,
			// Another kind than a page said before: of two pages each may be wrong.
			visitorEvent('view', { page: 'one' }),
			visitorEvent('view', many),
			visitorEvent('view', { 'a\u0000b': 1 }),
			visitorEvent('view', { text: 'x\u0000' }),
			visitorEvent('view', { deep: { a: 1 } }),
			visitorEvent('<script>', {}),
			{ ...visitorEvent('view'), person: { email: 'anna@example.com' } },
			{ ...visitorEvent('view'), at: new Date(Date.now() - 1000).toISOString() },
			visitorEvent('view', {}, Date.now() + day),
			visitorEvent('view', {}, Date.now() - 31 * day),
			null,
		]);
		expect(sent.status).toBe(200);
		const { stored, refused } = sent.json().data;
		expect(stored).toBe(2);
		expect(refused.map(({ code }: { code: string }) => code).sort()).toEqual([
			'at_future',
			'at_mismatch',
			'at_past',
			...Array(7).fill('malformed'),
		]);
		// A name that programs read as something else ends the whole request.
		expect((await visit(s, id, [visitorEvent('view', JSON.parse('{"__proto__": 1}'))])).status).toBe(400);
		expect((await visit(s, id, Array(21).fill(good))).status).toBe(400);
		expect((await visit(s, id, [])).status).toBe(400);
		expect((await visit(s, `${id}'; drop table device`)).status).toBe(400);
	});

	test('pages name no kinds of events without end', async () => {
		const s = await scene();
		const id = await visitor(s);
		await t.storage.inTenant(s.tenant.customerId, (tx) =>
			tx.query(
				`insert into event_type (customer_id, type, scope, properties, created_at)
				select $1, 'kind ' || n, 'page:' || $2, '{}', now() from generate_series(1, 199) n`,
				[s.tenant.customerId, s.tenant.domainId],
			),
		);
		const sent = await visit(s, id, [visitorEvent('first'), visitorEvent('second'), visitorEvent('kind 7'), visitorEvent('first')]);
		expect(sent.json().data).toMatchObject({ stored: 3, refused: [{ code: 'too_much' }] });
	});

	test('only from pages of the domain itself, and of no other customer’s domain', async () => {
		const s = await scene();
		const other = await scene();
		const id = await visitor(s);
		for (const origin of ['https://evil.example', `https://${other.tenant.host}`, `http://${s.tenant.host}`, 'null'])
			expect([origin, ...refusal(await visit(s, id, [visitorEvent('view')], { origin }))]).toEqual([origin, 403, 'wrong_origin']);
		// The record is nobody's on the other domain.
		expect(refusal(await visit(other, id))).toEqual([409, 'unknown_record']);
		const mixed = await t.send(null, 'POST', '/edge/v1/visitor/events', {
			headers: { origin: `https://${other.tenant.host}` },
			body: { domainId: s.tenant.domainId, configuration: s.folder, visitor: withKey(id), events: [visitorEvent('view')] },
		});
		expect([mixed.status, mixed.json().code]).toEqual([403, 'wrong_origin']);
		expect((await sendForget(t, s.tenant, s.folder, id, { origin: 'https://evil.example' })).status).toBe(403);
		expect((await sendForget(t, other.tenant, other.folder, id)).status).toBe(200);
		expect((await visit(s, id)).status).toBe(200);
		expect(await kept(other)).toEqual([0, 0, 0]);
	});
});

describe('whose it is', () => {
	test('identification brings the device and what was done there, before and after', async () => {
		const s = await scene();
		const [before, never] = [await visitor(s), await visitor(s)];
		await visit(s, before, [visitorEvent('order', { sum: 5 })]);
		await visit(s, never);
		const person = await identify(s, 'anna@example.com', [before]);
		await followed(s);
		expect(await kept(s)).toEqual([2, 1, 1]);
		await visit(s, before, [visitorEvent('order', { sum: 6 })]);
		expect(await kept(s)).toEqual([2, 1, 2]);
		const detail = (
			await t.send(s.owner, 'GET', `/api/manage/domain/person/${person}/events`, { headers: { customer_key: String(s.tenant.customerId) } })
		).json().data;
		expect(detail.events.map(({ how, type }: Record<string, string>) => [how, type])).toEqual([
			['visitor', 'order'],
			['visitor', 'order'],
		]);
		const own = await t.send(s.owner, 'GET', `/api/manage/domain/person/${person}/devices`, {
			headers: { customer_key: String(s.tenant.customerId) },
		});
		expect(own.json().data).toMatchObject([{ id: before, person: { luvallaId: person, email: 'anna@example.com', name: null } }]);
		// The visitor who told nothing before is somebody's at the first event.
		const quiet = await visitor(s);
		await identify(s, 'anna@example.com', [quiet]);
		await followed(s);
		await visit(s, quiet);
		expect(await kept(s)).toEqual([3, 1, 3]);
	});

	test('a person’s no stands: the visitor’s device and events do not come along', async () => {
		const s = await scene();
		await say(s, 'anna@example.com', 'Statistics', false);
		const told = await visitor(s);
		await visit(s, told);
		await identify(s, 'anna@example.com', [told]);
		await followed(s);
		expect(await kept(s)).toEqual([0, 0, 0]);
		expect(refusal(await visit(s, told))).toEqual(NOT_PERMITTED);
		// Identified before it told anything.
		const quiet = await visitor(s);
		await identify(s, 'anna@example.com', [quiet]);
		expect(refusal(await visit(s, quiet))).toEqual(NOT_PERMITTED);
		expect(await kept(s)).toEqual([0, 0, 0]);
	});

	test('nobody names another person: neither a luvallaId nor a person’s record is a visitor', async () => {
		const s = await scene();
		const id = await visitor(s);
		const person = await identify(s, 'anna@example.com', [id]);
		await followed(s);
		const [linked] = await t.storage.inTenant(s.tenant.customerId, (tx) =>
			tx.query<{ id: string }>('select id from consent_record where customer_id = $1 and person = $2', [s.tenant.customerId, person]),
		);
		expect(refusal(await visit(s, person))).toEqual([409, 'unknown_record']);
		expect(refusal(await visit(s, linked?.id ?? ''))).toEqual([409, 'unknown_record']);
	});
});

describe('when it ends', () => {
	test('a withdrawal on the page takes the device and its events, for good', async () => {
		const s = await scene();
		const id = await visitor(s);
		await visit(s, id);
		expect((await sendForget(t, s.tenant, s.folder, id)).status).toBe(200);
		expect((await sendForget(t, s.tenant, s.folder, id)).status).toBe(200);
		expect(await kept(s)).toEqual([0, 0, 0]);
		await sendRecords(t, s.tenant, s.folder, [edgeRecord('statistics', true)]);
		expect(refusal(await visit(s, id))).toEqual(NOT_PERMITTED);
		expect(await kept(s)).toEqual([0, 0, 0]);
		// Nothing is remembered of ids that are nobody's.
		await sendForget(t, s.tenant, s.folder, v7());
		const ends = await t.storage.inTenant(s.tenant.customerId, (tx) =>
			tx.query('select device_id from device_end where customer_id = $1', [s.tenant.customerId]),
		);
		expect(ends).toEqual([{ device_id: id }]);
	});

	test('a person’s withdrawal anywhere ends it at once, and their own events stay', async () => {
		const s = await scene();
		const id = await visitor(s);
		await visit(s, id);
		await identify(s, 'anna@example.com', [id]);
		await followed(s);
		await say(s, 'anna@example.com', 'Statistics', false);
		expect(refusal(await visit(s, id))).toEqual(NOT_PERMITTED);
		await followed(s);
		expect(await kept(s)).toEqual([0, 0, 1]);
		expect(refusal(await visit(s, id))).toEqual(NOT_PERMITTED);
	});

	test('an erased person leaves nothing, and an erased record remembers nobody', async () => {
		const s = await scene();
		const { customerId } = s.tenant;
		const [anna, other] = [await visitor(s), await visitor(s)];
		await visit(s, anna);
		await visit(s, other);
		const person = await identify(s, 'anna@example.com', [anna]);
		await followed(s);
		await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, person));
		expect(await kept(s)).toEqual([1, 1, 0]);
		expect((await visit(s, anna)).status).not.toBe(200);
		await t.storage.inErasure(customerId, (tx) => eraseRecords(tx, t.server.kernel, customerId, [other], 'person'));
		expect(refusal(await visit(s, other))).toEqual([409, 'unknown_record']);
		await forgetOld(t.server.kernel, customerId);
		expect(await kept(s)).toEqual([0, 0, 0]);
	});

	test('what is older than the domain keeps goes at night, and rules follow', async () => {
		const s = await scene();
		const { customerId, domainId } = s.tenant;
		const day = 86_400_000;
		const id = await visitor(s);
		await visit(s, id, [visitorEvent('order', {}, Date.now() - 20 * day), visitorEvent('view')]);
		const anonymous = await visitor(s);
		await visit(s, anonymous, [visitorEvent('order', {}, Date.now() - 20 * day), visitorEvent('view')]);
		await identify(s, 'anna@example.com', [id]);
		await followed(s);
		const path = `/api/manage/domain/eventsettings/${domainId}`;
		expect((await t.send(s.owner, 'GET', path)).json().data).toEqual({
			keepDays: 730,
			remembers: { category: 'statistics', purpose: 'Statistics' },
		});
		await forgetOld(t.server.kernel, customerId);
		expect(await kept(s)).toEqual([2, 2, 2]);
		for (const keepDays of [0, 3651, 1.5, '7']) expect((await t.send(s.owner, 'PUT', path, { body: { keepDays } })).status).toBe(400);
		const changed = await t.send(s.owner, 'PUT', path, { body: { keepDays: 7 } });
		expect([changed.status, changed.json().data.keepDays]).toEqual([200, 7]);
		await t.storage.inTenant(customerId, (tx) => tx.query('delete from people_touched where customer_id = $1', [customerId]));
		await forgetOld(t.server.kernel, customerId);
		expect(await kept(s)).toEqual([2, 1, 1]);
	});
});

test('devices are seen by who may see the domain', async () => {
	const s = await scene();
	const stranger = await scene();
	const id = await visitor(s);
	await visit(s, id);
	const anna = await visitor(s);
	await visit(s, anna, [visitorEvent('view')], {
		'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
	});
	await identify(s, 'anna@example.com', [anna]);
	await followed(s);
	const ids = async (who: Person, q = '') => (await devices(who, s.tenant, q)).json().data.map((one: { id: string }) => one.id);
	expect(await ids(s.owner)).toEqual([anna, id]);
	expect(await ids(s.owner, 'anna@')).toEqual([anna]);
	expect(await ids(s.owner, 'ios')).toEqual([anna]);
	expect(await ids(s.owner, 'chrome')).toEqual([id]);
	expect(await ids(s.owner, '%')).toEqual([]);
	const domainAdmin = await t.person(['DOMAIN_ADMIN'], { domainsOf: [s.tenant] });
	expect(await ids(domainAdmin)).toEqual([anna, id]);
	// Somebody who answers for another domain, of this customer or another.
	const other = await t.send(s.owner, 'POST', '/api/domain', {
		body: { domain: `second-${s.tenant.customerId}.localhost`, customerId: s.tenant.customerId },
	});
	const elsewhere = await t.person(['DOMAIN_ADMIN'], { domainsOf: [{ ...s.tenant, domainId: other.json().data.id }] });
	expect(await ids(elsewhere)).toEqual([]);
	expect((await devices(elsewhere, s.tenant, '', true)).status).not.toBe(200);
	expect((await devices(stranger.owner, s.tenant)).status).not.toBe(200);
	expect((await t.send(elsewhere, 'GET', `/api/manage/domain/eventsettings/${s.tenant.domainId}`)).status).not.toBe(200);
	expect(
		(await t.send(stranger.owner, 'PUT', `/api/manage/domain/eventsettings/${s.tenant.domainId}`, { body: { keepDays: 1 } })).status,
	).not.toBe(200);
});

test('a draft remembers by a category that asks', async () => {
	const s = await scene();
	const saved = await t.send(s.owner, 'POST', '/api/cmpconfigurator/lightconfig', {
		body: { ...draftFor(s.tenant, 'Necessary'), mapper: '{"remembers":"necessary"}' },
	});
	const published = await t.send(s.owner, 'POST', `/api/cmpconfigurator/${saved.json().data.folder}/publish`);
	expect([published.status, Object.keys(published.json().fields)]).toEqual([422, ['mapper.remembers']]);
});

test('Global Privacy Control goes to the profile: no sale and sharing, out of ad audiences, to be asked by syncs', async () => {
	const s = await scene();
	const { customerId, domainId } = s.tenant;
	const headers = { customer_key: String(customerId), domain_key: domainId };
	const [marketing] = (await t.send(s.owner, 'GET', `/api/consent/purpose/${customerId}`))
		.json()
		.data.filter(({ name }: { name: string }) => name === 'Marketing');
	await t.send(s.owner, 'PUT', `/api/consent/purpose/${customerId}`, { body: { id: marketing.id, channels: ['ad', 'email'] } });
	const people = ['gpc@example.com', 'plain@example.com'];
	const ids: string[] = [];
	for (const email of people) {
		const records = choice({ marketing: true, ...(email === 'gpc@example.com' && { sale_sharing: false }) }).map((one) => ({
			...one,
			gpc: email === 'gpc@example.com',
		}));
		expect((await sendRecords(t, s.tenant, s.folder, records)).json().data.refused).toEqual([]);
		ids.push(
			await identify(
				s,
				email,
				records.map(({ id }) => id),
			),
		);
	}
	const profile = async (id = '') => (await t.send(s.owner, 'GET', `/api/manage/domain/person/${id}`, { headers })).json().data.saleRefused;
	expect([await profile(ids[0]), await profile(ids[1])]).toEqual([[s.tenant.host], []]);
	const refusals = await t.storage.inTenant(customerId, (tx) => saleRefusals(tx, customerId, ids, [domainId]));
	expect([...refusals.keys()]).toEqual([ids[0]]);
	const segment = await t.send(s.owner, 'POST', '/api/manage/domain/segment', { headers, body: { name: 'Both' } });
	await t.send(s.owner, 'POST', `/api/manage/domain/segment/${segment.json().data.id}/members`, {
		headers,
		body: { people: ids.map((luvallaId) => ({ luvallaId })) },
	});
	const reach = async () => {
		const sent = await t.send(s.owner, 'GET', `/api/manage/audience/estimate?segments=${segment.json().data.id}`, { headers });
		return [
			sent.json().data.reach?.find((one: { channel: string }) => one.channel === 'ad'),
			sent.json().data.reach?.find((one: { channel: string }) => one.channel === 'email'),
		];
	};
	await expect.poll(reach).toMatchObject([
		{ reachable: 1, left: [{ reason: 'sale_refused', count: 1 }] },
		{ reachable: 2, left: [] },
	]);
});
