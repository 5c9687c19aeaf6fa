/**
 * Counting sets and who is in them, exactly. One statement reads each set's chunks once and counts every choice that is asked for.
 * What costs is unfolding chunks and joining them: neither is done twice.
 */
import { bytes, int, join, raw, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { CHUNK, chunkOf, type Masks, numbersIn } from './bits.ts';

/** A chunk in which nobody is. */
const NOBODY = sql`0::bit(65536)`;

/** People in a set; in all, or in any, of some choices (of none: nobody); in one and not in another. */
export type Choice =
	| { readonly all: readonly Choice[] }
	| { readonly any: readonly Choice[] }
	| { readonly in: string }
	| { readonly butNot: readonly [Choice, Choice] };

/** In one set, and not in another. */
type Pair = readonly [from: string, gone: string];

/** As it is counted: of many sets in any of which people may be, nobody asks which one; nor of many pairs of them. */
type Simple =
	| { readonly all: readonly Simple[] }
	| { readonly any: readonly Simple[] }
	| { readonly in: readonly string[] }
	| { readonly pairs: readonly Pair[] }
	| { readonly butNot: readonly [Simple, Simple] };

/** Sets, or pairs of them, beyond which those of one `any` are one column: a row has 1,664 at most. */
export const MOST_APART = 100;

const oneOf = (choice: Simple): string | undefined => ('in' in choice && choice.in.length === 1 ? choice.in[0] : undefined);

/** A choice of one set without another; undefined: it is none. */
const pairOf = (choice: Simple): Pair | undefined => {
	if (!('butNot' in choice)) return undefined;
	const [from, gone] = choice.butNot.map(oneOf);
	return from === undefined || gone === undefined ? undefined : [from, gone];
};

/** A choice without parts that say nothing; null: nobody can be in it, whatever its sets are. */
const simple = (choice: Choice): Simple | null => {
	if ('in' in choice) return { in: [choice.in] };
	if ('butNot' in choice) {
		const [from, gone] = [simple(choice.butNot[0]), simple(choice.butNot[1])];
		return from && gone ? { butNot: [from, gone] } : from;
	}
	const all = 'all' in choice;
	const given = all ? choice.all : choice.any;
	const parts = given.flatMap((part) => simple(part) ?? []);
	const [only] = parts;
	if (!only || (all && parts.length < given.length)) return null;
	if (parts.length === 1) return only;
	if (all) return { all: parts };
	const sets = parts.flatMap((part) => ('in' in part ? part.in : []));
	const pairs = parts.flatMap((part) => {
		const pair = pairOf(part);
		return pair ? [pair] : [];
	});
	const manySets = sets.length > MOST_APART;
	const manyPairs = pairs.length > MOST_APART;
	const joined: Simple[] = [
		...(manySets ? [{ in: sets }] : []),
		...(manyPairs ? [{ pairs }] : []),
		...parts.filter((part) => !(manySets && 'in' in part) && !(manyPairs && pairOf(part))),
	];
	const [alone] = joined;
	return alone && joined.length === 1 ? alone : { any: joined };
};

const partsOf = (choice: Simple): readonly Simple[] => {
	if ('in' in choice || 'pairs' in choice) return [];
	return 'all' in choice ? choice.all : 'any' in choice ? choice.any : choice.butNot;
};

/** Choices that say the same have the same key. */
const keyOf = (choice: Simple): string => JSON.stringify(choice);

/** How often each choice and each part of one is used, when nothing is joined twice. */
const usesIn = (choices: readonly Simple[]): Map<string, { choice: Simple; times: number }> => {
	const uses = new Map<string, { choice: Simple; times: number }>();
	const use = (choice: Simple): void => {
		const known = uses.get(keyOf(choice));
		if (known) known.times += 1;
		else {
			uses.set(keyOf(choice), { choice, times: 1 });
			partsOf(choice).forEach(use);
		}
	};
	choices.forEach(use);
	return uses;
};

/** All sets of these choices in whose chunks somebody may be. */
const setsIn = (choices: readonly Simple[]): string[] =>
	[...usesIn(choices).values()].flatMap(({ choice }) =>
		'in' in choice ? choice.in : 'pairs' in choice ? choice.pairs.map(([from]) => from) : [],
	);

/** A choice as bits over `s`, by the columns that it has. */
const bitsOf = (choice: Simple, columns: ReadonlyMap<string, Sql>): Sql => {
	const column = columns.get(keyOf(choice));
	if (column) return column;
	const parts = partsOf(choice).map((part) => bitsOf(part, columns));
	return sql`(${join(parts, 'butNot' in choice ? ' & ~' : 'all' in choice ? ' & ' : ' | ')})`;
};

/** Every chunk that may hold some of these choices, a row each, and each choice's bits in it. */
const chunksOf = (customerId: number, choices: readonly Simple[], where: Sql): { bits: Sql[]; from: Sql } => {
	const uses = usesIn(choices);
	const columns = new Map<string, Sql>();
	const sets: Sql[] = [];
	for (const [key, { choice, times }] of uses) {
		if (!('in' in choice)) continue;
		const name = raw(`b${sets.length}`);
		// A chunk is kept out of line, and read with every use. One that is used more than once is unfolded first, by a function that
		// gives back what it gets.
		const bits = times > 1 ? sql`"bit"(bits, 65536, true)` : sql`bits`;
		sets.push(sql`coalesce(bit_or(${bits}) filter (where set_id = any(${choice.in}::uuid[])), ${NOBODY}) as ${name}`);
		columns.set(key, sql`s.${name}`);
	}
	// What asks for distinct ones is grouped by a sort of the rows and not by hashes: those would hold every chunk of every set at once.
	let from = sql`(select ${join([sql`chunk`, ...sets])} from set_chunk
		where customer_id = ${customerId} and set_id = any(${setsIn(choices)}::uuid[]) and ${where} group by chunk having count(distinct set_id) > 0 offset 0) s`;
	for (const [key, { choice }] of uses) {
		if (!('pairs' in choice)) continue;
		const name = raw(`p${columns.size}`);
		from = sql`(select s.*, (
			select coalesce(bit_or(f.bits & ~coalesce(g.bits, ${NOBODY})), ${NOBODY})
			from unnest(${choice.pairs.map(([one]) => one)}::uuid[], ${choice.pairs.map(([, gone]) => gone)}::uuid[]) p (one, gone)
			join set_chunk f on f.customer_id = ${customerId} and f.set_id = p.one and f.chunk = s.chunk
			left join set_chunk g on g.customer_id = ${customerId} and g.set_id = p.gone and g.chunk = s.chunk
		) as ${name} from ${from} offset 0) s`;
		columns.set(key, sql`s.${name}`);
	}
	// Likewise what is joined for more than one: after its own parts, so that it is made of their columns.
	let open = [...uses].filter(([key, { times }]) => times > 1 && !columns.has(key));
	while (open.length > 0) {
		const waiting = new Set(open.map(([key]) => key));
		const waits = (choice: Simple): boolean => partsOf(choice).some((part) => waiting.has(keyOf(part)) || waits(part));
		const ready = open.filter(([, { choice }]) => !waits(choice));
		const named = ready.map(([key, { choice }], n) => ({ key, name: raw(`c${columns.size + n}`), bits: bitsOf(choice, columns) }));
		from = sql`(select s.*, ${join(named.map(({ name, bits }) => sql`${bits} as ${name}`))} from ${from} offset 0) s`;
		for (const { key, name } of named) columns.set(key, sql`s.${name}`);
		open = open.filter(([key]) => !columns.has(key));
	}
	return { bits: choices.map((choice) => bitsOf(choice, columns)), from };
};

const Counted = row({ counts: text });

/** How many people each of these choices makes. */
export const countAll = async (tx: Tx, customerId: number, choices: readonly Choice[]): Promise<number[]> => {
	const simpler = choices.map(simple);
	const asked = new Map(simpler.flatMap((choice) => (choice === null ? [] : [[keyOf(choice), choice]])));
	if (asked.size === 0) return choices.map(() => 0);
	const { bits, from } = chunksOf(customerId, [...asked.values()], sql`true`);
	const sums = bits.map((one) => sql`coalesce(sum(bit_count(${one})), 0)`);
	// One array: a function takes no more than a hundred arguments.
	const found = await tx.first(Counted, sql`select array_to_string(array[${join(sums)}], ' ') as counts from ${from}`);
	const numbers = (found?.counts ?? '').split(' ').map(Number);
	const counts = new Map([...asked.keys()].map((key, place) => [key, numbers[place] ?? 0]));
	return simpler.map((choice) => (choice === null ? 0 : (counts.get(keyOf(choice)) ?? 0)));
};

/** How many people of each of these choices stand in `masks` as well. */
export const countAmong = async (tx: Tx, customerId: number, choices: readonly Choice[], masks: Masks): Promise<number[]> => {
	const simpler = choices.map(simple);
	const asked = simpler.filter((choice) => choice !== null);
	const totals = asked.map(() => 0);
	if (asked.length > 0)
		for (const [chunk, mask] of masks) {
			const { bits, from } = chunksOf(customerId, asked, sql`chunk = ${chunk}`);
			const sums = bits.map((one) => sql`coalesce(sum(bit_count(${one} & ${mask}::bit(65536))), 0)`);
			const found = await tx.first(Counted, sql`select array_to_string(array[${join(sums)}], ' ') as counts from ${from}`);
			for (const [place, count] of (found?.counts ?? '').split(' ').entries()) totals[place] = (totals[place] ?? 0) + Number(count);
		}
	return simpler.map((choice) => (choice === null ? 0 : (totals.shift() ?? 0)));
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
	const whom = simple(choice);
	if (whom === null) return found;
	const ids = setsIn([whom]);
	const end = await tx.first(
		Last,
		sql`select coalesce(max(chunk), -1) as last from set_chunk where customer_id = ${customerId} and set_id = any(${ids}::uuid[])`,
	);
	const below = before ?? Number.MAX_SAFE_INTEGER;
	let to = Math.min(end?.last ?? -1, before === undefined ? Number.MAX_SAFE_INTEGER : chunkOf(before)) + 1;
	while (to > 0 && found.length < most) {
		// Counted and sent: two uses.
		const { bits: both, from } = chunksOf(customerId, [whom, whom], sql`chunk < ${to} and chunk >= ${to - WINDOW}`);
		const bits = both[0] ?? NOBODY;
		const rows = await tx.rows(
			Chunk,
			sql`select s.chunk, bit_send(${bits}) as sent from ${from} where bit_count(${bits}) > 0 order by s.chunk desc`,
		);
		for (const { chunk, sent } of rows) found.push(...numbersIn(chunk, sent, below, most - found.length));
		to -= WINDOW;
	}
	return found;
};

const SentAll = row({ place: int, sent: bytes });

/** The last chunk that any set of these choices has; -1: they have none. */
export const lastChunkOf = async (tx: Tx, customerId: number, choices: readonly Choice[]): Promise<number> => {
	const ids = setsIn(choices.map(simple).filter((choice) => choice !== null));
	const end = await tx.first(
		Last,
		sql`select coalesce(max(chunk), -1) as last from set_chunk where customer_id = ${customerId} and set_id = any(${ids}::uuid[])`,
	);
	return end?.last ?? -1;
};

/** Numbers of people in each of these choices within one chunk, smallest first. */
export const numbersInChunk = async (tx: Tx, customerId: number, choices: readonly Choice[], chunk: number): Promise<number[][]> => {
	const simpler = choices.map(simple);
	const asked = simpler.filter((choice) => choice !== null);
	if (asked.length === 0) return choices.map(() => []);
	const { bits, from } = chunksOf(customerId, asked, sql`chunk = ${chunk}`);
	const rows = await tx.rows(
		SentAll,
		sql`select t.place::int as place, bit_send(t.bits) as sent from ${from}
		cross join lateral unnest(array[${join(bits)}]::bit(65536)[]) with ordinality t (bits, place) where bit_count(t.bits) > 0`,
	);
	const found = new Map(rows.map(({ place, sent }) => [place - 1, numbersIn(chunk, sent, Number.MAX_SAFE_INTEGER, CHUNK).reverse()]));
	let place = 0;
	return simpler.map((choice) => (choice === null ? [] : (found.get(place++) ?? [])));
};
