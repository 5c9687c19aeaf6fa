/** Purposes that permit messages on another basis than a yes: they hold for their segment, and for nobody beside it. */
import { afterEach, expect, test } from 'vitest';
import { setClock } from '../../src/kernel/clock.ts';
import { int, row, sql } from '../../src/kernel/storage/rows.ts';
import { startApp } from '../app.ts';
import { campaignScene } from './scene.ts';
import { openSink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
afterEach(() => setClock(null));

test('Whoever took their yes back, or left the segment, while a run goes on is not written to on a basis that is not theirs', async () => {
	const sink = await openSink();
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const customers = scene.emails(12, 'customer');
	const yes = scene.emails(12, 'yes');
	const strangers = scene.emails(2, 'stranger');
	await scene.say(yes, true);
	// Known, and asked for something else.
	await scene.say([...customers, ...strangers], false, await scene.addPurpose());
	const segment = await scene.segment(customers);
	const basis = await scene.addPurpose({ channels: ['email'], basis: 'existing customer', basisSegment: segment });
	await scene.say(customers.slice(0, 1), false, basis);
	const used = await t.send(scene.owner, 'DELETE', `/api/manage/domain/segment?id=${segment}`, { headers: scene.headers });
	expect([used.status, used.json().code]).toEqual([409, 'segment_used']);

	const audience = await scene.audience([await scene.segment([...customers, ...yes, ...strangers])]);
	const campaign = await scene.campaign({
		audience,
		constellation: await scene.published(),
		options: { throttle: 240, purposes: [scene.purpose, basis] },
	});
	// The clock goes on for less than a second, until the first ones have it, and stands still while others change their minds: so does the pace.
	const began = Date.now();
	let at = began;
	setClock(() => new Date(at));
	await scene.execute(campaign.id);
	const soon = () => {
		at = Math.min(at + 100, began + 900);
		return sink.mails.length;
	};
	await expect.poll(soon, { interval: 100 }).toBeGreaterThan(0);
	const underWay = () =>
		scene.tenantTx((tx) =>
			tx.rows(row({ leases: int }), sql`select count(*)::int as leases from delivery_lease where customer_id = ${scene.tenant.customerId}`),
		);
	await expect.poll(underWay).toEqual([{ leases: 0 }]);
	const had = new Set(sink.mails.map(({ to }) => to));
	const [withdrawn, left] = [yes, customers].map((list) => list.filter((email) => !had.has(email)).slice(-4));
	const gone = [...(withdrawn ?? []), ...(left ?? [])];
	await scene.say(withdrawn ?? [], false);
	await scene.fine(
		scene.ask('POST', `/api/manage/domain/segment/${segment}/members/remove`, { people: left?.map((email) => ({ email })) }),
	);
	setClock(null);
	const done = await scene.until(campaign.id, ['done']);
	const to = sink.mails.map((mail) => mail.to);
	expect(to.sort()).toEqual([...yes, ...customers.slice(1)].filter((email) => !gone.includes(email)).sort());
	expect([gone.length, done.states.accepted, done.states.skipped]).toEqual([8, 15, 11]);
	await sink.stop();
});
