/** Whether a domain's host name stands in anything that stays: what was published there, and records. */
import { bool, row, sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const Used = row({ used: bool });

/** Publications are few and come first: without any, the records of the customer are gone through, for what a call or a file brought. */
export const isUsed = async (tx: Tx, customerId: number, domainId: string): Promise<boolean> => {
	const published = await tx.first(
		Used,
		sql`select exists (select 1 from publication where customer_id = ${customerId} and domain_id = ${domainId}) as used`,
	);
	if (published?.used) return true;
	const recorded = await tx.first(
		Used,
		sql`select exists (select 1 from consent_record where customer_id = ${customerId} and domain_id = ${domainId}) as used`,
	);
	return recorded?.used === true;
};

const Stands = row({ stands: bool });
/** Whether there is a draft, a publication, a purpose, a form or a record of the domain. */
export const standsOn = async (tx: Tx, customerId: number, domainId: string): Promise<boolean> =>
	(
		await tx.first(
			Stands,
			sql`select exists (select 1 from configuration where customer_id = ${customerId} and domain_id = ${domainId})
				or exists (select 1 from publication where customer_id = ${customerId} and domain_id = ${domainId})
				or exists (select 1 from purpose where customer_id = ${customerId} and domain_id = ${domainId})
				or exists (select 1 from signup_form where customer_id = ${customerId} and domain_id = ${domainId})
				or exists (select 1 from consent_record where customer_id = ${customerId} and domain_id = ${domainId}) as stands`,
		)
	)?.stands === true;
