/** Domains in the database. */
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { enterDirectory, leaveDirectory, takeEntry } from '#kernel/storage/directory.ts';
import { containing, offsetOf, orderBy } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';

/** The banner a domain's snippet serves. */
export const LiveBanner = z.object({
	folder: z.string(),
	title: z.string(),
	version: z.int(),
	publishedAt: z.string(),
	/** A running A/B test: the other published folder, and its share (0 to 1) of visitors without a choice. */
	test: z.object({ folder: z.string(), share: z.number() }).optional(),
});
export type LiveBanner = z.infer<typeof LiveBanner>;

export interface DomainRow {
	customer_id: number;
	domain_id: string;
	host: string;
	name: string;
	webhook_url: string | null;
	webhook_headers: string | null;
	live_banner: LiveBanner | null;
	created_at: Date;
	customer_name: string;
}

const FIELDS =
	'd.customer_id, d.domain_id, d.host, d.name, d.webhook_url, d.webhook_headers, d.live_banner, d.created_at, c.name as customer_name';
const COLUMNS = { domain: 'd.host', name: 'lower(d.name)', customerName: 'lower(c.name)', createdAt: 'd.created_at' };

interface Listing {
	q?: string | undefined;
	banner?: 'published' | 'none' | undefined;
	sort?: string | undefined;
	page: number;
	size: number;
}

/**
 * A page of domains and their count. Within a tenant give its id; the platform role (`tx` = across) may give null for all.
 * `ids` null: no narrowing.
 */
export const listDomains = async (
	tx: Tx,
	customerId: number | null,
	ids: readonly string[] | null,
	query: Listing,
): Promise<{ rows: DomainRow[]; total: number }> => {
	const rows = await tx.query<DomainRow & { total: number }>(
		`select ${FIELDS}, count(*) over ()::int as total from domain d join customer c on c.customer_id = d.customer_id and ($1::int is null or c.customer_id = $1)
		where ($1::int is null or d.customer_id = $1) and ($2::uuid[] is null or d.domain_id = any($2)) and d.host ilike $3
			and ($4::text is null or (d.live_banner is not null) = ($4 = 'published'))
		${orderBy(query.sort, COLUMNS)}, d.domain_id limit $5 offset $6`,
		[customerId, ids, containing(query.q), query.banner ?? null, query.size, offsetOf(query)],
	);
	return { rows, total: rows[0]?.total ?? 0 };
};

export const readDomain = async (tx: Tx, customerId: number, domainId: string): Promise<DomainRow | null> => {
	const [row] = await tx.query<DomainRow>(
		`select ${FIELDS} from domain d join customer c on c.customer_id = $1 where d.customer_id = $1 and d.domain_id = $2`,
		[customerId, domainId],
	);
	return row ?? null;
};

export const domainByHost = async (tx: Tx, customerId: number, host: string): Promise<{ domain_id: string } | null> => {
	const [row] = await tx.query<{ domain_id: string }>('select domain_id from domain where customer_id = $1 and host = $2', [
		customerId,
		host,
	]);
	return row ?? null;
};

/** Ids of the customer's domains with these host names or ids. */
export const domainIdsNamed = async (tx: Tx, customerId: number, named: readonly string[]): Promise<string[]> => {
	const rows = await tx.query<{ domain_id: string }>(
		'select domain_id from domain where customer_id = $1 and (host = any($2) or domain_id::text = any($2))',
		[customerId, named.map((name) => name.toLowerCase())],
	);
	return rows.map((row) => row.domain_id);
};

/** Takes the host name for this customer; false when another domain has it. */
export const takeHost = (tx: Tx, host: string, customerId: number): Promise<boolean> =>
	takeEntry(tx, customerId, { kind: 'host', key: host });

export const freeHost = (tx: Tx, host: string): Promise<number> => leaveDirectory(tx, [{ kind: 'host', key: host }]);

interface DomainDetails {
	host: string;
	name: string;
	webhookUrl: string | null;
	webhookHeaders: string | null;
}

export const insertDomain = async (tx: Tx, customerId: number, domainId: string, d: DomainDetails): Promise<void> => {
	await tx.query(
		`insert into domain (customer_id, domain_id, host, name, webhook_url, webhook_headers, webhook_since)
		values ($1, $2, $3, $4, $5, $6, $7)`,
		[customerId, domainId, d.host, d.name, d.webhookUrl, d.webhookHeaders, d.webhookUrl === null ? null : now()],
	);
	await enterDirectory(tx, customerId, [{ kind: 'domain', key: domainId }]);
};

export const updateDomain = (tx: Tx, customerId: number, domainId: string, d: DomainDetails): Promise<object[]> =>
	tx.query(
		`update domain set host = $3, name = $4, webhook_url = $5, webhook_headers = $6,
			webhook_since = case when $5::text is null then null else coalesce(webhook_since, $7) end
		where customer_id = $1 and domain_id = $2`,
		[customerId, domainId, d.host, d.name, d.webhookUrl, d.webhookHeaders, now()],
	);

/** The snippet of this domain serves this banner from now on. */
export const setLiveBanner = (tx: Tx, customerId: number, domainId: string, banner: LiveBanner): Promise<object[]> =>
	tx.query('update domain set live_banner = $3 where customer_id = $1 and domain_id = $2', [customerId, domainId, banner]);

/** Beside the live banner a second publication is shown to a share of the visitors without a choice; null: no longer. */
export const setTestedBanner = (
	tx: Tx,
	customerId: number,
	domainId: string,
	test: { folder: string; share: number } | null,
): Promise<object[]> =>
	test === null
		? tx.query(`update domain set live_banner = live_banner - 'test' where customer_id = $1 and domain_id = $2`, [customerId, domainId])
		: tx.query(
				`update domain set live_banner = jsonb_set(live_banner, '{test}', jsonb_build_object('folder', $3::text, 'share', $4::float8))
				where customer_id = $1 and domain_id = $2`,
				[customerId, domainId, test.folder, test.share],
			);
