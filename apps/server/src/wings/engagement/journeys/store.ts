/** Triggered sends in the database: what they are, what they were, and who is where in them. */
import { JOURNEY_STATES, JOURNEY_STEPS, Journey, Trigger } from '@luvalla/contract/engagement/journeys.ts';
import * as z from 'zod';
import { newId, now } from '#kernel/clock.ts';
import { int4s, texts, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { bool, instant, int, json, oneOf, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { counterOf, sumsBy, Tally } from '#kernel/tally/tally.ts';

export const JOURNEY_COUNT = counterOf({
	table: 'journey_count',
	grain: 'minute',
	key: { campaign_id: 'uuid', step: 'text', what: 'text', reason: 'text' },
});
export type JourneyTally = Tally<typeof JOURNEY_COUNT.key>;
export type Counted = 'entered' | 'waiting' | 'left' | 'finished' | 'unseen';

/** What one transaction moves. */
export const newTally = (): JourneyTally => new Tally(JOURNEY_COUNT);

export const writeTally = async (tx: Tx, customerId: number, tally: JourneyTally): Promise<void> => {
	const adding = tally.adding(customerId, 0);
	if (adding) await tx.run(adding);
};

const JourneyRow = row({
	campaign_id: uuid,
	domain_id: uuid,
	journey: json(Journey),
	state: oneOf(JOURNEY_STATES),
	version: int,
	looked_on: orNull(text),
	looking: orNull(int),
	time_zone: text,
});
export type JourneyRow = RowOf<typeof JourneyRow>;

const JOURNEYS = (
	customerId: number,
) => sql`select j.campaign_id, c.domain_id, j.journey, j.state, j.version, j.looked_on::text as looked_on, j.looking,
		c.options ->> 'timeZone' as time_zone
	from journey j join campaign c on c.customer_id = ${customerId} and c.campaign_id = j.campaign_id where j.customer_id = ${customerId}`;

/** Those that have something to do, held: of several workers one after the other. */
export const holdLive = (tx: Tx, customerId: number): Promise<JourneyRow[]> =>
	tx.rows(JourneyRow, sql`${JOURNEYS(customerId)} and j.state in ('running', 'stopping') order by j.campaign_id for update of j`);

export const readJourneys = async (tx: Tx, customerId: number, ids: readonly string[]): Promise<Map<string, JourneyRow>> =>
	new Map(
		(await tx.rows(JourneyRow, sql`${JOURNEYS(customerId)} and j.campaign_id = any(${uuids(ids)}::uuid[])`)).map((one) => [
			one.campaign_id,
			one,
		]),
	);

const TriggerRow = row({ trigger: json(Trigger) });

/** What those of a customer that run begin with. */
export const runningTriggers = async (tx: Tx, customerId: number): Promise<Trigger[]> =>
	(
		await tx.rows(
			TriggerRow,
			sql`select journey -> 'trigger' as trigger from journey where customer_id = ${customerId} and state = 'running'`,
		)
	).map(({ trigger }) => trigger);

/** Held until the transaction ends. */
export const holdJourney = (tx: Tx, customerId: number, id: string): Promise<JourneyRow | undefined> =>
	tx.first(JourneyRow, sql`${JOURNEYS(customerId)} and j.campaign_id = ${id} for update of j`).then((found) => found ?? undefined);

export const insertJourney = (tx: Tx, customerId: number, id: string, journey: Journey): Promise<number> =>
	tx.run(
		sql`insert into journey (customer_id, campaign_id, journey, state, version) values (${customerId}, ${id}, ${JSON.stringify(journey)}, 'draft', 0)`,
	);

export const setJourney = (tx: Tx, customerId: number, id: string, journey: Journey): Promise<number> =>
	tx.run(sql`update journey set journey = ${JSON.stringify(journey)} where customer_id = ${customerId} and campaign_id = ${id}`);

export const setState = (tx: Tx, customerId: number, id: string, state: JourneyRow['state']): Promise<number> =>
	tx.run(sql`update journey set state = ${state} where customer_id = ${customerId} and campaign_id = ${id}`);

/** How far a date was looked at: all of a day's people, or those with numbers below `looking`. */
export const setLooked = (tx: Tx, customerId: number, id: string, day: string, looking: number | null): Promise<number> =>
	tx.run(
		sql`update journey set looked_on = ${day}::date, looking = ${looking}::int where customer_id = ${customerId} and campaign_id = ${id}`,
	);

export const deleteJourney = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`delete from journey where customer_id = ${customerId} and campaign_id = ${id}`);

const MessageRun = z.object({ run: z.uuid(), channel: z.int() });
/** The run of each message. */
export const Runs = z.object({ first: MessageRun, yes: MessageRun.optional(), neither: MessageRun.optional() });
export type Runs = z.infer<typeof Runs>;

const VersionRow = row({
	campaign_id: uuid,
	version: int,
	journey: json(Journey),
	runs: json(Runs),
	since: instant,
	closed_at: orNull(instant),
});
export type VersionRow = RowOf<typeof VersionRow>;

/** From now on whoever comes goes by this. */
export const insertVersion = async (
	tx: Tx,
	customerId: number,
	id: string,
	version: number,
	journey: Journey,
	runs: Runs,
): Promise<void> => {
	await tx.run(
		sql`insert into journey_version (customer_id, campaign_id, version, journey, runs, since)
		values (${customerId}, ${id}, ${version}, ${JSON.stringify(journey)}, ${JSON.stringify(runs)}, ${now()})`,
	);
	await tx.run(sql`update journey set version = ${version}, state = 'running' where customer_id = ${customerId} and campaign_id = ${id}`);
};

/** Versions by which somebody may be on their way, or come. */
export const openVersions = (tx: Tx, customerId: number, ids: readonly string[]): Promise<VersionRow[]> =>
	tx.rows(
		VersionRow,
		sql`select campaign_id, version, journey, runs, since, closed_at from journey_version
		where customer_id = ${customerId} and campaign_id = any(${uuids(ids)}::uuid[]) and closed_at is null order by campaign_id, version`,
	);

export const readVersion = (tx: Tx, customerId: number, id: string, version: number): Promise<VersionRow | null> =>
	tx
		.first(
			VersionRow,
			sql`select campaign_id, version, journey, runs, since, closed_at from journey_version
			where customer_id = ${customerId} and campaign_id = ${id} and version = ${version}`,
		)
		.then((found) => found ?? null);

export const closeVersion = (tx: Tx, customerId: number, id: string, version: number): Promise<number> =>
	tx.run(
		sql`update journey_version set closed_at = ${now()} where customer_id = ${customerId} and campaign_id = ${id} and version = ${version}`,
	);

const PlaceRow = row({
	campaign_id: uuid,
	place_id: uuid,
	person: uuid,
	number: int,
	version: int,
	step: oneOf(JOURNEY_STEPS),
	state: oneOf(['waiting', 'sending', 'finished', 'left']),
	due_at: orNull(instant),
	why: text,
	reason: orNull(text),
	run_id: orNull(uuid),
	channel: orNull(int),
	entry: orNull(int),
	entry_at: orNull(instant),
	entered_at: instant,
	ended_at: orNull(instant),
});
export type PlaceRow = RowOf<typeof PlaceRow>;

const PLACE = sql`campaign_id, place_id, person, number, version, step, state, due_at, why, reason, run_id, channel::int as channel, entry, entry_at,
	entered_at, ended_at`;

/** Somebody who comes. */
export interface Coming {
	readonly campaignId: string;
	readonly person: string;
	readonly number: number;
	readonly version: number;
	readonly dueAt: Date;
	readonly why: string;
}

/** Gives these a place each; whoever has one that is open gets none. */
export const insertPlaces = async (tx: Tx, customerId: number, coming: readonly Coming[]): Promise<PlaceRow[]> =>
	coming.length === 0
		? []
		: tx.rows(
				PlaceRow,
				sql`insert into journey_place (customer_id, campaign_id, place_id, person, number, version, step, state, due_at, why, entered_at)
		select ${customerId}::int, g.campaign_id, g.place_id, g.person, g.number, g.version, 'first', 'waiting', g.due_at, g.why, ${now()}::timestamptz
		from unnest(${uuids(coming.map(({ campaignId }) => campaignId))}::uuid[], ${uuids(coming.map(() => newId()))}::uuid[],
			${uuids(coming.map(({ person }) => person))}::uuid[], ${int4s(coming.map(({ number }) => number))}::int[],
			${int4s(coming.map(({ version }) => version))}::int[], ${timestamps(coming.map(({ dueAt }) => dueAt))}::timestamptz[],
			${texts(coming.map(({ why }) => why))}::text[]) g (campaign_id, place_id, person, number, version, due_at, why)
		on conflict do nothing returning ${PLACE}`,
			);

/** Those whose time has come, the longest due first. Held with their journeys. @param most of them */
export const duePlaces = (tx: Tx, customerId: number, ids: readonly string[], most: number): Promise<PlaceRow[]> =>
	tx.rows(
		PlaceRow,
		sql`select ${PLACE} from journey_place where customer_id = ${customerId} and due_at <= ${now()} and campaign_id = any(${uuids(ids)}::uuid[])
		order by due_at, place_id limit ${most} for update`,
	);

/** Those who are on their way in one. @param most of them */
export const openPlaces = (tx: Tx, customerId: number, id: string, most: number): Promise<PlaceRow[]> =>
	tx.rows(
		PlaceRow,
		sql`select ${PLACE} from journey_place where customer_id = ${customerId} and campaign_id = ${id} and ended_at is null
		order by place_id limit ${most} for update`,
	);

/** What becomes of a place. */
export type Moved = Pick<
	PlaceRow,
	'campaign_id' | 'place_id' | 'step' | 'state' | 'due_at' | 'reason' | 'run_id' | 'channel' | 'entry' | 'entry_at'
>;

export const movePlaces = async (tx: Tx, customerId: number, moved: readonly Moved[]): Promise<void> => {
	if (moved.length === 0) return;
	// No more than is written: a place is moved several times, and has twice as many fields.
	const rows = moved.map(({ campaign_id, place_id, step, state, due_at, reason, run_id, channel, entry, entry_at }) => ({
		...{ campaign_id, place_id, step, state, due_at, reason, run_id, channel, entry, entry_at },
		ended: state === 'finished' || state === 'left',
	}));
	await tx.run(
		sql`update journey_place p set step = g.step, state = g.state, due_at = g.due_at, reason = g.reason, run_id = g.run_id, channel = g.channel,
			entry = g.entry, entry_at = g.entry_at, ended_at = case when g.ended then ${now()}::timestamptz end
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) g (campaign_id uuid, place_id uuid, step text, state text, due_at timestamptz, reason text,
			run_id uuid, channel smallint, entry int, entry_at timestamptz, ended boolean)
		where p.customer_id = ${customerId} and p.campaign_id = g.campaign_id and p.place_id = g.place_id`,
	);
};

const BeenRow = row({ campaign_id: uuid, person: uuid, last: instant, open: bool });

/** Who of these has or had a place in which of these: when they came last, and whether they are still on their way. */
export const beenIn = (tx: Tx, customerId: number, ids: readonly string[], persons: readonly string[]) =>
	tx.rows(
		BeenRow,
		sql`select j.campaign_id, j.person, max(j.entered_at) as last, bool_or(j.ended_at is null) as open
		from person p join journey_place j on j.customer_id = ${customerId} and j.number = p.number and j.campaign_id = any(${uuids(ids)}::uuid[])
		where p.customer_id = ${customerId} and p.person = any(${uuids(persons)}::uuid[]) group by 1, 2`,
	);

const OpenRow = row({ campaign_id: uuid, version: int, people: int });

/** How many are on their way by which version. */
export const openBy = (tx: Tx, customerId: number, ids: readonly string[]) =>
	tx.rows(
		OpenRow,
		sql`select campaign_id, version, count(*)::int as people from journey_place
		where customer_id = ${customerId} and campaign_id = any(${uuids(ids)}::uuid[]) and ended_at is null group by 1, 2`,
	);

/** Places of somebody in one, the newest first. */
export const placesOf = (tx: Tx, customerId: number, id: string, numbers: readonly number[], most: number): Promise<PlaceRow[]> =>
	tx.rows(
		PlaceRow,
		sql`select ${PLACE} from journey_place where customer_id = ${customerId} and campaign_id = ${id} and number = any(${int4s(numbers)}::int[])
		order by entered_at desc, place_id desc limit ${most}`,
	);

/** Nobody here has a place any more: that there was one stays counted. */
export const forgetPlaces = async (tx: Tx, customerId: number, numbers: readonly number[]): Promise<void> => {
	const gone = await tx.rows(
		PlaceRow,
		sql`delete from journey_place where customer_id = ${customerId} and number = any(${int4s(numbers)}::int[]) returning ${PLACE}`,
	);
	const tally = newTally();
	for (const one of gone)
		if (one.ended_at === null) {
			const key = (what: Counted, reason = '') => ({ campaign_id: one.campaign_id, step: one.step, what, reason });
			tally.add(key('waiting'), now(), -1);
			tally.add(key('left', 'gone'), now());
		}
	await writeTally(tx, customerId, tally);
};

const SumRow = row({ campaign_id: uuid, step: text, what: text, reason: text, n: int });

/** Counts of these. @param since from when on */
export const countsOf = (tx: Tx, customerId: number, ids: readonly string[], since?: Date) =>
	tx.rows(
		SumRow,
		sumsBy(JOURNEY_COUNT, customerId, {
			by: ['campaign_id', 'step', 'what', 'reason'],
			...(since && { since }),
			where: sql`c.campaign_id = any(${uuids(ids)}::uuid[])`,
		}),
	);
