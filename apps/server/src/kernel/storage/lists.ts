/**
 * Lists that stay quick as they grow. A list is written down once, in parts; its page, its count and the walk that fills a file
 * are put together from these parts:
 *
 *     const DOMAINS = list({ row: DomainRow, columns: sql`…`, from: sql`domain d`, orders: { domain: { by: sql`d.host`, type: 'text' } }, … });
 *     const found = await readPage(tx, DOMAINS, [sql`d.customer_id = ${customerId}`], query);
 *     return { data: found.rows.map(shown), page: pageOf(found.counted, query) };
 */
import type { Page } from '@luvalla/contract/call.ts';
import * as z from 'zod';
import { empty, int, join, json, type RowOf, type RowShape, row, type Sql, sql, text } from './rows.ts';
import { offsetOf } from './search.ts';
import type { Tx } from './storage.ts';

/** Totals above this are said as 'more than'. */
export const MOST_COUNTED = 10_000;
/** Rows of a list that has no pages: whoever shows it narrows it themselves, and has nothing of what is left out. */
export const MOST_WHOLE = 5_000;
/** Rows that one transaction of a walk reads. */
export const BATCH = 1000;

/** How many match; with `more` it is `MOST_COUNTED` and there are more. */
export interface Counted {
	readonly total: number;
	readonly more: boolean;
	/** What there is more of is on no page: a search that found so many looked no further. */
	readonly cut?: true;
}

/** A page of rows, and how many match in all. */
export interface Found<Row> {
	readonly rows: Row[];
	readonly counted: Counted;
}

/** What was counted as far as `most` and one more, said. */
export const upTo = (count: number, most = MOST_COUNTED): Counted => ({ total: Math.min(count, most), more: count > most });

const CountRow = row({ n: int });

/** Counts rows of `from` (tables with their conditions) no further than `most`, so that its cost has an end. */
export const counted = async (tx: Tx, from: Sql, most = MOST_COUNTED): Promise<Counted> => {
	const found = await tx.first(CountRow, sql`select count(*)::int as n from (select 1 from ${from} limit ${most + 1}) c`);
	return upTo(found?.n ?? 0, most);
};

const PlanRow = row({ 'QUERY PLAN': json(z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })])) });

/** How many rows of `from` the planner expects, by its samples of the columns; 0.3 ms at any size. */
const estimated = async (tx: Tx, from: Sql): Promise<number> =>
	(await tx.first(PlanRow, sql`explain (format json) select 1 from ${from}`))?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;

/** From so many on an estimate says 'more than', and nothing is counted: it is never that far off. */
const MANY_ESTIMATED = 5 * MOST_COUNTED;
/** Up to here, what a search finds is gathered and sorted. */
const MOST_GATHERED = 30_000;

/**
 * How many a long list has: with a search exactly so far as it is gathered, without one no further than is said.
 * `few`: what a search found is soon gathered and sorted; many are met sooner by walking the index of the order.
 */
export const countedLong = async (
	tx: Tx,
	from: Sql,
	gathers: boolean,
	estimate = (): Promise<number> => estimated(tx, from),
): Promise<Counted & { readonly few: boolean }> => {
	if ((await estimate()) > MANY_ESTIMATED) return { ...upTo(MOST_COUNTED + 1), few: false };
	const found = await counted(tx, from, gathers ? MOST_GATHERED : MOST_COUNTED);
	return { ...upTo(found.more ? MOST_GATHERED + 1 : found.total), few: gathers && !found.more };
};

/** Whether a table is so long that nobody looks through all of it for a letter or two, of which no index of words knows. */
export const isLong = async (tx: Tx, table: Sql): Promise<boolean> => (await estimated(tx, table)) > MANY_ESTIMATED;

/** Rows that tell how common a word is. */
const SAMPLED = 1_000;
const SampleRow = row({ rows: int, found: int });

/**
 * How many rows of a table hold to a condition, by some of its pages. Where row-level security stands before a table the planner may not ask
 * its samples about words, and takes every word for a rare one.
 */
const sampled = async (tx: Tx, table: Sql, condition: Sql): Promise<number> => {
	const all = await estimated(tx, table);
	if (all <= MANY_ESTIMATED) return 0;
	const share = Math.min(100, (100 * SAMPLED) / all);
	const seen = await tx.first(
		SampleRow,
		sql`select count(*)::int as rows, count(*) filter (where ${condition})::int as found from ${table} tablesample system (${share}::real)`,
	);
	return seen && seen.rows > 0 ? (seen.found / seen.rows) * all : 0;
};

/** As `countedLong`, of what a search finds in one table of tenants, read by the platform. */
export const countedSearch = (tx: Tx, table: Sql, condition: Sql): Promise<Counted & { readonly few: boolean }> =>
	countedLong(tx, sql`${table} where ${condition}`, true, () => sampled(tx, table, condition));

/**
 * The same condition as no index of words can answer it, and as nothing is guessed of: where many are found, the index of the order is walked
 * until there are enough. The planner, which takes every long word for a rare one, would gather or sort all of them first.
 */
export const unaided = (condition: Sql): Sql => sql`case when ${condition} then true else false end`;

interface Paging {
	readonly page: number;
	readonly size: number;
}

/** The same, of a search that looked no further. */
export const cut = ({ total }: Counted): Counted => ({ total, more: true, cut: true });

/** `page` of a list answer. */
export const pageOf = ({ total, more, cut: isCut }: Counted, { page, size }: Paging): Page => ({
	total,
	...(more && { more }),
	next: (more && !isCut) || page * size < total ? page + 1 : null,
});

/** As `pageOf`, where all were counted. */
export const wholePageOf = (total: number, query: Paging): Page => pageOf({ total, more: false }, query);

/** An expression without nulls, and its type for a comparison with where a walk has come to. */
interface Key {
	readonly by: Sql;
	readonly type: 'text' | 'int' | 'uuid' | 'timestamptz';
}
const TYPES: Readonly<Record<Key['type'], Sql>> = { text: sql`text`, int: sql`int`, uuid: sql`uuid`, timestamptz: sql`timestamptz` };

/**
 * What a long list is narrowed and ordered by: one table of `from`, whose rows are counted off before the rest is joined. Its conditions
 * name this table alone.
 */
export interface Thin {
	/** The table's name in `from`. */
	readonly name: Sql;
	/** With that name: sql`domain d`. */
	readonly table: Sql;
	/** What `from` joins to it. */
	readonly joins: Sql;
	/** The columns of its primary key, bare. */
	readonly keys: readonly Sql[];
	/** Orders that need what is joined. */
	readonly wide?: readonly string[];
}

/**
 * What a short list is ordered by: a name with å, ä and ö behind z and other marks left out, as the portal orders names in Finnish, whatever
 * collations the database has. Long lists have an index of it, mostly of a column (`in_order`).
 */
export const inOrder = (name: Sql): Sql =>
	sql`translate(lower(${name}), 'åäæöøáàâãéèêëíìîïóòôõúùûüýÿçñšž', '{||}}aaaaeeeeiiiioooouuuyyycnsz') collate "C"`;

export interface List<R extends RowShape> {
	readonly row: R;
	readonly columns: Sql;
	/** Tables with their joins. */
	readonly from: Sql;
	/** By what it may be sorted. */
	readonly orders: Readonly<Record<string, Key>>;
	/** The order when none is asked for: `name`, `-at`. */
	readonly usual: string;
	/** Breaks ties, so that no row stands on two pages; it falls where the order falls. */
	readonly key: Key;
}

export const list = <const R extends RowShape, const L extends List<R>>(parts: List<R> & L): List<R> & L => parts;

/** Values are SQL expressions of ours; nothing a caller typed reaches the statement. */
const orderOf = <R extends RowShape>({ orders, usual }: List<R>, sort: string | undefined): { by: Key; down: boolean; name: string } => {
	const named = (one: string) => {
		const name = one.replace(/^-/, '');
		// Names come from outside: those that every object has are none of ours.
		return Object.hasOwn(orders, name) ? orders[name] : undefined;
	};
	const wanted = sort !== undefined && named(sort) ? sort : usual;
	const by = named(wanted);
	if (!by) throw new Error(`A list has no order of the name ${wanted}.`);
	return { by, down: wanted.startsWith('-'), name: wanted.replace(/^-/, '') };
};

const ordered = (by: Sql, key: Sql, down: boolean): Sql => (down ? sql`order by ${by} desc, ${key} desc` : sql`order by ${by}, ${key}`);

/** All of these conditions. */
export const having = (conditions: readonly Sql[]): Sql => (conditions.length === 0 ? sql`true` : join([...conditions], ' and '));

/** A page of the list and its capped count, each narrowed by all conditions. @param count where there is a cheaper one */
export const readPage = async <R extends RowShape>(
	tx: Tx,
	parts: List<R>,
	conditions: readonly Sql[],
	query: Paging & { sort?: string | undefined },
	count = (source: Sql): Promise<Counted> => counted(tx, source),
): Promise<Found<RowOf<R>>> => {
	const { by, down } = orderOf(parts, query.sort);
	const source = sql`${parts.from} where ${having(conditions)}`;
	const offset = offsetOf(query);
	const rows = await tx.rows(
		parts.row,
		sql`select ${parts.columns} from ${source} ${ordered(by.by, parts.key.by, down)} limit ${query.size} offset ${offset}`,
	);
	// A page that is not full is the last one: nothing is left to count.
	const last = rows.length < query.size && (rows.length > 0 || offset === 0);
	return { rows, counted: last ? upTo(offset + rows.length) : await count(source) };
};

/**
 * A page of a list over the whole installation, at the cost of a short one however long it is (bench/tenants): nothing that is joined is
 * read for rows before the page, and what a search finds is gathered by its index where it is little.
 *
 * @param searched whether the conditions are a search that an index answers
 */
export const readLongPage = async <R extends RowShape>(
	tx: Tx,
	parts: List<R> & { readonly thin: Thin },
	conditions: readonly Sql[],
	query: Paging & { sort?: string | undefined },
	searched: boolean,
): Promise<Found<RowOf<R>>> => {
	const { by, down, name: order } = orderOf(parts, query.sort);
	const { name, table, joins, keys, wide } = parts.thin;
	const narrowed = sql`${table} where ${having(conditions)}`;
	const { few, ...counts } = searched ? await countedSearch(tx, table, having(conditions)) : await countedLong(tx, narrowed, false);
	const joined = wide?.includes(order) ? joins : empty;
	const source = few
		? sql`(select ${name}.* from ${narrowed} offset 0) ${name} ${joined}`
		: sql`${table} ${joined} where ${searched ? unaided(having(conditions)) : having(conditions)}`;
	const ownKeys = join(
		keys.map((key) => sql`${name}.${key}`),
		', ',
	);
	const same = join(
		keys.map((key) => sql`page_of.${key} = ${name}.${key}`),
		' and ',
	);
	const sorted = ordered(by.by, parts.key.by, down);
	const rows = await tx.rows(
		parts.row,
		sql`select ${parts.columns} from (select ${ownKeys} from ${source} ${sorted} limit ${query.size} offset ${offsetOf(query)}) page_of
			join ${table} on ${same} ${joins} ${sorted}`,
	);
	return { rows, counted: counts };
};

/** Where a row stands in the order, as text that PostgreSQL reads back without loss. */
const Place = row({ place_by: text, place_key: text });

/** Runs one statement or a few in a transaction of their own. */
export type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * All rows of the list in its order, a short transaction a thousand: nobody waits for a slow reader, and the last thousand costs
 * what the first does. Rows that come or go meanwhile may be missed; none comes twice but one whose own place has moved.
 */
export async function* walk<R extends RowShape>(
	inTx: InTx,
	parts: List<R>,
	conditions: readonly Sql[],
	sort?: string,
): AsyncGenerator<RowOf<R & typeof Place>[]> {
	const { by, down } = orderOf(parts, sort);
	const { key } = parts;
	const shape: R & typeof Place = { ...parts.row, ...Place };
	yield* batches<RowOf<R & typeof Place>>((last) => {
		const where = last === null ? conditions : [...conditions, beyond(by, key, down, String(last.place_by), String(last.place_key))];
		return inTx((tx) =>
			tx.rows(
				shape,
				sql`select ${parts.columns}, (${by.by})::text as place_by, (${key.by})::text as place_key
					from ${parts.from} where ${having(where)} ${ordered(by.by, key.by, down)} limit ${BATCH}`,
			),
		);
	});
}

const GatheredKey = row({ place_key: text });

/**
 * The same for a list of some ten thousand rows that no index brings in its order, so that each page costs as much as all of them: where
 * they stand is read once, and then the rows themselves, a thousand at a time. Rows that go meanwhile, or are no longer what was asked for, are
 * missing.
 */
export async function* walkGathered<R extends RowShape>(
	inTx: InTx,
	parts: List<R>,
	conditions: readonly Sql[],
	sort?: string,
): AsyncGenerator<RowOf<R & typeof GatheredKey>[]> {
	const { by, down } = orderOf(parts, sort);
	const { key } = parts;
	const shape: R & typeof GatheredKey = { ...parts.row, ...GatheredKey };
	const keys = (
		await inTx((tx) =>
			tx.rows(
				GatheredKey,
				sql`select (${key.by})::text as place_key from ${parts.from} where ${having(conditions)} ${ordered(by.by, key.by, down)}`,
			),
		)
	).map((one) => one.place_key);
	for (let at = 0; at < keys.length; at += BATCH) {
		const some = keys.slice(at, at + BATCH);
		const rows = await inTx((tx) =>
			tx.rows(
				shape,
				sql`select ${parts.columns}, (${key.by})::text as place_key from ${parts.from}
				where ${having([sql`${key.by} = any(${some}::text[]::${TYPES[key.type]}[])`, ...conditions])}`,
			),
		);
		const found = new Map(rows.map((one) => [String(one.place_key), one]));
		yield some.flatMap((one) => found.get(one) ?? []);
	}
}

/** What comes after a place. The first half alone lets indexes of the order leave out what has been read. */
const beyond = (by: Key, key: Key, down: boolean, atBy: string, atKey: string): Sql => {
	const place = sql`(${atBy}::${TYPES[by.type]}, ${atKey}::${TYPES[key.type]})`;
	return down
		? sql`${by.by} <= ${atBy}::${TYPES[by.type]} and (${by.by}, ${key.by}) < ${place}`
		: sql`${by.by} >= ${atBy}::${TYPES[by.type]} and (${by.by}, ${key.by}) > ${place}`;
};

/** Reads on from the last row, `BATCH` at a time, until fewer come. */
export async function* batches<Row>(read: (last: Row | null) => Promise<Row[]>): AsyncGenerator<Row[]> {
	let last: Row | null = null;
	for (;;) {
		const rows: Row[] = await read(last);
		if (rows.length > 0) yield rows;
		last = rows.at(-1) ?? null;
		if (last === null || rows.length < BATCH) return;
	}
}

/**
 * The first few of a search, those first that begin so: first these, by the index of their order, and then, where they are too few, what has
 * it anywhere. Sorting all that is found by whether it begins so would read all of it.
 *
 * @param inside null: only beginnings are looked for
 */
export const beginningsFirst = async <Row>(
	most: number,
	find: (condition: Sql, limit: number) => Promise<Row[]>,
	begins: Sql,
	inside: Sql | null,
): Promise<Row[]> => {
	const first = await find(begins, most);
	if (first.length === most || inside === null) return first;
	return [...first, ...(await find(sql`${inside} and not coalesce(${begins}, false)`, most - first.length))];
};
