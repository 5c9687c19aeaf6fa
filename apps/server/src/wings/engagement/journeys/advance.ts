/**
 * Moves people on whose time has come: their message is handed to its run, what became of it is heard, and at the end of the wait it is
 * asked once which way they go. Each call is one transaction: killed before it ends, nothing of it has happened.
 */
import type { JourneyStep } from '@luvalla/contract/engagement/journeys.ts';
import { now } from '#kernel/clock.ts';
import { int4s, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { bool, instant, int, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { clustersOf } from '../../people/wing.ts';
import { numbersAmong, numbersBy } from '../../profiles/wing.ts';
import { enter } from '../send/entries.ts';
import { type Counted, type JourneyTally, type Moved, movePlaces, type PlaceRow, type VersionRow } from './store.ts';

const MINUTE_MS = 60_000;
/** Whose message is under way is looked at so soon, and the longer it takes the less often. */
const LOOK_MS = 1_000;
const MOST_LOOK_MS = 30_000;

const SentRow = row({
	run_id: uuid,
	entry: int,
	state: text,
	reason: orNull(text),
	due_at: orNull(instant),
	settled_at: orNull(instant),
	seen: bool,
	opened: bool,
	clicked: bool,
});
type Sent = RowOf<typeof SentRow>;

/** What became of the last message of each of these. */
const sentOf = async (tx: Tx, customerId: number, places: readonly PlaceRow[]): Promise<Map<string, Sent>> => {
	const asked = places.flatMap(({ run_id: run, channel, entry, entry_at: at }) =>
		run === null || channel === null || entry === null || at === null ? [] : [{ run, channel, entry, at }],
	);
	if (asked.length === 0) return new Map();
	const first = (
		kind: 'open' | 'click',
	) => sql`exists (select 1 from delivery_first f where f.customer_id = ${customerId} and f.run_id = d.run_id
		and f.channel = d.channel and f.entry = d.entry and f.kind = ${kind})`;
	const rows = await tx.rows(
		SentRow,
		sql`select d.run_id, d.entry, d.state, d.reason, d.due_at, d.settled_at, d.tracked_id is not null as seen, ${first('open')} as opened,
			${first('click')} as clicked
		from unnest(${uuids(asked.map(({ run }) => run))}::uuid[], ${int4s(asked.map(({ channel }) => channel))}::int[],
			${int4s(asked.map(({ entry }) => entry))}::int[], ${timestamps(asked.map(({ at }) => at))}::timestamptz[]) g (run_id, channel, entry, at)
		join delivery d on d.customer_id = ${customerId} and d.run_id = g.run_id and d.channel = g.channel and d.entry = g.entry and d.at = g.at`,
	);
	return new Map(rows.map((one) => [`${one.run_id} ${one.entry}`, one]));
};

/** Whoever turned out to be one with somebody who is on their way in the same one, and came before: one of them goes on. */
const doubled = async (tx: Tx, customerId: number, places: readonly PlaceRow[]): Promise<Set<string>> => {
	const clusters = await clustersOf(
		tx,
		customerId,
		places.map(({ person }) => person),
	);
	const several = places.filter(({ person }) => (clusters.get(person)?.members.length ?? 1) > 1);
	if (several.length === 0) return new Set();
	const OtherRow = row({ campaign_id: uuid, place_id: uuid, person: uuid, entered_at: instant });
	const others = await tx.rows(
		OtherRow,
		sql`select campaign_id, place_id, person, entered_at from journey_place where customer_id = ${customerId} and ended_at is null
			and campaign_id = any(${uuids(several.map((one) => one.campaign_id))}::uuid[])
			and person = any(${uuids(several.flatMap(({ person }) => clusters.get(person)?.members ?? []))}::uuid[])`,
	);
	const isBefore = (a: { entered_at: Date; place_id: string }, b: { entered_at: Date; place_id: string }): boolean =>
		a.entered_at < b.entered_at || (a.entered_at.getTime() === b.entered_at.getTime() && a.place_id < b.place_id);
	return new Set(
		several.flatMap((one) =>
			others.some(
				(other) =>
					other.campaign_id === one.campaign_id &&
					other.place_id !== one.place_id &&
					clusters.get(one.person)?.members.includes(other.person) &&
					isBefore(other, one),
			)
				? [one.place_id]
				: [],
		),
	);
};

/** Who of these is in the segment that their version asks about. */
const joinedOf = async (tx: Tx, customerId: number, places: readonly PlaceRow[], versionOf: VersionOf): Promise<Set<string>> => {
	const asking = places.filter((one) => versionOf(one).journey.after?.ask === 'joined');
	if (asking.length === 0) return new Set();
	// Sets know whoever is one with others by the one who is kept.
	const clusters = await clustersOf(
		tx,
		customerId,
		asking.map(({ person }) => person),
	);
	const keptOf = (person: string): string => clusters.get(person)?.kept ?? person;
	const numbers = await numbersBy(tx, customerId, [...new Set(asking.map(({ person }) => keptOf(person)))]);
	const joined = new Set<string>();
	for (const [segment, own] of Map.groupBy(asking, (one) => versionOf(one).journey.after?.segmentId ?? null)) {
		if (segment === null) continue;
		const numberOf = ({ person, number }: PlaceRow): number => numbers.get(keptOf(person)) ?? number;
		const inside = await numbersAmong(tx, customerId, segment.toLowerCase(), own.map(numberOf));
		for (const one of own) if (inside.has(numberOf(one))) joined.add(one.place_id);
	}
	return joined;
};

type VersionOf = (place: PlaceRow) => VersionRow;
/** A step that is a message. */
type Message = Exclude<JourneyStep, 'wait'>;
const isMessage = (step: JourneyStep): step is Message => step !== 'wait';

/** Whether somebody did with a message what is asked. */
const didAs = (ask: 'opened' | 'clicked' | 'either', { opened, clicked }: { opened: boolean; clicked: boolean }): boolean =>
	ask === 'clicked' ? clicked : ask === 'opened' ? opened : opened || clicked;

/**
 * Moves these on. @param versionOf what each goes by
 * @returns what is to be done last in the transaction: from then on nobody takes anybody of the runs that were entered until it ends
 */
export const advance = async (
	tx: Tx,
	customerId: number,
	places: readonly PlaceRow[],
	versionOf: VersionOf,
	tally: JourneyTally,
): Promise<() => Promise<void>> => {
	let ending = (): Promise<void> => Promise.resolve();
	if (places.length === 0) return ending;
	const moment = now();
	const count = (place: Pick<PlaceRow, 'campaign_id'>, step: JourneyStep, what: Counted, reason = '', n = 1) =>
		tally.add({ campaign_id: place.campaign_id, step, what, reason }, moment, n);
	const moved: Moved[] = [];
	const leave = (place: PlaceRow, reason: string): void => {
		count(place, place.step, 'waiting', '', -1);
		count(place, place.step, 'left', reason);
		moved.push({ ...place, state: 'left', due_at: null, reason });
	};
	const finish = (place: PlaceRow, step: JourneyStep): void => {
		count(place, place.step, 'waiting', '', -1);
		count(place, step, 'finished');
		moved.push({ ...place, step, state: 'finished', due_at: null });
	};
	/** Whose message is to be handed over now, by its run. */
	const sending = new Map<string, { place: PlaceRow; step: Message; channel: number }[]>();
	const send = (place: PlaceRow, step: Message): void => {
		const message = versionOf(place).runs[step];
		if (message === undefined) {
			finish(place, step);
			return;
		}
		const { run, channel } = message;
		const own = sending.get(run) ?? [];
		own.push({ place, step, channel });
		sending.set(run, own);
	};

	const gone = await doubled(tx, customerId, places);
	const sent = await sentOf(tx, customerId, places);
	const joined = await joinedOf(
		tx,
		customerId,
		places.filter(({ step, state }) => step === 'wait' && state === 'waiting'),
		versionOf,
	);
	for (const place of places) {
		const last = sent.get(`${place.run_id} ${place.entry}`);
		const { journey } = versionOf(place);
		if (gone.has(place.place_id) && place.state === 'waiting') leave(place, 'merged');
		else if (place.state === 'waiting' && isMessage(place.step)) send(place, place.step);
		else if (place.state === 'waiting') {
			const ask = journey.after?.ask ?? null;
			const isYes = ask === 'joined' ? joined.has(place.place_id) : ask !== null && last !== undefined && didAs(ask, last);
			const step = isYes ? 'yes' : 'neither';
			count(place, step, 'entered');
			// Nobody may see what they opened: they go the way of those who did neither.
			if (!isYes && ask !== null && ask !== 'joined' && last?.seen === false) count(place, step, 'unseen');
			send(place, step);
		} else if (last === undefined) leave(place, 'gone');
		else if (last.settled_at === null) {
			const age = moment.getTime() - (place.entry_at ?? moment).getTime();
			const look = new Date(moment.getTime() + Math.min(MOST_LOOK_MS, Math.max(LOOK_MS, age / 4)));
			moved.push({ ...place, due_at: last.due_at !== null && last.due_at > look ? last.due_at : look });
		} else if (last.state === 'accepted' || last.state === 'unknown') {
			if (place.step !== 'first' || journey.after === null) finish(place, place.step);
			else {
				count(place, 'first', 'waiting', '', -1);
				count(place, 'wait', 'waiting');
				count(place, 'wait', 'entered');
				const due = new Date(last.settled_at.getTime() + journey.after.waitMinutes * MINUTE_MS);
				moved.push({ ...place, step: 'wait', state: 'waiting', due_at: due });
			}
		} else leave(place, last.state === 'skipped' ? (last.reason ?? 'not_permitted') : 'failed');
	}
	if (sending.size > 0) {
		const { entered, wake } = await enter(
			tx,
			customerId,
			new Map([...sending].map(([run, own]) => [run, own.map(({ place }) => ({ person: place.person, due: moment, why: place.why }))])),
		);
		ending = wake;
		const look = new Date(moment.getTime() + LOOK_MS);
		for (const [run, own] of sending)
			for (const [n, { place, step, channel }] of own.entries()) {
				const its = entered.get(run);
				if (its === undefined) {
					leave(place, 'stopped');
					continue;
				}
				if (place.step !== step) {
					count(place, place.step, 'waiting', '', -1);
					count(place, step, 'waiting');
				}
				moved.push({ ...place, step, state: 'sending', due_at: look, run_id: run, channel, entry: its.first + n, entry_at: its.at });
			}
	}
	await movePlaces(tx, customerId, moved);
	return ending;
};
