/** Once a day every account is held against its rows: each move makes zero, each balance follows from the one before. */
import { newId, now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { allCustomers } from '../../tenancy/wing.ts';
import { addingUp, type Checked, insertCheck } from './store.ts';

/** Looks at all accounts, customer by customer, and keeps what was found. */
export const checkCredits = async ({ storage, log }: Pick<Kernel, 'storage' | 'log'>): Promise<Checked> => {
	const customers = await allCustomers(storage.acrossInReport);
	const wrong: number[] = [];
	let entries = 0;
	for (const customerId of customers) {
		const found = await storage.inTenant(customerId, (tx) => addingUp(tx, customerId));
		entries += found?.entries ?? 0;
		if (found?.adds_up !== true) wrong.push(customerId);
	}
	const checked = { id: newId(), at: now(), customers: customers.length, entries, wrong };
	await storage.inPlatform((tx) => insertCheck(tx, checked));
	if (wrong.length > 0) log.error('accounts of credits do not add up', { customers: wrong });
	return checked;
};

export const checkCreditsDaily = async (kernel: Kernel): Promise<void> => {
	await kernel.jobs.schedule('credits-check', '20 3 * * *', async () => void (await checkCredits(kernel)));
};
