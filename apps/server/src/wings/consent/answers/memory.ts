/**
 * A yes from before a no that is remembered is kept as a record and never holds (people/objections). It is judged when it is
 * written, and again whenever the person comes to be known by something more.
 */
import type { How } from '@luvalla/contract/consent/ledger.ts';
import type { Identifier } from '@luvalla/contract/people/identifiers.ts';
import { now } from '#kernel/clock.ts';
import type { Secrets } from '#kernel/secrets.ts';
import { row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import {
	type Cluster,
	isAddress,
	type Named,
	type Objection,
	readIdentifiers,
	readObjections,
	remembersAny,
	stopsBy,
	stopsOf,
	wordOf,
} from '../../people/wing.ts';
import { markBehind, settlePresent } from './kept.ts';
import { saidAt } from './present.ts';
import { readArrivals, readDeciding } from './records.ts';

/** A yes that somebody brings for the person; their own page is theirs alone. */
const brought = (how: How): boolean => how !== 'privacy-centre';

interface Said {
	readonly who: Pick<Named, 'person' | 'cluster' | 'identifiers' | 'fresh'>;
	readonly purposeId: string;
	readonly value: boolean;
	readonly at: Date;
	readonly how: How;
}

/** Until when a yes of each of these does not hold: by anything that they are known by. */
export const untils = async (
	tx: Tx,
	secrets: Secrets,
	customerId: number,
	slots: readonly { names: readonly Identifier[]; purposeId: string }[],
): Promise<(Date | null)[]> => {
	const asked = new Map<string, Objection>();
	const keyOf = (identifier: Identifier, purposeId: string): string => `${purposeId} ${wordOf(identifier)}`;
	for (const { names, purposeId } of slots)
		for (const identifier of names) asked.set(keyOf(identifier, purposeId), { identifier, purposeId });
	const found = await readObjections(tx, secrets, customerId, [...asked.values()]);
	const kept = new Map([...asked.keys()].map((key, index) => [key, found[index] ?? null]));
	return slots.map(({ names, purposeId }) =>
		names.reduce<Date | null>((latest, one) => {
			const until = kept.get(keyOf(one, purposeId)) ?? null;
			return until !== null && (latest === null || until > latest) ? until : latest;
		}, null),
	);
};

const Messaging = row({ purpose_id: uuid });

/**
 * When whoever said each of these stopped everything, as far as it is said to a purpose of messages. What they had permitted before holds
 * again when they take it back (so `outweigh` asks nothing of it); what is brought later from before is evidence alone.
 */
const stopped = async (tx: Tx, secrets: Secrets, customerId: number, said: readonly Said[]): Promise<(Date | null)[]> => {
	const messaging = new Set(
		(
			await tx.rows(
				Messaging,
				sql`select purpose_id from purpose where customer_id = ${customerId} and (channels <> '{}' or tracks)
					and purpose_id = any(${[...new Set(said.map(({ purposeId }) => purposeId))]}::uuid[])`,
			)
		).map((one) => one.purpose_id),
	);
	const own = await stopsOf(tx, customerId, [...new Set(said.flatMap(({ who }) => who.cluster.members))]);
	// Of whom this makes known nobody has noted it yet.
	const fresh = new Map(said.flatMap(({ who }) => who.fresh.filter(isAddress).map((one) => [wordOf(one), one] as const)));
	const since = await stopsBy(tx, secrets, customerId, [...fresh.values()]);
	const byWord = new Map([...fresh.keys()].map((word, place) => [word, since[place] ?? null]));
	return said.map(({ who, purposeId }) => {
		if (!messaging.has(purposeId)) return null;
		const times = [
			...who.cluster.members.map((member) => own.get(member) ?? null),
			...who.fresh.map((one) => byWord.get(wordOf(one)) ?? null),
		];
		return times.reduce((latest, one) => (one !== null && (latest === null || one > latest) ? one : latest), null);
	});
};

/** Which of these are a yes from before a no that is remembered, or from before everything was stopped. */
export const behindMemory = async (tx: Tx, secrets: Secrets, customerId: number, said: readonly Said[]): Promise<boolean[]> => {
	const none = said.map(() => false);
	if (!said.some(({ value, how }) => value && brought(how)) || !(await remembersAny(tx, customerId))) return none;
	const members = [...new Set(said.flatMap(({ who }) => who.cluster.members))];
	const known = Map.groupBy(await readIdentifiers(tx, customerId, members), ({ person }) => person);
	const named = Map.groupBy(said, ({ who }) => who.person);
	const until = await untils(
		tx,
		secrets,
		customerId,
		said.map(({ who, purposeId }) => ({
			names: [
				...who.cluster.members.flatMap((member) => known.get(member) ?? []),
				...(named.get(who.person) ?? []).flatMap((one) => one.who.identifiers),
			],
			purposeId,
		})),
	);
	const stops = await stopped(tx, secrets, customerId, said);
	const receivedAt = now();
	return said.map(({ value, how, at }, index) => {
		const isBefore = (moment: Date | null | undefined): boolean => moment != null && saidAt({ at, receivedAt }) <= moment;
		return value && brought(how) && (isBefore(until[index]) || isBefore(stops[index]));
	});
};

/** The same for what these have said already, now that they are known by more. Answers whether anything holds no longer. */
export const outweigh = async (tx: Tx, secrets: Secrets, customerId: number, clusters: readonly Cluster[]): Promise<boolean> => {
	if (clusters.length === 0 || !(await remembersAny(tx, customerId))) return false;
	const persons = clusters.flatMap(({ members }) => members);
	const kept = new Map(clusters.flatMap((cluster) => cluster.members.map((member) => [member, cluster.kept] as const)));
	const names = Map.groupBy(await readIdentifiers(tx, customerId, persons), ({ person }) => kept.get(person));
	const yeses = (await readDeciding(tx, customerId, persons)).filter(({ value, behind, how }) => value && !behind && brought(how));
	const until = await untils(
		tx,
		secrets,
		customerId,
		yeses.map((one) => ({ names: names.get(kept.get(one.holder)) ?? [], purposeId: one.purpose_id })),
	);
	const remembered = yeses.flatMap((one, index) => (until[index] ? [{ one, before: until[index] }] : []));
	const arrivals = await readArrivals(
		tx,
		customerId,
		remembered.flatMap(({ one }) => (one.how === 'identification' ? [one] : [])),
	);
	const marked = await markBehind(
		tx,
		customerId,
		remembered.flatMap(({ one, before }) => {
			const receivedAt = arrivals.get(one.id) ?? one.received_at;
			return saidAt({ at: one.at, receivedAt }) <= before ? [one] : [];
		}),
	);
	return marked > 0;
};

/** What follows from addresses that were added to people who were known. */
export const outweighAdded = async (tx: Tx, secrets: Secrets, customerId: number, clusters: readonly Cluster[]): Promise<void> => {
	if (await outweigh(tx, secrets, customerId, clusters)) await settlePresent(tx, customerId, clusters);
};
