/** What a run is paid with: what its messages cost at most, what they cost so far, and what becomes of the reservation at its end. */
import { int, row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { sumsBy } from '#kernel/tally/tally.ts';
import { endHold, type Holding, planHold, readHold, type SoFar, squareOpen } from '../../billing/wing.ts';
import { DELIVERY_COUNT } from './counts.ts';
import type { Plan, PlanLane } from './plan.ts';

export const holdOf = (customerId: number, runId: string): Holding => ({ customerId, kind: 'sending', reference: runId });

/** What one message of a lane costs, as it was counted before it began; else as one that is a single part. In millionths of the currency. */
export const mostOf = ({ mostMicros, priceMicros, baseMicros }: PlanLane): number => mostMicros ?? priceMicros + baseMicros;

/** Notes what a run will cost, where it is charged: nothing is reserved yet. */
export const planPaid = async (
	tx: Tx,
	customerId: number,
	runId: string,
	plan: Plan,
	of: { readonly costMicros: number; readonly beginsAt: Date; readonly triggered?: true },
): Promise<void> => {
	if (!plan.charged) return;
	const { costMicros, beginsAt, triggered } = of;
	const about = { title: plan.title, campaign: plan.campaignId, ...(triggered && { triggered: 1 }) };
	await planHold(tx, { ...holdOf(customerId, runId), costMicros, creditCents: plan.charged.creditCents, about, beginsAt });
};

const SumRow = row({ what: text, n: int });
const HandRow = row({ n: int });

/** What a run cost so far, how many were accepted, and whom workers have in hand. */
export const paidSoFar = async (tx: Tx, customerId: number, runId: string): Promise<SoFar> => {
	const sums = await tx.rows(
		SumRow,
		sumsBy(DELIVERY_COUNT, customerId, { by: ['what'], where: sql`c.run_id = ${runId} and c.what in ('cost_micros', 'accepted')` }),
	);
	const hand = await tx.first(
		HandRow,
		sql`select coalesce(sum(cardinality(members)), 0)::int8 as n from delivery_lease where customer_id = ${customerId} and run_id = ${runId}`,
	);
	const of = (what: string): number => sums.find((one) => one.what === what)?.n ?? 0;
	return { costMicros: Math.max(0, of('cost_micros')), inHand: hand?.n ?? 0, about: { count: of('accepted') } };
};

/** A run is over: what it cost is paid, and the rest of what was reserved is there again. Said again it changes nothing. */
export const endPaid = async (tx: Tx, customerId: number, runId: string): Promise<void> => {
	const { costMicros, about } = await paidSoFar(tx, customerId, runId);
	await endHold(tx, holdOf(customerId, runId), costMicros, about);
};

/** The other side said later what a message cost, or that it arrived after all: what is over is put right. */
export const putRight = async (tx: Tx, customerId: number, runId: string): Promise<void> => {
	if ((await readHold(tx, holdOf(customerId, runId)))?.ended_at) await endPaid(tx, customerId, runId);
};

/** What a run that stays open cost so far is paid, so that the ledger says it on the day. */
export const squarePaid = async (tx: Tx, customerId: number, runId: string): Promise<void> =>
	squareOpen(tx, holdOf(customerId, runId), await paidSoFar(tx, customerId, runId));

/** Whether a run waits for credits, and since when. Null: it does not. */
export const waitsOf = async (tx: Tx, customerId: number, runId: string): Promise<{ since: string } | null> => {
	const since = (await readHold(tx, holdOf(customerId, runId)))?.waiting_since ?? null;
	return since && { since: since.toISOString() };
};
