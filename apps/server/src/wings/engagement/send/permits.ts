/**
 * Whether somebody may be written to at this moment: asked when a worker takes recipients, and once more before the message leaves when
 * that was a while ago. It asks the facts, never the sets: what a person said a moment ago counts.
 */
import type { SkipReason } from '@luvalla/contract/engagement/campaign-runs.ts';
import { now } from '#kernel/clock.ts';
import { uuids } from '#kernel/storage/arrays.ts';
import { bool, instant, int, orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { stands } from '../../consent/wing.ts';
import { type Cluster, clustersOf, refusingChannel, stopsOf } from '../../people/wing.ts';
import { numbersAmong, saleRefusals } from '../../profiles/wing.ts';
import { channelBy } from '../channels/all.ts';
import type { Plan, PlanLane } from '../runs/plan.ts';
import type { LanePurpose } from '../runs/purposes.ts';
import { timeOf } from '../runs/token.ts';
import { type Cap, capsOf, overCaps } from './caps.ts';

/** Somebody of a run, as they entered it. */
export interface Taken {
	/** Their place in the run, and when they entered. */
	readonly entry: number;
	readonly at: Date;
	readonly number: number;
	readonly person: string;
	readonly address: string | null;
	readonly tries: number;
}

/** Somebody who may be written to. */
export interface Permitted extends Taken {
	readonly address: string;
	/** The id that is kept, where they are one with others. */
	readonly kept: string;
	/** The record that permits it; null: it rests on no record. */
	readonly recordId: string | null;
	/** The record that permits to follow opens and clicks. */
	readonly trackedId: string | null;
}

export type Verdict =
	| { readonly may: 'yes'; readonly who: Permitted }
	| { readonly may: 'no'; readonly who: Taken; readonly reason: SkipReason }
	| { readonly may: 'later'; readonly who: Taken; readonly reason: string; readonly at: Date };

const SaidRow = row({ person: uuid, purpose_id: uuid, value: bool, purpose_version: int, record_id: uuid });
const PauseRow = row({ person: uuid, until: instant });
const ZoneRow = row({ person: uuid, time_zone: orNull(text) });
const OtherRow = row({ number: int, person: uuid });
const AlsoRow = row({ entry: int, person: uuid, had: bool, hands: bool });

const HOUR_MS = 3_600_000;
/** After which somebody is looked at again whom another run has in hand: by then it is known what became of theirs. */
const HANDS_MS = 2_000;

/** Hours and minutes of a moment somewhere; null where the zone is none. */
const clockIn = (at: Date, timeZone: string): { hour: number; minute: number } | null => {
	try {
		const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hour12: false }).formatToParts(at);
		const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
		return { hour: of('hour') % 24, minute: of('minute') };
	} catch {
		return null;
	}
};

/** When quiet hours end for somebody whose clock shows this; null: it is not quiet. */
export const quietUntil = (at: Date, timeZone: string, quiet: { from: number; to: number } | null): Date | null => {
	if (quiet === null || quiet.from === quiet.to) return null;
	const clock = clockIn(at, timeZone) ?? clockIn(at, 'UTC');
	if (clock === null) return null;
	const { hour, minute } = clock;
	const isQuiet = quiet.from < quiet.to ? hour >= quiet.from && hour < quiet.to : hour >= quiet.from || hour < quiet.to;
	if (!isQuiet) return null;
	const left = ((quiet.to - hour + 24) % 24) * HOUR_MS - minute * 60_000;
	// The seconds that have passed of this minute count, too.
	const until = new Date(Math.floor((at.getTime() + left) / 60_000) * 60_000);
	// Clocks may be changed meanwhile: then it is earlier or later there than so many hours would make it.
	const then = clockIn(until, timeZone) ?? clockIn(until, 'UTC');
	if (then === null) return until;
	const off = (((then.hour - quiet.to) * 60 + then.minute + 36 * 60) % (24 * 60)) - 12 * 60;
	const right = new Date(until.getTime() - off * 60_000);
	// An hour that the clocks leave out is over when they have.
	return (clockIn(right, timeZone) ?? then).hour === quiet.to ? right : until;
};

export interface Asked {
	readonly customerId: number;
	readonly runId: string;
	readonly plan: Plan;
	readonly lane: PlanLane;
	readonly channel: number;
	/** They have their message, or are in a file of them: what is asked is whether they still may. */
	readonly isSettled?: true;
	/** Purposes of the lane and of tracking, as they are now. */
	readonly purposes: ReadonlyMap<string, LanePurpose>;
}

/** What is known of these people, asked for all of them at once. */
const factsOf = async (tx: Tx, asked: Asked, taken: readonly Taken[]) => {
	const { customerId, plan, lane, purposes } = asked;
	const persons = taken.map(({ person }) => person);
	const clusters = await clustersOf(tx, customerId, persons);
	const clusterOf = (person: string): Cluster => clusters.get(person) ?? { kept: person, members: [person], edges: [] };
	const kept = [...new Set(persons.map((person) => clusterOf(person).kept))];
	const keptOf = new Map(persons.flatMap((person) => clusterOf(person).members.map((member) => [member, clusterOf(person).kept] as const)));
	const members = [...keptOf.keys()];

	const addresses = taken.flatMap(({ address }) => address ?? []);
	const asksFor = [...lane.purposes, ...plan.tracking];
	const { isTransactional } = plan;
	// Nobody of these waits for the answer of another: they are sent at once.
	const [owners, answered, stopped, resting, refusing, unshared, inside, caps, zones, doubled] = await Promise.all([
		channelBy(lane.channel).address.owners(tx, customerId, addresses),
		asksFor.length === 0
			? []
			: tx.rows(
					SaidRow,
					sql`select person, purpose_id, value, purpose_version, record_id from consent_state
					where customer_id = ${customerId} and person = any(${uuids(kept)}::uuid[]) and purpose_id = any(${asksFor}::uuid[])`,
				),
		isTransactional ? new Map<string, Date>() : stopsOf(tx, customerId, members),
		isTransactional
			? []
			: tx.rows(
					PauseRow,
					sql`select person, until from message_pause where customer_id = ${customerId} and person = any(${uuids(members)}::uuid[]) and until > ${now()}`,
				),
		// Their own choice takes away alone: whoever has a channel on is asked for their yes all the same.
		isTransactional ? [] : refusingChannel(tx, customerId, lane.channel, members),
		// A no to sale and sharing is said to the company, on whichever of its domains.
		channelBy(lane.channel).shares ? saleRefusals(tx, customerId, kept, null) : new Map<string, string[]>(),
		insideOf(tx, asked, kept),
		asked.isSettled || isTransactional ? new Map<string, Cap[]>() : capsOf(tx, asked, keptOf),
		zonesOf(tx, asked, kept),
		asked.isSettled ? new Map() : alsoInRun(tx, asked, taken, clusterOf),
	]);
	const capped = await overCaps(tx, asked, taken, clusterOf, caps);
	const said = Map.groupBy(answered, ({ person }) => person);
	const objecting = new Set([...stopped.keys()].map((member) => keptOf.get(member) ?? member));
	const paused = new Map(resting.map(({ person, until }) => [keptOf.get(person) ?? person, until]));
	const off = new Set(refusing.map((person) => keptOf.get(person) ?? person));
	// What a purpose permits may be less than it was when the run was planned.
	const writes = lane.purposes.filter((id) => purposes.get(id)?.channels.includes(lane.channel));
	const follows = plan.tracking.filter((id) => purposes.get(id)?.tracks);
	return { clusterOf, owners, said, objecting, paused, off, unshared, inside, caps, capped, zones, doubled, writes, follows };
};

/** The record of a yes that stands; '' where a basis needs none; null: not permitted. */
const permitOf = (
	{ purposes }: Asked,
	{ said, inside }: Awaited<ReturnType<typeof factsOf>>,
	kept: string,
	ids: readonly string[],
): string | null => {
	for (const id of ids) {
		const purpose = purposes.get(id);
		const answer = said.get(kept)?.find((one) => one.purpose_id === id);
		if (!purpose) continue;
		if (purpose.basis === 'consent') {
			if (answer?.value && stands(purpose, answer.purpose_version)) return answer.record_id;
		} else if (answer?.value !== false && (inside.get(id)?.has(kept) ?? true)) return '';
	}
	return null;
};

/** Who of these may be written to now, who may not and why, and who may later. In their order. */
export const judge = async (tx: Tx, asked: Asked, taken: readonly Taken[]): Promise<Verdict[]> => {
	if (taken.length === 0) return [];
	const { plan, lane } = asked;
	const facts = await factsOf(tx, asked, taken);
	const { clusterOf, owners, said, objecting, paused, off, unshared, caps, capped, zones, doubled, writes, follows } = facts;
	/** Whoever is in it twice counts for a cap once the first is settled. */
	const taking = new Set<string>();
	return taken.map((who): Verdict => {
		const no = (reason: SkipReason): Verdict => ({ may: 'no', who, reason });
		const cluster = clusterOf(who.person);
		if (who.address === null) return no('no_address');
		const owner = owners.get(who.address);
		if (!owner || !cluster.members.includes(owner.person)) return no('gone');
		if (owner.deadAt !== null) return no('undeliverable');
		const double = doubled.get(who.entry);
		if (double === 'had') return no('merged');
		if (double === 'hands') return { may: 'later', who, reason: 'merged', at: new Date(now().getTime() + HANDS_MS) };
		let recordId: string | null = null;
		if (unshared.has(cluster.kept)) return no('sale_refused');
		if (!plan.isTransactional) {
			if (objecting.has(cluster.kept)) return no('objected');
			if (writes.length === 0) return no('not_permitted');
			recordId = permitOf(asked, facts, cluster.kept, writes);
			if (recordId === null) {
				const answers = said.get(cluster.kept) ?? [];
				return no(answers.some((one) => !one.value && lane.purposes.includes(one.purpose_id)) ? 'said_no' : 'never_asked');
			}
			if (off.has(cluster.kept)) return no('channel_off');
			if (paused.has(cluster.kept)) return no('paused');
			const full = capped.get(who.entry);
			if (full?.by === 'had') return no(full.reason);
			const own = caps.get(cluster.kept)?.[0];
			const reason = full?.reason ?? (own !== undefined && taking.has(cluster.kept) ? own.reason : null);
			if (reason !== null) return { may: 'later', who, reason, at: new Date(now().getTime() + HANDS_MS) };
		}
		const late = quietUntil(
			now(),
			zones.get(cluster.kept) ?? plan.options.timeZone,
			asked.isSettled || plan.isTransactional ? null : plan.options.quiet,
		);
		if (late !== null) return { may: 'later', who, reason: 'quiet', at: late };
		taking.add(cluster.kept);
		return {
			may: 'yes',
			who: {
				...who,
				address: who.address,
				kept: cluster.kept,
				recordId: recordId === '' ? null : recordId,
				trackedId: plan.isTransactional ? null : permitOf(asked, facts, cluster.kept, follows) || null,
			},
		};
	});
};

/** Of each purpose that holds for a segment alone, who of these is in it now. */
const insideOf = async (tx: Tx, { customerId, lane, purposes }: Asked, kept: readonly string[]): Promise<Map<string, Set<string>>> => {
	const limited = lane.purposes.flatMap((id) => {
		const segment = purposes.get(id)?.segment ?? null;
		return segment === null ? [] : [{ id, segment }];
	});
	if (limited.length === 0) return new Map();
	const people = await tx.rows(
		OtherRow,
		sql`select number, person from person where customer_id = ${customerId} and person = any(${uuids(kept)}::uuid[])`,
	);
	const found = new Map<string, Set<string>>();
	for (const { id, segment } of limited) {
		const numbers = await numbersAmong(
			tx,
			customerId,
			segment,
			people.map(({ number }) => number),
		);
		found.set(id, new Set(people.flatMap(({ number, person }) => (numbers.has(number) ? [person] : []))));
	}
	return found;
};

const zonesOf = async (tx: Tx, { customerId, plan }: Asked, kept: readonly string[]): Promise<Map<string, string>> => {
	if (plan.options.quiet === null || plan.isTransactional) return new Map();
	const rows = await tx.rows(
		ZoneRow,
		sql`select person, time_zone from profile where customer_id = ${customerId} and person = any(${uuids(kept)}::uuid[])`,
	);
	return new Map(rows.flatMap(({ person, time_zone: zone }) => (zone === null ? [] : [[person, zone]])));
};

/**
 * Of the audience, who became one with somebody after it entered and is not the one whose turn it is: the earliest entry has it, but where
 * another of theirs may have had the message already, nobody else has. Whoever entered alone did so for a reason of their own.
 */
const alsoInRun = async (
	tx: Tx,
	{ customerId, runId, channel }: Asked,
	taken: readonly Taken[],
	clusterOf: (person: string) => Cluster,
): Promise<Map<number, 'had' | 'hands'>> => {
	const born = timeOf(runId);
	const merged = taken.filter(({ at, person }) => at.getTime() === born.getTime() && clusterOf(person).members.length > 1);
	if (merged.length === 0) return new Map();
	const members = merged.flatMap(({ person }) => clusterOf(person).members);
	const others = await tx.rows(
		AlsoRow,
		sql`select d.entry, d.person, d.state in ('accepted', 'unknown') as had, exists (select 1 from delivery_lease l
				where l.customer_id = ${customerId} and l.run_id = ${runId} and l.channel = ${channel} and d.entry = any(l.begun)
					and d.settled_at is null) as hands
		from delivery d
		join person p on p.customer_id = ${customerId} and p.person = any(${uuids(members)}::uuid[]) and p.number = d.entry
		where d.customer_id = ${customerId} and d.at = ${born} and d.run_id = ${runId} and d.channel = ${channel}
			and (d.state <> 'skipped')`,
	);
	return new Map(
		merged.flatMap(({ entry, person }): [number, 'had' | 'hands'][] => {
			const own = others.filter((other) => other.entry !== entry && clusterOf(person).members.includes(other.person));
			if (own.some((other) => other.had || other.entry < entry)) return [[entry, 'had']];
			// Theirs is on its way by another address: what became of it is known soon.
			return own.some(({ hands }) => hands) ? [[entry, 'hands']] : [];
		}),
	);
};
