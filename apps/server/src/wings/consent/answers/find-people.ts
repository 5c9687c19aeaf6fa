/** The first few people whom a search finds, for a search over everything. */
import type { Tx } from '#kernel/storage/storage.ts';
import { findPersons, namesOf, standsIn } from '../../people/wing.ts';
import { listPeople, narrowTo } from './people-store.ts';
import { readPurposeFacts } from './purposes.ts';

/**
 * People with answers whose address, number or id begins so or has it inside, by the answer that came last; each by the name that was meant.
 * @param domainIds null: on every domain of the customer; otherwise only what is known on these
 */
export const findPeople = async (
	tx: Tx,
	customerId: number,
	domainIds: readonly string[] | null,
	{ q, most }: { q: string; most: number },
): Promise<{ id: string; name: string }[]> => {
	const { found } = await findPersons(tx, customerId, q, domainIds);
	if (found.length === 0) return [];
	const wanted = { ...narrowTo(await readPurposeFacts(tx, customerId, domainIds), {}), found };
	const ids = (await listPeople(tx, customerId, wanted, [], 0, most)).map(({ person }) => person);
	const names = await namesOf(tx, customerId, ids, domainIds);
	return ids.map((id) => {
		const known = names.get(id) ?? [];
		return {
			id,
			name:
				(known.find(({ value }) => value.toLowerCase().startsWith(q.toLowerCase())) ?? known.find((one) => standsIn(one, q)) ?? known[0])
					?.value ?? id,
		};
	});
};
