/** Text messages, by a server that speaks as Twilio does: what leaves, what it costs, who hears STOP, and what nobody can fake. */
import type { CampaignBefore } from '@luvalla/contract/engagement/campaign-runs.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setClock } from '../../src/kernel/clock.ts';
import { instant, int, orNull, row, sql, text as text_ } from '../../src/kernel/storage/rows.ts';
import { differing } from '../../src/kernel/tally/recount.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { smsOf } from '../../src/wings/engagement/channels/sms/parts.ts';
import { saysStop, wordsIn } from '../../src/wings/engagement/channels/sms/stop-words.ts';
import type { Frozen } from '../../src/wings/engagement/message.ts';
import { deliveryRecount } from '../../src/wings/engagement/runs/counts.ts';
import { type TestApp, testApp } from '../app.ts';
import { campaignScene, type Scene } from './scene.ts';
import { type Answer, signatureOf, twilio } from './twilio.ts';

let t: TestApp;
let peer: Awaited<ReturnType<typeof twilio>>;
beforeAll(async () => {
	t = await testApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
	peer = await twilio();
});
afterEach(() => peer.answers(() => null));
afterAll(async () => {
	await peer.stop();
	await t.stop();
});

const PART = 65_000;
const words = (en: string, fi?: string): Frozen => {
	const of = (text: string) => ({ subject: null, html: null, text, heroimage: null, heroimageAlt: null });
	return { channel: 'sms', language: 'en', languages: { en: of(en), ...(fi && { fi: of(fi) }) }, webHook: null };
};

let numbers = 0;
/** A Finnish mobile number that nobody else has. */
const number = (): string => `+35845${String(7_000_000 + numbers++)}`;

/** People with telephones who said yes to texts, a server, and campaigns by it. */
const texting = async (n: number, over: { config?: object; facts?: (at: number) => object } = {}) => {
	const scene = await campaignScene(t);
	const { domainId } = scene.tenant;
	const purpose = await scene.addPurpose({ channels: ['sms'] });
	const people = scene.emails(n, 'texted').map((email) => ({ email, phone: number() }));
	for (let from = 0; from < n; from += 100) {
		const profiles = people
			.slice(from, from + 100)
			.map((person, at) => ({ person, firstName: `P${from + at}`, ...over.facts?.(from + at) }));
		const kept = await t.send(null, 'POST', '/edge/v1/profiles', { headers: scene.machine, body: { domainId, profiles } });
		expect([kept.status, kept.text.slice(0, 300)]).toEqual([200, expect.anything()]);
	}
	const emails = people.map(({ email }) => email);
	await scene.say(emails, true, purpose);
	const connector = await scene.add('sms-http', peer.config(over.config));
	const made = async (frozen: Frozen, options?: object, whom = emails) => {
		const audience = await scene.audience([await scene.segment(whom)]);
		return scene.campaign({ audience, constellation: await scene.published(frozen), channel: 'sms', ...(options && { options }) });
	};
	const sent = async (frozen: Frozen, options?: object, whom = emails) => {
		const campaign = await made(frozen, options, whom);
		await scene.execute(campaign.id);
		const done = await scene.until(campaign.id, ['done', 'failed', 'paused']);
		return { campaign, done };
	};
	const bodyTo = (phone: string | undefined): string | undefined => peer.taken.findLast(({ to }) => to === phone)?.body;
	return { scene, purpose, people, emails, connector, made, sent, bodyTo, phones: people.map(({ phone }) => phone) };
};

/** The sheet, once its sets are counted. */
const before = async (scene: Scene, id: string): Promise<CampaignBefore> => {
	for (;;) {
		const sheet = await scene.fine<CampaignBefore>(scene.ask('GET', `/api/manage/campaign/${id}/before`));
		if (sheet.state !== 'building') return sheet;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
};
/** How many it would reach, as soon as sets have heard of it. */
const reaches = (scene: Scene, id: string, many: number) =>
	expect.poll(async () => (await before(scene, id)).lanes[0]?.reachable).toBe(many);

/** As the server tells us. */
const tell = (url: string, fields: Record<string, string>, token?: string) =>
	t.send(null, 'POST', url, {
		headers: {
			'content-type': 'application/x-www-form-urlencoded',
			'x-twilio-signature': signatureOf(`${t.server.kernel.settings.publicUrl}${url}`, fields, token),
		},
		body: new URLSearchParams(fields).toString(),
	});
const pathOf = (url: string | null | undefined): string => new URL(url ?? '').pathname;
const repliesTo = (scene: Scene, connector: { id: string }): string =>
	`/m/sms/${scene.tenant.customerId.toString(36)}-${connector.id}/replies`;

const RecordRow = row({ value: text_, how: text_, source: orNull(text_), purpose: text_ });
const recordsOf = ({ tenant, tenantTx }: Scene, email: string) =>
	tenantTx((tx) =>
		tx.rows(
			RecordRow,
			sql`select r.value::text as value, r.how, r.source, r.purpose_id::text as purpose from consent_record r
			join person_identifier i on i.customer_id = ${tenant.customerId} and i.person = r.person and i.value = ${email}
			where r.customer_id = ${tenant.customerId} order by r.received_at, r.batch_position`,
		),
	);

describe('parts of a text', () => {
	test('are counted as networks count them, and signs of two places are never cut', () => {
		expect(smsOf('')).toMatchObject({ parts: 0, characters: 0 });
		expect(smsOf('a'.repeat(160))).toMatchObject({ parts: 1, encoding: 'GSM-7', foreign: null, places: 160 });
		expect(smsOf('a'.repeat(161))).toMatchObject({ parts: 2, places: 306 });
		expect(smsOf('a'.repeat(306))).toMatchObject({ parts: 2 });
		expect(smsOf('a'.repeat(307))).toMatchObject({ parts: 3 });
		// The euro sign takes two places: at the end of the first part it does not fit.
		expect(smsOf(`${'a'.repeat(159)}€`)).toMatchObject({ parts: 2, characters: 161 });
		expect(smsOf(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toMatchObject({ parts: 3, characters: 306 });
		expect(smsOf('Šarlote')).toMatchObject({ parts: 1, encoding: 'UCS-2', characters: 7, foreign: 'Š', places: 70 });
		expect(smsOf('ä'.repeat(160))).toMatchObject({ parts: 1, encoding: 'GSM-7' });
		expect(smsOf('š'.repeat(71))).toMatchObject({ parts: 2, places: 134 });
		// A smile is two places; sixty-seven are an odd number of them.
		expect(smsOf('😀'.repeat(66))).toMatchObject({ parts: 2, characters: 132 });
		expect(smsOf('😀'.repeat(67))).toMatchObject({ parts: 3, characters: 134 });
	});
});

describe('STOP', () => {
	test('is heard in any language, with marks and a word of thanks, and not in a sentence about something else', () => {
		for (const said of [
			'STOP',
			'stop.',
			' Stop please',
			'Peru',
			'PERU kiitos!',
			'ARRÊT',
			'arret',
			'Arrêter',
			'Lopeta',
			'СТОП',
			'stop all',
			'Stop!!',
		])
			expect([said, saysStop(said, [])]).toEqual([said, true]);
		for (const said of [
			'',
			'Do not stop',
			'Perunat maksoivat liikaa',
			'Stopped by your shop today',
			'Can you stop by our house today',
			'Hei',
		])
			expect([said, saysStop(said, [])]).toEqual([said, false]);
		expect(wordsIn(' EI KIITOS, seis ;;\nIRTI')).toEqual(['EI KIITOS', 'seis', 'IRTI']);
		expect(saysStop('ei kiitos', wordsIn('EI KIITOS'))).toBe(true);
	});
});

test('Each gets their own text with short links and a way out, asked who said yes and nobody else, and it costs its parts before and after', async () => {
	const { scene, purpose, emails, phones, made, bodyTo, people } = await texting(5, {
		config: { senders: { FI: 'AALTO' }, answer: '18222', price: 0.065 },
		facts: (at) => ({
			...(at === 1 && { firstName: 'Šarlote' }),
			...(at === 2 && { firstName: 'A'.repeat(200) }),
			...(at === 4 && { locale: 'fi-FI' }),
		}),
	});
	await scene.say(emails.slice(3, 4), false, purpose);
	const tracking = await scene.addPurpose({ tracks: true });
	await scene.say(emails.slice(0, 1), true, tracking);
	const campaign = await made(
		words(
			'Aalto: {{ person.first_name }}, the lamp: https://shop.example/lamps/oak?a=1. Bye',
			'Aalto: hei {{ person.first_name }}! https://shop.example/lamput',
		),
	);
	const sheet = await before(scene, campaign.id);
	expect(sheet.lanes[0]).toMatchObject({ reachable: 4, priceMicros: PART, isExact: true });
	await scene.execute(campaign.id);
	const done = await scene.until(campaign.id, ['done', 'failed', 'paused']);
	expect(done.states).toMatchObject({ accepted: 4, skipped: 1 });
	expect(bodyTo(phones[3])).toBeUndefined();
	const [first = '', second = '', third = '', fifth = ''] = [0, 1, 2, 4].map((at) => bodyTo(phones[at]));
	const { publicUrl } = t.server.kernel.settings;
	const LINK = new RegExp(`${publicUrl.replaceAll('.', '\\.')}/k/[0-9a-z]+[0-9A-Za-z]{10}`);
	expect(first).toMatch(new RegExp(`^Aalto: P0, the lamp: ${LINK.source}\\. Bye\\nStop: text STOP to 18222$`));
	expect(fifth).toMatch(new RegExp(`^Aalto: hei P4! ${LINK.source}\\nPeru: PERU numeroon 18222$`));
	expect(peer.taken.find(({ to }) => to === phones[0])?.from).toBe('AALTO');
	// Each is paid by its parts, to the unit, as the sheet said.
	const parts = [first, second, third, fifth].map((body) => smsOf(body).parts);
	expect(parts[0]).toBe(1);
	expect(parts[1]).toBe(2);
	expect(parts[2]).toBeGreaterThan(1);
	const cost = parts.reduce((sum, one) => sum + one, 0) * PART;
	expect(sheet.lanes[0]?.costMicros).toBe(cost);
	expect(done.costMicros).toBe(cost);
	expect(sheet.lanes[0]?.units?.reduce((sum, one) => sum + one.people, 0)).toBe(4);
	// Hits of the first moments are a scanner's.
	setClock(() => new Date(Date.now() + 3_600_000));
	// A link leads where it was written to; of who permits it the click is theirs, of others it is the run's.
	const follow = async (body: string): Promise<string> => {
		const short = await t.send(null, 'GET', new URL(LINK.exec(body)?.[0] ?? '').pathname);
		expect(short.status).toBe(302);
		const long = new URL(String(short.headers.location));
		const led = await t.send(null, 'GET', long.pathname + long.search, {
			headers: { 'user-agent': 'Mozilla/5.0 (iPhone) AppleWebKit/605 Mobile Safari/604' },
		});
		expect(led.status).toBe(302);
		return `${long.pathname.slice(0, 4)} ${led.headers.location}`;
	};
	expect(await follow(first)).toBe('/t/c https://shop.example/lamps/oak?a=1');
	expect(await follow(second)).toBe('/t/l https://shop.example/lamps/oak?a=1');
	expect((await scene.progress(campaign.id)).clicked).toBe(1);
	expect((await t.send(null, 'GET', `/k/${scene.tenant.customerId.toString(36)}aaaaaaaaaa`)).status).toBe(404);
	expect((await t.send(null, 'GET', '/k/zzzzzzzaaaaaaaaaa')).status).toBe(404);
	// The person's own page of it says what they got.
	const list = await scene.fine<{ deliveries: { id: string; address: string }[] }>(
		scene.ask('GET', `/api/manage/campaign/${campaign.id}/deliveries?did=clicked`),
	);
	expect(list.deliveries.map(({ address }) => address)).toEqual([phones[0]]);
	const one = await scene.fine<{ text: string; costMicros: number }>(
		scene.ask('GET', `/api/manage/campaign/${campaign.id}/delivery/${list.deliveries[0]?.id}`),
	);
	expect(one).toMatchObject({ costMicros: PART, text: expect.stringContaining('Stop: text STOP to 18222') });
	expect(people).toHaveLength(5);
});

test('A dress rehearsal counts the parts of each and sends nothing', async () => {
	const { scene, made } = await texting(3, { facts: (at) => ({ firstName: at === 0 ? 'Š' : 'S' }) });
	const taken = peer.requests;
	const campaign = await made(words(`Aalto {{ person.first_name }} ${'a'.repeat(100)} STOP`));
	const { rehearsal } = await scene.fine<{ rehearsal: { id: string } }>(scene.ask('POST', `/api/manage/campaign/${campaign.id}/rehearse`));
	const done = await scene.until(campaign.id, ['done'], rehearsal.id);
	expect([done.states.accepted, done.costMicros, peer.requests]).toEqual([3, 4 * PART, taken]);
});

test('What the server says of each message is what becomes of it', async () => {
	const { scene, phones, emails, sent } = await texting(8);
	const said = new Map<string | undefined, Answer>([
		[phones[0], { status: 400, body: { code: 21211, message: 'Invalid To' } }],
		[phones[1], { status: 400, body: { code: 21610, message: 'Attempt to send to unsubscribed recipient' } }],
		[phones[2], { status: 500, body: { code: 20500, message: 'Internal' } }],
		[phones[3], 'drop'],
		[phones[4], { status: 400, body: { code: 21408, message: 'Permission to send an SMS has not been enabled for the region' } }],
		[phones[5], { status: 201, body: { ok: true } }],
	]);
	let busy = true;
	peer.answers(({ to }) => {
		if (to === phones[6] && busy) {
			busy = false;
			return { status: 429, body: { code: 20429, message: 'Too many' }, headers: { 'retry-after': '1' } };
		}
		return said.get(to) ?? null;
	});
	const { campaign, done } = await sent(words('Hello STOP'));
	expect(done.run.state).toBe('done');
	expect(done.states).toMatchObject({ accepted: 2, failed: 3, unknown: 3 });
	const rows = await scene.tenantTx((tx) =>
		tx.rows(
			row({ address: orNull(text_), state: text_, reason: orNull(text_), said: orNull(text_), cost: orNull(int) }),
			sql`select address, state, reason, said, cost_micros::int as cost from delivery where customer_id = ${scene.tenant.customerId} and run_id = ${done.run.id}`,
		),
	);
	const of = (at: number) => rows.find(({ address }) => address === phones[at]);
	expect(of(0)).toMatchObject({ reason: 'no_such_address', said: '400 21211 Invalid To' });
	expect(of(1)).toMatchObject({ reason: 'left' });
	expect(of(2)).toMatchObject({ state: 'unknown' });
	expect(of(3)).toMatchObject({ state: 'unknown' });
	expect(of(4)).toMatchObject({ state: 'failed', reason: 'refused' });
	expect(of(5)).toMatchObject({ state: 'unknown' });
	expect(of(6)).toMatchObject({ state: 'accepted', cost: PART });
	expect(peer.taken.filter(({ to }) => to === phones[6])).toHaveLength(1);
	expect(peer.taken.filter(({ to }) => to === phones[3])).toHaveLength(1);
	// Whoever said STOP to the server itself has said no, and a number that is none is not written to again.
	expect((await recordsOf(scene, emails[1] ?? '')).at(-1)).toMatchObject({ value: 'false', how: 'unsubscribe' });
	await reaches(scene, campaign.id, 6);
});

test('A server that refuses who sends, or is not there, loses nobody: they wait until it is put right', async () => {
	const { scene, made } = await texting(4);
	let refusals = 0;
	peer.answers(() => {
		refusals += 1;
		return refusals <= 4 ? { status: 401, body: { code: 20003, message: 'Authenticate' } } : null;
	});
	const campaign = await made(words('Hello STOP'));
	await scene.execute(campaign.id);
	const done = await scene.until(campaign.id, ['done', 'failed', 'paused']);
	expect(done.run.state).toBe('done');
	expect(done.states).toMatchObject({ accepted: 4, failed: 0, unknown: 0 });
	expect(refusals).toBeGreaterThan(4);
});

test('A service that takes messages and says nothing puts two in doubt, not the audience', async () => {
	const { scene, made } = await texting(20);
	peer.answers(() => 'drop');
	const campaign = await made(words('Hello STOP'));
	const before = peer.taken.length;
	await scene.execute(campaign.id);
	await expect.poll(async () => (await scene.progress(campaign.id)).states.unknown).toBe(2);
	peer.answers(() => null);
	const done = await scene.until(campaign.id, ['done', 'paused']);
	expect(done.states.unknown + done.states.accepted).toBe(20);
	expect(done.states.unknown).toBeLessThanOrEqual(4);
	expect(peer.taken.length - before).toBe(20);
});

test('Connections are kept, and a redirect to the inside is followed by nobody', async () => {
	const { phones, sent } = await texting(60, { config: { atOnce: 5 } });
	const connections = peer.connections;
	const { done } = await sent(words('Hello STOP'));
	expect(done.states.accepted).toBe(60);
	expect(peer.connections - connections).toBeLessThanOrEqual(5);
	peer.answers(({ to }) => (to === phones[0] ? { status: 302, body: {}, headers: { location: `${peer.url}/inside` } } : null));
	const asked = peer.requests;
	const second = await sent(words('Hello again STOP'), undefined, undefined);
	expect(second.done.states).toMatchObject({ accepted: 59, failed: 1 });
	expect(peer.requests - asked).toBe(60);
});

test('What becomes of a message is said later, once, and by nobody who has no token', async () => {
	const { scene, phones, sent } = await texting(3);
	const { campaign } = await sent(words('Hello STOP'));
	const [first, second, third] = phones.map((phone) => peer.taken.findLast(({ to }) => to === phone));
	const report = (one: typeof first, status: string, more: Record<string, string> = {}, token?: string) =>
		tell(pathOf(one?.callback), { MessageSid: one?.sid ?? '', MessageStatus: status, To: one?.to ?? '', ...more }, token);
	expect((await report(first, 'delivered', {}, 'another token')).status).toBe(404);
	expect((await scene.progress(campaign.id)).arrived).toBe(0);
	for (let n = 0; n < 2; n++) {
		expect((await report(first, 'sent')).status).toBe(204);
		expect((await report(first, 'delivered')).status).toBe(204);
		expect((await report(second, 'undelivered', { ErrorCode: '30005' })).status).toBe(204);
		expect((await report(third, 'undelivered', { ErrorCode: '30003' })).status).toBe(204);
	}
	expect(await scene.progress(campaign.id)).toMatchObject({ arrived: 1, bounced: 2 });
	// A number that is nobody's is given up; a telephone that was off is not.
	await reaches(scene, campaign.id, 2);
	const named = pathOf(first?.callback).slice(0, -'/status'.length);
	// Its last letter is any.
	const other = named.slice(0, -1) + (named.endsWith('x') ? 'y' : 'x');
	for (const path of ['/m/sms/nobody/status', `/m/sms/${'a'.repeat(56)}/status`, `${other}/status`])
		expect([path, (await tell(path, { MessageStatus: 'delivered' })).status]).toEqual([path, 404]);
});

test.each(['hang', 'drop'] as const)(
	'Whose message is said to have arrived is in doubt no more, and is not written to again: %s',
	async (how) => {
		const { scene, made } = await texting(1);
		const { customerId } = scene.tenant;
		peer.answers(() => how);
		const campaign = await made(words('Hello STOP'));
		const before = peer.taken.length;
		await scene.execute(campaign.id);
		await expect.poll(() => peer.taken.length).toBe(before + 1);
		const states = async () => (await scene.progress(campaign.id)).states;
		if (how === 'drop') await expect.poll(states).toMatchObject({ unknown: 1 });
		const text = peer.taken.at(-1);
		const said = { MessageSid: text?.sid ?? '', MessageStatus: 'delivered', To: text?.to ?? '' };
		expect((await tell(pathOf(text?.callback), said)).status).toBe(204);
		// Before its worker heard of it, which is taken for dead.
		if (how === 'hang')
			await scene.tenantTx((tx) =>
				tx.run(sql`update delivery_lease set until = now() - interval '1 minute' where customer_id = ${customerId}`),
			);
		await expect.poll(states).toMatchObject({ accepted: 1, unknown: 0, waiting: 0 });
		await scene.until(campaign.id, ['done']);
		const again = await scene.ask('POST', `/api/manage/campaign/${campaign.id}/retry`, { state: 'unknown' });
		expect([again.status, again.json().code]).toEqual([409, 'nothing_unknown']);
		expect(peer.taken.length).toBe(before + 1);
		expect(await scene.tenantTx((tx) => tx.run(differing(deliveryRecount, customerId)))).toBe(0);
	},
);

test('Whoever followed a message in doubt has it, and is not written to again', async () => {
	const { scene, made } = await texting(1);
	peer.answers(() => 'drop');
	const campaign = await made(words('Hello STOP'));
	const before = peer.taken.length;
	await scene.execute(campaign.id);
	const { run } = await scene.until(campaign.id, ['done']);
	await scene.tenantTx((tx) =>
		tx.run(sql`insert into delivery_first (customer_id, run_id, channel, entry, kind, at)
			select customer_id, run_id, channel, entry, 'click', now() from delivery where customer_id = ${scene.tenant.customerId} and run_id = ${run.id}
			on conflict do nothing`),
	);
	const again = await scene.ask('POST', `/api/manage/campaign/${campaign.id}/retry`, { state: 'unknown' });
	expect([again.status, again.json().code, peer.taken.length]).toEqual([409, 'nothing_unknown', before + 1]);
});

test('STOP is a no in the ledger, at once, on every domain that writes to the number; a forged one is none', async () => {
	const { scene, purpose, people, connector, sent } = await texting(3, { config: { stopWords: 'EI KIITOS' } });
	const other = await scene.addPurpose({ channels: ['sms', 'email'] });
	await scene.say([people[0]?.email ?? ''], true, other);
	const { campaign } = await sent(words('Hello'));
	expect(peer.taken.at(-1)?.body).toBe('Hello\nStop: reply STOP');
	const path = repliesTo(scene, connector);
	const answer = (phone: string | undefined, Body: string, token?: string) =>
		tell(path, { From: phone ?? '', To: '+358457000000', Body, MessageSid: 'SM1' }, token);
	expect((await answer(people[0]?.phone, 'STOP', 'forged')).status).toBe(404);
	expect(
		(await tell(path.replace(connector.id, '01234567-0123-7123-8123-0123456789ab'), { From: people[0]?.phone ?? '', Body: 'STOP' })).status,
	).toBe(404);
	expect((await answer(people[1]?.phone, 'Hello, when do you open?')).status).toBe(200);
	await reaches(scene, campaign.id, 3);
	const heard = await answer(people[0]?.phone, ' peru kiitos ');
	expect([heard.status, heard.text]).toEqual([200, '<?xml version="1.0" encoding="UTF-8"?><Response/>']);
	expect((await answer(people[0]?.phone, 'STOP')).status).toBe(200);
	expect((await answer(people[1]?.phone, 'Ei, kiitos!')).status).toBe(200);
	// Nobody's number, and what is no number at all.
	expect((await answer(number(), 'STOP')).status).toBe(200);
	expect((await answer('22', 'STOP')).status).toBe(200);
	await reaches(scene, campaign.id, 1);
	const records = (await recordsOf(scene, people[0]?.email ?? '')).filter(({ value }) => value === 'false');
	expect(records).toHaveLength(2);
	expect(new Set(records.map((one) => one.purpose))).toEqual(new Set([purpose, other]));
	for (const one of records) expect(one).toMatchObject({ how: 'unsubscribe', source: expect.stringMatching(/: peru kiitos$/) });
	expect((await scene.progress(campaign.id)).left).toBe(2);
	// The next one goes to the third alone.
	const next = await sent(words('Hello again'));
	expect(next.done.states).toMatchObject({ accepted: 1, skipped: 2 });
});

test('STOP in the middle of a run is heeded by the next message', async () => {
	const { scene, connector, phones, made } = await texting(30, { config: { atOnce: 1 } });
	const campaign = await made(words('Hello'));
	const late = new Set<string>();
	peer.answers(({ to }) => {
		late.add(to);
		return null;
	});
	await scene.execute(campaign.id);
	// As soon as some have it, all others say no.
	while (late.size < 3) await new Promise((resolve) => setTimeout(resolve, 5));
	const others = phones.filter((phone) => !late.has(phone)).slice(-10);
	for (const phone of others) expect((await tell(repliesTo(scene, connector), { From: phone, Body: 'STOP' })).status).toBe(200);
	const stopped = others.filter((phone) => !late.has(phone));
	const done = await scene.until(campaign.id, ['done']);
	expect(stopped.filter((phone) => late.has(phone))).toEqual([]);
	expect(done.states.accepted + done.states.skipped).toBe(30);
});

test('Erased, nothing of them is kept: neither their number nor where their links led', async () => {
	const { scene, people, sent } = await texting(2);
	await sent(words('Hello {{ links.unsubscribe }}'));
	const links = () =>
		scene.tenantTx((tx) =>
			tx.rows(
				row({ entry: orNull(int), created_at: instant }),
				sql`select entry, created_at from short_link where customer_id = ${scene.tenant.customerId}`,
			),
		);
	expect(await links()).toHaveLength(2);
	expect(peer.taken.at(-1)?.body).not.toContain('Stop:');
	const { luvallaId } = await scene.person({ email: people[0]?.email });
	const { customerId } = scene.tenant;
	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, luvallaId));
	expect(await links()).toHaveLength(1);
});

test('STOP of whoever was erased is remembered, and so is one of signs that are no text', async () => {
	const { scene, purpose, people, connector } = await texting(2);
	const { customerId, domainId } = scene.tenant;
	const [{ email, phone } = { email: '', phone: '' }, other] = people;
	const stop = (From: string | undefined, Body: string) => tell(repliesTo(scene, connector), { From: From ?? '', Body });
	const { luvallaId } = await scene.person({ email });
	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, luvallaId));
	expect((await stop(phone, 'STOP')).status).toBe(200);
	// A file brings them once more, with the yes from before.
	const at = new Date(Date.now() - 86_400_000).toISOString();
	const answers = [{ purpose, value: true, person: { phone }, at, source: 'the old list' }];
	await scene.fine(t.send(null, 'POST', '/edge/v1/consents', { headers: scene.machine, body: { domainId, answers } }));
	const held = await scene.tenantTx((tx) =>
		tx.rows(row({ value: text_ }), sql`select value::text as value from consent_state where customer_id = ${customerId} and value`),
	);
	expect(held).toHaveLength(1);
	expect((await stop(other?.phone, `STOP\0 ${'\u{1f600}'.repeat(30)}`)).status).toBe(200);
	expect((await recordsOf(scene, other?.email ?? '')).at(-1)).toMatchObject({ source: expect.stringMatching(/: STOP \u{1f600}{17}$/u) });
});

test('A way out is what its author wrote, not what somebody is called; a link has the brackets that it opened', async () => {
	const { scene, phones, sent, bodyTo, people } = await texting(2, { facts: (at) => ({ firstName: ['ALTO', 'STOP'][at] }) });
	expect(people).toHaveLength(2);
	await sent(words('Hi {{ person.first_name }} (https://wiki.example/Turku_(city))!'));
	for (const phone of phones) {
		const [, path = '', after] = /\(http\S+?(\/k\/\w+)(.*)$/s.exec(bodyTo(phone) ?? '') ?? [];
		expect(after).toBe(')!\nStop: reply STOP');
		const { headers } = await t.send(null, 'GET', path);
		expect(new URL(String(headers.location)).searchParams.get('to')).toBe('https://wiki.example/Turku_(city)');
	}
	const { id } = await scene.campaign({
		audience: await scene.audience([await scene.segment(people.map(({ email }) => email))]),
		constellation: await scene.published(words('{% if person.first_name == "ALTO" %}Hi, end by PERU{% else %}Hi STOP{% endif %}')),
		channel: 'sms',
	});
	await scene.execute(id);
	await scene.until(id, ['done']);
	expect(phones.map(bodyTo)).toEqual(['Hi, end by PERU', 'Hi STOP']);
	// Whose language is not known is told in the language of what they get.
	await sent({ ...words('Hello', 'Hei'), language: 'fi' });
	expect(bodyTo(phones[0])).toBe('Hei\nPeru: vastaa PERU');
});

test('A text of more parts than a text may have is said before it fails for everybody', async () => {
	const { scene, made } = await texting(2);
	const long = 'word '.repeat(330);
	const campaign = await made(words(long));
	const sheet = { reachable: 0, left: [{ reason: 'template', count: 2 }], costMicros: 0 };
	await expect.poll(async () => (await before(scene, campaign.id)).lanes[0]).toMatchObject(sheet);
	// So is a push that is an address alone, and a document that is none.
	for (const [channel, simpletext] of [
		[1, long],
		[2, 'https://shop.example/'],
		[5, '{"name": }'],
	] as const) {
		const body = { channel, language: 'en', controls: { en: { simpletext } } };
		const seen = await scene.fine<{ rendered: null; hints: object[] }>(scene.ask('POST', '/api/manage/content/preview', body));
		expect([channel, seen.rendered, seen.hints[0]]).toMatchObject([channel, null, { level: 'error', code: 'bad_template' }]);
	}
});

test('Hostile names stay what they are, and a text that grows too long fails for that person alone', async () => {
	const names = ['<script>alert(1)</script>', "Robert'); DROP TABLE person;--", 'a'.repeat(100), '{{ person.email }}'];
	const { phones, emails, sent, bodyTo } = await texting(5, {
		facts: (at) =>
			at < 4 ? { firstName: names[at], city: 'https://evil.example/x' } : { firstName: 'Ä'.repeat(100), lastName: 'Ж'.repeat(100) },
	});
	// What somebody is called makes no link of ours, which would lend it our name; in an address that its author wrote it is a part of it.
	await sent(words('{{ person.city }} https://shop.example/{{ person.city }}'), undefined, emails.slice(0, 1));
	const [, named, path = ''] = /^(\S+) http\S+?(\/k\/\w+)\n/.exec(bodyTo(phones[0]) ?? '') ?? [];
	const { headers } = await t.send(null, 'GET', path);
	expect([named, new URL(String(headers.location)).searchParams.get('to')]).toEqual([
		'https://evil.example/x',
		'https://shop.example/https%3A%2F%2Fevil.example%2Fx',
	]);
	const { done } = await sent(words(`Hi {{ person.first_name }} {% for n in (1..7) %}{{ person.last_name }}{% endfor %} STOP`));
	expect(done.states).toMatchObject({ accepted: 4, failed: 1 });
	expect(bodyTo(phones[0])).toContain('<script>alert(1)</script>');
	expect(bodyTo(phones[3])).toContain('{{ person.email }}');
	expect(bodyTo(phones[4])).toBeUndefined();
});
