/**
 * Users as the platform admin sees them. The page comes from an index of its own order and a capped count, so that it costs
 * the same at a thousand users and a million; what belongs to the rows of the page is read for these rows only.
 */
import type { User } from '@luvalla/contract/identity/users.ts';
import { now } from '#kernel/clock.ts';
import { countedLong } from '#kernel/storage/lists.ts';
import { bool, empty, instant, int, orNull, type RowOf, raw, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import { containing, offsetOf } from '#kernel/storage/search.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import type { Places } from '../places.ts';

const UserRow = row({
	id: uuid,
	email: text,
	name: text,
	phone_number: text,
	created_at: instant,
	signed_in_at: orNull(instant),
	toured: bool,
});
export type UserRow = RowOf<typeof UserRow>;

const FIELDS = sql`u.id, u.email, u.name, u.phone_number, u.created_at, u.signed_in_at, u.toured`;
interface Order {
	/** Unique, and in the index of the order. */
	readonly key: 'email' | 'id';
	readonly by: (table: 'u' | 'k') => Sql;
}
const byAddress = (way: 'asc' | 'desc'): Order => ({ key: 'email', by: (t) => raw(`${t}.email ${way}`) });
const byName = (way: 'asc' | 'desc'): Order => ({ key: 'id', by: (t) => raw(`${t}.in_order ${way}, ${t}.id ${way}`) });
const byTime = (way: 'asc' | 'desc'): Order => ({ key: 'id', by: (t) => raw(`${t}.created_at ${way}, ${t}.id ${way}`) });
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
const condition = (q: string): Sql => {
	if (q.length === 0) return sql`true`;
	if (WHOLE_ADDRESS.test(q)) return sql`(u.email ^@ ${q} or reverse(u.email) ^@ reverse(${q}))`;
	const pattern = containing(q);
	if (q.length < 3) return sql`(u.email like ${pattern.slice(1)} or lower(u.name) like ${pattern.slice(1)})`;
	return /^[^@]{3,}@/.test(q)
		? sql`u.searched like split_part(${pattern}, '@', 1) || '@%' and u.searched || '' like ${pattern}`
		: sql`u.searched like ${pattern}`;
};

/**
 * Few found are gathered by the index that finds them and then sorted; many are met soon by walking the index of the order.
 * Which of the two it is, the count tells (bench/lists: a million users beside a thousand).
 */
export const listUsers = async ({ acrossInReport: tx }: Storage, query: Listing): Promise<{ rows: UserRow[]; count: number }> => {
	const q = (query.q ?? '').trim().toLowerCase();
	const all = q === '' && query.role === undefined;
	const from =
		query.role === undefined
			? sql`app_user u where ${condition(q)}`
			: sql`user_role r join app_user u on u.id = r.user_id and r.role = ${query.role} where ${condition(q)}`;
	const { total, more, few } = await countedLong(tx, from, q.length >= 3 || query.role !== undefined);
	const count = more ? total + 1 : total;
	const order = (Object.hasOwn(ORDERS, query.sort ?? '') && ORDERS[query.sort ?? '']) || USUAL;
	const part = sql`limit ${query.size} offset ${offsetOf(query)}`;
	const key = raw(order.key);
	const rows = await tx.rows(
		UserRow,
		all
			? // Pages far behind are counted off in the index alone.
				sql`select ${FIELDS} from (select k.${key} from app_user k order by ${order.by('k')} ${part}) p join app_user u using (${key})
				order by ${order.by('u')}`
			: sql`select ${FIELDS} from (select u.* from ${from} ${few ? sql`offset 0` : empty}) u order by ${order.by('u')} ${part}`,
	);
	return { rows, count };
};

export const userByEmail = (tx: Tx, email: string): Promise<UserRow | null> =>
	tx.first(UserRow, sql`select ${FIELDS} from app_user u where u.email = ${email.trim().toLowerCase()}`);

/** Null once they are gone. */
export const userById = (tx: Tx, id: string, hold = false): Promise<UserRow | null> =>
	tx.first(UserRow, sql`select ${FIELDS} from app_user u where u.id = ${id} ${hold ? sql`for update` : empty}`);

/** Nothing once they are gone. */
export const emailOf = async (storage: Storage, id: string): Promise<string> =>
	(await storage.inPlatform((tx) => userById(tx, id)))?.email ?? '';

export const noteSignedIn = (tx: Tx, id: string): Promise<number> => tx.run(sql`update app_user set signed_in_at = now() where id = ${id}`);

export const noteToured = (tx: Tx, id: string): Promise<number> => tx.run(sql`update app_user set toured = true where id = ${id}`);

export const updateProfile = (tx: Tx, id: string, name: string, phoneNumber: string): Promise<number> =>
	tx.run(sql`update app_user set name = ${name}, phone_number = ${phoneNumber} where id = ${id}`);

/** What a user is called, by their address where they gave no name; null once they are gone. */
export const userName = async (tx: Tx, id: string): Promise<string | null> => {
	const user = await userById(tx, id);
	return user && (user.name === '' ? user.email : user.name);
};

const RoleOfUser = row({ user_id: uuid, role: text });
const SEEN = sql`not in ('Device', 'Name')`;

/** Rows with all that belongs to them; `asker` is who looks. */
export const withBelongings = async (storage: Storage, places: Places, rows: readonly UserRow[], askerId: string): Promise<User[]> => {
	const ids = rows.map((row) => row.id);
	const roles = await storage.acrossInReport.rows(
		RoleOfUser,
		sql`select user_id, role from user_role where user_id = any(${ids}) and role ${SEEN} order by role`,
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

const UserIdRow = row({ user_id: uuid });

/** Whether somebody else is ADMIN too. The rows are locked: two admins cannot take the role from each other at once. */
export const anotherAdmin = async (tx: Tx, userId: string): Promise<boolean> => {
	const rows = await tx.rows(UserIdRow, sql`select user_id from user_role where role = 'ADMIN' order by user_id for update`);
	return rows.some((row) => row.user_id !== userId);
};

/** Sets the roles that can be seen; the hidden ones stay as they are. */
export const setRoles = async (
	tx: Tx,
	userId: string,
	roles: readonly string[],
	phoneNumber: string | undefined,
	givenBy: string,
): Promise<void> => {
	await tx.run(sql`delete from user_role where user_id = ${userId} and role ${SEEN} and role <> all(${roles})`);
	await tx.run(sql`insert into user_role (user_id, role, given_by, given_at)
		select ${userId}, r, ${givenBy}, ${now()} from unnest(${roles}::text[]) r on conflict do nothing`);
	if (phoneNumber !== undefined) await tx.run(sql`update app_user set phone_number = ${phoneNumber} where id = ${userId}`);
};

/** `given_by`: the address of who gave it. */
const HeldRole = row({ role: text, given_by: orNull(text), given_at: orNull(instant) });

/** The roles that can be seen. */
export const rolesOf = (tx: Tx, userId: string): Promise<RowOf<typeof HeldRole>[]> =>
	tx.rows(
		HeldRole,
		sql`select r.role, u.email as given_by, r.given_at from user_role r left join app_user u on u.id = r.given_by
		where r.user_id = ${userId} and r.role ${SEEN} order by r.role`,
	);

const Named = row({ name: text });

export const unknownRoles = async (tx: Tx, roles: readonly string[]): Promise<string[]> => {
	const known = await tx.rows(Named, sql`select name from role where name = any(${roles}) and name ${SEEN}`);
	return roles.filter((role) => !known.some(({ name }) => name === role));
};

const RoleRow = row({ name: text, built_in: bool, users: int });

export const listRoles = (tx: Tx, q: string | undefined): Promise<RowOf<typeof RoleRow>[]> =>
	tx.rows(
		RoleRow,
		sql`select r.name, r.built_in, count(u.user_id)::int as users from role r left join user_role u on u.role = r.name
		where r.name ${SEEN} and r.name ilike ${containing(q)} group by r.name, r.built_in order by r.built_in desc, r.name`,
	);

/** Zero where there is one of this name, in whatever letters. */
export const insertRole = (tx: Tx, name: string): Promise<number> =>
	tx.run(
		sql`insert into role (name) select ${name} where not exists (select 1 from role where lower(name) = lower(${name})) on conflict do nothing returning 1`,
	);

const BuiltIn = row({ built_in: bool });

export const holdRole = (tx: Tx, name: string): Promise<RowOf<typeof BuiltIn> | null> =>
	tx.first(BuiltIn, sql`select built_in from role where name = ${name} for update`);

export const deleteRole = (tx: Tx, name: string): Promise<number> => tx.run(sql`delete from role where name = ${name}`);
