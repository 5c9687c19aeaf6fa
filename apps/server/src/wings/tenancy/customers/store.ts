/** Customers in the database. Lists cross tenants, so they are read by the platform role with the ids that the asker may see. */
import type { Customer } from '@luvalla/contract/tenancy/customers.ts';
import { containing, offsetOf, orderBy } from '#kernel/storage/search.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';

export interface CustomerRow {
	customer_id: number;
	name: string;
	business_id: string;
	address: string;
	phone: string;
	country_code: string;
	primary_email: string;
	status: 0 | 1 | 2;
	enterprise: boolean;
	use_cm: boolean;
	created_at: Date;
	requested_domains: string[];
	domains: number;
}

/** @param customer whose domains are counted: a value names it where there is one */
const fields = (
	customer: 'c.customer_id' | '$1',
): string => `c.customer_id, c.name, c.business_id, c.address, c.phone, c.country_code, c.primary_email, c.status, c.enterprise, c.use_cm, c.created_at, c.requested_domains,
	(select count(*)::int from domain d where d.customer_id = ${customer}) as domains`;

/** Sorting for people; ids break ties so that pages do not overlap. */
const COLUMNS = { name: 'lower(c.name)', status: 'c.status', createdAt: 'c.created_at', domains: 'domains' };

export const asCustomer = (row: CustomerRow, canEdit: boolean): Customer => ({
	id: row.customer_id,
	name: row.name,
	businessId: row.business_id,
	address: row.address,
	phone: row.phone,
	countryCode: row.country_code,
	primaryEmail: row.primary_email,
	status: row.status,
	type: row.enterprise,
	useCM: row.use_cm,
	domains: row.domains,
	requestedDomains: row.requested_domains,
	createdAt: row.created_at.toISOString(),
	can: { edit: canEdit },
});

interface Listing {
	q?: string | undefined;
	status?: number | undefined;
	sort?: string | undefined;
	page: number;
	size: number;
}

/** A page of customers and how many there are; `ids` null means all of them. */
export const listCustomers = async (
	storage: Storage,
	ids: readonly number[] | null,
	query: Listing,
): Promise<{ rows: CustomerRow[]; total: number }> => {
	const rows = await storage.across.query<CustomerRow & { total: number }>(
		`select ${fields('c.customer_id')}, count(*) over ()::int as total from customer c
		where ($1::int[] is null or c.customer_id = any($1)) and c.name ilike $2 and ($3::int is null or c.status = $3)
		${orderBy(query.sort, COLUMNS)}, c.customer_id limit $4 offset $5`,
		[ids, containing(query.q), query.status ?? null, query.size, offsetOf(query)],
	);
	return { rows, total: rows[0]?.total ?? 0 };
};

export const readCustomer = async (tx: Tx, customerId: number): Promise<CustomerRow | null> => {
	const [row] = await tx.query<CustomerRow>(`select ${fields('$1')} from customer c where c.customer_id = $1`, [customerId]);
	return row ?? null;
};

export interface CustomerDetails {
	name: string;
	businessId: string;
	address: string;
	phone: string;
	countryCode: string;
	primaryEmail: string;
}

export const nextCustomerId = async (storage: Storage): Promise<number> => {
	const [row] = await storage.inPlatform((tx) => tx.query<{ id: number }>(`select nextval('customer_id_seq')::int as id`));
	if (!row) throw new Error('The sequence of customers gave no number.');
	return row.id;
};

export const insertCustomer = (tx: Tx, customerId: number, details: CustomerDetails, status: number, useCM: boolean): Promise<object[]> =>
	tx.query(
		`insert into customer (customer_id, name, business_id, address, phone, country_code, primary_email, status, use_cm)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		[
			customerId,
			details.name,
			details.businessId,
			details.address,
			details.phone,
			details.countryCode,
			details.primaryEmail,
			status,
			useCM,
		],
	);

export const updateCustomer = (tx: Tx, customerId: number, details: CustomerDetails, useCM: boolean): Promise<object[]> =>
	tx.query(
		`update customer set name = $2, business_id = $3, address = $4, phone = $5, country_code = $6, primary_email = $7, use_cm = $8 where customer_id = $1`,
		[customerId, details.name, details.businessId, details.address, details.phone, details.countryCode, details.primaryEmail, useCM],
	);

/** A customer that a partner's person adds is looked after by their active partners. Answers those. */
export const assignToPartnersOf = (tx: Tx, userId: string, customerId: number): Promise<object[]> =>
	tx.query(
		`insert into partner_customer (partner_id, customer_id)
		select u.partner_id, $2 from partner_user u join partner p on p.id = u.partner_id and p.is_active where u.user_id = $1
		on conflict do nothing returning partner_id`,
		[userId, customerId],
	);

/** Customers with their domains, for pickers. `domainIds` narrows to these where given. */
export const customersWithDomains = (
	storage: Storage,
	ids: readonly number[] | null,
): Promise<{ customer_id: number; name: string; domains: { id: string; domain: string }[] }[]> =>
	storage.across.query(
		`select c.customer_id, c.name,
			coalesce(jsonb_agg(jsonb_build_object('id', d.domain_id, 'domain', d.host) order by d.host) filter (where d.domain_id is not null), '[]') as domains
		from customer c left join domain d using (customer_id)
		where $1::int[] is null or c.customer_id = any($1)
		group by c.customer_id, c.name order by lower(c.name), c.customer_id`,
		[ids],
	);
