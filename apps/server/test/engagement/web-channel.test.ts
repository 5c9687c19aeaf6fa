/** Pushes to browsers, from a visitor's subscription to what came to the browser, by a service that opens them with the browser's keys. */
import { createECDH } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { int, row, sql, text as text_ } from '../../src/kernel/storage/rows.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { encrypt, MOST_PLAIN } from '../../src/wings/engagement/channels/web/encrypt.ts';
import type { Frozen } from '../../src/wings/engagement/message.ts';
import { personOn } from '../../src/wings/profiles/visitors/store.ts';
import { startApp, type Tenant } from '../app.ts';
import { choice, publishBanner, sendForget, sendRecords, withKey } from '../fixtures.ts';
import { openPush, openPushService, type PushService } from './push-service.ts';
import { campaignScene } from './scene.ts';

const PRICE = 500;
const PICTURE = 'https://shop.example/lamp.png';
const PUSH: Frozen = {
	channel: 'web',
	language: 'en',
	languages: {
		en: {
			subject: null,
			html: '<html><body><p>A club price, {{ person.first_name }}.</p><p><a href="{% luvalla_link 0 %}https://shop.example/lamps?ref=web&amp;a=1{% endluvalla_link %}">See the <b>lamp</b></a></p></body></html>',
			text: 'The oak lamp is 109 €',
			heroimage: PICTURE,
			heroimageAlt: 'A lamp',
		},
	},
	webHook: null,
};

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
let service: PushService;
beforeEach(async () => {
	service = await openPushService();
});
afterEach(() => service.stop());

/** A customer whose site has a banner, people who permit messages on the web, and browsers of theirs. */
const browsers = async (n: number, given?: Tenant) => {
	const scene = await campaignScene(t, given);
	const { tenant, owner } = scene;
	const { domainId, customerId } = tenant;
	const { publishedFolder: folder } = await publishBanner(t, owner, tenant, 'Banner', { mapper: '{"remembers":"statistics"}' });
	const purpose = await scene.addPurpose({ channels: ['web'] });
	const connector = await scene.add('web-push', { subject: 'mailto:web@shop.example', publicKey: '', privateKey: '' });
	const key = String(connector.config.publicKey);
	const people = scene.emails(n, 'web');
	await scene.say(people, true, purpose);
	const ids = new Map<string, string>();
	const named = await t.send(null, 'POST', '/edge/v1/profiles', {
		headers: scene.machine,
		body: { domainId, profiles: people.map((email, at) => ({ person: { email }, firstName: `P${at}` })) },
	});
	for (const [at, one] of named.json().data.results.entries()) ids.set(people[at] ?? '', one.luvallaId);
	const subscribe = (visitor: string, subscription: object | null, over: object = {}) =>
		t.send(null, 'POST', '/edge/v1/visitor/push', {
			headers: { origin: `https://${tenant.host}`, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0' },
			body: { domainId, configuration: folder, visitor: withKey(visitor), key, subscription, ...over },
		});
	/** A visitor who may be remembered and takes pushes; somebody's, where an address names them. */
	const visitor = async (email: string | null, word = newId()): Promise<string> => {
		const records = choice({ statistics: true });
		await sendRecords(t, tenant, folder, records);
		const id = records[0]?.id ?? '';
		// An officer reads the record's id in the ledger, and has no key.
		expect((await subscribe(withKey(id, 'a'.repeat(36)), service.subscribe('foreign', key))).status).toBe(409);
		const sent = await subscribe(id, service.subscribe(word, key));
		expect([sent.status, sent.json().data]).toEqual([200, { gone: false, key }]);
		if (email !== null) {
			const linked = await t.send(null, 'POST', '/edge/v1/consents/identify', {
				headers: scene.machine,
				body: { domainId, person: { email }, records: [id] },
			});
			expect(linked.status).toBe(200);
			// Theirs with the next thing that is heard of them, or by the reader of answers: whichever finds the customer's people free first.
			do expect((await subscribe(id, null)).status).toBe(200);
			while ((await scene.tenantTx((tx) => personOn(tx, customerId, id))) === null);
			expect((await subscribe(id, service.subscribe(word, key))).status).toBe(200);
		}
		return id;
	};
	const living = () =>
		scene.tenantTx(async (tx) =>
			(
				await tx.rows(
					row({ endpoint: text_ }),
					sql`select endpoint from push_subscription where customer_id = ${customerId} and dead_at is null order by endpoint`,
				)
			).map(({ endpoint }) => endpoint.split('/').at(-1)),
		);
	const rows = scene.rowsByNumber;
	const draft = (frozen: Frozen = PUSH, whom: readonly string[] = people, over: object = {}) =>
		scene.campaignTo(whom, frozen, { channel: 'web', ...over });
	const sent = async (frozen?: Frozen, whom?: readonly string[]) => {
		const campaign = await draft(frozen, whom);
		await scene.execute(campaign.id);
		return { campaign, done: await scene.until(campaign.id, ['done', 'failed', 'paused']) };
	};
	return { scene, tenant, folder, purpose, connector, key, people, ids, subscribe, visitor, living, rows, draft, sent };
};

test('Encryption is that of RFC 8291: its own example, byte for byte', () => {
	const of = (text: string) => Buffer.from(text, 'base64url');
	const sender = createECDH('prime256v1');
	sender.setPrivateKey(of('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
	const keys = {
		p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
		auth: 'BTBZMqHH6r4Tts7J_aSIgg',
	};
	const made = encrypt(Buffer.from('When I grow up, I want to be a watermelon'), keys, sender, of('DGv6ra1nlYgDCS1FRnbzlw'));
	expect(made.toString('base64url')).toBe(
		'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
	);
	const browser = createECDH('prime256v1');
	browser.setPrivateKey(of('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'));
	expect(openPush(made, browser, of(keys.auth))).toBe('When I grow up, I want to be a watermelon');
	expect(encrypt(Buffer.alloc(MOST_PLAIN), keys)).toHaveLength(4096);
	expect(() => encrypt(Buffer.alloc(MOST_PLAIN + 1), keys)).toThrow(/longer/);
});

test('A push opens with the browser’s own keys, signed by the connector’s; whoever has no browser is left out', async () => {
	const { scene, people, ids, visitor, rows, sent, connector } = await browsers(2);
	const [first = ''] = people;
	await visitor(first, 'one');
	const { done } = await sent();
	expect(service.wrong).toEqual([]);
	expect(done).toMatchObject({ run: { state: 'done' }, states: { accepted: 1, skipped: 1 }, costMicros: PRICE });
	expect(done.reasons).toEqual([{ state: 'skipped', reason: 'no_address', count: 1 }]);
	expect(service.came).toHaveLength(1);
	const [came] = service.came;
	expect(came).toMatchObject({
		name: 'one',
		subject: 'mailto:web@shop.example',
		message: { title: 'The oak lamp is 109 €', body: 'A club price, P0.', image: PICTURE },
	});
	expect(came?.message.why).toMatch(/\/u\/[a-z2-7]{56}\/why$/);
	// Nobody permits to be followed: the link is the run's and says nothing of who it is.
	expect(came?.message.link).toMatch(/\/t\/l\/[^?]+\?to=https%3A%2F%2Fshop\.example%2Flamps%3Fref%3Dweb%26a%3D1$/);
	const led = await t.app.inject({ method: 'GET', url: new URL(came?.message.link).pathname + new URL(came?.message.link).search });
	expect(led.headers.location).toBe('https://shop.example/lamps?ref=web&a=1');
	const why = await t.app.inject({ method: 'GET', url: new URL(came?.message.why).pathname });
	expect(why.statusCode).toBe(200);
	const [one] = await rows();
	expect(one).toMatchObject({ state: 'accepted', address: ids.get(first), cost: PRICE, said: expect.stringContaining('/message/1') });
	// The pair was made by us, and is one.
	expect(await scene.test(connector.id)).toMatchObject({ isSuccessful: true });
});

test('The sheet counts whose push has too long a link', async () => {
	const { scene, people, visitor, draft } = await browsers(3);
	for (const one of people) await visitor(one);
	const html = `<p><a href="{% luvalla_link 0 %}https://shop.example/{% if person.first_name == 'P1' %}${'a'.repeat(1500)}{% endif %}{% endluvalla_link %}">See</a></p>`;
	const { id } = await draft({ ...PUSH, languages: { en: { subject: null, html, text: 'A lamp', heroimage: null, heroimageAlt: null } } });
	const lane = { reachable: 2, left: [{ reason: 'template', count: 1 }], units: null, isExact: true, costMicros: 2 * PRICE };
	await expect
		.poll(() => scene.fine(scene.ask('GET', `/api/manage/campaign/${id}/before`)))
		.toMatchObject({ targeted: 3, reached: 2, lanes: [lane], problems: [] });
});

test('Half of the subscriptions are gone: those are retired, the person is reached by the other, and the browser is told to make another', async () => {
	const { people, key, subscribe, visitor, living, rows, sent } = await browsers(4);
	const visitors = new Map<string, string>();
	for (const [at, email] of people.entries())
		for (const half of ['alive', 'dead']) visitors.set(`${half}${at}`, await visitor(email, `${half}${at}`));
	const dead = (name: string): boolean => name.startsWith('dead') || name === 'alive3';
	service.manners.onPush = (name, n) => (dead(name) ? { status: n % 2 ? 410 : 404 } : undefined);
	const { done } = await sent();
	expect(done).toMatchObject({ run: { state: 'done' }, states: { accepted: 3, failed: 1 }, costMicros: 3 * PRICE });
	expect(done.reasons).toEqual([{ state: 'failed', reason: 'no_browser', count: 1 }]);
	expect(await living()).toEqual(['alive0', 'alive1', 'alive2']);
	expect((await rows()).find(({ state }) => state === 'failed')?.said).toMatch(/^4(10|04)/);
	const asked = service.asked();
	const next = await sent();
	expect(next.done.states).toMatchObject({ accepted: 3, failed: 1 });
	expect(service.asked()).toBe(asked + 3);
	// A page that brings the dead one again is told so; another lives.
	const id = visitors.get('dead3') ?? '';
	const old = { endpoint: String(service.came[0]?.headers.host), keys: {} };
	expect(old.endpoint).not.toBe('');
	const made = service.subscribe('new3', key);
	expect((await subscribe(id, made)).json().data).toEqual({ gone: false, key });
	service.manners.onPush = (name) => (name === 'new3' ? { status: 410 } : undefined);
	await sent();
	expect((await subscribe(id, made)).json().data).toEqual({ gone: true, key });
	expect(await living()).toEqual(['alive0', 'alive1', 'alive2']);
});

test('Whoever says no while it is sent gets nothing more, not even in their second browser', async () => {
	const { scene, purpose, people, visitor, sent } = await browsers(20);
	const [first = '', never = ''] = people;
	for (const name of ['own-1', 'own-2']) await visitor(first, name);
	for (const [at, email] of people.slice(1).entries()) await visitor(email, `other${at}`);
	await scene.say([never], false, purpose);
	let said = false;
	service.manners.onPush = async (name) => {
		if (name.startsWith('own') && !said) {
			said = true;
			await scene.say([first], false, purpose);
			// Longer than anybody's permission is believed.
			await new Promise((resolve) => setTimeout(resolve, 1_200));
		}
		return undefined;
	};
	const { done } = await sent();
	expect(done).toMatchObject({ run: { state: 'done' }, states: { accepted: 19, skipped: 1 } });
	expect(done.reasons).toEqual([{ state: 'skipped', reason: 'said_no', count: 1 }]);
	expect(service.came.filter(({ name }) => name.startsWith('own'))).toHaveLength(1);
	expect(service.came.filter(({ name }) => name.startsWith('other'))).toHaveLength(18);
	const next = await sent();
	expect(next.done.states).toMatchObject({ accepted: 18, skipped: 2 });
});

test('A subscription that redirects inside, or lies on a closed network, is refused and retired; nothing reaches the inside', async () => {
	const { scene, tenant, people, key, subscribe, visitor, living, sent } = await browsers(2);
	let inside = 0;
	const secret = createServer((_, response) => {
		inside += 1;
		response.end();
	});
	await new Promise<void>((resolve) => secret.listen(0, '127.0.0.1', resolve));
	try {
		const id = await visitor(people[0] ?? '', 'leads');
		await visitor(people[1] ?? '', 'fine');
		const made = service.subscribe('x', key);
		for (const endpoint of [
			'https://10.0.0.7/push',
			'https://[fd00::7]/push',
			'https://169.254.169.254/latest',
			'http://push.example.com/x',
			'ftp://push.example.com/x',
			'https://me:you@push.example.com/x',
			'javascript:alert(1)',
			'',
		]) {
			const refused = await subscribe(id, { ...made, endpoint });
			expect([endpoint, refused.status, Object.keys(refused.json().fields ?? {})]).toEqual([endpoint, 422, ['subscription.endpoint']]);
		}
		const point = await subscribe(id, { ...made, keys: { ...made.keys, p256dh: `B${'A'.repeat(86)}` } });
		expect([point.status, Object.keys(point.json().fields)]).toEqual([422, ['subscription.keys.p256dh']]);
		const other = await subscribe(id, made, { key: 'B'.repeat(87) });
		expect([other.status, other.json().code]).toEqual([422, 'unknown_push_key']);
		// What was kept while it was allowed, and is not any more.
		await scene.tenantTx((tx) =>
			tx.run(
				sql`update push_subscription set endpoint = 'https://10.0.0.7/push' where customer_id = ${tenant.customerId} and device_id = ${id}`,
			),
		);
		const first = await sent();
		expect(first.done.states).toMatchObject({ accepted: 1, failed: 1 });
		expect(await living()).toEqual(['fine']);
		expect((await subscribe(id, service.subscribe('leads-2', key))).status).toBe(200);
		service.manners.onPush = (name) =>
			name === 'leads-2'
				? { status: 307, headers: { location: `http://127.0.0.1:${(secret.address() as AddressInfo).port}/inside` } }
				: undefined;
		const second = await sent();
		expect(second.done.states).toMatchObject({ accepted: 1, failed: 1 });
		expect([inside, await living()]).toEqual([0, ['fine']]);
	} finally {
		secret.close();
	}
});

test('A service that is busy puts it off as long as it says, and holds up no other service', async () => {
	const { scene, tenant, people, visitor, draft } = await browsers(2);
	await visitor(people[0] ?? '', 'busy');
	await visitor(people[1] ?? '', 'fine');
	const times: number[] = [];
	service.manners.onPush = (name) => {
		if (name !== 'busy') return undefined;
		times.push(performance.now());
		return [
			{ status: 429, headers: { 'retry-after': '1' } },
			{ status: 503, headers: { 'retry-after': '1' } },
		][times.length - 1];
	};
	const campaign = await draft();
	await scene.execute(campaign.id);
	const waits = async () =>
		(
			await scene.tenantTx((tx) =>
				tx.rows(
					row({ wait: int }),
					sql`select extract(epoch from due_at - ${new Date(Date.now())})::int as wait from delivery where customer_id = ${tenant.customerId} and state = 'deferred'`,
				),
			)
		).map(({ wait }) => wait);
	// The first time as long as it says, the second no sooner than after the wait before: a minute, which the test does not wait for.
	await expect.poll(async () => [times.length, (await waits()).some((wait) => wait > 30)]).toEqual([2, true]);
	expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(950);
	expect((await scene.progress(campaign.id)).states).toMatchObject({ accepted: 1, deferred: 1 });
	await scene.tenantTx((tx) =>
		tx.run(sql`update delivery set due_at = now() where customer_id = ${tenant.customerId} and state = 'deferred'`),
	);
	const done = await scene.until(campaign.id, ['done', 'failed', 'paused']);
	expect(done).toMatchObject({ run: { state: 'done' }, states: { accepted: 2 } });
	expect(times).toHaveLength(3);
});

test('What ends in the middle is unknown; a message or a key that is refused fails alone and retires nobody', async () => {
	const { people, visitor, living, rows, sent } = await browsers(3);
	for (const [at, email] of people.entries()) await visitor(email, `b${at}`);
	service.manners.onPush = (name) => ({ b0: 'drop' as const, b1: { status: 413 }, b2: { status: 403 } })[name];
	const { done } = await sent();
	expect(done).toMatchObject({ states: { accepted: 0, failed: 2, unknown: 1 }, costMicros: 0 });
	expect((await rows()).map(({ state, reason }) => [state, reason])).toEqual([
		['unknown', 'no_answer'],
		['failed', 'refused'],
		['failed', 'refused'],
	]);
	expect(await living()).toEqual(['b0', 'b1', 'b2']);
});

test('A subscription goes with its device: the visitor takes it back, the person is erased; another customer’s are never reached', async () => {
	const { scene, tenant, folder, people, ids, key, subscribe, visitor, living, sent } = await browsers(3);
	const { customerId } = tenant;
	const taken = await visitor(people[0] ?? '', 'taken-back');
	await visitor(people[1] ?? '', 'erased');
	await visitor(people[2] ?? '', 'stays');
	const stranger = await visitor(null, 'stranger');
	expect(await living()).toEqual(['erased', 'stays', 'stranger', 'taken-back']);
	expect((await sendForget(t, tenant, folder, taken)).status).toBe(200);
	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, ids.get(people[1] ?? '') ?? ''));
	expect(await living()).toEqual(['stays', 'stranger']);
	// Nobody is remembered again by a permission that is over.
	const again = await subscribe(taken, service.subscribe('again', key));
	expect([again.status, again.json().code]).toEqual([403, 'not_permitted']);
	const other = await browsers(1);
	const theirs = await other.subscribe(stranger, service.subscribe('x', other.key));
	expect(theirs.status).toBe(409);
	const crossed = await t.send(null, 'POST', '/edge/v1/visitor/push', {
		headers: { origin: `https://${other.tenant.host}` },
		body: { domainId: tenant.domainId, configuration: folder, visitor: withKey(stranger), key, subscription: null },
	});
	expect([crossed.status, crossed.json().code]).toEqual([403, 'wrong_origin']);
	await other.visitor(other.people[0] ?? '', 'theirs');
	await expect.poll(async () => (await sent()).done.states).toMatchObject({ accepted: 1 });
	expect(new Set(service.came.map(({ name }) => name))).toEqual(new Set(['stays']));
	expect(scene.tenant.host).not.toBe(other.tenant.host);
});

test('The sheet reaches people with a browser; the rehearsal counts browsers, and nothing leaves', async () => {
	const { scene, people, visitor, draft } = await browsers(3);
	const [first = '', second = ''] = people;
	for (const name of ['a', 'b']) await visitor(first, name);
	await visitor(second, 'c');
	const campaign = await draft();
	await expect
		.poll(() => scene.fine(scene.ask('GET', `/api/manage/campaign/${campaign.id}/before`)))
		.toMatchObject({ targeted: 3, reached: 2, lanes: [{ reachable: 2, left: [{ reason: 'no_address', count: 1 }] }], problems: [] });
	const { rehearsal } = await scene.fine<{ rehearsal: { id: string } }>(scene.ask('POST', `/api/manage/campaign/${campaign.id}/rehearse`));
	const tried = await scene.until(campaign.id, ['done', 'failed'], rehearsal.id);
	expect(tried).toMatchObject({ run: { kind: 'rehearsal', state: 'done' }, states: { accepted: 2 }, costMicros: 3 * PRICE });
	expect(service.asked()).toBe(0);
});

test('A connector makes its pair once, keeps it, and takes one that is brought; without one, or switched off, nothing is pushed', async () => {
	const { scene, connector, key, people, visitor, draft } = await browsers(1);
	await visitor(people[0] ?? '', 'one');
	expect(key).toMatch(/^B[\w-]{86}$/);
	const renamed = await scene.change(connector, { subject: 'https://shop.example/contact', privateKey: '' });
	expect(renamed.json().data.config.publicKey).toBe(key);
	// The public half alone is no pair.
	const half = await scene.ask('POST', '/api/manage/Connector', {
		...{ customerId: scene.tenant.customerId, type: 'web-push', name: 'Half' },
		config: { subject: 'mailto:a@b.example', publicKey: key, privateKey: '' },
	});
	expect([half.status, Object.keys(half.json().fields)]).toEqual([422, ['config.privateKey']]);
	const own = createECDH('prime256v1');
	own.generateKeys();
	const brought = await scene.add('web-push', { subject: 'mailto:a@b.example', privateKey: own.getPrivateKey('base64url') });
	expect(brought.config.publicKey).toBe(own.getPublicKey('base64url'));
	expect((await scene.change(brought, {}, { isActive: false })).status).toBe(200);
	const campaign = await draft();
	expect((await scene.change(connector, {}, { isActive: false })).status).toBe(200);
	const off = await scene.ask('POST', `/api/manage/campaign/${campaign.id}/execute`);
	expect([off.status, off.json().code]).toEqual([422, 'no_connector']);
	expect((await scene.change(connector, {}, { isActive: true })).status).toBe(200);
	await scene.execute(campaign.id);
	expect((await scene.until(campaign.id, ['done', 'failed'])).states).toMatchObject({ accepted: 1 });
});
