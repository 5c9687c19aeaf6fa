/** Roll-ups in the database: added to, and read together with what stands in none yet, so that a sum is that of this moment. */
import { texts, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { instant, int, join, orNull, type RowOf, raw, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { toldNews } from '#kernel/tally/news.ts';
import { unreadCounts } from './consents.ts';
import { GRAINS, type Grain, type Segment, startOf } from './spans.ts';
import type { What } from './whats.ts';

/** To be added. */
export interface Delta {
	readonly what: string;
	readonly domain_id: string;
	readonly key: string;
	readonly minute: Date;
	readonly n: number;
	readonly gone: number;
}

export const tableOf = (grain: Grain): Sql => raw(`count_${grain}`);

/** Adds up; rows of each table are met in one order, so that none who add at once wait for each other in a circle. */
export const addCounts = async (tx: Tx, customerId: number, deltas: readonly Delta[]): Promise<void> => {
	for (const grain of GRAINS) {
		const sums = new Map<string, { what: string; domain: string; key: string; at: Date; n: number; gone: number }>();
		for (const { what, domain_id: domain, key, minute, n, gone } of deltas) {
			const at = startOf(grain, minute);
			const word = `${what} ${at.toISOString()} ${domain} ${key}`;
			const known = sums.get(word);
			if (known) {
				known.n += n;
				known.gone += gone;
			} else sums.set(word, { what, domain, key, at, n, gone });
		}
		const rows = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, one]) => (one.n !== 0 || one.gone !== 0 ? [one] : []));
		if (rows.length === 0) continue;
		await tx.run(sql`insert into ${tableOf(grain)} as c (customer_id, what, at, domain_id, key, n, gone)
			select ${customerId}::int, g.what, g.at, g.domain_id, g.key, g.n, g.gone
			from unnest(${texts(rows.map(({ what }) => what))}::text[], ${timestamps(rows.map(({ at }) => at))}::timestamptz[],
				${uuids(rows.map(({ domain }) => domain))}::uuid[], ${texts(rows.map(({ key }) => key))}::text[],
				${rows.map(({ n }) => n)}::int8[], ${rows.map(({ gone }) => gone)}::int8[]) g (what, at, domain_id, key, n, gone)
			on conflict (customer_id, what, at, domain_id, key) do update set n = c.n + excluded.n, gone = c.gone + excluded.gone`);
	}
};

const Counted = row({ what: text, domain_id: uuid, key: text, minute: instant, n: int });
export type CountedRow = RowOf<typeof Counted>;

/** Runs a query of counts. */
export const readCounted = (tx: Tx, counts: Sql): Promise<CountedRow[]> => tx.rows(Counted, counts);

/** What stands in no roll-up: `what, domain_id, key, minute, n, gone`. */
export const pending = (customerId: number): Sql => sql`${toldNews(customerId)}
	union all select u.what, u.domain_id, u.key, u.minute, u.n, 0 from (${unreadCounts(customerId)}) u`;

const Sum = row({ step: orNull(int), what: text, domain_id: orNull(uuid), key: orNull(text), n: int });

export interface Asked {
	readonly whats: readonly What[];
	/** Null: all, and what is of no domain. */
	readonly domainIds: readonly string[] | null;
	readonly segments: readonly Segment[];
}

/** Where segments of a step begin and end, to tell what is in no roll-up apart. */
const stepsOf = (segments: readonly Segment[]): { step: number; since: Date; until: Date }[] =>
	[...Map.groupBy(segments, ({ step }) => step)].map(([step, own]) => ({
		step,
		since: new Date(Math.min(...own.map(({ since }) => since.getTime()))),
		until: new Date(Math.max(...own.map(({ until }) => until.getTime()))),
	}));

const readBy = (tx: Tx, customerId: number, { whats, domainIds, segments }: Asked, by: Sql): Promise<RowOf<typeof Sum>[]> => {
	const steps = stepsOf(segments);
	const consents = whats.some((what) => what === 'choice' || what === 'record' || what === 'withdrawn');
	const ranges = (some: readonly { step: number; since: Date; until: Date }[]): Sql =>
		sql`unnest(${some.map(({ step }) => step)}::int[], ${timestamps(some.map(({ since }) => since))}::timestamptz[],
			${timestamps(some.map(({ until }) => until))}::timestamptz[]) s (step, since, until)`;
	const rolled = GRAINS.map((grain) => {
		const own = segments.filter((one) => one.grain === grain);
		// A look into the index for each segment and kind: joined freely it may be planned to read all that there is.
		return sql`select s.step, w.what, c.domain_id, c.key, c.n from ${ranges(own)} cross join unnest(${whats}::text[]) w (what)
			cross join lateral (
				select r.domain_id, r.key, r.n from ${tableOf(grain)} r where r.customer_id = ${customerId}
					and r.what = w.what and r.at >= s.since and r.at < s.until offset 0
			) c`;
	});
	return tx.rows(
		Sum,
		sql`select f.step, f.what, f.domain_id, f.key, sum(f.n)::int8 as n from (
			${join(rolled, ' union all ')}
			union all
			select s.step, u.what, u.domain_id, u.key, u.n from (${consents ? pending(customerId) : toldNews(customerId)}) u
				join ${ranges(steps)} on u.minute >= s.since and u.minute < s.until
			where u.what = any(${whats}::text[])
		) f where (${domainIds}::uuid[] is null or f.domain_id = any(${domainIds}::uuid[]))
		group by ${by} having sum(f.n) <> 0`,
	);
};

/** By step, what, domain and key. */
export const readCounts = (tx: Tx, customerId: number, asked: Asked): Promise<RowOf<typeof Sum>[]> =>
	readBy(tx, customerId, asked, sql`grouping sets ((f.step, f.what, f.domain_id, f.key))`);

/** By step, what and domain, and apart from that (step null) by what and key: where keys are many. */
export const readTotals = (tx: Tx, customerId: number, asked: Asked): Promise<RowOf<typeof Sum>[]> =>
	readBy(tx, customerId, asked, sql`grouping sets ((f.step, f.what, f.domain_id), (f.what, f.key))`);
