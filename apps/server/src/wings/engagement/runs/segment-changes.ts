/** Segments that a campaign puts its people into and takes them out of. */
import type { Tx } from '#kernel/storage/storage.ts';
import { clustersOf, lockPeople } from '../../people/wing.ts';
import { groundsAmong, putIn, takeOut } from '../../profiles/wing.ts';
import type { Plan } from './plan.ts';

/**
 * Puts these into segments and takes them out; done again it changes nothing. What became a purpose's ground since it was saved stays as
 * it is: nobody was asked.
 */
export const changeSegments = async (
	tx: Tx,
	customerId: number,
	{ campaignId, changes: { proven } }: Pick<Plan, 'campaignId' | 'changes'>,
	changes: readonly { readonly segmentId: string; readonly isRemove: boolean }[],
	persons: readonly string[],
): Promise<void> => {
	if (changes.length === 0) return;
	await lockPeople(tx, customerId);
	const clusters = [...new Set((await clustersOf(tx, customerId, persons)).values())];
	const leave = { proven };
	for (const { segmentId, isRemove } of changes) {
		const grounds = await groundsAmong(tx, customerId, [segmentId], isRemove ? 'out' : 'in');
		if (grounds.some((id) => !proven.includes(id))) continue;
		if (isRemove) await takeOut(tx, customerId, segmentId, clusters, null, leave);
		else await putIn(tx, customerId, segmentId, clusters, { how: 'campaign', source: campaignId }, leave);
	}
};
