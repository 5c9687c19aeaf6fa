/** What comes back: reports of five providers, over SMTP, and what strangers send instead. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import nodemailer from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bool, int, orNull, row, sql, text } from '../../src/kernel/storage/rows.ts';
import { type Bounces, startBounces } from '../../src/wings/engagement/channels/email/bounces/server.ts';
import { type TestApp, testApp } from '../app.ts';
import { BOUNCES, COMPLAINTS, NO_COMPLAINTS, SOFT } from '../fixtures/reports.ts';
import { sendLetters } from './letters.ts';
import { campaignScene, type Scene } from './scene.ts';
import { openSink, type Sink } from './sink.ts';

let t: TestApp;
let sink: Sink;
let bounces: Bounces;
beforeAll(async () => {
	t = await testApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
	sink = await openSink();
	bounces = await startBounces(t.server.kernel, { port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
	await bounces.stop();
	await sink.stop();
	await t.stop();
});

const send = async (to: string, raw: string, from = ''): Promise<void> => {
	const transport = nodemailer.createTransport({ host: '127.0.0.1', port: bounces.port, ignoreTLS: true });
	await transport.sendMail({ envelope: { from, to }, raw });
	transport.close();
};

const prepared = async (n = 1) => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const emails = scene.emails(n);
	await scene.say(emails, true);
	const sent = await sendLetters(t, scene, sink, { emails });
	return { scene, emails, ...sent, nameOf: (email: string) => sent.letter(email).name };
};

const StateRow = row({ address: orNull(text), bounced: bool, complained: bool, left: bool, undeliverable: bool, said: orNull(text) });
const statesOf = ({ tenant, tenantTx }: Scene, runId: string) =>
	tenantTx((tx) =>
		tx.rows(
			StateRow,
			sql`select d.address, d.bounced_at is not null as bounced, d.complained_at is not null as complained, d.left_at is not null as "left", d.said,
				exists (select 1 from person_identifier i where i.customer_id = ${tenant.customerId} and i.value = d.address and i.bounced_at is not null) as undeliverable
			from delivery d where d.customer_id = ${tenant.customerId} and d.run_id = ${runId} order by d.number`,
		),
	);
const countsOf = async ({ tenant, tenantTx }: Scene, runId: string) =>
	Object.fromEntries(
		(
			await tenantTx((tx) =>
				tx.rows(
					row({ what: text, n: int }),
					sql`select what, sum(n)::int as n from delivery_count where customer_id = ${tenant.customerId} and run_id = ${runId}
					and what in ('bounced', 'complained', 'left') group by what`,
				),
			)
		).map(({ what, n }) => [what, n]),
	);
const nosOf = ({ tenant, tenantTx }: Scene) =>
	tenantTx((tx) =>
		tx.rows(
			row({ how: text }),
			sql`select how from consent_record where customer_id = ${tenant.customerId} and not value order by received_at, id`,
		),
	);

test('Bounces of five providers are final, counted once, and their addresses get no more', async () => {
	const providers = Object.entries(BOUNCES);
	const { scene, emails, runId, nameOf } = await prepared(providers.length);
	for (const [place, [, made]] of providers.entries()) {
		const name = nameOf(emails[place] ?? '');
		await send(`b-${name}@luvalla.example`, made(name));
		await send(`B-${name.toUpperCase()}@luvalla.example`, made(name));
	}
	const states = await statesOf(scene, runId);
	expect(states.map(({ bounced, undeliverable }) => [bounced, undeliverable])).toEqual(providers.map(() => [true, true]));
	expect(states.every(({ said }) => /550|554/.test(said ?? ''))).toBe(true);
	expect(await countsOf(scene, runId)).toEqual({ bounced: providers.length });
	const again = await scene.campaign({
		audience: await scene.audience([await scene.segment(emails)]),
		constellation: await scene.published(),
	});
	await scene.execute(again.id);
	expect((await scene.until(again.id, ['done', 'failed'])).reasons).toEqual([
		{ state: 'skipped', reason: 'undeliverable', count: providers.length },
	]);
});

test('What may arrive another time is said and no more', async () => {
	const kinds = Object.values(SOFT);
	const { scene, emails, runId, nameOf } = await prepared(kinds.length);
	for (const [place, made] of kinds.entries())
		await send(`b-${nameOf(emails[place] ?? '')}@luvalla.example`, made(nameOf(emails[place] ?? '')));
	const states = await statesOf(scene, runId);
	expect(states.map(({ bounced, undeliverable }) => [bounced, undeliverable])).toEqual(kinds.map(() => [false, false]));
	expect(states.every(({ said }) => /storage|S3150|timed out/.test(said ?? ''))).toBe(true);
	expect(await countsOf(scene, runId)).toEqual({});
});

test('Complaints are a no with their own word, by whatever of the letter the provider sends along', async () => {
	const { scene, emails, runId, nameOf } = await prepared(4);
	const [a = '', b = '', c = '', d = ''] = emails.map(nameOf);
	await send(`b-${a}@luvalla.example`, COMPLAINTS.yahoo(a));
	await send('fbl@luvalla.example', COMPLAINTS.outlook(b));
	await send('fbl@luvalla.example', COMPLAINTS.ses(c));
	await send('fbl@luvalla.example', COMPLAINTS.ses(c));
	await send('fbl@luvalla.example', COMPLAINTS.notSpam(d));
	expect((await statesOf(scene, runId)).filter(({ complained, undeliverable }) => complained && undeliverable)).toHaveLength(3);
	expect((await nosOf(scene)).map(({ how }) => how)).toEqual(['complaint', 'complaint', 'complaint']);
	expect(await countsOf(scene, runId)).toEqual({ complained: 3 });
});

test('Complaints of eight providers are read, whatever they leave out or encode; what is none changes nothing', async () => {
	const { notSpam: _, ...real } = COMPLAINTS;
	const made = [...Object.values(real), ...Object.values(NO_COMPLAINTS)];
	const { scene, emails, runId, nameOf } = await prepared(made.length);
	for (const [place, report] of made.entries()) await send('fbl@luvalla.example', report(nameOf(emails[place] ?? '')));
	const states = await statesOf(scene, runId);
	expect(states.map(({ complained, undeliverable }) => [complained, undeliverable])).toEqual(
		made.map((_each, place) => (place < Object.keys(real).length ? [true, true] : [false, false])),
	);
	expect(await countsOf(scene, runId)).toEqual({ complained: Object.keys(real).length });
});

test('A complaint is bound to its letter by the seal of its name: another’s, an older server’s or a changed one binds nothing', async () => {
	const { scene, emails, runId, nameOf } = await prepared(2);
	const [a = '', b = ''] = emails.map(nameOf);
	// The end is the seal; the beginning says whose letter it is.
	const forged = [
		a.slice(0, 40) + b.slice(40),
		b.slice(0, 20) + a.slice(20),
		`${a.slice(0, -1)}${a.endsWith('a') ? 'b' : 'a'}`,
		a.slice(1),
	];
	for (const name of forged) {
		if (name === a || name === b) continue;
		for (const report of [COMPLAINTS.yahoo, COMPLAINTS.validator, COMPLAINTS.jmrp, COMPLAINTS.mailru])
			await send('fbl@luvalla.example', report(name));
	}
	expect((await statesOf(scene, runId)).map(({ complained, undeliverable }) => [complained, undeliverable])).toEqual([
		[false, false],
		[false, false],
	]);
	expect(await countsOf(scene, runId)).toEqual({});
	await send('fbl@luvalla.example', COMPLAINTS.mailru(a));
	expect((await statesOf(scene, runId)).map(({ complained }) => complained)).toEqual([true, false]);
});

test('A mail to the address of the List-Unsubscribe header leaves; a machine’s answer to it does not', async () => {
	const { scene, emails, runId, nameOf } = await prepared(2);
	const [a = '', b = ''] = emails.map(nameOf);
	await send(`u-${a}@luvalla.example`, 'Subject: unsubscribe\r\n\r\n', 'reader@example.com');
	await send(`u-${b}@luvalla.example`, 'Subject: Away\r\nAuto-Submitted: auto-replied\r\n\r\nOn holiday', 'reader@example.com');
	await send(`u-${b}@luvalla.example`, 'Subject: x\r\n\r\n', '');
	expect((await nosOf(scene)).map(({ how }) => how)).toEqual(['unsubscribe']);
	expect(await countsOf(scene, runId)).toEqual({ left: 1 });
});

const exim = (said: readonly string[]) => (name: string) =>
	[
		'X-Failed-Recipients: gone@aalto.example',
		'Auto-Submitted: auto-replied',
		'From: Mail Delivery System <Mailer-Daemon@mx.example>',
		`To: b-${name}@luvalla.example`,
		'Subject: Mail delivery failed: returning message to sender',
		'',
		'This message was created automatically by mail delivery software.',
		'',
		'A message that you sent could not be delivered to one or more of its',
		'recipients. This is a permanent error. The following address(es) failed:',
		'',
		'  gone@aalto.example',
		...said.map((line) => `    ${line}`),
		'',
		'------ This is a copy of the message, including all the headers. ------',
		'',
		'Subject: Hello, 552 5.2.2 is in here',
		'',
	].join('\r\n');
const qmail = (said: string) => (name: string) =>
	[
		'From: MAILER-DAEMON@mx.example',
		`To: b-${name}@luvalla.example`,
		'Subject: failure notice',
		'',
		'Hi. This is the qmail-send program at mx.example.',
		"I'm afraid I wasn't able to deliver your message to the following addresses.",
		"This is a permanent error; I've given up. Sorry it didn't work out.",
		'',
		'<gone@aalto.example>:',
		said,
		'',
		'--- Below this line is a copy of the message.',
		'',
		'Subject: Hello',
		'',
	].join('\r\n');

test('What qmail and Exim say in words is heard: who is not there, and what may arrive another time', async () => {
	const hard = [
		qmail('Sorry, no mailbox here by that name. (#5.1.1)'),
		qmail("Sorry, I couldn't find any host named aalto.example. (#5.1.2)"),
		qmail('192.0.2.1 does not like recipient.\r\nRemote host said: 550 5.1.1 <gone@aalto.example> User unknown'),
		exim([
			'host mx.example [192.0.2.1]',
			'SMTP error from remote mail server after RCPT TO:<gone@aalto.example>:',
			'550 5.1.1 User unknown',
		]),
		exim(['Unrouteable address']),
		exim(['unknown user']),
	];
	const soft = [
		qmail("The user's mailbox is over its quota. (#5.2.2)"),
		exim(['SMTP error from remote mail server after end of data:', '554 5.7.1 Message refused by policy']),
		// No code, and no word of whether anybody is there.
		qmail('Mailbox full'),
		qmail('user is over quota'),
		exim(['mailbox is full: retry timeout exceeded']),
		exim(['Connection timed out: retry timeout exceeded']),
		exim(["all hosts for 'aalto.example' have been failing for a long time (and retry time not reached)"]),
		exim(['No space left on device']),
	];
	const made = [...hard, ...soft];
	const { scene, emails, runId, nameOf } = await prepared(made.length);
	for (const [place, report] of made.entries())
		await send(`b-${nameOf(emails[place] ?? '')}@luvalla.example`, report(nameOf(emails[place] ?? '')));
	const states = await statesOf(scene, runId);
	expect(states.map(({ bounced, undeliverable }) => [bounced, undeliverable])).toEqual([
		...hard.map(() => [true, true]),
		...soft.map(() => [false, false]),
	]);
	expect(states.map(({ said }) => said)).toEqual([
		expect.stringContaining('#5.1.1'),
		expect.stringContaining('#5.1.2'),
		expect.stringContaining('550 5.1.1'),
		expect.stringContaining('550 5.1.1'),
		expect.stringContaining('Unrouteable'),
		expect.stringContaining('unknown user'),
		expect.stringContaining('#5.2.2'),
		expect.stringContaining('5.7.1'),
		'Mailbox full',
		'user is over quota',
		expect.stringContaining('mailbox is full'),
		expect.stringContaining('Connection timed out'),
		expect.stringContaining('failing for a long time'),
		expect.stringContaining('No space'),
	]);
	expect(await countsOf(scene, runId)).toEqual({ bounced: hard.length });
	// To the address by which people leave they are nobody's.
	const { scene: other, emails: theirs, nameOf: ofTheirs } = await prepared();
	await send(`u-${ofTheirs(theirs[0] ?? '')}@luvalla.example`, qmail('Sorry. (#5.1.1)')(ofTheirs(theirs[0] ?? '')), 'x@example.com');
	expect(await nosOf(other)).toEqual([]);
});

test.each([
	'Auto-Submitted: auto-replied',
	'Auto-Submitted: auto-generated; owner-email="x@y.example"',
	'Precedence: auto_reply',
	'Precedence: bulk',
	'X-Auto-Response-Suppress: All',
	'X-Autoreply: yes',
	'X-Autorespond: On holiday',
	'X-Mail-Autoreply: 1',
	'X-FC-MachineGenerated: true',
	'List-Id: <list.example>',
])('An automatic answer leaves nothing: %s', async (line) => {
	const { scene, emails, runId, nameOf } = await prepared();
	const name = nameOf(emails[0] ?? '');
	await send(`u-${name}@luvalla.example`, `Subject: Away\r\n${line}\r\n\r\nOn holiday`, 'reader@example.com');
	await send(`b-${name}@luvalla.example`, `Subject: Away\r\n${line}\r\n\r\nOn holiday`, 'reader@example.com');
	expect([await nosOf(scene), await countsOf(scene, runId)]).toEqual([[], {}]);
});

test('Who knows a letter from a list of deliveries reports nothing of it', async () => {
	const { scene, campaign, emails, runId, nameOf } = await prepared();
	const { deliveries } = await scene.fine<{ deliveries: { id: string }[] }>(
		scene.ask('GET', `/api/manage/campaign/${campaign.id}/deliveries`),
	);
	const listed = deliveries[0]?.id ?? '';
	// A place that no list gave leads nowhere, and breaks nothing.
	for (const after of ['1.1.99999999999', '99999999999999999999.0.1', '.7.2147483648']) {
		const answer = await scene.ask('GET', `/api/manage/campaign/${campaign.id}/deliveries?after=${after}`);
		expect([after, answer.status]).toEqual([after, 400]);
	}
	expect(listed).toHaveLength(56);
	for (const made of Object.values(COMPLAINTS)) await send('fbl@luvalla.example', made(listed));
	expect([await nosOf(scene), await countsOf(scene, runId)]).toEqual([[], {}]);
	expect((await statesOf(scene, runId)).map(({ complained, undeliverable }) => [complained, undeliverable])).toEqual([[false, false]]);
	await send('fbl@luvalla.example', COMPLAINTS.yahoo(nameOf(emails[0] ?? '')));
	expect((await nosOf(scene)).map(({ how }) => how)).toEqual(['complaint']);
});

test('Nobody else has an address here, and nothing is relayed', async () => {
	const { nameOf, emails } = await prepared();
	const name = nameOf(emails[0] ?? '');
	for (const to of [
		'someone@example.com',
		`b-${'a'.repeat(56)}@luvalla.example`,
		'b-@luvalla.example',
		`x-${name}@luvalla.example`,
		name,
		`b-${name}x@luvalla.example`,
	])
		await expect(send(to, 'Subject: x\r\n\r\nx')).rejects.toMatchObject({ responseCode: expect.toSatisfy((code: number) => code >= 500) });
});

test('What a report says is kept as text, whatever signs it is written with', async () => {
	const { scene, emails, runId, nameOf } = await prepared();
	const name = nameOf(emails[0] ?? '');
	await send(`b-${name}@luvalla.example`, BOUNCES.gmail(name).replace(/(Diagnostic-Code: smtp; ?)/, '$1\0\x1b[31m'));
	expect(await statesOf(scene, runId)).toMatchObject([
		{ bounced: true, undeliverable: true, said: expect.stringMatching(/^[^\p{Cc}]*550[^\p{Cc}]*$/u) },
	]);
});

test('Hostile mail changes nothing, and the server goes on', async () => {
	const { scene, emails, runId, nameOf } = await prepared();
	const name = nameOf(emails[0] ?? '');
	const to = `b-${name}@luvalla.example`;
	const nested = Array.from({ length: 300 }, (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`).join('');
	for (const raw of [
		'',
		'\0\0\0',
		nested,
		`Content-Type: multipart/report; boundary="x"\r\n\r\n${'--x\r\n\r\n'.repeat(5000)}`,
		`Subject: ${'=?utf-8?B?'.repeat(2000)}\r\n\r\n`,
		// A holiday note, and a report inside of a letter's text.
		'Subject: Out of office\r\nAuto-Submitted: auto-replied\r\n\r\nI am away.',
		'Subject: Re\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n',
	])
		await send(to, raw);
	await expect(send(to, `Subject: big\r\n\r\n${'x'.repeat(70)}\r\n`.repeat(20_000))).rejects.toMatchObject({ responseCode: 552 });
	const socket = connect(bounces.port, '127.0.0.1');
	await once(socket, 'connect');
	socket.write('GET / HTTP/1.1\r\n\r\n');
	socket.destroy();
	await send('fbl@luvalla.example', COMPLAINTS.yahoo('a'.repeat(56)));
	expect(await statesOf(scene, runId)).toMatchObject([{ bounced: false, complained: false, left: false, undeliverable: false }]);
	await send(to, BOUNCES.gmail(name));
	expect(await countsOf(scene, runId)).toEqual({ bounced: 1 });
});

/** A connection as a stranger makes it: what the server says first, and when it ends. */
const dial = async (port: number, localAddress = '127.0.0.1') => {
	const socket = connect({ port, host: '127.0.0.1', localAddress });
	socket.on('error', () => undefined);
	const [greeting] = await once(socket, 'data');
	// A peer that is written to as it ends the session resets it: that is an end as well.
	return { socket, greeting: String(greeting).slice(0, 3), closed: new Promise((gone) => socket.once('close', gone)) };
};

/** Reads a mail on a thread of its own, which is ended when it takes so long that nobody would wait: the kind of report, or why there is none. */
const readApart = async (raw: string): Promise<string> => {
	const reader = new URL('../../src/wings/engagement/channels/email/bounces/read.ts', import.meta.url).href;
	const worker = new Worker(
		`const { parentPort, workerData } = require('node:worker_threads');
		import(${JSON.stringify(reader)}).then(({ readReport }) => readReport(Buffer.from(workerData, 'latin1')))
			.then(({ kind }) => parentPort.postMessage(kind), (error) => parentPort.postMessage(error.message));`,
		{ eval: true, workerData: raw },
	);
	// What costs the square of its length takes many minutes.
	const late = setTimeout(() => void worker.terminate(), 90_000);
	const [said] = await Promise.race([once(worker, 'message'), once(worker, 'exit')]);
	clearTimeout(late);
	await worker.terminate();
	return typeof said === 'string' ? said : 'never';
};

test('No mail of a stranger makes the server read for longer than its size: neither words that look like a report nor headers', async () => {
	const n = 400_000;
	const exim = 'X-Failed-Recipients: somebody@example.com\r\n\r\n';
	const found = await Promise.all(
		[
			`${exim}${'-'.repeat(n)}`,
			`${exim}${'-'.repeat(n)}copy of the`,
			`${exim} a@${'a'.repeat(n)}`,
			`${exim} a@b.example\r\n${' \t\r\n'.repeat(n / 4)}`,
			`\r\nHi. This is the qmail-send program\r\n<a@b.example>:\r\n${'no such '.repeat(n / 8)}`,
			`From: ${'a@b.c,'.repeat(n / 3)}\r\n\r\nHi`,
		].map(readApart),
	);
	expect(found).toEqual(['soft', 'soft', 'soft', 'soft', 'soft', expect.stringContaining('header size')]);
});

test('A session ends although it keeps talking', async () => {
	const short = await startBounces(t.server.kernel, { port: 0, host: '127.0.0.1', sessionMs: 600 });
	const { socket, closed } = await dial(short.port);
	socket.write('EHLO a.example\r\n');
	const talk = setInterval(() => socket.writable && socket.write('NOOP\r\n'), 50);
	await closed;
	clearInterval(talk);
	await short.stop();
}, 10_000);

test('One address does not take every place, and gives back what it leaves', async () => {
	const dialled = [];
	for (let n = 0; n < 21; n++) dialled.push(await dial(bounces.port));
	expect(dialled.map(({ greeting }) => greeting)).toEqual([...Array.from({ length: 20 }, () => '220'), '421']);
	const other = await dial(bounces.port, '127.0.0.2');
	expect(other.greeting).toBe('220');
	for (const { socket, closed } of [...dialled, other]) {
		socket.destroy();
		await closed;
	}
	await expect
		.poll(async () => {
			const { socket, greeting } = await dial(bounces.port);
			socket.destroy();
			return greeting;
		})
		.toBe('220');
});
