/** Scans, what they found, and the sites that are scanned, in the database. A scan's state is its run's. */
import { CookieScan, GROUP_KINDS, type ScanGroup } from '@luvalla/contract/consent/cookie-scans.ts';
import {
	ScanChoice,
	ScanFinding,
	ScanFindingCode,
	ScanItem,
	ScanPage,
	type ScanPass,
	ScanPress,
	ScanSentence,
} from '@luvalla/contract/consent/scans.ts';
import { RUN_STATES } from '@luvalla/contract/runs.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { type Found, list, readPage } from '#kernel/storage/lists.ts';
import { bool, instant, int, json, oneOf, orNull, type RowOf, row, type Sql, someOf, sql, text, uuid } from '#kernel/storage/rows.ts';
import { containing } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const Counts = CookieScan.shape.counts;
export type ScanCounts = z.infer<typeof Counts>;
export const NOTHING_COUNTED: ScanCounts = { before: 0, accept: 0, reject: 0, early: 0, late: 0, fresh: 0, gone: 0, findings: 0, pages: 0 };

const Gone = ScanItem.pick({ kind: true, name: true, host: true });
export type GoneItem = z.infer<typeof Gone>;
const Pictures = z.record(z.string(), z.string());

const ScanRow = row({
	scan_id: uuid,
	host: text,
	domain_id: orNull(uuid),
	url: text,
	non_cmp: bool,
	scheduled: bool,
	state: oneOf(RUN_STATES),
	created_at: instant,
	started_at: orNull(instant),
	ended_at: orNull(instant),
	previous_id: orNull(uuid),
	progress: orNull(json(CookieScan.shape.progress.unwrap())),
	problem: orNull(json(ScanSentence)),
	way: orNull(oneOf(ScanPress.shape.way.options)),
	counts: json(Counts),
});
export type ScanRow = RowOf<typeof ScanRow>;

const COLUMNS = sql`s.scan_id, s.host, d.domain_id, s.url, s.non_cmp, s.scheduled, r.state, s.created_at, r.started_at, r.ended_at, s.previous_id,
	s.progress, s.problem, s.way, s.counts`;
const fromOf = (customerId: number): Sql => sql`cookie_scan s join run r on r.customer_id = ${customerId} and r.run_id = s.scan_id
	left join domain d on d.customer_id = ${customerId} and d.host = s.host`;

const scansOf = (customerId: number) =>
	list({
		row: ScanRow,
		columns: COLUMNS,
		from: fromOf(customerId),
		orders: { createdAt: { by: sql`s.created_at`, type: 'timestamptz' }, domain: { by: sql`s.host`, type: 'text' } },
		usual: '-createdAt',
		key: { by: sql`s.scan_id`, type: 'uuid' },
	});

/** Which domains may be seen; null: all, and hosts that are none of the customer's domains. */
export type Seen = readonly string[] | null;
export const seen = (domains: Seen): Sql => (domains === null ? sql`true` : sql`d.domain_id = any(${domains}::uuid[])`);

export const listScans = (
	tx: Tx,
	customerId: number,
	domains: Seen,
	{ q, domain, status }: { q?: string | undefined; domain?: string | undefined; status?: ScanRow['state'] | undefined },
	query: { page: number; size: number; sort?: string | undefined },
): Promise<Found<ScanRow>> =>
	readPage(
		tx,
		scansOf(customerId),
		[
			sql`s.customer_id = ${customerId}`,
			seen(domains),
			...(domain === undefined ? [] : [sql`s.host = ${domain}`]),
			...(status === undefined ? [] : [sql`r.state = ${status}`]),
			...(q === undefined || q.trim() === '' ? [] : [sql`s.host ilike ${containing(q)}`]),
		],
		query,
	);

export const readScan = (tx: Tx, customerId: number, domains: Seen, scanId: string): Promise<ScanRow | null> =>
	tx.first(
		ScanRow,
		sql`select ${COLUMNS} from ${fromOf(customerId)} where s.customer_id = ${customerId} and s.scan_id = ${scanId.toLowerCase()} and ${seen(domains)}`,
	);

/** The scan of a host that is under way; null: there is none. */
export const openScan = (tx: Tx, customerId: number, host: string, nonCmp: boolean): Promise<ScanRow | null> =>
	tx.first(
		ScanRow,
		sql`select ${COLUMNS} from ${fromOf(customerId)} where s.customer_id = ${customerId} and s.host = ${host} and s.non_cmp = ${nonCmp}
			and r.state in ('waiting', 'running') order by s.created_at desc limit 1`,
	);

const LastRow = row({ scan_id: uuid });
/** The last whole scan of a host before this one, of the same number of passes. */
export const previousScan = async (tx: Tx, customerId: number, host: string, nonCmp: boolean, but: string): Promise<string | null> =>
	(
		await tx.first(
			LastRow,
			sql`select s.scan_id from cookie_scan s join run r on r.customer_id = ${customerId} and r.run_id = s.scan_id
				where s.customer_id = ${customerId} and s.host = ${host} and s.non_cmp = ${nonCmp} and s.scan_id <> ${but} and r.state = 'done'
				order by s.created_at desc limit 1`,
		)
	)?.scan_id ?? null;

export interface NewScanRow {
	readonly scanId: string;
	readonly host: string;
	readonly url: string;
	readonly nonCmp: boolean;
	readonly scheduled: boolean;
}
export const insertScan = (tx: Tx, customerId: number, { scanId, host, url, nonCmp, scheduled }: NewScanRow): Promise<number> =>
	tx.run(sql`insert into cookie_scan (customer_id, scan_id, host, url, non_cmp, scheduled, created_at, counts, pages, presses, gone, pictures)
		values (${customerId}, ${scanId}, ${host}, ${url}, ${nonCmp}, ${scheduled}, ${now()}, ${JSON.stringify(NOTHING_COUNTED)}, '[]', '[]', '[]', '{}')
		on conflict do nothing`);

/** How far it is; null: it is over. */
export const noteProgress = (
	tx: Tx,
	customerId: number,
	scanId: string,
	progress: CookieScan['progress'],
	counts: ScanCounts | null,
): Promise<number> =>
	tx.run(sql`update cookie_scan set progress = ${progress && JSON.stringify(progress)}, counts = coalesce(${counts && JSON.stringify(counts)}::jsonb, counts)
		where customer_id = ${customerId} and scan_id = ${scanId}`);

export const noteProblem = (tx: Tx, customerId: number, scanId: string, problem: z.infer<typeof ScanSentence>): Promise<number> =>
	tx.run(
		sql`update cookie_scan set progress = null, problem = ${JSON.stringify(problem)} where customer_id = ${customerId} and scan_id = ${scanId}`,
	);

export interface ScanResult {
	readonly previousId: string | null;
	readonly way: ScanRow['way'];
	readonly counts: ScanCounts;
	readonly pages: readonly ScanPage[];
	readonly presses: readonly ScanPress[];
	readonly choice: ScanChoice | null;
	readonly gone: readonly GoneItem[];
	readonly har: string;
	readonly pictures: Readonly<Record<string, string>>;
}
export const noteResult = (tx: Tx, customerId: number, scanId: string, result: ScanResult): Promise<number> =>
	tx.run(sql`update cookie_scan set progress = null, problem = null, previous_id = ${result.previousId}, way = ${result.way},
			counts = ${JSON.stringify(result.counts)}, pages = ${stored(result.pages)}, presses = ${stored(result.presses)},
			choice = ${result.choice && stored(result.choice)},
			gone = ${stored(result.gone)}, har = ${result.har}, pictures = ${JSON.stringify(result.pictures)}
		where customer_id = ${customerId} and scan_id = ${scanId}`);

const DetailRow = row({
	pages: json(z.array(ScanPage)),
	presses: json(z.array(ScanPress)),
	choice: orNull(json(ScanChoice)),
	gone: json(z.array(Gone)),
	har: orNull(uuid),
	pictures: json(Pictures),
});
export const readDetail = (tx: Tx, customerId: number, scanId: string): Promise<RowOf<typeof DetailRow> | null> =>
	tx.first(
		DetailRow,
		sql`select pages, presses, choice, gone, har, pictures from cookie_scan where customer_id = ${customerId} and scan_id = ${scanId.toLowerCase()}`,
	);

/** What a page names may hold anything, and no store takes a NUL or half a sign. */
const stored = (value: unknown): string => JSON.stringify(value, (_, one) => (typeof one === 'string' ? storable(one) : one));
export const storable = (one: string): string => one.replaceAll('\0', '\ufffd').toWellFormed();

export interface NewItem {
	readonly item: ScanItem;
	readonly fresh: boolean;
	readonly codes: readonly ScanFindingCode[];
}
const ITEMS_AT_ONCE = 1000;

/** Writes items from a number on; one that is there already is written anew. */
export const writeItems = async (tx: Tx, customerId: number, scanId: string, from: number, items: readonly NewItem[]): Promise<void> => {
	for (let at = 0; at < items.length; at += ITEMS_AT_ONCE) {
		const some = items.slice(at, at + ITEMS_AT_ONCE);
		await tx.run(sql`insert into cookie_scan_item (customer_id, scan_id, number, kind, name, host, fresh, codes, body)
			select ${customerId}::int, ${scanId}::uuid, ${from + at}::int + g.place::int, g.body ->> 'kind', g.body ->> 'name', g.body ->> 'host', g.fresh,
				array(select jsonb_array_elements_text(g.codes)), g.body
			from unnest(${some.map(({ item }) => stored(item))}::jsonb[], ${some.map(({ fresh }) => fresh)}::boolean[],
				${some.map(({ codes }) => JSON.stringify(codes))}::jsonb[]) with ordinality g (body, fresh, codes, place)
			on conflict (customer_id, scan_id, number) do update
				set kind = excluded.kind, name = excluded.name, host = excluded.host, fresh = excluded.fresh, codes = excluded.codes, body = excluded.body`);
	}
};

export const writeFindings = async (tx: Tx, customerId: number, scanId: string, findings: readonly ScanFinding[]): Promise<void> => {
	for (let at = 0; at < findings.length; at += ITEMS_AT_ONCE)
		await tx.run(sql`insert into cookie_scan_finding (customer_id, scan_id, number, code, body)
			select ${customerId}::int, ${scanId}::uuid, ${at}::int + g.place::int, g.body ->> 'code', g.body
			from unnest(${findings.slice(at, at + ITEMS_AT_ONCE).map(stored)}::jsonb[]) with ordinality g (body, place)
			on conflict do nothing`);
};

/** What an attempt before this one found. */
export const clearFound = async (tx: Tx, customerId: number, scanId: string): Promise<void> => {
	await tx.run(sql`delete from cookie_scan_item where customer_id = ${customerId} and scan_id = ${scanId}`);
	await tx.run(sql`delete from cookie_scan_finding where customer_id = ${customerId} and scan_id = ${scanId}`);
};

const ItemRow = row({ number: int, fresh: bool, codes: someOf(ScanFindingCode.options), body: json(ScanItem) });
export type ItemRow = RowOf<typeof ItemRow>;
const ITEMS = list({
	row: ItemRow,
	columns: sql`i.number, i.fresh, i.codes, i.body`,
	from: sql`cookie_scan_item i`,
	orders: {
		number: { by: sql`i.number`, type: 'int' },
		name: { by: sql`i.name`, type: 'text' },
		host: { by: sql`i.host`, type: 'text' },
		kind: { by: sql`i.kind`, type: 'text' },
	},
	usual: 'number',
	key: { by: sql`i.number`, type: 'int' },
});
const inGroup = (group: ScanGroup): Sql => (group === 'new' ? sql`i.fresh` : sql`i.kind = any(${[...GROUP_KINDS[group]]}::text[])`);

export const listItems = (
	tx: Tx,
	customerId: number,
	scanId: string,
	{ q, group, pass }: { q?: string | undefined; group?: ScanGroup | undefined; pass?: ScanPass | undefined },
	query: { page: number; size: number; sort?: string | undefined },
): Promise<Found<ItemRow>> =>
	readPage(
		tx,
		ITEMS,
		[
			sql`i.customer_id = ${customerId} and i.scan_id = ${scanId.toLowerCase()}`,
			...(group === undefined ? [] : [inGroup(group)]),
			...(pass === undefined ? [] : [sql`i.body -> 'seen' -> ${pass}::text <> 'null'`]),
			...(q === undefined || q.trim() === '' ? [] : [sql`(i.name ilike ${containing(q)} or i.host ilike ${containing(q)})`]),
		],
		query,
	);

/** Every item of a kind, as many as there are. */
export const itemsOfKind = (tx: Tx, customerId: number, scanId: string, kind: ScanItem['kind']): Promise<ItemRow[]> =>
	tx.rows(
		ItemRow,
		sql`select i.number, i.fresh, i.codes, i.body from cookie_scan_item i
			where i.customer_id = ${customerId} and i.scan_id = ${scanId} and i.kind = ${kind} order by i.number`,
	);

const CookieRow = row({ scan_id: uuid, body: json(ScanItem), place: int });
/** The first cookies of each of these scans. */
export const cookiesOf = (tx: Tx, customerId: number, scanIds: readonly string[], most: number): Promise<RowOf<typeof CookieRow>[]> =>
	tx.rows(
		CookieRow,
		sql`select i.scan_id, i.body, i.place from unnest(${scanIds}::uuid[]) g (id)
			cross join lateral (select c.scan_id, c.body, c.number as place from cookie_scan_item c
				where c.customer_id = ${customerId} and c.scan_id = g.id and c.kind = 'cookie' order by c.number limit ${most}) i
			order by i.scan_id, i.place`,
	);

const KeyRow = row({ kind: oneOf(ScanItem.shape.kind.options), name: text, host: text });
/** What a scan had, by kind, name and host. */
export const keysOf = (tx: Tx, customerId: number, scanId: string): Promise<RowOf<typeof KeyRow>[]> =>
	tx.rows(
		KeyRow,
		sql`select kind, name, host from cookie_scan_item where customer_id = ${customerId} and scan_id = ${scanId} order by number`,
	);

const GroupRow = row({ kind: oneOf(ScanItem.shape.kind.options), n: int, fresh: int });
export const countKinds = (tx: Tx, customerId: number, scanId: string): Promise<RowOf<typeof GroupRow>[]> =>
	tx.rows(
		GroupRow,
		sql`select kind, count(*)::int as n, (count(*) filter (where fresh))::int as fresh from cookie_scan_item
			where customer_id = ${customerId} and scan_id = ${scanId.toLowerCase()} group by kind`,
	);

const FindingRow = row({ body: json(ScanFinding) });
const FINDINGS = list({
	row: FindingRow,
	columns: sql`f.body`,
	from: sql`cookie_scan_finding f`,
	orders: { number: { by: sql`f.number`, type: 'int' } },
	usual: 'number',
	key: { by: sql`f.number`, type: 'int' },
});
export const listFindings = (
	tx: Tx,
	customerId: number,
	scanId: string,
	code: ScanFindingCode | undefined,
	query: { page: number; size: number },
): Promise<Found<RowOf<typeof FindingRow>>> =>
	readPage(
		tx,
		FINDINGS,
		[sql`f.customer_id = ${customerId} and f.scan_id = ${scanId.toLowerCase()}`, ...(code === undefined ? [] : [sql`f.code = ${code}`])],
		query,
	);

const OldRow = row({ customer_id: int, scan_id: uuid });
/** Scans of all customers that were started before then and are over. */
export const oldScans = (across: Tx, before: Date): Promise<RowOf<typeof OldRow>[]> =>
	across.rows(
		OldRow,
		sql`select s.customer_id, s.scan_id from cookie_scan s join run r on r.customer_id = s.customer_id and r.run_id = s.scan_id
			where s.created_at < ${before} and r.state not in ('waiting', 'running') order by s.created_at limit 1000`,
	);
export const forgetScan = async (tx: Tx, customerId: number, scanId: string): Promise<void> => {
	await clearFound(tx, customerId, scanId);
	await tx.run(sql`delete from cookie_scan where customer_id = ${customerId} and scan_id = ${scanId}`);
};

const SeenRow = row({ body: json(ScanItem), sites: json(z.array(z.string())) });
/** Cookies and keys of the newest whole scan of each site. A site sets some dozens; what is beyond the limit is seen once. */
const MOST_SEEN = 10_000;
export const seenOnSites = (tx: Tx, customerId: number, domains: Seen): Promise<RowOf<typeof SeenRow>[]> =>
	tx.rows(
		SeenRow,
		sql`with newest as (
				select distinct on (s.host) s.scan_id, s.host from ${fromOf(customerId)}
				where s.customer_id = ${customerId} and r.state = 'done' and ${seen(domains)} order by s.host, s.created_at desc)
			select (array_agg(i.body order by n.host))[1] as body, jsonb_agg(distinct n.host) as sites
			from newest n join cookie_scan_item i on i.customer_id = ${customerId} and i.scan_id = n.scan_id
			where i.kind in ('cookie', 'localStorage', 'sessionStorage')
			group by i.kind, i.name, i.host order by count(distinct n.host) desc, i.name, i.host, i.kind limit ${MOST_SEEN}`,
	);
