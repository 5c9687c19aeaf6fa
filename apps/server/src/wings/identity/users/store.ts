/**
 * Users as the platform admin sees them. The page comes from an index of its own order and a capped count, so that it costs
 * the same at a thousand users and a million; what belongs to the rows of the page is read for these rows only.
 */
import type { User } from '@luvalla/contract/identity/users.ts';
import { now } from '#kernel/clock.ts';
import { containing, offsetOf } from '#kernel/storage/search.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import type { Places } from '../places.ts';

export interface UserRow {
	id: string;
	email: string;
	name: string;
	phone_number: string;
	created_at: Date;
	signed_in_at: Date | null;
}

const FIELDS = 'u.id, u.email, u.name, u.phone_number, u.created_at, u.signed_in_at';
/** Each has an index that ends in what breaks its ties. */
const ORDERS: Readonly<Record<string, string>> = {
	userName: 'u.email asc',
	'-userName': 'u.email desc',
	name: 'lower(u.name) asc, u.id asc',
	'-name': 'lower(u.name) desc, u.id desc',
	createdAt: 'u.created_at asc, u.id asc',
	'-createdAt': 'u.created_at desc, u.id desc',
};
/** Said no further: the answer is 'more than'. */
export const MOST_COUNTED = 10_000;
/** Counted no further; up to here, what is found is gathered and sorted. */
const MOST_GATHERED = 30_000;

interface Listing {
	q?: string | undefined;
	role?: string | undefined;
	sort?: string | undefined;
	page: number;
	size: number;
}

/** Three letters and more are found anywhere by trigrams; one and two only at the beginning, where an index helps. */
const condition = (q: string): string =>
	q.length === 0 ? 'true' : q.length < 3 ? '(u.email like $1 or lower(u.name) like $1)' : 'u.searched like $1';

/** Everybody is estimated, not counted, once they are many more than are counted at all. */
const countAll = async (storage: Storage): Promise<number | null> => {
	const [row] = await storage.across.query<{ n: number }>(`select reltuples::float8 as n from pg_class where oid = 'app_user'::regclass`);
	return (row?.n ?? 0) > 2 * MOST_COUNTED ? MOST_COUNTED + 1 : null;
};

/**
 * Few found are gathered by the index that finds them and then sorted; many are met soon by walking the index of the order.
 * Which of the two it is, the count tells (bench/identity: within 2 × from a thousand users to a million).
 */
export const listUsers = async (storage: Storage, query: Listing): Promise<{ rows: UserRow[]; count: number }> => {
	const q = (query.q ?? '').trim().toLowerCase();
	const pattern = q.length < 3 ? containing(q).slice(1) : containing(q);
	const from = query.role === undefined ? 'app_user u' : 'user_role r join app_user u on u.id = r.user_id and r.role = $2';
	// $1 and $2 are always used, so that the statement is the same whatever was asked.
	const where = `${condition(q)} and $1::text is not null and $2::text is not distinct from $2`;
	const values = [pattern, query.role ?? null];
	const estimate = q === '' && query.role === undefined ? await countAll(storage) : null;
	const count = estimate ?? (await countUsers(storage, from, where, values));
	const few = count <= MOST_GATHERED && (q.length >= 3 || query.role !== undefined);
	const source = few ? `(select u.* from ${from} where ${where} offset 0)` : `(select u.* from ${from} where ${where})`;
	const rows = await storage.across.query<UserRow>(
		`select ${FIELDS} from ${source} u order by ${ORDERS[query.sort ?? ''] ?? ORDERS.userName} limit $3 offset $4`,
		[...values, query.size, offsetOf(query)],
	);
	return { rows, count };
};

const countUsers = async (storage: Storage, from: string, where: string, values: readonly unknown[]): Promise<number> => {
	const [counted] = await storage.across.query<{ n: number }>(
		`select count(*)::int as n from (select 1 from ${from} where ${where} limit ${MOST_GATHERED + 1}) c`,
		values,
	);
	return counted?.n ?? 0;
};

export const userByEmail = async (tx: Tx, email: string): Promise<UserRow | null> => {
	const [row] = await tx.query<UserRow>(`select ${FIELDS} from app_user u where u.email = $1`, [email.trim().toLowerCase()]);
	return row ?? null;
};

/** Rows with all that belongs to them; `asker` is who looks. */
export const withBelongings = async (storage: Storage, places: Places, rows: readonly UserRow[], askerId: string): Promise<User[]> => {
	const ids = rows.map((row) => row.id);
	const roles = await storage.across.query<{ user_id: string; role: string }>(
		`select user_id, role from user_role where user_id = any($1) and role not in ('Device', 'Name') order by role`,
		[ids],
	);
	const { domains, customers } = await places.belongings(ids);
	return rows.map((row) => {
		const held = roles.filter((r) => r.user_id === row.id).map((r) => r.role);
		return {
			id: row.id,
			userName: row.email,
			email: row.email,
			name: row.name,
			PhoneNumber: row.phone_number,
			roles: held,
			domains: domains.filter((d) => d.user_id === row.id).map((d) => ({ id: d.domain_id, domain: d.host, customerId: d.customer_id })),
			customers: customers
				.filter((c) => c.user_id === row.id)
				.map((c) => ({ id: c.customer_id, name: c.name, isCustomerAdmin: c.is_customer_admin })),
			createdAt: row.created_at.toISOString(),
			signedInAt: row.signed_in_at?.toISOString() ?? null,
			can: { logInAs: !held.includes('ADMIN') && row.id !== askerId, delete: row.id !== askerId },
		};
	});
};

/** Whether somebody else is ADMIN too. The rows are locked: two admins cannot take the role from each other at once. */
export const anotherAdmin = async (tx: Tx, userId: string): Promise<boolean> => {
	const rows = await tx.query<{ user_id: string }>(`select user_id from user_role where role = 'ADMIN' order by user_id for update`);
	return rows.some((row) => row.user_id !== userId);
};

/** Sets the roles that can be seen; the hidden ones stay as they are. */
export const setRoles = async (tx: Tx, userId: string, roles: readonly string[], phoneNumber: string, givenBy: string): Promise<void> => {
	await tx.query(`delete from user_role where user_id = $1 and role not in ('Device', 'Name') and role <> all($2)`, [userId, roles]);
	await tx.query(
		'insert into user_role (user_id, role, given_by, given_at) select $1, r, $3, $4 from unnest($2::text[]) r on conflict do nothing',
		[userId, roles, givenBy, now()],
	);
	await tx.query('update app_user set phone_number = $2 where id = $1', [userId, phoneNumber]);
};

export interface HeldRole {
	role: string;
	/** Address of who gave it. */
	given_by: string | null;
	given_at: Date | null;
}

/** The roles that can be seen. */
export const rolesOf = (tx: Tx, userId: string): Promise<HeldRole[]> =>
	tx.query(
		`select r.role, u.email as given_by, r.given_at from user_role r left join app_user u on u.id = r.given_by
		where r.user_id = $1 and r.role not in ('Device', 'Name') order by r.role`,
		[userId],
	);

export const unknownRoles = async (tx: Tx, roles: readonly string[]): Promise<string[]> => {
	const rows = await tx.query<{ r: string }>(
		`select r from unnest($1::text[]) r where not exists (select 1 from role where name = r and name not in ('Device', 'Name'))`,
		[roles],
	);
	return rows.map((row) => row.r);
};

export const listRoles = (tx: Tx, q: string | undefined): Promise<{ name: string; users: number; built_in: boolean }[]> =>
	tx.query(
		`select r.name, r.built_in, count(u.user_id)::int as users from role r left join user_role u on u.role = r.name
		where r.name not in ('Device', 'Name') and r.name ilike $1 group by r.name, r.built_in order by r.built_in desc, r.name`,
		[containing(q)],
	);
