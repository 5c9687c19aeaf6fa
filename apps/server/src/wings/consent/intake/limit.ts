/**
 * How much one sender and one customer may bring: the ledger is append only, so whoever floods it leaves what stays. Counted in
 * each process, by the address (of IPv6 its /64) and by the customer; nothing of it is stored.
 */
import { createBuckets } from '#kernel/access/buckets.ts';
import { hostOf } from '#kernel/access/limits.ts';
import { tooMany } from '#kernel/http/errors.ts';
import type { Settings } from '#kernel/settings.ts';

/** @throws Refused 429 too_many, with when to come back */
export type IntakeLimit = (ip: string, customerId: number, count: number) => void;

export const createIntakeLimit = ({
	intakePerAddress,
	intakePerCustomer,
}: Pick<Settings, 'intakePerAddress' | 'intakePerCustomer'>): IntakeLimit => {
	const addresses = createBuckets(intakePerAddress);
	const customers = createBuckets(intakePerCustomer);
	return (ip, customerId, count) => {
		const wait = addresses.take(hostOf(ip), count) || customers.take(String(customerId), count);
		if (wait > 0) throw tooMany(wait);
	};
};
