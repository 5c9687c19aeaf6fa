/** Who is in doubt when a worker dies: whose message had left and was not answered, and nobody else. */
import { expect, test } from 'vitest';
import { int, row, sql } from '../../src/kernel/storage/rows.ts';
import { startApp } from '../app.ts';
import { campaignScene } from './scene.ts';
import { openSink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

const Hands = row({ taken: int, begun: int });

test('Whose first byte never left is tried again, once, when their worker was taken for dead', async () => {
	let release = (): void => undefined;
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	// The server thinks about each recipient, and takes nobody's letter meanwhile.
	const sink = await openSink({ onTo: () => held });
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const { customerId } = scene.tenant;
	const people = scene.emails(40);
	await scene.say(people, true);
	const campaign = await scene.campaign({
		audience: await scene.audience([await scene.segment(people)]),
		constellation: await scene.published(),
	});
	await scene.execute(campaign.id);
	const hands = async () =>
		(
			await scene.tenantTx((tx) =>
				tx.rows(
					Hands,
					sql`select coalesce(sum(cardinality(members)), 0)::int as taken, coalesce(sum(cardinality(begun)), 0)::int as begun
					from delivery_lease where customer_id = ${customerId}`,
				),
			)
		)[0];
	await expect.poll(hands).toEqual({ taken: 40, begun: 0 });
	// As whoever ends the leases of the dead finds it.
	await scene.tenantTx((tx) =>
		tx.run(sql`update delivery_lease set until = now() - interval '1 minute' where customer_id = ${customerId}`),
	);
	const unheld = async () =>
		(
			await scene.tenantTx((tx) =>
				tx.rows(row({ n: int }), sql`select count(*)::int as n from delivery where customer_id = ${customerId} and due_at is not null`),
			)
		)[0]?.n ?? 0;
	await expect.poll(async () => (await unheld()) > 0 || (await hands())?.taken).toBeTruthy();
	release();
	const done = await scene.until(campaign.id, ['done']);
	expect(done.states).toMatchObject({ accepted: 40, unknown: 0, failed: 0, skipped: 0 });
	expect(sink.mails.map(({ to }) => to).sort()).toEqual([...people].sort());
	await sink.stop();
});

test('Of whom it is not known whether they got it is written to again when somebody asks for it, and only if they still permit it', async () => {
	const lost = new Set<string>();
	const sink = await openSink({ afterData: ({ to }) => (lost.has(to) ? 'drop' : undefined) });
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const people = scene.emails(6);
	const [first = '', second = '', third = ''] = people;
	for (const one of [first, second, third]) lost.add(one);
	await scene.say(people, true);
	const campaign = await scene.campaign({
		audience: await scene.audience([await scene.segment(people)]),
		constellation: await scene.published(),
	});
	const retry = async (body?: object) => {
		const answer = await scene.ask('POST', `/api/manage/campaign/${campaign.id}/retry`, body);
		return [answer.status, answer.json().code ?? answer.json().data];
	};
	await scene.execute(campaign.id);
	expect((await scene.until(campaign.id, ['done'])).states).toMatchObject({ accepted: 3, unknown: 3 });
	expect(await retry()).toEqual([409, 'nothing_failed']);
	await scene.say([third], false);
	lost.delete(first);
	const before = sink.mails.length;
	expect(await retry({ state: 'unknown' })).toEqual([200, { again: 3 }]);
	const { states, reasons } = await scene.until(campaign.id, ['done']);
	expect(states).toMatchObject({ accepted: 4, unknown: 1, skipped: 1, deferred: 0, failed: 0 });
	expect(reasons.filter((one: { state: string }) => one.state !== 'skipped')).toEqual([
		{ state: 'unknown', reason: 'no_answer', count: 1 },
	]);
	expect(sink.mails.slice(before).map(({ to }) => to)).toEqual(expect.arrayContaining([first, second]));
	expect(sink.mails.slice(before)).toHaveLength(2);
	lost.clear();
	expect(await retry({ state: 'unknown' })).toEqual([200, { again: 1 }]);
	expect((await scene.until(campaign.id, ['done'])).states).toMatchObject({ accepted: 5, unknown: 0, skipped: 1 });
	expect(await retry({ state: 'unknown' })).toEqual([409, 'nothing_unknown']);
	await sink.stop();
});
