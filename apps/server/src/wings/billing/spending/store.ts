/** Who pays, what is reserved for what is under way, and what is owed, in the database. */
import { SPENDINGS, type Spending } from '@luvalla/contract/billing/credits.ts';
import * as z from 'zod';
import { bool, instant, int, json, oneOf, orNull, type RowOf, row, type Sql, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

/** What something is for, in names and numbers. */
export const About = z.record(z.string(), z.union([z.string(), z.number()]));
export type About = Readonly<z.infer<typeof About>>;

const TermsRow = row({ charged: orNull(bool), low_micros: orNull(int), low_at: orNull(instant), low_told_at: orNull(instant) });

export const readTerms = (tx: Tx, customerId: number): Promise<RowOf<typeof TermsRow> | null> =>
	tx.first(TermsRow, sql`select charged, low_micros, low_at, low_told_at from credit_terms where customer_id = ${customerId}`);

export const setChargedWord = (tx: Tx, customerId: number, charged: boolean | null): Promise<number> =>
	tx.run(sql`insert into credit_terms (customer_id, charged) values (${customerId}, ${charged}::boolean)
		on conflict (customer_id) do update set charged = excluded.charged`);

/** Another limit. Whoever was told of the balance while it was below the one before is not told again. @param below the balance is, since then */
export const setLow = (tx: Tx, customerId: number, micros: number, below: Date | null): Promise<number> =>
	tx.run(sql`insert into credit_terms (customer_id, low_micros, low_at) values (${customerId}, ${micros}, ${below}::timestamptz)
		on conflict (customer_id) do update set low_micros = excluded.low_micros, low_at = excluded.low_at,
			low_told_at = case when excluded.low_at is null then null else credit_terms.low_told_at end`);

/** The balance fell below the limit. */
export const noteLow = (tx: Tx, customerId: number, at: Date): Promise<number> =>
	tx.run(sql`insert into credit_terms (customer_id, low_at) values (${customerId}, ${at})
		on conflict (customer_id) do update set low_at = coalesce(credit_terms.low_at, excluded.low_at)`);

/** It is not below it any more. */
export const noteEnough = (tx: Tx, customerId: number): Promise<number> =>
	tx.run(sql`update credit_terms set low_at = null, low_told_at = null where customer_id = ${customerId} and low_at is not null`);

const CustomerRow = row({ customer_id: int });

/** Customers whose balance is low and who were not told. */
export const customersLow = async (across: Tx): Promise<number[]> =>
	(await across.rows(CustomerRow, sql`select customer_id from credit_terms where low_at is not null and low_told_at is null`)).map(
		({ customer_id: id }) => id,
	);

/** Answers 1 for the one who tells them. */
export const takeLow = (tx: Tx, customerId: number, at: Date): Promise<number> =>
	tx.run(sql`update credit_terms set low_told_at = ${at} where customer_id = ${customerId} and low_at is not null and low_told_at is null`);

const HadRow = row({ had: bool });

/** Whether credits ever moved. */
export const everHadCredits = async (tx: Tx, customerId: number): Promise<boolean> =>
	(await tx.first(HadRow, sql`select last_number > 0 as had from credit_account where customer_id = ${customerId}`))?.had ?? false;

const HoldRow = row({
	kind: oneOf(SPENDINGS),
	reference: text,
	wanted: int,
	micros: int,
	used: int,
	spent: int,
	moves: int,
	credit_cents: int,
	about: json(About),
	begins_at: instant,
	waiting_since: orNull(instant),
	ended_at: orNull(instant),
});
export type HoldRow = RowOf<typeof HoldRow>;

/** What something under way is known by. */
export interface HoldKey {
	readonly customerId: number;
	readonly kind: Spending;
	readonly reference: string;
}

const COLUMNS = sql`kind, reference, wanted, micros, used, spent, moves, credit_cents, about, begins_at, waiting_since, ended_at`;
const its = ({ customerId, kind, reference }: HoldKey): Sql =>
	sql`customer_id = ${customerId} and kind = ${kind} and reference = ${reference}`;

export const readHold = (tx: Tx, key: HoldKey): Promise<HoldRow | null> =>
	tx.first(HoldRow, sql`select ${COLUMNS} from credit_hold where customer_id = ${key.customerId} and ${its(key)}`);

/** Held until the transaction ends. It is held before the customer's account. */
export const lockHold = (tx: Tx, key: HoldKey): Promise<HoldRow | null> =>
	tx.first(HoldRow, sql`select ${COLUMNS} from credit_hold where customer_id = ${key.customerId} and ${its(key)} for update`);

export interface NewHold extends HoldKey {
	readonly wanted: number;
	readonly creditCents: number;
	readonly about: About;
	readonly beginsAt: Date;
}

export const insertHold = (tx: Tx, h: NewHold): Promise<number> =>
	tx.run(sql`insert into credit_hold (customer_id, kind, reference, wanted, credit_cents, about, begins_at)
		values (${h.customerId}, ${h.kind}, ${h.reference}, ${h.wanted}, ${h.creditCents}, ${JSON.stringify(h.about)}, ${h.beginsAt})
		on conflict do nothing`);

export type HoldChange = Partial<
	Pick<HoldRow, 'wanted' | 'micros' | 'used' | 'spent' | 'moves' | 'about' | 'begins_at' | 'waiting_since' | 'ended_at'>
>;

export const changeHold = async (tx: Tx, key: HoldKey, before: HoldRow, change: HoldChange): Promise<HoldRow> => {
	const after = { ...before, ...change };
	await tx.run(
		sql`update credit_hold set wanted = ${after.wanted}, micros = ${after.micros}, used = ${after.used}, spent = ${after.spent},
			moves = ${after.moves}, about = ${JSON.stringify(after.about)}, begins_at = ${after.begins_at}, waiting_since = ${after.waiting_since},
			told_at = case when ${after.waiting_since}::timestamptz is null then null else told_at end, ended_at = ${after.ended_at}
		where customer_id = ${key.customerId} and ${its(key)}`,
	);
	return after;
};

/** Hands out of a block; 0: so much is not in it. */
export const drawFrom = (tx: Tx, key: HoldKey, micros: number): Promise<number> =>
	tx.run(
		sql`update credit_hold set used = used + ${micros}::bigint where customer_id = ${key.customerId} and ${its(key)}
			and used + ${micros}::bigint <= micros and ended_at is null and waiting_since is null`,
	);

/** What is not over, the earliest first. */
export const openHolds = (tx: Tx, customerId: number): Promise<HoldRow[]> =>
	tx.rows(
		HoldRow,
		sql`select ${COLUMNS} from credit_hold where customer_id = ${customerId} and ended_at is null order by begins_at, reference`,
	);

const ReservedRow = row({ micros: int });

/** What is put aside for all that is under way. */
export const reservedNow = async (tx: Tx, customerId: number): Promise<number> =>
	(
		await tx.first(
			ReservedRow,
			sql`select coalesce(sum(micros), 0)::bigint as micros from credit_hold where customer_id = ${customerId} and ended_at is null`,
		)
	)?.micros ?? 0;

/** Customers of whom something waits for credits, and who were not told. */
export const customersWaiting = async (across: Tx): Promise<number[]> =>
	(
		await across.rows(
			CustomerRow,
			sql`select distinct customer_id from credit_hold where waiting_since is not null and told_at is null and ended_at is null`,
		)
	).map(({ customer_id: id }) => id);

/** What waits and was not told, which whoever asks tells now. */
export const takeWaiting = (tx: Tx, customerId: number, at: Date): Promise<HoldRow[]> =>
	tx.rows(
		HoldRow,
		sql`update credit_hold set told_at = ${at} where customer_id = ${customerId} and waiting_since is not null and told_at is null
			and ended_at is null returning ${COLUMNS}`,
	);

const DueRow = row({ kind: oneOf(SPENDINGS), reference: text, micros: int, parts: int, about: json(About), at: instant });
export type DueRow = RowOf<typeof DueRow>;

/** What is owed, the oldest first. */
export const dueOf = (tx: Tx, customerId: number): Promise<DueRow[]> =>
	tx.rows(
		DueRow,
		sql`select kind, reference, micros, parts, about, at from credit_due where customer_id = ${customerId} order by at, kind, reference`,
	);

export const insertDue = (tx: Tx, key: HoldKey, micros: number, about: About, at: Date): Promise<number> =>
	tx.run(sql`insert into credit_due (customer_id, kind, reference, micros, about, at)
		values (${key.customerId}, ${key.kind}, ${key.reference}, ${micros}, ${JSON.stringify(about)}, ${at}) on conflict do nothing`);

/** So much of it is paid. */
export const lessenDue = (tx: Tx, customerId: number, { kind, reference, micros }: DueRow, paid: number): Promise<number> =>
	tx.run(
		paid >= micros
			? sql`delete from credit_due where ${its({ customerId, kind, reference })}`
			: sql`update credit_due set micros = micros - ${paid}::bigint, parts = parts + 1 where ${its({ customerId, kind, reference })}`,
	);

/** Answers 0 where a month was booked before. */
export const insertMonth = (tx: Tx, customerId: number, month: string, records: number, micros: number, at: Date): Promise<number> =>
	tx.run(sql`insert into credit_month (customer_id, month, records, micros, at)
		values (${customerId}, ${month}, ${records}, ${micros}, ${at}) on conflict do nothing`);
