/** The sheet before a campaign is executed says what its rehearsal comes to: whom it reaches, who is left out and why, who has to wait. */
import { expect, test } from 'vitest';
import { sql } from '../../src/kernel/storage/rows.ts';
import { mergePersons } from '../../src/wings/people/wing.ts';
import { startApp } from '../app.ts';
import { campaignScene } from './scene.ts';
import { startSink } from './sink.ts';
import { stagedLetters } from './staged.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
const sink = await startSink();

interface Sheet {
	readonly targeted: number;
	readonly reached: number;
	readonly had: number;
	readonly later: { count: number; until: string } | null;
	readonly lanes: readonly {
		reachable: number;
		costMicros: number;
		priceMicros: number;
		left: { reason: string; count: number }[];
		connector: { id: string; isSuccessful: boolean | null } | null;
	}[];
}

const byReason = (all: readonly { reason: string; count: number }[]) =>
	all.map(({ reason, count }) => [reason, count]).sort(([a], [b]) => String(a).localeCompare(String(b)));

/** Twelve people: two said no, the first is paused and has had enough, the next two have had enough; the first and two more live far east. */
const staged = async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const people = scene.emails(12);
	await scene.say(people, true);
	const constellation = await scene.published();
	const first = await scene.campaign({ audience: await scene.audience([await scene.segment(people.slice(0, 3))]), constellation });
	await scene.execute(first.id);
	await scene.until(first.id, ['done']);
	await scene.say(people.slice(10), false);
	const { customerId } = scene.tenant;
	const ids = new Map<string, string>();
	for (const email of people) ids.set(email, (await scene.person({ email })).luvallaId);
	const of = (places: readonly number[]) => places.map((place) => ids.get(people[place] ?? '') ?? '');
	await scene.tenantTx(async (tx) => {
		await tx.run(
			sql`insert into message_pause (customer_id, person, until) select ${customerId}::int, p, now() + interval '2 days' from unnest(${of([0])}::uuid[]) p on conflict do nothing`,
		);
		await tx.run(
			sql`insert into profile (customer_id, person, number, time_zone, changed_at)
			select customer_id, person, number, 'Etc/GMT-7', now() from person where customer_id = ${customerId} and person = any(${of([0, 5, 6])}::uuid[])
			on conflict (customer_id, number) do update set time_zone = excluded.time_zone`,
		);
	});
	await scene.followed();
	const audience = await scene.audience([await scene.segment(people)]);
	const campaign = (options: object) => scene.campaign({ audience, constellation, options });
	const before = (id: string) => scene.fine<Sheet>(scene.ask('GET', `/api/manage/campaign/${id}/before`));
	return { scene, campaign, before };
};

test('Whoever is paused or has had enough is counted, once, as the rehearsal finds them', async () => {
	const { scene, campaign, before } = await staged();
	const { id } = await campaign({ cap: { messages: 1, days: 7 } });
	const sheet = await before(id);
	const [lane] = sheet.lanes;
	expect([sheet.targeted, sheet.reached, lane?.reachable, sheet.later]).toEqual([12, 7, 7, null]);
	expect(lane?.costMicros).toBe(7 * (lane?.priceMicros ?? 0));
	expect(byReason(lane?.left ?? [])).toEqual([
		['capped', 2],
		['paused', 1],
		['said_no', 2],
	]);
	// Its connector has not been tested; then it answers.
	expect(lane?.connector?.isSuccessful).toBeNull();
	expect((await scene.ask('GET', `/api/manage/Connector/Test?id=${lane?.connector?.id}`)).status).toBe(200);
	expect((await before(id)).lanes[0]?.connector?.isSuccessful).toBe(true);
	const { rehearsal } = await scene.fine<{ rehearsal: { id: string } }>(scene.ask('POST', `/api/manage/campaign/${id}/rehearse`));
	const rehearsed = await scene.until(id, ['done'], rehearsal.id);
	expect([rehearsed.states.accepted, byReason(rehearsed.reasons)]).toEqual([lane?.reachable, byReason(lane?.left ?? [])]);
});

test('Whose hours are quiet when it begins gets theirs later: by their own clock, or by the campaign’s where theirs is not known', async () => {
	const { campaign, before } = await staged();
	const hour = new Date().getUTCHours();
	const quiet = (from: number, to: number) => ({ from: (hour + from + 24) % 24, to: (hour + to + 24) % 24 });
	// Seven hours ahead it is quiet, here it is not; the hour may turn meanwhile.
	const east = await before((await campaign({ quiet: quiet(6, 9), timeZone: 'UTC' })).id);
	expect([east.reached, east.later?.count]).toEqual([9, 2]);
	const until = new Date(east.later?.until ?? '');
	expect([until.getUTCHours(), until.getUTCMinutes()]).toEqual([(hour + 2) % 24, 0]);
	// The other way round: everybody whose clock is not known.
	expect((await before((await campaign({ quiet: quiet(-1, 2), timeZone: 'UTC' })).id)).later?.count).toBe(7);
	expect((await before((await campaign({ quiet: quiet(3, 4), timeZone: 'UTC' })).id)).later).toBeNull();
});

test('A rehearsal takes nothing of a cap; who has had the campaign is told before it goes again', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const people = scene.emails(3);
	await scene.say(people, true);
	const campaign = await scene.campaign({
		audience: await scene.audience([await scene.segment(people)]),
		constellation: await scene.published(),
		options: { cap: { messages: 1, days: 7 } },
	});
	const sheet = () => scene.fine<Sheet>(scene.ask('GET', `/api/manage/campaign/${campaign.id}/before`));
	const { rehearsal } = await scene.fine<{ rehearsal: { id: string } }>(scene.ask('POST', `/api/manage/campaign/${campaign.id}/rehearse`));
	await scene.until(campaign.id, ['done'], rehearsal.id);
	expect([(await sheet()).reached, (await sheet()).had]).toEqual([3, 0]);
	await scene.execute(campaign.id);
	expect((await scene.until(campaign.id, ['done'])).states).toMatchObject({ accepted: 3, skipped: 0 });
	const again = await sheetWithoutCap(scene, campaign.id);
	expect([again.reached, again.had]).toEqual([3, 3]);
});

/** The sheet of one that is done, without its cap. */
const sheetWithoutCap = async (scene: Awaited<ReturnType<typeof campaignScene>>, id: string): Promise<Sheet> => {
	await scene.tenantTx((tx) =>
		tx.run(
			sql`update campaign set options = options || '{"cap": null}'::jsonb where customer_id = ${scene.tenant.customerId} and campaign_id = ${id}`,
		),
	);
	return scene.fine<Sheet>(scene.ask('GET', `/api/manage/campaign/${id}/before`));
};

test('A cap holds between campaigns that run at once, and over two who turned out to be one', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const people = scene.emails(40);
	await scene.say(people, true);
	const constellation = await scene.published();
	const audience = await scene.audience([await scene.segment(people)]);
	const made = [];
	for (let n = 0; n < 3; n++) made.push(await scene.campaign({ audience, constellation, options: { cap: { messages: 1, days: 7 } } }));
	const before = sink.mails.length;
	await Promise.all(made.map(({ id }) => scene.execute(id)));
	const ends = await Promise.all(made.map(({ id }) => scene.until(id, ['done'])));
	const to = sink.mails.slice(before).map((mail) => mail.to);
	expect([to.length, new Set(to).size]).toEqual([40, 40]);
	expect(ends.reduce((sum, { states }) => sum + states.skipped, 0)).toBe(80);

	// One of them is one with somebody who has had none: together they had one.
	const [email = '', other = ''] = [people[0], ...scene.emails(1, 'other')];
	await scene.say([other], true);
	const { luvallaId: gone } = await scene.person({ email });
	const { luvallaId: kept } = await scene.person({ email: other });
	const { customerId } = scene.tenant;
	await scene.tenantTx((tx) => mergePersons(tx, t.server.kernel.hooks, customerId, { gone, kept }, 'user:test'));
	await scene.followed();
	const last = await scene.campaign({
		audience: await scene.audience([await scene.segment([other])]),
		constellation,
		options: { cap: { messages: 1, days: 7 } },
	});
	const sheet = await scene.fine<Sheet>(scene.ask('GET', `/api/manage/campaign/${last.id}/before`));
	expect([sheet.targeted, sheet.reached, sheet.lanes[0]?.left]).toEqual([1, 0, [{ reason: 'capped', count: 1 }]]);
	await scene.execute(last.id);
	expect((await scene.until(last.id, ['done'])).reasons).toEqual([{ state: 'skipped', reason: 'capped', count: 1 }]);
});

test('A yes to words that have changed since in what matters reaches nobody, on the sheet as in the run, and is no no', async () => {
	const { sink: own, scene, people, campaign } = await stagedLetters(t, 3);
	const change = (body: object) =>
		scene.fine(scene.ask('PUT', `/api/consent/purpose/${scene.tenant.customerId}`, { id: scene.purpose, ...body }));
	const left = () =>
		expect.poll(async () => {
			const before = await scene.fine<Sheet & { state: string }>(scene.ask('GET', `/api/manage/campaign/${campaign.id}/before`));
			return before.state === 'ready' && [before.reached, before.lanes[0]?.left];
		});
	await left().toEqual([3, []]);
	await change({ wording: { en: { name: 'Other letters', about: 'And now we sell what we know.' } } });
	await change({ material: true });
	await left().toEqual([0, [{ reason: 'never_asked', count: 3 }]]);
	await scene.say(people.slice(0, 1), true);
	await left().toEqual([1, [{ reason: 'never_asked', count: 2 }]]);
	await scene.execute(campaign.id);
	const done = await scene.until(campaign.id, ['done', 'failed']);
	expect([done.states.accepted, done.reasons]).toEqual([1, [{ state: 'skipped', reason: 'never_asked', count: 2 }]]);
	await own.stop();
});
