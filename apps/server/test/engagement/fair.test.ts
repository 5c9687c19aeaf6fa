/** One company's long campaigns beside another's single letter: it waits for a turn, never for their end. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { instant, row, sql } from '../../src/kernel/storage/rows.ts';
import { LEASE_MS } from '../../src/wings/engagement/send/lease.ts';
import { startApp } from '../app.ts';
import { campaignScene } from './scene.ts';
import { openSink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

/** A lane's turn (`SLICE_MS`), and what preparing and handing over take on a busy machine. */
const TURN_MS = 5_000 + 7_000;

test('A letter of one company leaves while all places are taken by five campaigns of another, and so does one of duty', async () => {
	const slow = await openSink({ onTo: () => new Promise((resolve) => setTimeout(resolve, 200)) });
	const long = await campaignScene(t);
	await long.smtp(slow.port);
	const people = long.emails(1000);
	await long.say(people, true);
	const audience = await long.audience([await long.segment(people)]);
	const constellation = await long.published();
	const campaigns = [];
	for (let n = 0; n < 5; n += 1) campaigns.push(await long.campaign({ audience, constellation }));
	for (const { id } of campaigns) await long.execute(id);
	// Four at once, which is all there is: five connections each, a tenth of a second a letter.
	await expect.poll(() => slow.mails.length).toBeGreaterThan(40);

	const quick = await openSink();
	const other = await campaignScene(t);
	await other.smtp(quick.port);
	const [one = '', two = ''] = other.emails(2);
	await other.say([one, two], true);
	const single = await other.campaign({
		audience: await other.audience([await other.segment([one])]),
		constellation: await other.published(),
	});
	const duty = await other.fine<{ id: string }>(
		other.ask('POST', '/api/manage/Campaign', {
			title: 'Duty',
			constellation: [{ constellationIdFK: await other.published(), channel: 0 }],
			audienceIdFK: await other.audience([await other.segment([two])]),
			isTransactional: true,
		}),
	);
	await other.fine(other.ask('POST', `/api/manage/Campaign/${duty.id}/publish`, { reason: 'Your order is late' }));
	const began = Date.now();
	await Promise.all([other.execute(single.id), other.execute(duty.id)]);
	await Promise.all([other.until(single.id, ['done']), other.until(duty.id, ['done'])]);
	expect(Date.now() - began).toBeLessThan(TURN_MS);
	expect(quick.mails.map(({ to }) => to).sort()).toEqual([one, two].sort());
	expect(slow.mails.length).toBeLessThan(5 * people.length);

	for (const { id } of campaigns) await long.fine(long.ask('POST', `/api/manage/campaign/${id}/stop`));
	for (const { id } of campaigns) {
		const { run } = await long.until(id, ['stopped']);
		const [last] = await long.tenantTx((tx) =>
			tx.rows(
				row({ at: instant }),
				sql`select max(settled_at) as at from delivery where customer_id = ${long.tenant.customerId} and run_id = ${run.id}`,
			),
		);
		// It ends with the last who is settled: nothing waits for a lease to end by its time.
		expect(new Date(run.endedAt).getTime() - (last?.at.getTime() ?? 0)).toBeLessThan(LEASE_MS / 2);
	}
	const perCampaign = new Map<string, number>();
	for (const { to, raw } of slow.mails) {
		const name = `${to} ${/^Feedback-ID: (\S+)/m.exec(raw)?.[1]}`;
		perCampaign.set(name, (perCampaign.get(name) ?? 0) + 1);
	}
	expect([...perCampaign.values()].filter((n) => n > 1)).toEqual([]);
	await Promise.all([slow.stop(), quick.stop()]);
});

test('A letter of one company leaves while the mail server of another’s five campaigns takes connections and says nothing', async () => {
	const sockets = new Set<Socket>();
	const silent = createServer((socket) => {
		sockets.add(socket.on('error', () => undefined));
	});
	silent.listen(0, '127.0.0.1');
	await once(silent, 'listening');
	const long = await campaignScene(t);
	await long.smtp((silent.address() as AddressInfo).port);
	const people = long.emails(5);
	await long.say(people, true);
	const audience = await long.audience([await long.segment(people)]);
	const constellation = await long.published();
	for (let n = 0; n < 5; n += 1) await long.execute((await long.campaign({ audience, constellation })).id);
	await expect.poll(() => sockets.size).toBeGreaterThanOrEqual(4 * people.length);

	const quick = await openSink();
	const other = await campaignScene(t);
	await other.smtp(quick.port);
	const [one = ''] = other.emails(1);
	await other.say([one], true);
	const single = await other.campaign({
		audience: await other.audience([await other.segment([one])]),
		constellation: await other.published(),
	});
	const began = Date.now();
	await other.execute(single.id);
	await other.until(single.id, ['done']);
	// Four tries of fifteen seconds each is what it would wait for, and after them for four more.
	expect(Date.now() - began).toBeLessThan(35_000);
	expect(quick.mails.map(({ to }) => to)).toEqual([one]);
	for (const socket of sockets) socket.destroy();
	silent.close();
	await quick.stop();
});
