/**
 * Which customer a look-up key belongs to, for whoever arrives without a tenant: `kind` and `key` → customer. Each wing keeps
 * kinds of its own here (`host`, `folder`, `client`, …); a key of a kind is one customer's.
 */
import { int, join, row, sql, text } from './rows.ts';
import type { Tx } from './storage.ts';

export interface Entry {
	readonly kind: string;
	readonly key: string;
}

/** @throws when a key of that kind is taken */
export const enterDirectory = (tx: Tx, customerId: number, entries: readonly Entry[]): Promise<number> =>
	tx.run(sql`insert into directory (kind, key, customer_id)
		values ${join(entries.map(({ kind, key }) => sql`(${kind}, ${key}, ${customerId})`))}`);

const Key = row({ key: text });

/** Whether it was free, and is this customer's now. */
export const takeEntry = async (tx: Tx, customerId: number, { kind, key }: Entry): Promise<boolean> =>
	(
		await tx.rows(
			Key,
			sql`insert into directory (kind, key, customer_id) values (${kind}, ${key}, ${customerId}) on conflict do nothing returning key`,
		)
	).length > 0;

export const leaveDirectory = (tx: Tx, entries: readonly Entry[]): Promise<number> =>
	tx.run(sql`delete from directory where (kind, key) in (${join(entries.map(({ kind, key }) => sql`(${kind}, ${key})`))})`);

const Of = row({ customer_id: int });
const Whose = row({ key: text, customer_id: int });

/** Whose these keys are, those that are anybody's. */
export const customersIn = async (tx: Tx, kind: string, keys: readonly string[]): Promise<Map<string, number>> => {
	if (keys.length === 0) return new Map();
	const found = await tx.rows(Whose, sql`select key, customer_id from directory where kind = ${kind} and key = any(${keys}::text[])`);
	return new Map(found.map((one) => [one.key, one.customer_id]));
};

/** Whose it is; null: nobody's. */
export const customerIn = async (tx: Tx, { kind, key }: Entry): Promise<number | null> => {
	const found = await tx.first(Of, sql`select customer_id from directory where kind = ${kind} and key = ${key}`);
	return found?.customer_id ?? null;
};
