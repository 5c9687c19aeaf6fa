/** The receipt behind *Why did I get this?*: mailed to where the letter came, so that whoever else has the letter learns nothing. */
import { readKeys } from '@luvalla/verify/keys.ts';
import { checkReceipt } from '@luvalla/verify/receipt.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { setClock } from '../../src/kernel/clock.ts';
import { row, sql, text } from '../../src/kernel/storage/rows.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { sealAll } from '../../src/wings/consent/proof/work.ts';
import { type TestApp, testApp } from '../app.ts';
import { sendLetters, visit } from './letters.ts';
import { campaignScene } from './scene.ts';
import { openSink, type Sink } from './sink.ts';

let t: TestApp;
let sink: Sink;
beforeAll(async () => {
	t = await testApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
	sink = await openSink();
});
afterEach(() => setClock(null));
afterAll(async () => {
	await sink.stop();
	await t.stop();
});

const ask = (path: string, language = 'en') =>
	t.app.inject({
		method: 'POST',
		url: `${path}?lang=${language}`,
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		payload: 'do=receipt',
	});

const MailRow = row({ subject: text, body_text: text });
/** Paths of the receipts that were mailed, newest first. */
const mailed = async (email: string) => {
	const rows = await t.storage.inPlatform((tx) =>
		tx.rows(MailRow, sql`select subject, body_text from mail where recipient = ${email} order by created_at desc, id desc`),
	);
	return rows.map(({ subject, body_text: body }) => {
		const url = new URL(/http\S+/.exec(body)?.[0] ?? '');
		return {
			subject,
			path: `${url.pathname}${url.search}`,
			id: url.pathname.split('/').at(-1) ?? '',
			key: url.searchParams.get('key') ?? '',
		};
	});
};

const prepared = async (count = 1) => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const emails = scene.emails(count);
	await scene.say(emails, true);
	const { letter } = await sendLetters(t, scene, sink, { emails });
	return { scene, emails, pathOf: (email: string) => `/u/${letter(email).name}` };
};

test('It is mailed to where the letter came, opens without signing in, and holds for anyone with the public keys', async () => {
	const { emails, pathOf } = await prepared();
	const [email = ''] = emails;
	const page = await ask(pathOf(email));
	expect([page.statusCode, page.payload.includes('The receipt is on its way to the address that this letter came to.')]).toEqual([
		200,
		true,
	]);
	// Whoever else has the letter: not the address, not the link.
	expect([page.payload.includes(email), page.payload.includes('key=')]).toEqual([false, false]);
	const [link] = await mailed(email);
	expect(link?.subject).toBe('Your consent receipt');
	const html = { accept: 'text/html' };
	await sealAll(t.server.kernel);
	const shown = await visit(t, link?.path ?? '', html);
	expect([shown.statusCode, shown.payload.includes(email), shown.headers['cache-control'], shown.headers['referrer-policy']]).toEqual([
		200,
		true,
		'no-store',
		'no-referrer',
	]);
	const [, file = ''] = /href="([^"]+\.json[^"]*)"/.exec(shown.payload) ?? [];
	const receipt = await visit(t, `/edge/v1/receipts/${file.replaceAll('&amp;', '&')}`);
	const keys = readKeys((await visit(t, '/edge/v1/ledger/key')).payload);
	expect(checkReceipt(JSON.parse(receipt.payload), keys).ok).toBe(true);
	const pdf = await visit(t, (link?.path ?? '').replace('?', '.pdf?'));
	expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);

	await ask(pathOf(email), 'fi');
	expect((await mailed(email))[0]?.subject).toBe('Suostumuskuittisi');
});

test('A key opens its own record, for seven days, and nobody makes one up', async () => {
	const { emails, pathOf } = await prepared(2);
	const [email = '', other = ''] = emails;
	for (const one of emails) await ask(pathOf(one));
	await sealAll(t.server.kernel);
	const [own] = await mailed(email);
	const [theirs] = await mailed(other);
	const status = async (path: string) => (await visit(t, path)).statusCode;
	expect(await status(own?.path ?? '')).toBe(200);
	expect(await status(`/edge/v1/receipts/${own?.id}`)).toBe(404);
	expect(await status(`/edge/v1/receipts/${own?.id}?key=${theirs?.key}`)).toBe(404);
	const at = (own?.key.length ?? 0) - 9;
	const changed = `${own?.key.slice(0, at)}${own?.key[at] === 'A' ? 'B' : 'A'}${own?.key.slice(at + 1)}`;
	for (const key of ['', 'x', changed, 'v1.a.b.c']) expect(await status(`/edge/v1/receipts/${own?.id}?key=${key}`), key).toBe(404);
	setClock(() => new Date(Date.now() + 7 * 86_400_000 + 1000));
	expect(await status(own?.path ?? '')).toBe(404);
});

test('Nobody is flooded, and nobody is written to at an address that is theirs no more', async () => {
	const { scene, emails, pathOf } = await prepared(3);
	const [email = '', left = '', erased = ''] = emails;
	const said = [];
	for (let n = 0; n < 8; n++) said.push((await ask(pathOf(email))).statusCode);
	expect([said[0], said.at(-1)]).toEqual([200, 429]);
	expect((await mailed(email)).length).toBe(said.filter((status) => status === 200).length);

	const { luvallaId } = await scene.person({ email: left });
	await scene.tenantTx((tx) =>
		tx.run(
			sql`update person_identifier set value = 'other@example.com' where customer_id = ${scene.tenant.customerId} and value = ${left}`,
		),
	);
	expect(luvallaId).toBeTruthy();
	const moved = await ask(pathOf(left));
	expect([moved.statusCode, moved.payload.includes('Send me the receipt'), await mailed(left)]).toEqual([200, false, []]);

	const gone = await scene.person({ email: erased });
	await ask(pathOf(erased));
	const [link] = await mailed(erased);
	const { customerId } = scene.tenant;
	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, gone.luvallaId));
	expect((await visit(t, link?.path ?? '')).statusCode).toBe(404);
	await ask(pathOf(erased));
	// What was mailed before went with them; nothing more comes.
	expect(await mailed(erased)).toEqual([]);
});
