/** Counting sets and who is in them, exactly: bit strings that PostgreSQL joins and counts, chunk by chunk. */
import { bytes, int, join, row, type Sql, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { CHUNK, chunkOf, numbersIn } from './bits.ts';

/** People that are in all, or in any, of some sets; of them those that are in none of others. */
export type Choice =
	| { readonly all: readonly Choice[] }
	| { readonly any: readonly Choice[] }
	| { readonly in: string }
	| { readonly butNot: readonly [Choice, Choice] };

/** The same choice without parts that are nobody, where that changes nothing. */
const pruned = (choice: Choice): Choice => {
	if ('any' in choice) return { any: choice.any.map(pruned).filter((part) => !nobody(part)) };
	if ('all' in choice) return { all: choice.all.map(pruned) };
	if ('butNot' in choice) {
		const [from, gone] = choice.butNot;
		return nobody(gone) ? pruned(from) : { butNot: [pruned(from), pruned(gone)] };
	}
	return choice;
};

/** A chunk's number and bits for each chunk in which somebody is. */
const chunksOf = (customerId: number, choice: Choice): Sql => {
	if ('in' in choice) return sql`select chunk, bits from set_chunk where customer_id = ${customerId} and set_id = ${choice.in}`;
	if ('butNot' in choice) {
		const [from, gone] = choice.butNot;
		return sql`select a.chunk, case when b.bits is null then a.bits else a.bits & ~b.bits end as bits
			from (${chunksOf(customerId, from)}) a left join (${chunksOf(customerId, gone)}) b on b.chunk = a.chunk`;
	}
	const parts = 'all' in choice ? choice.all : choice.any;
	const ids = parts.flatMap((part) => ('in' in part ? [part.in] : []));
	// Sets alone are read at once.
	const from =
		ids.length === parts.length
			? sql`select chunk, bits from set_chunk where customer_id = ${customerId} and set_id = any(${[...new Set(ids)]}::uuid[])`
			: join(
					parts.map((part) => sql`(${chunksOf(customerId, part)})`),
					' union all ',
				);
	const wanted = ids.length === parts.length ? new Set(ids).size : parts.length;
	return 'all' in choice
		? sql`select chunk, bit_and(bits) as bits from (${from}) u group by chunk having count(*) = ${wanted}`
		: sql`select chunk, bit_or(bits) as bits from (${from}) u group by chunk`;
};

const Counted = row({ count: int });
const nobody = (choice: Choice): boolean =>
	('all' in choice && (choice.all.length === 0 || choice.all.some(nobody))) ||
	('any' in choice && choice.any.every(nobody)) ||
	('butNot' in choice && nobody(choice.butNot[0]));

/** How many people a choice makes. */
export const countOf = async (tx: Tx, customerId: number, choice: Choice): Promise<number> => {
	if (nobody(choice)) return 0;
	const [found] = await tx.rows(
		Counted,
		sql`select coalesce(sum(bit_count(bits)), 0)::int8 as count from (${chunksOf(customerId, pruned(choice))}) chosen`,
	);
	return found?.count ?? 0;
};

const Among = row({ number: int });

/** Those of these numbers that stand in a set. */
export const numbersAmong = async (tx: Tx, customerId: number, setId: string, numbers: readonly number[]): Promise<Set<number>> => {
	const rows = await tx.rows(
		Among,
		sql`select n.number from unnest(${numbers}::int[]) n (number)
		join set_chunk c on c.customer_id = ${customerId} and c.set_id = ${setId} and c.chunk = n.number / ${CHUNK}::int
		where get_bit(c.bits, n.number % ${CHUNK}::int) = 1`,
	);
	return new Set(rows.map(({ number }) => number));
};

const CountedSet = row({ set_id: uuid, count: int });

/** People in each of these sets; a set of nobody is missing. */
export const countsOf = async (tx: Tx, customerId: number, ids: readonly string[]): Promise<Map<string, number>> => {
	const rows = await tx.rows(
		CountedSet,
		sql`select set_id, sum(bit_count(bits))::int8 as count from set_chunk
		where customer_id = ${customerId} and set_id = any(${ids}::uuid[]) group by set_id`,
	);
	return new Map(rows.map(({ set_id: id, count }) => [id, count]));
};

const Chunk = row({ chunk: int, sent: bytes });

/** Numbers of people in a choice, greatest first, below `before`. */
export const numbersOf = async (
	tx: Tx,
	customerId: number,
	choice: Choice,
	{ before, most }: { before: number | undefined; most: number },
): Promise<number[]> => {
	const found: number[] = [];
	const below = before ?? Number.MAX_SAFE_INTEGER;
	if (nobody(choice)) return found;
	let to = before === undefined ? 2_147_483_647 : chunkOf(before) + 1;
	while (found.length < most) {
		const [one] = await tx.rows(
			Chunk,
			sql`select chunk, bit_send(bits) as sent from (${chunksOf(customerId, pruned(choice))}) chosen
			where chunk < ${to} and bit_count(bits) > 0 order by chunk desc limit 1`,
		);
		if (!one) return found;
		found.push(...numbersIn(one.chunk, one.sent, below, most - found.length));
		to = one.chunk;
	}
	return found;
};
