/** Sign-up forms: who is asked, what becomes a yes, what a robot comes to, and what is kept of whoever never confirmed. */

import { readKeys } from '@luvalla/verify/keys.ts';
import { checkReceipt } from '@luvalla/verify/receipt.ts';
import { describe, expect, test } from 'vitest';
import { now, setClock } from '../src/kernel/clock.ts';
import { orNull, row, sql, text, uuid } from '../src/kernel/storage/rows.ts';
import { erasePerson } from '../src/wings/consent/answers/erase-person.ts';
import { sealAll } from '../src/wings/consent/proof/work.ts';
import { lapseAll } from '../src/wings/consent/signup/retention.ts';
import { startApp, testApp } from './app.ts';
import { openSink, smtpError, startSink } from './engagement/sink.ts';
import { CONFIG, signupStage, WORDING, workFor } from './signup-stage.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
const sink = await startSink();

let people = 0;
const address = (word = 'anna'): string => `${word}${people++}-${Date.now()}@example.com`;
const requests = (email: string) => sql`signup_request where email = ${email}`;
const persons = (email: string) => sql`person_identifier where kind = 'email' and value = ${email}`;

describe('from form to yes', () => {
	test('nothing is permitted and nobody is known until the button of the letter’s page is pressed', async () => {
		const s = await signupStage(t, sink);
		const email = address();
		const answer = await s.post(email, { fields: { firstName: 'Anna' } });
		expect([answer.statusCode, answer.json()]).toEqual([200, { data: { to: null } }]);
		const letter = await s.letterTo(email);
		expect(letter.from?.text).toBe(`"Aalto klubi" <klubi@${s.host}>`);
		expect(letter.subject).toBe('Was this you?');
		for (const words of [WORDING.en.name, WORDING.en.about, 'Testikatu 1, Turku', s.host]) expect(letter.text).toContain(words);
		expect(await s.count(persons(email))).toBe(0);

		const link = s.linkIn(letter.text);
		for (let look = 0; look < 2; look++) {
			const page = await s.inject('GET', link);
			expect([page.statusCode, page.payload]).toEqual([200, expect.stringContaining('Was this you?')]);
			expect(page.payload).toContain('Anna');
		}
		expect(await s.count(persons(email))).toBe(0);

		const done = await s.press(link);
		expect([done.statusCode, done.payload]).toEqual([200, expect.stringContaining('Thank you, you are in')]);
		expect(
			await s.count(sql`consent_record where subject = ${`email:${email}`} and value and how = 'form' and configuration like 'f%'`),
		).toBe(1);
		expect(await s.count(sql`consent_state where purpose_id = ${s.purposeId} and value`)).toBe(1);
		expect(await s.count(sql`person_identifier where value = ${email} and confirmed_at is not null`)).toBe(1);
		expect(await s.count(sql`profile where first_name = 'Anna'`)).toBe(1);
		// Nothing of the person stays with the request, and pressing again says the same.
		expect(await s.count(requests(email))).toBe(0);
		expect((await s.press(link)).payload).toContain('Thank you, you are in');
		expect(await s.count(sql`consent_record where subject = ${`email:${email}`}`)).toBe(1);
		expect(await s.counts()).toMatchObject({ asked: 1, confirmed: 1, waiting: 0, lapsed: 0, published: { recordId: expect.any(String) } });
	});

	test('wings above hear of it as of every answer, which is what a welcome hangs on', async () => {
		const s = await signupStage(t, sink);
		const email = address('heard');
		const heard: { how: string; value: boolean; purposeId: string; holds: boolean }[] = [];
		const stop = t.server.kernel.hooks.answered.on(async (_tx, { customerId, answers }) => {
			if (customerId === s.customerId) heard.push(...answers);
		});
		try {
			await s.post(email);
			const link = s.linkIn((await s.letterTo(email)).text);
			expect(heard).toEqual([]);
			await s.press(link);
			await s.press(link);
		} finally {
			stop();
		}
		expect(heard).toEqual([expect.objectContaining({ how: 'form', value: true, purposeId: s.purposeId, holds: true })]);
	});

	test('a form whose purpose was reworded is published again with the new words, and who was asked before said yes to the old', async () => {
		const s = await signupStage(t, sink);
		const email = address('reworded');
		await s.post(email);
		const link = s.linkIn((await s.letterTo(email)).text);
		const wording = { ...WORDING, en: { name: 'Marketing email', about: 'Other words.' } };
		await s.fine(s.ask('PUT', `/api/consent/purpose/${s.customerId}`, { id: s.purposeId, wording }));
		await s.fine(s.ask('POST', `/api/manage/signupform/${s.form.id}/publish`));
		await expect.poll(async () => (await s.shown()).about).toBe('Other words.');
		expect((await s.inject('GET', link)).payload).toContain(WORDING.en.about);
		await s.press(link);
		expect(await s.count(sql`consent_record where subject = ${`email:${email}`} and purpose_version = 1`)).toBe(1);
	});

	test.each([
		['on hold', 2],
		['whose onboarding was cancelled', 0],
	])('of a customer %s no letter leaves until it may send again', async (_, status) => {
		const s = await signupStage(t, sink);
		const email = address('held');
		const set = (to: number) => s.tenantTx((tx) => tx.run(sql`update customer set status = ${to} where customer_id = ${s.customerId}`));
		await set(status);
		await s.post(email);
		const later = sql`signup_request where email = ${email} and judged_at is null and due_at > ${new Date(now().getTime() + 10_000)}`;
		await expect.poll(() => s.count(later)).toBe(1);
		expect(await s.letters(email)).toEqual([]);
		await set(1);
		await s.tenantTx((tx) => tx.run(sql`update signup_request set due_at = ${now()} where customer_id = ${s.customerId}`));
		await s.letterTo(email);
	});

	test('in the visitor’s language, letter and page too', async () => {
		const s = await signupStage(t, sink);
		const email = address('aino');
		expect(await s.shown('fi-FI')).toMatchObject({ language: 'fi', ...WORDING.fi, button: 'Liity kerhoon' });
		expect(await s.shown('fil')).toMatchObject({ language: 'en' });
		expect((await s.post(email, { language: 'fi' })).statusCode).toBe(200);
		const letter = await s.letterTo(email);
		expect(letter.subject).toBe('Olitko se sinä?');
		expect(letter.text).toContain(WORDING.fi.about);
		const page = await s.inject('GET', s.linkIn(letter.text));
		expect(page.payload).toContain('<html lang="fi">');
		await s.press(s.linkIn(letter.text));
		expect(await s.count(sql`consent_record where subject = ${`email:${email}`} and language = 'fi'`)).toBe(1);
	});

	test('the record is of the wording and the form that were shown, whatever is published later, and verify takes it', async () => {
		const s = await signupStage(t, sink);
		const email = address('old');
		await s.post(email);
		const letter = await s.letterTo(email);
		const [first] = await s.fine<{ version: number; hash: string }[]>(s.ask('GET', `/api/manage/signupform/${s.form.id}/versions`));
		await s.fine(s.ask('PUT', '/api/manage/signupform', { id: s.form.id, title: 'Another name', config: { ...s.config, fields: [] } }));
		await s.fine(s.ask('POST', `/api/manage/signupform/${s.form.id}/publish`));
		await s.press(s.linkIn(letter.text));
		const { published } = await s.counts();
		const id = published?.recordId ?? '';
		const read = () => t.send(s.owner, 'GET', `/api/audit/domain/consents/${id}/receipt`);
		await sealAll(t.server.kernel);
		const receipt = (await read()).json().data;
		expect(receipt.shown).toMatchObject({ title: 'Join the club', version: 1, hash: first?.hash });
		const record = JSON.parse(receipt.record);
		expect(record).toMatchObject({
			how: 'form',
			value: true,
			subject: `email:${email}`,
			configurationHash: first?.hash,
			purposeVersion: 1,
		});
		expect(record.source).toMatch(/^Form “Join the club” on \S+, version 1, by form\.js: asked \S+Z, confirmed by letter \S+Z$/);
		const keys = readKeys((await t.send(null, 'GET', '/edge/v1/ledger/key')).text);
		const checked = checkReceipt(receipt, keys);
		expect(checked.checks.filter(({ ok }) => !ok)).toEqual([]);
		expect(checkReceipt({ ...receipt, shown: { ...receipt.shown, hash: 'ab'.repeat(32) } }, keys).ok).toBe(false);
	});

	test('by plain HTML, whose answers are pages of ours', async () => {
		const s = await signupStage(t, sink);
		const email = address('plain');
		const page = await s.plain({ email, yes: 'on', firstName: 'Pia', language: 'fi' });
		expect([page.statusCode, page.payload]).toEqual([200, expect.stringContaining('Katso sähköpostiasi')]);
		expect(page.headers['content-security-policy']).toContain("default-src 'none'");
		await s.press(s.linkIn((await s.letterTo(email)).text));
		expect(await s.count(sql`consent_record where subject = ${`email:${email}`} and source like '%plain HTML%'`)).toBe(1);
		// What is too long ends where a sign does.
		const long = { email: address('long'), yes: 'on', firstName: `${'a'.repeat(199)}\u{1f600}` };
		expect((await s.plain(long)).statusCode).toBe(200);
		expect((await s.plain({ email: 'nobody', yes: 'on' })).statusCode).toBe(422);
		expect((await s.plain({ email: address() })).statusCode).toBe(422);
		expect((await s.plain({ email: address(), yes: 'on' }, { origin: 'https://evil.example' })).statusCode).toBe(403);
	});

	test('by a page that stood open for days, and with a host beyond ASCII as it was typed', async () => {
		const s = await signupStage(t, sink);
		const { token } = await s.shown();
		const email = address('late');
		try {
			setClock(() => new Date(Date.now() + 2 * 86_400_000));
			await s.post(email, { token, work: workFor(token, email) });
			await s.letterTo(email);
		} finally {
			setClock(null);
		}
		await s.post('matti@äijä.fi');
		expect(await s.count(requests('matti@xn--ij-uiac.fi'))).toBe(1);
		expect((await s.counts()).keptOut).toMatchObject({ robot: 0, pace: 0 });
	});

	test('by a customer’s server: the same letter', async () => {
		const s = await signupStage(t, sink);
		const email = address('server');
		const headers = s.machine;
		const sent = await t.send(null, 'POST', '/edge/v1/signups', {
			headers,
			body: { domainId: s.domainId, form: s.form.id, email, language: 'fi', signedIn: true },
		});
		expect([sent.status, sent.json().data]).toEqual([200, { recordId: null }]);
		expect(await s.count(persons(email))).toBe(0);
		await s.press(s.linkIn((await s.letterTo(email)).text));
		expect(await s.count(sql`consent_state where purpose_id = ${s.purposeId} and value`)).toBe(1);
	});

	test('it was not them: what was typed is erased, by the button or by their mail program', async () => {
		const s = await signupStage(t, sink);
		for (const body of ['do=drop', 'List-Unsubscribe=One-Click']) {
			const email = address('stranger');
			await s.post(email);
			const link = s.linkIn((await s.letterTo(email)).text);
			const page = await s.inject('POST', link, { payload: body, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
			expect(page.payload).toContain('Erased');
			expect(await s.count(requests(email))).toBe(0);
			expect((await s.press(link)).statusCode).toBe(404);
		}
		expect(await s.count(sql`consent_record where how = 'form'`)).toBe(0);
	});
});

describe('without confirmation', () => {
	test('a form gives no permission, whoever posts it', async () => {
		const s = await signupStage(t, sink, { confirm: false });
		const email = address('unconfirmed');
		expect((await s.post(email)).statusCode).toBe(200);
		expect((await s.plain({ email, yes: 'on' })).payload).toContain('Sign in to say yes');
		const headers = s.machine;
		const server = (signedIn: boolean) =>
			t.send(null, 'POST', '/edge/v1/signups', { headers, body: { domainId: s.domainId, form: s.form.id, email, signedIn } });
		expect((await server(false)).status).toBe(422);
		expect(await s.count(sql`signup_request`)).toBe(0);
		expect(await s.count(persons(email))).toBe(0);
		// Somebody who is signed in at the customer's: by the word of their server, and so it is written.
		const told = await server(true);
		expect([told.status, told.json().data]).toEqual([200, { recordId: expect.any(String) }]);
		expect(
			await s.count(
				sql`consent_record where subject = ${`email:${email}`} and how = 'api' and recorded_by like 'application:%' and configuration is null`,
			),
		).toBe(1);
		expect(await s.letters(email)).toEqual([]);
	});
});

describe('limits', () => {
	test('ten thousand posts of a robot make no ten thousand letters', async () => {
		const s = await signupStage(t, sink);
		const { token } = await s.shown();
		const before = sink.mails.length;
		const statuses = new Map<number, number>();
		for (let from = 0; from < 10_000; from += 500)
			await Promise.all(
				Array.from({ length: 500 }, async (_, n) => {
					const email = `robot${from + n}@victims.example`;
					const kind = n % 3;
					const payload = {
						form: s.form.id,
						language: 'en',
						email,
						yes: true,
						fields: {},
						token: kind === 0 ? token : '',
						work: 1,
						website: kind === 1 ? 'spam' : '',
					};
					const { statusCode } = await s.inject('POST', '/edge/v1/forms', { payload, headers: { origin: s.origin } });
					statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
				}),
			);
		await expect.poll(() => s.count(sql`signup_request where form_id = ${s.form.id} and letter = 'waiting'`)).toBe(0);
		expect(sink.mails.length - before).toBeLessThanOrEqual(30);
		expect([...statuses.keys()].sort()).toEqual([200, 429]);
		const { keptOut, asked } = await s.counts();
		expect(asked + (keptOut.robot ?? 0) + (keptOut.pace ?? 0)).toBeGreaterThanOrEqual(10_000);
	});

	test('many networks have together no more than the form’s pace', async () => {
		const s = await signupStage(t, sink, { limits: { letterDays: 7, lettersPerHour: 5, lettersPerNetwork: 2 } });
		const before = sink.mails.length;
		for (let n = 0; n < 12; n++) await s.post(address('many'), {}, `10.88.${n}.7`);
		await expect.poll(() => s.count(sql`signup_request where letter = 'waiting'`)).toBe(0);
		await expect.poll(() => sink.mails.length - before).toBe(5);
		expect((await s.counts()).keptOut).toMatchObject({ pace: 7 });
	});

	test('somebody else’s address gets one letter, whoever’s forms it is typed into, and the next one days later', async () => {
		const [s, other] = [await signupStage(t, sink), await signupStage(t, sink)];
		const email = address('victim');
		for (let n = 0; n < 3; n++) await s.post(email);
		await s.letterTo(email);
		await other.post(email);
		await expect.poll(async () => (await other.counts()).keptOut.second).toBe(1);
		expect((await s.counts()).keptOut.second).toBe(2);
		expect(await s.letters(email)).toHaveLength(1);
		// The link of the one letter still works.
		const link = s.linkIn((await s.letters(email))[0]?.text);
		expect((await s.inject('GET', link)).payload).toContain('Was this you?');
		const start = now().getTime();
		try {
			setClock(() => new Date(start + 2 * 86_400_000));
			await other.post(email);
			await expect.poll(async () => (await s.letters(email)).length).toBe(2);
			await s.post(email);
			await expect.poll(async () => (await s.counts()).keptOut.second).toBe(3);
		} finally {
			setClock(null);
		}
	});

	test('who stopped everything gets no letter, is counted, and a yes that they confirm does not lift the stop', async () => {
		const s = await signupStage(t, sink);
		const [stopped, later] = [address('stopped'), address('later')];
		const stop = (email: string) =>
			s.tenantTx((tx) =>
				tx.run(sql`insert into person_stop (customer_id, person, stopped_at) select customer_id, person, now() from person_identifier
					where customer_id = ${s.customerId} and kind = 'email' and value = ${email}`),
			);
		await s.say([stopped, later], true);
		await stop(stopped);
		const answer = await s.post(stopped);
		expect(answer.json()).toEqual({ data: { to: null } });
		await expect.poll(async () => (await s.counts()).keptOut.stopped).toBe(1);
		expect(await s.letters(stopped)).toEqual([]);
		await s.post(later);
		const link = s.linkIn((await s.letterTo(later)).text);
		await stop(later);
		expect((await s.press(link)).payload).toContain('you have stopped everything');
		expect(await s.count(sql`person_stop`)).toBe(2);
	});

	test('answers tell nobody who is known, and only pages of the domain may post', async () => {
		const s = await signupStage(t, sink);
		const [known, stranger] = [address('known'), address('unknown')];
		await s.say([known], true);
		const [a, b] = [await s.post(known), await s.post(stranger)];
		const shape = ({ statusCode, payload, headers }: typeof a) => [statusCode, payload, Object.keys(headers).sort()];
		expect(shape(a)).toEqual(shape(b));
		const { token } = await s.shown();
		const payload = { form: s.form.id, language: 'en', email: stranger, yes: true, token };
		for (const origin of ['https://evil.example', `https://${s.host}.evil.example`, 'null'])
			expect((await s.inject('POST', '/edge/v1/forms', { payload, headers: { origin } })).statusCode).toBe(403);
		expect((await s.inject('POST', '/edge/v1/forms', { payload })).statusCode).toBe(403);
		expect(
			(await s.inject('POST', '/edge/v1/forms', { payload: { ...payload, yes: false }, headers: { origin: s.origin } })).statusCode,
		).toBe(400);
	});

	test('a script for a name is text, and no line of a letter is anybody else’s', async () => {
		const s = await signupStage(t, sink, {
			fields: [
				{ key: 'firstName', required: true, label: {} },
				{ key: 'attributes.size', required: false, label: {} },
			],
		});
		const evil = '<script>alert(1)</script>\r\nBcc: all@victims.example';
		const email = address('script');
		expect((await s.post(email, { fields: {} })).statusCode).toBe(422);
		expect((await s.post(email, { fields: { firstName: evil, 'attributes.size': '=1+1', unasked: 'x' } })).statusCode).toBe(200);
		const letter = await s.letterTo(email);
		// A stranger says nothing to anybody by our letter.
		expect(letter.raw).not.toMatch(/alert|victims/);
		const page = await s.inject('GET', s.linkIn(letter.text));
		expect(page.payload).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
		expect(page.payload).not.toContain('<script');
		await s.press(s.linkIn(letter.text));
		expect(
			await s.count(
				sql`profile where first_name = '<script>alert(1)</script> Bcc: all@victims.example' and attributes ->> 'size' = '=1+1' and not attributes ? 'unasked'`,
			),
		).toBe(1);
		for (const bad of ['a@b.example\r\nBcc: c@d.example', 'a@b.example,c@d.example', 'x']) expect((await s.post(bad)).statusCode).toBe(400);
	});

	test('what is known is not replaced by what was typed', async () => {
		const s = await signupStage(t, sink);
		const email = address('named');
		await t.send(null, 'POST', '/edge/v1/profiles', {
			headers: s.machine,
			body: { domainId: s.domainId, profiles: [{ person: { email }, firstName: 'Real' }] },
		});
		await s.post(email, { fields: { firstName: 'Other' } });
		await s.press(s.linkIn((await s.letterTo(email)).text));
		expect(await s.count(sql`profile where first_name = 'Real'`)).toBe(1);
	});
});

describe('what is kept', () => {
	test('requests lapse after seven days and are erased', async () => {
		const s = await signupStage(t, sink);
		const email = address('lapse');
		await s.post(email);
		const link = s.linkIn((await s.letterTo(email)).text);
		await lapseAll({ storage: t.storage });
		expect(await s.count(requests(email))).toBe(1);
		const start = now().getTime();
		try {
			setClock(() => new Date(start + 7 * 86_400_000 + 60_000));
			expect((await s.press(link)).statusCode).toBe(404);
			await lapseAll({ storage: t.storage });
			expect(await s.count(requests(email))).toBe(0);
			expect(await s.counts()).toMatchObject({ confirmed: 0, waiting: 0, lapsed: 1 });
		} finally {
			setClock(null);
		}
		expect(await s.count(persons(email))).toBe(0);
	});

	test('erasing somebody takes what they asked for, and the file of everything has it', async () => {
		const s = await signupStage(t, sink);
		const email = address('erase');
		await s.say([email], true);
		await s.post(email, { fields: { firstName: 'Eero' } });
		await s.letterTo(email);
		const person = await s.tenantTx((tx) =>
			tx.first(row({ person: uuid }), sql`select person from person_identifier where value = ${email}`),
		);
		const id = person?.person ?? '';
		const file = await t.send(s.owner, 'GET', `/api/audit/domain/people/${id}/data/file`);
		expect([file.status, JSON.parse(file.text).signUps]).toEqual([
			200,
			[expect.objectContaining({ email, form: 'Join the club', fields: { firstName: 'Eero' } })],
		]);
		await t.storage.inErasure(s.customerId, (tx) => erasePerson(tx, t.server.kernel, s.customerId, id));
		expect(await s.count(requests(email))).toBe(0);
	});

	test('a form that is taken away takes nothing more, and what was asked can still be confirmed', async () => {
		const s = await signupStage(t, sink);
		const email = address('gone');
		await s.post(email);
		const link = s.linkIn((await s.letterTo(email)).text);
		const gone = await t.send(s.owner, 'DELETE', `/api/manage/signupform?id=${s.form.id}`, { headers: s.headers });
		expect(gone.status).toBe(200);
		await expect.poll(async () => (await s.inject('GET', `/edge/v1/forms/${s.form.id}`)).statusCode).toBe(404);
		expect((await s.press(link)).payload).toContain('Thank you, you are in');
	});
});

describe('letters', () => {
	test('a mail server that says later is asked again, one that says nobody knows is not, and one that says no is told of', async () => {
		const own = await openSink();
		try {
			const s = await signupStage(t, own);
			const [later, silent, refused] = [address('later'), address('silent'), address('refused')];
			let first = true;
			own.manners.afterData = (mail) => {
				if (mail.to === silent) return 'drop';
				if (mail.to === later && first) {
					first = false;
					throw smtpError(451, 'Come again');
				}
				return undefined;
			};
			own.manners.onTo = (to) => {
				if (to === refused) throw smtpError(550, 'No such user');
			};
			for (const email of [later, silent, refused]) await s.post(email);
			await expect.poll(() => s.count(sql`signup_request where letter = 'failed' and email = ${refused}`)).toBe(1);
			await expect.poll(() => s.count(sql`signup_request where letter = 'waiting' and tries = 1 and email = ${later}`)).toBe(1);
			await expect.poll(() => s.count(sql`signup_request where letter = 'begun' and email = ${silent}`)).toBe(1);
			const start = now().getTime();
			try {
				setClock(() => new Date(start + 3_600_000));
				await expect.poll(() => s.count(sql`signup_request where letter = 'sent' and email = ${later}`)).toBe(1);
			} finally {
				setClock(null);
			}
			const to = own.mails.map((one) => one.to);
			expect(to.filter((one) => one === silent)).toHaveLength(1);
			expect(await s.counts()).toMatchObject({ waiting: 3, failed: 1, said: expect.stringContaining('No such user') });
		} finally {
			await own.stop();
		}
	});

	test('without a mail server of its own the installation writes in the customer’s name', async () => {
		const s = await signupStage(t, null);
		const email = address('mailbox');
		await s.post(email);
		const mailed = () =>
			t.storage.inPlatform((tx) =>
				tx.rows(row({ body_text: orNull(text), subject: text }), sql`select body_text, subject from mail where recipient = ${email}`),
			);
		await expect.poll(async () => (await mailed()).length).toBe(1);
		const [mail] = await mailed();
		expect(mail).toMatchObject({
			subject: 'Was this you?',
			body_text: expect.stringContaining(`Customer ${s.customerId}, Testikatu 1, Turku`),
		});
		expect((await s.press(s.linkIn(mail?.body_text ?? ''))).payload).toContain('Thank you');
	});
});

describe('publishing', () => {
	test('needs texts, words and a purpose that asks', async () => {
		const s = await signupStage(t, null, {}, false);
		const save = (config: object) =>
			s.ask('PUT', '/api/manage/signupform', { id: s.form.id, title: 'Join the club', config: { ...s.config, ...config } });
		const refusal = async (answer: ReturnType<typeof s.ask>) => {
			const { status, text } = await answer;
			return [status, JSON.parse(text).code];
		};
		const publish = () => s.ask('POST', `/api/manage/signupform/${s.form.id}/publish`);
		expect((await s.inject('GET', `/edge/v1/forms/${s.form.id}`)).statusCode).toBe(404);
		await s.fine(save({ texts: { en: CONFIG.texts.en } }));
		expect(await refusal(publish())).toEqual([422, 'form_texts']);
		const english = await s.addPurpose({});
		await s.fine(save({ purposeId: english }));
		expect(await refusal(publish())).toEqual([422, 'form_unworded']);
		const other = await signupStage(t, null, {}, false);
		expect(await refusal(save({ purposeId: other.purposeId }))).toEqual([422, 'form_purpose']);
		expect((await other.ask('GET', `/api/manage/signupform/${s.form.id}/counts`)).status).toBe(404);
	});

	test('keeps a picture in each language, which the receipt names', async () => {
		const seen = await testApp({ OUTBOUND_ALLOW: '127.0.0.0/8', CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? '' });
		try {
			const s = await signupStage(seen, sink);
			const published = await s.fine<{ pictures: { path: string; sha256: string }[] } | null>(
				s
					.ask('GET', `/api/manage/signupform/${s.form.id}/counts`)
					.then((answer) => ({ ...answer, json: () => ({ data: answer.json().data.published }) })),
			);
			expect(published?.pictures.map(({ path }) => path)).toEqual([
				'pictures/en-desktop-1.png',
				'pictures/en-phone-1.png',
				'pictures/fi-desktop-1.png',
				'pictures/fi-phone-1.png',
			]);
			const email = address('pictured');
			await s.post(email, { language: 'fi' });
			await s.press(s.linkIn((await s.letterTo(email)).text));
			const id = (await s.counts()).published?.recordId ?? '';
			const receipt = () => seen.send(s.owner, 'GET', `/api/audit/domain/consents/${id}/receipt`);
			await sealAll(seen.server.kernel);
			const { shown } = (await receipt()).json().data;
			const own = published?.pictures
				.filter(({ path }) => path.startsWith('pictures/fi-desktop'))
				.map(({ path, sha256 }) => [path, sha256]);
			expect(Object.entries(shown.pictures)).toEqual(own);
		} finally {
			await seen.stop();
		}
	});
});
