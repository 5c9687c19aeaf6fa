/**
 * Counting sets and who is in them, exactly. One statement reads each set's chunks once and counts every choice that is asked for:
 * what costs is reading, not joining.
 */
import { bytes, int, join, raw, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { CHUNK, chunkOf, numbersIn } from './bits.ts';

/** A chunk in which nobody is. */
const NOBODY = sql`0::bit(65536)`;

/** People in a set; in all, or in any, of some choices (of none: nobody); in one and not in another. */
export type Choice =
	| { readonly all: readonly Choice[] }
	| { readonly any: readonly Choice[] }
	| { readonly in: string }
	| { readonly butNot: readonly [Choice, Choice] };

/** Sets that a choice names. */
const setsIn = (choice: Choice): string[] => {
	if ('in' in choice) return [choice.in];
	const parts = 'all' in choice ? choice.all : 'any' in choice ? choice.any : choice.butNot;
	return parts.flatMap(setsIn);
};

/** Whether nobody can be in a choice, whatever its sets are. */
const nobody = (choice: Choice): boolean => {
	if ('in' in choice) return false;
	if ('butNot' in choice) return nobody(choice.butNot[0]);
	return 'all' in choice ? choice.all.length === 0 || choice.all.some(nobody) : choice.any.every(nobody);
};

/** A choice as bits over `s`, which has a column for each set; null: nobody. */
const bitsOf = (choice: Choice, columns: ReadonlyMap<string, Sql>): Sql | null => {
	if (nobody(choice)) return null;
	if ('in' in choice) return columns.get(choice.in) ?? null;
	if ('butNot' in choice) {
		const [from, gone] = choice.butNot.map((part) => bitsOf(part, columns));
		return from && gone ? sql`(${from} & ~${gone})` : (from ?? null);
	}
	const parts = ('all' in choice ? choice.all : choice.any).flatMap((part) => bitsOf(part, columns) ?? []);
	return sql`(${join(parts, 'all' in choice ? ' & ' : ' | ')})`;
};

/** The chunks of these sets, a row each with a column a set; every column is read into memory once. */
const chunksOf = (customerId: number, ids: readonly string[], where: Sql): { columns: Map<string, Sql>; from: Sql } => {
	const named = ids.map((id, n) => ({ id, name: raw(`b${n}`) }));
	// Joining with nobody unfolds a chunk that is kept out of line; as it stands it would be read with every use.
	const parts = named.map(
		({ id, name }) => sql`coalesce(bit_or(bits | ${NOBODY}) filter (where set_id = ${id}::uuid), ${NOBODY}) as ${name}`,
	);
	return {
		columns: new Map(named.map(({ id, name }) => [id, sql`s.${name}`])),
		from: sql`(select chunk, ${join(parts)} from set_chunk
			where customer_id = ${customerId} and set_id = any(${[...ids]}::uuid[]) and ${where} group by chunk offset 0) s`,
	};
};

const Counted = row({ counts: text });

/** How many people each of these choices makes. */
export const countAll = async (tx: Tx, customerId: number, choices: readonly Choice[]): Promise<number[]> => {
	if (choices.every(nobody)) return choices.map(() => 0);
	const ids = [...new Set(choices.flatMap(setsIn))];
	const { columns, from } = chunksOf(customerId, ids, sql`true`);
	const bits = choices.map((choice) => bitsOf(choice, columns));
	const asked = bits.flatMap((one) => (one === null ? [] : [sql`coalesce(sum(bit_count(${one})), 0)`]));
	const [found] = await tx.rows(Counted, sql`select concat_ws(' ', ${join(asked)}) as counts from ${from}`);
	const counts = (found?.counts ?? '').split(' ').map(Number);
	return bits.map((one) => (one === null ? 0 : (counts.shift() ?? 0)));
};

/** How many people a choice makes. */
export const countOf = async (tx: Tx, customerId: number, choice: Choice): Promise<number> =>
	(await countAll(tx, customerId, [choice]))[0] ?? 0;

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
const Last = row({ last: int });
/** Chunks that are looked through at once. */
const WINDOW = 8;

/** Numbers of people in a choice, greatest first, below `before`. */
export const numbersOf = async (
	tx: Tx,
	customerId: number,
	choice: Choice,
	{ before, most }: { before: number | undefined; most: number },
): Promise<number[]> => {
	const found: number[] = [];
	const ids = [...new Set(setsIn(choice))];
	if (nobody(choice)) return found;
	const [end] = await tx.rows(
		Last,
		sql`select coalesce(max(chunk), -1) as last from set_chunk where customer_id = ${customerId} and set_id = any(${ids}::uuid[])`,
	);
	const below = before ?? Number.MAX_SAFE_INTEGER;
	let to = Math.min(end?.last ?? -1, before === undefined ? Number.MAX_SAFE_INTEGER : chunkOf(before)) + 1;
	while (to > 0 && found.length < most) {
		const { columns, from } = chunksOf(customerId, ids, sql`chunk < ${to} and chunk >= ${to - WINDOW}`);
		const bits = bitsOf(choice, columns);
		if (bits === null) return found;
		const rows = await tx.rows(
			Chunk,
			sql`select s.chunk, bit_send(${bits}) as sent from ${from} where bit_count(${bits}) > 0 order by s.chunk desc`,
		);
		for (const { chunk, sent } of rows) found.push(...numbersIn(chunk, sent, below, most - found.length));
		to -= WINDOW;
	}
	return found;
};
