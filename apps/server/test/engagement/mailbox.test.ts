/** Messages of an installation that sends nothing into the world: they stand in the built-in mailbox, each with its sender and domain. */
import { IN_MAILBOX } from '@luvalla/contract/engagement/deliveries.ts';
import { expect, test } from 'vitest';
import { instant, int, orNull, row, sql, text, uuid } from '../../src/kernel/storage/rows.ts';
import type { Frozen } from '../../src/wings/engagement/message.ts';
import { startApp } from '../app.ts';
import { campaignScene, type Scene } from './scene.ts';

const t = await startApp();

const Kept = row({
	customer_id: orNull(int),
	domain_id: orNull(uuid),
	sender: orNull(text),
	recipient: text,
	subject: text,
	body_text: orNull(text),
	sent_at: orNull(instant),
});
const kept = ({ tenant: { customerId } }: Scene) =>
	t.storage.inPlatform((tx) =>
		tx.rows(
			Kept,
			sql`select customer_id, domain_id, sender, recipient, subject, body_text, sent_at from mail
				where customer_id = ${customerId} and sender is not null order by recipient`,
		),
	);

test('a letter without a mail server stands there as sent, from whom it is and about which domain, and no job takes it up', async () => {
	const scene = await campaignScene(t);
	const emails = scene.emails(2).toSorted();
	await scene.say(emails, true);
	const parts = { audience: await scene.audience([await scene.segment(emails)]), constellation: await scene.published() };
	await scene.followed();
	const { id } = await scene.campaign(parts);
	await scene.execute(id);
	expect(await scene.until(id, ['done'])).toMatchObject({ states: { accepted: 2 } });
	const { customerId, domainId } = scene.tenant;
	const found = await kept(scene);
	expect(found.map(({ recipient }) => recipient)).toEqual(emails);
	for (const one of found) {
		expect(one).toMatchObject({ customer_id: customerId, domain_id: domainId, sent_at: expect.any(Date) });
		expect(one.sender).toMatch(/^.+ <.+@.+>$/);
		expect(one.body_text).toMatch(/^Hello/);
	}
	const said = await scene.tenantTx((tx) =>
		tx.rows(row({ said: orNull(text) }), sql`select said from delivery where customer_id = ${customerId}`),
	);
	expect(said).toEqual([{ said: IN_MAILBOX }, { said: IN_MAILBOX }]);
});

const TEXT: Frozen = {
	channel: 'sms',
	language: 'en',
	languages: { en: { subject: '', html: '', text: 'The lamps are lit.', heroimage: null, heroimageAlt: null } },
	webHook: null,
};

test('a text message stands there too, and goes with its domain', async () => {
	const scene = await campaignScene(t);
	const purpose = await scene.addPurpose({ channels: ['sms'] });
	const phone = '+358401234567';
	const { customerId, domainId } = scene.tenant;
	const answers = [{ person: { phone }, purpose, value: true, at: new Date().toISOString(), source: 'Paper' }];
	expect((await t.send(null, 'POST', '/edge/v1/consents', { headers: scene.machine, body: { domainId, answers } })).status).toBe(200);
	const { id: segment } = await scene.fine<{ id: string }>(scene.ask('POST', '/api/manage/domain/segment', { name: 'Phones' }));
	await scene.fine(scene.ask('POST', `/api/manage/domain/segment/${segment}/members`, { people: [{ phone }] }));
	await scene.followed();
	const { id } = await scene.campaign({
		audience: await scene.audience([segment]),
		constellation: await scene.published(TEXT),
		channel: 'sms',
	});
	await scene.execute(id);
	expect(await scene.until(id, ['done'])).toMatchObject({ states: { accepted: 1 } });
	expect(await kept(scene)).toMatchObject([{ customer_id: customerId, domain_id: domainId, recipient: phone }]);
});
