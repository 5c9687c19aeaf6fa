/** A run that stays open: whoever enters it alone, earlier numbers, the same person again, each by a time and a name of their own. */
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { now } from '../../src/kernel/clock.ts';
import { int, orNull, row, sql, text, uuid } from '../../src/kernel/storage/rows.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { planOf } from '../../src/wings/engagement/campaigns/plan-of.ts';
import { readCampaign } from '../../src/wings/engagement/campaigns/store.ts';
import { insertCampaignRun, readCampaignRun, wakeWorkers } from '../../src/wings/engagement/runs/runs.ts';
import { createNames } from '../../src/wings/engagement/runs/token.ts';
import { type Entering, enter } from '../../src/wings/engagement/send/entries.ts';
import { startApp } from '../app.ts';
import { letterOf, visit } from './letters.ts';
import { campaignScene } from './scene.ts';
import { openSink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

const DAY_MS = 86_400_000;
const PersonRow = row({ person: uuid, number: int });
const EntryRow = row({ entry: int, number: int, state: text, reason: orNull(text), why: orNull(text), days: int, month: text });

/** An open run that began 40 days ago, with an audience of these. */
const openRun = async (emails: readonly string[], options: object = {}) => {
	const sink = await openSink({});
	const scene = await campaignScene(t);
	const { customerId } = scene.tenant;
	await scene.smtp(sink.port);
	// The smaller numbers are of those who are not in the audience.
	const others = scene.emails(3, 'other');
	await scene.say(others, true);
	await scene.say(emails, true);
	const campaign = await scene.campaign({
		audience: await scene.audience([await scene.segment(emails)]),
		constellation: await scene.published(),
		options,
	});
	const runId = v7({ msecs: now().getTime() - 40 * DAY_MS });
	await scene.tenantTx(async (tx) => {
		const found = await readCampaign(tx, customerId, campaign.id, null);
		const { plan } = found ? await planOf(tx, t.server.kernel, customerId, found, false) : { plan: null };
		if (!plan) throw new Error('There is no plan.');
		await insertCampaignRun(tx, customerId, {
			id: runId,
			kind: 'real',
			plan,
			beginsAt: now(),
			lateAt: null,
			openUntil: new Date(now().getTime() + DAY_MS),
			by: 'user:test',
		});
	});
	const state = async () => (await scene.tenantTx((tx) => readCampaignRun(tx, customerId, runId)))?.state;
	const entries = () =>
		scene.tenantTx((tx) =>
			tx.rows(
				EntryRow,
				sql`select entry, number, state, reason, why, extract(day from now() - at)::int as days, tableoid::regclass::text as month
				from delivery where customer_id = ${customerId} and run_id = ${runId} order by entry`,
			),
		);
	const settled = async () => (await entries()).filter((one) => one.state !== 'waiting' && one.state !== 'deferred').length;
	const personOf = async (email: string): Promise<{ person: string; number: number }> => {
		const [found] = await scene.tenantTx((tx) =>
			tx.rows(
				PersonRow,
				sql`select p.person, p.number from person p join person_identifier i on i.customer_id = ${customerId} and i.person = p.person
				where p.customer_id = ${customerId} and i.kind = 'email' and i.value = ${email}`,
			),
		);
		if (!found) throw new Error(`Nobody is ${email}.`);
		return found;
	};
	const lets = async (people: readonly Entering[]): Promise<boolean> =>
		scene.tenantTx(async (tx) => {
			const { entered, wake } = await enter(tx, customerId, new Map([[runId, people]]));
			await wake();
			return entered.has(runId);
		});
	const enters = async (email: string, why: string, due = now()): Promise<boolean> => {
		const { person } = await personOf(email);
		return lets([{ person, why, due }]);
	};
	await expect.poll(settled).toBe(emails.length);
	return { sink, scene, customerId, runId, others, state, entries, settled, personOf, lets, enters };
};

test('Whoever enters later, with a smaller number or once more, is written to by itself; the run ends when nobody may enter any more', async () => {
	const audience = [`a-${now().getTime()}@example.com`, `b-${now().getTime()}@example.com`];
	const [first = ''] = audience;
	const { sink, scene, customerId, runId, others, state, entries, settled, personOf, enters } = await openRun(audience);
	const [other = '', late = '', refusing = ''] = others;
	expect(await state()).toBe('sending');
	expect((await personOf(other)).number).toBeLessThan((await personOf(first)).number);

	expect(await enters(other, 'event:purchase')).toBe(true);
	expect(await enters(first, 'event:purchase')).toBe(true);
	await expect.poll(settled).toBe(4);
	expect(sink.mails.map(({ to }) => to).sort()).toEqual([...audience, first, other].sort());

	// Whoever said no before theirs was due is not written to; whose time has not come waits.
	await scene.say([refusing], false);
	expect(await enters(refusing, 'event:visit')).toBe(true);
	expect(await enters(late, 'segment:joined', new Date(now().getTime() + DAY_MS))).toBe(true);
	await expect.poll(settled).toBe(5);
	const all = await entries();
	expect(all.map(({ state, reason, why, days }) => [state, reason, why, days])).toEqual([
		['accepted', null, null, 40],
		['accepted', null, null, 40],
		['accepted', null, 'event:purchase', 0],
		['accepted', null, 'event:purchase', 0],
		['skipped', 'said_no', 'event:visit', 0],
		['waiting', null, 'segment:joined', 0],
	]);
	expect(new Set(all.map(({ entry }) => entry)).size).toBe(6);
	// Each lies in the month in which it entered.
	expect(new Set(all.slice(0, 2).map(({ month }) => month))).not.toEqual(new Set(all.slice(2).map(({ month }) => month)));

	// Each message of the same person has a name, a page and an answer of its own.
	const letters = await Promise.all(sink.mails.filter(({ to }) => to === first).map(letterOf));
	const names = createNames(t.server.kernel.secrets);
	const keys = letters.map(({ name }) => names.keyOf(name));
	expect(keys.map((key) => [key?.runId, key?.customerId])).toEqual([
		[runId, customerId],
		[runId, customerId],
	]);
	expect(new Set(keys.map((key) => key?.entry))).toEqual(
		new Set([all[0]?.entry, all.find((one) => one.why !== null && one.number === all[0]?.number)?.entry]),
	);
	for (const { name } of letters) expect((await visit(t, `/u/${name}`, { accept: 'text/html' })).statusCode).toBe(200);

	// It ends once nobody may enter and nobody is left.
	await scene.tenantTx(async (tx) => {
		await tx.run(sql`update delivery set due_at = now() where customer_id = ${customerId} and run_id = ${runId} and state = 'waiting'`);
		// Nobody looks at a lane before somebody's time in it comes, and whose time that is was changed by hand.
		await tx.run(sql`update campaign_lane set idle_until = null where customer_id = ${customerId} and run_id = ${runId}`);
	});
	await expect.poll(settled).toBe(6);
	expect(await state()).toBe('sending');
	await scene.tenantTx((tx) =>
		tx.run(sql`update campaign_run set open_until = now() where customer_id = ${customerId} and run_id = ${runId}`),
	);
	await expect.poll(state).toBe('done');
	expect(await enters(other, 'event:purchase')).toBe(false);
	const counted = await scene.tenantTx((tx) =>
		tx.rows(
			row({ what: text, n: int }),
			sql`select what, sum(n)::int as n from delivery_count where customer_id = ${customerId} and run_id = ${runId}
				and what in ('targeted', 'waiting', 'accepted', 'skipped') group by what order by what`,
		),
	);
	expect(counted).toEqual([
		{ what: 'accepted', n: 5 },
		{ what: 'skipped', n: 1 },
		{ what: 'targeted', n: 6 },
		{ what: 'waiting', n: 0 },
	]);
	await sink.stop();
});

test('Who enters twice at once gets no more than a cap allows', async () => {
	const audience = [`c-${now().getTime()}@example.com`];
	const { sink, others, personOf, lets, settled, entries } = await openRun(audience, {
		cap: { messages: 1, days: 7 },
	});
	const { person } = await personOf(others[0] ?? '');
	const twice = ['event:one', 'event:two'].map((why) => ({ person, why, due: now() }));
	expect(await lets(twice)).toBe(true);
	await expect.poll(settled).toBe(3);
	expect((await entries()).slice(1).map(({ state, reason }) => [state, reason])).toEqual(
		expect.arrayContaining([
			['accepted', null],
			['skipped', 'capped'],
		]),
	);
	expect(sink.mails.filter(({ to }) => to === others[0])).toHaveLength(1);
	await sink.stop();
});

test('Who enters while a lane is being laid to rest is written to all the same', async () => {
	const audience = [`f-${now().getTime()}@example.com`];
	const { sink, scene, customerId, runId, others, settled, enters } = await openRun(audience);
	const lane = sql`customer_id = ${customerId} and run_id = ${runId}`;
	const held = Promise.withResolvers<number>();
	const entered = Promise.withResolvers<void>();
	const stateIs = (state: 'paused' | 'sending') =>
		scene.tenantTx(async (tx) => {
			await tx.run(sql`update campaign_run set state = ${state} where ${lane}`);
			await wakeWorkers(tx, customerId);
		});
	// The engine itself leaves it alone meanwhile.
	await stateIs('paused');
	/** Lays the lane to rest as the engine does, slowly: it has seen nobody, and says so after somebody has come. */
	const rest = async (): Promise<void> => {
		await scene.tenantTx((tx) => tx.run(sql`update campaign_lane set idle_until = null where ${lane}`));
		const isResting = await scene.tenantTx(async (tx) => {
			const [awake] = await tx.rows(
				row({ pid: int }),
				sql`select pg_backend_pid() as pid from campaign_lane where ${lane} and idle_until is null for update`,
			);
			// The engine itself was quicker.
			if (!awake) return false;
			await tx.run(sql`update campaign_lane set idle_until = 'infinity' where ${lane}`);
			held.resolve(awake.pid);
			await entered.promise;
			return true;
		});
		if (!isResting) await rest();
	};
	const resting = rest();
	const pid = await held.promise;
	const entering = enters(others[0] ?? '', 'event:purchase');
	const waits = () =>
		scene.tenantTx(async (tx) => {
			const [found] = await tx.rows(
				row({ n: int }),
				sql`select count(*)::int as n from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid)) and query like '%idle_until%'`,
			);
			return (found?.n ?? 0) > 0;
		});
	let isPast = false;
	void entering.finally(() => {
		isPast = true;
	});
	await expect.poll(async () => isPast || (await waits())).toBe(true);
	entered.resolve();
	await resting;
	expect(await entering).toBe(true);
	await stateIs('sending');
	await expect.poll(settled).toBe(2);
	await sink.stop();
});

test('Nobody of another company enters, nor anybody who is not there, and counts are those of the rows', async () => {
	const audience = [`e-${now().getTime()}@example.com`];
	const { sink, scene, customerId, runId, others, personOf, lets, settled, entries } = await openRun(audience);
	const foreign = await campaignScene(t);
	const [stranger = ''] = foreign.emails(1);
	await foreign.say([stranger], true);
	const [theirs] = await foreign.tenantTx((tx) =>
		tx.rows(
			row({ person: uuid }),
			sql`select person from person_identifier where customer_id = ${foreign.tenant.customerId} and value = ${stranger}`,
		),
	);
	const own = (await personOf(others[0] ?? '')).person;
	const people = [theirs?.person ?? '', v7(), own].map((person) => ({ person, why: 'event:one', due: now() }));
	expect(await lets(people)).toBe(true);
	await expect.poll(settled).toBe(2);
	expect(await entries()).toHaveLength(2);
	const [counted] = await scene.tenantTx((tx) =>
		tx.rows(
			row({ targeted: int, waiting: int }),
			sql`select (sum(n) filter (where what = 'targeted'))::int as targeted, (sum(n) filter (where what = 'waiting'))::int as waiting
			from delivery_count where customer_id = ${customerId} and run_id = ${runId}`,
		),
	);
	expect(counted).toEqual({ targeted: 2, waiting: 0 });
	expect(sink.mails.map(({ to }) => to)).not.toContain(stranger);
	await sink.stop();
});

test('Of somebody erased no entry keeps an address, whichever way they came', async () => {
	const audience = [`d-${now().getTime()}@example.com`];
	const { sink, scene, customerId, runId, others, personOf, enters } = await openRun(audience);
	const [other = ''] = others;
	expect(await enters(other, 'event:purchase', new Date(now().getTime() + DAY_MS))).toBe(true);
	const { person } = await personOf(other);
	const addresses = () =>
		scene.tenantTx((tx) =>
			tx.rows(
				row({ address: orNull(text) }),
				sql`select address from delivery where customer_id = ${customerId} and run_id = ${runId} and person = ${person}`,
			),
		);
	expect(await addresses()).toEqual([{ address: other }]);
	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, person));
	expect(await addresses()).toEqual([{ address: null }]);
	await sink.stop();
});

test('A run that stays open pauses when its customer is put on hold, and when too many complain, though nobody is in it', async () => {
	const [held, complained] = await Promise.all(
		['h', 'k'].map((letter) => openRun([`${letter}-${now().getTime()}@example.com`], { complaintLimit: 0.001 })),
	);
	if (!held || !complained) throw new Error('There are two.');
	const why = async ({ scene, customerId, runId }: typeof held) =>
		(await scene.tenantTx((tx) => readCampaignRun(tx, customerId, runId)))?.why;
	await t.storage.asOwner(async (owner) => {
		await owner.query('update customer set status = 2 where customer_id = $1', [held.customerId]);
		await owner.query(
			`insert into delivery_count (customer_id, run_id, channel, what, reason, minute, part, n)
			select $1, $2, 0, what, '', date_trunc('minute', now(), 'UTC'), 9, n from (values ('accepted', 1000), ('complained', 2)) c (what, n)`,
			[complained.customerId, complained.runId],
		);
	});
	for (const one of [held, complained]) await expect.poll(one.state).toBe('paused');
	expect([await why(held), await why(complained)]).toEqual(['on_hold', 'complaints']);
	await Promise.all([held.sink.stop(), complained.sink.stop()]);
});
