/**
 * Puts the people of an audience into a run, a chunk of their numbers at a time: set-wise, in one statement a channel, whoever is not
 * reached with the reason. It can be killed between any two chunks and goes on.
 */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import { now } from '#kernel/clock.ts';
import { int4s } from '#kernel/storage/arrays.ts';
import { row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { lastChunkOf, numbersInChunk } from '../../profiles/wing.ts';
import { timeOf } from '../tracking/token.ts';
import { Tally, writeCounts } from './counts.ts';
import type { Plan, PlanLane } from './plan.ts';
import { whomOf } from './whom.ts';

const AnyRow = row({ person: uuid });

/** The address that a message goes to: one that works, a confirmed one first, then the one that is known longest. */
const bestAddress = (customerId: number, kind: 'email' | 'phone') => sql`select i.value from person_identifier i
	where i.customer_id = ${customerId} and i.kind = ${kind} and i.bounced_at is null`;
const BEST = sql`order by i.confirmed_at is null, i.created_at, i.value limit 1`;

const insertReached = async (tx: Tx, customerId: number, runId: string, lane: PlanLane, numbers: readonly number[]): Promise<void> => {
	const channel = CHANNELS.indexOf(lane.channel);
	const kind = lane.channel === 'email' ? 'email' : 'phone';
	const at = timeOf(runId);
	await tx.run(
		sql`insert into delivery (customer_id, at, run_id, channel, number, person, state, address)
		select ${customerId}::int, ${at}::timestamptz, ${runId}::uuid, ${channel}::smallint, p.number, p.person, 'waiting', a.value
		from person p left join lateral (${bestAddress(customerId, kind)} and i.person = p.person ${BEST}) a on true
		where p.customer_id = ${customerId} and p.number = any(${int4s(numbers)}::int[])
		on conflict do nothing`,
	);
	// The address of somebody who is several is that of any of them.
	const without = await tx.rows(
		AnyRow,
		sql`select person from delivery where customer_id = ${customerId} and at = ${at} and run_id = ${runId} and channel = ${channel}
			and number between ${numbers[0] ?? 0} and ${numbers.at(-1) ?? 0} and state = 'waiting' and address is null limit 1`,
	);
	if (without.length === 0) return;
	await tx.run(
		sql`update delivery d set address = (${bestAddress(customerId, kind)} and i.person = any(f.members) ${BEST})
		from profile f where f.customer_id = ${customerId} and f.person = d.person and f.members is not null
			and d.customer_id = ${customerId} and d.at = ${at} and d.run_id = ${runId} and d.channel = ${channel}
			and d.number between ${numbers[0] ?? 0} and ${numbers.at(-1) ?? 0} and d.state = 'waiting' and d.address is null`,
	);
};

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
		sql`insert into delivery (customer_id, at, run_id, channel, number, person, state, reason, settled_at)
		select ${customerId}::int, ${timeOf(runId)}::timestamptz, ${runId}::uuid, ${CHANNELS.indexOf(lane.channel)}::smallint, p.number, p.person,
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
	const choices = [whom.targeted, ...whom.lanes.flatMap((lane) => [lane.reached, ...lane.left.map((one) => one.whom)])];
	const last = await lastChunkOf(tx, customerId, [whom.targeted]);
	if (chunk > last) return null;
	const [targeted = [], ...found] = await numbersInChunk(tx, customerId, choices, chunk);
	let place = 0;
	for (const [n, lane] of plan.lanes.entries()) {
		const tally = new Tally();
		const reached = found[place++] ?? [];
		if (reached.length > 0) await insertReached(tx, customerId, runId, lane, reached);
		tally.add('waiting', '', settledAt, reached.length);
		for (const { reason } of whom.lanes[n]?.left ?? []) {
			const numbers = found[place++] ?? [];
			if (numbers.length === 0) continue;
			await insertLeft(tx, customerId, runId, lane, reason, numbers, settledAt);
			tally.add('skipped', reason, settledAt, numbers.length);
		}
		tally.add('targeted', '', settledAt, targeted.length);
		await writeCounts(tx, customerId, runId, CHANNELS.indexOf(lane.channel), 0, tally.all);
	}
	return chunk + 1 > last ? null : chunk + 1;
};
