/**
 * Entries of a run: a person who is to get its message by a channel, once. Everything that makes somebody a recipient writes entries, and
 * the engine asks nothing but these: a snapshot writes those of a whole audience (`snapshot.ts`), whatever happens to one person enters
 * that person alone, into a run that stays open, as often as it happens. An entry has a place in its run and a time of its own, by which
 * it lies in a month.
 */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import { now } from '#kernel/clock.ts';
import { int4s, texts, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { int, row, type Sql, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { Tally } from '#kernel/tally/tally.ts';
import { channelBy } from '../channels/all.ts';
import { DELIVERY_COUNT, keysOf, writeCounts } from '../runs/counts.ts';
import type { PlanLane } from '../runs/plan.ts';
import { holdCampaignRun, tellOfCampaigns, wakeWorkers } from '../runs/runs.ts';
import { timeOf } from '../runs/token.ts';

const AnyRow = row({ person: uuid });

/**
 * Writes entries of one lane that are to be written to; answers how many are new. Written again they are there once.
 * @param at when they enter
 * @param people a query of `entry`, `number`, `person`, `due_at` (null: when their turn comes) and `why` (null: they are of the audience)
 * @param from the first of their entries @param to the last
 */
export const writeEntries = async (
	tx: Tx,
	customerId: number,
	runId: string,
	lane: PlanLane,
	at: Date,
	people: Sql,
	from: number,
	to: number,
): Promise<number> => {
	const channel = CHANNELS.indexOf(lane.channel);
	const { address } = channelBy(lane.channel);
	const written = await tx.run(
		sql`insert into delivery (customer_id, entry, at, run_id, channel, number, person, why, state, due_at, address)
		select ${customerId}::int, e.entry, ${at}::timestamptz, ${runId}::uuid, ${channel}::smallint, e.number, e.person, e.why, 'waiting', e.due_at, a.value
		from (${people}) e left join lateral (${address.best(customerId, sql`= e.person`)}) a (value) on true
		on conflict do nothing`,
	);
	const those = sql`d.customer_id = ${customerId} and d.at = ${at} and d.run_id = ${runId} and d.channel = ${channel}
		and d.entry between ${from} and ${to} and d.state = 'waiting' and d.address is null`;
	// The address of somebody who is several is that of any of them.
	const without = await tx.rows(AnyRow, sql`select d.person from delivery d where ${those} limit 1`);
	if (without.length === 0) return written;
	await tx.run(
		sql`update delivery d set address = (${address.best(customerId, sql`= any(f.members)`)})
		from profile f where f.customer_id = ${customerId} and f.person = d.person and f.members is not null and ${those}`,
	);
	return written;
};

/** Somebody who enters alone. */
export interface Entering {
	readonly person: string;
	/** When they are to be written to. */
	readonly due: Date;
	/** What made them enter, in a stable word with what goes with it: `event:purchase`. */
	readonly why: string;
}

/** Who entered, and as which entries. */
export interface Entered {
	readonly at: Date;
	/** The first one's entry; the others follow in their order. Whoever is nobody of the customer's leaves theirs empty. */
	readonly first: number;
	readonly count: number;
}

const PlaceRow = row({ first: int });

/**
 * Puts these people into a run that stays open, by each of its channels: whoever was in it before is in it once more. Whether they may be
 * written to is asked when their message is due.
 * @returns null where the run is not prepared yet, takes nobody (`openUntil`) or is over
 */
export const enter = async (tx: Tx, customerId: number, runId: string, people: readonly Entering[]): Promise<Entered | null> => {
	const run = await holdCampaignRun(tx, customerId, runId);
	const moment = now();
	const takes = run?.state === 'sending' || run?.state === 'paused';
	if (!takes || run.prepared_at === null || run.open_until === null || run.open_until <= moment) return null;
	if (people.length === 0) return { at: moment, first: 0, count: 0 };
	// By this it is told from who entered with the audience.
	const at = new Date(Math.max(moment.getTime(), timeOf(runId).getTime() + 1));
	const [place] = await tx.rows(
		PlaceRow,
		sql`update campaign_run set entries = entries + ${people.length} where customer_id = ${customerId} and run_id = ${runId}
		returning entries - ${people.length}::int as first`,
	);
	const first = place?.first ?? 0;
	const entering = sql`select t.entry, p.number, p.person, t.due_at, t.why
		from unnest(${int4s(people.map((_, n) => first + n))}::int[], ${uuids(people.map(({ person }) => person))}::uuid[],
			${timestamps(people.map(({ due }) => due))}::timestamptz[], ${texts(people.map(({ why }) => why))}::text[]) t (entry, person, due_at, why)
		join person p on p.customer_id = ${customerId} and p.person = t.person`;
	let entered = 0;
	const tally = new Tally(DELIVERY_COUNT);
	for (const lane of run.plan.lanes) {
		entered = await writeEntries(tx, customerId, runId, lane, at, entering, first, first + people.length - 1);
		const key = keysOf(runId, CHANNELS.indexOf(lane.channel));
		tally.add(key('waiting'), at, entered);
		tally.add(key('targeted'), at, entered);
	}
	await writeCounts(tx, customerId, 0, tally);
	const soonest = new Date(Math.min(...people.map(({ due }) => due.getTime())));
	await tx.run(
		sql`update campaign_lane set idle_until = least(idle_until, ${soonest}::timestamptz)
		where customer_id = ${customerId} and run_id = ${runId} and idle_until is not null`,
	);
	await wakeWorkers(tx, customerId);
	await tellOfCampaigns(tx, customerId, run.domain_id);
	return { at, first, count: entered };
};
