/** Changes who is in a set, and tells whoever waits for it who came and who left: those alone of whom it was not so before. */
import { now } from '#kernel/clock.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type NewsKind, noteNews } from '../news.ts';
import { numbersAmong } from './count.ts';
import { changeBits, type SetRow } from './store.ts';

/**
 * Puts people in and takes others out; who is in both stays in. Call it while the set is held. A set that is being built is not all there
 * yet, so of whom it finds is told nothing: neither they nor anybody else has just come.
 */
export const changeSet = async (
	tx: Tx,
	customerId: number,
	{ set_id: setId, watched, built_to: builtTo }: Pick<SetRow, 'set_id' | 'watched' | 'built_to'>,
	on: readonly number[],
	off: readonly number[],
): Promise<void> => {
	if (!watched || builtTo !== null) return changeBits(tx, customerId, setId, on, off);
	const before = await numbersAmong(tx, customerId, setId, [...on, ...off]);
	await changeBits(tx, customerId, setId, on, off);
	const stays = new Set(on);
	const news = (kind: NewsKind, numbers: readonly number[]) =>
		[...new Set(numbers)].map((number) => ({ kind, subject: setId, number, domainId: null, cause: null, at: now() }));
	await noteNews(tx, customerId, [
		...news(
			'joined',
			on.filter((number) => !before.has(number)),
		),
		...news(
			'left',
			off.filter((number) => before.has(number) && !stays.has(number)),
		),
	]);
};
