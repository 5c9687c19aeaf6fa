/** Whether this wing keeps anything of somebody. */
import { bool, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const Held = row({ person: uuid });

/** Persons of whom something is kept here. */
export const holds = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<string[]> =>
	(
		await tx.rows(
			Held,
			sql`select p.person from unnest(${persons}::uuid[]) p (person)
			where exists (select 1 from profile f where f.customer_id = ${customerId} and f.person = p.person)
				or exists (select 1 from profile_own o where o.customer_id = ${customerId} and o.person = p.person)
				or exists (select 1 from segment_member m where m.customer_id = ${customerId} and m.person = p.person)
				or exists (select 1 from device d where d.customer_id = ${customerId} and d.person = p.person)
				or exists (select 1 from device_token t where t.customer_id = ${customerId} and t.person = p.person)
				or exists (select 1 from person n join event e on e.customer_id = ${customerId} and e.number = n.number
					where n.customer_id = ${customerId} and n.person = p.person)`,
		)
	).map(({ person }) => person);

const Stands = row({ stands: bool });
/** Whether anybody is known on the domain, or a segment, audience, upload or connector is its own. */
export const standsOn = async (tx: Tx, customerId: number, domainId: string): Promise<boolean> =>
	(
		await tx.first(
			Stands,
			sql`select exists (select 1 from person_seen where customer_id = ${customerId} and domain_id = ${domainId})
				or exists (select 1 from audience where customer_id = ${customerId} and domain_id = ${domainId})
				or exists (select 1 from segment where customer_id = ${customerId} and domain_id = ${domainId})
				or exists (select 1 from event where customer_id = ${customerId} and domain_id = ${domainId})
				or exists (select 1 from device where customer_id = ${customerId} and domain_id = ${domainId})
				or exists (select 1 from device_token where customer_id = ${customerId} and domain_id = ${domainId})
				or exists (select 1 from upload where customer_id = ${customerId} and domain_id = ${domainId})
				or exists (select 1 from connector where customer_id = ${customerId} and domain_id = ${domainId})
				or exists (select 1 from profile_attribute where customer_id = ${customerId} and domain_id = ${domainId})
				or exists (select 1 from event_setting where customer_id = ${customerId} and domain_id = ${domainId}) as stands`,
		)
	)?.stands === true;
