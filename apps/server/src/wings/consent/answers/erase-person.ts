/** Erasing somebody: everything that was said by all who are one, who they are, and what is remembered of their no. */
import type { Identifier } from '@luvalla/contract/people/identifiers.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { newId, now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import {
	type Cluster,
	knownSince,
	lockPeople,
	membersOf,
	type Objection,
	readIdentifiers,
	releasePersons,
	rememberObjections,
	removeIdentifier,
} from '../../people/wing.ts';
import { eraseRecords } from '../proof/erase.ts';
import { derivePresent } from './kept.ts';
import { recordsOf } from './people-store.ts';

export type ErasureParts = Pick<Kernel, 'hooks' | 'secrets' | 'settings'>;

/** Purposes of these people whose present answer is a no, each with every one of these identifiers. */
const noesOf = async (tx: Tx, customerId: number, cluster: Cluster, identifiers: readonly Identifier[]): Promise<Objection[]> => {
	const present = await derivePresent(tx, customerId, [cluster]);
	const refused = [...present].flatMap(([key, { value }]) => (value ? [] : [key.slice(key.indexOf(' ') + 1)]));
	return refused.flatMap((purposeId) => identifiers.map((identifier) => ({ identifier, purposeId })));
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
 */
export const erasePerson = async (
	tx: Tx,
	parts: ErasureParts,
	customerId: number,
	person: string,
	erasureId: string = newId(),
): Promise<Erased | null> => {
	await lockPeople(tx, customerId);
	if ((await knownSince(tx, customerId, person)) === null) return null;
	const cluster = await membersOf(tx, customerId, person);
	const identifiers = await readIdentifiers(tx, customerId, cluster.members);
	const remembered = await rememberObjections(tx, parts.secrets, customerId, await noesOf(tx, customerId, cluster, identifiers), {
		erasure: erasureId,
		until: now(),
	});
	const erased = await eraseRecords(tx, parts, customerId, await recordsOf(tx, customerId, cluster.members), 'person');
	// Somebody without any record is nobody's to keep either.
	await releasePersons(tx, parts.hooks, customerId, cluster.members);
	return { kept: cluster.kept, erasureId, erased, remembered };
};

/** Who erases, and from where. */
export interface ErasedBy {
	readonly asker: Pick<Asker, 'userId' | 'actorId'>;
	readonly network: string | null;
}

/** Erases somebody as the act of a person. Null when there is no such person. */
export const erasePersonBy = async (
	tx: Tx,
	parts: ErasureParts,
	customerId: number,
	person: string,
	{ asker, network }: ErasedBy,
	erasureId?: string,
): Promise<Erased | null> => {
	const gone = await erasePerson(tx, parts, customerId, person, erasureId);
	if (gone)
		await recordActivity(tx, customerId, asker, {
			action: 'erased',
			thing: 'person',
			thingId: gone.kept,
			after: { records: gone.erased, remembered: gone.remembered },
			network,
		});
	return gone;
};

/** What was taken away from whom; null when it is not theirs. */
export const takeAway = async (
	tx: Tx,
	{ secrets }: Pick<ErasureParts, 'secrets'>,
	customerId: number,
	person: string,
	identifier: Identifier,
): Promise<{ kept: string; removed: Identifier } | null> => {
	await lockPeople(tx, customerId);
	const cluster = await membersOf(tx, customerId, person);
	const removed = await removeIdentifier(tx, customerId, cluster.members, identifier);
	if (!removed) return null;
	// Taken away and named anew it is somebody else, of whom nobody would know that they said no.
	await rememberObjections(tx, secrets, customerId, await noesOf(tx, customerId, cluster, [removed]), { erasure: newId(), until: now() });
	return { kept: cluster.kept, removed };
};
