/** Whether a customer pays with credits. Every door asks here. */
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { everHadCredits, readTerms } from './store.ts';

/**
 * An ADMIN's word, where there is one; else whether the installation sells credits, or the customer has ever had some. Whoever is not
 * charged sends and scans free.
 */
export const isCharged = async (tx: Tx, { settings }: { settings: Pick<Kernel['settings'], 'stripe'> }, customerId: number) => {
	const said = (await readTerms(tx, customerId))?.charged ?? null;
	return said ?? (settings.stripe !== null || (await everHadCredits(tx, customerId)));
};
