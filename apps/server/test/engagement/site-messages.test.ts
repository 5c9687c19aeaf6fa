/** Messages that stand on a customer's own pages: written, placed without any connector, shown to whose they are, and over when they say so. */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import { CUSTOMER_STATUS } from '@luvalla/contract/constants.ts';
import type { Placement, SiteMessage } from '@luvalla/contract/placement.ts';
import { expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { int, row, sql } from '../../src/kernel/storage/rows.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { sweepMessages } from '../../src/wings/engagement/channels/site-store.ts';
import type { Frozen } from '../../src/wings/engagement/message.ts';
import { createNames } from '../../src/wings/engagement/runs/token.ts';
import { personOn } from '../../src/wings/profiles/visitors/store.ts';
import { startApp, type Tenant } from '../app.ts';
import { choice, publishBanner, sendRecords, withKey } from '../fixtures.ts';
import { campaignScene } from './scene.ts';

const PLACED: Placement = {
	shape: 'corner',
	pages: ['/lamps/*'],
	notPages: ['/checkout'],
	afterPercent: 40,
	afterSeconds: 15,
	perDay: 1,
	inAll: 3,
	days: 30,
};
const WRITTEN = {
	en: {
		heroimage: 'https://shop.example/lamp.png',
		heroimageAlt: 'A lamp',
		simpletext: 'The oak lamp is 109 €',
		body: '<p>A club price, {{ person.first_name }}.</p><p><a href="https://shop.example/lamps?ref=web">See the lamp</a></p>',
	},
};
const FROZEN: Frozen = {
	channel: 'web',
	language: 'en',
	languages: { en: { subject: null, html: null, text: 'A lamp for {{ person.first_name }}', heroimage: null, heroimageAlt: null } },
	webHook: null,
	placement: PLACED,
};

const t = await startApp();

/** A customer without any connector, whose site remembers visitors, and people who permit messages on the web. */
const site = async (n: number, given?: Tenant) => {
	const scene = await campaignScene(t, given);
	const { tenant, owner } = scene;
	const { domainId, customerId } = tenant;
	const { publishedFolder: folder } = await publishBanner(t, owner, tenant, 'Banner', { mapper: '{"remembers":"statistics"}' });
	const purpose = await scene.addPurpose({ channels: ['web'] });
	const people = scene.emails(n, 'site');
	await scene.say(people, true, purpose);
	const named = await t.send(null, 'POST', '/edge/v1/profiles', {
		headers: scene.machine,
		body: { domainId, profiles: people.map((email, at) => ({ person: { email }, firstName: `P${at}` })) },
	});
	const ids: string[] = named.json().data.results.map(({ luvallaId }: { luvallaId: string }) => luvallaId);
	const asked = (visitor: string, over: readonly string[] = [], more: object = {}) =>
		t.send(null, 'POST', '/edge/v1/visitor/messages', {
			headers: { origin: `https://${tenant.host}`, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0' },
			body: { domainId, configuration: folder, visitor: withKey(visitor), over, ...more },
		});
	/** What the page of a visitor is given. */
	const given_ = async (visitor: string, over: readonly string[] = []): Promise<SiteMessage[]> => {
		const answer = await asked(visitor, over);
		expect([answer.status, answer.json().code]).toEqual([200, undefined]);
		return answer.json().data;
	};
	/** A browser that may remember its visitor; somebody's, where an address names them. */
	const browser = async (email: string | null): Promise<string> => {
		const records = choice({ statistics: true });
		await sendRecords(t, tenant, folder, records);
		const id = records[0]?.id ?? '';
		expect(await given_(id)).toEqual([]);
		if (email === null) return id;
		const linked = await t.send(null, 'POST', '/edge/v1/consents/identify', {
			headers: scene.machine,
			body: { domainId, person: { email }, records: [id] },
		});
		expect(linked.status).toBe(200);
		// Theirs with the next visit, or by the reader of answers: whichever finds the customer's people free first.
		do await given_(id);
		while ((await scene.tenantTx((tx) => personOn(tx, customerId, id))) === null);
		return id;
	};
	const sent = async (constellation: string, whom: readonly string[] = people) => {
		const campaign = await scene.campaign({ audience: await scene.audience([await scene.segment(whom)]), constellation, channel: 'web' });
		await scene.execute(campaign.id);
		return { campaign, done: await scene.until(campaign.id, ['done', 'failed', 'paused']) };
	};
	const rows = async (): Promise<number> =>
		(
			await scene.tenantTx((tx) =>
				tx.rows(row({ n: int }), sql`select count(*)::int as n from site_message where customer_id = ${customerId} and over_at is null`),
			)
		)[0]?.n ?? 0;
	return { scene, tenant, folder, purpose, people, ids, asked, given: given_, browser, sent, rows };
};

test('Written, published and executed by the calls, with no connector at all: whose it is sees it, closing it in one browser ends it in the other', async () => {
	const { scene, people, ids, asked, given, browser, sent } = await site(2);
	const { fine, ask } = scene;
	const content = await fine<{ id: string; placement: Placement }>(
		ask('POST', '/api/manage/content', { title: 'Lamp', contentType: 'Web', controls: WRITTEN, placement: PLACED }),
	);
	expect(content.placement).toEqual(PLACED);
	await fine(ask('POST', `/api/manage/content/${content.id}/approve`));
	const constellation = await fine<{ id: string }>(
		ask('POST', '/api/manage/constellation/', { title: 'Lamp', channel: CHANNELS.indexOf('web'), contents: [content.id] }),
	);
	await fine(ask('PUT', `/api/manage/constellation/${constellation.id}/publish`));
	const [first = '', second = ''] = people;
	const [one, two, stranger] = [await browser(first), await browser(first), await browser(null)];
	const { campaign, done } = await sent(constellation.id);
	// Whoever never came to the site has no browser to be found by.
	expect(done).toMatchObject({ run: { state: 'done' }, states: { accepted: 1, skipped: 1 }, costMicros: 500, onSite: true });
	expect(done.reasons).toEqual([{ state: 'skipped', reason: 'no_address', count: 1 }]);
	const [message, ...none] = await given(one);
	expect(none).toEqual([]);
	const file = await ask('GET', `/api/audit/domain/people/${ids[0]}/data/file`);
	expect(file.json().siteMessages).toMatchObject([{ message: { body: 'A club price, P0.' } }]);
	expect(message).toEqual({
		id: expect.stringMatching(/^[a-z2-7]{56}$/),
		language: 'en',
		title: 'The oak lamp is 109 €',
		body: 'A club price, P0.',
		link: { to: expect.stringMatching(/\/t\/l\/[^?]+\?to=https%3A%2F%2Fshop\.example%2Flamps%3Fref%3Dweb$/), label: 'See the lamp' },
		image: 'https://shop.example/lamp.png',
		alt: 'A lamp',
		why: true,
		placement: PLACED,
	});
	// It stands on a page that others may read over one's shoulder: nothing in it opens anything that is the reader's.
	expect((await t.app.inject({ method: 'GET', url: `/u/${message?.id}` })).statusCode).toBe(404);
	expect(await given(two)).toEqual([message]);
	expect(await given(stranger)).toEqual([]);
	// Nobody ends what is another's, and what nobody made ends nothing.
	const other = await browser(second);
	await given(other, [message?.id ?? '']);
	await given(stranger, [message?.id ?? '', 'a'.repeat(56), '']);
	expect(await given(one)).toHaveLength(1);
	expect(await given(one, [message?.id ?? ''])).toEqual([]);
	expect(await given(two)).toEqual([]);
	expect(await given(two, [message?.id ?? ''])).toEqual([]);
	expect((await scene.progress(campaign.id)).onSite).toBe(false);
	expect((await asked(newId())).status).toBe(409);
	// An officer reads the record's id in the ledger, and has no key.
	expect((await asked(withKey(one, 'a'.repeat(36)))).status).toBe(409);
	expect((await asked(one, [], { visitor: 'x' })).status).toBe(400);
});

test('Whoever says no, stops a channel, is erased or stopped sees nothing of it from that moment', async () => {
	const { scene, tenant, purpose, people, ids, given, browser, sent, rows } = await site(6);
	const { customerId, domainId } = tenant;
	const browsers: string[] = [];
	for (const email of people) browsers.push(await browser(email));
	const at = async (n: number) => (await given(browsers[n] ?? '')).length;
	await sent(await scene.published(FROZEN));
	expect([await at(0), await at(1), await at(2), await at(3), await at(4), await at(5), await rows()]).toEqual([1, 1, 1, 1, 1, 1, 6]);
	await scene.say([people[0] ?? ''], false, purpose);
	expect(await at(0)).toBe(0);
	// What they permitted again before its time is over may be shown.
	await scene.say([people[0] ?? ''], true, purpose);
	expect(await at(0)).toBe(1);
	// By the page that a letter's own links open: a pause, this channel, everything.
	const press = async (n: number, payload: string): Promise<void> => {
		const { secrets } = t.server.kernel;
		const key = createNames(secrets, 'lists').keyOf((await given(browsers[n] ?? ''))[0]?.id ?? '');
		const name = `/u/${key && createNames(secrets).nameOf(key)}`;
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		expect((await t.app.inject({ method: 'POST', url: name, headers, payload })).statusCode).toBeLessThan(400);
		expect(await at(n)).toBe(0);
	};
	await press(1, 'do=pause');
	await press(2, 'do=everything');
	await press(5, 'do=channel&channel=web&value=no');
	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, ids[3] ?? ''));
	expect(await rows()).toBe(5);
	// Nothing is shown for a customer on hold, and all of it again when that ends.
	const put = (status: number) =>
		scene.tenantTx((tx) => tx.run(sql`update customer set status = ${status} where customer_id = ${customerId}`));
	await put(CUSTOMER_STATUS.onHold);
	expect(await at(4)).toBe(0);
	await put(CUSTOMER_STATUS.onboarded);
	// Their purpose no longer writes by this channel.
	expect(await at(4)).toBe(1);
	await scene.fine(scene.ask('PUT', `/api/consent/purpose/${customerId}`, { id: purpose, domainId, channels: ['email'] }));
	expect([await at(0), await at(4)]).toEqual([0, 0]);
});

test('A new one comes however many wait for a page that is never visited, or were seen often enough', async () => {
	const { scene, people, given, browser, sent } = await site(1);
	const visitor = await browser(people[0] ?? '');
	const elsewhere = await scene.published({ ...FROZEN, placement: { ...PLACED, pages: ['/elsewhere'] } });
	for (let n = 0; n < 5; n++) await sent(elsewhere);
	await sent(await scene.published(FROZEN));
	expect((await given(visitor)).map(({ placement }) => placement.pages[0] === '/elsewhere')).toEqual([...Array(5).fill(true), false]);
});

test('What is on the site is taken off by the campaign, or goes when its days are over; a rehearsal puts nothing there', async () => {
	const { scene, tenant, people, given, browser, sent, rows } = await site(2);
	const one = await browser(people[0] ?? '');
	await browser(people[1] ?? '');
	const constellation = await scene.published(FROZEN);
	const rehearsed = await scene.campaign({ audience: await scene.audience([await scene.segment(people)]), constellation, channel: 'web' });
	const { rehearsal } = await scene.fine<{ rehearsal: { id: string } }>(scene.ask('POST', `/api/manage/campaign/${rehearsed.id}/rehearse`));
	expect(await scene.until(rehearsed.id, ['done', 'failed'], rehearsal.id)).toMatchObject({ states: { accepted: 2 }, onSite: false });
	expect([await rows(), await given(one)]).toEqual([0, []]);
	const nothing = await scene.ask('POST', `/api/manage/campaign/${rehearsed.id}/takeoff`);
	expect([nothing.status, nothing.json().code]).toEqual([409, 'campaign_not_running']);
	const { campaign } = await sent(constellation);
	expect(await given(one)).toHaveLength(1);
	const taken = await scene.ask('POST', `/api/manage/campaign/${campaign.id}/takeoff`);
	expect([taken.status, taken.json().data]).toEqual([200, { taken: 2 }]);
	expect(await given(one)).toEqual([]);
	const again = await scene.ask('POST', `/api/manage/campaign/${campaign.id}/takeoff`);
	expect([again.status, again.json().code]).toEqual([409, 'nothing_on_site']);
	await sent(constellation);
	await scene.tenantTx((tx) =>
		tx.run(sql`update site_message set until = now() where customer_id = ${tenant.customerId} and over_at is null`),
	);
	expect(await given(one)).toEqual([]);
	await sweepMessages(t.storage);
	const [left] = await scene.tenantTx((tx) =>
		tx.rows(row({ n: int }), sql`select count(*)::int as n from site_message where customer_id = ${tenant.customerId}`),
	);
	expect(left).toEqual({ n: 0 });
});

test('Where it stands is judged as it is written; another channel has no place; another customer’s page is given nothing', async () => {
	const { scene, folder, tenant, people, browser, sent } = await site(1);
	const add = (contentType: string, placement: unknown, title = `T ${newId()}`) =>
		scene.ask('POST', '/api/manage/content', { title, contentType, controls: {}, placement });
	for (const wrong of [
		{ ...PLACED, shape: 'popup' },
		{ ...PLACED, pages: ['lamps'] },
		{ ...PLACED, pages: ['/lamps?x=1'] },
		{ ...PLACED, notPages: Array.from({ length: 21 }, (_, n) => `/p${n}`) },
		{ ...PLACED, perDay: 0 },
		{ ...PLACED, days: 366 },
	])
		expect((await add('Web', wrong)).status).toBe(400);
	const email = await add('Email', PLACED);
	expect([email.status, email.json().code]).toEqual([422, 'not_of_channel']);
	const made = (await add('Web', PLACED)).json().data;
	// In another kind nothing of it is left; back again it is a push.
	const changed = await scene.ask('PUT', '/api/manage/content', { id: made.id, contentType: 'SMS' });
	expect([changed.status, changed.json().data.placement]).toEqual([200, null]);
	const one = await browser(people[0] ?? '');
	await sent(await scene.published(FROZEN));
	const theirs = await site(1);
	expect((await theirs.asked(one)).status).toBe(409);
	const crossed = await theirs.asked(one, [], { domainId: tenant.domainId, configuration: folder });
	expect([crossed.status, crossed.json().code]).toEqual([403, 'wrong_origin']);
});
