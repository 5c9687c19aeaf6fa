/** Letters that are tried out by a customer's own mail server: to whom, and as whom. */
import { simpleParser } from 'mailparser';
import { expect, test } from 'vitest';
import { newId, now } from '../../src/kernel/clock.ts';
import { sql } from '../../src/kernel/storage/rows.ts';
import { startApp } from '../app.ts';
import { sendLetters } from './letters.ts';
import { campaignScene } from './scene.ts';
import { startSink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
const sink = await startSink();

const stage = async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const { customerId, domainId } = scene.tenant;
	const { id: content } = await scene.fine<{ id: string }>(
		scene.ask('POST', '/api/manage/content', { title: 'Letter', contentType: 'subject', content: 'Hello' }),
	);
	const { id: body } = await scene.fine<{ id: string }>(
		scene.ask('POST', '/api/manage/content', { title: 'Body', contentType: 'simpletext', content: 'Hello there' }),
	);
	for (const one of [content, body]) await scene.fine(scene.ask('POST', `/api/manage/content/${one}/approve`, {}));
	/** A trial to these. */
	const trial = async (...addresses: string[]) => {
		const { id } = await scene.fine<{ id: string }>(
			scene.ask('POST', '/api/manage/constellation/', { title: newId(), channel: 0, contents: [content, body], uat: addresses.join(', ') }),
		);
		const before = sink.mails.length;
		const answer = await scene.fine<{ sent: string[]; failed: { address: string; reason: string }[] }>(
			scene.ask('GET', `/api/manage/constellation/${id}/uat`),
		);
		return { ...answer, mails: sink.mails.slice(before) };
	};
	const confirm = (address: string) =>
		scene.tenantTx((tx) =>
			tx.run(
				sql`insert into uat_address (customer_id, address, asked_at, confirmed_at) values (${customerId}, ${address}, ${now()}, ${now()})`,
			),
		);
	return { scene, customerId, domainId, trial, confirm };
};

test('To the team at addresses they signed in with, and to nobody who only works elsewhere or never came', async () => {
	const { scene, trial } = await stage();
	const elsewhere = await t.person([], { adminOf: [await t.tenant()] });
	const [colleague, idle] = [
		await t.person(['DOMAIN_ADMIN'], { domainsOf: [scene.tenant] }),
		await t.person([], { adminOf: [scene.tenant] }),
	];
	await t.storage.inPlatform((tx) =>
		tx.query('update app_user set signed_in_at = now() where id = any($1)', [[colleague.userId, elsewhere.userId]]),
	);
	const { sent, failed } = await trial(scene.owner.email, colleague.email, idle.email, elsewhere.email);
	expect(sent).toEqual([scene.owner.email, colleague.email]);
	expect(failed.map(({ address }) => address)).toEqual([idle.email, elsewhere.email]);
});

test('To nobody who unsubscribed by one press, though they confirmed the address', async () => {
	const { scene, trial, confirm } = await stage();
	const [email = ''] = scene.emails(1);
	await confirm(email);
	await scene.say([email], true);
	const { letter } = await sendLetters(t, scene, sink, { emails: [email], options: { purposes: [scene.purpose] } });
	expect(await trial(email)).toMatchObject({ sent: [email], mails: [{ to: email }] });
	const left = await t.app.inject({
		method: 'POST',
		url: `/u/${letter(email).name}`,
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		payload: 'List-Unsubscribe=One-Click',
	});
	expect(left.statusCode).toBe(200);
	expect(await trial(email)).toMatchObject({ sent: [], failed: [{ reason: 'No letters go to this address from here.' }], mails: [] });
});

test('What is no letter is tried out whole and as its runs say it, and so it is previewed', async () => {
	const { scene, customerId, domainId } = await stage();
	const { ask, fine, tenant, owner } = scene;
	await scene.tenantTx((tx) =>
		tx.run(sql`update domain set name = 'Our shop' where customer_id = ${customerId} and domain_id = ${domainId}`),
	);
	const sender = { domainId, name: 'The boss', address: 'ceo@bank.example', postal: 'Street 1, 00100 Helsinki' };
	await fine(ask('POST', '/api/manage/sender', sender));
	const simpletext = '{{ domain.name }}: {{ sender.name }}';
	const said = new RegExp(`^${tenant.host}: Customer \\d+$`);
	const [picture, page] = [{ heroimage: 'https://shop.example/lamp.png', heroimageAlt: 'A lamp' }, { body: '<p>The words</p>' }];
	for (const [channel, contentType, en] of [
		[2, 'Mobile', { ...picture, simpletext }],
		[3, 'Web', { ...picture, ...page, simpletext }],
		[4, 'Leaflet', { ...picture, ...page, simpletext: 'The headline' }],
		[6, 'Ad', { ...picture, ...page }],
	] as const) {
		const { id } = await fine<{ id: string }>(ask('POST', '/api/manage/content', { title: contentType, contentType, controls: { en } }));
		await fine(ask('POST', `/api/manage/content/${id}/approve`, {}));
		const { rendered } = await fine<{ rendered: { text: string | null; html: string | null } }>(
			ask('POST', '/api/manage/content/preview', { channel, language: 'en', controls: { en } }),
		);
		const star = await fine<{ id: string }>(
			ask('POST', '/api/manage/constellation/', { title: contentType, channel, contents: [id], uat: owner.email }),
		);
		const before = sink.mails.length;
		await fine(ask('GET', `/api/manage/constellation/${star.id}/uat`));
		const { html = '' } = await simpleParser(sink.mails[before]?.raw ?? '');
		if (html === false) throw new Error('It is no page');
		expect(html.match(/lamp\.png/g)).toHaveLength(1);
		if ('body' in en) expect(html).toContain('The words');
		if (contentType === 'Leaflet') expect(html).toContain('The headline');
		else if ('simpletext' in en) {
			expect(rendered.text).toMatch(said);
			expect(html).toContain(rendered.text);
		} else expect(rendered.html).toContain('lamp.png');
	}
});

test('As a sender that the DNS bears out, else as the installation; with a way to have no more', async () => {
	const { scene, customerId, domainId, trial } = await stage();
	const { email } = scene.owner;
	const { id } = await scene.fine<{ id: string }>(
		scene.ask('POST', '/api/manage/sender', {
			domainId,
			name: 'The boss',
			address: 'ceo@bank.example',
			postal: 'Street 1, 00100 Helsinki',
		}),
	);
	const [unchecked] = (await trial(email)).mails;
	expect(unchecked?.raw).toMatch(/^From: Customer \d+ <noreply@/m);
	expect(unchecked?.raw).not.toContain('ceo@bank.example');
	const right = { ok: true, finding: 'right', seen: '' };
	const checked = JSON.stringify({ spf: right, dkim: right, dmarc: right, alignment: right });
	await scene.tenantTx((tx) => tx.run(sql`update sender set checked = ${checked} where customer_id = ${customerId} and sender_id = ${id}`));
	const [mail] = (await trial(email)).mails;
	expect(mail?.raw).toMatch(/^From: The boss <ceo@bank\.example>/m);
	expect(mail?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
	const link = /<[^>]*(\/u\/trial\?to=[^>]+)>/.exec(mail?.raw.replace(/\r\n[ \t]/g, '') ?? '')?.[1] ?? '';
	const stopped = await t.app.inject({
		method: 'POST',
		url: link,
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		payload: 'List-Unsubscribe=One-Click',
	});
	expect(stopped.statusCode).toBe(200);
	expect(await trial(email)).toMatchObject({ sent: [], mails: [] });
});
