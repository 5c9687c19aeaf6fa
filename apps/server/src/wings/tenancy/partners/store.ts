/** Partners in the database: platform rows all of them. */
import type { Partner, PartnerChange } from '@luvalla/contract/tenancy/partners.ts';
import { type Found, inOrder, list, readPage } from '#kernel/storage/lists.ts';
import { bool, int, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import { containing } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { setRole } from '../../identity/wing.ts';
import { revokePartnerInvitesTo } from '../invites/store.ts';

const PartnerRow = row({
	id: uuid,
	name: text,
	country_code: text,
	business_id: text,
	detail: text,
	is_active: bool,
	users: int,
	customers: int,
});
export type PartnerRow = RowOf<typeof PartnerRow>;

const USERS = sql`(select count(*)::int from partner_user u where u.partner_id = p.id)`;
const CUSTOMERS = sql`(select count(*)::int from partner_customer c where c.partner_id = p.id)`;
const FIELDS = sql`p.id, p.name, p.country_code, p.business_id, p.detail, p.is_active, ${USERS} as users, ${CUSTOMERS} as customers`;

const PARTNERS = list({
	row: PartnerRow,
	columns: FIELDS,
	from: sql`partner p`,
	orders: {
		name: { by: inOrder(sql`p.name`), type: 'text' },
		users: { by: USERS, type: 'int' },
		customers: { by: CUSTOMERS, type: 'int' },
	},
	usual: 'name',
	key: { by: sql`p.id`, type: 'uuid' },
});

export const asPartner = (row: PartnerRow): Partner => ({
	id: row.id,
	name: row.name,
	countryCode: row.country_code,
	businessId: row.business_id,
	detail: row.detail,
	isActive: row.is_active,
	users: row.users,
	customers: row.customers,
});

interface Listing {
	q?: string | undefined;
	isActive?: 'true' | 'false' | undefined;
	sort?: string | undefined;
	page: number;
	size: number;
}

export const listPartners = (tx: Tx, query: Listing): Promise<Found<PartnerRow>> =>
	readPage(
		tx,
		PARTNERS,
		[sql`p.name ilike ${containing(query.q)}`, ...(query.isActive === undefined ? [] : [sql`p.is_active = ${query.isActive === 'true'}`])],
		query,
	);

export const readPartner = (tx: Tx, id: string): Promise<PartnerRow | null> =>
	tx.first(PartnerRow, sql`select ${FIELDS} from partner p where p.id = ${id}`);

interface PartnerDetails {
	id: string;
	name: string;
	countryCode: string;
	businessId: string;
	detail: string;
}

export const insertPartner = (tx: Tx, p: PartnerDetails): Promise<number> =>
	tx.run(sql`insert into partner (id, name, country_code, business_id, detail)
		values (${p.id}, ${p.name}, ${p.countryCode}, ${p.businessId}, ${p.detail})`);

/** What is not given stays as it is. */
export const updatePartner = (tx: Tx, p: PartnerChange): Promise<number> =>
	tx.run(sql`update partner set name = coalesce(${p.name ?? null}, name), country_code = coalesce(${p.countryCode ?? null}, country_code),
			business_id = coalesce(${p.businessId ?? null}, business_id), detail = coalesce(${p.detail ?? null}, detail),
			is_active = coalesce(${p.isActive ?? null}, is_active)
		where id = ${p.id}`);

export const deactivatePartner = (tx: Tx, id: string): Promise<number> =>
	tx.run(sql`update partner set is_active = false where id = ${id}`);

const UserOfPartner = row({ id: uuid, email: text, name: text });

/** Everyone of a partner. */
export const usersOfPartner = (tx: Tx, id: string): Promise<RowOf<typeof UserOfPartner>[]> =>
	tx.rows(
		UserOfPartner,
		sql`select u.id, u.email, u.name from partner_user p join app_user u on u.id = p.user_id where p.partner_id = ${id} order by u.email`,
	);

const CustomerOfPartner = row({ customer_id: int, name: text, country_code: text, business_id: text, status: int, address: text });

/** The customers that a partner looks after. */
export const customersOfPartner = (across: Tx, id: string): Promise<RowOf<typeof CustomerOfPartner>[]> =>
	across.rows(
		CustomerOfPartner,
		sql`select c.customer_id, c.name, c.country_code, c.business_id, c.status, c.address
		from partner_customer p join customer c using (customer_id) where p.partner_id = ${id} order by ${inOrder(sql`c.name`)}`,
	);

export const isCustomer = async (across: Tx, customerId: number): Promise<boolean> =>
	(await across.run(sql`select 1 from customer where customer_id = ${customerId}`)) > 0;

/** A partner looks after a customer, or no longer. */
export const assignCustomer = (tx: Tx, partnerId: string, customerId: number, assigned: boolean): Promise<number> =>
	tx.run(
		assigned
			? sql`insert into partner_customer (partner_id, customer_id) values (${partnerId}, ${customerId}) on conflict do nothing`
			: sql`delete from partner_customer where partner_id = ${partnerId} and customer_id = ${customerId}`,
	);

/** Zero for somebody who belongs to it already. */
export const addPartnerUser = (tx: Tx, partnerId: string, userId: string): Promise<number> =>
	tx.run(sql`insert into partner_user (partner_id, user_id) values (${partnerId}, ${userId}) on conflict do nothing`);

const leavePartners = async (tx: Tx, userId: string, which: Sql): Promise<number> => {
	await revokePartnerInvitesTo(tx, userId, which);
	return tx.run(sql`delete from partner_user where user_id = ${userId} and ${which}`);
};

/** Zero for somebody who does not belong to it. */
export const removePartnerUser = (tx: Tx, partnerId: string, userId: string): Promise<number> =>
	leavePartners(tx, userId, sql`partner_id = ${partnerId}`);

/** Nobody else's customers stay with them. */
export const leaveOtherPartners = (tx: Tx, partnerId: string, userId: string): Promise<number> =>
	leavePartners(tx, userId, sql`partner_id <> ${partnerId}`);

/**
 * The role PARTNER goes with belonging to a partner: given with the first, taken with the last. It counts while one of them is
 * active; who asks reads that anew, so that deactivating writes nothing and activating gives nothing that was taken meanwhile.
 */
export const settlePartnerRole = async (tx: Tx, userId: string): Promise<number> =>
	setRole(tx, userId, 'PARTNER', (await tx.run(sql`select 1 from partner_user where user_id = ${userId} limit 1`)) > 0);
