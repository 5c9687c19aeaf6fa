/** Partners in the database: platform rows all of them. */
import type { Partner } from '@luvalla/contract/tenancy/partners.ts';
import { containing, offsetOf, orderBy } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { setRole } from '../../identity/wing.ts';

export interface PartnerRow {
	id: string;
	name: string;
	country_code: string;
	business_id: string;
	detail: string;
	is_active: boolean;
	users: number;
	customers: number;
}

const FIELDS = `p.id, p.name, p.country_code, p.business_id, p.detail, p.is_active,
	(select count(*)::int from partner_user u where u.partner_id = p.id) as users,
	(select count(*)::int from partner_customer c where c.partner_id = p.id) as customers`;
const COLUMNS = { name: 'lower(p.name)', users: 'users', customers: 'customers' };

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

export const listPartners = async (tx: Tx, query: Listing): Promise<{ rows: PartnerRow[]; total: number }> => {
	const rows = await tx.query<PartnerRow & { total: number }>(
		`select ${FIELDS}, count(*) over ()::int as total from partner p
		where p.name ilike $1 and ($2::boolean is null or p.is_active = $2)
		${orderBy(query.sort, COLUMNS)}, p.id limit $3 offset $4`,
		[containing(query.q), query.isActive === undefined ? null : query.isActive === 'true', query.size, offsetOf(query)],
	);
	return { rows, total: rows[0]?.total ?? 0 };
};

export const readPartner = async (tx: Tx, id: string): Promise<PartnerRow | null> => {
	const [row] = await tx.query<PartnerRow>(`select ${FIELDS} from partner p where p.id = $1`, [id]);
	return row ?? null;
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
