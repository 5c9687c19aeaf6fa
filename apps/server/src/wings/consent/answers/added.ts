/** Making people known by what was said of them; what is added to somebody who was known is written down, and can be undone. */
import type { How } from '@luvalla/contract/consent/ledger.ts';
import { recordActivities } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { keepPeople, type Named, type Naming } from '../../people/wing.ts';
import { outweighAdded } from './memory.ts';
import { refuseAgain } from './refused-again.ts';

export interface NamingBy extends Naming {
	readonly how: How;
	readonly asker?: Pick<Asker, 'userId' | 'actorId'>;
	readonly network?: string | null;
}

/** Whom keeping changed anything for: those who are told of, and, with their numbers, those who were nobody before. */
export interface NowKnown {
	readonly touched: ReadonlySet<string>;
	readonly newcomers: ReadonlyMap<string, number>;
}

/** Keeps them, on the domains that something was said on. */
export const nameKept = async (
	tx: Tx,
	{ secrets, hooks }: Pick<Kernel, 'secrets' | 'hooks'>,
	customerId: number,
	named: readonly { who: Named; domainId: string | null }[],
	naming: NamingBy,
): Promise<NowKnown> => {
	const { added, seen, newcomers } = await keepPeople(tx, secrets, customerId, named, naming);
	// Rules may ask of people known on some domains alone.
	const touched = new Set([...seen, ...named.flatMap(({ who }) => (who.known && who.fresh.length === 0 ? [] : [who.person]))]);
	if (touched.size > 0) await hooks.touched.tell(tx, { customerId, persons: [...touched], newcomers });
	await refuseAgain(
		tx,
		{ secrets, hooks },
		customerId,
		named.map(({ who }) => who),
		naming,
	);
	if (added.length === 0) return { touched, newcomers };
	await recordActivities(
		tx,
		customerId,
		naming.asker ?? null,
		added.map(({ person, identifiers }) => ({
			action: 'added',
			thing: 'person_address',
			thingId: person,
			after: Object.fromEntries(identifiers.map(({ kind, value }) => [kind, value])),
			network: naming.network ?? null,
		})),
	);
	const persons = new Set(added.map(({ person }) => person));
	const clusters = new Map(named.flatMap(({ who }) => (persons.has(who.person) ? [[who.person, who.cluster] as const] : [])));
	await outweighAdded(tx, secrets, customerId, [...clusters.values()]);
	return { touched, newcomers };
};
