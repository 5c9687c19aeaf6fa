/** Credits in the database: the account that holds the balance, and the moves behind it. */
import { CREDIT_ACCOUNTS, CREDIT_KINDS, type CreditAccount, type CreditKind } from '@luvalla/contract/billing/credits.ts';
import * as z from 'zod';
import { type List, list } from '#kernel/storage/lists.ts';
import { bool, instant, int, ints, json, oneOf, orNull, type RowOf, row, type Sql, sql, text } from '#kernel/storage/rows.ts';
import { containing } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const Account = row({ balance: int, last_number: int });
export type AccountRow = RowOf<typeof Account>;

const MovedAccount = row({ balance: int, last_number: int, low_micros: orNull(int) });

/**
 * Changes the balance and takes the next number; null: it would go below zero, or there is no account yet. Holds the account. With it
 * comes the limit below which somebody is told.
 */
export const moveBalance = (tx: Tx, customerId: number, micros: number): Promise<RowOf<typeof MovedAccount> | null> =>
	tx.first(
		MovedAccount,
		sql`update credit_account set balance = balance + ${micros}::bigint, last_number = last_number + 1
			where customer_id = ${customerId} and balance + ${micros}::bigint >= 0
			returning balance, last_number, (select t.low_micros from credit_terms t where t.customer_id = ${customerId}) as low_micros`,
	);

/** As if it had not been moved: for a move that had been made before. */
export const moveBack = (tx: Tx, customerId: number, micros: number): Promise<AccountRow | null> =>
	tx.first(
		Account,
		sql`update credit_account set balance = balance - ${micros}::bigint, last_number = last_number - 1
			where customer_id = ${customerId} returning balance, last_number`,
	);

export const openAccount = (tx: Tx, customerId: number): Promise<number> =>
	tx.run(sql`insert into credit_account (customer_id) values (${customerId}) on conflict do nothing`);

/** Two who buy, redeem or license for one customer do so one after the other. */
export const lockAccount = async (tx: Tx, customerId: number): Promise<AccountRow> => {
	const held = () => tx.first(Account, sql`select balance, last_number from credit_account where customer_id = ${customerId} for update`);
	const found = await held();
	if (found) return found;
	await openAccount(tx, customerId);
	return (await held()) ?? { balance: 0, last_number: 0 };
};

export const readBalance = async (tx: Tx, customerId: number): Promise<number> =>
	(await tx.first(Account, sql`select balance, last_number from credit_account where customer_id = ${customerId}`))?.balance ?? 0;

/** What a move is, on one side. */
export interface Entry {
	customerId: number;
	number: number;
	/** The account on the other side. */
	other: CreditAccount;
	/** Of the customer's side. */
	micros: number;
	/** After it. */
	balance: number;
	kind: CreditKind;
	reference: string;
	about: Readonly<Record<string, string | number>>;
	at: Date;
}

/** Both sides of a move. Zero rows: this kind and reference moved credits before. */
export const insertEntries = (tx: Tx, e: Entry): Promise<number> =>
	tx.run(sql`insert into credit_entry (customer_id, number, account, micros, balance, kind, reference, about, at) values
		(${e.customerId}, ${e.number}, 'customer', ${e.micros}, ${e.balance}, ${e.kind}, ${e.reference}, ${JSON.stringify(e.about)}, ${e.at}),
		(${e.customerId}, ${e.number}, ${e.other}, ${-e.micros}, null, ${e.kind}, ${e.reference}, ${JSON.stringify(e.about)}, ${e.at})
		on conflict do nothing`);

const Moved = row({ number: int, micros: int, balance: int });

/** The customer's side of what this kind and reference moved; null: nothing yet. */
export const readMove = (tx: Tx, customerId: number, kind: CreditKind, reference: string): Promise<RowOf<typeof Moved> | null> =>
	tx.first(
		Moved,
		sql`select number, micros, balance from credit_entry
			where customer_id = ${customerId} and kind = ${kind} and reference = ${reference} and account = 'customer'`,
	);

const About = z.record(z.string(), z.union([z.string(), z.number()]));

const MoveRow = row({
	number: int,
	at: instant,
	kind: oneOf(CREDIT_KINDS),
	reference: text,
	about: json(About),
	micros: int,
	balance: int,
	other: oneOf(CREDIT_ACCOUNTS),
});
export type MoveRow = RowOf<typeof MoveRow>;

/** A customer's moves; each is the customer's row, joined with the one on the other side. */
export const movesOf = (customerId: number): List<typeof MoveRow> =>
	list({
		row: MoveRow,
		columns: sql`e.number, e.at, e.kind, e.reference, e.about, e.micros, e.balance, o.account as other`,
		from: sql`credit_entry e join credit_entry o on o.customer_id = ${customerId} and o.number = e.number and o.account <> 'customer'`,
		orders: { number: { by: sql`e.number`, type: 'int' }, micros: { by: sql`e.micros`, type: 'int' } },
		usual: '-number',
		key: { by: sql`e.number`, type: 'int' },
	});

interface Narrowing {
	q?: string | undefined;
	kind?: CreditKind | undefined;
	/** False: without those that reserve and give back. */
	reservations?: 'true' | 'false' | undefined;
}

export const narrowedMoves = (customerId: number, { q, kind, reservations }: Narrowing): Sql[] => [
	sql`e.customer_id = ${customerId} and e.account = 'customer'`,
	...(reservations === 'false' ? [sql`e.kind not in ('reserved', 'released')`] : []),
	...(q === undefined || q === ''
		? []
		: [
				sql`(exists (select 1 from jsonb_each_text(e.about) v where v.value ilike ${containing(q)}) or e.reference ilike ${containing(q)})`,
			]),
	...(kind === undefined ? [] : [sql`e.kind = ${kind}`]),
];

const Reserved = row({ number: int, reserved: int });

/**
 * What was reserved after each of these moves. One walk over the rows up to the last of them, whatever page it is of: of what is open
 * alone a page in the middle could not be told.
 */
export const reservedAfter = async (tx: Tx, customerId: number, numbers: readonly number[]): Promise<ReadonlyMap<number, number>> => {
	if (numbers.length === 0) return new Map();
	const found = await tx.rows(
		Reserved,
		sql`select number, reserved from (
				select number, account, (sum(case when account = 'reserved' then micros else 0 end) over (order by number))::bigint as reserved
				from credit_entry where customer_id = ${customerId} and number <= ${Math.max(...numbers)}
			) walked where account = 'customer' and number = any(${[...numbers]}::bigint[])`,
	);
	return new Map(found.map(({ number, reserved }) => [number, reserved]));
};

const Adding = row({ entries: int, adds_up: bool });

/**
 * Whether a customer's rows add up: both sides of each move are there and make zero, numbers have no gaps, every balance is the
 * one before it and the move, and the last one is the account's. One statement, so one moment.
 */
export const addingUp = (tx: Tx, customerId: number): Promise<RowOf<typeof Adding> | null> =>
	tx.first(
		Adding,
		sql`with moves as (
				select number, sum(micros) as made, count(*) as sides, max(micros) filter (where account = 'customer') as micros,
					max(balance) as balance
				from credit_entry where customer_id = ${customerId} group by number
			), chain as (
				select number, made, sides, balance, sum(micros) over (order by number) as told, row_number() over (order by number) as place from moves
			)
			select coalesce(sum(sides), 0)::bigint as entries,
				coalesce(bool_and(made = 0 and sides = 2 and balance is not distinct from told and number = place), true)
					and coalesce((select a.balance from credit_account a where a.customer_id = ${customerId}), 0)
						= coalesce((select m.balance from moves m order by m.number desc limit 1), 0)
					and coalesce((select a.last_number from credit_account a where a.customer_id = ${customerId}), 0) = count(*) as adds_up
			from chain`,
	);

export interface Checked {
	id: string;
	at: Date;
	customers: number;
	entries: number;
	wrong: readonly number[];
}

export const insertCheck = (tx: Tx, c: Checked): Promise<number> =>
	tx.run(sql`insert into credit_check (check_id, at, customers, entries, wrong)
		values (${c.id}, ${c.at}, ${c.customers}, ${c.entries}, ${[...c.wrong]}::int[])`);

const CheckRow = row({ at: instant, wrong: ints });

/** The last look over all accounts. */
export const lastCheck = (tx: Tx): Promise<RowOf<typeof CheckRow> | null> =>
	tx.first(CheckRow, sql`select at, wrong from credit_check order by at desc limit 1`);
