/** Whether messages that are about to leave are paid for: those of an audience all together before the first, of what stays open a few at a time. */
import type { Tx } from '#kernel/storage/storage.ts';
import { draw, isCovered, reserve } from '../../billing/wing.ts';
import { countAll, countAmong } from '../../profiles/wing.ts';
import { holdOf, mostOf, paidSoFar } from '../runs/paid.ts';
import type { Plan } from '../runs/plan.ts';
import type { CampaignRunRow } from '../runs/runs.ts';
import { excusedOf } from './excused.ts';
import { whomOf } from './whom.ts';

/** How many people each lane of a plan reaches now, as the sheet before it counts them. */
const reachableOf = async (tx: Tx, customerId: number, plan: Plan): Promise<number[]> => {
	const choices = (await whomOf(tx, customerId, plan)).lanes.map(({ reached }) => reached);
	const counts = await countAll(tx, customerId, choices);
	for (const { who } of await excusedOf(tx, customerId, plan))
		for (const [n, count] of (await countAmong(tx, customerId, choices, who)).entries()) counts[n] = (counts[n] ?? 0) - count;
	return counts;
};

/** Everybody of the audience is in the run: what it costs at most is reserved before the first message leaves. What is short waits. */
export const coverAudience = async (tx: Tx, customerId: number, { run_id: runId, kind, plan, open_until: open }: CampaignRunRow) => {
	if (kind !== 'real' || !plan.charged || open !== null) return;
	const reachable = await reachableOf(tx, customerId, plan);
	const cost = plan.lanes.reduce((sum, lane, n) => sum + mostOf(lane) * Math.max(0, (reachable[n] ?? 0) - (lane.lost ?? 0)), 0);
	await reserve(tx, holdOf(customerId, runId), cost);
};

/** Of so many who may be written to now, how many are paid for. @param isOpen the run takes people one by one */
export const paidOf = async (
	tx: Tx,
	{
		customerId,
		runId,
		rehearsal,
		plan,
		lane,
	}: { customerId: number; runId: string; rehearsal: boolean; plan: Plan; lane: Plan['lanes'][number] },
	isOpen: boolean,
	count: number,
): Promise<number> => {
	if (rehearsal || !plan.charged || count === 0) return count;
	const of = holdOf(customerId, runId);
	if (isOpen) return draw(tx, of, mostOf(lane), count, () => paidSoFar(tx, customerId, runId));
	return (await isCovered(tx, of)) ? count : 0;
};
