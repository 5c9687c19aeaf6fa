/**
 * Segment changes that a first open or click brings, once a person. They are sent as a job with the hit itself: whoever clicks does not
 * wait for them, and no change is lost. Before they are made everything is asked again: a scanner's clicks are known by then, and
 * whoever withdrew meanwhile is left as they were.
 */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { int4s } from '#kernel/storage/arrays.ts';
import { row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { clustersOf } from '../../people/wing.ts';
import { readCampaignRun } from '../runs/runs.ts';
import { changeSegments } from '../runs/segment-changes.ts';
import { timeOf } from '../runs/token.ts';
import { BURST_MS, type First, followed, HIT_KINDS } from './hits.ts';

const JOB = 'campaign-firsts';
const Told = z.object({
	customerId: z.int(),
	runId: z.uuid(),
	channel: z.enum(CHANNELS),
	kind: z.enum(HIT_KINDS),
	entries: z.array(z.int()),
});
const PersonRow = row({ person: uuid });

/** Sends what is to be changed. */
export const sendChanges = async (tx: Tx, jobs: Kernel['jobs'], customerId: number, firsts: readonly First[]): Promise<void> => {
	for (const [, own] of Map.groupBy(firsts, ({ runId, channel, kind }) => `${runId} ${channel} ${kind}`)) {
		const [one] = own;
		if (!one) continue;
		const { runId, channel, kind } = one;
		const told: z.infer<typeof Told> = { customerId, runId, channel, kind, entries: own.map(({ entry }) => entry) };
		// Whether clicks were a scanner's is known when its burst is over.
		await jobs.send(tx, JOB, told, { customerId, startAfter: new Date(now().getTime() + BURST_MS) });
	}
};

const change = async (tx: Tx, { customerId, runId, channel, kind, entries }: z.infer<typeof Told>): Promise<void> => {
	const run = await readCampaignRun(tx, customerId, runId);
	if (run?.kind !== 'real' || run.plan.isTransactional) return;
	const code = CHANNELS.indexOf(channel);
	const persons = (
		await tx.rows(
			PersonRow,
			sql`select d.person from delivery d join delivery_first f on f.customer_id = ${customerId} and f.run_id = d.run_id and f.channel = d.channel
				and f.entry = d.entry and f.kind = ${kind}
			where d.customer_id = ${customerId} and d.at >= ${timeOf(runId)} and d.run_id = ${runId} and d.channel = ${code}
				and d.entry = any(${int4s(entries)}::int[])`,
		)
	).map(({ person }) => person);
	const still = await followed(tx, customerId, run.plan, persons, await clustersOf(tx, customerId, persons));
	if (still.size > 0) await changeSegments(tx, customerId, run.plan, run.plan.changes[kind], [...still]);
};

/** Worker's part. */
export const workChanges = ({ storage, jobs }: Pick<Kernel, 'storage' | 'jobs'>): Promise<void> =>
	jobs.work(JOB, async (data) => {
		const told = Told.parse(data);
		await storage.inTurn(told.customerId, (tx) => change(tx, told));
	});
