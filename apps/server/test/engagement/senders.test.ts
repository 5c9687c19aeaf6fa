/** Senders: a key of their own, and what a real DNS server says of them. */
import { createPublicKey, sign, verify } from 'node:crypto';
import type { Sender } from '@luvalla/contract/engagement/senders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { orNull, row, sql, text } from '../../src/kernel/storage/rows.ts';
import { email, readFrom } from '../../src/wings/engagement/channels/email/email.ts';
import { type TestApp, testApp } from '../app.ts';
import { connectorScene } from '../connectors/scene.ts';
import { startDns } from '../fixtures/dns.ts';

let dns: Awaited<ReturnType<typeof startDns>>;
let t: TestApp;
beforeAll(async () => {
	dns = await startDns();
	t = await testApp({ DNS_SERVERS: dns.address });
});
afterAll(async () => {
	await t.stop();
	await dns.stop();
});

const prepared = async () => {
	const scene = await connectorScene(t);
	const domain = `s${newId().slice(-8)}.example.com`;
	const body = { domainId: scene.tenant.domainId, name: 'Club', address: `Club@${domain}`, postal: 'Aalto Oy, Turku' };
	const sender = await scene.fine<Sender>(scene.ask('POST', '/api/manage/sender', body));
	const check = (): Promise<Sender> => scene.fine(scene.ask('POST', `/api/manage/sender/${sender.id}/check`));
	return { scene, domain, body, sender, check };
};

const states = ({ checks }: Sender) => checks && Object.fromEntries(Object.entries(checks).map(([part, { ok }]) => [part, ok]));

test('A sender has a key of its own, whose private half is sealed and signs what the record proves', async () => {
	const { scene, domain, sender } = await prepared();
	expect(sender).toMatchObject({ address: `club@${domain}`, domain: scene.tenant.host, replyTo: null, ready: false });
	expect(sender.dkim.name).toMatch(new RegExp(`^luvalla[a-z2-7]{6}\\._domainkey\\.${domain}$`));
	const { customerId } = scene.tenant;
	const [kept] = await t.storage.inTenant(customerId, (tx) =>
		tx.rows(row({ private_key: text }), sql`select private_key from sender where customer_id = ${customerId} and sender_id = ${sender.id}`),
	);
	expect(kept?.private_key).not.toContain('PRIVATE KEY');
	expect(JSON.stringify(sender)).not.toContain('PRIVATE');
	const { signing } = await readFrom(t.server.kernel, customerId, sender.id);
	if (!signing) throw new Error('Nothing signs.');
	const said = Buffer.from('letter');
	const published = createPublicKey({ key: Buffer.from(sender.dkim.text.split('p=')[1] ?? '', 'base64'), format: 'der', type: 'spki' });
	expect(verify('sha256', said, published, sign('sha256', said, signing.key))).toBe(true);
	expect(published.asymmetricKeyDetails?.modulusLength).toBe(2048);
	// What a template may say of it is no more than stands in every letter.
	const facts = await email.sender(t.server.kernel, customerId, sender.id);
	expect(Object.keys(facts).sort()).toEqual(['address', 'name', 'postal']);
});

test('All four are looked for, and each says what it found and what it wants', async () => {
	const { domain, sender, check } = await prepared();
	expect(states(sender)).toEqual({ spf: false, dkim: false, dmarc: false, alignment: false });
	expect(sender.checks?.dkim.wanted).toContain(sender.dkim.text);
	dns.zone.set(domain, { txt: ['google-site-verification=x', 'v=spf1 ip4:192.0.2.0/24 include:_spf.example.net -all'] });
	dns.zone.set(sender.dkim.name, { txt: [sender.dkim.text] });
	// The organisation's policy holds below it.
	dns.zone.set('_dmarc.example.com', { txt: ['v=DMARC1; p=none; rua=mailto:x@example.com'] });
	const right = await check();
	expect([states(right), right.ready]).toEqual([{ spf: true, dkim: true, dmarc: true, alignment: true }, true]);
	expect(right.checks?.spf.found).toBe('It is right: v=spf1 ip4:192.0.2.0/24 include:_spf.example.net -all');
	dns.zone.delete('_dmarc.example.com');
});

test.each([
	['v=spf1 +all', 'lets everybody'],
	['v=spf1 include:a.example ?all', 'lets everybody'],
	['v=spf1 mx', 'has no end'],
	['v=spf1 -all', 'names nobody'],
	['v=spf1 ip4:no -all', 'cannot be read'],
	['v=spf1 a\0b -all', 'cannot be read'],
	[
		'v=spf1 a mx ptr exists:x.example a:b.example a:c.example a:d.example a:e.example a:f.example a:g.example a:h.example ~all',
		'more than 10',
	],
])('SPF that does not hold: %s', async (text, says) => {
	const { domain, check } = await prepared();
	dns.zone.set(domain, { txt: [text] });
	const { checks } = await check();
	expect([checks?.spf.ok, checks?.spf.found]).toEqual([false, expect.stringContaining(says)]);
});

test('Includes count, also those that lead back to themselves', async () => {
	const { domain, check } = await prepared();
	dns.zone.set(domain, { txt: [`v=spf1 include:${domain} -all`] });
	expect((await check()).checks?.spf.found).toContain('more than 10');
});

test('Another key, a taken back one, two records, no policy, and a DNS that fails are told apart', async () => {
	const { domain, sender, check } = await prepared();
	const dkim = async (...txt: string[]) => {
		dns.zone.set(sender.dkim.name, { txt });
		return (await check()).checks?.dkim.found;
	};
	expect(await dkim('v=DKIM1; p=MIIB')).toContain('another key');
	expect(await dkim('v=DKIM1; p=')).toContain('no key');
	expect(await dkim(sender.dkim.text.replace('p=', 'p=\0'))).toContain('another key');
	expect(await dkim(sender.dkim.text, 'v=DKIM1; p=MIIB')).toContain('several');
	dns.zone.set(`_dmarc.${domain}`, { txt: ['v=DMARC1; rua=mailto:x@example.com'] });
	expect((await check()).checks?.dmarc.found).toContain('does not say');
	dns.zone.set(domain, { broken: true });
	expect((await check()).checks?.spf.found).toContain('did not answer');
	const finnish = await t.send((await prepared()).scene.owner, 'GET', '/api/manage/sender', { headers: { 'accept-language': 'fi' } });
	expect(finnish.text).toContain('Tietuetta ei ole');
});

test('One address a domain; a changed address is looked for anew; what a campaign uses stays', async () => {
	const { scene, body, sender, domain } = await prepared();
	expect((await scene.ask('POST', '/api/manage/sender', { ...body, address: `CLUB@${domain}` })).json().code).toBe('sender_known');
	const changed = await scene.fine<Sender>(
		scene.ask('PUT', '/api/manage/sender', { id: sender.id, address: `news@other-${domain}`, replyTo: `re@${domain}` }),
	);
	expect(changed).toMatchObject({ address: `news@other-${domain}`, replyTo: `re@${domain}`, name: 'Club', postal: body.postal });
	expect(changed.dkim.name).toContain(`other-${domain}`);
	await scene.fine(scene.ask('POST', '/api/manage/Campaign', { title: 'Uses it', options: { senderId: sender.id } }));
	const { customerId } = scene.tenant;
	const campaignIs = (status: number) =>
		t.storage.inTenant(customerId, (tx) => tx.run(sql`update campaign set status = ${status} where customer_id = ${customerId}`));
	// It was checked when the campaign was executed: the address stays as long as it is being sent.
	await campaignIs(2);
	const moved = await scene.ask('PUT', '/api/manage/sender', { id: sender.id, address: `ceo@victim-${domain}` });
	expect([moved.status, moved.json().code]).toEqual([409, 'sender_sending']);
	expect((await scene.ask('PUT', '/api/manage/sender', { id: sender.id, name: 'The club', address: changed.address })).status).toBe(200);
	await campaignIs(0);
	// Nor does it become another domain's: the campaign would write as somebody who is not of its own.
	const other = await scene.fine<{ id: string }>(scene.ask('POST', '/api/domain', { domain: `other-${domain}`, customerId }));
	const toOther = () => scene.ask('PUT', '/api/manage/sender', { id: sender.id, domainId: other.id });
	expect((await toOther()).json().code).toBe('sender_used');
	expect((await scene.ask('PUT', '/api/manage/sender', { id: sender.id, domainId: scene.tenant.domainId })).status).toBe(200);
	const remove = () => t.send(scene.owner, 'DELETE', `/api/manage/sender?id=${sender.id}`, { headers: scene.headers });
	expect((await remove()).json().code).toBe('sender_used');
	await campaignIs(4);
	expect((await toOther()).json().data.domainId).toBe(other.id);
	expect((await remove()).status).toBe(200);
	expect(await scene.fine(scene.ask('GET', '/api/manage/sender'))).toEqual([]);
	// Who did it, what, and from where.
	const acts = await t.storage.inTenant(customerId, (tx) =>
		tx.rows(
			row({ action: text, network: orNull(text) }),
			sql`select distinct action, network from activity where customer_id = ${customerId} and thing = 'sender' order by action`,
		),
	);
	expect(acts).toEqual(['added', 'changed', 'deleted'].map((action) => ({ action, network: t.network })));
});

test('No company sees or changes another’s, and a domain admin changes none', async () => {
	const { scene, sender, body } = await prepared();
	const stranger = await connectorScene(t);
	expect(await stranger.fine(stranger.ask('GET', '/api/manage/sender'))).toEqual([]);
	expect((await stranger.ask('POST', `/api/manage/sender/${sender.id}/check`)).status).toBe(404);
	expect((await stranger.ask('PUT', '/api/manage/sender', { id: sender.id, name: 'Mine' })).status).toBe(404);
	expect((await stranger.ask('POST', '/api/manage/sender', body)).status).toBe(422);
	expect((await t.send(stranger.owner, 'DELETE', `/api/manage/sender?id=${sender.id}`, { headers: stranger.headers })).status).toBe(404);
	const admin = await t.person(['DOMAIN_ADMIN'], { domainsOf: [scene.tenant] });
	expect((await scene.fine<Sender[]>(scene.ask('GET', '/api/manage/sender', undefined, admin))).map(({ id }) => id)).toEqual([sender.id]);
	expect((await scene.ask('PUT', '/api/manage/sender', { id: sender.id, name: 'Mine' }, admin)).status).toBe(403);
});

test('A name or address that would end a header is refused', async () => {
	const { scene, body } = await prepared();
	for (const wrong of [
		{ address: 'a@b.example\r\nBcc: x@y.example' },
		{ name: 'A\r\nBcc: x' },
		{ replyTo: 'no' },
		{ name: '' },
		{ postal: '' },
	])
		expect((await scene.ask('POST', '/api/manage/sender', { ...body, ...wrong })).status).toBe(400);
});
