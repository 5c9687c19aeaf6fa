/** Erasing somebody: everything that was said by all who are one, who they are, and what is remembered of their no. */
import type { Identifier } from '@luvalla/contract/people/identifiers.ts';
import { type Actor, recordActivity } from '#kernel/access/activity.ts';
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
	dropWords,
	knownSince,
	lockPeople,
	membersOf,
	type Objection,
	readIdentifiers,
	readMine,
	releasePersons,
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
): Promise<Objection[]> => {
	const present = await derivePresent(tx, customerId, clusters);
	return [...present].flatMap(([key, { value }]) => {
		const [person = '', purposeId = ''] = key.split(' ');
		return value ? [] : (identifiers.get(person) ?? []).map((identifier) => ({ identifier, purposeId }));
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
	return eraseCluster(tx, parts, { customerId, cluster: await membersOf(tx, customerId, person), subjects: null, erasureId }, by);
};

/** Several at once, each with all that are one with them: what stands beside their answers is gone through once for all of them. */
export const eraseClusters = async (
	tx: Tx,
	parts: ErasureParts,
	customerId: number,
	clusters: readonly Cluster[],
	erasureId: string,
): Promise<Pick<Erased, 'erased' | 'remembered'>> => {
	await lockPeople(tx, customerId);
	const gone = { erased: 0, remembered: 0 };
	const all = { members: [] as string[], whole: [] as string[], anywhere: [] as string[] };
	for (const cluster of clusters) {
		const { erased, remembered, words } = await eraseAnswers(tx, parts, { customerId, cluster, subjects: null, erasureId });
		gone.erased += erased;
		gone.remembered += remembered;
		all.members.push(...cluster.members);
		all.whole.push(...words.whole);
		all.anywhere.push(...words.anywhere);
	}
	if (clusters.length > 0) await forgetBeside(tx, parts.hooks, { customerId, persons: all.members }, all.members, all, null);
	return gone;
};

/** Whose answers go, and under which id what is remembered of them stands. */
interface Going {
	readonly customerId: number;
	readonly cluster: Cluster;
	/** The words under which what was said goes; null: all of it. */
	readonly subjects: ReadonlySet<string> | null;
	readonly erasureId: string;
}

const eraseCluster = async (tx: Tx, parts: ErasureParts, going: Going, by: Actor | null): Promise<Erased> => {
	const { customerId, cluster, subjects, erasureId } = going;
	const { words, ...gone } = await eraseAnswers(tx, parts, going);
	await forgetBeside(tx, parts.hooks, { customerId, persons: cluster.members }, subjects === null ? cluster.members : [], words, by);
	return { kept: cluster.kept, erasureId, ...gone };
};

/** All but what stands beside: the words that name them are answered for that. */
const eraseAnswers = async (
	tx: Tx,
	parts: ErasureParts,
	{ customerId, cluster, subjects, erasureId }: Going,
): Promise<{ erased: number; remembered: number; words: Words }> => {
	const goes = (word: string): boolean => subjects === null || subjects.has(word);
	const identifiers = (await readIdentifiers(tx, customerId, cluster.members)).filter((one) => goes(wordOf(one)));
	const remembered = await rememberObjections(
		tx,
		parts.secrets,
		customerId,
		await noesOf(tx, customerId, [cluster], new Map([[cluster.kept, identifiers]])),
		{
			erasure: erasureId,
			until: now(),
		},
	);
	const words = wordsOf(identifiers, (await subjectsOf(tx, customerId, cluster.members)).filter(goes));
	const erased = await eraseRecords(tx, parts, customerId, await recordsOf(tx, customerId, cluster.members, subjects), 'person');
	if (subjects !== null) for (const one of identifiers) await removeIdentifier(tx, parts.secrets, customerId, cluster.members, one);
	// Whoever is known by nothing else any more goes with everything that is kept of them.
	const whole = subjects === null || (await readIdentifiers(tx, customerId, cluster.members)).length === 0;
	if (whole) await parts.hooks.erased.tell(tx, { customerId, persons: cluster.members });
	// Also of who stays known: no word of what has gone is left for a moment.
	await dropWords(tx, customerId, cluster.members);
	// Somebody without any record is nobody's to keep either.
	await releasePersons(tx, parts, customerId, cluster.members);
	return { erased, remembered, words };
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
		{ customerId, cluster: mine.cluster, subjects: whole ? null : mine.subjects, erasureId: newId() },
		asker,
	);
	await noteErased(tx, customerId, gone, asker);
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
	if (gone) await noteErased(tx, customerId, gone, asker);
	return gone;
};

const noteErased = (tx: Tx, customerId: number, { kept, erased, remembered }: Erased, asker: Actor): Promise<void> =>
	recordActivity(tx, customerId, asker, {
		action: 'erased',
		thing: 'person',
		thingId: kept,
		after: { records: erased, remembered },
	});

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
