/**
 * When people were last there: by what they did (events, visits), answered, opened or followed. Each of those who are one has their own
 * moment, and the kept one the latest of them all: a merge and a parting lose nothing. Files and officers see nobody.
 */
import type { How } from '@luvalla/contract/consent/ledger.ts';
import { now } from '#kernel/clock.ts';
import { int4s, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { instant, int, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Cluster, clustersOf } from '../../people/wing.ts';
import { touchNumbers } from '../rules/follow.ts';
import { numbersBy } from './facts.ts';

/** Nobody is written down again sooner than this: whoever clicks about a site costs one row an hour. */
const AGAIN = sql`interval '1 hour'`;

/** Answers that show that somebody was there. A file or an officer says what was so before; mail may be left and reported by machines. */
const THERE: ReadonlySet<How> = new Set([
	'banner',
	'identification',
	'privacy-centre',
	'api',
	'stop-word',
	'pause',
	'preference-page',
	'form',
] satisfies How[]);
export const wasThere = (how: How): boolean => THERE.has(how);

/** Somebody, by their own number, at a moment. */
export interface Seen {
	readonly number: number;
	readonly at: Date;
	/** Who stands for them and others; null: nobody does. Unsaid: it is asked. */
	readonly kept?: string | null;
}

const WrittenRow = row({ number: int, at: instant });
const GoneRow = row({ number: int, person: uuid });

/** Notes who was there. Answers the numbers of whom it was new. */
export const markSeen = async (tx: Tx, customerId: number, seen: readonly Seen[]): Promise<number[]> => {
	if (seen.length === 0) return [];
	const latest = new Map<number, number>();
	const most = now().getTime();
	// Somebody whose clock is ahead was there now.
	for (const { number, at } of seen) latest.set(number, Math.max(latest.get(number) ?? 0, Math.min(at.getTime(), most)));
	// In one order for every writer: none waits for another that waits for it.
	const rows = [...latest].sort(([a], [b]) => a - b);
	const written = await tx.rows(
		WrittenRow,
		sql`insert into profile_seen as s (customer_id, number, own_at, seen_at)
		select ${customerId}::int, g.number, g.at, g.at
		from unnest(${int4s(rows.map(([number]) => number))}::int[], ${timestamps(rows.map(([, at]) => new Date(at)))}::timestamptz[]) g (number, at)
		where not exists (select 1 from profile_seen o
			where o.customer_id = ${customerId} and o.number = g.number and o.own_at > g.at - ${AGAIN})
		order by g.number
		on conflict (customer_id, number) do update set own_at = excluded.own_at, seen_at = greatest(s.seen_at, excluded.seen_at)
			where s.own_at is null or excluded.own_at - s.own_at >= ${AGAIN}
		returning s.number, s.own_at as at`,
	);
	await markKept(tx, customerId, written, new Map(seen.flatMap(({ number, kept }) => (kept === undefined ? [] : [[number, kept]]))));
	return written.map(({ number }) => number);
};

/** Whoever is one with others is seen with them: under the number that stands for them all. @param known who that is, where it is known */
const markKept = async (
	tx: Tx,
	customerId: number,
	written: readonly { number: number; at: Date }[],
	known: ReadonlyMap<number, string | null>,
): Promise<void> => {
	const unknown = written.flatMap(({ number }) => (known.has(number) ? [] : [number]));
	const gone =
		unknown.length === 0
			? []
			: await tx.rows(
					GoneRow,
					sql`select pn.number, pn.person from person pn
					join person_alias a on a.customer_id = ${customerId} and a.gone = pn.person and a.undone_at is null
					where pn.customer_id = ${customerId} and pn.number = any(${int4s(unknown)}::int[])`,
				);
	const clusters = await clustersOf(
		tx,
		customerId,
		gone.map(({ person }) => person),
	);
	const found = new Map([...known, ...gone.map(({ number, person }) => [number, clusters.get(person)?.kept ?? null] as const)]);
	const kept = written.flatMap(({ number, at }) => {
		const person = found.get(number) ?? null;
		return person === null ? [] : [{ person, at }];
	});
	if (kept.length === 0) return;
	await tx.run(sql`insert into profile_seen as s (customer_id, number, seen_at)
		select ${customerId}::int, pn.number, max(g.at)
		from unnest(${uuids(kept.map(({ person }) => person))}::uuid[], ${timestamps(kept.map(({ at }) => at))}::timestamptz[]) g (person, at)
		join person pn on pn.customer_id = ${customerId} and pn.person = g.person
		group by pn.number order by pn.number
		on conflict (customer_id, number) do update set seen_at = greatest(s.seen_at, excluded.seen_at)`);
};

/** The same, for whoever does not have rules look at them anyway. */
export const noteSeen = async (tx: Tx, customerId: number, seen: readonly Seen[]): Promise<void> =>
	touchNumbers(tx, customerId, await markSeen(tx, customerId, seen));

/** The same of persons by their ids. */
export const markPersonsSeen = async (
	tx: Tx,
	customerId: number,
	seen: readonly { readonly person: string; readonly at: Date }[],
): Promise<void> => {
	if (seen.length === 0) return;
	const numbers = await numbersBy(tx, customerId, [...new Set(seen.map(({ person }) => person))]);
	await markSeen(
		tx,
		customerId,
		seen.flatMap(({ person, at }) => {
			const number = numbers.get(person);
			return number === undefined ? [] : [{ number, at }];
		}),
	);
};

/** After it changed who is one with whom: the latest of those who are one, and each their own. */
export const recomposeSeen = async (tx: Tx, customerId: number, clusters: readonly Cluster[]): Promise<void> => {
	const pairs = clusters.flatMap(({ kept, members }) => members.map((member) => ({ kept, member })));
	await tx.run(sql`insert into profile_seen as s (customer_id, number, seen_at)
		select ${customerId}::int, k.number, max(o.own_at)
		from unnest(${uuids(pairs.map(({ kept }) => kept))}::uuid[], ${uuids(pairs.map(({ member }) => member))}::uuid[]) g (kept, member)
		join person k on k.customer_id = ${customerId} and k.person = g.kept
		join person m on m.customer_id = ${customerId} and m.person = g.member
		join profile_seen o on o.customer_id = ${customerId} and o.number = m.number
		group by k.number order by k.number
		on conflict (customer_id, number) do update set seen_at = excluded.seen_at`);
};

const SeenRow = row({ person: uuid, seen_at: instant });

/** When these (kept ids) were last there; nobody who never was. */
export const seenOf = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<Map<string, Date>> =>
	new Map(
		(
			await tx.rows(
				SeenRow,
				sql`select pn.person, s.seen_at from person pn
				join profile_seen s on s.customer_id = ${customerId} and s.number = pn.number and s.seen_at is not null
				where pn.customer_id = ${customerId} and pn.person = any(${uuids(persons)}::uuid[])`,
			)
		).map(({ person, seen_at: at }) => [person, at]),
	);

export const forgetSeen = async (tx: Tx, customerId: number, numbers: readonly number[]): Promise<void> => {
	await tx.run(sql`delete from profile_seen where customer_id = ${customerId} and number = any(${int4s(numbers)}::int[])`);
};
