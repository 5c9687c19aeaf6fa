/** Erasing somebody: everything that was said by all who are one, who they are, and what is remembered of their no. */
import type { Identifier } from '@luvalla/contract/people/identifiers.ts';
import { type Actor, recordActivities } from '#kernel/access/activity.ts';
import { removeValues } from '#kernel/access/activity-values.ts';
import { newId, now } from '#kernel/clock.ts';
import type { Persons } from '#kernel/hooks.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { forgetMails } from '#kernel/outbound/mail.ts';
import { forgetNamed } from '#kernel/runs/store.ts';
import type { Words } from '#kernel/storage/mentions.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import {
	type Cluster,
	clustersOf,
	dropWords,
	knownAmong,
	knownSince,
	lockPeople,
	membersOf,
	type Objection,
	readIdentifiers,
	readMine,
	releasePersons,
	rememberEach,
	rememberObjections,
	removeIdentifier,
	wordOf,
} from '../../people/wing.ts';
import { eraseRecords } from '../proof/erase.ts';
import { forgetRequests } from '../signup/requests.ts';
import { forgetToldBy } from '../webhooks/store.ts';
import { derivePresent } from './kept.ts';
import { recordsOf, subjectsOf } from './people-store.ts';

export type ErasureParts = Pick<Kernel, 'hooks' | 'secrets' | 'settings'>;

/** Purposes whose present answer is a no, each with every one of the identifiers that are given for whose it is, by kept id. */
export const noesOf = async (
	tx: Tx,
	customerId: number,
	clusters: readonly Cluster[],
	identifiers: ReadonlyMap<string, readonly Identifier[]>,
): Promise<(Objection & { readonly person: string })[]> => {
	const present = await derivePresent(tx, customerId, clusters);
	return [...present].flatMap(([key, { value }]) => {
		const [person = '', purposeId = ''] = key.split(' ');
		return value ? [] : (identifiers.get(person) ?? []).map((identifier) => ({ person, identifier, purposeId }));
	});
};

/** An external id of such a length stands in no text by chance. */
const LONG_ID = 12;

/** @param subjects how their records named them, which may be by what was taken away since */
const wordsOf = (identifiers: readonly Identifier[], subjects: readonly string[]): Words => {
	const names = [...identifiers.map(({ kind, value }) => [kind, value] as const), ...subjects.map(partsOf)];
	return {
		whole: names.flatMap(([kind, value]) => [value, `${kind}:${value}`]),
		anywhere: names.flatMap(([kind, value]) => (kind !== 'externalId' || value.length >= LONG_ID ? [value] : [])),
	};
};

const partsOf = (subject: string): readonly [kind: string, value: string] => {
	const at = subject.indexOf(':');
	return [subject.slice(0, at), subject.slice(at + 1)];
};

/**
 * What stands beside the answers: mails, values of the activity, and rows of files that were not taken; and what wings above have to forget.
 * @param gone of `persons` those who are known by nothing any more: what was done to them goes, too
 */
const forgetBeside = async (
	tx: Tx,
	hooks: Kernel['hooks'],
	{ customerId, persons }: Persons,
	gone: readonly string[],
	words: Words,
	by: Actor | null,
): Promise<void> => {
	await forgetNamed(tx, customerId, words);
	await forgetMails(tx, customerId, words);
	await forgetRequests(tx, customerId, words.whole);
	await forgetToldBy(tx, customerId, persons, words);
	await removeValues(tx, customerId, by, words, gone);
	await hooks.forgottenWords.tell(tx, { customerId, persons, words });
};

export interface Erased {
	readonly kept: string;
	readonly erasureId: string;
	readonly erased: number;
	readonly remembered: number;
}

/**
 * Null when there is no such person. Whoever another wing holds something of stays known, without a record.
 * @param erasureId under which what is remembered can be dropped
 * @param by who is said to have taken their values out of the activity
 */
export const erasePerson = async (
	tx: Tx,
	parts: ErasureParts,
	customerId: number,
	person: string,
	erasureId: string = newId(),
	by: Actor | null = null,
): Promise<Erased | null> => {
	await lockPeople(tx, customerId);
	if ((await knownSince(tx, customerId, person)) === null) return null;
	return eraseCluster(tx, parts, { customerId, clusters: [await membersOf(tx, customerId, person)], subjects: null, erasureId }, by);
};

/** Several at once, each with all that are one with them. Answers what came to each, in their order. */
export const eraseClusters = async (
	tx: Tx,
	parts: ErasureParts,
	customerId: number,
	clusters: readonly Cluster[],
	erasureId: string,
	by: Actor | null = null,
): Promise<Erased[]> => {
	await lockPeople(tx, customerId);
	return clusters.length === 0 ? [] : eraseTogether(tx, parts, { customerId, clusters, subjects: null, erasureId }, by);
};

/** Whose answers go, and under which id what is remembered of them stands. */
interface Going {
	readonly customerId: number;
	readonly clusters: readonly Cluster[];
	/** The words under which what was said goes, of one cluster alone; null: all of it. */
	readonly subjects: ReadonlySet<string> | null;
	readonly erasureId: string;
}

const eraseTogether = async (tx: Tx, parts: ErasureParts, going: Going, by: Actor | null): Promise<Erased[]> => {
	const { customerId, clusters, subjects, erasureId } = going;
	const persons = clusters.flatMap(({ members }) => members);
	const { words, of } = await eraseAnswers(tx, parts, going, persons);
	await forgetBeside(tx, parts.hooks, { customerId, persons }, subjects === null ? persons : [], words, by);
	return clusters.map(({ kept }) => ({ kept, erasureId, erased: of.get(kept)?.erased ?? 0, remembered: of.get(kept)?.remembered ?? 0 }));
};

const eraseCluster = async (tx: Tx, parts: ErasureParts, going: Going, by: Actor | null): Promise<Erased> => {
	const [gone] = await eraseTogether(tx, parts, going, by);
	if (!gone) throw new Error('Nobody was to be erased.');
	return gone;
};

/** All but what stands beside: the words that name them are answered for that, and what went of each, by kept id. */
const eraseAnswers = async (
	tx: Tx,
	parts: ErasureParts,
	{ customerId, clusters, subjects, erasureId }: Going,
	persons: readonly string[],
): Promise<{ of: ReadonlyMap<string, { erased: number; remembered: number }>; words: Words }> => {
	const goes = (word: string): boolean => subjects === null || subjects.has(word);
	const keptOf = new Map(clusters.flatMap(({ kept, members }) => members.map((member) => [member, kept] as const)));
	const of = new Map(clusters.map(({ kept }) => [kept, { erased: 0, remembered: 0 }]));
	const count = (person: string, what: 'erased' | 'remembered'): void => {
		const own = of.get(keptOf.get(person) ?? '');
		if (own) own[what] += 1;
	};
	const identifiers = (await readIdentifiers(tx, customerId, persons)).filter((one) => goes(wordOf(one)));
	const noes = await noesOf(
		tx,
		customerId,
		clusters,
		Map.groupBy(identifiers, ({ person }) => keptOf.get(person) ?? ''),
	);
	const isNew = await rememberEach(tx, parts.secrets, customerId, noes, { erasure: erasureId, until: now() });
	for (const [n, { person }] of noes.entries()) if (isNew[n]) count(person, 'remembered');
	const words = wordsOf(identifiers, (await subjectsOf(tx, customerId, persons)).filter(goes));
	const records = await recordsOf(tx, customerId, persons, subjects);
	await eraseRecords(
		tx,
		parts,
		customerId,
		records.map(({ id }) => id),
		'person',
	);
	for (const { person } of records) count(person, 'erased');
	if (subjects !== null) for (const one of identifiers) await removeIdentifier(tx, parts.secrets, customerId, persons, one);
	// Whoever is known by nothing else any more goes with everything that is kept of them.
	const whole = subjects === null || (await readIdentifiers(tx, customerId, persons)).length === 0;
	if (whole) await parts.hooks.erased.tell(tx, { customerId, persons });
	// Also of who stays known: no word of what has gone is left for a moment.
	await dropWords(tx, customerId, persons);
	// Somebody without any record is nobody's to keep either.
	await releasePersons(tx, parts, customerId, persons);
	return { of, words };
};

/**
 * Erases what was said under addresses that are proven to be the asker's, and these. What somebody else may have said of the same
 * person stays, with the addresses that it was said under. Null where nothing is known of them.
 */
export const eraseMineBy = async (tx: Tx, parts: ErasureParts, customerId: number, email: string, asker: Actor): Promise<Erased | null> => {
	await lockPeople(tx, customerId);
	const mine = await readMine(tx, customerId, email);
	if (mine === null) return null;
	const whole = mine.foreign.size === 0;
	const gone = await eraseCluster(
		tx,
		parts,
		{ customerId, clusters: [mine.cluster], subjects: whole ? null : mine.subjects, erasureId: newId() },
		asker,
	);
	await noteErased(tx, customerId, [gone], asker);
	return gone;
};

/** Erases somebody as the act of a person. Null when there is no such person. */
export const erasePersonBy = async (
	tx: Tx,
	parts: ErasureParts,
	customerId: number,
	person: string,
	asker: Actor,
	erasureId?: string,
): Promise<Erased | null> => {
	const gone = await erasePerson(tx, parts, customerId, person, erasureId, asker);
	if (gone) await noteErased(tx, customerId, [gone], asker);
	return gone;
};

/** Several of them at once, each with all that are one with them. Those who are not there, or not any more, are missing in the answer. */
export const erasePeopleBy = async (
	tx: Tx,
	parts: ErasureParts,
	customerId: number,
	persons: readonly string[],
	asker: Actor,
	erasureId: string,
): Promise<Map<string, Erased>> => {
	await lockPeople(tx, customerId);
	const known = await knownAmong(tx, customerId, persons);
	const clusters = await clustersOf(tx, customerId, known);
	/** By whom each is named first. */
	const named = new Map<Cluster, string>();
	for (const person of persons) {
		const cluster = clusters.get(person);
		if (cluster && !named.has(cluster)) named.set(cluster, person);
	}
	const gone = await eraseClusters(tx, parts, customerId, [...named.keys()], erasureId, asker);
	await noteErased(tx, customerId, gone, asker);
	return new Map([...named.values()].flatMap((person, n) => (gone[n] ? [[person, gone[n]] as const] : [])));
};

const noteErased = (tx: Tx, customerId: number, gone: readonly Erased[], asker: Actor): Promise<void> =>
	recordActivities(
		tx,
		customerId,
		asker,
		gone.map(({ kept, erased, remembered }) => ({
			action: 'erased',
			thing: 'person',
			thingId: kept,
			after: { records: erased, remembered },
		})),
	);

/** What was taken away from whom; null when it is not theirs. */
export const takeAway = async (
	tx: Tx,
	{ secrets, hooks }: Pick<ErasureParts, 'secrets' | 'hooks'>,
	customerId: number,
	person: string,
	identifier: Identifier,
): Promise<{ kept: string; removed: Identifier } | null> => {
	await lockPeople(tx, customerId);
	const cluster = await membersOf(tx, customerId, person);
	const removed = await removeIdentifier(tx, secrets, customerId, cluster.members, identifier);
	if (!removed) return null;
	// Taken away and named anew it is somebody else, of whom nobody would know that they said no.
	const noes = await noesOf(tx, customerId, [cluster], new Map([[cluster.kept, [removed]]]));
	await rememberObjections(tx, secrets, customerId, noes, { erasure: newId(), until: now() });
	await hooks.touched.tell(tx, { customerId, persons: [cluster.kept] });
	return { kept: cluster.kept, removed };
};
