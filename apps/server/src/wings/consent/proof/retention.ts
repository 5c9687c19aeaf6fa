/** Answers are kept as long as their purpose says; a daily job erases older ones, each lawfully. */
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { eraseRecords } from './erase.ts';

const BATCH = 1000;

/** Months that answers to this purpose are kept from their arrival; null: as long as the customer. False when there is no such purpose. */
export const setRetention = async (tx: Tx, customerId: number, purposeId: string, months: number | null): Promise<boolean> => {
	const rows = await tx.query('update purpose set retention_months = $3 where customer_id = $1 and purpose_id = $2 returning purpose_id', [
		customerId,
		purposeId,
		months,
	]);
	return rows.length > 0;
};

/** The oldest records of the customer that are past their purpose's time. */
const expired = (tx: Tx, customerId: number): Promise<{ id: string }[]> =>
	tx.query(
		`select r.id from purpose p
		join consent_record r on r.customer_id = p.customer_id and r.purpose_id = p.purpose_id
			and r.received_at < $2::timestamptz - make_interval(months => p.retention_months)
		where p.customer_id = $1 and p.retention_months is not null
		order by r.received_at limit $3`,
		[customerId, now(), BATCH],
	);

/** Answers how many records are gone. */
export const keepRetention = async (kernel: Pick<Kernel, 'storage' | 'secrets' | 'settings'>, customerId: number): Promise<number> => {
	let total = 0;
	for (let gone = BATCH; gone > 0; total += gone)
		gone = await kernel.storage.inTenant(customerId, async (tx) => {
			const rows = await expired(tx, customerId);
			return rows.length === 0
				? 0
				: eraseRecords(
						tx,
						kernel,
						customerId,
						rows.map(({ id }) => id),
						'retention',
					);
		});
	return total;
};
