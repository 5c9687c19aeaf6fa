/** The worker's part of the proof: appending every minute, and the day's rounds. */
import type { Kernel } from '#kernel/kernel.ts';
import { appendCustomer, OVERLAP_SECONDS } from './append.ts';
import { eachCustomer, throwFailed } from './each.ts';
import { sealInstallation } from './installation.ts';
import { keepRetention } from './retention.ts';
import { CHECK, CheckJob, selfCheck, selfCheckInstallation, sendChecks } from './self-check.ts';
import { createTelling, TELL, TellJob } from './tell.ts';
import { askWitnesses } from './witness.ts';

const NOT_SEALED = 'records could not be sealed';
const NOT_RETAINED = 'records past their time could not be erased';

/** One pass over every customer that has something new; a customer that fails keeps no other waiting. Answers how many records it took in. */
export const sealAll = async (kernel: Kernel): Promise<number> => {
	const { storage, log } = kernel;
	const waiting = await storage.across.query<{ customer_id: number }>(
		'select customer_id from ledger_waiting(make_interval(secs => $1)) as customer_id',
		[OVERLAP_SECONDS],
	);
	let total = 0;
	const failed = await eachCustomer(log, waiting.map(customerOf), NOT_SEALED, async (customerId) => {
		total += await appendCustomer(kernel, customerId);
	});
	// Also what an erasure, or a pass that was cut off, left waiting.
	while ((await sealInstallation(kernel)) !== null);
	await askWitnesses(kernel);
	throwFailed(failed, NOT_SEALED);
	return total;
};

const customerOf = (row: { customer_id: number }): number => row.customer_id;

/** Erases of every customer what is past its purpose's time. */
export const retainAll = async (kernel: Kernel): Promise<void> => {
	const { storage, log } = kernel;
	const customers = await storage.across.query<{ customer_id: number }>('select customer_id from customer order by customer_id');
	const failed = await eachCustomer(log, customers.map(customerOf), NOT_RETAINED, async (customerId) => {
		const gone = await keepRetention(kernel, customerId);
		if (gone > 0) log.info('records past their time were erased', { customerId, records: gone });
	});
	throwFailed(failed, NOT_RETAINED);
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
