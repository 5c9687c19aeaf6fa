/** Campaigns sent to a real mail server: who gets a letter, once, and what is known of everybody else. */
import type { Connector } from '@luvalla/contract/profiles/connectors.ts';
import { expect, test, vi } from 'vitest';
import { row, sql, text, uuid } from '../../src/kernel/storage/rows.ts';
import { mergePersons } from '../../src/wings/people/wing.ts';
import { startApp } from '../app.ts';
import { eraseBy } from './erase.ts';
import { campaignScene, LETTER } from './scene.ts';
import { openSink, type SinkManners, smtpError } from './sink.ts';
import { stagedLetters } from './staged.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

test('Everybody who said yes gets one letter, and everybody else has a reason', async () => {
	const sink = await openSink();
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const yes = scene.emails(30, 'yes');
	const no = scene.emails(5, 'no');
	const never = scene.emails(3, 'never');
	await scene.say(yes, true);
	await scene.say(no, false);
	const other = await scene.addPurpose();
	await scene.say(never, false, other);
	const audience = await scene.audience([await scene.segment([...yes, ...no, ...never])]);
	const campaign = await scene.campaign({ audience, constellation: await scene.published() });
	const executed = await scene.execute(campaign.id);
	expect([campaign.status, executed.status]).toEqual([1, 2]);

	const done = await scene.until(campaign.id, ['done', 'failed', 'paused']);
	expect(done.run).toMatchObject({ state: 'done', why: null });
	expect(done.states).toMatchObject({ accepted: 30, skipped: 8, waiting: 0, deferred: 0, failed: 0, unknown: 0 });
	expect(done.reasons).toEqual(
		[
			{ state: 'skipped', reason: 'never_asked', count: 8 - 5 },
			{ state: 'skipped', reason: 'said_no', count: 5 },
		].sort((a, b) => b.count - a.count),
	);
	expect(sink.mails.map(({ to: address }) => address).sort()).toEqual([...yes].sort());
	expect(done.targeted).toBe(38);
	const [list] = await scene.fine<{ status: number; targettedCount: number }[]>(
		scene.ask('GET', `/api/manage/Campaign?filter=id:${campaign.id}`),
	);
	expect(list).toMatchObject({ status: 4, targettedCount: 38 });
	// The same as a file, with the record of each; taking it is written down.
	const file = async (query: string) => {
		const answer = await scene.ask('GET', `/api/manage/campaign/${campaign.id}/deliveries/file${query}`);
		expect([answer.status, answer.headers['content-type']]).toEqual([200, expect.stringContaining('text/csv')]);
		return answer.text.trim().split(/\r?\n/).slice(1);
	};
	const sent = await file('?state=accepted');
	expect(sent.map((line) => yes.find((email) => line.includes(email))).sort()).toEqual([...yes].sort());
	for (const line of sent) expect(line).toMatch(/,accepted,,[0-9a-f]{8}-[0-9a-f-]{27},no,no,/);
	expect([(await file('')).length, (await file('?state=skipped&reason=said_no')).length]).toEqual([38, 5]);
	const log = await t.send(
		await t.person(['ADMIN']),
		'GET',
		`/api/admin/activity?filter=customerId:${scene.tenant.customerId}&filter=thing:campaign`,
	);
	expect(log.json().data.filter((one: { action: string }) => one.action === 'exported')).toHaveLength(3);
	const again = await scene.ask('POST', `/api/manage/campaign/${campaign.id}/execute`);
	expect([again.status, again.json().code]).toEqual([409, 'campaign_not_published']);
	// Each delivery says when its permission was checked, by which record, and when it was handed over.
	const { deliveries } = await scene.fine<{ deliveries: { id: string; state: string; recordId: string | null }[] }>(
		scene.ask('GET', `/api/manage/campaign/${campaign.id}/deliveries?state=accepted&size=100`),
	);
	expect(deliveries).toHaveLength(30);
	const [got] = deliveries;
	const one = await scene.fine<{ recordId: string; permission: { recordId: string }; events: { at: string; what: string }[] }>(
		scene.ask('GET', `/api/manage/campaign/${campaign.id}/delivery/${got?.id}`),
	);
	expect(one.events.map(({ what }) => what)).toEqual(['prepared', 'checked', 'handed', 'accepted']);
	const [, checked = Number.NaN, handed = Number.NaN, accepted = Number.NaN] = one.events.map(({ at }) => Date.parse(at));
	// A pause of a slow machine between the two is in it.
	expect(handed - checked).toBeLessThan(10_000);
	expect([checked <= handed, handed <= accepted]).toEqual([true, true]);
	expect([got?.recordId, one.permission.recordId]).toEqual([one.recordId, one.recordId]);
	const left = await scene.fine<{ deliveries: { id: string }[] }>(
		scene.ask('GET', `/api/manage/campaign/${campaign.id}/deliveries?state=skipped`),
	);
	const skipped = await scene.fine<{ events: { what: string }[] }>(
		scene.ask('GET', `/api/manage/campaign/${campaign.id}/delivery/${left.deliveries[0]?.id}`),
	);
	expect(skipped.events.map(({ what }) => what)).not.toContain('handed');
	await sink.stop();
});

const staged = (n: number, manners?: SinkManners, over?: object) => stagedLetters(t, n, manners, over);

test('A mail server says later, never, or nothing: each message ends as what is known of it', async () => {
	let first = true;
	const { sink, scene, people, campaign } = await staged(40, {
		onTo: (address) => {
			if (address.startsWith('p1-')) throw smtpError(550, '5.1.1 No such user');
			if (address.startsWith('p2-')) throw smtpError(451, '4.7.1 Greylisted');
			if (address.startsWith('p3-')) throw smtpError(550, '5.7.1 Policy');
		},
		afterData: ({ to }) => {
			if (to.startsWith('p4-')) return 'drop';
			if (to.startsWith('p5-')) throw smtpError(554, '5.6.0 Refused after looking at it');
			return undefined;
		},
		// Every third connection is turned away.
		onConnect: (count) => {
			if (count % 3 === 0 && first) throw smtpError(421, 'Too busy');
			if (count > 30) first = false;
		},
	});
	await scene.execute(campaign.id);
	const until = async () => {
		for (;;) {
			const now = await scene.progress(campaign.id);
			if (now.run.state === 'sending' && now.states.waiting === 0) return now;
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
	};
	const now = await until();
	expect(now.states).toEqual({ waiting: 0, deferred: 1, accepted: 35, failed: 3, skipped: 0, unknown: 1 });
	expect(now.reasons).toContainEqual({ state: 'failed', reason: 'no_such_address', count: 1 });
	expect(now.run.state).toBe('sending');
	const to = sink.mails.map((mail) => mail.to);
	expect(new Set(to).size).toBe(to.length);
	expect(to).toHaveLength(35 + 1);
	// Whoever has no mailbox is not written to again.
	const [lane] = (
		await scene.fine<{ lanes: { left: { reason: string; count: number }[] }[] }>(
			scene.ask('GET', `/api/manage/campaign/${campaign.id}/before`),
		)
	).lanes;
	expect([people.length, lane?.left]).toEqual([40, [{ reason: 'undeliverable', count: 1 }]]);
	await scene.fine(scene.ask('POST', `/api/manage/campaign/${campaign.id}/stop`));
	const stopped = await scene.until(campaign.id, ['stopped']);
	expect(stopped.states).toMatchObject({ deferred: 0, skipped: 1 });
	await sink.stop();
});

test('Of a server that is slow to greet, a letter is handed over after its permission was asked for once more', async () => {
	const { sink, scene, campaign } = await staged(1, { onConnect: () => new Promise((greet) => setTimeout(greet, 2_000)) });
	await scene.execute(campaign.id);
	await scene.until(campaign.id, ['done']);
	const { deliveries } = await scene.fine<{ deliveries: { id: string }[] }>(
		scene.ask('GET', `/api/manage/campaign/${campaign.id}/deliveries?state=accepted`),
	);
	const { events } = await scene.fine<{ events: { what: string }[] }>(
		scene.ask('GET', `/api/manage/campaign/${campaign.id}/delivery/${deliveries[0]?.id}`),
	);
	expect(events.map(({ what }) => what)).toEqual(['prepared', 'checked', 'handed', 'accepted']);
	await sink.stop();
});

test('A template that fails for one of many fails for that one, with the reason', async () => {
	const { sink, scene, campaign } = await staged(20, {}, {});
	await sink.stop();
	const other = await openSink();
	await scene.change((await scene.list())[0] as never, { port: other.port });
	const frozen = {
		...LETTER,
		languages: {
			en: { ...LETTER.languages.en, text: '{% if person.email contains "p7-" %}{% for i in (1..99999999) %}x{% endfor %}{% endif %}' },
		},
	};
	const audience = campaign.audienceIdFK ?? '';
	const again = await scene.campaign({ audience, constellation: await scene.published(frozen as never) });
	// The sheet says so before.
	const lane = { reachable: 19, left: [{ reason: 'template', count: 1 }], units: null, isExact: true };
	await expect
		.poll(() => scene.fine(scene.ask('GET', `/api/manage/campaign/${again.id}/before`)))
		.toMatchObject({ reached: 19, lanes: [lane] });
	await scene.execute(again.id);
	const done = await scene.until(again.id, ['done']);
	expect(done.states).toMatchObject({ accepted: 19, failed: 1 });
	expect(done.reasons).toEqual([{ state: 'failed', reason: 'template', count: 1 }]);
	await other.stop();
});

test('A dress rehearsal sends nothing, and the run that follows comes to the same', async () => {
	// Neither the pace nor the hour holds up what sends nothing.
	const { sink, scene, people, campaign } = await staged(25, {}, { options: { throttle: 3000, quiet: { from: 1, to: 1 } } });
	await scene.say(people.slice(0, 5), false);
	await scene.followed();
	const rehearsed = await scene.fine<{ rehearsal: { id: string } }>(scene.ask('POST', `/api/manage/campaign/${campaign.id}/rehearse`));
	const rehearsal = await scene.until(campaign.id, ['done'], rehearsed.rehearsal.id);
	expect(sink.mails).toHaveLength(0);
	// What was only made says so, and was handed to nobody.
	const made = await scene.fine<{ deliveries: { id: string; rehearsal: boolean }[] }>(
		scene.ask('GET', `/api/manage/campaign/${campaign.id}/deliveries?state=accepted&run=${rehearsed.rehearsal.id}`),
	);
	const one = await scene.fine<{ rehearsal: boolean; messageId: string | null; events: { what: string }[] }>(
		scene.ask('GET', `/api/manage/campaign/${campaign.id}/delivery/${made.deliveries[0]?.id}`),
	);
	expect([made.deliveries[0]?.rehearsal, one.rehearsal, one.messageId]).toEqual([true, true, null]);
	expect(one.events.map(({ what }) => what)).toEqual(['prepared', 'checked', 'accepted']);
	await scene.execute(campaign.id);
	const run = await scene.until(campaign.id, ['done']);
	expect(rehearsal.states).toEqual(run.states);
	expect(rehearsal.reasons).toEqual(run.reasons);
	expect(run.states).toMatchObject({ accepted: 20, skipped: 5 });
	await sink.stop();
});

test('A campaign is rehearsed once at a time, and stays until that has ended', async () => {
	const scene = await campaignScene(t);
	const people = scene.emails(1);
	await scene.say(people, true);
	const { id } = await scene.campaign({
		audience: await scene.audience([await scene.segment(people)]),
		constellation: await scene.published(),
	});
	const rehearse = () => scene.ask('POST', `/api/manage/campaign/${id}/rehearse`);
	const remove = () => t.send(scene.owner, 'DELETE', `/api/manage/Campaign?id=${id}`, { headers: scene.headers });
	const pressed = await Promise.all([rehearse(), rehearse(), rehearse()]);
	expect(pressed.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
	const begun = pressed.find(({ status }) => status === 200)?.json().data.rehearsal.id;
	await scene.until(id, ['done'], begun);
	const { customerId } = scene.tenant;
	const runIs = (state: string) =>
		scene.tenantTx((tx) =>
			tx.run(sql`update campaign_run set state = ${state}, begins_at = now() + interval '1 hour' where customer_id = ${customerId}`),
		);
	await runIs('waiting');
	for (const refused of [await remove(), await rehearse()])
		expect([refused.status, refused.json().code]).toEqual([409, 'campaign_rehearsing']);
	await runIs('done');
	expect((await remove()).status).toBe(200);
});

test('Stopped midway, nothing more is begun, and whoever was not reached is left out', async () => {
	const { sink, scene, campaign } = await staged(60, {}, { options: { throttle: 300 } });
	await scene.execute(campaign.id);
	while (sink.mails.length < 5) await new Promise((resolve) => setTimeout(resolve, 20));
	const answer = await scene.fine<{ status: number }>(scene.ask('POST', `/api/manage/campaign/${campaign.id}/stop`));
	expect(answer.status).toBe(3);
	const stopped = await scene.until(campaign.id, ['stopped']);
	expect(stopped.states.accepted + stopped.states.skipped).toBe(60);
	expect(stopped.states.accepted).toBe(sink.mails.length);
	expect(stopped.states.accepted).toBeLessThan(60);
	expect(stopped.reasons).toEqual([{ state: 'skipped', reason: 'stopped', count: stopped.states.skipped }]);
	await sink.stop();
});

test('A purpose that permits less while a run goes on permits nobody more', async () => {
	const { sink, scene, campaign } = await staged(40, {}, { options: { throttle: 600 } });
	await scene.execute(campaign.id);
	while (sink.mails.length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
	await scene.fine(scene.ask('POST', `/api/manage/campaign/${campaign.id}/pause`));
	await scene.fine(scene.ask('PUT', `/api/consent/purpose/${scene.tenant.customerId}`, { id: scene.purpose, channels: ['sms'] }));
	const before = (await scene.progress(campaign.id)).states.accepted;
	await scene.fine(scene.ask('POST', `/api/manage/campaign/${campaign.id}/resume`));
	const { states, reasons } = await scene.until(campaign.id, ['done']);
	expect([states.accepted >= before, states.accepted < 40, states.accepted]).toEqual([true, true, sink.mails.length]);
	expect(reasons).toEqual([{ state: 'skipped', reason: 'not_permitted', count: 40 - states.accepted }]);
	await sink.stop();
});

test('A paused run stands still, and goes on where it was', async () => {
	const { sink, scene, people, campaign } = await staged(40, {}, { options: { throttle: 600 } });
	await scene.execute(campaign.id);
	while (sink.mails.length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
	await scene.fine(scene.ask('POST', `/api/manage/campaign/${campaign.id}/pause`));
	const refused = await scene.ask('PUT', '/api/manage/Campaign', { id: campaign.id, title: 'Changed' });
	expect([refused.status, refused.json().code]).toEqual([409, 'campaign_running']);
	await scene.fine(scene.ask('POST', `/api/manage/campaign/${campaign.id}/resume`));
	const done = await scene.until(campaign.id, ['done']);
	expect(done.states.accepted).toBe(40);
	expect(sink.mails.map(({ to }) => to).sort()).toEqual([...people].sort());
	await sink.stop();
});

test('A connector that is turned off midway sends nothing more: the run pauses, goes on once it is on, and everybody is written to once', async () => {
	const { sink, scene, campaign } = await staged(60, {}, { options: { throttle: 60 } });
	const [connector] = await scene.list();
	if (!connector) throw new Error('There is no connector.');
	await scene.execute(campaign.id);
	while (sink.mails.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
	const off = await scene.fine<Connector>(scene.change(connector, {}, { isActive: false }));
	const paused = await scene.until(campaign.id, ['paused', 'done']);
	expect([paused.run.state, paused.run.why, paused.states.accepted < 60]).toEqual(['paused', 'connector', true]);
	const sent = sink.mails.length;
	const resume = async () => {
		const answer = await scene.ask('POST', `/api/manage/campaign/${campaign.id}/resume`);
		return [answer.status, answer.json().code];
	};
	expect(await resume()).toEqual([422, 'no_connector']);
	expect(sink.mails).toHaveLength(sent);

	// On again it leads to another server, and while it sends to a third: whoever is left is written to over that one.
	const [second, third] = [await openSink({}), await openSink({})];
	const on = await scene.fine<Connector>(scene.change(off, { port: second.port }, { isActive: true }));
	expect(await resume()).toEqual([200, undefined]);
	while (second.mails.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
	await scene.fine(scene.change(on, { port: third.port }));
	while (third.mails.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
	await scene.tenantTx((tx) =>
		tx.run(
			sql`update campaign_run set plan = jsonb_set(plan, '{options,throttle}', 'null') where customer_id = ${scene.tenant.customerId}`,
		),
	);
	await scene.fine(scene.ask('POST', `/api/manage/campaign/${campaign.id}/pause`));
	expect(await resume()).toEqual([200, undefined]);
	expect((await scene.until(campaign.id, ['done'])).states).toMatchObject({ accepted: 60 });
	const to = [sink, second, third].flatMap(({ mails }) => mails.map((one) => one.to));
	expect([to.length, new Set(to).size]).toEqual([60, 60]);
	for (const one of [sink, second, third]) await one.stop();
});

test('Whoever takes their yes back while it runs gets nothing any more', async () => {
	const begun = new Map<string, number>();
	const { sink, scene, people, campaign } = await staged(
		80,
		{ afterData: (mail) => void begun.set(mail.to, mail.begunAt) },
		{ options: { throttle: 1200 } },
	);
	await scene.execute(campaign.id);
	while (sink.mails.length < 5) await new Promise((resolve) => setTimeout(resolve, 10));
	await scene.say(people.slice(40), false);
	const acknowledged = Date.now();
	const done = await scene.until(campaign.id, ['done']);
	for (const person of people.slice(40)) expect((begun.get(person) ?? 0) - acknowledged).toBeLessThan(1000);
	expect(done.states.accepted + done.states.skipped).toBe(80);
	expect(done.reasons[0]).toMatchObject({ state: 'skipped', reason: 'said_no' });
	await sink.stop();
});

test('Letters are what their recipients should get: by name, in two arms, signed off with a way to leave', async () => {
	const { sink, scene, campaign } = await staged(20, {}, { options: { secondSubject: 'Another subject' } });
	await scene.execute(campaign.id);
	await scene.until(campaign.id, ['done']);
	const subjects = sink.mails.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim());
	expect(new Set(subjects)).toEqual(new Set(['Hello', 'Another subject']));
	for (const { raw } of sink.mails) {
		expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
		expect(raw).toMatch(/^Message-ID: <[a-z2-7]{56}@/m);
	}
	// Nobody permits to be followed: no picture, and links that are nobody's.
	for (const { raw } of sink.mails) expect(raw.replace(/=\r\n/g, '')).not.toMatch(/\/t\/[oc]\//);
	for (const { raw } of sink.mails) expect(raw.replace(/=\r\n/g, '')).toContain('/t/l/');
	await sink.stop();
});

test('Nobody gets more than their cap of messages', async () => {
	const { sink, scene, campaign } = await staged(10, {}, { options: { cap: { messages: 1, days: 7 } } });
	await scene.execute(campaign.id);
	await scene.until(campaign.id, ['done']);
	const copy = await scene.fine<{ id: string }>(scene.ask('POST', `/api/manage/Campaign/${campaign.id}/copy`));
	await scene.fine(scene.ask('POST', `/api/manage/Campaign/${copy.id}/publish`));
	await scene.execute(copy.id);
	const second = await scene.until(copy.id, ['done']);
	expect([sink.mails.length, second.reasons]).toEqual([10, [{ state: 'skipped', reason: 'capped', count: 10 }]]);
	await sink.stop();
});

test('After the run people are put into segments and taken out, once', async () => {
	const sink = await openSink();
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const people = scene.emails(12);
	await scene.say(people, true);
	const [into, out] = [await scene.segment([]), await scene.segment(people)];
	const audience = await scene.audience([await scene.segment(people)]);
	const campaign = await scene.campaign({
		audience,
		constellation: await scene.published(),
		postExecutionSegmentChange: [{ segmentId: into }, { segmentId: out, isRemove: true }],
	});
	const drop = () => scene.ask('DELETE', `/api/manage/domain/segment?id=${into}`);
	expect((await drop()).json().code).toBe('segment_used');
	await scene.execute(campaign.id);
	await scene.until(campaign.id, ['done']);
	await scene.followed();
	const { counts } = (await scene.ask('GET', '/api/user/segmentcount')).json() as { counts: { id: string; count: number }[] };
	const count = (id: string): number => counts.find((one) => one.id === id)?.count ?? 0;
	expect([count(into), count(out)]).toEqual([12, 0]);
	expect((await drop()).status).toBe(200);
	await sink.stop();
});

test('A segment whose people a planned campaign is to write to stays, whatever its audience has become since', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(2525);
	const people = scene.emails(1);
	await scene.say(people, true);
	const segment = await scene.segment(people);
	const audience = await scene.audience([segment]);
	const beginsAt = new Date(Date.now() + 3_600_000).toISOString();
	const campaign = await scene.campaign({ audience, constellation: await scene.published(), options: { beginsAt } });
	await scene.execute(campaign.id);
	await scene.fine(scene.ask('PUT', '/api/manage/audience', { id: audience, segments: [await scene.segment([])] }));
	const drop = () => scene.ask('DELETE', `/api/manage/domain/segment?id=${segment}`);
	expect((await drop()).json()).toMatchObject({ code: 'segment_used', error: expect.stringContaining(campaign.title) });
	await scene.fine(scene.ask('POST', `/api/manage/campaign/${campaign.id}/stop`));
	expect((await drop()).status).toBe(200);
});

test('Who was put into a segment after the run stays out of it, once taken out, when others are tried again', async () => {
	let refuses = true;
	const scene = await campaignScene(t);
	const [first = '', second = ''] = scene.emails(2);
	const sink = await openSink({
		onTo: (address) => {
			if (refuses && address === second) throw smtpError(550, '5.7.1 Policy');
		},
	});
	await scene.smtp(sink.port);
	await scene.say([first, second], true);
	const into = await scene.segment([]);
	const campaign = await scene.campaign({
		audience: await scene.audience([await scene.segment([first, second])]),
		constellation: await scene.published(),
		postExecutionSegmentChange: [{ segmentId: into }],
	});
	await scene.execute(campaign.id);
	expect((await scene.until(campaign.id, ['done'])).states).toMatchObject({ accepted: 1, failed: 1 });
	const path = `/api/manage/domain/segment/${into}/members`;
	const taken = await scene.fine<object>(scene.ask('POST', `${path}/remove`, { people: [{ email: first }] }));
	expect(taken).toMatchObject({ changed: 1 });
	refuses = false;
	await scene.fine(scene.ask('POST', `/api/manage/campaign/${campaign.id}/retry`));
	await scene.until(campaign.id, ['done']);
	const { people } = await scene.fine<{ people: object[] }>(scene.ask('GET', path));
	expect(people.map((one) => JSON.stringify(one).includes(second))).toEqual([true]);
	await sink.stop();
});

test('Who is erased after their letter, before the run is over, is put into no segment by it', async () => {
	const held = Promise.withResolvers<void>();
	const scene = await campaignScene(t);
	const people = scene.emails(3);
	const sink = await openSink({ onTo: (address) => (address === people[2] ? held.promise : undefined) });
	await scene.smtp(sink.port);
	await scene.say(people, true);
	const into = await scene.segment([]);
	const campaign = await scene.campaign({
		audience: await scene.audience([await scene.segment(people)]),
		constellation: await scene.published(),
		postExecutionSegmentChange: [{ segmentId: into }],
	});
	await scene.execute(campaign.id);
	await vi.waitFor(async () => expect((await scene.progress(campaign.id)).states.accepted).toBe(2), 60_000);
	await eraseBy(t, scene)(people[0]);
	held.resolve();
	await scene.until(campaign.id, ['done']);
	const { customerId } = scene.tenant;
	const rows = sql`select from segment_member where customer_id = ${customerId} and segment_id = ${into}`;
	expect(await scene.tenantTx((tx) => tx.run(rows))).toBe(2);
	await sink.stop();
});

test('Who becomes one with somebody that had the letter gets no second one by another address', async () => {
	const scene = await campaignScene(t);
	const { customerId } = scene.tenant;
	const emails = scene.emails(2);
	await scene.say(emails, true);
	const people = await scene.tenantTx((tx) =>
		tx.rows(
			row({ person: uuid, value: text }),
			sql`select i.person, i.value from person_identifier i join person p on p.customer_id = ${customerId} and p.person = i.person
			where i.customer_id = ${customerId} and i.value = any(${emails}::text[]) order by p.number`,
		),
	);
	const [first, second] = people;
	if (!first || !second) throw new Error('They are not there.');
	let busy = true;
	const sink = await openSink({
		onTo: (address) => {
			if (busy && address === first.value) throw smtpError(451, 'Later');
		},
	});
	await scene.smtp(sink.port);
	const { id } = await scene.campaign({
		audience: await scene.audience([await scene.segment(emails)]),
		constellation: await scene.published(),
	});
	await scene.execute(id);
	for (;;) {
		const { accepted, deferred } = (await scene.progress(id)).states;
		if (accepted === 1 && deferred === 1) break;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	// nobody waits for their turn, and the rate says nothing of whose time is later
	const held = await scene.progress(id);
	expect([held.minutesLeft, Date.parse(held.deferredTo) > Date.parse(held.at)]).toEqual([null, true]);
	await scene.tenantTx((tx) =>
		mergePersons(tx, t.server.kernel.hooks, customerId, { gone: second.person, kept: first.person }, 'user:test'),
	);
	busy = false;
	await scene.tenantTx((tx) => tx.run(sql`update delivery set due_at = now() where customer_id = ${customerId} and state = 'deferred'`));
	const end = await scene.until(id, ['done']);
	expect([end.states, end.reasons]).toMatchObject([{ accepted: 1, skipped: 1 }, [{ state: 'skipped', reason: 'merged', count: 1 }]]);
	expect(sink.mails.map(({ to }) => to)).toEqual([second.value]);
	await sink.stop();
});

test('One that waited for its time waits for a rule that was changed just before, too, and reaches whom it holds of', async () => {
	const { sink, scene, people, campaign } = await stagedLetters(t, 3, {}, { options: { beginsAt: '2099-01-01T00:00:00Z' } });
	const { ask, fine, tenantTx } = scene;
	const { customerId } = scene.tenant;
	const rule = { field: 'email', is: 'known' };
	const ruled = await fine<{ id: string }>(ask('POST', '/api/manage/domain/segment', { name: 'By rule', rule }));
	await fine(ask('POST', '/api/manage/domain/segment', { name: 'Another', rule }));
	// What reach is told by is there.
	await fine(ask('GET', `/api/manage/campaign/${campaign.id}/before`));
	const audience = await scene.audience([ruled.id]);
	await fine(ask('PUT', '/api/manage/Campaign', { id: campaign.id, audienceIdFK: audience }));
	await fine(ask('POST', `/api/manage/Campaign/${campaign.id}/publish`, {}));
	await scene.followed();
	await scene.execute(campaign.id);
	let release = (): void => undefined;
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	// Nobody builds while another set is held; of this one nothing is there yet.
	const holding = tenantTx(async (tx) => {
		await tx.run(sql`select 1 from people_set where customer_id = ${customerId} and set_id <> ${ruled.id} and rule is not null for update`);
		await tenantTx(async (own) => {
			await own.run(sql`update people_set set built_to = 0 where customer_id = ${customerId} and set_id = ${ruled.id}`);
			await own.run(sql`delete from set_chunk where customer_id = ${customerId} and set_id = ${ruled.id}`);
			await own.run(sql`update campaign_run set begins_at = now() - interval '1 minute', created_at = now() - interval '1 hour'
				where customer_id = ${customerId} and campaign_id = ${campaign.id}`);
			await own.run(sql`select pg_notify('campaigns', ${String(customerId)})`);
		});
		await held;
	});
	await scene.until(campaign.id, ['preparing', 'failed']);
	await new Promise((resolve) => setTimeout(resolve, 500));
	const looked = await scene.progress(campaign.id);
	release();
	await holding;
	expect(looked.run.state).toBe('preparing');
	await tenantTx((tx) => tx.run(sql`select pg_notify('touched', ${String(customerId)})`));
	const done = await scene.until(campaign.id, ['done', 'failed']);
	expect([done.run.state, sink.mails.map(({ to }) => to).sort()]).toEqual(['done', [...people].sort()]);
	await sink.stop();
});

test('Who was given up and is tried again has all the tries before them', async () => {
	const { sink, scene, campaign } = await staged(1, {
		onTo: () => {
			throw smtpError(451, '4.7.1 Greylisted');
		},
	});
	const { customerId } = scene.tenant;
	await scene.execute(campaign.id);
	const deferred = () => expect.poll(async () => (await scene.progress(campaign.id)).states.deferred, { interval: 50 }).toBe(1);
	await deferred();
	await scene.tenantTx((tx) => tx.run(sql`update delivery set tries = 8, due_at = now() where customer_id = ${customerId}`));
	expect((await scene.until(campaign.id, ['done'])).reasons).toEqual([{ state: 'failed', reason: 'given_up', count: 1 }]);
	await scene.fine(scene.ask('POST', `/api/manage/campaign/${campaign.id}/retry`));
	await expect.poll(async () => (await scene.rowsByNumber())[0]?.reason, { interval: 50 }).toBeTruthy();
	expect((await scene.rowsByNumber()).map(({ state }) => state)).toEqual(['deferred']);
	await sink.stop();
});

test('Whose message failed is not tried again when its time is over: what became of it stays', async () => {
	const { sink, scene, campaign } = await staged(1, {
		onTo: () => {
			throw smtpError(550, '5.7.1 Policy');
		},
	});
	await scene.execute(campaign.id);
	await scene.until(campaign.id, ['done']);
	const before = await scene.rowsByNumber();
	await scene.tenantTx((tx) => tx.run(sql`update campaign_run set late_at = now() where customer_id = ${scene.tenant.customerId}`));
	const again = await scene.ask('POST', `/api/manage/campaign/${campaign.id}/retry`);
	expect([again.status, again.json().code]).toEqual([422, 'campaign_late']);
	expect([before[0]?.state, await scene.rowsByNumber()]).toEqual(['failed', before]);
	await sink.stop();
});
