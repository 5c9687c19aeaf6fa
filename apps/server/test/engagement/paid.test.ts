/** Campaigns that are paid with credits: refused before they begin, reserved while they run, and paid by what they came to. */
import type { TriggeredProgress } from '@luvalla/contract/engagement/journeys.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId, now } from '../../src/kernel/clock.ts';
import { int, row, sql } from '../../src/kernel/storage/rows.ts';
import { differing } from '../../src/kernel/tally/recount.ts';
import { checkCredits } from '../../src/wings/billing/credits/check.ts';
import { balanceOf, book, spend } from '../../src/wings/billing/wing.ts';
import { identifierAddress } from '../../src/wings/engagement/channels/addresses.ts';
import { keepReported } from '../../src/wings/engagement/channels/reported.ts';
import type { Frozen } from '../../src/wings/engagement/message.ts';
import { deliveryRecount } from '../../src/wings/engagement/runs/counts.ts';
import { createNames } from '../../src/wings/engagement/runs/token.ts';
import { conduct } from '../../src/wings/engagement/send/conduct.ts';
import { squareRuns } from '../../src/wings/engagement/send/square.ts';
import { type Person, type TestApp, testApp } from '../app.ts';
import { campaignScene, type Scene } from './scene.ts';
import { openSink, type Sink } from './sink.ts';
import { twilio } from './twilio.ts';

let t: TestApp;
let sink: Sink;
let texts: Awaited<ReturnType<typeof twilio>>;
let admin: Person;
beforeAll(async () => {
	// A credit is 1.00: a letter costs a thousandth of one.
	t = await testApp({ OUTBOUND_ALLOW: '127.0.0.0/8', CREDIT_PRICE_CENTS: '100' });
	sink = await openSink();
	texts = await twilio();
	admin = await t.person(['ADMIN']);
});
afterAll(async () => {
	await sink.stop();
	await texts.stop();
	await t.stop();
});

const LETTER_MICROS = 1_000;
const PART_MICROS = 65_000;

const give = ({ tenant: { customerId } }: Scene, micros: number) =>
	t.storage.inTenant(customerId, (tx) =>
		book(tx, { customerId, kind: 'voucher', reference: newId(), other: 'vouchers', micros, about: {} }),
	);
const balance = ({ tenant: { customerId } }: Scene) => t.storage.inTenant(customerId, (tx) => balanceOf(tx, customerId));
const reserved = ({ tenant: { customerId } }: Scene): Promise<number> =>
	t.storage.inTenant(customerId, async (tx) => {
		const found = await tx.first(
			row({ sum: int }),
			sql`select coalesce(sum(micros), 0)::bigint as sum from credit_entry where customer_id = ${customerId} and account = 'reserved'`,
		);
		return found?.sum ?? 0;
	});
const ledger = async ({ tenant: { customerId } }: Scene, kind: string) =>
	(await t.send(admin, 'GET', `/api/customer/ledgerreport?customerId=${customerId}&kind=${kind}&size=100`)).json().data;
const addsUp = async ({ tenant: { customerId } }: Scene) => !(await checkCredits(t.server.kernel)).wrong.includes(customerId);
const before = (scene: Scene, id: string) =>
	// biome-ignore lint/suspicious/noExplicitAny: read by each test as it needs
	scene.fine<any>(scene.ask('GET', `/api/manage/campaign/${id}/before`));

const inHours = (hours: number): string => new Date(now().getTime() + hours * 3_600_000).toISOString();
/** The time of its run has come. */
const itIsTime = ({ tenant: { customerId }, tenantTx }: Scene, id: string, of: 'begins_at' | 'late_at' = 'begins_at') =>
	tenantTx(async (tx) => {
		const set = of === 'begins_at' ? sql`begins_at = ${now()}` : sql`late_at = ${now()}`;
		const moved = await tx.run(sql`update campaign_run set ${set} where customer_id = ${customerId} and campaign_id = ${id}`);
		expect(moved).toBe(1);
	});

/** Once everybody is counted. */
const counted = async (scene: Scene, id: string) => {
	await expect.poll(async () => (await before(scene, id)).state, { timeout: 120_000 }).toBe('ready');
	return before(scene, id);
};

/** A letter to so many people who said yes. */
const staged = async (people: number, options: object = {}) => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const emails = scene.emails(people);
	await scene.say(emails, true);
	const parts = { audience: await scene.audience([await scene.segment(emails)]), constellation: await scene.published(), options };
	await scene.followed();
	return { scene, emails, parts, campaign: () => scene.campaign(parts) };
};
const tryExecute = (scene: Scene, id: string, language = 'en') =>
	t.send(scene.owner, 'POST', `/api/manage/campaign/${id}/execute`, {
		headers: { customer_key: String(scene.tenant.customerId), 'accept-language': language },
	});

test('whoever is not charged sends free, and nothing of it stands in the ledger', async () => {
	const { scene, campaign } = await staged(2);
	const { id } = await campaign();
	expect((await before(scene, id)).credits).toBeNull();
	await scene.execute(id);
	expect(await scene.until(id, ['done'])).toMatchObject({ states: { accepted: 2 }, credits: null });
	expect([await balance(scene), await ledger(scene, 'sending')]).toEqual([0, []]);
});

test('with credits enough the sheet says what is reserved, the run reserves it, and pays what was accepted, to the unit', async () => {
	const { scene, emails, campaign } = await staged(5, { beginsAt: inHours(1) });
	await give(scene, 10 * LETTER_MICROS);
	const { id, title } = await campaign();
	const sheet = await counted(scene, id);
	expect(sheet.credits).toEqual({ neededMicros: 5 * LETTER_MICROS, balanceMicros: 10 * LETTER_MICROS, shortMicros: 0, priceCents: 100 });
	expect([sheet.problems, sheet.lanes[0].costMicros]).toEqual([[], 5_000]);
	await scene.execute(id);
	// It begins in a moment: nothing is reserved before.
	expect([await balance(scene), await reserved(scene)]).toEqual([10 * LETTER_MICROS, 0]);
	await scene.say(emails.slice(4), false);
	await itIsTime(scene, id);
	const done = await scene.until(id, ['done']);
	expect(done).toMatchObject({ states: { accepted: 4 }, costMicros: 4_000, credits: null });
	expect([await balance(scene), await reserved(scene)]).toEqual([6 * LETTER_MICROS, 0]);
	expect(await ledger(scene, 'sending')).toMatchObject([
		{ micros: -4 * LETTER_MICROS, reference: done.run.id, about: { title, campaign: id, count: 4 }, from: 'customer', to: 'sending' },
	]);
	const { data } = (await t.send(scene.owner, 'GET', `/api/customer/${scene.tenant.customerId}/costing/all`)).json();
	expect(JSON.parse(data[0].value)).toMatchObject({ micros: 4 * LETTER_MICROS, kinds: { sending: 4 * LETTER_MICROS } });
	expect(await addsUp(scene)).toBe(true);
});

test('short of one message it is refused before it begins, with how much lacks in both languages, and nothing is kept', async () => {
	const { scene, campaign } = await staged(5);
	await give(scene, 4 * LETTER_MICROS);
	const { id } = await campaign();
	const sheet = await counted(scene, id);
	expect(sheet.credits).toMatchObject({ neededMicros: 5 * LETTER_MICROS, shortMicros: LETTER_MICROS });
	expect(sheet.problems).toMatchObject([{ code: 'no_credits', message: { en: expect.stringContaining('0.001 credits short') } }]);
	const [en, fi] = [await tryExecute(scene, id), await tryExecute(scene, id, 'fi')];
	expect([en.status, en.json().code]).toEqual([409, 'no_credits']);
	expect(en.json().error).toMatch(/^0\.001 credits short: this needs 0\.005\. Buy credits/);
	expect(fi.json().error).toMatch(/^Puuttuu 0,001 krediittiä: tähän tarvitaan 0,005\. Osta krediittejä/);
	expect(await scene.fine(scene.ask('GET', `/api/manage/campaign/${id}/runs`))).toEqual([]);
	expect([await balance(scene), await reserved(scene)]).toEqual([4 * LETTER_MICROS, 0]);
	await give(scene, LETTER_MICROS);
	expect((await tryExecute(scene, id)).status).toBe(200);
	await scene.until(id, ['done']);
	expect([await balance(scene), await reserved(scene), await addsUp(scene)]).toEqual([0, 0, true]);
});

test('of two that are executed at once with credits for one, one runs and the other is refused', async () => {
	const { scene, campaign } = await staged(3);
	await give(scene, 5 * LETTER_MICROS);
	const both = [await campaign(), await campaign()];
	for (const { id } of both) await counted(scene, id);
	const answers = await Promise.all(both.map(({ id }) => tryExecute(scene, id)));
	expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
	const ran = both[answers.findIndex(({ status }) => status === 200)]?.id ?? '';
	await scene.until(ran, ['done']);
	expect([await balance(scene), await reserved(scene), await addsUp(scene)]).toEqual([2 * LETTER_MICROS, 0, true]);
});

test('one that begins later is queued though credits lack; when its time comes it waits and says so, and it goes on when they come', async () => {
	const { scene, campaign } = await staged(3, { beginsAt: inHours(1) });
	await give(scene, LETTER_MICROS);
	const { id, title } = await campaign();
	expect(await counted(scene, id)).toMatchObject({
		problems: [],
		warnings: expect.arrayContaining([expect.objectContaining({ code: 'no_credits' })]),
	});
	await scene.execute(id);
	const spending = async () =>
		(await t.send(scene.owner, 'GET', `/api/customer/spending?customerId=${scene.tenant.customerId}`)).json().data;
	expect((await spending()).short).toMatchObject([
		{ campaignId: id, title, neededMicros: 3 * LETTER_MICROS, shortMicros: 2 * LETTER_MICROS, waits: false },
	]);
	await itIsTime(scene, id);
	await expect.poll(async () => (await scene.progress(id)).credits, { timeout: 120_000 }).toMatchObject({ since: expect.any(String) });
	expect((await spending()).short).toMatchObject([{ waits: true }]);
	expect((await scene.progress(id)).states).toMatchObject({ waiting: 3, accepted: 0 });
	await give(scene, 2 * LETTER_MICROS);
	expect(await scene.until(id, ['done'])).toMatchObject({ states: { accepted: 3 }, credits: null });
	expect([await balance(scene), await reserved(scene), await addsUp(scene)]).toEqual([0, 0, true]);
});

test('what waits for credits until it is too late is left out as that, and costs nothing', async () => {
	const { scene, campaign } = await staged(2, {
		beginsAt: inHours(1),
		lateAt: inHours(2),
	});
	await give(scene, LETTER_MICROS);
	const { id } = await campaign();
	await scene.execute(id);
	await itIsTime(scene, id);
	await expect.poll(async () => (await scene.progress(id)).credits, { timeout: 120_000 }).not.toBeNull();
	await itIsTime(scene, id, 'late_at');
	const done = await scene.until(id, ['done']);
	expect(done).toMatchObject({ states: { accepted: 0, skipped: 2 }, reasons: [{ reason: 'late', count: 2 }] });
	expect([await balance(scene), await reserved(scene)]).toEqual([LETTER_MICROS, 0]);
});

test('a run that is stopped before anybody was written to gives everything back', async () => {
	const { scene, campaign } = await staged(3, { throttle: 1 });
	await give(scene, 3 * LETTER_MICROS);
	const { id } = await campaign();
	await counted(scene, id);
	await scene.execute(id);
	expect(await balance(scene)).toBe(0);
	await scene.fine(scene.ask('POST', `/api/manage/campaign/${id}/stop`));
	const done = await scene.until(id, ['stopped']);
	expect([await balance(scene), await reserved(scene)]).toEqual([3 * LETTER_MICROS - done.costMicros, 0]);
	expect(await addsUp(scene)).toBe(true);
});

test('steps of the end that are taken twice, by several at once, pay once', async () => {
	const { scene, campaign } = await staged(4);
	await give(scene, 9 * LETTER_MICROS);
	const { id } = await campaign();
	await scene.execute(id);
	// Two more workers beside the program's own move it on.
	const more = async () => {
		for (let n = 0; n < 30; n++) {
			await conduct(t.storage, scene.tenant.customerId);
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
	};
	await Promise.all([more(), more(), scene.until(id, ['done'])]);
	expect(await ledger(scene, 'sending')).toHaveLength(1);
	expect([await balance(scene), await reserved(scene), await addsUp(scene)]).toEqual([5 * LETTER_MICROS, 0, true]);
});

const TEXT: Frozen = {
	channel: 'sms',
	language: 'en',
	languages: { en: { subject: '', html: '', text: 'Three segments of one message. '.repeat(12), heroimage: null, heroimageAlt: null } },
	webHook: null,
};

/** A text message to one person who said yes, under a connector with a price of its own. */
const texted = async () => {
	const scene = await campaignScene(t);
	await scene.add('sms-http', texts.config({ senders: { FI: 'AALTO' }, answer: '18222', price: 0.065 }));
	const purpose = await scene.addPurpose({ channels: ['sms'] });
	const phone = `+35840${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
	const said = await t.send(null, 'POST', '/edge/v1/consents', {
		headers: scene.machine,
		body: {
			domainId: scene.tenant.domainId,
			answers: [{ person: { phone }, purpose, value: true, at: new Date().toISOString(), source: 'Paper' }],
		},
	});
	expect(said.status).toBe(200);
	const id = await scene.textTo(phone, TEXT);
	return { scene, id, phone };
};

test('a text message of three parts is reserved and paid as three', async () => {
	const { scene, id } = await texted();
	await give(scene, 10 * PART_MICROS);
	const sheet = await counted(scene, id);
	expect(sheet.problems).toEqual([]);
	expect(sheet.lanes[0]).toMatchObject({ costMicros: 3 * PART_MICROS, units: [{ units: 3, people: 1 }] });
	expect(sheet.credits.neededMicros).toBe(3 * PART_MICROS);
	await scene.execute(id);
	expect(await balance(scene)).toBe(7 * PART_MICROS);
	const done = await scene.until(id, ['done']);
	expect(done).toMatchObject({ states: { accepted: 1 }, costMicros: 3 * PART_MICROS });
	expect([await balance(scene), await reserved(scene), await addsUp(scene)]).toEqual([7 * PART_MICROS, 0, true]);
});

test('what the other side says later of the cost is paid, given back or owed, and each once', async () => {
	const { scene, id, phone } = await texted();
	const { customerId } = scene.tenant;
	await give(scene, 4 * PART_MICROS);
	await counted(scene, id);
	await scene.execute(id);
	await scene.until(id, ['done']);
	expect(await balance(scene)).toBe(PART_MICROS);
	const { secrets, hooks } = t.server.kernel;
	const callback = texts.taken.findLast(({ to }) => to === phone)?.callback ?? '';
	const key = createNames(secrets).keyOf(callback.split('/').at(-2) ?? '');
	if (!key) throw new Error('The message has no name.');
	const says = (parts: number): Promise<void> =>
		t.storage.inTurn(customerId, (tx) =>
			keepReported(tx, { secrets, hooks }, { address: identifierAddress('phone') }, key, {
				...{ kind: 'arrived', said: 'delivered', costMicros: parts * PART_MICROS },
			}),
		);
	const paid = async () => (await ledger(scene, 'sending')).reduce((sum: number, { micros }: { micros: number }) => sum - micros, 0);
	const owed = async (): Promise<number[]> =>
		(await t.send(scene.owner, 'GET', `/api/customer/spending?customerId=${customerId}`))
			.json()
			.data.due.map(({ micros }: { micros: number }) => micros);
	// Dearer than it was told, within what there is.
	for (let n = 0; n < 2; n++) await says(4);
	expect([await balance(scene), await paid(), await owed()]).toEqual([0, 4 * PART_MICROS, []]);
	// Dearer than there is: it is owed, and taken when credits come.
	for (let n = 0; n < 2; n++) await says(6);
	expect([await balance(scene), await paid(), await owed()]).toEqual([0, 4 * PART_MICROS, [2 * PART_MICROS]]);
	await give(scene, 3 * PART_MICROS);
	expect([await balance(scene), await paid(), await owed()]).toEqual([PART_MICROS, 6 * PART_MICROS, []]);
	// Cheaper in the end.
	for (let n = 0; n < 2; n++) await says(2);
	expect([await balance(scene), await paid(), await owed()]).toEqual([5 * PART_MICROS, 2 * PART_MICROS, []]);
	expect([(await scene.progress(id)).costMicros, await reserved(scene), await addsUp(scene)]).toEqual([2 * PART_MICROS, 0, true]);
});

test('one that was in doubt, arrived after all and is told its cost is paid once', async () => {
	const { scene, id, phone } = await texted();
	const { customerId } = scene.tenant;
	await give(scene, 4 * PART_MICROS);
	await counted(scene, id);
	texts.answers(({ to }) => (to === phone ? 'drop' : null));
	await scene.execute(id);
	expect((await scene.until(id, ['done'])).states).toMatchObject({ unknown: 1 });
	texts.answers(() => null);
	expect([await balance(scene), await reserved(scene)]).toEqual([4 * PART_MICROS, 0]);
	const { secrets, hooks } = t.server.kernel;
	const callback = texts.taken.findLast(({ to }) => to === phone)?.callback ?? '';
	const key = createNames(secrets).keyOf(callback.split('/').at(-2) ?? '');
	if (!key) throw new Error('The message has no name.');
	for (let n = 0; n < 2; n++)
		await t.storage.inTurn(customerId, (tx) =>
			keepReported(tx, { secrets, hooks }, { address: identifierAddress('phone') }, key, {
				...{ kind: 'arrived', said: 'delivered', costMicros: 3 * PART_MICROS },
			}),
		);
	expect(await scene.progress(id)).toMatchObject({ states: { accepted: 1, unknown: 0 }, costMicros: 3 * PART_MICROS });
	expect([await balance(scene), await reserved(scene), await addsUp(scene)]).toEqual([PART_MICROS, 0, true]);
	expect(await scene.tenantTx((tx) => tx.run(differing(deliveryRecount, customerId)))).toBe(0);
});

test('leaflets of two pages are reserved by the sheet and paid by what was printed, to the unit', async () => {
	const LEAFLET_MICROS = 780_000 + 2 * 40_000;
	const scene = await campaignScene(t);
	await scene.add('printing-house', { house: 'Painotalo', price: 0.78, pagePrice: 0.04 });
	const purpose = await scene.addPurpose({ channels: ['leaflet'] });
	const emails = scene.emails(3);
	const profiles = emails.map((email, n) => ({
		...{ person: { email }, firstName: 'Aino', lastName: `Koski${n}` },
		...{ street: `Linnankatu ${n + 1}`, postalCode: '20100', city: 'Turku', country: 'FI' },
	}));
	const body = { domainId: scene.tenant.domainId, profiles };
	expect((await t.send(null, 'POST', '/edge/v1/profiles', { headers: scene.machine, body })).status).toBe(200);
	await scene.say(emails, true, purpose);
	const languages = {
		en: {
			subject: null,
			html: '<html><body><p>Front</p><hr><p>Back</p></body></html>',
			text: 'Light',
			heroimage: null,
			heroimageAlt: null,
		},
	};
	const constellation = await scene.published({ channel: 'leaflet', language: 'en', languages, webHook: null });
	const audience = await scene.audience([await scene.segment(emails)]);
	await scene.followed();
	const { id } = await scene.campaign({ audience, constellation, channel: 'leaflet', options: { beginsAt: inHours(1) } });
	await give(scene, 3 * LEAFLET_MICROS);
	const sheet = await counted(scene, id);
	expect([sheet.problems, sheet.credits]).toEqual([
		[],
		{ neededMicros: 3 * LEAFLET_MICROS, balanceMicros: 3 * LEAFLET_MICROS, shortMicros: 0, priceCents: 100 },
	]);
	expect(sheet.lanes[0]).toMatchObject({ costMicros: 3 * LEAFLET_MICROS, units: [{ units: 2, people: 3 }] });
	await scene.execute(id);
	// Somebody says no before it is printed: what was reserved for them is there again.
	await scene.say(emails.slice(2), false, purpose);
	await itIsTime(scene, id);
	expect(await scene.until(id, ['done'])).toMatchObject({ states: { accepted: 2 }, costMicros: 2 * LEAFLET_MICROS });
	expect(await ledger(scene, 'sending')).toMatchObject([{ micros: -2 * LEAFLET_MICROS, about: { count: 2 } }]);
	expect([await balance(scene), await reserved(scene), await addsUp(scene)]).toEqual([LEAFLET_MICROS, 0, true]);
});

test('whoever is taken out of an ad’s list before anybody had it is paid for by nobody', async () => {
	const scene = await campaignScene(t);
	const purpose = await scene.addPurpose({ channels: ['ad'] });
	const emails = scene.emails(3);
	await scene.say(emails, true, purpose);
	const words = { subject: null, html: '<p>Lamps</p>', text: null, heroimage: null, heroimageAlt: null };
	const constellation = await scene.published({ channel: 'ad', language: 'en', languages: { en: words }, webHook: null });
	const audience = await scene.audience([await scene.segment(emails)]);
	await scene.followed();
	const { id } = await scene.campaign({ audience, constellation, channel: 'ad' });
	const { priceMicros } = (await counted(scene, id)).lanes[0];
	await give(scene, 3 * priceMicros);
	await scene.execute(id);
	await scene.until(id, ['done']);
	expect(await balance(scene)).toBe(0);
	await scene.say(emails.slice(2), false, purpose);
	expect((await scene.ask('GET', `/api/manage/campaign/${id}/file?channel=6&form=meta&kind=add`)).status).toBe(200);
	const { costMicros } = await scene.progress(id);
	expect([priceMicros > 0, costMicros, await balance(scene)]).toEqual([true, 2 * priceMicros, priceMicros]);
	expect([await reserved(scene), await addsUp(scene)]).toEqual([0, true]);
});

test('those in doubt are tried again only where credits cover them, and are paid once they are accepted', async () => {
	const lost = new Set<string>();
	const own = await openSink({ afterData: ({ to }) => (lost.has(to) ? 'drop' : undefined) });
	const scene = await campaignScene(t);
	await scene.smtp(own.port);
	const emails = scene.emails(4);
	for (const one of emails.slice(0, 2)) lost.add(one);
	await scene.say(emails, true);
	const audience = await scene.audience([await scene.segment(emails)]);
	await scene.followed();
	const { id } = await scene.campaign({ audience, constellation: await scene.published() });
	await give(scene, 4 * LETTER_MICROS);
	await counted(scene, id);
	await scene.execute(id);
	expect((await scene.until(id, ['done'])).states).toMatchObject({ accepted: 2, unknown: 2 });
	expect([await balance(scene), await reserved(scene)]).toEqual([2 * LETTER_MICROS, 0]);
	// Something else takes what had come back.
	await t.storage.inTenant(scene.tenant.customerId, (tx) =>
		spend(tx, { customerId: scene.tenant.customerId, kind: 'scans', reference: newId(), micro: LETTER_MICROS, about: {} }),
	);
	lost.clear();
	const retry = async () => {
		const answer = await scene.ask('POST', `/api/manage/campaign/${id}/retry`, { state: 'unknown' });
		return [answer.status, answer.json().code ?? answer.json().data];
	};
	const before = own.mails.length;
	expect(await retry()).toEqual([409, 'no_credits']);
	expect(await scene.progress(id)).toMatchObject({ run: { state: 'done' }, states: { accepted: 2, unknown: 2, deferred: 0 } });
	expect([await balance(scene), await reserved(scene), own.mails.length]).toEqual([LETTER_MICROS, 0, before]);
	await give(scene, LETTER_MICROS);
	expect(await retry()).toEqual([200, { again: 2 }]);
	expect((await scene.until(id, ['done'])).states).toMatchObject({ accepted: 4, unknown: 0 });
	expect((await ledger(scene, 'sending')).map(({ micros }: { micros: number }) => micros)).toEqual([
		-2 * LETTER_MICROS,
		-2 * LETTER_MICROS,
	]);
	expect([await balance(scene), await reserved(scene), await addsUp(scene)]).toEqual([0, 0, true]);
	await own.stop();
});

test('the tariff’s price of the day is what the sheet says and the run costs; a later one changes nothing of what is under way', async () => {
	const { scene, campaign } = await staged(2, { beginsAt: inHours(1) });
	await give(scene, 10 * LETTER_MICROS);
	const { id } = await campaign();
	await scene.execute(id);
	const tariff = (await t.send(admin, 'GET', '/api/customer/tariff')).json().data.prices;
	const set = (email: number) => t.send(admin, 'POST', '/api/customer/tariff', { body: { prices: { ...tariff, email } } });
	expect((await set(3_000)).status).toBe(200);
	try {
		await itIsTime(scene, id);
		expect(await scene.until(id, ['done'])).toMatchObject({ costMicros: 2_000 });
		const other = await campaign();
		expect(await counted(scene, other.id)).toMatchObject({ credits: { neededMicros: 6_000 }, lanes: [{ priceMicros: 3_000 }] });
	} finally {
		await set(tariff.email);
	}
});

test('a triggered send that runs out waits, says so, and goes on when credits come: everybody once', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const emails = scene.emails(4);
	await scene.say(emails, true);
	const first = await scene.published();
	await give(scene, 2 * LETTER_MICROS);
	const { id: segmentId } = await scene.fine<{ id: string }>(scene.ask('POST', '/api/manage/domain/segment', { name: `T ${newId()}` }));
	const made = await scene.fine<{ id: string }>(
		scene.ask('POST', '/api/manage/triggered', {
			title: `Welcome ${newId()}`,
			journey: { trigger: { kind: 'joined', segmentId }, delayMinutes: 0, againDays: null, first, after: null },
		}),
	);
	await scene.fine(scene.ask('POST', `/api/manage/triggered/${made.id}/start`));
	await scene.fine(scene.ask('POST', `/api/manage/domain/segment/${segmentId}/members`, { people: emails.map((email) => ({ email })) }));
	const shown = () => scene.fine<TriggeredProgress>(scene.ask('GET', `/api/manage/triggered/${made.id}`));
	await expect.poll(async () => (await shown()).waitsForCredits, { timeout: 120_000 }).not.toBeNull();
	await expect.poll(async () => (await shown()).finished, { timeout: 120_000 }).toBe(2);
	await give(scene, 10 * LETTER_MICROS);
	await expect.poll(async () => (await shown()).finished, { timeout: 120_000 }).toBe(4);
	// In the evening what it cost stands in the ledger, however often it is asked for.
	await expect
		.poll(
			async () => {
				await squareRuns(t.server.kernel);
				return reserved(scene);
			},
			{ timeout: 120_000 },
		)
		.toBe(0);
	expect(await balance(scene)).toBe(8 * LETTER_MICROS);
	expect((await shown()).waitsForCredits).toBeNull();
	const run = (await shown()).steps[0]?.run ?? '';
	const sent = await scene.tenantTx((tx) =>
		tx.rows(
			row({ number: int, n: int }),
			sql`select number, count(*)::int as n from delivery where customer_id = ${scene.tenant.customerId} and run_id = ${run} and state = 'accepted' group by 1`,
		),
	);
	expect(sent.map(({ n }) => n)).toEqual([1, 1, 1, 1]);
	await scene.fine(scene.ask('POST', `/api/manage/triggered/${made.id}/stop`));
	await expect.poll(() => reserved(scene), { timeout: 120_000 }).toBe(0);
	expect(await balance(scene)).toBe(8 * LETTER_MICROS);
	expect(await addsUp(scene)).toBe(true);
});
