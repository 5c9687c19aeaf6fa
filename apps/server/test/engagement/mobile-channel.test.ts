/** Pushes to apps, from an app's registration to what the push service said, by a service that speaks the real protocol. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { createGuard } from '../../src/kernel/outbound/guard.ts';
import { row, sql, text as text_ } from '../../src/kernel/storage/rows.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { LINE_LIMITS } from '../../src/wings/engagement/channels/lines.ts';
import { accountOf } from '../../src/wings/engagement/channels/mobile/account.ts';
import { createFcm } from '../../src/wings/engagement/channels/mobile/fcm.ts';
import type { Frozen } from '../../src/wings/engagement/message.ts';
import { startApp, type Tenant } from '../app.ts';
import { type FakeFcm, openFcm, REFUSALS } from './fcm.ts';
import { campaignScene } from './scene.ts';

const PRICE = 500;
const PICTURE = 'https://shop.example/lamp.png';
const language = (text: string, heroimage: string | null = PICTURE) => ({
	subject: null,
	html: null,
	text,
	heroimage,
	heroimageAlt: null,
});
const PUSH: Frozen = {
	channel: 'mobile',
	language: 'en',
	languages: { en: language('Hello {{ person.first_name }}\nThe lamps are here.\nhttps://shop.example/lamps?ref=app\n') },
	webHook: null,
};

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
let fake: FakeFcm;
beforeEach(async () => {
	fake = await openFcm();
});
afterEach(() => fake.stop());

/** A customer whose people permit pushes. @param n people, each named P0, P1, … */
const apps = async (n: number, given?: { tenant?: Tenant; service?: FakeFcm; purpose?: object }) => {
	const scene = await campaignScene(t, given?.tenant);
	const { domainId, customerId } = scene.tenant;
	const purpose = await scene.addPurpose({ channels: ['mobile'], ...given?.purpose });
	const connector = await scene.add('fcm', (given?.service ?? fake).config);
	const people = scene.emails(n, 'app');
	const ids = new Map<string, string>();
	const edge = async (path: string, body: object, headers = scene.machine) => {
		const sent = await t.send(null, 'POST', `/edge/v1/${path}`, { headers, body: { domainId, ...body } });
		expect([sent.status, sent.text]).toEqual([200, expect.anything()]);
		return sent.json().data.results;
	};
	const kept = await edge('profiles', { profiles: people.map((email, at) => ({ person: { email }, firstName: `P${at}` })) });
	for (const [at, email] of people.entries()) ids.set(email, kept[at].luvallaId);
	await scene.say(people, true, purpose);
	/** Registers apps of somebody; answers their tokens. */
	const register = async (email: string, devices: number, word = newId()): Promise<string[]> => {
		const tokens = Array.from({ length: devices }, (_, at) => `${word}:APA91b-${at}`);
		const results = await edge('devices', { devices: tokens.map((token) => ({ person: { email }, token, platform: 'android' })) });
		expect(results.map((one: { outcome: string }) => one.outcome)).toEqual(tokens.map(() => 'registered'));
		return tokens;
	};
	const rows = scene.rowsByNumber;
	const living = () =>
		scene.tenantTx(async (tx) =>
			(
				await tx.rows(
					row({ token: text_ }),
					sql`select token from device_token where customer_id = ${customerId} and dead_at is null order by token`,
				)
			).map(({ token }) => token),
		);
	const draft = (frozen: Frozen = PUSH, whom: readonly string[] = people, over: object = {}) =>
		scene.campaignTo(whom, frozen, { channel: 'mobile', ...over });
	/** Executed, and over. */
	const sent = async (frozen?: Frozen, whom?: readonly string[], states: readonly string[] = ['done', 'failed', 'paused']) => {
		const campaign = await draft(frozen, whom);
		await scene.execute(campaign.id);
		return { campaign, done: await scene.until(campaign.id, states) };
	};
	return { scene, purpose, connector, people, ids, edge, register, rows, living, draft, sent };
};

test('A push arrives as it was written: title, text, picture, deep link, badge, under the service account', async () => {
	const { people, ids, register, rows, sent } = await apps(2);
	const [first = '', second = ''] = people;
	const [token = ''] = await register(first, 1);
	const { done } = await sent();
	expect(done).toMatchObject({ run: { state: 'done' }, states: { accepted: 1, skipped: 1 }, costMicros: PRICE });
	expect(done.reasons).toEqual([{ state: 'skipped', reason: 'no_address', count: 1 }]);
	expect(fake.taken).toHaveLength(1);
	const [pushed] = fake.taken;
	expect(pushed).toMatchObject({
		token,
		notification: { title: 'Hello P0', body: 'The lamps are here.', image: PICTURE },
		android: { ttl: '86400s' },
		apns: { payload: { aps: { badge: 1, 'mutable-content': 1 } }, fcm_options: { image: PICTURE } },
	});
	expect(pushed?.data.deliveryId).toMatch(/^[a-z2-7]{56}$/);
	// Nobody permits to be followed: the link is the run's and says nothing of who it is.
	expect(pushed?.data.link).toMatch(/\/t\/l\/[^?]+\?to=https%3A%2F%2Fshop\.example%2Flamps%3Fref%3Dapp$/);
	expect(pushed?.data.link).not.toContain(pushed?.data.deliveryId);
	const led = await t.app.inject({
		method: 'GET',
		url: new URL(pushed?.data.link ?? '').pathname + new URL(pushed?.data.link ?? '').search,
	});
	expect(led.headers.location).toBe('https://shop.example/lamps?ref=app');
	const [one] = await rows();
	expect(one).toMatchObject({
		state: 'accepted',
		address: ids.get(first),
		cost: PRICE,
		said: expect.stringContaining(`projects/${fake.projectId}/messages/`),
	});
	expect(ids.get(second)).toBeDefined();
});

test('Every device of a person gets it once, and each costs; the sheet and the rehearsal reach people with a device alone', async () => {
	const { scene, people, register, draft } = await apps(3);
	const [first = '', second = ''] = people;
	const tokens = [...(await register(first, 3)), ...(await register(second, 1))];
	const campaign = await draft();
	await expect
		.poll(() => scene.fine(scene.ask('GET', `/api/manage/campaign/${campaign.id}/before`)))
		.toMatchObject({ targeted: 3, reached: 2, lanes: [{ reachable: 2, left: [{ reason: 'no_address', count: 1 }] }], problems: [] });
	const { rehearsal } = await scene.fine<{ rehearsal: { id: string } }>(scene.ask('POST', `/api/manage/campaign/${campaign.id}/rehearse`));
	const tried = await scene.until(campaign.id, ['done', 'failed'], rehearsal.id);
	expect(tried).toMatchObject({ run: { kind: 'rehearsal', state: 'done' }, states: { accepted: 2 }, costMicros: 4 * PRICE });
	expect(fake.counts()).toMatchObject({ granted: 0, asked: 0 });
	await scene.execute(campaign.id);
	const done = await scene.until(campaign.id, ['done', 'failed']);
	expect(done).toMatchObject({ run: { state: 'done' }, states: { accepted: 2 }, costMicros: 4 * PRICE });
	expect(fake.taken.map(({ token }) => token).sort()).toEqual(tokens.sort());
	// One access token for all of it, over kept connections.
	expect(fake.counts().granted).toBe(1);
});

test('The sheet counts whose push cannot be made', async () => {
	const { scene, people, register, draft } = await apps(3);
	for (const one of people) await register(one, 1);
	const text = '{% unless person.first_name == "P1" %}Hello{% endunless %}';
	const { id } = await draft({ ...PUSH, languages: { en: language(text) } });
	const lane = { reachable: 2, left: [{ reason: 'template', count: 1 }], units: null, isExact: true, costMicros: 2 * PRICE };
	await expect
		.poll(() => scene.fine(scene.ask('GET', `/api/manage/campaign/${id}/before`)))
		.toMatchObject({ targeted: 3, reached: 2, lanes: [lane], problems: [] });
});

test('Half of the tokens are gone: those are retired, the person is reached by the other, and whoever has none left is not asked again', async () => {
	const { scene, people, register, rows, living, sent } = await apps(4);
	const alive: string[] = [];
	const dead = new Set<string>();
	for (const email of people.slice(0, 3)) {
		const [one = '', two = ''] = await register(email, 2);
		alive.push(one);
		dead.add(two);
	}
	for (const token of await register(people[3] ?? '', 2)) dead.add(token);
	fake.manners.onPush = ({ token }, n) => (dead.has(token) ? (n % 2 ? REFUSALS.unregistered : REFUSALS.malformed) : undefined);
	const { campaign, done } = await sent();
	expect(done).toMatchObject({ run: { state: 'done' }, states: { accepted: 3, failed: 1 }, costMicros: 3 * PRICE });
	expect(done.reasons).toEqual([{ state: 'failed', reason: 'no_device', count: 1 }]);
	expect(await living()).toEqual(alive.toSorted());
	expect((await rows()).find(({ state }) => state === 'failed')?.said).toMatch(/^4\d\d (UNREGISTERED|INVALID_ARGUMENT) /);
	const asked = fake.counts().asked;
	// That one is not worth another try, and no run reaches them.
	const again = await scene.ask('POST', `/api/manage/campaign/${campaign.id}/retry`, {});
	expect([again.status, again.json().code]).toEqual([409, 'nothing_failed']);
	const next = await sent();
	expect(next.done).toMatchObject({ states: { accepted: 3, skipped: 1 } });
	expect(next.done.reasons).toEqual([{ state: 'skipped', reason: 'no_address', count: 1 }]);
	expect(fake.counts().asked).toBe(asked + 3);
});

test('A token that is gone and could not be retired is told of, and whoever has another device is reached all the same', async () => {
	const { scene, people, register, rows, sent } = await apps(2);
	const dead = new Set<string>();
	for (const email of people) dead.add((await register(email, 1))[0] ?? '');
	await register(people[0] ?? '', 1);
	fake.manners.onPush = ({ token }) => (dead.has(token) ? REFUSALS.unregistered : undefined);
	const { customerId } = scene.tenant;
	const broken = `device_token_broken_${customerId}`;
	const asOwner = (statement: string) => t.storage.asOwner((owner) => owner.query(statement));
	await asOwner(`create function ${broken}() returns trigger language plpgsql as $$ begin raise 'The disk is full.'; end $$`);
	await asOwner(`create trigger ${broken} before update on device_token for each row
		when (new.customer_id = ${customerId} and new.dead_at is not null) execute function ${broken}()`);
	try {
		expect((await sent()).done).toMatchObject({ run: { state: 'done' }, states: { accepted: 1, failed: 1 } });
	} finally {
		await asOwner(`drop trigger ${broken} on device_token`);
		await asOwner(`drop function ${broken}()`);
	}
	for (const { said } of await rows()) expect(said).toMatch(/The disk is full/);
});

test('Whoever says no while it is sent gets nothing more, not even on their second device; whoever never permitted gets nothing', async () => {
	const { scene, purpose, people, register, rows, sent } = await apps(60);
	const [first = '', never = ''] = people;
	const own = await register(first, 2);
	const others = new Set<string>();
	for (const email of people.slice(2)) for (const token of await register(email, 1)) others.add(token);
	await register(never, 1);
	await scene.say([never], false, purpose);
	let said = false;
	fake.manners.onPush = async ({ token }) => {
		if (own.includes(token) && !said) {
			said = true;
			await scene.say([first], false, purpose);
			// Longer than anybody's permission is believed.
			await new Promise((resolve) => setTimeout(resolve, 1_200));
		}
		return undefined;
	};
	const { done } = await sent();
	expect(done).toMatchObject({ run: { state: 'done' }, states: { accepted: 59, skipped: 1 }, costMicros: 59 * PRICE });
	expect(done.reasons).toEqual([{ state: 'skipped', reason: 'said_no', count: 1 }]);
	expect(fake.taken.filter(({ token }) => own.includes(token))).toHaveLength(1);
	expect(fake.taken.filter(({ token }) => others.has(token))).toHaveLength(58);
	expect((await rows()).filter(({ state }) => state === 'accepted')).toHaveLength(59);
	// The next one leaves them out.
	const next = await sent();
	expect(next.done.states).toMatchObject({ accepted: 58, skipped: 2 });
});

test('A token of Google’s that ended early is renewed once for all, and nobody gets it twice', async () => {
	const { people, register, sent } = await apps(30);
	for (const email of people) await register(email, 1);
	fake.manners.onPush = (_, n) => {
		if (n === 10) fake.expire();
		return undefined;
	};
	const { done } = await sent();
	expect(done).toMatchObject({ run: { state: 'done' }, states: { accepted: 30 } });
	expect(new Set(fake.taken.map(({ token }) => token)).size).toBe(30);
	expect([fake.taken.length, fake.counts().granted]).toEqual([30, 2]);
});

test('A quota and a service that is down put it off as long as they say; a permission that went meanwhile is heeded', async () => {
	const { scene, purpose, people, register, sent } = await apps(4);
	const tokens = new Map<string, number>();
	for (const [at, email] of people.entries()) for (const token of await register(email, 1)) tokens.set(token, at);
	const seen = new Map<string, number>();
	const times: number[] = [];
	fake.manners.onPush = async ({ token }) => {
		const at = tokens.get(token) ?? -1;
		const n = (seen.get(token) ?? 0) + 1;
		seen.set(token, n);
		if (n > 1) {
			times.push(performance.now());
			return undefined;
		}
		times.push(performance.now());
		if (at === 2) await scene.say([people[2] ?? ''], false, purpose);
		return [REFUSALS.quota, REFUSALS.unavailable, REFUSALS.quota][at];
	};
	const { done } = await sent();
	expect(done).toMatchObject({ run: { state: 'done' }, states: { accepted: 3, skipped: 1 } });
	expect([...seen.values()].sort()).toEqual([1, 1, 2, 2]);
	expect(Math.max(...times) - Math.min(...times)).toBeGreaterThanOrEqual(950);
});

test('A service that leads elsewhere, does not know us or denies us closes the way; nothing leaves, nobody is retired', async () => {
	const { scene, people, register, rows, living, draft } = await apps(2);
	let inside = 0;
	const secret = createServer((_, response) => {
		inside += 1;
		response.end('{"name":"inside"}');
	});
	await new Promise<void>((resolve) => secret.listen(0, '127.0.0.1', resolve));
	try {
		const tokens = [...(await register(people[0] ?? '', 1)), ...(await register(people[1] ?? '', 1))].sort();
		const answers = [
			{ status: 307, headers: { location: `http://127.0.0.1:${(secret.address() as AddressInfo).port}/v1` } },
			REFUSALS.denied,
			{ status: 404, body: '<html>nothing here</html>' },
		];
		fake.manners.onPush = (_, n) => answers[n % answers.length];
		const campaign = await draft();
		await scene.execute(campaign.id);
		await expect.poll(() => fake.counts().asked).toBeGreaterThan(4);
		await scene.fine(scene.ask('POST', `/api/manage/campaign/${campaign.id}/stop`));
		const done = await scene.until(campaign.id, ['stopped']);
		expect(done.states).toMatchObject({ accepted: 0, unknown: 0, failed: 0, skipped: 2 });
		expect([inside, fake.taken, await living()]).toEqual([0, [], tokens]);
		expect((await rows()).map(({ cost }) => cost)).toEqual([0, 0]);
	} finally {
		secret.close();
	}
});

test('What ends in the middle of a push is unknown; a message that the service refuses is no fault of the device', async () => {
	const { people, register, rows, living, sent } = await apps(4);
	const tokens: string[] = [];
	for (const email of people) tokens.push(...(await register(email, 1)));
	fake.manners.onPush = ({ token }) =>
		(['drop', REFUSALS.payload, REFUSALS.apple, { status: 200, body: {} }] as const)[tokens.indexOf(token)];
	const { done } = await sent();
	expect(done).toMatchObject({ run: { state: 'done' }, states: { accepted: 0, failed: 2, unknown: 2 }, costMicros: 0 });
	expect((await rows()).map(({ state, reason }) => [state, reason])).toEqual([
		['unknown', 'no_answer'],
		['failed', 'refused'],
		['failed', 'refused'],
		['unknown', 'no_answer'],
	]);
	expect(await living()).toEqual(tokens.toSorted());
});

test('A token of another project is retired once this project has proved to be the right one, and not before', async () => {
	const { people, register, living, sent } = await apps(2);
	const [own = ''] = await register(people[0] ?? '', 1);
	const [foreign = ''] = await register(people[1] ?? '', 1);
	fake.manners.onPush = () => REFUSALS.mismatch;
	expect((await sent()).done.states).toMatchObject({ failed: 2 });
	expect(await living()).toEqual([own, foreign].sort());
	fake.manners.onPush = async ({ token }) => {
		if (token === own) return undefined;
		// After the other was taken.
		await expect.poll(() => fake.taken.length).toBe(1);
		await new Promise((resolve) => setTimeout(resolve, 100));
		return REFUSALS.mismatch;
	};
	expect((await sent()).done.states).toMatchObject({ accepted: 1, failed: 1 });
	expect(await living()).toEqual([own]);
});

test('Sent by itself: a slow service is unknown, one that cannot be reached or is inside closes the way, and neither throws', async () => {
	const { privateKey, tokenUri, clientEmail, projectId } = fake.config;
	const account = accountOf(projectId, clientEmail, tokenUri, privateKey);
	const open = createGuard(['127.0.0.0/8']);
	const send = async (base: string, guard = open, mayLeave = async () => true, of = account, limits = LINE_LIMITS) => {
		const way = createFcm(base, of, guard, limits);
		try {
			return await way.send('token', '{"data":{}}', mayLeave);
		} finally {
			way.close();
		}
	};
	fake.manners.onPush = () => 'silent';
	// A request that is none is refused at once: the service looks before it waits.
	expect(await send(fake.url)).toMatchObject({ state: 'failed', reason: 'refused' });
	const silent = createServer(() => undefined);
	await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
	const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
	const hasty = await send(address, open, undefined, account, { ...LINE_LIMITS, answerMs: 300 });
	expect(hasty).toMatchObject({ state: 'unknown', said: expect.stringContaining('took too long') });
	silent.closeAllConnections();
	await new Promise((resolve) => silent.close(resolve));
	expect(await send(address)).toMatchObject({ state: 'returned', closed: true });
	let left = 0;
	expect(await send(fake.url, createGuard([]), async () => ++left > 0, accountOf('p', 'a@b.example', tokenUri, privateKey))).toMatchObject({
		state: 'returned',
		closed: true,
		said: expect.stringContaining('not a public address'),
	});
	expect(left).toBe(0);
	expect(await send(fake.url, open, async () => false)).toEqual({ state: 'returned', closed: false, said: '' });
	const stranger = await openFcm();
	try {
		// Another's key.
		const wrong = accountOf(projectId, clientEmail, tokenUri, stranger.config.privateKey);
		expect(await send(fake.url, open, undefined, wrong)).toMatchObject({
			state: 'returned',
			closed: true,
			said: expect.stringContaining('invalid_grant'),
		});
	} finally {
		await stranger.stop();
	}
	expect(fake.taken).toEqual([]);
});

test('A token is one person’s: it moves with whoever signs in; a renewed one lives again; the oldest of more than twenty is retired', async () => {
	const { scene, people, ids, edge, register, living, sent } = await apps(3);
	const [first = '', second = '', third = ''] = people;
	const [token = '', other = ''] = await register(first, 2);
	const one = { person: { email: second }, token, platform: 'ios', topics: ['news', 'lamps'] };
	expect(await edge('devices', { devices: [one] })).toMatchObject([{ outcome: 'registered', luvallaId: ids.get(second) }]);
	// Its topics stay where nothing else is said.
	expect(await edge('devices', { devices: [{ person: { luvallaId: ids.get(second) }, token, platform: 'ios' }] })).toMatchObject([
		{ outcome: 'renewed' },
	]);
	await sent();
	expect(fake.taken.map((pushed) => [pushed.token, pushed.notification.title]).sort()).toEqual(
		[
			[token, 'Hello P1'],
			[other, 'Hello P0'],
		].sort(),
	);
	const file = await scene.ask('GET', `/api/audit/domain/people/${ids.get(second)}/data/file`);
	expect(file.json().devices).toEqual([
		{
			token,
			platform: 'ios',
			topics: ['news', 'lamps'],
			registeredAt: expect.any(String),
			renewedAt: expect.any(String),
			endedAt: null,
		},
	]);
	// It is dead, and lives again.
	fake.manners.onPush = () => REFUSALS.unregistered;
	await sent();
	expect(await living()).toEqual([]);
	expect(await edge('devices', { devices: [one] })).toMatchObject([{ outcome: 'renewed' }]);
	expect(await living()).toEqual([token]);
	const removal = { devices: [{ token }, { token }, { token: 'never-heard-of-this-one' }] };
	const outcomes = (await edge('devices/remove', removal)).map(({ outcome }: { outcome: string }) => outcome);
	expect(outcomes).toEqual(['removed', 'unchanged', 'unchanged']);
	const many = await register(third, 20);
	const [newest = ''] = await register(third, 1);
	const alive = await living();
	expect(alive).toHaveLength(20);
	expect(alive).toContain(newest);
	expect(alive.filter((one) => many.includes(one))).toHaveLength(19);
});

test('People who are one have all their devices and get it once; each keeps their own when they are two again', async () => {
	const { scene, people, ids, register, living, sent } = await apps(2);
	const [first = '', second = ''] = people;
	const tokens = [...(await register(first, 1)), ...(await register(second, 1))].sort();
	const [kept, gone] = [ids.get(first), ids.get(second)];
	await scene.fine(scene.ask('POST', `/api/manage/domain/person/${kept}/merge`, { other: gone }));
	const { done } = await sent();
	expect(done).toMatchObject({ states: { accepted: 1 }, costMicros: 2 * PRICE });
	expect(fake.taken.map(({ token }) => token).sort()).toEqual(tokens);
	expect(await living()).toEqual(tokens);
	await scene.fine(scene.ask('POST', `/api/manage/domain/person/${kept}/unmerge`, { gone }));
	const next = await sent();
	expect(next.done).toMatchObject({ states: { accepted: 2 }, costMicros: 2 * PRICE });
});

test('Whoever is erased has no device any more; a message that waits for them is left out', async () => {
	const { scene, people, ids, register, rows, living, sent } = await apps(2);
	const { customerId } = scene.tenant;
	const [first = '', second = ''] = people;
	const [own = ''] = await register(first, 1);
	const [other = ''] = await register(second, 1);
	let n = 0;
	fake.manners.onPush = async ({ token }) => {
		if (token !== own) return undefined;
		n += 1;
		await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, ids.get(first) ?? ''));
		return REFUSALS.quota;
	};
	const { done } = await sent();
	expect(done.states).toMatchObject({ accepted: 1, skipped: 1 });
	expect([n, await living(), fake.taken.map(({ token }) => token)]).toEqual([1, [other], [other]]);
	expect((await rows()).find(({ state }) => state === 'skipped')).toMatchObject({ address: null });
});

test('Another customer’s devices are never reached, by the same token, person or address', async () => {
	const theirs = await openFcm();
	try {
		const a = await apps(1);
		const b = await apps(1, { service: theirs });
		const [email = ''] = a.people;
		const token = `${newId()}:the-same-phone`;
		for (const scene of [a, b])
			expect(await scene.edge('devices', { devices: [{ person: { email }, token, platform: 'android' }] })).toMatchObject([
				{ outcome: 'registered' },
			]);
		await a.sent();
		expect([fake.taken.length, theirs.taken.length]).toEqual([1, 0]);
		expect(await a.edge('devices/remove', { devices: [{ token }] })).toMatchObject([{ outcome: 'removed' }]);
		expect([await a.living(), await b.living()]).toEqual([[], [token]]);
		// A person of the other customer is nobody here.
		expect(await b.edge('devices', { devices: [{ person: { luvallaId: a.ids.get(email) }, token, platform: 'ios' }] })).toMatchObject([
			{ outcome: 'refused', code: 'unknown_person' },
		]);
	} finally {
		await theirs.stop();
	}
});

test('A domain’s own token registers and takes away on its domain alone', async () => {
	const { scene, people, edge, register, living } = await apps(1);
	const { customerId } = scene.tenant;
	const [token = ''] = await register(people[0] ?? '', 1);
	const added = await t.send(scene.owner, 'POST', '/api/domain', { body: { domain: `two-${newId()}.localhost`, customerId } });
	const domainId: string = added.json().data.id;
	const made = await t.send(scene.owner, 'POST', '/api/manage/domain/generatetoken', { body: { id: domainId } });
	const other = { authorization: `Bearer ${made.json().data.accessToken}` };
	const results = await edge('devices/remove', { domainId, devices: [{ token }] }, other);
	expect([results, await living()]).toEqual([[{ outcome: 'unchanged', code: null, fields: null }], [token]]);
	expect(await edge('devices', { domainId, devices: [{ person: { email: people[0] }, token, platform: 'ios' }] }, other)).toMatchObject([
		{ outcome: 'refused', code: 'cannot_name' },
	]);
});

test('Hostile values: tokens of ten kilobytes, names that are scripts or addresses, texts without end', async () => {
	const { scene, people, edge, register, sent } = await apps(3);
	const [first = '', second = '', third = ''] = people;
	const wrong = ['x'.repeat(10_240), 'short', 'has blanks in it, and quotes "', 'null\u0000null\u0000null\u0000', 7, null];
	const refused = await edge('devices', { devices: wrong.map((token) => ({ person: { email: first }, token, platform: 'android' })) });
	for (const one of refused)
		expect(one).toMatchObject({ outcome: 'refused', code: 'malformed', fields: expect.anything(), luvallaId: null });
	expect(refused[0].fields.token).toContain('1,000');
	const other = await edge('devices', {
		devices: [
			{ person: { email: first }, token: 'a-token-of-a-phone-01', platform: 'toaster' },
			{ person: { email: first }, token: 'a-token-of-a-phone-01', platform: 'ios', topics: Array.from({ length: 21 }, (_, n) => `t${n}`) },
			{ person: {}, token: 'a-token-of-a-phone-01', platform: 'ios' },
			{ person: { email: first }, token: 'a-token-of-a-phone-01', platform: 'ios', admin: true },
		],
	});
	expect(other.map(({ code }: { code: string }) => code)).toEqual(['malformed', 'malformed', 'malformed', 'malformed']);
	await edge('profiles', {
		profiles: [
			{ person: { email: first }, firstName: '<script>alert(1)</script>' },
			{ person: { email: second }, firstName: 'https://evil.example/take-over' },
			{ person: { email: third }, firstName: '{{ person.email }}", "token": "x' },
		],
	});
	const tokens: string[] = [];
	for (const email of people) tokens.push(...(await register(email, 1)));
	const long = 'ä"\n'.repeat(4_000);
	const { done } = await sent({
		...PUSH,
		languages: { en: language(`{{ person.first_name }}\n${long}\nmyshop://lamps/7?who={{ person.first_name }}`, 'javascript:alert(1)') },
	});
	expect(done.states).toMatchObject({ accepted: 3 });
	const by = new Map(fake.taken.map((one) => [one.token, one]));
	const [a, b, c] = tokens.map((token) => by.get(token));
	expect(a?.notification.title).toBe('<script>alert(1)</script>');
	expect(b?.notification.title).toBe('https://evil.example/take-over');
	// The app's own address, with what is in it made harmless.
	expect(a?.data.link).toMatch(/^myshop:\/\/lamps\/7\?who=/);
	expect(b?.data.link).toMatch(/^myshop:\/\/lamps\/7\?who=https%3A%2F%2Fevil\.example/);
	expect(c?.notification.title).toBe('{{ person.email }}", "token": "x');
	for (const one of [a, b, c]) {
		expect(one?.notification.image).toBeUndefined();
		expect(one?.notification.body.endsWith('…')).toBe(true);
		expect(Buffer.byteLength(JSON.stringify({ notification: one?.notification, data: one?.data }))).toBeLessThan(4_000);
	}
	// A name alone is no link, and a text of one line stands under the customer's name.
	fake.taken.length = 0;
	await sent({ ...PUSH, languages: { en: language('{{ person.first_name }} {{ person.first_name }}', null) } });
	expect(new Set(fake.taken.map(({ data }) => data.link))).toEqual(new Set([undefined]));
	expect(fake.taken).toHaveLength(3);
	expect(fake.taken.every(({ notification }) => notification.title.length > 0 && !notification.title.includes('script'))).toBe(true);
	expect(scene.tenant.host.length).toBeGreaterThan(0);
});

test('The preview shows what the phone does, for somebody and for an example person', async () => {
	const { scene, ids, people } = await apps(1);
	const written = { heroimage: PICTURE, simpletext: 'Hello {{ person.first_name }}\nThe lamps are here.\nmyshop://lamps' };
	const look = (simpletext: string, person?: string) =>
		scene.fine<{ rendered: { push: object; heroimage: string } }>(
			scene.ask('POST', '/api/manage/content/preview', {
				channel: 2,
				language: 'en',
				controls: { en: { ...written, simpletext } },
				markup: 'html',
				...(person && { person }),
			}),
		);
	expect((await look(written.simpletext, ids.get(people[0] ?? ''))).rendered).toMatchObject({
		push: { title: 'Hello P0', body: 'The lamps are here.', link: 'myshop://lamps' },
		heroimage: PICTURE,
	});
	// An address with words beside it is text.
	const beside = await look('Lamps\nhttps://shop.example/lamps is where they are\n https://shop.example/a?of={{ person.first_name }} ');
	expect(beside.rendered.push).toMatchObject({
		body: 'https://shop.example/lamps is where they are',
		link: expect.stringMatching(/^https:\/\/shop\.example\/a\?of=/),
	});
	// Of one line the title is the customer's name; what could run leads nowhere.
	const alone = await look('One line\njavascript://%0aalert(1)');
	expect(alone.rendered.push).toMatchObject({ title: expect.stringMatching(/./), body: 'One line', link: null });
});

test('Whoever permits to be followed has a link of their own, and a press of it counts', async () => {
	const { scene, people, register, sent } = await apps(1);
	const tracking = await scene.addPurpose({ tracks: true });
	await scene.say(people, true, tracking);
	await register(people[0] ?? '', 1);
	const { campaign } = await sent();
	const link = new URL(fake.taken[0]?.data.link ?? '');
	expect(link.pathname.startsWith(`/t/c/${fake.taken[0]?.data.deliveryId}/`)).toBe(true);
	await scene.tenantTx((tx) =>
		tx.run(sql`update delivery set settled_at = ${new Date(Date.now() - 3_600_000)} where customer_id = ${scene.tenant.customerId}`),
	);
	const led = await t.app.inject({
		method: 'GET',
		url: link.pathname + link.search,
		remoteAddress: '198.51.100.7',
		headers: {
			'user-agent': 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
		},
	});
	expect(led.headers.location).toBe('https://shop.example/lamps?ref=app');
	await expect.poll(async () => (await scene.progress(campaign.id)).clicked).toBe(1);
	// Where it is left, by the page that the message leads to.
	const leave = new URL(fake.taken[0]?.data.leave ?? '');
	expect((await t.app.inject({ method: 'GET', url: leave.pathname })).statusCode).toBe(200);
});

test('A connector that is switched off, or whose key is none, pauses the run, which goes on when it is put right', async () => {
	const { scene, connector, people, register, draft } = await apps(1);
	await register(people[0] ?? '', 1);
	const campaign = await draft();
	expect((await scene.change(connector, { privateKey: 'no key at all' })).status).toBe(200);
	await scene.execute(campaign.id);
	const paused = await scene.until(campaign.id, ['paused']);
	expect(paused.run).toMatchObject({ state: 'paused', why: 'connector' });
	expect((await scene.change(connector, { privateKey: fake.config.privateKey })).status).toBe(200);
	await scene.fine(scene.ask('POST', `/api/manage/campaign/${campaign.id}/resume`));
	expect((await scene.until(campaign.id, ['done'])).states).toMatchObject({ accepted: 1 });
	// A key that was given for one place goes to no other.
	const moved = await scene.change(connector, { url: 'http://127.0.0.1:9', privateKey: '' });
	expect([moved.status, Object.keys(moved.json().fields)]).toEqual([422, ['config.privateKey']]);
});
