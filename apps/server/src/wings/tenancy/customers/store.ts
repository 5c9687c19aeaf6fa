/** Customers in the database. Lists cross tenants, so they are read by the platform role with the ids that the asker may see. */
import { CUSTOMER_STATUS } from '@luvalla/contract/constants.ts';
import { type Customer, type CustomerChange, CustomerStatus, MOST_PICKED } from '@luvalla/contract/tenancy/customers.ts';
import * as z from 'zod';
import {
	beginningsFirst,
	countedSearch,
	type Found,
	having,
	isLong,
	list,
	readLongPage,
	readPage,
	unaided,
} from '#kernel/storage/lists.ts';
import { bool, empty, instant, int, json, type RowOf, row, type Sql, sql, text, texts } from '#kernel/storage/rows.ts';
import { beginning, containing } from '#kernel/storage/search.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';

const CustomerRow = row({
	customer_id: int,
	name: text,
	business_id: text,
	address: text,
	phone: text,
	country_code: text,
	primary_email: text,
	status: int,
	cancelled: bool,
	enterprise: bool,
	use_cm: bool,
	created_at: instant,
	requested_domains: texts,
	domains: int,
});
export type CustomerRow = RowOf<typeof CustomerRow>;

const FIELDS = sql`c.customer_id, c.name, c.business_id, c.address, c.phone, c.country_code, c.primary_email, c.status, c.cancelled, c.enterprise, c.use_cm,
	c.created_at, c.requested_domains, c.domains`;

export const CUSTOMERS = list({
	row: CustomerRow,
	columns: FIELDS,
	from: sql`customer c`,
	orders: {
		name: { by: sql`c.in_order`, type: 'text' },
		status: { by: sql`c.status`, type: 'int' },
		createdAt: { by: sql`c.created_at`, type: 'timestamptz' },
		domains: { by: sql`c.domains`, type: 'int' },
	},
	usual: 'name',
	key: { by: sql`c.customer_id`, type: 'int' },
	thin: { name: sql`c`, table: sql`customer c`, joins: empty, keys: [sql`customer_id`] },
});

export const asCustomer = (row: CustomerRow, can: Customer['can']): Customer => ({
	id: row.customer_id,
	name: row.name,
	businessId: row.business_id,
	address: row.address,
	phone: row.phone,
	countryCode: row.country_code,
	primaryEmail: row.primary_email,
	status: CustomerStatus.parse(row.status),
	type: row.enterprise,
	useCM: row.use_cm,
	domains: row.domains,
	requestedDomains: row.requested_domains,
	createdAt: row.created_at.toISOString(),
	can,
});

export interface Narrowed {
	q?: string | undefined;
	status?: number | undefined;
}

/** Of few letters the index of trigrams knows nothing. */
const FEWEST_INSIDE = 3;
const named = (pattern: string): Sql => sql`lower(c.name) like lower(${pattern})`;

/** Of these customers. */
const narrowedAmong = (ids: readonly number[], { q, status }: Narrowed): Sql[] => [
	sql`c.name ilike ${containing(q)}`,
	sql`c.customer_id = any(${ids}::int[])`,
	...(status === undefined ? [] : [sql`c.status = ${status}`]),
];

const onlyBeginning = async (across: Tx, q: string): Promise<boolean> =>
	q.trim().length < FEWEST_INSIDE && (await isLong(across, sql`customer c`));

/** Of all. Where these are very many, one and two letters are those that a name begins with, which an index knows. */
const narrowedOfAll = async (across: Tx, { q = '', status }: Narrowed): Promise<Sql[]> => {
	const wanted = q.trim();
	return [
		...(wanted === '' ? [] : [named((await onlyBeginning(across, wanted)) ? beginning(wanted) : containing(wanted))]),
		...(status === undefined ? [] : [sql`c.status = ${status}`]),
	];
};

/** @param ids null: all of them */
export const narrowed = async (across: Tx, ids: readonly number[] | null, by: Narrowed): Promise<Sql[]> =>
	ids === null ? narrowedOfAll(across, by) : narrowedAmong(ids, by);

/** @param ids null: all of them */
export const pageOfCustomers = async (
	across: Tx,
	ids: readonly number[] | null,
	query: Narrowed & { page: number; size: number; sort?: string | undefined },
): Promise<Found<CustomerRow>> =>
	ids === null
		? readLongPage(
				across,
				CUSTOMERS,
				await narrowedOfAll(across, query),
				query,
				(query.q ?? '').trim() !== '' && !(await onlyBeginning(across, query.q ?? '')),
			)
		: readPage(across, CUSTOMERS, narrowedAmong(ids, query), query);

const NamedCustomer = row({ customer_id: int, name: text });
type NamedCustomer = RowOf<typeof NamedCustomer>;

/**
 * The first few whose name has this in it, those first that begin so.
 * @param ids null: all of them
 */
export const findCustomers = async (
	tx: Tx,
	ids: readonly number[] | null,
	{ q, most }: { q: string; most: number },
): Promise<NamedCustomer[]> => {
	const found = async (condition: Sql, limit: number): Promise<NamedCustomer[]> => {
		const all = sql`${condition} and (${ids}::int[] is null or c.customer_id = any(${ids}::int[]))`;
		const { few } = await countedSearch(tx, sql`customer c`, all);
		return tx.rows(
			NamedCustomer,
			sql`select c.customer_id, c.name from (select c.* from customer c where ${few ? sql`${all} offset 0` : unaided(all)}) c
				order by c.in_order, c.customer_id limit ${limit}`,
		);
	};
	return beginningsFirst(most, found, named(beginning(q)), (await onlyBeginning(tx, q)) ? null : named(containing(q)));
};

/** Two who decide about one customer, or name hosts for it, do so one after the other. */
export const lockCustomer = (tx: Tx, customerId: number): Promise<number> =>
	tx.run(sql`select 1 from customer where customer_id = ${customerId} for update`);

export const readCustomer = (tx: Tx, customerId: number): Promise<CustomerRow | null> =>
	tx.first(CustomerRow, sql`select ${FIELDS} from customer c where c.customer_id = ${customerId}`);

/** Neither waiting for its onboarding, nor cancelled, nor on hold: nothing is sent for any other. */
export const isOnboarded = async (tx: Tx, customerId: number): Promise<boolean> =>
	(await readCustomer(tx, customerId))?.status === CUSTOMER_STATUS.onboarded;

export interface CustomerDetails {
	name: string;
	businessId: string;
	address: string;
	phone: string;
	countryCode: string;
	primaryEmail: string;
}

const CustomerIdRow = row({ customer_id: int });

/** Every customer of the installation, for rounds that visit each. */
export const allCustomers = async (across: Tx): Promise<number[]> =>
	(await across.rows(CustomerIdRow, sql`select customer_id from customer order by customer_id`)).map((row) => row.customer_id);

const Numbered = row({ id: int });

export const nextCustomerId = async (storage: Storage): Promise<number> => {
	const next = await storage.inPlatform((tx) => tx.first(Numbered, sql`select nextval('customer_id_seq')::int as id`));
	if (!next) throw new Error('The sequence of customers gave no number.');
	return next.id;
};

/**
 * @param requested hosts that are asked for at the onboarding. Written at once: on a cluster two who add a customer and then change it in the
 * same transaction wait for each other
 */
export const insertCustomer = (
	tx: Tx,
	customerId: number,
	d: CustomerDetails,
	status: number,
	useCM: boolean,
	requested: readonly string[] = [],
): Promise<number> =>
	tx.run(sql`insert into customer (customer_id, name, business_id, address, phone, country_code, primary_email, status, use_cm, requested_domains)
		values (${customerId}, ${d.name}, ${d.businessId}, ${d.address}, ${d.phone}, ${d.countryCode}, ${d.primaryEmail}, ${status},
			${useCM}, ${requested})`);

/** What is not given stays as it is. */
export const updateCustomer = (tx: Tx, customerId: number, d: Omit<CustomerChange, 'id'>): Promise<number> =>
	tx.run(sql`update customer set name = coalesce(${d.name ?? null}, name), business_id = coalesce(${d.businessId ?? null}, business_id),
			address = coalesce(${d.address ?? null}, address), phone = coalesce(${d.phone ?? null}, phone),
			country_code = coalesce(${d.countryCode ?? null}, country_code),
			primary_email = coalesce(${d.primaryEmail ?? null}, primary_email), use_cm = coalesce(${d.useCM ?? null}, use_cm)
		where customer_id = ${customerId}`);

export const markEnterprise = (tx: Tx, customerId: number, enterprise: boolean): Promise<number> =>
	tx.run(sql`update customer set enterprise = ${enterprise} where customer_id = ${customerId}`);

export const setStatus = (tx: Tx, customerId: number, status: number): Promise<number> =>
	tx.run(
		sql`update customer set status = ${status}, cancelled = ${status === CUSTOMER_STATUS.notOnboarded} where customer_id = ${customerId}`,
	);

const Address = row({ email: text });

/** Of those who answer for the customer. */
export const customerAdminAddresses = async (tx: Tx, customerId: number): Promise<string[]> => {
	const rows = await tx.rows(
		Address,
		sql`select distinct u.email from app_user u join user_customer m on m.user_id = u.id and m.customer_id = ${customerId}
			and m.is_customer_admin`,
	);
	return rows.map(({ email }) => email);
};

/** Of these, in small letters, addresses of people who work for the customer, or on a domain of it, and have signed in with them. */
export const teamAddresses = async (tx: Tx, customerId: number, addresses: readonly string[]): Promise<string[]> => {
	const rows = await tx.rows(
		Address,
		sql`select u.email from app_user u where lower(u.email) = any(${addresses}::text[]) and u.signed_in_at is not null
			and (exists (select 1 from user_customer m where m.customer_id = ${customerId} and m.user_id = u.id)
				or exists (select 1 from user_domain m where m.customer_id = ${customerId} and m.user_id = u.id))`,
	);
	return rows.map(({ email }) => email.toLowerCase());
};

/** These hosts are no longer asked for. */
export const dropRequested = (tx: Tx, customerId: number, hosts: readonly string[]): Promise<number> =>
	tx.run(sql`update customer set requested_domains = array(select host from unnest(requested_domains) host
			where host <> all(${hosts}::text[]))
		where customer_id = ${customerId}`);

/** A customer that a partner's person adds is looked after by their active partners. Answers how many these are. */
export const assignToPartnersOf = (tx: Tx, userId: string, customerId: number): Promise<number> =>
	tx.run(sql`insert into partner_customer (partner_id, customer_id)
		select u.partner_id, ${customerId} from partner_user u join partner p on p.id = u.partner_id and p.is_active
			where u.user_id = ${userId}
		on conflict do nothing returning 1`);

const PickedCustomer = row({
	customer_id: int,
	name: text,
	domains: json(z.array(z.object({ id: z.string(), domain: z.string(), proven: z.boolean() }))),
});

/**
 * Customers with their domains, for pickers, by their names: no more than `MOST_PICKED`, and whoever is named of them.
 * @param ids null: all of them
 */
export const customersWithDomains = async (
	storage: Storage,
	ids: readonly number[] | null,
	{ q, customerId }: { q?: string | undefined; customerId?: number | undefined },
): Promise<RowOf<typeof PickedCustomer>[]> =>
	storage.across.rows(
		PickedCustomer,
		sql`with picked as (
			(select c.customer_id, c.name, c.in_order from customer c where ${having(await narrowed(storage.across, ids, { q }))} order by c.in_order, c.customer_id limit ${MOST_PICKED})
			union
			select c.customer_id, c.name, c.in_order from customer c
				where c.customer_id = ${customerId ?? null}::int and (${ids}::int[] is null or c.customer_id = any(${ids}::int[]))
		)
		select c.customer_id, c.name,
			coalesce((select jsonb_agg(jsonb_build_object('id', d.domain_id, 'domain', d.host, 'proven', d.proven_at is not null) order by d.host)
				from domain d where d.customer_id = c.customer_id), '[]') as domains
		from picked c order by c.in_order, c.customer_id`,
	);
