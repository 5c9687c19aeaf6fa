/** On which domain somebody was named first: what roll-ups count people by. */
import { type Sql, sql } from '#kernel/storage/rows.ts';

/** Of person `p`; null where it was the whole customer, or the domain is no more. */
export const madeOn = (customerId: number): Sql => sql`case when p.made_on = any(array(
	select d.domain_id from domain d where d.customer_id = ${customerId}
	union all select q.domain_id from deletion_request q where q.customer_id = ${customerId} and q.status = 1 and q.cancelled_at is null and q.erased_at is null)) then p.made_on end`;
