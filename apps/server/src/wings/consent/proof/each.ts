/** Work that is done for every customer: what goes wrong with one of them keeps no other waiting. */
import type { Log } from '#kernel/log.ts';

/** One customer after the other; logs what failed, and answers it. */
export const eachCustomer = async (
	log: Log,
	customers: readonly number[],
	failure: string,
	work: (customerId: number) => Promise<void>,
): Promise<unknown[]> => {
	const failed: unknown[] = [];
	for (const customerId of customers) {
		try {
			await work(customerId);
		} catch (error) {
			log.error(failure, { customerId, error });
			failed.push(error);
		}
	}
	return failed;
};

/** Ends a job as failed once all of it was tried. @throws AggregateError of what failed */
export const throwFailed = (failed: readonly unknown[], failure: string): void => {
	if (failed.length > 0) throw new AggregateError(failed, `${failure} (${failed.length})`);
};
