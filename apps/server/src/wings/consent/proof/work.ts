/** The worker's part of the proof: appending every minute, and the day's rounds. */
import type { Kernel } from '#kernel/kernel.ts';
import { appendCustomer, OVERLAP_SECONDS } from './append.ts';
import { sealInstallation } from './installation.ts';
import { keepRetention } from './retention.ts';
import { CHECK, CheckJob, selfCheck, selfCheckInstallation, sendChecks } from './self-check.ts';
import { createTelling, TELL, TellJob } from './tell.ts';
import { askWitnesses } from './witness.ts';

/** One pass over every customer that has something new; a customer that fails keeps no other waiting. Answers how many records it took in. */
export const sealAll = async (kernel: Kernel): Promise<number> => {
	const { storage, log } = kernel;
	const waiting = await storage.across.query<{ customer_id: number }>(
		'select customer_id from ledger_waiting(make_interval(secs => $1)) as customer_id',
		[OVERLAP_SECONDS],
	);
	const failed: unknown[] = [];
	let total = 0;
	for (const { customer_id } of waiting) {
		try {
			total += await appendCustomer(kernel, customer_id);
		} catch (error) {
			log.error('records could not be sealed', { customerId: customer_id, error });
			failed.push(error);
		}
	}
	// Also what an erasure, or a pass that was cut off, left waiting.
	while ((await sealInstallation(kernel)) !== null);
	await askWitnesses(kernel);
	if (failed.length > 0) throw new AggregateError(failed, `The records of ${failed.length} customers could not be sealed.`);
	return total;
};

const retainAll = async (kernel: Kernel): Promise<void> => {
	const customers = await kernel.storage.across.query<{ customer_id: number }>('select customer_id from customer order by customer_id');
	for (const { customer_id } of customers) {
		const gone = await keepRetention(kernel, customer_id);
		if (gone > 0) kernel.log.info('records past their time were erased', { customerId: customer_id, records: gone });
	}
};

export const startProof = async (kernel: Kernel): Promise<void> => {
	const { jobs } = kernel;
	const telling = createTelling(kernel);
	await jobs.schedule('ledger-seal', '* * * * *', async () => void (await sealAll(kernel)));
	await jobs.schedule('ledger-retention', '50 1 * * *', () => retainAll(kernel));
	await jobs.schedule('ledger-check', '40 2 * * *', () => sendChecks(kernel));
	// Full batches follow each other without waiting for the next poll; two at a time leave room for calls.
	await jobs.work(
		CHECK,
		async (data) => {
			const { customerId } = CheckJob.parse(data);
			if (customerId === null) await selfCheckInstallation(kernel);
			else await selfCheck(kernel, customerId);
		},
		{ batch: 2 },
	);
	await jobs.schedule('ledger-tell', '10 5 * * *', () => telling.tellAll());
	await jobs.work(
		TELL,
		async (data) => {
			const { customerId, addressId } = TellJob.parse(data);
			await telling.tellOne(customerId, addressId);
		},
		{ batch: 5 },
	);
};
