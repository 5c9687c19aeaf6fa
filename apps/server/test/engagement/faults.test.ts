/** Runs to which something happens: a database that refuses an outcome, a clock that is moved, a customer put on hold, nobody at all. */
import { afterEach, expect, test } from 'vitest';
import { setClock } from '../../src/kernel/clock.ts';
import { startApp } from '../app.ts';
import { campaignScene } from './scene.ts';
import { openSink, type SinkManners, smtpError } from './sink.ts';
import { stagedLetters } from './staged.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
afterEach(() => setClock(null));

const staged = (n: number, manners?: SinkManners, over?: object) => stagedLetters(t, n, manners, over);

test('An outcome that cannot be written takes no other with it, nobody is written to twice, and the run comes to its end', async () => {
	const { sink, scene, people, campaign } = await staged(30);
	const [ill = ''] = people;
	await t.storage.asOwner(async (owner) => {
		await owner.query(`create function ill_outcome() returns trigger language plpgsql as $$ begin
			if new.address = '${ill}' and new.state = 'accepted' then raise exception 'no room' using errcode = '22003'; end if;
			return new; end $$`);
		await owner.query('create trigger ill_outcome before update on delivery for each row execute function ill_outcome()');
	});
	try {
		await scene.execute(campaign.id);
		await expect.poll(async () => (await scene.progress(campaign.id)).states.accepted).toBe(29);
		// Its lease ends by its time: that it was begun is known, and what became of it is not.
		setClock(() => new Date(Date.now() + 30_000));
		const done = await scene.until(campaign.id, ['done']);
		expect(done.states).toMatchObject({ accepted: 29, unknown: 1, waiting: 0, failed: 0 });
		expect(done.reasons).toEqual([{ state: 'unknown', reason: 'worker_lost', count: 1 }]);
		expect(sink.mails.map(({ to }) => to).sort()).toEqual([...people].sort());
	} finally {
		await t.storage.asOwner((owner) => owner.query('drop function ill_outcome cascade'));
	}
	await sink.stop();
});

test('A server that takes its time over each recipient gets every letter, but none of those who said no meanwhile', async () => {
	const asked = new Set<string>();
	const { sink, scene, people, campaign } = await staged(8, {
		onTo: async (address) => {
			asked.add(address);
			await new Promise((resolve) => setTimeout(resolve, 1500));
		},
	});
	await scene.execute(campaign.id);
	await expect.poll(() => asked.size, { interval: 5 }).toBeGreaterThan(0);
	const [gone = ''] = asked;
	await scene.say([gone], false);
	const done = await scene.until(campaign.id, ['done']);
	expect(done.states).toMatchObject({ accepted: 7, skipped: 1, unknown: 0 });
	expect(done.reasons).toEqual([{ state: 'skipped', reason: 'said_no', count: 1 }]);
	expect(sink.mails.map(({ to }) => to).sort()).toEqual(people.filter((email) => email !== gone).sort());
	await sink.stop();
});

test.each([
	['two hours ahead', 2 * 3600_000],
	['two hours back', -2 * 3600_000],
])('A clock that is set %s during a run doubles nobody and loses nobody', async (_, offset) => {
	const { sink, scene, people, campaign } = await staged(60, {}, { options: { throttle: 1800 } });
	await scene.execute(campaign.id);
	await expect.poll(() => sink.mails.length, { interval: 5 }).toBeGreaterThan(10);
	setClock(() => new Date(Date.now() + offset));
	// The pace waits by the clock; it is put right again, as a machine's is.
	await new Promise((resolve) => setTimeout(resolve, 1500));
	setClock(null);
	const done = await scene.until(campaign.id, ['done']);
	expect(done.states).toMatchObject({ accepted: 60, unknown: 0, failed: 0, skipped: 0 });
	expect(sink.mails.map(({ to }) => to).sort()).toEqual([...people].sort());
	await sink.stop();
});

test('A list with many addresses that are gone pauses itself, and none of them is written to again', async () => {
	const { sink, scene, people, campaign } = await staged(
		300,
		{
			onTo: (address) => {
				if (/^p\d*[05]-/.test(address)) throw smtpError(550, '5.1.1 No such user');
			},
		},
		{ options: { throttle: 6000 } },
	);
	await scene.execute(campaign.id);
	const paused = await scene.until(campaign.id, ['paused', 'done']);
	expect([paused.run.state, paused.run.why]).toEqual(['paused', 'bounces']);
	expect(paused.states.accepted + paused.states.failed).toBeGreaterThanOrEqual(100);
	expect(sink.mails.length).toBeLessThan(people.length);
	// Those in hand are settled first; then the sheet leaves out exactly whose mailbox is gone.
	const sheet = async () =>
		(
			await scene.fine<{ lanes: { left: { reason: string; count: number }[] }[] }>(
				scene.ask('GET', `/api/manage/campaign/${campaign.id}/before`),
			)
		).lanes[0]?.left.find(({ reason }) => reason === 'undeliverable')?.count;
	await expect.poll(async () => [(await scene.progress(campaign.id)).states.failed, await sheet()].join()).toMatch(/^(\d+),\1$/);
	// Whoever lets it go on has seen that: what failed before pauses it no more.
	await scene.fine(scene.ask('POST', `/api/manage/campaign/${campaign.id}/resume`));
	expect((await scene.until(campaign.id, ['paused', 'done'])).run).toMatchObject({ state: 'done', why: null });
	await sink.stop();
});

test('An audience of none ends at once and says so', async () => {
	const sink = await openSink();
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const audience = await scene.audience([await scene.segment([])]);
	const campaign = await scene.campaign({ audience, constellation: await scene.published() });
	await scene.execute(campaign.id);
	const ended = await scene.until(campaign.id, ['failed', 'done']);
	expect([ended.run.state, ended.run.why, sink.mails.length]).toEqual(['failed', 'nobody', 0]);
	await sink.stop();
});

test.each([
	['put on hold', 2],
	['no longer onboarded', 0],
])('A customer that is %s during a run writes to nobody more until it is released', async (_how, halted) => {
	const { sink, scene, people, campaign } = await staged(60, {}, { options: { throttle: 900 } });
	await scene.execute(campaign.id);
	await expect.poll(() => sink.mails.length, { interval: 5 }).toBeGreaterThan(5);
	const status = (value: number) =>
		t.storage.asOwner((owner) => owner.query(`update customer set status = ${value} where customer_id = ${scene.tenant.customerId}`));
	await status(halted);
	const { run } = await scene.until(campaign.id, ['paused']);
	expect([run.why, sink.mails.length < 60]).toEqual(['on_hold', true]);
	await status(1);
	await scene.fine(scene.ask('POST', `/api/manage/campaign/${campaign.id}/resume`));
	await scene.until(campaign.id, ['done']);
	expect(sink.mails.map(({ to }) => to).sort()).toEqual([...people].sort());
	await sink.stop();
});
