/** A person's file says which messages they got; whoever is erased is in no table of messages. */
import { expect, test } from 'vitest';
import { int, row, sql } from '../../src/kernel/storage/rows.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { startApp } from '../app.ts';
import { sendLetters, visit } from './letters.ts';
import { campaignScene } from './scene.ts';
import { startSink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
const sink = await startSink();

test('The file has the messages, an erasure takes what names somebody, and what is counted stays', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const tracking = await scene.addPurpose({ tracks: true });
	const [email = '', other = ''] = scene.emails(2);
	await scene.say([email, other], true);
	await scene.say([email, other], true, tracking);
	const { campaign, letter, runId } = await sendLetters(t, scene, sink, { emails: [email, other] });
	for (const one of [email, other]) await visit(t, letter(one).links[0] ?? '');
	await t.app.inject({
		method: 'POST',
		url: `/u/${letter(email).name}`,
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		payload: 'do=pause',
	});

	const { customerId } = scene.tenant;
	const { luvallaId } = await scene.person({ email });
	const file = await scene.ask('GET', `/api/audit/domain/people/${luvallaId}/data/file`);
	expect([file.status, file.json().messages]).toEqual([
		200,
		[
			{
				campaign: campaign.title,
				channel: 'email',
				at: expect.any(String),
				state: 'accepted',
				reason: null,
				address: email,
				opened: true,
				clicked: true,
			},
		],
	]);

	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, luvallaId));
	const [left] = await scene.tenantTx((tx) =>
		tx.rows(
			row({ named: int, hits: int, firsts: int, pauses: int, clicked: int }),
			sql`select
				(select count(*)::int from delivery where customer_id = ${customerId} and run_id = ${runId} and (address is not null or record_id is not null)) as named,
				(select count(*)::int from delivery_hit where customer_id = ${customerId} and run_id = ${runId}) as hits,
				(select count(*)::int from delivery_first where customer_id = ${customerId} and run_id = ${runId}) as firsts,
				(select count(*)::int from message_pause where customer_id = ${customerId}) as pauses,
				(select sum(n)::int from delivery_count where customer_id = ${customerId} and run_id = ${runId} and what = 'clicked') as clicked`,
		),
	);
	// The other one's are there.
	expect(left).toEqual({ named: 1, hits: 1, firsts: 2, pauses: 0, clicked: 2 });
	// A click of theirs leads on, and nothing is written.
	expect((await visit(t, letter(email).links[0] ?? '')).headers.location).toBe('https://shop.example/a');
	expect(
		(
			await scene.tenantTx((tx) =>
				tx.rows(row({ n: int }), sql`select count(*)::int as n from delivery_hit where customer_id = ${customerId}`),
			)
		)[0]?.n,
	).toBe(1);
});
