/** Taking back what an upload brought: its yeses hold no longer, and what held before holds again. A no stays a no. */
import { now } from '#kernel/clock.ts';
import { row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { broughtBy, clustersOf, lockPeople, readIdentifiers, rememberObjections, removeBrought } from '../../people/wing.ts';
import { atOf } from '../ids.ts';
import { eraseRecords } from '../proof/erase.ts';
import { type ErasureParts, noesOf } from './erase-person.ts';
import { markBehind, settlePresent } from './kept.ts';
import { personsOf } from './unsettle.ts';

/** What an upload brought of some people. */
export interface Brought {
	readonly upload: string;
	readonly persons: readonly string[];
	/** Ids of records. */
	readonly records: readonly string[];
}

/** From now on these records, each a yes, are evidence alone. */
export const takeBackAnswers = async (
	tx: Tx,
	{ hooks }: Pick<ErasureParts, 'hooks'>,
	customerId: number,
	{ upload, persons, records }: Brought,
): Promise<void> => {
	if (records.length === 0) return;
	await lockPeople(tx, customerId);
	await markBehind(
		tx,
		customerId,
		records.map((id) => ({ id, at: atOf(id) })),
		upload,
	);
	// Who was one with somebody then may be two by now: what was said is theirs whose name it was said by.
	const clusters = [...new Set((await clustersOf(tx, customerId, [...persons, ...(await personsOf(tx, customerId, records))])).values())];
	await settlePresent(tx, customerId, clusters);
	await hooks.touched.tell(tx, { customerId, persons: clusters.map(({ kept }) => kept) });
};

/**
 * Erases what was said of people who became known by the upload alone. Of a no a keyed hash stays, as when somebody is erased, under
 * the upload's id.
 */
export const eraseBrought = async (
	tx: Tx,
	parts: ErasureParts,
	customerId: number,
	{ upload, persons, records }: Brought,
): Promise<void> => {
	if (records.length === 0) return;
	await lockPeople(tx, customerId);
	const clusters = [...new Set((await clustersOf(tx, customerId, [...persons, ...(await personsOf(tx, customerId, records))])).values())];
	const kept = new Map(clusters.flatMap((cluster) => cluster.members.map((member) => [member, cluster.kept] as const)));
	const names = Map.groupBy(await readIdentifiers(tx, customerId, [...kept.keys()]), ({ person }) => kept.get(person) ?? person);
	await rememberObjections(tx, parts.secrets, customerId, await noesOf(tx, customerId, clusters, names), { erasure: upload, until: now() });
	await eraseRecords(tx, parts, customerId, records, 'upload');
};

/**
 * Addresses that the upload brought to people who stay are theirs no longer. Named anew such a one would be somebody else, of whom
 * nobody knew that they said no: a keyed hash of each no stays.
 */
export const takeBackAddresses = async (
	tx: Tx,
	{ hooks, secrets }: Pick<ErasureParts, 'hooks' | 'secrets'>,
	customerId: number,
	{ upload, words }: { readonly upload: string; readonly words: readonly { readonly kind: string; readonly value: string }[] },
): Promise<void> => {
	const brought = await broughtBy(tx, customerId, upload, words);
	if (brought.length === 0) return;
	const owners = brought.map(({ person }) => person);
	const clusters = await clustersOf(tx, customerId, owners);
	const names = Map.groupBy(brought, ({ person }) => clusters.get(person)?.kept ?? person);
	const noes = await noesOf(tx, customerId, [...new Set(clusters.values())], names);
	await rememberObjections(tx, secrets, customerId, noes, { erasure: upload, until: now() });
	await removeBrought(tx, secrets, customerId, brought);
	await hooks.touched.tell(tx, { customerId, persons: [...names.keys()] });
};

const Held = row({ person: uuid });

/** Those of these who said anything beside these records. */
export const answeredBeside = async (
	tx: Tx,
	customerId: number,
	persons: readonly string[],
	records: readonly string[],
): Promise<Set<string>> =>
	new Set(
		(
			await tx.rows(
				Held,
				sql`select distinct r.person from consent_record r
				where r.customer_id = ${customerId} and r.person = any(${persons}::uuid[]) and not r.id = any(${records}::uuid[])`,
			)
		).map(({ person }) => person),
	);
