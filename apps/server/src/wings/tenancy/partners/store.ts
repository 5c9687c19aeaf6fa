/** Partners in the database: platform rows all of them. */
import type { Partner } from '@luvalla/contract/tenancy/partners.ts';
import { type Found, list, readPage } from '#kernel/storage/lists.ts';
import { bool, int, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import { containing } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { setRole } from '../../identity/wing.ts';

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
	orders: { name: { by: sql`lower(p.name)`, type: 'text' }, users: { by: USERS, type: 'int' }, customers: { by: CUSTOMERS, type: 'int' } },
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

export const readPartner = async (tx: Tx, id: string): Promise<PartnerRow | null> => {
	const [found] = await tx.rows(PartnerRow, sql`select ${FIELDS} from partner p where p.id = ${id}`);
	return found ?? null;
};

/** Everyone of a partner. */
export const usersOfPartner = (tx: Tx, id: string): Promise<{ id: string; email: string; name: string }[]> =>
	tx.query(
		'select u.id, u.email, u.name from partner_user p join app_user u on u.id = p.user_id where p.partner_id = $1 order by u.email',
		[id],
	);

/**
 * The role PARTNER goes with belonging to a partner: given with the first, taken with the last. It counts while one of them is
 * active; who asks reads that anew, so that deactivating writes nothing and activating gives nothing that was taken meanwhile.
 */
export const settlePartnerRole = async (tx: Tx, userId: string): Promise<void> => {
	const [partner] = await tx.query('select 1 from partner_user where user_id = $1 limit 1', [userId]);
	await setRole(tx, userId, 'PARTNER', partner !== undefined);
};
