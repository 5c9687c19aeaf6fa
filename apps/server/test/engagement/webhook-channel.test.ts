/** Campaigns by webhook to a real endpoint: who it is told of, once, in which words, and what is known of everybody else. */
import { Webhook } from 'standardwebhooks';
import { afterEach, expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { orNull, row, sql, text as text_ } from '../../src/kernel/storage/rows.ts';
import { insertVersion } from '../../src/wings/engagement/constellations/store.ts';
import { sealHook } from '../../src/wings/engagement/web-hook.ts';
import { mergePersons } from '../../src/wings/people/wing.ts';
import { startApp } from '../app.ts';
import { type Manner, openReceiver, type Received, type Receiver, SECRET } from './receiver.ts';
import { campaignScene, LETTER } from './scene.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const end of ends.splice(0)) await end();
});

type Written = string | Readonly<Record<string, string>>;
interface Given {
	readonly text?: Written;
	readonly heroimage?: string | null;
	readonly heroimageAlt?: string | null;
	/** The constellation's own address and headers. */
	readonly hook?: { url: (receiver: Receiver) => string; headerValues?: { header: string; value: string }[] };
	readonly connector?: object | null;
}

/** A customer whose purpose permits webhooks, an endpoint with these manners, and a message for it. */
const staged = async (
	manner?: Manner,
	{ text = 'Hello {{ person.first_name }}', heroimage = null, heroimageAlt = null, hook, connector = {} }: Given = {},
) => {
	const receiver = await openReceiver(manner);
	ends.push(() => receiver.stop());
	const scene = await campaignScene(t);
	const { customerId, domainId } = scene.tenant;
	const purpose = await scene.addPurpose({ channels: ['webhook'] });
	if (connector !== null) await scene.add('webhook', { url: receiver.url, secret: SECRET, direction: 'none', ...connector });
	const written: Readonly<Record<string, string>> = typeof text === 'string' ? { en: text } : text;
	const languages = Object.fromEntries(
		Object.entries(written).map(([language, said]) => [language, { subject: null, html: null, text: said, heroimage, heroimageAlt }]),
	);
	const constellation = await scene.published({ ...LETTER, channel: 'webhook', languages });
	if (hook) {
		const url = hook.url(receiver);
		const webHook = sealHook(t.server.kernel.secrets, constellation, { url, headerValues: hook.headerValues ?? [] }, null);
		await scene.tenantTx((tx) =>
			insertVersion(tx, customerId, constellation, 5, { channel: 'webhook', language: 'en', languages, webHook }, 'user:test'),
		);
	}
	/** What is known of people. */
	const know = async (profiles: readonly object[]): Promise<void> => {
		const kept = await t.send(null, 'POST', '/edge/v1/profiles', { headers: scene.machine, body: { domainId, profiles } });
		expect([
			kept.status,
			kept
				.json()
				.data?.results?.map((one: { code: string | null }) => one.code)
				.filter(Boolean),
		]).toEqual([200, []]);
	};
	const say = async (people: readonly object[], value = true): Promise<void> => {
		const answers = people.map((person) => ({ person, purpose, value, at: new Date().toISOString(), source: 'Paper' }));
		const sent = await t.send(null, 'POST', '/edge/v1/consents', { headers: scene.machine, body: { domainId, answers } });
		expect([sent.status, sent.json().data?.results.filter((one: { outcome: string }) => one.outcome !== 'stored')]).toEqual([200, []]);
	};
	const segmentOf = async (people: readonly object[]): Promise<string> => {
		const { id } = await scene.fine<{ id: string }>(scene.ask('POST', '/api/manage/domain/segment', { name: `Segment ${newId()}` }));
		await scene.fine(scene.ask('POST', `/api/manage/domain/segment/${id}/members`, { people }));
		return id;
	};
	const campaignTo = async (people: readonly object[], over: object = {}) =>
		scene.campaign({ audience: await scene.audience([await segmentOf(people)]), constellation, channel: 'webhook', ...over });
	/** Executed, and over. */
	const send = async (people: readonly object[], over: object = {}) => {
		const campaign = await campaignTo(people, over);
		await scene.execute(campaign.id);
		return { campaign, done: await scene.until(campaign.id, ['done', 'failed', 'paused']) };
	};
	const emails = (n: number, word?: string) => scene.emails(n, word).map((email) => ({ email }));
	return { scene, receiver, purpose, constellation, know, say, campaignTo, send, emails };
};
const dataOf = (got: readonly Received[]) => got.map(({ message }) => message.data);

test('Everybody who said yes is told of once, in a signed request, by the best that they are known by; everybody else has a reason', async () => {
	const { scene, receiver, know, say, send } = await staged();
	const id = newId();
	const [both = '', mail = '', no = '', never = ''] = scene.emails(4);
	const [own, phone] = [`crm-${id}`, '+358401234567'];
	const people = [{ email: both }, { email: mail }, { phone }, { email: no }, { email: never }];
	await know([{ person: { email: both, externalId: own, phone: '+358409999999' }, firstName: 'Aino' }]);
	await know([{ person: { email: mail }, firstName: 'Eero', locale: 'fi-FI' }]);
	await know([{ person: { phone }, firstName: 'Pirkko' }]);
	await know([{ person: { email: never }, firstName: 'Never' }]);
	await say([{ email: both }, { email: mail }, { phone }]);
	await say([{ email: no }], false);
	const { campaign, done } = await send(people);
	expect(done.run).toMatchObject({ state: 'done', why: null });
	expect(done.states).toMatchObject({ accepted: 3, skipped: 2, failed: 0, unknown: 0 });
	expect(done.costMicros).toBe(3 * 200);
	const data = dataOf(receiver.got).sort((a, b) => ((a.text ?? '') < (b.text ?? '') ? -1 : 1));
	expect(data.map(({ text, person: { luvallaId: _, ...person }, language }) => [text, person, language])).toEqual([
		['Hello Aino', { externalId: own }, ''],
		['Hello Eero', { email: mail }, 'fi'],
		['Hello Pirkko', { phone }, ''],
	]);
	expect(data[0]?.person.luvallaId).toBe((await scene.person({ email: both })).luvallaId);
	for (const { id: name, headers, message, raw } of receiver.got) {
		expect([message.type, message.data.deliveryId, message.data.campaign]).toEqual([
			'campaign.message',
			name,
			{ id: campaign.id, title: campaign.title },
		]);
		// A body that was changed on its way is nobody's.
		expect(() => new Webhook(SECRET).verify(`${raw} `, headers as Record<string, string>)).toThrow();
	}
	expect(new Set(receiver.got.map(({ id: name }) => name)).size).toBe(3);
	// Twenty at once at most, and each connection again.
	expect(receiver.connections()).toBeLessThanOrEqual(20);

	// The delivery names what the other side has, and opens nothing that is the reader's.
	const list = await scene.fine<{ deliveries: { id: string; address: string }[] }>(
		scene.ask('GET', `/api/manage/campaign/${campaign.id}/deliveries?state=accepted`),
	);
	expect(list.deliveries.map(({ address }) => address).sort()).toEqual([own, mail, phone].sort());
	const one = list.deliveries.find(({ address }) => address === own);
	const shown = await scene.fine<{ messageId: string; said: string; text: string; sender: string; costMicros: number }>(
		scene.ask('GET', `/api/manage/campaign/${campaign.id}/delivery/${one?.id}`),
	);
	expect(shown).toMatchObject({ messageId: one?.id, said: '204', text: 'Hello Aino', costMicros: 200 });
	expect(shown.sender).not.toBe('');
	expect(receiver.got.map(({ id: name }) => name)).toContain(one?.id);
	const opened = await t.app.inject({ method: 'GET', url: `/u/${one?.id}` });
	expect(opened.statusCode).toBe(404);
});

test('A moment is written by the clock of who gets it, and by the campaign’s where theirs is not known', async () => {
	const { receiver, know, say, send, emails } = await staged(undefined, { text: "{{ '2026-11-30T22:30:00Z' | date: '%d %H' }}" });
	const people = emails(2);
	await know([{ person: people[0], timeZone: 'Asia/Tokyo' }]);
	await say(people);
	await send(people, { options: { timeZone: 'Europe/Helsinki' } });
	expect(
		dataOf(receiver.got)
			.map(({ text }) => text)
			.sort(),
	).toEqual(['01 00', '01 07']);
});

test('The sheet counts whose document cannot be made', async () => {
	const { scene, know, say, campaignTo, emails } = await staged(undefined, {
		text: '{ "to": "{{ person.first_name }}"{% if person.first_name == "Aino" %},{% endif %} }',
	});
	const people = emails(3);
	await know([{ person: people[0], firstName: 'Aino' }]);
	await say(people);
	const { id } = await campaignTo(people);
	const lane = { reachable: 2, left: [{ reason: 'template', count: 1 }], units: null, isExact: true, costMicros: 2 * 200 };
	await expect
		.poll(() => scene.fine(scene.ask('GET', `/api/manage/campaign/${id}/before`)))
		.toMatchObject({ targeted: 3, reached: 2, lanes: [lane], problems: [] });
});

test('People who are several are told of once, and whoever shares an id with another is not taken for them', async () => {
	const { scene, receiver, know, say, send } = await staged();
	const { customerId } = scene.tenant;
	const [first = '', second = '', shared = ''] = scene.emails(3);
	await know([
		{ person: { email: first }, firstName: 'One' },
		{ person: { email: second }, firstName: 'Two' },
	]);
	// What is one person's own id with the customer is another's address.
	await know([
		{ person: { externalId: shared }, firstName: 'Id' },
		{ person: { email: shared }, firstName: 'Mail' },
	]);
	await say([{ email: first }, { email: second }, { externalId: shared }, { email: shared }]);
	const [a, b] = [(await scene.person({ email: first })).luvallaId, (await scene.person({ email: second })).luvallaId];
	await scene.tenantTx((tx) => mergePersons(tx, t.server.kernel.hooks, customerId, { gone: b, kept: a }, 'user:test'));
	await scene.followed();
	const { done } = await send([{ email: first }, { email: second }, { externalId: shared }, { email: shared }]);
	expect(done.states).toMatchObject({ accepted: 2, skipped: 1 });
	expect(dataOf(receiver.got).map(({ text }) => text)).toEqual(expect.arrayContaining(['Hello Id', expect.stringMatching(/One|Two/)]));
});

test('The constellation’s own address and headers are used, and its languages', async () => {
	const { receiver, know, say, send, emails } = await staged(undefined, {
		text: { en: 'Good morning', fi: 'Huomenta' },
		heroimage: 'https://pics.example/{{ person.country }}.png',
		heroimageAlt: 'A lamp',
		hook: { url: ({ port }) => `http://127.0.0.1:${port}/own?a=b`, headerValues: [{ header: 'X-Api-Key', value: 'k-ä' }] },
		connector: { url: 'http://127.0.0.1:1/never' },
	});
	const people = emails(2);
	await know([
		{ person: people[0], locale: 'fi-FI', country: 'FI' },
		{ person: people[1], country: 'SE' },
	]);
	await say(people);
	expect((await send(people)).done.states).toMatchObject({ accepted: 2 });
	expect(receiver.got.map(({ path, headers }) => [path, headers['x-api-key']])).toEqual([
		['/own?a=b', 'k-ä'],
		['/own?a=b', 'k-ä'],
	]);
	const told = dataOf(receiver.got).map(({ text, image, imageAlt, content }) => [text, image, imageAlt, content]);
	expect(told.sort()).toEqual([
		['Good morning', 'https://pics.example/SE.png', 'A lamp', null],
		['Huomenta', 'https://pics.example/FI.png', 'A lamp', null],
	]);
});

const NAMES = ['x","admin":true,"y":"', '"}', '\\', '𝔘𝔫𝔦 😀', '</script>\u2028 b', `O'Neil "Bob"`, '{{ person.email }}'];

test.each([
	['in quotation marks', '{ "name": "{{ person.first_name }}", "city": "{{ person.city }}" }', ''],
	['by the filter', '{ "name": {{ person.first_name | json }}, "city": {{ person.city | json }} }', null],
])('No name breaks a JSON document that a template writes %s', async (_, text, nothing) => {
	const { receiver, know, say, send, emails } = await staged(undefined, { text });
	const people = emails(NAMES.length);
	await know(NAMES.map((firstName, at) => ({ person: people[at], firstName })));
	await say(people);
	expect((await send(people)).done.states).toMatchObject({ accepted: NAMES.length });
	const content = dataOf(receiver.got).map((one) => [one.content, one.text]);
	expect(content).toHaveLength(NAMES.length);
	expect(content).toEqual(expect.arrayContaining(NAMES.map((name) => [{ name, city: nothing }, null])));
});

test('A document that is none for one person fails for that one alone; a word or a number is said as text', async () => {
	const { receiver, scene, know, say, send, emails } = await staged(undefined, {
		text: { en: '{ "age": {{ attributes.age }} }', fi: '{{ attributes.age }}' },
	});
	const people = emails(3);
	await know([
		{ person: people[0], attributes: { age: 5 } },
		{ person: people[1] },
		{ person: people[2], attributes: { age: 7 }, locale: 'fi' },
	]);
	await say(people);
	const { campaign, done } = await send(people);
	expect(done.states).toMatchObject({ accepted: 2, failed: 1 });
	expect(done.reasons).toEqual([{ state: 'failed', reason: 'template', count: 1 }]);
	expect(dataOf(receiver.got).map(({ text, content }) => text ?? content)).toEqual(expect.arrayContaining([{ age: 5 }, '7']));
	const list = await scene.fine<{ deliveries: { id: string }[] }>(
		scene.ask('GET', `/api/manage/campaign/${campaign.id}/deliveries?state=failed`),
	);
	const shown = await scene.fine<{ said: string }>(
		scene.ask('GET', `/api/manage/campaign/${campaign.id}/delivery/${list.deliveries[0]?.id}`),
	);
	expect(shown.said).toBe('What it becomes is not a JSON document');
});

test('Whoever says no in the middle of a run gets nothing more, and a link of the message leaves by it', async () => {
	const { receiver, scene, say, campaignTo, emails } = await staged();
	const people = emails(30);
	await say(people);
	const campaign = await campaignTo(people, { options: { throttle: 300 } });
	await scene.execute(campaign.id);
	await expect.poll(() => receiver.got.length).toBeGreaterThan(2);
	const reached = new Set(dataOf(receiver.got).map(({ person }) => person.email));
	const left = people.filter(({ email }) => !reached.has(email)).slice(-10);
	await say(left, false);
	const before = new Set(dataOf(receiver.got).map(({ person }) => person.email));
	const done = await scene.until(campaign.id, ['done']);
	const got = dataOf(receiver.got).map(({ person }) => person.email);
	expect(left.filter(({ email }) => !before.has(email) && got.includes(email))).toEqual([]);
	expect(done.states).toMatchObject({ accepted: got.length, skipped: 30 - got.length });
	expect(new Set(got).size).toBe(got.length);

	const { unsubscribe, person } = dataOf(receiver.got)[0] ?? {};
	const pressed = await t.app.inject({
		method: 'POST',
		url: new URL(unsubscribe ?? '').pathname,
		remoteAddress: '198.51.100.9',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		payload: 'List-Unsubscribe=One-Click',
	});
	expect(pressed.statusCode).toBe(200);
	const again = await campaignTo([{ email: person?.email }]);
	await scene.execute(again.id);
	const after = await scene.until(again.id, ['done', 'failed']);
	expect(after.reasons).toEqual([{ state: 'skipped', reason: 'said_no', count: 1 }]);
});

test('Each answer ends a message as it says; what failed is shown with the answer’s first words, and is sent again on demand', async () => {
	const answers: Record<string, ReturnType<Manner>> = {
		bad: { status: 422, body: 'We know nobody by that name' },
		later: { status: 500 },
		busy: { status: 429, headers: { 'retry-after': '120' } },
		drop: 'drop',
	};
	const manners: { now: Manner } = { now: ({ message }) => answers[(message.data.person.email ?? '').split('-')[0]?.slice(0, -1) ?? ''] };
	const { receiver, scene, say, campaignTo } = await staged((received) => manners.now(received));
	const people = ['bad', 'later', 'busy', 'drop', 'fine'].flatMap((word) => scene.emails(2, word)).map((email) => ({ email }));
	await say(people);
	const campaign = await campaignTo(people);
	await scene.execute(campaign.id);
	await expect
		.poll(async () => (await scene.progress(campaign.id)).states)
		.toEqual({ waiting: 0, deferred: 4, accepted: 2, failed: 2, skipped: 0, unknown: 2 });
	const one = async (state: string, word: string) => {
		const { deliveries } = await scene.fine<{ deliveries: { id: string; address: string; reason: string; dueAt: string | null }[] }>(
			scene.ask('GET', `/api/manage/campaign/${campaign.id}/deliveries?state=${state}`),
		);
		const found = deliveries.find(({ address }) => address.startsWith(word));
		return {
			...found,
			...(await scene.fine<{ said: string }>(scene.ask('GET', `/api/manage/campaign/${campaign.id}/delivery/${found?.id}`))),
		};
	};
	expect(await one('failed', 'bad')).toMatchObject({ reason: 'refused', said: '422 We know nobody by that name' });
	expect(await one('unknown', 'drop')).toMatchObject({ reason: 'no_answer' });
	const wait = async (word: string): Promise<number> => (Date.parse((await one('deferred', word)).dueAt ?? '') - Date.now()) / 1000;
	expect([await wait('busy'), await wait('later')].map((s) => Math.ceil(s / 60))).toEqual([2, 1]);
	// Nobody waits for those in this test: they are as good as late.
	await scene.fine(scene.ask('POST', `/api/manage/campaign/${campaign.id}/stop`));
	expect((await scene.until(campaign.id, ['stopped'])).states).toMatchObject({ deferred: 0, skipped: 4 });

	// Dead letters: what was refused for good is there to be sent again, with the same id.
	manners.now = () => undefined;
	const second = await campaignTo(people.slice(0, 2));
	manners.now = () => ({ status: 400, body: 'Not now' });
	await scene.execute(second.id);
	expect((await scene.until(second.id, ['done'])).states).toMatchObject({ failed: 2 });
	const refused = receiver.got.slice(-2).map(({ id }) => id);
	manners.now = () => undefined;
	expect(await scene.fine(scene.ask('POST', `/api/manage/campaign/${second.id}/retry`))).toEqual({ again: 2 });
	expect((await scene.until(second.id, ['done'])).states).toMatchObject({ accepted: 2, failed: 0 });
	expect(
		receiver.got
			.slice(-2)
			.map(({ id }) => id)
			.sort(),
	).toEqual(refused.sort());
});

test('Of whom nobody knows is handed over again where the campaign says so, by the same id, for whoever takes it once', async () => {
	const seen = new Set<string>();
	const { receiver, scene, say, campaignTo, emails } = await staged(({ id }) => {
		const first = !seen.has(id);
		seen.add(id);
		return first ? 'drop' : undefined;
	});
	const people = emails(3);
	await say(people);
	const campaign = await campaignTo(people, { options: { unknown: 'again' } });
	await scene.execute(campaign.id);
	await expect.poll(async () => (await scene.progress(campaign.id)).states).toMatchObject({ deferred: 3, unknown: 0 });
	const { customerId } = scene.tenant;
	await scene.tenantTx((tx) => tx.run(sql`update delivery set due_at = now() where customer_id = ${customerId} and state = 'deferred'`));
	expect((await scene.until(campaign.id, ['done'])).states).toMatchObject({ accepted: 3, unknown: 0 });
	expect([receiver.got.length, seen.size]).toEqual([6, 3]);
});

test('An endpoint that always says when to try again is heeded, and comes to an end', async () => {
	const { receiver, scene, say, campaignTo, emails } = await staged(() => ({ status: 429, headers: { 'retry-after': '1' } }));
	const people = emails(1);
	await say(people);
	const { id } = await campaignTo(people);
	await scene.execute(id);
	const { customerId } = scene.tenant;
	const waits: number[] = [];
	for (let tries = 1; tries <= 8; tries += 1) {
		await expect.poll(() => receiver.got.length).toBe(tries);
		const began = Date.now();
		// In hand it has no time; deferred again, it has that of the next.
		let due: string | null | undefined;
		const again = async () => {
			const path = `/api/manage/campaign/${id}/deliveries?state=deferred`;
			const { deliveries } = await scene.fine<{ deliveries: { dueAt: string | null }[] }>(scene.ask('GET', path));
			due = deliveries[0]?.dueAt;
			return typeof due;
		};
		await expect.poll(again).toBe('string');
		waits.push(Math.round((Date.parse(due ?? '') - began) / 60_000));
		await scene.tenantTx((tx) => tx.run(sql`update delivery set due_at = now() where customer_id = ${customerId} and state = 'deferred'`));
	}
	// The first time when it says; then no sooner than after the wait before.
	expect(waits).toEqual([0, 1, 5, 15, 60, 180, 360, 720]);
	const done = await scene.until(id, ['done']);
	expect([done.reasons, receiver.got.length]).toEqual([[{ state: 'failed', reason: 'given_up', count: 1 }], 9]);
});

test('An endpoint that wants no more, or leads inside, loses nobody: the run goes on when it is put right', async () => {
	const inside = await openReceiver();
	ends.push(() => inside.stop());
	const manners: { now: Manner } = { now: () => ({ status: 410, body: 'Closed' }) };
	const { receiver, scene, say, campaignTo, emails } = await staged((received) => manners.now(received));
	const people = emails(5);
	await say(people);
	const campaign = await campaignTo(people);
	await scene.execute(campaign.id);
	await expect.poll(() => receiver.got.length).toBeGreaterThan(0);
	manners.now = () => ({ status: 307, headers: { location: inside.url } });
	const before = receiver.got.length;
	await expect.poll(() => receiver.got.length).toBeGreaterThan(before);
	expect((await scene.progress(campaign.id)).states).toMatchObject({ waiting: 5, accepted: 0, failed: 0, unknown: 0 });
	manners.now = () => undefined;
	expect((await scene.until(campaign.id, ['done'])).states).toMatchObject({ accepted: 5 });
	expect(inside.got).toEqual([]);
});

test('A dress rehearsal makes every message, sends none, and comes to what the run comes to', async () => {
	const { receiver, scene, say, campaignTo, emails } = await staged(undefined, { text: '{ "a": {{ attributes.none }} }' });
	const people = emails(4);
	await say(people);
	const campaign = await campaignTo(people);
	const { rehearsal } = await scene.fine<{ rehearsal: { id: string } }>(scene.ask('POST', `/api/manage/campaign/${campaign.id}/rehearse`));
	const made = await scene.until(campaign.id, ['done'], rehearsal.id);
	expect(made.states).toMatchObject({ failed: 4 });
	await scene.execute(campaign.id);
	const run = await scene.until(campaign.id, ['done']);
	expect([run.states, run.reasons, receiver.got.length]).toEqual([made.states, made.reasons, 0]);
});

test('Without a connector, or with one that is switched off, it says so before; a secret that signs nothing pauses the run', async () => {
	const { scene, say, campaignTo, emails } = await staged(undefined, { connector: null });
	const people = emails(1);
	await say(people);
	const { id } = await campaignTo(people);
	const refused = async () => {
		const answer = await scene.ask('POST', `/api/manage/campaign/${id}/execute`);
		return [answer.status, answer.json().code];
	};
	expect(await refused()).toEqual([422, 'no_connector']);
	const connector = await scene.add('webhook', { url: 'http://127.0.0.1:1/', secret: 'not a secret', direction: 'none' });
	await scene.change(connector, {}, { isActive: false });
	expect(await refused()).toEqual([422, 'no_connector']);
	await scene.change(connector, {}, { isActive: true });
	// One that was kept before its kind asked for a secret.
	const { customerId } = scene.tenant;
	const keeps = await scene.tenantTx((tx) =>
		tx.rows(
			row({ secrets: orNull(text_) }),
			sql`select secrets from connector where customer_id = ${customerId} and connector_id = ${connector.id}`,
		),
	);
	const keep = (secrets: string | null) =>
		scene.tenantTx((tx) =>
			tx.run(sql`update connector set secrets = ${secrets} where customer_id = ${customerId} and connector_id = ${connector.id}`),
		);
	await keep(null);
	expect(await refused()).toEqual([422, 'no_signing_secret']);
	const { problems } = await scene.fine<{ problems: { code: string; message: { fi: string } }[] }>(
		scene.ask('GET', `/api/manage/campaign/${id}/before`),
	);
	expect(problems).toEqual([
		{ code: 'no_signing_secret', message: expect.objectContaining({ fi: expect.stringContaining(connector.name) }) },
	]);
	await keep(keeps[0]?.secrets ?? null);
	await scene.execute(id);
	expect((await scene.until(id, ['paused', 'done'])).run).toMatchObject({ state: 'paused', why: 'connector' });
});
