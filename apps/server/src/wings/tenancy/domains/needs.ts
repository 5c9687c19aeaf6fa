/** What of domains waits for somebody: whose a host is, and custom domains that cannot be served. */
import type { Need } from '@luvalla/contract/insight/needs.ts';
import type { ForWhom } from '#kernel/hooks.ts';
import { instant, orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const DomainRow = row({ domain_id: uuid, host: text, created_at: instant });
const CustomRow = row({ id: uuid, host: text, at: orNull(instant) });

export const domainNeeds = async (tx: Tx, { customerId, domainIds }: ForWhom): Promise<Need[]> => {
	const unproven = await tx.rows(
		DomainRow,
		sql`select domain_id, host, created_at from domain where customer_id = ${customerId} and proven_at is null
			and (${domainIds}::uuid[] is null or domain_id = any(${domainIds}::uuid[])) order by created_at limit 20`,
	);
	// They are the customer's as a whole.
	const failing =
		domainIds !== null
			? []
			: await tx.rows(
					CustomRow,
					sql`select custom_domain_id as id, host, coalesce(invalid_at, looked_at) as at from custom_domain
					where customer_id = ${customerId} and (status = 'Invalid' or differing > 0 or reason is not null) order by host limit 20`,
				);
	return [
		...unproven.map(
			(one): Need => ({
				...{ need: 'domain-unproven', id: one.domain_id, name: one.host, domainId: one.domain_id },
				...{ count: null, at: one.created_at.toISOString() },
			}),
		),
		...failing.map(
			(one): Need => ({
				...{ need: 'custom-domain-failing', id: one.id, name: one.host, domainId: null, count: null, at: one.at?.toISOString() ?? null },
			}),
		),
	];
};
