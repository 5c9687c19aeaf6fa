/** The counts of runs are those of their rows, minute by minute, whatever happened; and are made anew from them. */
import { expect, test } from 'vitest';
import { newId, now } from '../../src/kernel/clock.ts';
import { int, row, sql, text } from '../../src/kernel/storage/rows.ts';
import { differing, repairing } from '../../src/kernel/tally/recount.ts';
import { sumsBy, Tally } from '../../src/kernel/tally/tally.ts';
import { recount } from '../../src/recount.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { DELIVERY_COUNT, deliveryRecount, keysOf, writeCounts } from '../../src/wings/engagement/runs/counts.ts';
import { startApp } from '../app.ts';
import { testServer } from '../harness.ts';
import { judge } from '../statements/judge.ts';
import { catalogueOf } from '../statements/watch.ts';
import { letterOf, visit } from './letters.ts';
import { campaignScene, type Scene } from './scene.ts';
import { openSink, smtpError } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

const differences = ({ tenant, tenantTx }: Pick<Scene, 'tenant' | 'tenantTx'>): Promise<object[]> =>
	tenantTx((tx) =>
		tx.rows(
			row({ what: text, reason: text, n: int }),
			sql`select what, reason, n from (${differing(deliveryRecount, tenant.customerId)}) d order by what, reason, n`,
		),
	);
/** Every count, by key and minute, as a text. */
const counts = ({ tenant, tenantTx }: Scene): Promise<string[]> =>
	tenantTx(async (tx) => {
		const sums = sumsBy(DELIVERY_COUNT, tenant.customerId, { by: ['run_id', 'channel', 'what', 'reason'], per: 'minute' });
		const rows = await tx.rows(
			row({ line: text }),
			sql`select concat_ws(' ', run_id, channel, what, reason, at, n) as line from (${sums}) s where n <> 0 order by 1`,
		);
		return rows.map(({ line }) => line);
	});

test('What recounts keeps to the rules of walls and clusters', async () => {
	const catalogue = await catalogueOf(await testServer());
	for (const statement of [differing(deliveryRecount, 1), repairing(deliveryRecount, 1)])
		expect(judge(statement.text, 'engagement', catalogue)).toEqual([]);
});

/** A run of 60 to a server that has moods: paused twice, some say no meanwhile, some fail, are tried again, open, leave. */
const eventful = async () => {
	let moody = true;
	const sink = await openSink({
		onTo: (address) => {
			if (address.startsWith('p1-')) throw smtpError(550, '5.1.1 No such user');
			if (address.startsWith('p2-') && moody) throw smtpError(451, '4.7.1 Greylisted');
			if (address.startsWith('p3-') && moody) throw smtpError(550, '5.7.1 Policy');
		},
		afterData: ({ to }) => (to.startsWith('p4-') && moody ? 'drop' : undefined),
	});
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const tracking = await scene.addPurpose({ tracks: true });
	const people = scene.emails(60);
	await scene.say(people, true);
	await scene.say(people.slice(5, 15), true, tracking);
	await scene.say(people.slice(50, 52), false);
	const { id } = await scene.campaign({
		audience: await scene.audience([await scene.segment(people)]),
		constellation: await scene.published(),
		options: { throttle: 1200 },
	});
	const act = (what: string, body?: object) => scene.fine(scene.ask('POST', `/api/manage/campaign/${id}/${what}`, body));
	const moved = async (so: (states: Record<string, number>) => boolean) => {
		while (!so((await scene.progress(id)).states)) await new Promise((resolve) => setTimeout(resolve, 50));
	};
	await act('execute');
	await moved(({ accepted = 0 }) => accepted >= 8);
	await act('pause');
	expect(await differences(scene)).toEqual([]);
	await scene.say(people.slice(52, 58), false);
	await act('resume');
	await moved(({ accepted = 0 }) => accepted >= 20);
	await act('pause');
	await act('resume');
	await moved(({ waiting = 0, deferred = 0 }) => waiting === 0 && deferred === 1);
	expect(await differences(scene)).toEqual([]);
	moody = false;
	const { customerId } = scene.tenant;
	await scene.tenantTx((tx) =>
		tx.run(sql`update delivery set due_at = now() where customer_id = ${customerId} and state = 'deferred' and due_at is not null`),
	);
	await scene.until(id, ['done']);
	return { sink, scene, people, id, act };
};

test('After a run with pauses, noes, failures, another try, opens, clicks and leaving, counts are those of the rows', async () => {
	const { sink, scene, people, id, act } = await eventful();
	const { customerId } = scene.tenant;
	expect(await differences(scene)).toEqual([]);
	// What failed minutes ago is tried again: it is no failure of that minute any more.
	await scene.tenantTx(async (tx) => {
		await tx.run(
			sql`update delivery set settled_at = settled_at - interval '7 minutes' where customer_id = ${customerId} and state in ('failed', 'unknown')`,
		);
		await tx.run(repairing(deliveryRecount, customerId));
	});
	expect(await differences(scene)).toEqual([]);
	for (const state of ['failed', 'unknown']) {
		await act('retry', { state });
		await scene.until(id, ['done']);
	}
	const done = await scene.progress(id);
	expect(done.states).toEqual({ waiting: 0, deferred: 0, accepted: 51, failed: 1, skipped: 8, unknown: 0 });
	expect(await differences(scene)).toEqual([]);

	const letterTo = (email = '') => {
		const mail = sink.mails.findLast(({ to }) => to === email);
		if (!mail) throw new Error(`No letter to ${email}.`);
		return letterOf(mail);
	};
	await new Promise((resolve) => setTimeout(resolve, 1_100));
	for (const email of people.slice(5, 12)) {
		const letter = await letterTo(email);
		await visit(t, letter.pixel ?? '');
		await visit(t, letter.links[0] ?? '');
	}
	await visit(t, (await letterTo(people[13])).links[0] ?? '', {}, 'HEAD');
	const leaving = await letterTo(people[6]);
	await t.app.inject({
		method: 'POST',
		url: `/u/${leaving.name}`,
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		payload: 'List-Unsubscribe=One-Click',
	});
	const seen = await scene.progress(id);
	expect(seen).toMatchObject({ targeted: 60, opened: 7, clicked: 7, machines: 1, left: 1, trackable: 10 });
	expect(await differences(scene)).toEqual([]);

	// All of it lost: it comes back as it was, minute by minute.
	const before = await counts(scene);
	expect(before.length).toBeGreaterThan(10);
	await scene.tenantTx((tx) => tx.run(sql`delete from delivery_count where customer_id = ${customerId}`));
	expect((await scene.progress(id)).targeted).toBe(0);
	await scene.tenantTx((tx) => tx.run(repairing(deliveryRecount, customerId)));
	expect(await counts(scene)).toEqual(before);
	const again = await scene.progress(id);
	expect({ ...again, at: null }).toEqual({ ...seen, at: null });

	// Of whoever is erased no row says that they opened: it stays counted, and nothing takes it for wrong.
	const { luvallaId } = await scene.person({ email: people[7] ?? '' });
	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, luvallaId));
	expect(await differences(scene)).toEqual([]);
	await scene.tenantTx((tx) => tx.run(repairing(deliveryRecount, customerId)));
	expect(await scene.progress(id)).toMatchObject({ opened: 7, clicked: 7, trackable: 10 });
	await sink.stop();
});

/** Entries of a run that nobody works on. */
const stillRun = async (people: number) => {
	const tenant = await t.tenant();
	const { customerId } = tenant;
	const tenantTx: Scene['tenantTx'] = (work) => t.storage.inTenant(customerId, work);
	const runId = newId();
	const key = keysOf(runId, 0);
	const enters = (from: number, to: number) =>
		tenantTx(async (tx) => {
			const at = now();
			await tx.run(sql`insert into delivery (customer_id, entry, at, run_id, channel, number, person, state)
				select ${customerId}::int, n, ${at}::timestamptz, ${runId}::uuid, 0, n, gen_random_uuid(), 'waiting' from generate_series(${from}::int, ${to}::int) n
				on conflict do nothing`);
			const tally = new Tally(DELIVERY_COUNT);
			for (const what of ['waiting', 'targeted'] as const) tally.add(key(what), at, to - from + 1);
			await writeCounts(tx, customerId, 0, tally);
		});
	await enters(1, people);
	return { tenant, tenantTx, runId, key, enters };
};

test('What is wrong is found and put right while others go on counting', async () => {
	const { tenant, tenantTx, key, enters } = await stillRun(100);
	const scene = { tenant, tenantTx };
	const { customerId } = tenant;
	expect(await differences(scene)).toEqual([]);
	await tenantTx(async (tx) => {
		await tx.run(sql`update delivery_count set n = n + 5 where customer_id = ${customerId} and what = 'waiting'`);
		const tally = new Tally(DELIVERY_COUNT);
		tally.add(key('opened'), now(), 3);
		await writeCounts(tx, customerId, 9, tally);
	});
	const wrong = [
		{ what: 'opened', reason: '', n: -3 },
		{ what: 'waiting', reason: '', n: -5 },
	];
	expect(await differences(scene)).toEqual(wrong);
	let goesOn = true;
	const writers = [1, 2, 3].map(async (n) => {
		for (let from = n * 100_000; goesOn; from += 10) await enters(from, from + 9);
	});
	for (let n = 0; n < 20; n++) {
		// Never more than that, at whatever moment one looks.
		expect(await differences(scene)).toEqual(n === 0 ? wrong : []);
		if (n === 0) expect(await tenantTx((tx) => tx.run(repairing(deliveryRecount, customerId)))).toBe(2);
		else expect(await tenantTx((tx) => tx.run(repairing(deliveryRecount, customerId)))).toBe(0);
	}
	goesOn = false;
	await Promise.all(writers);
	expect(await differences(scene)).toEqual([]);
});

test('The command finds what is wrong of any customer, and a tenant alone sees and mends its own', async () => {
	const [one, other] = [await stillRun(3), await stillRun(4)];
	const customers = [one, other].map(({ tenant }) => tenant.customerId);
	const spoil = ({ tenant, tenantTx }: typeof one) =>
		tenantTx((tx) => tx.run(sql`delete from delivery_count where customer_id = ${tenant.customerId} and what = 'targeted'`));
	// Rows of other tests in this database were changed by hand.
	await t.storage.asOwner((owner) => recount(owner, true));
	for (const each of [one, other]) await spoil(each);
	const found = await t.storage.asOwner((owner) => recount(owner, false));
	const rolledUp = ['count_minute', 'count_quarter', 'count_hour', 'count_day', 'purpose_count'].map((table) => ({
		...{ table, customers: expect.any(Number), differences: 0 },
	}));
	expect(found).toEqual([{ table: 'delivery_count', customers: expect.any(Number), differences: 2 }, ...rolledUp]);
	expect(found[0]?.customers).toBeGreaterThanOrEqual(customers.length);
	// In the other's transaction there is nothing to be seen of it, and nothing to be written.
	expect(await other.tenantTx((tx) => tx.run(repairing(deliveryRecount, one.tenant.customerId)))).toBe(0);
	await one.tenantTx((tx) => tx.run(repairing(deliveryRecount, one.tenant.customerId)));
	expect(await differences(one)).toEqual([]);
	expect(await differences(other)).toEqual([{ what: 'targeted', reason: '', n: 4 }]);
	for (const differ of [1, 0])
		expect(await t.storage.asOwner((owner) => recount(owner, true))).toMatchObject([{ differences: differ }, ...rolledUp]);
	expect(await differences(other)).toEqual([]);
});
