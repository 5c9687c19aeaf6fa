/** Who comes into a triggered send: whom news are of, or whose day it is; nobody twice at a time, and nobody sooner again than it says. */
import type { Trigger } from '@luvalla/contract/engagement/journeys.ts';
import { now } from '#kernel/clock.ts';
import { int4s } from '#kernel/storage/arrays.ts';
import { int, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { clustersOf } from '../../people/wing.ts';
import { type News, numbersBy, type Watched } from '../../profiles/wing.ts';
import { beenIn, insertPlaces, type JourneyRow, type JourneyTally, type PlaceRow } from './store.ts';

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
/** A date comes at its hour, but some moments sooner or later each time: the same hour is not too soon. */
const SAME_HOUR_MS = DAY_MS / 2;

/** What a trigger waits for; null: it looks at the calendar. */
export const watchedBy = (trigger: Trigger): Watched | null => {
	switch (trigger.kind) {
		case 'consent':
			return { kind: 'consent', subject: trigger.purposeId.toLowerCase() };
		case 'joined':
		case 'left':
			return { kind: trigger.kind, subject: trigger.segmentId.toLowerCase() };
		case 'event':
			return { kind: 'event', subject: trigger.type };
		case 'date':
			return null;
	}
};

/** Somebody to whom it happened. */
export interface Happened {
	readonly journey: JourneyRow;
	readonly number: number;
	readonly why: string;
	readonly at: Date;
}

/** Of these news what each triggered send waits for. */
export const happenedIn = (journeys: readonly JourneyRow[], news: readonly News[]): Happened[] => {
	const waiting = Map.groupBy(
		journeys.filter(({ state }) => state === 'running'),
		({ journey }) => {
			const watched = watchedBy(journey.trigger);
			return watched === null ? '' : `${watched.kind} ${watched.subject}`;
		},
	);
	return news.flatMap(({ kind, subject, number, domainId, cause, at }) =>
		(waiting.get(`${kind} ${subject}`) ?? [])
			.filter((one) => domainId === null || domainId === one.domain_id)
			.map((journey) => ({ journey, number, why: cause === null ? `${kind}:${subject}` : `${kind}:${subject}:${cause}`, at })),
	);
};

const PersonRow = row({ number: int, person: uuid });

/** Gives a place to each of these who may come now; answers the places. */
export const arrive = async (tx: Tx, customerId: number, happened: readonly Happened[], tally: JourneyTally): Promise<PlaceRow[]> => {
	if (happened.length === 0) return [];
	const people = new Map(
		(
			await tx.rows(
				PersonRow,
				sql`select number, person from person where customer_id = ${customerId} and number = any(${int4s(happened.map(({ number }) => number))}::int[])`,
			)
		).map(({ number, person }) => [number, person]),
	);
	const clusters = await clustersOf(tx, customerId, people.values());
	const members = [...new Set([...clusters.values()].flatMap((cluster) => cluster.members))];
	const been = Map.groupBy(
		await beenIn(tx, customerId, [...new Set(happened.map(({ journey }) => journey.campaign_id))], members),
		(one) => `${one.campaign_id} ${one.person}`,
	);
	const kept = await numbersBy(tx, customerId, [...new Set([...clusters.values()].map((cluster) => cluster.kept))]);
	const moment = now();
	const coming = new Map<string, Parameters<typeof insertPlaces>[2][number]>();
	for (const { journey, number, why, at } of happened) {
		const person = people.get(number);
		const cluster = person === undefined ? undefined : clusters.get(person);
		const own = cluster && kept.get(cluster.kept);
		if (!cluster || own === undefined) continue;
		const { againDays, delayMinutes, trigger } = journey.journey;
		const before = cluster.members.flatMap((member) => been.get(`${journey.campaign_id} ${member}`) ?? []);
		const near = trigger.kind === 'date' ? SAME_HOUR_MS : 0;
		const soonest = againDays === null ? null : new Date(moment.getTime() - againDays * DAY_MS + near);
		if (before.some((one) => one.open || soonest === null || one.last > soonest)) continue;
		const key = `${journey.campaign_id} ${cluster.kept}`;
		if (coming.has(key)) continue;
		coming.set(key, {
			campaignId: journey.campaign_id,
			person: cluster.kept,
			number: own,
			version: journey.version,
			dueAt: new Date(at.getTime() + delayMinutes * MINUTE_MS),
			why,
		});
	}
	const placed = await insertPlaces(tx, customerId, [...coming.values()]);
	for (const { campaign_id, step } of placed) {
		tally.add({ campaign_id, step, what: 'entered', reason: '' }, moment);
		tally.add({ campaign_id, step, what: 'waiting', reason: '' }, moment);
	}
	return placed;
};
