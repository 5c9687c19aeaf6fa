/** Must show 2: five hundred yeses taken back while a run goes on, and the following of five hundred others after their letters came. */
import { expect, test } from 'vitest';
import { atLength } from '../../../../scripts/length.ts';
import { startApp } from '../app.ts';
import { fingerprint } from '../profiles/fingerprint.ts';
import { letterOf, sendLetters, visit } from './letters.ts';
import { campaignScene, type Scene } from './scene.ts';
import { openSink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

/** As Must show 2 says in a long run. */
const MANY = atLength(200, 500);

test('Of hundreds who take their yes back during a run nobody has a letter begun a second after the acknowledgement', async () => {
	const sink = await openSink();
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const staying = scene.emails(MANY, 'stay');
	const leaving = scene.emails(MANY, 'leave');
	// By turns, so that the run is at both all the time.
	const people = staying.flatMap((email, place) => [email, leaving[place] ?? '']);
	await scene.say(people, true);
	const audience = await scene.audience([await scene.segment(people)]);
	// Fifty a second: where others use the machine, the noes still come midway.
	const campaign = await scene.campaign({ audience, constellation: await scene.published(), options: { throttle: 3_000 } });
	await scene.execute(campaign.id);
	await expect.poll(() => sink.mails.length, { interval: 5 }).toBeGreaterThan(50);

	const acknowledged = new Map<string, number>();
	// All at once: on a busy machine the last of them, one after the other, would come after the run.
	await Promise.all(
		Array.from({ length: MANY / 100 }, async (_, batch) => {
			const some = leaving.slice(batch * 100, batch * 100 + 100);
			await scene.say(some, false);
			for (const email of some) acknowledged.set(email, Date.now());
		}),
	);
	const done = await scene.until(campaign.id, ['done']);

	const late = sink.mails.filter(({ to, begunAt }) => begunAt - (acknowledged.get(to) ?? Number.POSITIVE_INFINITY) > 1000);
	expect(late.map(({ to }) => to)).toEqual([]);
	const reached = new Set(sink.mails.map(({ to }) => to));
	expect(reached.size).toBe(sink.mails.length);
	expect(staying.filter((email) => !reached.has(email))).toEqual([]);
	const spared = leaving.filter((email) => !reached.has(email)).length;
	// They came midway: some had their letter before, and many did not.
	expect(spared).toBeGreaterThan(MANY / 4);
	expect(spared).toBeLessThan(MANY);
	expect(done.states).toMatchObject({ accepted: 2 * MANY - spared, skipped: spared, unknown: 0, failed: 0 });
	expect(done.reasons).toEqual([{ state: 'skipped', reason: 'said_no', count: spared }]);
	await sink.stop();
});

/** What is kept of the customer, and how many changes of segments were ever ordered for it. */
const kept = async ({ tenant }: Scene) => ({
	tables: await fingerprint(t, tenant),
	ordered: await t.storage.asOwner(async (owner) => {
		const { rows } = await owner.query(
			`select count(*)::int as n from pgboss.job where name = 'campaign-firsts' and data ->> 'customerId' = '${tenant.customerId}'`,
		);
		return rows[0]?.n;
	}),
	// Roll-ups take up meanwhile what was sent; of who followed it they know what they knew.
	rolledUp: await t.storage.asOwner(async (owner) => {
		const { rows } = await owner.query(
			`select coalesce(sum(n), 0)::int as n from (
				select n from count_day where customer_id = $1 and what = 'message' and key ~ '(opened|clicked)$'
				union all
				select u.n from count_news c cross join lateral unnest(c.whats, c.keys, c.ns) u (what, key, n)
				where c.customer_id = $1 and u.what = 'message' and u.key ~ '(opened|clicked)$'
			) f`,
			[tenant.customerId],
		);
		return rows[0]?.n;
	}),
});

test('Of hundreds who let nobody follow them any more opens and clicks lead on, and leave no trace in any table', async () => {
	const sink = await openSink();
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const tracking = await scene.addPurpose({ tracks: true });
	const people = scene.emails(MANY + 1);
	await scene.say(people, true);
	await scene.say(people, true, tracking);
	const [onOpen, onClick] = [await scene.segment([]), await scene.segment([])];
	const { letter } = await sendLetters(t, scene, sink, {
		emails: people,
		onOpenSegmentChange: [{ segmentId: onOpen }],
		onClickSegmentChange: [{ segmentId: onClick }],
	});
	const [one = '', ...others] = people;
	const follow = async (email: string, at: number): Promise<void> => {
		const { pixel, links } = letter(email);
		// Each from a home of their own: no limit keeps the trace away.
		const ip = `203.0.${at >> 8}.${at & 255}`;
		const opened = await visit(t, pixel ?? '', {}, 'GET', ip);
		const clicked = await visit(t, links[0] ?? '', {}, 'GET', ip);
		expect([opened.statusCode, opened.headers['content-type'], clicked.statusCode, clicked.headers.location]).toEqual([
			200,
			'image/gif',
			302,
			'https://shop.example/a',
		]);
	};
	await scene.say(others, false, tracking);
	await scene.followed();
	const before = await kept(scene);
	for (const [at, email] of others.entries()) await follow(email, at);
	await scene.followed();
	expect(await kept(scene)).toEqual(before);

	// The one who permits it still leaves both, so the comparison can tell.
	await follow(one, MANY);
	await scene.followed();
	const { tables, ordered, rolledUp } = await kept(scene);
	expect([before.ordered, ordered]).toEqual([0, 2]);
	expect([before.rolledUp, rolledUp]).toEqual([0, 2]);
	expect(Object.keys(tables).filter((table) => tables[table] !== before.tables[table])).toEqual(
		expect.arrayContaining(['delivery_count', 'delivery_first', 'delivery_hit']),
	);
	expect(sink.mails.length).toBe((await Promise.all(sink.mails.map(letterOf))).filter(({ pixel }) => pixel !== null).length);
	await sink.stop();
});
