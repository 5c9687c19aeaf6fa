/** Messages that were in a file nobody has had: whoever may not be written to after all is taken out, and counts as never written to. */
import { now } from '#kernel/clock.ts';
import { int4s, texts } from '#kernel/storage/arrays.ts';
import { bool, instant, int, oneOf, orNull, row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { Tally } from '#kernel/tally/tally.ts';
import { DELIVERY_COUNT, keysOf, writeCounts } from '../runs/counts.ts';
import { putRight } from '../runs/paid.ts';
import { timeOf } from '../runs/token.ts';
import { channelCode, type Work } from './lease.ts';

/** Somebody who is taken out of a file. */
export interface Recalled {
	readonly entry: number;
	readonly state: 'skipped' | 'failed';
	readonly reason: string;
}

const WasRow = row({
	state: oneOf(['skipped', 'failed']),
	reason: text,
	settled_at: instant,
	size: orNull(int),
	cost: orNull(int),
	followed: bool,
});

export const recall = async (tx: Tx, work: Work, recalled: readonly Recalled[]): Promise<void> => {
	if (recalled.length === 0) return;
	const { customerId, runId } = work;
	const channel = channelCode(work);
	const at = now();
	const those = sql`d.customer_id = ${customerId} and d.at >= ${timeOf(runId)} and d.run_id = ${runId} and d.channel = ${channel}`;
	const was = await tx.rows(
		WasRow,
		sql`with was as (
			select d.at, d.entry, d.settled_at, d.size, d.cost_micros, d.tracked_id, t.state, t.reason
			from unnest(${int4s(recalled.map(({ entry }) => entry))}::int[], ${texts(recalled.map(({ state }) => state))}::text[],
				${texts(recalled.map(({ reason }) => reason))}::text[]) t (entry, state, reason)
			join delivery d on ${those} and d.entry = t.entry and d.state = 'accepted' for update of d)
		update delivery d set state = was.state, reason = was.reason, settled_at = ${at}, handed_at = null, size = null, cost_micros = null
		from was where ${those} and d.at = was.at and d.entry = was.entry
		returning was.state, was.reason, was.settled_at, was.size, was.cost_micros::int as cost, was.tracked_id is not null as followed`,
	);
	const tally = new Tally(DELIVERY_COUNT);
	const key = keysOf(runId, channel);
	for (const one of was) {
		tally.add(key(one.state, one.reason), at);
		// When it was accepted it was counted so.
		tally.add(key('accepted'), one.settled_at, -1);
		tally.add(key('size'), one.settled_at, -(one.size ?? 0));
		tally.add(key('cost_micros'), one.settled_at, -(one.cost ?? 0));
		if (one.followed) tally.add(key('trackable'), one.settled_at, -1);
	}
	await writeCounts(tx, customerId, work.part, tally);
	if (work.plan.charged) await putRight(tx, customerId, runId);
};
