/** Connectors whose last run, or last test, failed. */
import type { Need } from '@luvalla/contract/insight/needs.ts';
import type { ForWhom } from '#kernel/hooks.ts';
import { instant, orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const FailingRow = row({ connector_id: uuid, name: text, domain_id: orNull(uuid), at: orNull(instant) });

export const connectorNeeds = async (tx: Tx, { customerId, domainIds }: ForWhom): Promise<Need[]> => {
	const rows = await tx.rows(
		FailingRow,
		sql`select c.connector_id, c.name, c.domain_id, coalesce(r.ended_at, c.tested_at) as at from connector c
			left join lateral (
				select u.state, u.ended_at from connector_run x join run u on u.customer_id = ${customerId} and u.run_id = x.run_id
				where x.customer_id = ${customerId} and x.connector_id = c.connector_id and u.ended_at is not null order by x.created_at desc limit 1
			) r on true
		where c.customer_id = ${customerId} and c.is_active and (r.state = 'failed' or c.tested ->> 'code' <> 'ok')
			and (${domainIds}::uuid[] is null or c.domain_id = any(${domainIds}::uuid[]))
		order by at limit 20`,
	);
	return rows.map(
		(one): Need => ({
			...{ need: 'connector-failing', id: one.connector_id, name: one.name, domainId: one.domain_id, count: null },
			at: one.at?.toISOString() ?? null,
		}),
	);
};
