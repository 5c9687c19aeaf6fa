/** The sites of a customer that are scanned, in the database. */
import { SCAN_EVERY, type ScanEvery } from '@luvalla/contract/consent/cookie-scans.ts';
import { RUN_STATES } from '@luvalla/contract/runs.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { type Found, list, readPage } from '#kernel/storage/lists.ts';
import { bool, instant, int, json, oneOf, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import { containing } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Seen, seen } from './store.ts';

const Last = z.object({
	id: z.string(),
	status: z.enum(RUN_STATES),
	createdAt: z.string(),
	endedAt: z.string().nullable(),
	early: z.int(),
	findings: z.int(),
});

const SiteRow = row({
	site_id: uuid,
	host: text,
	domain_id: orNull(uuid),
	every: oneOf(SCAN_EVERY),
	non_cmp: bool,
	pages: int,
	depth: int,
	robots: bool,
	added_at: instant,
	next_at: orNull(instant),
	last: orNull(json(Last)),
});
export type SiteRow = RowOf<typeof SiteRow>;

const COLUMNS = sql`t.site_id, t.host, d.domain_id, t.every, t.non_cmp, t.pages, t.depth, t.robots, t.added_at, t.next_at, l.last`;
const ISO = sql`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const fromOf = (customerId: number): Sql => sql`scan_site t left join domain d on d.customer_id = ${customerId} and d.host = t.host
	left join lateral (
		select jsonb_build_object('id', s.scan_id, 'status', r.state, 'createdAt', to_char(s.created_at at time zone 'utc', ${ISO}),
			'endedAt', to_char(r.ended_at at time zone 'utc', ${ISO}), 'early', s.counts -> 'early', 'findings', s.counts -> 'findings') as last
		from cookie_scan s join run r on r.customer_id = ${customerId} and r.run_id = s.scan_id
		where s.customer_id = ${customerId} and s.host = t.host order by s.created_at desc, s.scan_id desc limit 1
	) l on true`;
const sitesOf = (customerId: number) =>
	list({
		row: SiteRow,
		columns: COLUMNS,
		from: fromOf(customerId),
		orders: {
			domain: { by: sql`t.host`, type: 'text' },
			addedAt: { by: sql`t.added_at`, type: 'timestamptz' },
			nextAt: { by: sql`coalesce(t.next_at, 'infinity')`, type: 'timestamptz' },
		},
		usual: 'domain',
		key: { by: sql`t.site_id`, type: 'uuid' },
	});

export const listSites = (
	tx: Tx,
	customerId: number,
	domains: Seen,
	q: string | undefined,
	query: { page: number; size: number; sort?: string | undefined },
): Promise<Found<SiteRow>> =>
	readPage(
		tx,
		sitesOf(customerId),
		[
			sql`t.customer_id = ${customerId}`,
			seen(domains),
			...(q === undefined || q.trim() === '' ? [] : [sql`t.host ilike ${containing(q)}`]),
		],
		query,
	);

/** All that may be seen, by host. */
export const allSites = (tx: Tx, customerId: number, domains: Seen): Promise<SiteRow[]> =>
	tx.rows(
		SiteRow,
		sql`select ${COLUMNS} from ${fromOf(customerId)} where t.customer_id = ${customerId} and ${seen(domains)} order by t.host`,
	);

export const readSite = (tx: Tx, customerId: number, domains: Seen, siteId: string): Promise<SiteRow | null> =>
	tx.first(
		SiteRow,
		sql`select ${COLUMNS} from ${fromOf(customerId)} where t.customer_id = ${customerId} and t.site_id = ${siteId.toLowerCase()} and ${seen(domains)}`,
	);

const CountRow = row({ n: int });
export const countSites = async (tx: Tx, customerId: number): Promise<number> =>
	(await tx.first(CountRow, sql`select count(*)::int as n from scan_site where customer_id = ${customerId}`))?.n ?? 0;

export interface SiteHow {
	readonly every: ScanEvery;
	readonly nonCmp: boolean;
	readonly pages: number;
	readonly depth: number;
	readonly robots: boolean;
}

/** Answers 0 where the host is on the list already. */
export const insertSite = (tx: Tx, customerId: number, id: string, host: string, how: SiteHow, nextAt: Date | null): Promise<number> =>
	tx.run(sql`insert into scan_site (customer_id, site_id, host, every, non_cmp, pages, depth, robots, added_at, next_at)
		values (${customerId}, ${id}, ${host}, ${how.every}, ${how.nonCmp}, ${how.pages}, ${how.depth}, ${how.robots}, ${now()}, ${nextAt})
		on conflict do nothing`);

export const changeSite = (tx: Tx, customerId: number, id: string, how: SiteHow, nextAt: Date | null): Promise<number> =>
	tx.run(sql`update scan_site set every = ${how.every}, non_cmp = ${how.nonCmp}, pages = ${how.pages}, depth = ${how.depth},
			robots = ${how.robots}, next_at = ${nextAt}
		where customer_id = ${customerId} and site_id = ${id}`);

export const deleteSite = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`delete from scan_site where customer_id = ${customerId} and site_id = ${id}`);

const DueRow = row({ customer_id: int, site_id: uuid });
/** Sites of all customers whose time has come. */
export const dueSites = (across: Tx, at: Date): Promise<RowOf<typeof DueRow>[]> =>
	across.rows(DueRow, sql`select customer_id, site_id from scan_site where next_at <= ${at} order by next_at limit 1000`);

/** The site, held; null: it is gone. */
export const holdSite = async (tx: Tx, customerId: number, id: string): Promise<SiteRow | null> => {
	await tx.run(sql`select 1 from scan_site where customer_id = ${customerId} and site_id = ${id} for update`);
	return readSite(tx, customerId, null, id);
};
