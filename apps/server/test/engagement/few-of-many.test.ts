/** What becomes of a few of a run is written without reading the others, also before PostgreSQL knows how large the run is. */
import { expect, test } from 'vitest';
import { createHooks } from '../../src/kernel/hooks.ts';
import { int, row, sql } from '../../src/kernel/storage/rows.ts';
import type { Tx } from '../../src/kernel/storage/storage.ts';
import { readCampaignRun } from '../../src/wings/engagement/runs/runs.ts';
import { timeOf } from '../../src/wings/engagement/runs/token.ts';
import { takeLease, type Work } from '../../src/wings/engagement/send/lease.ts';
import { settle } from '../../src/wings/engagement/send/settle.ts';
import { startApp } from '../app.ts';
import { stagedLetters } from './staged.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

const MANY = 5_000;
const ReadRow = row({ n: int });

/** Rows of deliveries that this transaction has read so far. */
const readSoFar = async (tx: Tx): Promise<number> =>
	(
		await tx.first(
			ReadRow,
			sql`select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_xact_user_tables where relname like 'delivery%20%'`,
		)
	)?.n ?? 0;

test('Of a run that has just begun a lease and what becomes of it read those whom it takes, and not everybody', async () => {
	const { sink, scene, campaign } = await stagedLetters(
		t,
		3,
		{},
		{ options: { beginsAt: new Date(Date.now() + 86_400_000).toISOString() } },
	);
	const { customerId } = scene.tenant;
	const runId = (await scene.execute(campaign.id)).run?.id ?? '';
	const run = await scene.tenantTx((tx) => readCampaignRun(tx, customerId, runId));
	const lane = run?.plan.lanes[0];
	if (!run || !lane) throw new Error('The run is not there.');
	const work: Work = { customerId, runId, rehearsal: false, plan: run.plan, lane, part: 0 };
	const undo = new Error('undone');
	const reads = { taking: MANY, settling: MANY };
	// Nobody else sees it: no worker takes anybody of it.
	await scene
		.tenantTx(async (tx) => {
			await tx.run(sql`update campaign_run set state = 'sending' where customer_id = ${customerId} and run_id = ${runId}`);
			await tx.run(sql`update campaign_lane set free_at = now() where customer_id = ${customerId} and run_id = ${runId}`);
			await tx.run(sql`insert into delivery (customer_id, entry, at, run_id, channel, number, person, state)
				select ${customerId}::int, n, ${timeOf(runId)}::timestamptz, ${runId}::uuid, 0, n, gen_random_uuid(), 'waiting' from generate_series(1, ${MANY}::int) n`);
			const before = await readSoFar(tx);
			const leased = await takeLease(tx, work, 20);
			const taken = await readSoFar(tx);
			// They are nobody: each is left out at once, by the same kind of statement.
			expect(leased.leaseId === null ? [] : leased.people).toEqual([]);
			const who = {
				entry: 4_000,
				at: timeOf(runId),
				number: 4_000,
				person: run.run_id,
				address: 'a@example.com',
				tries: 0,
				kept: run.run_id,
			};
			const outcome = { state: 'accepted', said: '', size: 1, costMicros: 0 } as const;
			const moment = { language: 'en', arm: 0, checkedMs: 0, handedMs: 0, leaseId: run.run_id } as const;
			await settle(
				tx,
				createHooks(),
				work,
				[4_000, 4_001, 4_005].map((entry) => ({ who: { ...who, entry, recordId: null, trackedId: null }, outcome, ...moment })),
				[],
			);
			Object.assign(reads, { taking: taken - before, settling: (await readSoFar(tx)) - taken });
			throw undo;
		})
		.catch((error: unknown) => {
			if (error !== undo) throw error;
		});
	expect(reads.taking).toBeLessThan(200);
	expect(reads.settling).toBeLessThan(50);
	await sink.stop();
});
