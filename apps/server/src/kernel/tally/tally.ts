/**
 * Counts beside the rows they count, so that nobody goes through a million rows to say how many there are. A counter is a table of its
 * wing, and all are of one shape:
 *
 *     customer_id int, the columns of its key, minute timestamptz, part smallint, n bigint; all but n are the primary key
 *
 * Counts are written in the transaction of what they count. Each writer adds to a part of its own, so that none waits for another; the
 * sum over all parts is the count. What reading costs follows from keys and times, never from how much was counted. Statements are only
 * put together here: the wing that owns the table sends them.
 */
import { randomInt } from 'node:crypto';
import { int4s, texts, timestamps, uuids } from '../storage/arrays.ts';
import { empty, join, raw, type Sql, sql } from '../storage/rows.ts';

const GRAIN_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
export type Grain = keyof typeof GRAIN_MS;

type KeyType = 'uuid' | 'text' | 'int';
const PACKED: Readonly<Record<KeyType, (values: readonly (string | number)[]) => Buffer>> = {
	uuid: (values) => uuids(values.map(String)),
	text: (values) => texts(values.map(String)),
	int: (values) => int4s(values.map(Number)),
};

export interface Counter<K extends Readonly<Record<string, KeyType>> = Readonly<Record<string, KeyType>>> {
	readonly table: string;
	/** In `minute` stands the first minute of the minute, or of the day, UTC. By the day: nobody is to be told by when it happened. */
	readonly grain: 'minute' | 'day';
	/** Columns of the key, in the primary key's order. */
	readonly key: K;
}

export const counterOf = <const K extends Readonly<Record<string, KeyType>>>(counter: Counter<K>): Counter<K> => counter;

type KeyOf<K> = { readonly [Name in keyof K]: K[Name] extends 'int' ? number : string };

interface Count {
	readonly key: readonly (string | number)[];
	readonly minute: Date;
	n: number;
}

/** A writer's own part. */
export const newPart = (): number => randomInt(0, 32_000);

/** The first moment of the minute, hour or day, UTC. */
export const startOf = (grain: Grain, at: Date): Date => new Date(Math.floor(at.getTime() / GRAIN_MS[grain]) * GRAIN_MS[grain]);

/** What one transaction counts, summed up. */
export class Tally<K extends Readonly<Record<string, KeyType>>> {
	readonly #counter: Counter<K>;
	readonly #names: readonly string[];
	readonly #counts = new Map<string, Count>();

	constructor(counter: Counter<K>) {
		this.#counter = counter;
		this.#names = Object.keys(counter.key);
	}

	/** Several times a message: it makes nothing that is there. @param n less than nothing: something that was counted at this time is so no more */
	add(key: KeyOf<K>, at: Date, n = 1): void {
		const ms = Math.floor(at.getTime() / GRAIN_MS[this.#counter.grain]) * GRAIN_MS[this.#counter.grain];
		let word = String(ms);
		for (const name of this.#names) word += `\n${key[name]}`;
		const known = this.#counts.get(word);
		if (known) known.n += n;
		else this.#counts.set(word, { key: this.#names.map((name) => key[name] ?? ''), minute: new Date(ms), n });
	}

	/** What it comes to by now, for whoever tells it on. */
	*counts(): Generator<{ readonly key: KeyOf<K>; readonly minute: Date; readonly n: number }> {
		for (const { key, minute, n } of this.#counts.values())
			if (n !== 0) yield { key: Object.fromEntries(this.#names.map((name, place) => [name, key[place]])) as KeyOf<K>, minute, n };
	}

	/** The statement that adds all of it, alone or within another; null: there is nothing to add. @param part the writer's */
	adding(customerId: number, part: number): Sql | null {
		// In one order for every writer: of two with the same part none waits for another that waits for it.
		const counts = [...this.#counts].filter(([, { n }]) => n !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
		if (counts.length === 0) return null;
		const rows = counts.map(([, count]) => count);
		const columns = Object.values(this.#counter.key).map(
			(type, place) => sql`${PACKED[type](rows.map(({ key }) => key[place] ?? ''))}::${raw(type)}[]`,
		);
		const given = sql`select * from unnest(${join(columns)}, ${timestamps(rows.map(({ minute }) => minute))}::timestamptz[],
			${int4s(rows.map(({ n }) => n))}::int[]) t (${namesOf(this.#counter)}, minute, n)`;
		return addRows(this.#counter, customerId, part, given);
	}
}

export const namesOf = ({ key }: Counter, table = ''): Sql =>
	raw(
		Object.keys(key)
			.map((name) => table + name)
			.join(', '),
	);

/** Adds these. @param rows a query of the key's columns, `minute` and `n`, each key and minute once */
export const addRows = (counter: Counter, customerId: number, part: number, rows: Sql): Sql => {
	const names = namesOf(counter);
	return sql`insert into ${raw(counter.table)} as c (customer_id, ${names}, minute, part, n)
		select ${customerId}::int, ${names}, minute, ${part}::smallint, n from (${rows}) t
		on conflict (customer_id, ${names}, minute, part) do update set n = c.n + excluded.n`;
};

export interface Asked<K> {
	/** Columns of the key that sums are told apart by; the others are summed over. */
	readonly by: readonly (keyof K & string)[];
	/** And by the minute, hour or day: answered as `at`, its first moment, UTC. */
	readonly per?: Grain;
	/** From the minute (or day) of this moment on. */
	readonly since?: Date;
	/** Up to that of this one. */
	readonly until?: Date;
	/** Of these counts `c` alone. */
	readonly where?: Sql;
}

/** The query that reads a customer's sums: `by`, `at` where it is asked for, and `n`. A sum may be 0. */
export const sumsBy = <K extends Readonly<Record<string, KeyType>>>(
	counter: Counter<K>,
	customerId: number,
	{ by, per, since, until, where }: Asked<K>,
): Sql => {
	const at = per === counter.grain ? 'c.minute' : `date_trunc('${per}', c.minute, 'UTC')`;
	const groups = [...by.map((name) => `c.${name}`), ...(per ? [at] : [])];
	return sql`select ${raw(groups.map((group, place) => `${group}${place === by.length ? ' as at' : ''}, `).join(''))}coalesce(sum(c.n), 0)::int8 as n
		from ${raw(counter.table)} c where c.customer_id = ${customerId}
			${since ? sql`and c.minute >= ${startOf(counter.grain, since)}` : empty} ${until ? sql`and c.minute <= ${until}` : empty}
			${where ? sql`and ${where}` : empty}
		${groups.length > 0 ? sql`group by ${raw(groups.join(', '))}` : empty}`;
};
