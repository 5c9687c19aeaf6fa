/**
 * Counts for roll-ups: what a transaction made or took away, in one row that is only added, so that no writer waits for another. Whoever
 * keeps roll-ups takes the rows and adds them up; until then they are read beside what was added. A row that was counted and is deleted is
 * told as gone and stays counted: the count says what happened, and less what is gone it is that of the rows.
 */
import { newId } from '../clock.ts';
import { int4s, texts, timestamps, uuids } from '../storage/arrays.ts';
import { instant, int, type RowOf, row, type Sql, sql, text, uuid } from '../storage/rows.ts';
import type { Tx } from '../storage/storage.ts';
import { startOf } from './tally.ts';

/** Of no domain. */
export const NO_DOMAIN = '00000000-0000-0000-0000-000000000000';

/** What is told this way; `left`: people who are forgotten, by when they were. */
export type Told = 'event' | 'profile' | 'merged' | 'unmerged' | 'left' | 'message';

export interface CountNews {
	readonly what: Told;
	readonly domainId: string | null;
	/** Within what is counted: an event's type. */
	readonly key?: string;
	readonly at: Date;
	/** How many came; 0 where rows only went. */
	readonly n: number;
	/** Of how many that were told before the rows are gone. */
	readonly gone?: number;
}

interface Sum {
	readonly what: Told;
	readonly domainId: string;
	readonly key: string;
	readonly minute: Date;
	n: number;
	gone: number;
}

/** Tells of counts, by the minute; call it in the transaction that changes the rows. */
export const tellCounts = async (tx: Tx, customerId: number, news: Iterable<CountNews>): Promise<void> => {
	const sums = new Map<string, Sum>();
	for (const { what, domainId, key = '', at, n, gone = 0 } of news) {
		const minute = startOf('minute', at);
		const word = `${what} ${domainId} ${minute.getTime()} ${key}`;
		const known = sums.get(word);
		if (known) {
			known.n += n;
			known.gone += gone;
		} else sums.set(word, { what, domainId: domainId ?? NO_DOMAIN, key, minute, n, gone });
	}
	const told = [...sums.values()].filter(({ n, gone }) => n !== 0 || gone !== 0);
	if (told.length === 0) return;
	await tx.run(sql`insert into count_news (customer_id, news_id, whats, domains, keys, minutes, ns, gones)
		values (${customerId}, ${newId()}, ${texts(told.map(({ what }) => what))}::text[], ${uuids(told.map(({ domainId }) => domainId))}::uuid[],
			${texts(told.map(({ key }) => key))}::text[], ${timestamps(told.map(({ minute }) => minute))}::timestamptz[],
			${int4s(told.map(({ n }) => n))}::int[], ${int4s(told.map(({ gone }) => gone))}::int[])`);
};

const Given = row({ what: text, domain_id: uuid, key: text, minute: instant, n: int, gone: int });
export type GivenNews = RowOf<typeof Given>;

/** The query of what was told and not taken: `what, domain_id, key, minute, n, gone`. */
export const toldNews = (customerId: number): Sql =>
	sql`select u.what, u.domain_id, u.key, u.minute, u.n, u.gone from count_news t
		cross join lateral unnest(t.whats, t.domains, t.keys, t.minutes, t.ns, t.gones) u (what, domain_id, key, minute, n, gone)
		where t.customer_id = ${customerId}`;

const Taken = row({ news_id: uuid });

/**
 * Takes the oldest of them away, as many transactions' at most; whoever calls adds them.
 * @param waits for others who take some at the same time: what these took is added when it answers
 */
export const takeNews = async (tx: Tx, customerId: number, most: number, waits = false): Promise<{ taken: number; news: GivenNews[] }> => {
	const held = await tx.rows(
		Taken,
		sql`select news_id from count_news where customer_id = ${customerId} order by news_id limit ${most}
			${waits ? sql`for update` : sql`for update skip locked`}`,
	);
	if (held.length === 0) return { taken: 0, news: [] };
	const ids = uuids(held.map(({ news_id: id }) => id));
	const news = await tx.rows(Given, sql`${toldNews(customerId)} and t.news_id = any(${ids}::uuid[])`);
	await tx.run(sql`delete from count_news where customer_id = ${customerId} and news_id = any(${ids}::uuid[])`);
	return { taken: held.length, news };
};

const Customer = row({ customer_id: int });

/** Customers of whom something was told and not taken. */
export const customersWithNews = async (across: Tx): Promise<number[]> =>
	(await across.rows(Customer, sql`select distinct customer_id from count_news order by customer_id`)).map((one) => one.customer_id);
