/** When people were last there: written by what they do, once an hour at most, and followed by lists and rules. */
import type { Rule } from '@luvalla/contract/rules.ts';
import { v7 } from 'uuid';
import { afterEach, expect, test } from 'vitest';
import { setClock } from '../../src/kernel/clock.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { appendCustomer } from '../../src/wings/consent/proof/append.ts';
import { readOn } from '../../src/wings/consent/wing.ts';
import { followOn, isBehind } from '../../src/wings/profiles/rules/follow.ts';
import { countOf } from '../../src/wings/profiles/sets/count.ts';
import { readAnswers } from '../../src/wings/profiles/visitors/tail.ts';
import { startApp } from '../app.ts';
import { edgeRecord, publishBanner, sendRecords, sendVisit, visitorEvent } from '../fixtures.ts';

const t = await startApp();
afterEach(() => setClock(null));

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ago = (ms: number): Date => new Date(Date.now() - ms);

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const headers = await t.machine(owner, tenant);
	const { customerId, domainId } = tenant;
	const post = async (path: string, body: object) => {
		const sent = await t.send(null, 'POST', `/edge/v1${path}`, { headers, body: { domainId, ...body } });
		expect([sent.status, sent.text]).toEqual([200, expect.anything()]);
		return sent.json().data;
	};
	const ask = async (method: 'GET' | 'POST', path: string, body?: object) => {
		const sent = await t.send(owner, method, `/api${path}`, { headers: { customer_key: String(customerId) }, ...(body && { body }) });
		expect([sent.status, sent.text]).toEqual([200, expect.anything()]);
		return sent.json().data;
	};
	return {
		tenant,
		owner,
		post,
		ask,
		known: async (email: string, over: object = {}): Promise<string> =>
			(await post('/profiles', { profiles: [{ person: { email }, ...over }] })).results[0].luvallaId,
		happened: (email: string, at: Date) =>
			post('/events', {
				events: [{ id: v7({ msecs: at.getTime() }), at: at.toISOString(), person: { email }, type: 'order', properties: {} }],
			}),
		seen: async (email: string): Promise<string | null> => (await post('/profiles/state', { person: { email } })).seenAt,
		rule: async (rule: Rule): Promise<string> => (await ask('POST', '/manage/domain/segment', { name: JSON.stringify(rule), rule })).id,
		held: async (segment: string): Promise<number> => {
			await t.storage.inTenant(customerId, (tx) => followOn(tx, customerId));
			while (await t.storage.inTenant(customerId, (tx) => isBehind(tx, customerId)))
				await t.storage.inTenant(customerId, (tx) => followOn(tx, customerId));
			return t.storage.inTenant(customerId, (tx) => countOf(tx, customerId, { in: segment }));
		},
	};
};

test('an event is being there, once an hour, and never earlier than before; a file or a profile is not', async () => {
	const s = await scene();
	await s.known('anna@example.com', { city: 'Turku' });
	expect(await s.seen('anna@example.com')).toBeNull();
	const first = ago(3 * 60 * MINUTE);
	await s.happened('anna@example.com', first);
	expect(await s.seen('anna@example.com')).toBe(first.toISOString());
	await s.happened('anna@example.com', new Date(first.getTime() + 59 * MINUTE));
	await s.happened('anna@example.com', ago(30 * DAY));
	expect(await s.seen('anna@example.com')).toBe(first.toISOString());
	const later = new Date(first.getTime() + 61 * MINUTE);
	await s.happened('anna@example.com', later);
	expect(await s.seen('anna@example.com')).toBe(later.toISOString());
	// What is changed of a profile afterwards takes nothing away.
	await s.known('anna@example.com', { city: 'Raisio' });
	expect(await s.seen('anna@example.com')).toBe(later.toISOString());
});

test('an answer is being there, when it was given', async () => {
	const s = await scene();
	await s.ask('POST', `/consent/purpose/${s.tenant.customerId}`, {
		domainId: s.tenant.domainId,
		name: 'Letter',
		wording: { en: { name: 'Letter', about: 'Monthly.' } },
	});
	const at = ago(2 * DAY);
	const answer = { person: { email: 'anna@example.com' }, purpose: 'Letter', value: true, at: at.toISOString(), source: 'Form' };
	await s.post('/consents', { answers: [answer] });
	expect(await s.seen('anna@example.com')).toBe(at.toISOString());
});

test('a visit is being there, of whoever turned out to be somebody, before and after', async () => {
	const s = await scene();
	const { publishedFolder: folder } = await publishBanner(t, s.owner, s.tenant, 'Banner', { mapper: '{"remembers":"statistics"}' });
	const record = edgeRecord('statistics', true);
	await sendRecords(t, s.tenant, folder, [record]);
	await sendVisit(t, s.tenant, folder, record.id, [visitorEvent('view')]);
	await s.post('/consents/identify', { person: { email: 'anna@example.com' }, records: [record.id] });
	await appendCustomer(t.server.kernel, s.tenant.customerId);
	while (await readOn(t.server.kernel, readAnswers, s.tenant.customerId));
	expect(await s.seen('anna@example.com')).not.toBeNull();
	await aged(s.tenant.customerId);
	const before = String(await s.seen('anna@example.com'));
	expect(Date.parse(before)).toBeLessThan(Date.now() - 60 * MINUTE);
	await sendVisit(t, s.tenant, folder, record.id, [visitorEvent('view')]);
	expect(Date.parse(String(await s.seen('anna@example.com')))).toBeGreaterThan(Date.now() - 60 * MINUTE);
});

/** Everybody was there two hours earlier than they were. */
const aged = (customerId: number) =>
	t.storage.inTenant(customerId, (tx) =>
		tx.query(
			`update profile_seen set own_at = own_at - interval '2 hours', seen_at = seen_at - interval '2 hours' where customer_id = $1`,
			[customerId],
		),
	);

test('who are one were there when the later of them was, and each when they were themselves once they part', async () => {
	const s = await scene();
	const [anna, other] = [await s.known('anna@example.com'), await s.known('other@example.com')];
	const [early, late] = [ago(9 * DAY), ago(3 * DAY)];
	await s.happened('anna@example.com', early);
	await s.happened('other@example.com', late);
	expect((await s.ask('GET', `/manage/domain/person/${anna}/merge?other=${other}`)).facts.seenAt).toBe(late.toISOString());
	await s.ask('POST', `/manage/domain/person/${anna}/merge`, { other });
	expect(await s.seen('anna@example.com')).toBe(late.toISOString());
	expect(
		(await s.ask('GET', '/manage/domain/profile?sort=-seenAt')).map((one: { luvallaId: string; seenAt: string }) => [
			one.luvallaId,
			one.seenAt,
		]),
	).toEqual([[anna, late.toISOString()]]);
	// The one who is not kept is there once more: so is who they are now.
	const again = ago(DAY);
	await s.happened('other@example.com', again);
	expect(await s.seen('anna@example.com')).toBe(again.toISOString());
	await s.ask('POST', `/manage/domain/person/${anna}/unmerge`, { gone: other });
	expect([await s.seen('anna@example.com'), await s.seen('other@example.com')]).toEqual([early.toISOString(), again.toISOString()]);
});

test('nothing of it is left of whoever is erased', async () => {
	const s = await scene();
	const { customerId } = s.tenant;
	const anna = await s.known('anna@example.com');
	await s.happened('anna@example.com', ago(DAY));
	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, anna));
	expect(
		await t.storage.inTenant(customerId, (tx) => tx.query('select number from profile_seen where customer_id = $1', [customerId])),
	).toEqual([]);
});

test('rules follow: that somebody was there ever, and in the last thirty days, also as days go by', async () => {
	const s = await scene();
	for (const email of ['new@example.com', 'old@example.com', 'never@example.com']) await s.known(email);
	const ever = await s.rule({ field: 'seenAt', is: 'known' });
	const lately = await s.rule({ field: 'seenAt', is: 'inLast', value: 30 });
	expect([await s.held(ever), await s.held(lately)]).toEqual([0, 0]);
	await s.happened('new@example.com', ago(MINUTE));
	await s.happened('old@example.com', ago(40 * DAY));
	expect([await s.held(ever), await s.held(lately)]).toEqual([2, 1]);
	setClock(() => new Date(Date.now() + 32 * DAY));
	expect([await s.held(ever), await s.held(lately)]).toEqual([2, 0]);
});
