/** A throttle is the pace at which letters leave: not less than it says, whenever workers look, and not more. */
import { afterEach, expect, test } from 'vitest';
import { setClock } from '../../src/kernel/clock.ts';
import { instant, row, sql, uuid } from '../../src/kernel/storage/rows.ts';
import { readCampaignRun } from '../../src/wings/engagement/runs/runs.ts';
import { takeLease, type Work } from '../../src/wings/engagement/send/lease.ts';
import { prepareChunk } from '../../src/wings/engagement/send/snapshot.ts';
import { startApp } from '../app.ts';
import { campaignScene } from './scene.ts';
import { openSink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
afterEach(() => setClock(null));

const FreeRow = row({ free_at: instant });
const PersonRow = row({ person: uuid });

const staged = async (n: number, options: object) => {
	const sink = await openSink();
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const people = scene.emails(n);
	await scene.say(people, true);
	const audience = await scene.audience([await scene.segment(people)]);
	const campaign = await scene.campaign({ audience, constellation: await scene.published(), options });
	await scene.followed();
	return { sink, scene, campaign };
};

test('A look that comes late loses nothing of the pace, a long rest is not made up for, and who is left out takes no time', async () => {
	const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
	const { sink, scene, campaign } = await staged(8, { throttle: 120, beginsAt: tomorrow });
	const { customerId } = scene.tenant;
	const runId = (await scene.execute(campaign.id)).run?.id ?? '';
	const run = await scene.tenantTx((tx) => readCampaignRun(tx, customerId, runId));
	const lane = run?.plan.lanes[0];
	if (!run || !lane) throw new Error('The run is not there.');
	while ((await scene.tenantTx((tx) => prepareChunk(tx, customerId, runId, run.plan, 0))) === 'building')
		await new Promise((resolve) => setTimeout(resolve, 50));
	const undo = new Error('undone');
	const found: [number, number][] = [];
	// Nobody else sees it: no worker takes anybody of it.
	await scene
		.tenantTx(async (tx) => {
			const start = Date.now();
			await tx.run(sql`update campaign_run set state = 'sending' where customer_id = ${customerId} and run_id = ${runId}`);
			await tx.run(sql`update campaign_lane set free_at = ${new Date(start)} where customer_id = ${customerId} and run_id = ${runId}`);
			const work: Work = { customerId, runId, rehearsal: false, plan: run.plan, lane, part: 0 };
			const take = async (afterMs: number): Promise<void> => {
				setClock(() => new Date(start + afterMs));
				const leased = await takeLease(tx, work, 200);
				const [free] = await tx.rows(
					FreeRow,
					sql`select free_at from campaign_lane where customer_id = ${customerId} and run_id = ${runId}`,
				);
				found.push([leased.leaseId === null ? -1 : leased.people.length, (free?.free_at.getTime() ?? 0) - start]);
			};
			await take(700);
			await take(999);
			await take(1_900);
			await take(10_000);
			const left = await tx.rows(
				PersonRow,
				sql`select person from delivery where customer_id = ${customerId} and run_id = ${runId} and entry > (select next_entry from campaign_lane
					where customer_id = ${customerId} and run_id = ${runId})`,
			);
			for (const { person } of left)
				await tx.run(
					sql`insert into message_pause (customer_id, person, until) values (${customerId}, ${person}, ${new Date(start + 86_400_000)})`,
				);
			await take(11_000);
			throw undo;
		})
		.catch((error: unknown) => {
			if (error !== undo) throw error;
		});
	expect(found).toEqual([
		[2, 1_000],
		[-1, 1_000],
		[2, 2_000],
		[2, 11_000],
		[0, 11_000],
	]);
	await sink.stop();
});

test('A throttled run keeps its connections: they are not made anew for every few letters', async () => {
	const { sink, scene, campaign } = await staged(40, { throttle: 600 });
	await scene.execute(campaign.id);
	const done = await scene.until(campaign.id, ['done']);
	expect(done.states).toMatchObject({ accepted: 40 });
	// Ten leave a second, by as many places; on a slow machine the next ten leave before these are through.
	expect(sink.connections() - sink.mostOpen()).toBeLessThan(10);
	await sink.stop();
});
