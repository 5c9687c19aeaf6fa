/** What somebody does to a campaign while its run ends: neither waits for the other for ever. */
import { expect, test } from 'vitest';
import { int, row, sql, text } from '../../src/kernel/storage/rows.ts';
import { startApp } from '../app.ts';
import { campaignScene } from './scene.ts';
import { openSink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

test('A run whose campaign is held ends when it is let go, and holds nothing itself meanwhile', async () => {
	const answers: (() => void)[] = [];
	const sink = await openSink({ onTo: () => new Promise((resolve) => answers.push(resolve)) });
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const people = scene.emails(30);
	await scene.say(people, true);
	const { id } = await scene.campaign({
		audience: await scene.audience([await scene.segment(people)]),
		constellation: await scene.published(),
	});
	await scene.execute(id);
	await expect.poll(() => answers.length).toBeGreaterThan(0);
	await scene.fine(scene.ask('POST', `/api/manage/campaign/${id}/stop`));

	const { customerId } = scene.tenant;
	const inHand = sql`select count(*)::int as n from delivery_lease where customer_id = ${customerId}`;
	await scene.tenantTx(async (tx) => {
		// As each call about a campaign does: the campaign first, its run after.
		await tx.run(sql`select from campaign where customer_id = ${customerId} and campaign_id = ${id} for update`);
		const answering = setInterval(() => {
			for (const one of answers.splice(0)) one();
		}, 20);
		await expect.poll(async () => (await tx.rows(row({ n: int }), inHand))[0]?.n).toBe(0);
		// By now the worker has looked at the run again and again.
		await new Promise((resolve) => setTimeout(resolve, 1_500));
		clearInterval(answering);
		const held = await tx.rows(
			row({ state: text }),
			sql`select state from campaign_run where customer_id = ${customerId} and campaign_id = ${id} for update`,
		);
		expect(held).toEqual([{ state: 'stopping' }]);
	});
	const { run } = await scene.until(id, ['stopped']);
	expect(run.state).toBe('stopped');
	await sink.stop();
});
