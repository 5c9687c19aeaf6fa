/** The road that a customer's letters take: a named sender whose DNS is asked, a mail server that nothing excuses, and what is said without. */
import type { AnswerOf } from '@luvalla/contract/call.ts';
import type { campaignBefore } from '@luvalla/contract/engagement/campaign-runs.ts';
import type { Sender } from '@luvalla/contract/engagement/senders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { sql } from '../../src/kernel/storage/rows.ts';
import { type TestApp, testApp } from '../app.ts';
import { startDns } from '../fixtures/dns.ts';
import { campaignScene } from './scene.ts';
import { openSink, type Sink, smtpError } from './sink.ts';

type Sheet = AnswerOf<typeof campaignBefore>;

/** The same machine by an address that no rule takes for its own: letters to it go to the world, as far as the program knows. */
const WORLD = '0.0.0.0';

let dns: Awaited<ReturnType<typeof startDns>>;
let sink: Sink;
/** As a company runs it, and as a newcomer tries it. */
let t: TestApp;
let sample: TestApp;
beforeAll(async () => {
	dns = await startDns();
	sink = await openSink();
	t = await testApp({ DNS_SERVERS: dns.address, OUTBOUND_ALLOW: '127.0.0.0/8,0.0.0.0/32', SAMPLE: 'off' });
	sample = await testApp({ DNS_SERVERS: dns.address, OUTBOUND_ALLOW: '127.0.0.0/8,0.0.0.0/32' });
});
afterAll(async () => {
	await sample.stop();
	await t.stop();
	await sink.stop();
	await dns.stop();
});

const staged = async (on: TestApp, host: string, many = 3) => {
	const scene = await campaignScene(on);
	await scene.add('smtp', { host, port: sink.port, security: 'none', user: '', password: '' });
	const people = scene.emails(many);
	await scene.say(people, true);
	const audience = await scene.audience([await scene.segment(people)]);
	const constellation = await scene.published();
	/** Once everybody is counted. */
	const before = async (id: string, language = 'en'): Promise<[number, Sheet]> => {
		const headers = { ...scene.headers, 'accept-language': language };
		for (;;) {
			const answer = await on.send(scene.owner, 'GET', `/api/manage/campaign/${id}/before`, { headers });
			const { data } = answer.json();
			if (data?.state !== 'building') return [answer.status, data];
		}
	};
	const refusal = async (id: string): Promise<unknown[]> => {
		const answer = await scene.ask('POST', `/api/manage/campaign/${id}/execute`);
		return [answer.status, answer.json().code];
	};
	const domain = `s${newId().slice(-8)}.example.com`;
	const addSender = () =>
		scene.fine<Sender>(
			scene.ask('POST', '/api/manage/sender', {
				domainId: scene.tenant.domainId,
				name: 'Club',
				address: `club@${domain}`,
				postal: 'Aalto Oy, Linnankatu 12, Turku',
			}),
		);
	return {
		scene,
		people,
		domain,
		before,
		refusal,
		addSender,
		campaign: (options: object) => scene.campaign({ audience, constellation, options }),
	};
};
const codes = (all: readonly { code: string }[]) => all.map(({ code }) => code);

test('A campaign with a named sender is looked at, waits for its records in the DNS, and is sent in its name', async () => {
	const { scene, people, domain, before, refusal, addSender, campaign } = await staged(t, WORLD);
	const sender = await addSender();
	const { id } = await campaign({ senderId: sender.id });
	const [status, sheet] = await before(id);
	expect([status, sheet.reached, sheet.sender?.address]).toEqual([200, 3, `club@${domain}`]);
	expect(sheet.sender?.checks.map(({ what, ok }) => [what, ok])).toEqual([
		['spf', false],
		['dkim', false],
		['dmarc', false],
		['alignment', false],
	]);
	expect(sheet.sender?.checks[0]).toMatchObject({ found: 'There is no record.', wanted: expect.stringContaining('v=spf1') });
	expect((await before(id, 'fi'))[1].sender?.checks[0]?.found).toBe('Tietuetta ei ole.');
	expect([codes(sheet.problems), codes(sheet.warnings)]).toEqual([['sender_not_checked'], []]);
	expect(await refusal(id)).toEqual([422, 'sender_not_checked']);

	dns.zone.set(domain, { txt: ['v=spf1 ip4:192.0.2.0/24 -all'] });
	dns.zone.set(sender.dkim.name, { txt: [sender.dkim.text] });
	dns.zone.set(`_dmarc.${domain}`, { txt: ['v=DMARC1; p=none'] });
	await scene.fine(scene.ask('POST', `/api/manage/sender/${sender.id}/check`));
	const [, right] = await before(id);
	expect(right.sender?.checks.map(({ ok }) => ok)).toEqual([true, true, true, true]);
	expect([right.problems, right.warnings]).toEqual([[], []]);
	await scene.execute(id);
	expect((await scene.until(id, ['done'])).states).toMatchObject({ accepted: 3 });
	const letters = sink.mails.filter(({ to }) => people.includes(to));
	expect(letters).toHaveLength(3);
	for (const { raw } of letters) {
		expect(raw).toMatch(new RegExp(`^From: Club <club@${domain}>`, 'im'));
		expect(raw.replace(/\r\n[ \t]+/g, ' ')).toMatch(new RegExp(`^DKIM-Signature:.* d=${domain};`, 'im'));
	}
});

test.each([WORLD, '127.0.0.1'])(
	'Without a sender nothing is executed, whatever it needs and wherever the mail server is: %s',
	async (host) => {
		const { before, refusal, campaign, scene } = await staged(t, host);
		const { id } = await campaign({});
		const [, sheet] = await before(id);
		expect([codes(sheet.problems), codes(sheet.warnings)]).toEqual([['no_sender'], []]);
		expect(await refusal(id)).toEqual([422, 'no_sender']);
		const { customerId } = scene.tenant;
		await scene.tenantTx((tx) =>
			tx.run(sql`update campaign set is_transactional = true where customer_id = ${customerId} and campaign_id = ${id}`),
		);
		expect(codes((await before(id))[1].problems)).toEqual(['no_sender']);
	},
);

test('In the sample a letter without a sender is in the customer’s name, and that is said; to the world it does not go there either', async () => {
	const { scene, people, before, campaign } = await staged(sample, '127.0.0.1');
	const { id } = await campaign({});
	const [, sheet] = await before(id);
	expect([sheet.problems, codes(sheet.warnings), sheet.sender]).toEqual([[], ['no_sender'], null]);
	await scene.execute(id);
	expect((await scene.until(id, ['done'])).states).toMatchObject({ accepted: 3 });
	const letter = sink.mails.find(({ to }) => to === people[0]);
	expect(letter?.raw).toMatch(new RegExp(`^From: Customer ${scene.tenant.customerId} <noreply@`, 'im'));

	const toTheWorld = await staged(sample, WORLD);
	const outside = await toTheWorld.campaign({});
	expect(await toTheWorld.refusal(outside.id)).toEqual([422, 'no_sender']);
});

test('Whose postal address is not known sends no letter: before, and from a run that has begun', async () => {
	const { scene, before, refusal, campaign } = await staged(sample, '127.0.0.1');
	const { customerId } = scene.tenant;
	const setAddress = (address: string) =>
		scene.tenantTx((tx) => tx.run(sql`update customer set address = ${address} where customer_id = ${customerId}`));
	const { id } = await campaign({ beginsAt: new Date(Date.now() + 1500).toISOString() });
	await scene.execute(id);
	await setAddress(' ');
	expect((await scene.until(id, ['done'])).states).toMatchObject({ accepted: 0, failed: 3 });
	const again = await campaign({});
	expect(codes((await before(again.id))[1].problems)).toEqual(['no_postal']);
	expect(await refusal(again.id)).toEqual([422, 'no_postal']);
});

test('A sender without a postal address is refused', async () => {
	const { scene } = await staged(t, WORLD);
	const body = { domainId: scene.tenant.domainId, name: 'Club', address: `c${newId()}@example.com`, postal: ' \n' };
	const answer = await scene.ask('POST', '/api/manage/sender', body);
	expect([answer.status, Object.keys(answer.json().fields)]).toEqual([400, ['postal']]);
});

test('A run goes on, and is tried again, only as a sender that is still in order: its address may be another by then, or it is gone', async () => {
	const { scene, people, domain, addSender, campaign } = await staged(t, WORLD);
	const { customerId } = scene.tenant;
	const sender = await addSender();
	dns.zone.set(domain, { txt: ['v=spf1 ip4:192.0.2.0/24 -all'] });
	dns.zone.set(sender.dkim.name, { txt: [sender.dkim.text] });
	dns.zone.set(`_dmarc.${domain}`, { txt: ['v=DMARC1; p=none'] });
	const check = () => scene.fine(scene.ask('POST', `/api/manage/sender/${sender.id}/check`));
	const lettersTo = () => sink.mails.filter(({ to }) => people.includes(to));
	await check();
	sink.manners.afterData = ({ to }) => {
		if (people.includes(to)) throw smtpError(554, 'Not now');
		return undefined;
	};
	const { id } = await campaign({ senderId: sender.id });
	await scene.execute(id);
	expect((await scene.until(id, ['done'])).states).toMatchObject({ failed: 3 });
	delete sink.manners.afterData;

	// It has ended, so the sender may be changed; and the campaign may name another.
	const said = async (way: string) => {
		const answer = await scene.ask('POST', `/api/manage/campaign/${id}/${way}`);
		return [answer.status, answer.json().code];
	};
	await scene.fine(scene.ask('PUT', '/api/manage/Campaign', { id, options: { senderId: null } }));
	await scene.fine(scene.ask('PUT', '/api/manage/sender', { id: sender.id, address: 'ceo@bank.example' }));
	expect(await said('retry')).toEqual([422, 'sender_not_checked']);
	await scene.fine(scene.ask('PUT', '/api/manage/sender', { id: sender.id, address: sender.address }));

	// What a run begins with may change until the next letter.
	const restFor = (ms: number) =>
		scene.tenantTx(async (tx) => {
			await tx.run(sql`update campaign_lane set free_at = ${new Date(Date.now() + ms)} where customer_id = ${customerId}`);
		});
	await restFor(240_000);
	expect(await said('retry')).toEqual([200, undefined]);
	await scene.fine(scene.ask('PUT', '/api/manage/sender', { id: sender.id, address: 'ceo@bank.example' }));
	await restFor(0);
	expect((await scene.until(id, ['paused', 'done'])).run).toMatchObject({ state: 'paused', why: 'sender' });
	expect(await said('resume')).toEqual([422, 'sender_not_checked']);
	await t.send(scene.owner, 'DELETE', `/api/manage/sender?id=${sender.id}`, { headers: scene.headers });
	expect(await said('resume')).toEqual([422, 'no_sender']);
	expect(lettersTo()).toEqual([]);
});

test('A sender whose records break midway writes nothing more: the run pauses and says so, and goes on once they are in order', async () => {
	const { scene, people, domain, addSender, campaign } = await staged(t, WORLD, 40);
	const sender = await addSender();
	const spfIs = (txt: string) => {
		dns.zone.set(domain, { txt: [txt] });
		return scene.fine(scene.ask('POST', `/api/manage/sender/${sender.id}/check`));
	};
	dns.zone.set(sender.dkim.name, { txt: [sender.dkim.text] });
	dns.zone.set(`_dmarc.${domain}`, { txt: ['v=DMARC1; p=none'] });
	await spfIs('v=spf1 ip4:192.0.2.0/24 -all');
	const sent = () => sink.mails.filter(({ to }) => people.includes(to));
	const { id } = await campaign({ senderId: sender.id, throttle: 60 });
	await scene.execute(id);
	while (sent().length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
	dns.zone.set(sender.dkim.name, { txt: ['v=DKIM1; k=rsa; p='] });
	await spfIs('none');
	const paused = await scene.until(id, ['paused', 'done']);
	expect([paused.run.state, paused.run.why]).toEqual(['paused', 'sender']);
	const refused = await scene.ask('POST', `/api/manage/campaign/${id}/resume`);
	expect([refused.status, refused.json().code]).toEqual([422, 'sender_not_checked']);
	dns.zone.set(sender.dkim.name, { txt: [sender.dkim.text] });
	await spfIs('v=spf1 ip4:192.0.2.0/24 -all');
	await scene.tenantTx((tx) =>
		tx.run(
			sql`update campaign_run set plan = jsonb_set(plan, '{options,throttle}', 'null') where customer_id = ${scene.tenant.customerId}`,
		),
	);
	await scene.fine(scene.ask('POST', `/api/manage/campaign/${id}/resume`));
	expect((await scene.until(id, ['done'])).states).toMatchObject({ accepted: 40 });
	expect([sent().length, new Set(sent().map(({ to }) => to)).size]).toEqual([40, 40]);
});
