/** What somebody chose themselves, channels and how many messages, is heeded by every door that sends, and follows the person. */
import { describe, expect, test } from 'vitest';
import { newId, now } from '../../src/kernel/clock.ts';
import { int, row, sql } from '../../src/kernel/storage/rows.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { mergePersons, unmergePerson } from '../../src/wings/people/wing.ts';
import { millisOf } from '../../src/wings/profiles/events/ids.ts';
import { type Person, startApp } from '../app.ts';
import { pressOn, sendLetters, visit } from './letters.ts';
import { campaignScene, LETTER } from './scene.ts';
import { openSink, type Sink, smtpError, startSink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
const sink = await startSink();

const press = pressOn(t);

/** Somebody who was written to once, and what becomes of people by a further campaign. */
const reader = async (many = 1, server: Sink = sink, first?: string) => {
	const scene = await campaignScene(t);
	await scene.smtp(server.port);
	const emails = first === undefined ? scene.emails(many) : [first, ...scene.emails(many - 1)];
	const [email = ''] = emails;
	await scene.say(emails, true);
	const { letter } = await sendLetters(t, scene, server, { emails: [email], options: { purposes: [scene.purpose] } });
	const path = `/u/${letter(email).name}`;
	const made = async (whom: readonly string[], options: object = {}) =>
		scene.campaign({
			audience: await scene.audience([await scene.segment(whom)]),
			constellation: await scene.published(),
			options: { purposes: [scene.purpose], ...options },
		});
	const outcome = async (whom: readonly string[], options: object = {}) => {
		const { id } = await made(whom, options);
		await scene.followed();
		const read = () =>
			scene.fine<{ state: string; reached: number; lanes: { left: { reason: string; count: number }[] }[] }>(
				scene.ask('GET', `/api/manage/campaign/${id}/before`),
			);
		await expect.poll(async () => (await read()).state).toBe('ready');
		const sheet = await read();
		await scene.execute(id);
		const { states, reasons } = await scene.until(id, ['done', 'failed']);
		const run = { accepted: states.accepted, left: reasons.map(({ reason, count }: { reason: string; count: number }) => [reason, count]) };
		// Sheet and run come to the same.
		expect({ accepted: sheet.reached, left: sheet.lanes[0]?.left.map(({ reason, count }) => [reason, count]) }).toEqual(run);
		return run;
	};
	const { customerId, domainId } = scene.tenant;
	const { luvallaId } = await scene.person({ email });
	return { scene, email, emails, path, made, outcome, customerId, domainId, luvallaId };
};
const REACHED = { accepted: 1, left: [] };
const out = (reason: string, count = 1) => ({ accepted: 0, left: [[reason, count]] });

test('A channel that is off gets nothing and the others stay; on again is what they permitted, and no more', async () => {
	const { scene, email, path, outcome } = await reader();
	await press(path, 'do=channel&channel=sms&value=no');
	expect(await outcome([email])).toEqual(REACHED);
	await press(path, 'do=channel&channel=email&value=no');
	expect(await outcome([email])).toEqual(out('channel_off'));
	// Their answer is what it was; and a no to the purpose is said before the channel.
	await scene.say([email], false);
	expect(await outcome([email])).toEqual(out('said_no'));
	await press(path, 'do=channel&channel=email&value=yes');
	expect(await outcome([email])).toEqual(out('said_no'));
	await scene.say([email], true);
	expect(await outcome([email])).toEqual(REACHED);
});

test('What nobody can refuse is sent all the same, past a channel and a cap', async () => {
	const { scene, email, path } = await reader();
	await press(path, 'do=channel&channel=email&value=no');
	await press(path, 'do=cap&days=30&messages=1');
	const before = sink.mails.length;
	await sendLetters(t, scene, sink, { emails: [email], reason: 'The terms change' });
	expect(sink.mails.slice(before).map(({ to }) => to)).toEqual([email]);
});

test('The stricter of two caps decides, the customer’s or their own, and each says its own word', async () => {
	const { email, path, outcome } = await reader();
	await press(path, 'do=cap&days=7&messages=2');
	// One was sent. The campaign's own cap is full before theirs.
	expect(await outcome([email], { cap: { messages: 1, days: 7 } })).toEqual(out('capped'));
	expect(await outcome([email], { cap: { messages: 10, days: 7 } })).toEqual(REACHED);
	expect(await outcome([email], { cap: { messages: 10, days: 7 } })).toEqual(out('own_cap'));
	expect(await outcome([email])).toEqual(out('own_cap'));
	await press(path, 'do=cap&days=7&messages=3');
	expect(await outcome([email])).toEqual(REACHED);
	expect(await outcome([email])).toEqual(out('own_cap'));
	await press(path, 'do=cap&days=');
	expect(await outcome([email])).toEqual(REACHED);
});

test('Two runs at once write no more to somebody than they chose', async () => {
	const { scene, email, emails, path, made } = await reader(40);
	await press(path, 'do=cap&days=7&messages=2');
	const runs = await Promise.all([1, 2, 3].map(() => made(emails)));
	const before = sink.mails.length;
	await Promise.all(runs.map(({ id }) => scene.execute(id)));
	for (const { id } of runs) await scene.until(id, ['done', 'failed']);
	const mails = sink.mails.slice(before);
	expect(mails.filter(({ to }) => to === email)).toHaveLength(1);
	expect(mails).toHaveLength(39 * 3 + 1);
});

test('A channel turned off in the middle of a run holds before the next recipients', async () => {
	const { scene, emails, made } = await reader(2);
	const { letter } = await sendLetters(t, scene, sink, { emails, options: { purposes: [scene.purpose] } });
	const slow = await made(emails, { throttle: 30 });
	const before = sink.mails.length;
	await scene.execute(slow.id);
	await expect.poll(() => sink.mails.length - before).toBe(1);
	const second = emails.find((one) => one !== sink.mails[before]?.to) ?? '';
	expect((await press(`/u/${letter(second).name}`, 'do=channel&channel=email&value=no')).statusCode).toBe(200);
	const done = await scene.until(slow.id, ['done', 'failed', 'paused']);
	expect([done.states.accepted, done.reasons]).toEqual([1, [{ state: 'skipped', reason: 'channel_off', count: 1 }]]);
	expect(sink.mails).toHaveLength(before + 1);
});

test('A retry asks again, too', async () => {
	let refuses = false;
	const moody = await openSink({
		afterData: () => {
			if (refuses) throw smtpError(554, '5.7.1 Not now');
			return undefined;
		},
	});
	const { scene, email, path, made } = await reader(1, moody);
	const before = moody.mails.length;
	refuses = true;
	const { id } = await made([email]);
	await scene.execute(id);
	expect((await scene.until(id, ['done', 'failed', 'paused'])).states.failed).toBe(1);
	refuses = false;
	await press(path, 'do=channel&channel=email&value=no');
	await scene.fine(scene.ask('POST', `/api/manage/campaign/${id}/retry`));
	await expect.poll(async () => (await scene.progress(id)).reasons).toEqual([{ state: 'skipped', reason: 'channel_off', count: 1 }]);
	expect(moody.mails).toHaveLength(before);
	await moody.stop();
});

test('A triggered send leaves out whoever has the channel off or had enough, with the reason', async () => {
	const { scene, emails, domainId } = await reader(3);
	const { letter } = await sendLetters(t, scene, sink, { emails, options: { purposes: [scene.purpose] } });
	const [refusing = '', full = '', free = ''] = emails;
	await press(`/u/${letter(refusing).name}`, 'do=channel&channel=email&value=no');
	await press(`/u/${letter(full).name}`, 'do=cap&days=30&messages=1');
	const made = await scene.fine<{ id: string }>(
		scene.ask('POST', '/api/manage/triggered', {
			title: `Thanks ${newId()}`,
			journey: { trigger: { kind: 'event', type: 'purchase' }, againDays: null, first: await scene.published(LETTER) },
		}),
	);
	await scene.fine(scene.ask('POST', `/api/manage/triggered/${made.id}/start`));
	const before = sink.mails.length;
	const events = emails.map((email) => {
		const id = newId();
		return { person: { email }, type: 'purchase', id, at: new Date(millisOf(id)).toISOString() };
	});
	const sent = await t.send(null, 'POST', '/edge/v1/events', { headers: scene.machine, body: { domainId, events } });
	expect(sent.json().data.results.map((one: { outcome: string }) => one.outcome)).toEqual(['stored', 'stored', 'stored']);
	const reasons = async () => {
		const shown = await scene.fine<{ finished: number; reasons: { reason: string; count: number }[] }>(
			scene.ask('GET', `/api/manage/triggered/${made.id}`),
		);
		return [shown.finished, shown.reasons.map(({ reason }) => reason).sort()];
	};
	await expect.poll(reasons).toEqual([1, ['channel_off', 'own_cap']]);
	expect(sink.mails.slice(before).map(({ to }) => to)).toEqual([free]);
});

test('Through merge and parting: what either chose holds for both, and stays with each', async () => {
	const { scene, emails, path, outcome, customerId, luvallaId: gone } = await reader(2);
	const [email = '', other = ''] = emails;
	const { luvallaId: kept } = await scene.person({ email: other });
	await press(path, 'do=channel&channel=email&value=no');
	await press(path, 'do=cap&days=7&messages=1');
	await scene.tenantTx((tx) => mergePersons(tx, t.server.kernel.hooks, customerId, { gone, kept }, 'user:test'));
	expect(await outcome([other])).toEqual(out('channel_off'));
	await press(path, 'do=channel&channel=email&value=yes');
	expect(await outcome([other])).toEqual(out('own_cap'));
	// Chosen while they are one it is either's; what was chosen alone stays with whoever chose it.
	await press(path, 'do=channel&channel=email&value=no');
	await scene.tenantTx((tx) => unmergePerson(tx, t.server.kernel.hooks, customerId, gone, 'user:test'));
	expect(await outcome([email, other])).toEqual(out('channel_off', 2));
	await press(path, 'do=channel&channel=email&value=yes');
	expect(await outcome([email])).toEqual(out('own_cap'));
});

test('Through an erasure a channel stays off, for whoever is named by the address anew; a cap does not, and the file says both before', async () => {
	const { scene, email, path, outcome, customerId, luvallaId } = await reader();
	await press(path, 'do=channel&channel=email&value=no');
	await press(path, 'do=cap&days=7&messages=2');
	const file = await t.send(scene.owner, 'GET', `/api/audit/domain/people/${luvallaId}/data/file`, { headers: scene.headers });
	expect(JSON.parse(file.text).ownChoice).toEqual({
		stoppedAt: null,
		pausedUntil: null,
		channelsOff: ['email'],
		atMost: [{ messages: 2, days: 7 }],
	});
	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, luvallaId));
	const left = await scene.tenantTx((tx) =>
		tx.rows(
			row({ n: int }),
			sql`select ((select count(*) from person_channel_no where customer_id = ${customerId})
				+ (select count(*) from person_cap where customer_id = ${customerId}))::int as n`,
		),
	);
	expect(left).toEqual([{ n: 0 }]);
	await scene.say([email], true);
	expect((await scene.person({ email })).luvallaId).not.toBe(luvallaId);
	expect(await outcome([email])).toEqual(out('channel_off'));
});

test('A forged link, one of another company, and a look change nothing', async () => {
	const { scene, email, path, outcome } = await reader();
	const foreign = await reader();
	const forged = `${path.slice(0, -1)}${path.endsWith('a') ? 'b' : 'a'}`;
	for (const body of ['do=channel&channel=email&value=no', 'do=cap&days=7&messages=1']) {
		expect((await press(forged, body)).statusCode).toBe(404);
		expect((await visit(t, `${path}?${body}`)).statusCode).toBe(200);
		await press(foreign.path, body);
	}
	for (const body of ['do=channel&channel=fax&value=no', 'do=channel', 'do=cap&days=1&messages=1', 'do=cap&days=x&messages=-5'])
		await press(path, body);
	expect(await outcome([email])).toEqual(REACHED);
	expect(await foreign.outcome([foreign.email])).toEqual(out('channel_off'));
	// A number that nobody offers is the nearest that is.
	await press(path, 'do=cap&days=30&messages=999');
	const caps = await scene.tenantTx((tx) =>
		tx.rows(row({ messages: int, days: int }), sql`select messages, days from person_cap where customer_id = ${scene.tenant.customerId}`),
	);
	expect(caps).toEqual([{ messages: 20, days: 30 }]);
});

describe('on one’s own page', () => {
	const choose = (who: Person, body: object) => t.send(who, 'POST', '/api/account/consents/choice', { body });
	const signedIn = async (many = 1) => {
		const anna = await t.person();
		const found = await reader(many, sink, anna.email);
		const { customerId } = found;
		const own = async () => (await t.send(anna, 'GET', '/api/account/consents')).json().data[0].own;
		return { ...found, anna, own, say: (body: object) => choose(anna, { customerId, ...body }) };
	};

	test('it is the same choice, and there a channel goes on again that a letter may not turn on', async () => {
		const { path, email, own, say, outcome } = await signedIn();
		await press(path, 'do=cap&days=30&messages=3');
		await press(path, 'do=channel&channel=sms&value=no');
		expect(await own()).toEqual({
			channels: [
				{ channel: 'email', isOn: true },
				{ channel: 'sms', isOn: false },
			],
			cap: { messages: 3, days: 30 },
		});
		const answered = await say({ channels: [{ channel: 'email', isOn: false }], cap: null });
		expect([answered.status, answered.json().data[0].own.cap]).toEqual([200, null]);
		// They said it themselves: whoever has the letter does not take it back.
		await press(path, 'do=channel&channel=email&value=yes');
		expect(await outcome([email])).toEqual(out('channel_off'));
		await say({ channels: [{ channel: 'email', isOn: true }] });
		expect(await outcome([email])).toEqual(REACHED);
		for (const body of [
			{ cap: { messages: 0, days: 7 } },
			{ cap: { messages: 1, days: 8 } },
			{ channels: [{ channel: 'fax', isOn: true }] },
		])
			expect((await say(body)).status).toBe(400);
	});

	test('a stranger changes nothing; who acts for somebody chooses less alone; another address keeps what it closed', async () => {
		const { anna, path, email, customerId, luvallaId, own, say, scene, domainId } = await signedIn();
		const stranger = await t.person();
		expect((await choose(stranger, { customerId, cap: { messages: 1, days: 7 } })).status).toBe(404);
		expect((await choose(anna, { customerId: 2_000_000_000, cap: null })).status).toBe(404);
		const admin = await t.person(['ADMIN']);
		const begun = await t.send(admin, 'POST', '/identity/account/loginasuser', { body: { userName: email } });
		const acting = { ...anna, cookie: `${admin.cookie}; ${String(begun.headers['set-cookie']).split(';')[0]}` };
		const less = { customerId, channels: [{ channel: 'sms', isOn: false }], cap: { messages: 2, days: 7 } };
		expect((await choose(acting, less)).status).toBe(200);
		for (const more of [{ channels: [{ channel: 'sms', isOn: true }] }, { cap: null }, { cap: { messages: 3, days: 7 } }])
			expect((await choose(acting, { customerId, ...more })).json()).toMatchObject({ code: 'assisted_more' });
		expect((await own()).cap).toEqual({ messages: 2, days: 7 });
		// Somebody else may have the other address.
		const answers = [
			{ person: { luvallaId, email: scene.emails(1)[0] }, purpose: scene.purpose, value: true, at: now().toISOString(), source: 'Paper' },
		];
		expect((await t.send(null, 'POST', '/edge/v1/consents', { headers: scene.machine, body: { domainId, answers } })).status).toBe(200);
		await press(path, 'do=channel&channel=email&value=no');
		expect((await say({ channels: [{ channel: 'email', isOn: true }] })).json()).toMatchObject({ code: 'others_unconfirmed' });
		expect((await say({ channels: [{ channel: 'email', isOn: false }], cap: null })).status).toBe(200);
	});

	test('what was remembered of an erased person is taken back by the proven address', async () => {
		const { path, email, customerId, luvallaId, scene, say, outcome } = await signedIn();
		await press(path, 'do=channel&channel=email&value=no');
		await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, luvallaId));
		await scene.say([email], true);
		expect((await say({ channels: [{ channel: 'email', isOn: true }] })).status).toBe(200);
		const anew = await scene.person({ email });
		await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, anew.luvallaId));
		await scene.say([email], true);
		expect(await outcome([email])).toEqual(REACHED);
	});
});
