/** Pushes to browsers, from a visitor's subscription to what came to the browser, by a service that opens them with the browser's keys. */
import { createECDH } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { int, orNull, row, sql, text as text_ } from '../../src/kernel/storage/rows.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { encrypt, MOST_PLAIN } from '../../src/wings/engagement/channels/web/encrypt.ts';
import type { Frozen } from '../../src/wings/engagement/message.ts';
import { type Tenant, type TestApp, testApp } from '../app.ts';
import { choice, publishBanner, sendForget, sendRecords } from '../fixtures.ts';
import { openPush, openPushService, type PushService } from './push-service.ts';
import { campaignScene } from './scene.ts';

const PRICE = 500;
const PICTURE = 'https://shop.example/lamp.png';
const place = (over: object = {}): NonNullable<Frozen['place']> => ({
	...{ shape: 'push', pages: [], except: [], percent: null, seconds: null, daily: true, times: 3 },
	...over,
});
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
	place: place(),
	webHook: null,
};

let t: TestApp;
let service: PushService;
beforeAll(async () => {
	t = await testApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
});
afterAll(() => t.stop());
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
			body: { domainId, configuration: folder, visitor, key, subscription, ...over },
		});
	/** A visitor who may be remembered and takes pushes; somebody's, where an address names them. */
	const visitor = async (email: string | null, word = newId()): Promise<string> => {
		const records = choice({ statistics: true });
		await sendRecords(t, tenant, folder, records);
		const id = records[0]?.id ?? '';
		const sent = await subscribe(id, service.subscribe(word, key));
		expect([sent.status, sent.json().data]).toEqual([200, { gone: false }]);
		if (email !== null) {
			const linked = await t.send(null, 'POST', '/edge/v1/consents/identify', {
				headers: scene.machine,
				body: { domainId, person: { email }, records: [id] },
			});
			expect(linked.status).toBe(200);
			// The next thing that is heard of the visitor finds whose they are.
			expect((await subscribe(id, null)).status).toBe(200);
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
	const rows = () =>
		scene.tenantTx((tx) =>
			tx.rows(
				row({ number: int, state: text_, reason: orNull(text_), said: orNull(text_), cost: int, address: orNull(text_) }),
				sql`select number, state, reason, said, coalesce(cost_micros, 0)::int as cost, address from delivery where customer_id = ${customerId} order by number, at`,
			),
		);
	const draft = async (frozen: Frozen = PUSH, whom: readonly string[] = people, over: object = {}) =>
		scene.campaign({
			audience: await scene.audience([await scene.segment(whom)]),
			constellation: await scene.published(frozen),
			channel: 'web',
			...over,
		});
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
