/**
 * Users as the platform admin sees them. The page comes from an index of its own order and a capped count, so that it costs
 * the same at a thousand users and a million; what belongs to the rows of the page is read for these rows only.
 */
import type { User } from '@luvalla/contract/identity/users.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { MOST_COUNTED } from '#kernel/storage/lists.ts';
import { row, sql, text } from '#kernel/storage/rows.ts';
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
interface Order {
	/** Unique, and in the index of the order. */
	readonly key: 'email' | 'id';
	readonly by: (table: 'u' | 'k') => string;
}
const byAddress = (way: 'asc' | 'desc'): Order => ({ key: 'email', by: (t) => `${t}.email ${way}` });
const byName = (way: 'asc' | 'desc'): Order => ({ key: 'id', by: (t) => `lower(${t}.name) ${way}, ${t}.id ${way}` });
const byTime = (way: 'asc' | 'desc'): Order => ({ key: 'id', by: (t) => `${t}.created_at ${way}, ${t}.id ${way}` });
const USUAL = byAddress('asc');
/** Each has an index that ends in what breaks its ties. */
const ORDERS: Readonly<Record<string, Order>> = {
	userName: USUAL,
	'-userName': byAddress('desc'),
	name: byName('asc'),
	'-name': byName('desc'),
	createdAt: byTime('asc'),
	'-createdAt': byTime('desc'),
};
/** Counted no further; up to here, what is found is gathered and sorted. */
const MOST_GATHERED = 30_000;
/** From so many on the planner's estimate says 'more than', and nothing is counted: it is never that far off. */
const MANY_ESTIMATED = 5 * MOST_COUNTED;

interface Listing {
	q?: string | undefined;
	role?: string | undefined;
	sort?: string | undefined;
	page: number;
	size: number;
}

const WHOLE_ADDRESS = /^[^@\s]+@[^@\s]+\.\p{L}{2,}$/u;

/**
 * Three letters and more are found anywhere by trigrams; one and two only at the beginning, where an index helps. A whole address
 * is found where an address begins or ends so. Of a part of one the index is asked for what stands before the @: the trigrams of
 * one mail house are those of half of all users.
 */
const condition = (q: string): string => {
	if (q.length === 0) return 'true';
	if (q.length < 3) return '(u.email like $1 or lower(u.name) like $1)';
	if (WHOLE_ADDRESS.test(q)) return '(u.email ^@ $1 or reverse(u.email) ^@ reverse($1))';
	return /^[^@]{3,}@/.test(q) ? `u.searched like split_part($1, '@', 1) || '@%' and u.searched || '' like $1` : 'u.searched like $1';
};

const Plan = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]) })]);

/** How many the planner expects, by its samples of the columns; 0.3 ms at any size. */
const estimated = async (storage: Storage, from: string, where: string, values: readonly unknown[]): Promise<number> => {
	const plan = await storage.acrossInReport.query(`explain (format json) select 1 from ${from} where ${where}`, values);
	return Plan.parse(plan)[0]['QUERY PLAN'][0].Plan['Plan Rows'];
};

/**
 * Few found are gathered by the index that finds them and then sorted; many are met soon by walking the index of the order.
 * Which of the two it is, the count tells (bench/lists: a million users beside a thousand).
 */
export const listUsers = async (storage: Storage, query: Listing): Promise<{ rows: UserRow[]; count: number }> => {
	const q = (query.q ?? '').trim().toLowerCase();
	const all = q === '' && query.role === undefined;
	const pattern = WHOLE_ADDRESS.test(q) ? q : q.length < 3 ? containing(q).slice(1) : containing(q);
	const from = query.role === undefined ? 'app_user u' : 'user_role r join app_user u on u.id = r.user_id and r.role = $2';
	// $1 and $2 are always used, so that the statement is the same whatever was asked.
	const where = `${condition(q)} and $1::text is not null and $2::text is not distinct from $2`;
	const values = [pattern, query.role ?? null];
	const many = (await estimated(storage, from, where, values)) > MANY_ESTIMATED;
	const count = many ? MOST_COUNTED + 1 : await countUsers(storage, from, where, values, all || q.length < 3);
	const few = !many && count <= MOST_GATHERED && (q.length >= 3 || query.role !== undefined);
	const order = (Object.hasOwn(ORDERS, query.sort ?? '') && ORDERS[query.sort ?? '']) || USUAL;
	const page = all
		? // Pages far behind are counted off in the index alone.
			`(select u.* from (select k.${order.key} from app_user k order by ${order.by('k')} limit $3 offset $4) p
				join app_user u using (${order.key}) where $1::text is not null and $2::text is not distinct from $2) u order by ${order.by('u')}`
		: `(select u.* from ${from} where ${where} ${few ? 'offset 0' : ''}) u order by ${order.by('u')} limit $3 offset $4`;
	const rows = await storage.acrossInReport.query<UserRow>(`select ${FIELDS} from ${page}`, [...values, query.size, offsetOf(query)]);
	return { rows, count };
};

/** @param capped no further than is said: how they are found does not depend on it */
const countUsers = async (storage: Storage, from: string, where: string, values: readonly unknown[], capped: boolean): Promise<number> => {
	const [counted] = await storage.acrossInReport.query<{ n: number }>(
		`select count(*)::int as n from (select 1 from ${from} where ${where} limit ${(capped ? MOST_COUNTED : MOST_GATHERED) + 1}) c`,
		values,
	);
	return counted?.n ?? 0;
};

export const userByEmail = async (tx: Tx, email: string): Promise<UserRow | null> => {
	const [row] = await tx.query<UserRow>(`select ${FIELDS} from app_user u where u.email = $1`, [email.trim().toLowerCase()]);
	return row ?? null;
};

const Named = row({ name: text });

/** What a user is called, by their address where they gave no name; null once they are gone. */
export const userName = async (tx: Tx, id: string): Promise<string | null> => {
	const [found] = await tx.rows(Named, sql`select coalesce(nullif(u.name, ''), u.email) as name from app_user u where u.id = ${id}`);
	return found?.name ?? null;
};

/** Rows with all that belongs to them; `asker` is who looks. */
export const withBelongings = async (storage: Storage, places: Places, rows: readonly UserRow[], askerId: string): Promise<User[]> => {
	const ids = rows.map((row) => row.id);
	const roles = await storage.acrossInReport.query<{ user_id: string; role: string }>(
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
