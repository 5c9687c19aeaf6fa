/** The worker's part of the proof: places as records arrive, heads every minute, and the day's rounds. */
import { News } from '@luvalla/contract/live.ts';
import { createRounds } from '#kernel/jobs/rounds.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { int, row, sql } from '#kernel/storage/rows.ts';
import { allCustomers } from '../../tenancy/wing.ts';
import { appendCustomer, placeArrivals } from './append.ts';
import { eachCustomer, throwFailed } from './each.ts';
import { sealInstallation } from './installation.ts';
import { keepRetention } from './retention.ts';
import { CHECK, CheckJob, noteFailedCheck, selfCheck, selfCheckInstallation, sendChecks } from './self-check.ts';
import { createTelling, TELL, TellJob } from './tell.ts';
import { askWitnesses } from './witness.ts';

const Waiting = row({ customer_id: int });
const NOT_SEALED = 'records could not be sealed';
const NOT_RETAINED = 'records past their time could not be erased';

/** One pass over every customer that has something new; a customer that fails keeps no other waiting. Answers how many records it took in. */
export const sealAll = async (kernel: Kernel): Promise<number> => {
	const { storage, log } = kernel;
	const waiting = await storage.across.rows(Waiting, sql`select customer_id from ledger_waiting() as customer_id`);
	let total = 0;
	const failed = await eachCustomer(
		log,
		waiting.map((row) => row.customer_id),
		NOT_SEALED,
		async (customerId) => {
			total += await appendCustomer(kernel, customerId);
		},
	);
	// Also what an erasure, or a pass that was cut off, left waiting.
	while ((await sealInstallation(kernel)) !== null);
	await askWitnesses(kernel);
	throwFailed(failed, NOT_SEALED);
	return total;
};

/** Erases of every customer what is past its purpose's time. */
export const retainAll = async (kernel: Kernel): Promise<void> => {
	const { storage, log } = kernel;
	const customers = await allCustomers(storage.across);
	const failed = await eachCustomer(log, customers, NOT_RETAINED, async (customerId) => {
		const gone = await keepRetention(kernel, customerId);
		if (gone > 0) log.info('records past their time were erased', { customerId, records: gone });
	});
	throwFailed(failed, NOT_RETAINED);
};

/** Between places given to one customer's records: what arrives meanwhile shares a transaction. Readers of the tail wait as long. */
export const REST_MS = 500;

/** Gives records their places soon after they arrived. Answers how to stop. */
const placeSoon = async (kernel: Kernel): Promise<() => Promise<void>> => {
	const { storage, log } = kernel;
	const rounds = createRounds(async (customerId) => (await placeArrivals(kernel, customerId)).more, {
		atOnce: 1,
		restMs: REST_MS,
		failed: (customerId, error) => log.error(NOT_SEALED, { customerId, error }),
	});
	const unlisten = await storage.listen('live', (payload) => {
		// What cannot be read is said by whoever serves live lists; the minute's pass misses nothing.
		const news = News.safeParse(JSON.parse(payload));
		if (news.data?.topic === 'consents') rounds.wake(news.data.customerId);
	});
	return async () => {
		await unlisten();
		await rounds.stop();
	};
};

/** Answers how to stop what does not end with the jobs. */
export const startProof = async (kernel: Kernel): Promise<() => Promise<void>> => {
	const { jobs } = kernel;
	const telling = createTelling(kernel);
	await jobs.schedule('ledger-seal', '* * * * *', async () => void (await sealAll(kernel)));
	await jobs.schedule('ledger-retention', '50 1 * * *', () => retainAll(kernel));
	await jobs.schedule('ledger-check', '40 2 * * *', () => sendChecks(kernel));
	// Two at a time leave room for others.
	await jobs.work(
		CHECK,
		async (data) => {
			const { customerId } = CheckJob.parse(data);
			if (customerId === null) await selfCheckInstallation(kernel);
			else
				await selfCheck(kernel, customerId).catch(async (error: unknown) => {
					await noteFailedCheck(kernel, customerId);
					throw error;
				});
		},
		{ concurrency: 2 },
	);
	await jobs.schedule('ledger-tell', '10 5 * * *', () => telling.tellAll());
	await jobs.work(
		TELL,
		async (data) => {
			const { customerId, addressId } = TellJob.parse(data);
			await telling.tellOne(customerId, addressId);
		},
		{ concurrency: 5 },
	);
	return placeSoon(kernel);
};
