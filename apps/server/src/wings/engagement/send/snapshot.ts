/**
 * Puts the people of an audience into a run, a chunk of their numbers at a time: set-wise, in one statement a channel, whoever is not
 * reached with the reason. It can be killed between any two chunks and goes on.
 */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import { now } from '#kernel/clock.ts';
import { int4s } from '#kernel/storage/arrays.ts';
import { sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { Tally } from '#kernel/tally/tally.ts';
import { lastChunkOf, numbersInChunk } from '../../profiles/wing.ts';
import { channelBy } from '../channels/all.ts';
import { DELIVERY_COUNT, keysOf, writeCounts } from '../runs/counts.ts';
import type { Plan, PlanLane } from '../runs/plan.ts';
import { timeOf } from '../runs/token.ts';
import { writeEntries } from './entries.ts';
import { whomOf } from './whom.ts';

const insertLeft = (
	tx: Tx,
	customerId: number,
	runId: string,
	lane: PlanLane,
	reason: string,
	numbers: readonly number[],
	settledAt: Date,
): Promise<number> =>
	tx.run(
		sql`insert into delivery (customer_id, entry, at, run_id, channel, number, person, state, reason, settled_at)
		select ${customerId}::int, p.number, ${timeOf(runId)}::timestamptz, ${runId}::uuid, ${CHANNELS.indexOf(lane.channel)}::smallint, p.number, p.person,
			'skipped', ${reason}, ${settledAt}
		from person p where p.customer_id = ${customerId} and p.number = any(${int4s(numbers)}::int[])
		on conflict do nothing`,
	);

/** Does one chunk; answers the next, or null when there is none. `building`: sets that it needs are still being counted. */
export const prepareChunk = async (
	tx: Tx,
	customerId: number,
	runId: string,
	plan: Plan,
	chunk: number,
): Promise<number | null | 'building'> => {
	const whom = await whomOf(tx, customerId, plan);
	if (whom.building) return 'building';
	const settledAt = now();
	const choices = whom.lanes.flatMap((lane) => [lane.reached, ...lane.left.map((one) => one.whom)]);
	const last = await lastChunkOf(tx, customerId, [whom.targeted]);
	if (chunk > last) return null;
	const found = await numbersInChunk(tx, customerId, choices, chunk);
	let place = 0;
	const at = timeOf(runId);
	const tally = new Tally(DELIVERY_COUNT);
	for (const [n, lane] of plan.lanes.entries()) {
		const key = keysOf(runId, CHANNELS.indexOf(lane.channel));
		const reached = found[place++] ?? [];
		const [first = 0] = reached;
		// Numbers are theirs alone: who enters with the audience has them for places.
		const entering = sql`select ${runId}::uuid as run_id, ${CHANNELS.indexOf(lane.channel)}::smallint as channel, number as entry, number, person, null::timestamptz as due_at, null::text as why from person
			where customer_id = ${customerId} and number = any(${int4s(reached)}::int[])`;
		let entered = 0;
		if (reached.length > 0) {
			const range = { runId, lane, first, last: reached.at(-1) ?? first };
			entered = await writeEntries(tx, customerId, channelBy(lane.channel).address, at, entering, [range]);
		}
		tally.add(key('waiting'), at, entered);
		for (const { reason } of whom.lanes[n]?.left ?? []) {
			const numbers = found[place++] ?? [];
			if (numbers.length === 0) continue;
			const left = await insertLeft(tx, customerId, runId, lane, reason, numbers, settledAt);
			tally.add(key('skipped', reason), settledAt, left);
			entered += left;
		}
		tally.add(key('targeted'), at, entered);
	}
	await writeCounts(tx, customerId, 0, tally);
	return chunk + 1 > last ? null : chunk + 1;
};
