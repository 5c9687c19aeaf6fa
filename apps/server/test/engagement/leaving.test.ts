/** Leaving by a link of a letter: a look changes nothing, a press does at once, and nobody signs in. */
import { expect, test } from 'vitest';
import { setClock } from '../../src/kernel/clock.ts';
import { bool, int, orNull, row, sql, text } from '../../src/kernel/storage/rows.ts';
import { checkPresent } from '../../src/wings/consent/answers/check-present.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { selfCheck } from '../../src/wings/consent/proof/self-check.ts';
import { eraseRecords, readPurposeFacts, takeAnswers } from '../../src/wings/consent/wing.ts';
import { readLetter } from '../../src/wings/engagement/leaving/letter.ts';
import { whyPage } from '../../src/wings/engagement/leaving/page.ts';
import { createNames } from '../../src/wings/engagement/runs/token.ts';
import { mergePersons, unmergePerson } from '../../src/wings/people/wing.ts';
import { startApp } from '../app.ts';
import { pressOn, sendLetters, visit } from './letters.ts';
import { campaignScene, LETTER, type Scene } from './scene.ts';
import { startSink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
const sink = await startSink();

const FINNISH = { ...LETTER, languages: { ...LETTER.languages, fi: { ...LETTER.languages.en, subject: 'Hei' } } } as typeof LETTER;

const prepared = async ({
	to,
	subject = 'Hello {{ person.first_name }}',
	...over
}: { to?: string; subject?: string } & Record<string, unknown> = {}) => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const other = await scene.addPurpose({ channels: ['email'] });
	const [email = ''] = to === undefined ? scene.emails(1) : [to];
	await scene.say([email], true);
	await scene.say([email], true, other);
	const sent = await sendLetters(t, scene, sink, {
		emails: [email],
		constellation: await scene.published({
			...FINNISH,
			languages: { ...FINNISH.languages, en: { ...FINNISH.languages.en, subject } },
		} as typeof LETTER),
		options: { purposes: [scene.purpose] },
		...over,
	});
	return { scene, other, email, ...sent, path: `/u/${sent.letter(email).name}` };
};

const press = pressOn(t);

/** What becomes of somebody by one more campaign on the same purpose. */
const writtenAgain = async (scene: Scene & { purpose: string }, email: string) => {
	const again = await scene.campaign({
		audience: await scene.audience([await scene.segment([email])]),
		constellation: await scene.published(),
		options: { purposes: [scene.purpose] },
	});
	await scene.execute(again.id);
	return scene.until(again.id, ['done', 'failed']);
};

const SaidRow = row({ purpose_id: text, value: bool, how: text, source: orNull(text) });
const saidOf = ({ tenant, tenantTx }: Scene) =>
	tenantTx((tx) =>
		tx.rows(
			SaidRow,
			sql`select purpose_id::text as purpose_id, value, how, source from consent_record where customer_id = ${tenant.customerId} order by received_at, id`,
		),
	);
const leftOf = async ({ tenant, tenantTx }: Scene, runId: string) =>
	tenantTx(async (tx) => [
		(
			await tx.rows(
				row({ n: int }),
				sql`select coalesce(sum(n), 0)::int as n from delivery_count where customer_id = ${tenant.customerId} and run_id = ${runId} and what = 'left'`,
			)
		)[0]?.n,
		(
			await tx.rows(
				row({ n: int }),
				sql`select count(left_at)::int as n from delivery where customer_id = ${tenant.customerId} and run_id = ${runId}`,
			)
		)[0]?.n,
	]);

test('A look at the pages changes nothing and names nobody', async () => {
	const { scene, path, email, runId } = await prepared();
	const before = await saidOf(scene);
	const { name } = await scene.fine<{ name: string }>(scene.ask('GET', `/api/customer/current/${scene.tenant.customerId}`));
	for (const url of [path, `${path}/why`, `${path}/choose`])
		for (const method of ['GET', 'HEAD'] as const) {
			const page = await visit(t, url, {}, method);
			expect([page.statusCode, page.headers['cache-control'], page.headers['referrer-policy']]).toEqual([200, 'no-store', 'no-referrer']);
			expect(page.headers['content-security-policy']).toContain("default-src 'none'");
			expect(page.payload).not.toContain(email);
			expect(page.payload).not.toMatch(/<script/i);
			// It is the customer's page and bears its name, not ours.
			if (method === 'GET') expect(page.payload).toContain(`<header><div><span class="mark">${name}</span>`);
		}
	expect(await saidOf(scene)).toEqual(before);
	expect(await leftOf(scene, runId)).toEqual([0, 0]);
});

test('The first button leaves this topic with a record of one’s own, and is counted once', async () => {
	const { scene, path, runId, other } = await prepared();
	const page = await press(path, 'do=topic');
	expect([page.statusCode, page.payload.includes('You get no more of these letters.')]).toEqual([200, true]);
	await press(path, 'do=topic');
	expect((await saidOf(scene)).slice(2)).toEqual([{ purpose_id: scene.purpose, value: false, how: 'unsubscribe', source: 'Hello …' }]);
	expect(await leftOf(scene, runId)).toEqual([1, 1]);
	expect((await saidOf(scene)).find(({ purpose_id: id }) => id === other)?.value).toBe(true);
});

test('One press in a mail program leaves, without cookie and Origin, in both forms of RFC 8058', async () => {
	const form = await prepared();
	expect(String((form.letter(form.email).headers.get('list') as { unsubscribe?: { url?: string } })?.unsubscribe?.url)).toContain(
		form.path,
	);
	expect((await press(form.path, 'List-Unsubscribe=One-Click')).statusCode).toBe(200);
	expect((await saidOf(form.scene)).at(-1)).toMatchObject({ purpose_id: form.scene.purpose, value: false, how: 'unsubscribe' });
	const parts = await prepared();
	const body = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
	expect((await press(parts.path, body, 'multipart/form-data; boundary=b')).statusCode).toBe(200);
	expect((await saidOf(parts.scene)).at(-1)).toMatchObject({ purpose_id: parts.scene.purpose, value: false, how: 'unsubscribe' });
});

test('Leaving holds before the next recipients of a run that is under way', async () => {
	const { scene } = await prepared();
	const both = scene.emails(2, 'both');
	await scene.say(both, true);
	const { letter } = await sendLetters(t, scene, sink, { emails: both });
	const slow = await scene.campaign({
		audience: await scene.audience([await scene.segment(both)]),
		constellation: await scene.published(),
		options: { purposes: [scene.purpose], throttle: 30 },
	});
	const before = sink.mails.length;
	await scene.execute(slow.id);
	// One every two seconds: whoever comes second is still to come.
	await expect.poll(() => sink.mails.length - before).toBe(1);
	const first = sink.mails[before]?.to ?? '';
	const second = both.find((one) => one !== first) ?? '';
	expect((await press(`/u/${letter(second).name}`, 'do=topic')).statusCode).toBe(200);
	const done = await scene.until(slow.id, ['done', 'failed', 'paused']);
	expect(done.run.state).toBe('done');
	expect(sink.mails.slice(before).map(({ to }) => to)).toEqual([first]);
	expect(done.reasons).toEqual([{ state: 'skipped', reason: 'said_no', count: 1 }]);
});

test('The second button leaves everything, and keeps out whoever says yes for them', async () => {
	const { scene, path, email, other } = await prepared();
	await press(path, 'do=everything');
	const said = (await saidOf(scene)).filter(({ value }) => !value);
	expect(said.map(({ purpose_id: id }) => id)).toEqual(expect.arrayContaining([scene.purpose, other]));
	await scene.say([email], true);
	const done = await writtenAgain(scene, email);
	expect(done.reasons).toEqual([{ state: 'skipped', reason: 'objected', count: 1 }]);
});

test('Whoever left everything and says yes themselves, signed in, is written to again', async () => {
	const person = await t.person();
	const { scene, path, email } = await prepared({ to: person.email });
	await press(path, 'do=everything');
	const body = { customerId: scene.tenant.customerId, answers: [{ purposeId: scene.purpose, value: true }] };
	expect((await t.send(person, 'POST', '/api/account/consents', { body })).status).toBe(200);
	const done = await writtenAgain(scene, email);
	expect([done.states.accepted, done.reasons]).toEqual([1, []]);
});

test('Whoever was erased after they left everything is written to again when they say yes themselves, and by nobody else’s yes', async () => {
	const person = await t.person();
	const { scene, path, email } = await prepared({ to: person.email });
	const { customerId } = scene.tenant;
	await press(path, 'do=everything');
	const { luvallaId } = await scene.person({ email });
	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, luvallaId));
	await scene.say([email], true);
	expect(await leftOutOf(scene, [email])).toMatchObject({ accepted: 0, reasons: [{ reason: 'objected' }] });
	const body = { customerId, answers: [{ purposeId: scene.purpose, value: true }] };
	expect((await t.send(person, 'POST', '/api/account/consents', { body })).status).toBe(200);
	expect(await leftOutOf(scene, [email])).toMatchObject({ accepted: 1, reasons: [] });
});

test('That somebody stopped everything is dropped by no officer as if it were the memory of an erasure', async () => {
	const { scene, path, email } = await prepared();
	await press(path, 'do=everything');
	const { luvallaId } = await scene.person({ email });
	const dropped = await t.send(scene.owner, 'DELETE', `/api/audit/domain/people/memory/${luvallaId}`, { headers: scene.headers });
	expect([dropped.status, dropped.json().code]).toEqual([404, 'not_found']);
	await scene.say([email], true);
	expect(await leftOutOf(scene, [email])).toMatchObject({ accepted: 0, reasons: [{ reason: 'objected' }] });
});

/** Two who both said yes, with what makes them one and two again. */
const twoOfThem = async () => {
	const { scene, path, email } = await prepared();
	const [other = ''] = scene.emails(1, 'other');
	await scene.say([other], true);
	const { customerId } = scene.tenant;
	const { luvallaId: gone } = await scene.person({ email });
	const { luvallaId: kept } = await scene.person({ email: other });
	const { hooks } = t.server.kernel;
	return {
		...{ scene, path, email, other },
		merge: () => scene.tenantTx((tx) => mergePersons(tx, hooks, customerId, { gone, kept }, 'user:test')),
		unmerge: () => scene.tenantTx((tx) => unmergePerson(tx, hooks, customerId, gone, 'user:test')),
	};
};

test('Who stopped everything while they were one with another takes it back when they are two again', async () => {
	const { scene, path, email, other, merge, unmerge } = await twoOfThem();
	await merge();
	await press(path, 'do=everything');
	await unmerge();
	await press(path, 'do=resume-all');
	// The other one is asked for nothing: what was said for both stays for them.
	const { accepted, reasons } = await leftOutOf(scene, [email, other]);
	expect([accepted, reasons]).toEqual([1, [{ state: 'skipped', reason: 'objected', count: 1 }]]);
});

test('A letter that came to one of two who are told apart since is left by that one, and answered for that one alone', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const [email = '', other = ''] = scene.emails(2, 'apart');
	await scene.say([email, other], true);
	const { customerId } = scene.tenant;
	const { luvallaId: gone } = await scene.person({ email });
	const { luvallaId: kept } = await scene.person({ email: other });
	await scene.tenantTx(async (tx) => {
		await mergePersons(tx, t.server.kernel.hooks, customerId, { gone, kept }, 'user:test');
		// The address that is confirmed is the one that is written to.
		await tx.run(sql`update person_identifier set confirmed_at = now() where customer_id = ${customerId} and value = ${email}`);
		await tx.run(sql`update person_identifier set bounced_at = now() where customer_id = ${customerId} and value = ${other}`);
	});
	const { letter } = await sendLetters(t, scene, sink, { emails: [email], options: { purposes: [scene.purpose] } });
	await scene.tenantTx((tx) => unmergePerson(tx, t.server.kernel.hooks, customerId, gone, 'user:test'));
	const path = `/u/${letter(email).name}`;
	const held = () =>
		scene.tenantTx((tx) =>
			tx.rows(
				row({ person: text, value: bool }),
				sql`select person::text as person, value from consent_state where customer_id = ${customerId} and purpose_id = ${scene.purpose}`,
			),
		);
	await press(path, 'do=topic');
	expect(new Map((await held()).map((one) => [one.person, one.value]))).toEqual(
		new Map([
			[gone, false],
			[kept, true],
		]),
	);
	await press(path, `do=purpose&purpose=${scene.purpose}&value=yes`);
	expect(new Map((await held()).map((one) => [one.person, one.value]))).toEqual(
		new Map([
			[gone, true],
			[kept, true],
		]),
	);
});

test('By purpose: a no of the page may be taken back on the page, any other no may not', async () => {
	const { scene, path, other, email } = await prepared();
	await press(path, `do=purpose&purpose=${other}&value=no`);
	expect((await saidOf(scene)).at(-1)).toMatchObject({ purpose_id: other, value: false, how: 'preference-page' });
	expect((await press(path, `do=purpose&purpose=${other}&value=yes`)).payload).not.toContain('Take back my no');
	expect((await saidOf(scene)).at(-1)).toMatchObject({ purpose_id: other, value: true, how: 'preference-page' });
	// Said elsewhere: whoever holds a passed-on letter turns nothing.
	await scene.say([email], false, other);
	const before = (await saidOf(scene)).length;
	const page = await press(path, `do=purpose&purpose=${other}&value=yes`);
	expect([page.statusCode, (await saidOf(scene)).length]).toEqual([200, before]);
});

test('No and yes to all topics are one record each, as by the switches, and a yes takes back what the page said no to', async () => {
	const { scene, path, other, runId } = await prepared();
	const look = async () => (await t.send(null, 'GET', `${path}/choose?lang=en`)).text;
	const holds = (page: string, value: string) =>
		new RegExp(`name="value" value="${value}"><button type="submit"( disabled)?>Say ${value} to all<`).exec(page);
	const before = await look();
	expect([holds(before, 'no')?.[1], holds(before, 'yes')?.[1]]).toEqual([undefined, ' disabled']);
	const said = async () => (await saidOf(scene)).map(({ purpose_id: id, value, how }) => ({ id, value, how }));
	const first = await said();
	const both = (value: boolean) => [scene.purpose, other].map((id) => ({ id, value, how: 'preference-page' }));
	const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
	const no = await press(`${path}/choose`, 'do=all&value=no');
	expect(no.payload).toContain('Saved: no to all topics.');
	expect([holds(no.payload, 'no')?.[1], holds(no.payload, 'yes')?.[1]]).toEqual([' disabled', undefined]);
	expect((await said()).slice(first.length).sort(byId)).toEqual(both(false).sort(byId));
	expect(await leftOf(scene, runId)).toEqual([1, 1]);
	// Pressed again it is said already.
	await press(`${path}/choose`, 'do=all&value=no');
	expect(await said()).toHaveLength(first.length + 2);
	// One switch, and the rest of it by the button.
	await press(path, `do=purpose&purpose=${other}&value=yes`);
	const yes = await press(`${path}/choose`, 'do=all&value=yes');
	expect(yes.payload).toContain('Saved: yes to all topics.');
	await press(`${path}/choose`, 'do=all&value=yes');
	expect((await said()).slice(first.length + 2)).toEqual([
		{ id: other, value: true, how: 'preference-page' },
		{ id: scene.purpose, value: true, how: 'preference-page' },
	]);
});

test('Whoever holds a letter says yes to all neither where one topic never was a yes, nor where a no was said elsewhere, nor a day later', async () => {
	const { scene, path, other, email } = await prepared();
	const refused = async () => {
		const before = (await saidOf(scene)).length;
		const page = await press(`${path}/choose`, 'do=all&value=yes');
		expect(page.statusCode).toBe(200);
		expect(page.payload).not.toContain('Say yes to all');
		expect(page.payload).not.toContain('Saved: yes');
		expect((await saidOf(scene)).length).toBe(before);
		return page.payload;
	};
	// A no of the page may be taken back; one that they said elsewhere may not, and then nothing is.
	await press(path, `do=purpose&purpose=${scene.purpose}&value=no`);
	await scene.say([email], false, other);
	expect(await refused()).toContain('<a href="/profile/privacy">Say yes in My privacy</a>');
	await scene.say([email], true, other);
	setClock(() => new Date(Date.now() + 86_400_000 + 60_000));
	try {
		await refused();
	} finally {
		setClock(null);
	}
	const never = await scene.addPurpose({ channels: ['email'] });
	await refused();
	// A no to all is one to what was never asked, too: it opens no yes to it.
	await press(path, 'do=all&value=no');
	await refused();
	expect((await saidOf(scene)).findLast((one) => one.purpose_id === never)).toMatchObject({ value: false });
	// Who stopped everything takes that back first, and is offered neither.
	const stopped = (await press(`${path}/choose`, 'do=everything')).payload;
	expect(stopped).not.toMatch(/Say (no|yes) to all|Say yes in My privacy/);
	await refused();
});

test('Whoever holds a letter makes no yes of what never was one', async () => {
	const { scene, path, other, email } = await prepared();
	const never = await scene.addPurpose({ channels: ['email'] });
	await press(path, 'do=everything');
	const last = async (purpose: string) => (await saidOf(scene)).findLast((one) => one.purpose_id === purpose)?.value;
	// A yes to words that have changed since in what matters is none.
	const change = (body: object) =>
		scene.fine(scene.ask('PUT', `/api/consent/purpose/${scene.tenant.customerId}`, { id: scene.purpose, ...body }));
	await change({ wording: { en: { name: 'Other letters', about: 'And now we sell what we know.' } } });
	await change({ material: true });
	await press(path, 'do=resume-all');
	for (const purpose of [never, scene.purpose]) await press(path, `do=purpose&purpose=${purpose}&value=yes`);
	// What they had permitted comes back; what nobody ever asked them does not.
	expect([await last(never), await last(other), await last(scene.purpose)]).toEqual([false, true, false]);

	// An unsubscription that a file of another tool brought is not the page's.
	await scene.tenantTx(async (tx) => {
		const { customerId, domainId } = scene.tenant;
		const answers = [{ person: { email }, purpose: other, value: false, at: new Date().toISOString(), source: 'Another tool' }];
		const facts = await readPurposeFacts(tx, customerId, [domainId]);
		await takeAnswers(tx, t.server.kernel, customerId, answers, facts, { how: 'unsubscribe', by: 'user:officer' });
	});
	await press(path, `do=purpose&purpose=${other}&value=yes`);
	expect(await last(other)).toBe(false);
});

test('Whoever leaves has left, though the topic permits no letters at that moment', async () => {
	const { scene, path } = await prepared();
	const change = (body: object) =>
		scene.fine<{ channels: string[] }>(scene.ask('PUT', `/api/consent/purpose/${scene.tenant.customerId}`, { id: scene.purpose, ...body }));
	const { channels } = await change({});
	await change({ channels: [] });
	expect((await press(path, 'List-Unsubscribe=One-Click')).payload).toContain('You get no more of these letters.');
	await change({ channels });
	expect((await standing(scene)).find(({ purpose_id: id }) => id === scene.purpose)?.value).toBe(false);
});

test('A letter whose subject is long is left, and its record proves itself', async () => {
	const subject = `${'a'.repeat(299)}\u{1f600} \u2067x\u2069`;
	const { scene, path } = await prepared({ subject });
	expect((await press(path, 'List-Unsubscribe=One-Click')).statusCode).toBe(200);
	await expect.poll(() => selfCheck(t.server.kernel, scene.tenant.customerId)).toMatchObject({ size: 3, found: 0 });
});

test('A yes that never held is none that the page brings back: of a time before somebody was forgotten', async () => {
	const { scene, email } = await prepared();
	const { customerId, domainId } = scene.tenant;
	const third = await scene.addPurpose({ channels: ['email'] });
	// They said no before and were erased; of what they say since, an older yes is evidence alone.
	const { luvallaId } = await scene.person({ email });
	await scene.say([email], false, third);
	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, luvallaId));
	await scene.say([email], true);
	const again = await sendLetters(t, scene, sink, { emails: [email], options: { purposes: [scene.purpose] } });
	const path = `/u/${again.letter(email).name}`;
	const sent = await t.send(null, 'POST', '/edge/v1/consents', {
		headers: scene.machine,
		body: { domainId, answers: [{ person: { email }, purpose: third, value: true, at: '2025-01-15T09:30:00Z', source: 'An old list' }] },
	});
	expect(sent.json().data.results).toMatchObject([{ outcome: 'stored', holds: false }]);
	await press(path, `do=purpose&purpose=${third}&value=no`);
	await press(path, `do=purpose&purpose=${third}&value=yes`);
	expect((await standing(scene)).find(({ purpose_id: id }) => id === third)?.value).toBe(false);
});

test('Language and pause are written down, and a pause keeps letters away', async () => {
	const { scene, path, email } = await prepared();
	await press(path, 'do=language&language=fi');
	await press(path, 'do=language&language=xx');
	expect((await scene.person({ email })).profile?.locale ?? (await scene.person({ email })).locale).toBe('fi');
	expect((await press(path, 'do=pause')).payload).toContain('Nothing is sent to you before');
	const paused = await scene.campaign({
		audience: await scene.audience([await scene.segment([email])]),
		constellation: await scene.published(),
		options: { purposes: [scene.purpose] },
	});
	await scene.execute(paused.id);
	expect((await scene.until(paused.id, ['done', 'failed'])).reasons).toEqual([{ state: 'skipped', reason: 'paused', count: 1 }]);
	expect((await press(path, 'do=resume')).payload).toContain('Nothing for 30 days');
});

/** Sends to these, and answers who was left out and why. */
const leftOutOf = async (scene: Scene, emails: readonly string[]) => {
	await scene.followed();
	const { id } = await scene.campaign({
		audience: await scene.audience([await scene.segment(emails)]),
		constellation: await scene.published(),
		options: { purposes: [scene.purpose] },
	});
	const { left } =
		(await scene.fine<{ lanes: { left: object[] }[] }>(scene.ask('GET', `/api/manage/campaign/${id}/before`))).lanes[0] ?? {};
	await scene.execute(id);
	const { states, reasons } = await scene.until(id, ['done', 'failed']);
	return { left, accepted: states.accepted, reasons };
};

test('A pause stands for both of two who turned out to be one, and for each when they are two again', async () => {
	const { scene, path, email, other, merge, unmerge } = await twoOfThem();
	await press(path, 'do=pause');
	await merge();
	const paused = (count: number) => [{ reason: 'paused', count }];
	const out = (count: number) => [{ state: 'skipped', reason: 'paused', count }];
	expect(await leftOutOf(scene, [other])).toEqual({ left: paused(1), accepted: 0, reasons: out(1) });

	// It ends for both, and begins for both.
	expect((await press(path, 'do=resume')).payload).toContain('Nothing for 30 days');
	expect(await leftOutOf(scene, [other])).toEqual({ left: [], accepted: 1, reasons: [] });
	await press(path, 'do=pause');
	await unmerge();
	expect(await leftOutOf(scene, [email, other])).toEqual({ left: paused(2), accepted: 0, reasons: out(2) });
});

const StateRow = row({ purpose_id: text, value: bool, record_id: text });
const standing = ({ tenant, tenantTx }: Scene) =>
	tenantTx((tx) =>
		tx.rows(
			StateRow,
			sql`select purpose_id::text as purpose_id, value, record_id::text as record_id from consent_state
			where customer_id = ${tenant.customerId} order by purpose_id`,
		),
	);

test('A pause and a language have a record each, which never takes the place of the yes that stands', async () => {
	const { scene, path, other, runId } = await prepared();
	const before = await standing(scene);
	for (const body of ['do=language&language=fi', 'do=language&language=fi', 'do=pause', 'do=pause', 'do=resume', 'do=resume'])
		await press(path, body);
	const written = (await saidOf(scene)).slice(2);
	expect(written.map(({ purpose_id, value, how }) => [purpose_id, value, how])).toEqual([
		[scene.purpose, true, 'preference-page'],
		[scene.purpose, true, 'pause'],
		[scene.purpose, true, 'preference-page'],
	]);
	expect(written.map(({ source }) => source?.slice('Hello …'.length))).toEqual([
		', in fi',
		expect.stringMatching(/^, paused until \d{4}-\d\d-\d\d$/),
		', pause ended',
	]);
	expect(await standing(scene)).toEqual(before);
	const { customerId } = scene.tenant;
	expect(await scene.tenantTx((tx) => checkPresent(tx, customerId))).toEqual([]);
	// What permitted the letter is told as before.
	expect((await visit(t, `${path}/why`)).payload).toContain(before.find(({ purpose_id: id }) => id === scene.purpose)?.record_id);

	// A no in between stands, and of what was never answered nothing is written.
	await press(path, 'do=topic');
	const left = await standing(scene);
	await press(path, 'do=pause');
	expect(await standing(scene)).toEqual(left);
	expect((await saidOf(scene)).filter(({ how }) => how === 'pause')).toHaveLength(1);
	expect(left.find(({ purpose_id: id }) => id === other)?.value).toBe(true);
	expect(await leftOf(scene, runId)).toEqual([1, 1]);
});

test('Where the yes itself is erased, the record of a pause does not stand in for it', async () => {
	const { scene, path } = await prepared();
	await press(path, 'do=pause');
	const yes = (await standing(scene)).find(({ purpose_id: id }) => id === scene.purpose);
	const { customerId } = scene.tenant;
	await t.storage.inErasure(customerId, (tx) => eraseRecords(tx, t.server.kernel, customerId, [yes?.record_id ?? ''], 'retention'));
	expect((await standing(scene)).map(({ purpose_id: id }) => id)).not.toContain(scene.purpose);
	expect((await saidOf(scene)).map(({ how }) => how)).toContain('pause');
});

test('Who takes their no back after a pause has what they said before it, and no more', async () => {
	const { scene, path } = await prepared();
	const before = (await standing(scene)).find(({ purpose_id: id }) => id === scene.purpose);
	await press(path, 'do=pause');
	await press(path, `do=purpose&purpose=${scene.purpose}&value=no`);
	await press(path, `do=purpose&purpose=${scene.purpose}&value=yes`);
	const after = (await standing(scene)).find(({ purpose_id: id }) => id === scene.purpose);
	expect([after?.value, after?.record_id === before?.record_id]).toEqual([true, false]);
	expect((await saidOf(scene)).slice(2).map(({ value, how }) => [value, how])).toEqual([
		[true, 'pause'],
		[false, 'preference-page'],
		[true, 'preference-page'],
	]);
});

test('Why did I get this: the words, the day, and the letter, in both languages', async () => {
	const { path, campaign } = await prepared();
	const page = await visit(t, `${path}/why`);
	for (const part of ['Why did I get this?', 'Monthly.', 'Source</dt><dd>Paper', '<h2>Hello …</h2>', 'Stop these letters'])
		expect(page.payload).toContain(part);
	// What the campaign is called is nobody's business, and by the API nobody knows what was seen.
	expect(page.payload).not.toContain(campaign.title);
	expect(page.payload).not.toContain('the words you saw');
	const finnish = await visit(t, `${path}/why?lang=fi`);
	expect(finnish.payload).toContain('<html lang="fi">');
	expect(finnish.payload).toContain('Miksi sain tämän?');
	await press(path, 'do=topic');
	expect((await visit(t, `${path}/why`)).payload).not.toContain('Stop these letters');
});

test.each([
	[
		'import',
		false,
		'brought in a file. In it the day of the yes is Oct-03-2026.',
		'Lupasi tuotiin tiedostosta. Siinä luvan päivä on 3.10.2026.',
	],
	['assisted', false, 'wrote down that you said yes', 'Koska lähettäjän edustaja kirjasi'],
	['api', false, 'reported that you said yes', 'järjestelmä ilmoitti'],
	['banner', true, 'you said yes on c', 'luvan viesteihin sivustolla c'],
	['privacy-centre', true, 'on your own page', 'omalla sivullasi'],
])('Why it came is said as the record knows it, and no further: %s', async (how, shown, english, finnish) => {
	const { scene, path } = await prepared();
	const key = createNames(t.server.kernel.secrets).keyOf(path.slice('/u/'.length));
	const letter = key && (await scene.tenantTx((tx) => readLetter(tx, key)));
	if (!letter?.permittedBy) throw new Error('No yes permitted the letter.');
	const permittedBy = {
		...letter.permittedBy,
		how,
		shown,
		language: 'en',
		at: new Date('2026-10-03T00:00:00.000Z'),
		source: 'Paper form, version 1',
	};
	const pages = { en: whyPage('en', path, { ...letter, permittedBy }), fi: whyPage('fi', path, { ...letter, permittedBy }) };
	expect(pages.en).toContain(english);
	expect(pages.fi).toContain(finnish);
	// A file says a day, and no time is made up for it.
	expect(pages.en.includes('<dd>Oct-03-2026</dd>')).toBe(how === 'import');
	expect(pages.fi.includes('<dd>3.10.2026</dd>')).toBe(how === 'import');
	expect(pages.en.includes('These are the words you saw:')).toBe(shown);
	// Words that were read in English are told to be, and what it is about is in the reader's own language where there is one.
	expect(pages.fi.includes('Nämä sanat näit. Niiden kieli on englanti:')).toBe(shown);
	expect(pages.en.includes('Paper form, version 1')).toBe(!shown);
	expect(pages.en.includes(`<dt>Where</dt><dd>${scene.tenant.host}</dd>`)).toBe(shown);
});

test('A letter of duty says its reason and is not stopped', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const [email = ''] = scene.emails(1);
	await scene.say([email], false);
	const { letter } = await sendLetters(t, scene, sink, { emails: [email], reason: 'Your order is late' });
	const path = `/u/${letter(email).name}`;
	for (const url of [path, `${path}/why`]) {
		const page = await visit(t, url);
		expect(page.payload).toContain('Your order is late');
		expect(page.payload).not.toContain('<button');
	}
	const before = await saidOf(scene);
	expect((await press(path, 'List-Unsubscribe=One-Click')).statusCode).toBe(200);
	await press(path, 'do=everything');
	expect(await saidOf(scene)).toEqual(before);
});

test('What lists call a delivery opens nothing that is its reader’s, and a rehearsal’s letter is nobody’s', async () => {
	const { scene, path, email, campaign, runId } = await prepared();
	await press(path, 'List-Unsubscribe=One-Click');
	const before = await standing(scene);
	const listed = await scene.fine<{ deliveries: { id: string }[] }>(
		scene.ask('GET', `/api/manage/campaign/${campaign.id}/deliveries?run=${runId}`),
	);
	const [one] = listed.deliveries;
	expect(`/u/${one?.id}`).not.toBe(path);
	for (const body of [`do=purpose&purpose=${scene.purpose}&value=yes`, 'do=everything', 'do=pause'])
		expect((await press(`/u/${one?.id}`, body)).statusCode).toBe(404);
	expect((await visit(t, `/u/${one?.id}/why`)).statusCode).toBe(404);
	// The list’s own page of it opens by it, and by nothing of the letter.
	const detail = `/api/manage/campaign/${campaign.id}/delivery/`;
	expect((await scene.ask('GET', `${detail}${one?.id}`)).status).toBe(200);
	expect((await scene.ask('GET', `${detail}${path.slice(3)}`)).status).toBe(404);

	await scene.say([email], true);
	const other = await scene.campaign({
		audience: await scene.audience([await scene.segment([email])]),
		constellation: await scene.published(),
		options: { purposes: [scene.purpose] },
	});
	const { rehearsal } = await scene.fine<{ rehearsal: { id: string } }>(scene.ask('POST', `/api/manage/campaign/${other.id}/rehearse`));
	await scene.until(other.id, ['done'], rehearsal.id);
	const key = createNames(t.server.kernel.secrets).keyOf(path.slice(3));
	if (!key) throw new Error('no key');
	const made = createNames(t.server.kernel.secrets).nameOf({ ...key, runId: rehearsal.id });
	expect([(await visit(t, `/u/${made}/why`)).statusCode, (await press(`/u/${made}`, 'do=everything')).statusCode]).toEqual([404, 404]);
	expect(before.find(({ purpose_id: id }) => id === scene.purpose)?.value).toBe(false);
});

test('Who stopped everything takes that back as a whole: no single yes does', async () => {
	const { scene, path, other } = await prepared();
	const before = await standing(scene);
	const stopped = await press(path, 'do=everything');
	expect([stopped.payload.includes('Take back: stop everything'), stopped.payload.includes('Take back my no')]).toEqual([true, false]);
	await press(path, `do=purpose&purpose=${other}&value=yes`);
	const values = async () => (await standing(scene)).map(({ value }) => value);
	expect(await values()).toEqual([false, false]);
	const back = await press(path, 'do=resume-all');
	expect(back.payload).toContain('Stop everything from');
	expect(await values()).toEqual(before.map(({ value }) => value));
	// A day later the page takes back nothing any more.
	await press(path, 'do=everything');
	setClock(() => new Date(Date.now() + 86_400_000 + 60_000));
	try {
		await press(path, 'do=resume-all');
		expect(await values()).toEqual([false, false]);
	} finally {
		setClock(null);
	}
});

test('Whoever stopped everything is not written to by another address that somebody put beside theirs', async () => {
	const { scene, path, email } = await prepared();
	const { customerId, domainId } = scene.tenant;
	await press(path, 'do=everything');
	const { luvallaId } = await scene.person({ email });
	const [second = ''] = scene.emails(1, 'second');
	const person = { luvallaId, email: second };
	const answers = [{ person, purpose: scene.purpose, value: true, at: new Date().toISOString(), source: 'Paper' }];
	const sent = await t.send(null, 'POST', '/edge/v1/consents', { headers: scene.machine, body: { domainId, answers } });
	expect(sent.json().data.results).toMatchObject([{ outcome: 'stored', luvallaId }]);
	// The one that they left by takes no letters any more, so that the next one is the other's.
	await scene.tenantTx((tx) =>
		tx.run(sql`update person_identifier set bounced_at = now() where customer_id = ${customerId} and kind = 'email' and value = ${email}`),
	);
	expect(await leftOutOf(scene, [second])).toMatchObject({ accepted: 0, reasons: [{ state: 'skipped', reason: 'objected', count: 1 }] });
});

test('A no that was said before everything was stopped stays one when that is taken back', async () => {
	const { scene, path, other } = await prepared();
	await press(path, `do=purpose&purpose=${other}&value=no`);
	await press(path, 'do=everything');
	await press(path, 'do=resume-all');
	const values = new Map((await standing(scene)).map(({ purpose_id: id, value }) => [id, value]));
	expect([values.get(other), values.get(scene.purpose)]).toEqual([false, true]);
});

test('A name made up is nobody’s, and of somebody erased nothing is known', async () => {
	const { scene, path, email } = await prepared();
	const key = createNames(t.server.kernel.secrets).keyOf(path.slice(3));
	if (!key) throw new Error('The letter has no name.');
	const stranger = createNames(t.server.kernel.secrets).nameOf({ ...key, entry: key.entry + 1_000 });
	for (const url of ['/u/x', `/u/${'a'.repeat(56)}`, `/u/${stranger}`, `/u/${stranger}/why`]) {
		const page = await visit(t, url, { accept: 'text/html' });
		expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
	}
	expect((await press(`/u/${stranger}`, 'do=topic')).statusCode).toBe(404);
	const { luvallaId } = await scene.person({ email });
	await t.storage.inErasure(key.customerId, (tx) => erasePerson(tx, t.server.kernel, key.customerId, luvallaId));
	for (const url of [path, `${path}/why`]) expect((await visit(t, url)).payload).toContain('Nothing is known of you here any more');
	expect((await press(path, 'do=topic')).payload).toContain('Nothing is known of you here any more');
});

test('Looks of scanners use up no press', async () => {
	const { path } = await prepared();
	// A machine that takes its time earns a look each second meanwhile.
	let looks = 0;
	while (looks < 300 && (await visit(t, path)).statusCode !== 429) looks += 1;
	expect(looks).toBeGreaterThanOrEqual(60);
	expect(looks).toBeLessThan(300);
	expect((await press(path, 'List-Unsubscribe=One-Click')).statusCode).toBe(200);
});
