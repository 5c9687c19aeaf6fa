/** Domains in the database. */
import { PROOFS } from '@luvalla/contract/tenancy/domains.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { customerIn, customersIn, enterDirectory, leaveDirectory, takeEntry } from '#kernel/storage/directory.ts';
import {
	beginningsFirst,
	countedSearch,
	type Found,
	inOrder,
	isLong,
	list,
	readLongPage,
	readPage,
	unaided,
} from '#kernel/storage/lists.ts';
import { bool, instant, int, join, json, oneOf, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import { beginning, containing } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { holdInUse, takeOutOfUse } from '#kernel/storage/uses.ts';
import { lettersOf } from './host.ts';

/** The banner a domain's snippet serves. */
const LiveBanner = z.object({
	folder: z.string(),
	title: z.string(),
	version: z.int(),
	publishedAt: z.string(),
	/** Later than `publishedAt` where an earlier one was brought back. */
	since: z.string().optional(),
	/** A running A/B test: the other published folder, and its share (0 to 1) of visitors without a choice. */
	test: z.object({ folder: z.string(), share: z.number() }).optional(),
});
export type LiveBanner = z.infer<typeof LiveBanner>;

const DomainRow = row({
	customer_id: int,
	domain_id: uuid,
	host: text,
	name: text,
	webhook_url: orNull(text),
	webhook_headers: orNull(text),
	live_banner: orNull(json(LiveBanner)),
	created_at: instant,
	proven_by: orNull(oneOf(PROOFS)),
	proven_at: orNull(instant),
	has_token: bool,
	token_used_at: orNull(instant),
	customer_name: text,
});
export type DomainRow = RowOf<typeof DomainRow>;

const FIELDS = sql`d.customer_id, d.domain_id, d.host, d.name, d.webhook_url, d.webhook_headers, d.live_banner, d.created_at, d.proven_by, d.proven_at,
	d.token_hash is not null as has_token, d.token_used_at, c.name as customer_name`;
const JOINED = sql`join customer c on c.customer_id = d.customer_id`;
const FROM = sql`domain d ${JOINED}`;

/** Within a tenant by its id; the platform role (`across`) may list all. */
export const DOMAINS = list({
	row: DomainRow,
	columns: FIELDS,
	from: FROM,
	orders: {
		domain: { by: sql`d.host`, type: 'text' },
		name: { by: inOrder(sql`d.name`), type: 'text' },
		customerName: { by: sql`c.in_order`, type: 'text' },
		createdAt: { by: sql`d.created_at`, type: 'timestamptz' },
	},
	usual: 'domain',
	key: { by: sql`d.domain_id`, type: 'uuid' },
	thin: {
		name: sql`d`,
		table: sql`domain d`,
		joins: JOINED,
		keys: [sql`customer_id`, sql`domain_id`],
		wide: ['customerName'],
	},
});

export interface Narrowed {
	q?: string | undefined;
	banner?: 'published' | 'none' | undefined;
	proof?: 'proven' | 'unproven' | undefined;
	customerId?: number | undefined;
}

/** Hosts with this in them, as they are kept or as people write them. */
const matching = (q: string | undefined): Sql => {
	const wanted = containing(q?.normalize('NFC').toLowerCase());
	return sql`(d.host ilike ${wanted} or d.host_letters ilike ${wanted})`;
};

const narrowedBy = ({ banner, proof }: Narrowed): Sql[] => [
	...(banner === undefined ? [] : [banner === 'published' ? sql`d.live_banner is not null` : sql`d.live_banner is null`]),
	...(proof === undefined ? [] : [proof === 'proven' ? sql`d.proven_at is not null` : sql`d.proven_at is null`]),
];

/** @param ids null: no narrowing */
export const narrowed = (ids: readonly string[] | null, by: Narrowed): Sql[] => [
	matching(by.q),
	...(by.customerId === undefined ? [] : [sql`d.customer_id = ${by.customerId} and c.customer_id = ${by.customerId}`]),
	...(ids === null ? [] : [sql`d.domain_id = any(${ids}::uuid[])`]),
	...narrowedBy(by),
];

/** Of few letters the index of trigrams knows nothing. */
const FEWEST_INSIDE = 3;
/** As the index of trigrams has it. */
const WRITTEN = sql`(d.host || coalesce(' ' || d.host_letters, ''))`;
const typedHost = (q: string): string => q.normalize('NFC').toLowerCase().trim();
const beginsSo = (q: string): Sql => sql`d.host like ${beginning(typedHost(q))}`;
/** Of a part of a host the index is asked for what stands before the first point: the letters of one ending are those of half of all hosts. */
const hasInside = (q: string): Sql => {
	const pattern = containing(typedHost(q));
	return /^[^.]{3,}\../.test(typedHost(q))
		? sql`(${WRITTEN} like split_part(${pattern}, '.', 1) || '.%' and ${WRITTEN} || '' like ${pattern})`
		: sql`${WRITTEN} like ${pattern}`;
};

/**
 * Over very many domains one and two letters are those that a host begins with, which an index knows: as it is kept or, where they are none
 * of its own, as people write it.
 */
const beginsAnyway = (q: string): Sql => (/^[\x20-\x7e]*$/.test(q) ? beginsSo(q) : sql`d.host_letters like ${beginning(typedHost(q))}`);
const onlyBeginning = async (across: Tx, q: string): Promise<boolean> =>
	typedHost(q).length < FEWEST_INSIDE && (await isLong(across, sql`domain d`));

/** Of all customers, or of one of them. */
export const narrowedOfAll = async (across: Tx, by: Narrowed): Promise<Sql[]> => {
	if (by.customerId !== undefined) return narrowed(null, by);
	const q = by.q ?? '';
	if (typedHost(q) === '') return narrowedBy(by);
	return [(await onlyBeginning(across, q)) ? beginsAnyway(q) : hasInside(q), ...narrowedBy(by)];
};

/** A page of the domains of all customers, or of one of them. */
export const pageOfAllDomains = async (
	across: Tx,
	query: Narrowed & { page: number; size: number; sort?: string | undefined },
): Promise<Found<DomainRow>> => {
	const conditions = await narrowedOfAll(across, query);
	if (query.customerId !== undefined) return readPage(across, DOMAINS, conditions, query);
	const q = query.q ?? '';
	return readLongPage(across, DOMAINS, conditions, query, typedHost(q) !== '' && !(await onlyBeginning(across, q)));
};

const NamedDomain = row({ domain_id: uuid, host: text, name: text, customer_id: int, customer_name: text });

type NamedDomain = RowOf<typeof NamedDomain>;
const NAMED = sql`select d.domain_id, d.host, d.name, d.customer_id, c.name as customer_name`;

/**
 * The first few of a customer's whose host or name has this in it, those first whose host begins so.
 * @param ids null: no narrowing
 */
export const findDomains = (
	tx: Tx,
	ids: readonly string[] | null,
	{ q, customerId, most }: { q: string; customerId: number; most: number },
): Promise<NamedDomain[]> =>
	tx.rows(
		NamedDomain,
		sql`${NAMED} from ${FROM}
			where ${join(narrowed(ids, { customerId }), ' and ')} and (${matching(q)} or d.name ilike ${containing(q)})
			order by not (d.host ilike ${beginning(q)}), d.host, d.domain_id limit ${most}`,
	);

/** The same over all customers. */
export const findAllDomains = async (across: Tx, { q, most }: { q: string; most: number }): Promise<NamedDomain[]> => {
	const found = async (condition: Sql, limit: number): Promise<NamedDomain[]> => {
		const { few } = await countedSearch(across, sql`domain d`, condition);
		return across.rows(
			NamedDomain,
			sql`${NAMED} from (select d.* from domain d where ${few ? sql`${condition} offset 0` : unaided(condition)}) d ${JOINED}
				order by d.host, d.domain_id limit ${limit}`,
		);
	};
	const inside = (await onlyBeginning(across, q)) ? null : sql`(${hasInside(q)} or lower(d.name) like lower(${containing(q)}))`;
	return beginningsFirst(most, found, beginsSo(q), inside);
};

/** Which domains of a list are chosen: these, or all that match what narrows it but a few. */
export type DomainChoice = { readonly these: readonly string[] } | { readonly all: Narrowed; readonly but: readonly string[] };

const IdRow = row({ domain_id: uuid });

/** The domains that somebody who may see these (null: all of the customer) has chosen, by name; and what they named in vain. */
export const chosenDomains = async (
	tx: Tx,
	customerId: number,
	seen: readonly string[] | null,
	choice: DomainChoice,
): Promise<{ domainIds: string[]; unknown: string[] }> => {
	const these = 'these' in choice ? [...new Set(choice.these.map((id) => id.toLowerCase()))] : [];
	const conditions =
		'these' in choice
			? [...narrowed(seen, { customerId }), sql`d.domain_id = any(${these}::uuid[])`]
			: [...narrowed(seen, { ...choice.all, customerId }), sql`d.domain_id <> all(${choice.but}::uuid[])`];
	const found = await tx.rows(IdRow, sql`select d.domain_id from ${FROM} where ${join(conditions, ' and ')} order by d.host`);
	const domainIds = found.map(({ domain_id: id }) => id);
	return { domainIds, unknown: these.filter((id) => !domainIds.includes(id)) };
};

export const readDomain = (tx: Tx, customerId: number, domainId: string): Promise<DomainRow | null> =>
	tx.first(
		DomainRow,
		sql`select ${FIELDS} from ${FROM} where d.customer_id = ${customerId} and c.customer_id = ${customerId} and d.domain_id = ${domainId}`,
	);

export const domainByHost = (tx: Tx, customerId: number, host: string): Promise<RowOf<typeof IdRow> | null> =>
	tx.first(IdRow, sql`select domain_id from domain where customer_id = ${customerId} and host = ${host}`);

/** Ids of the customer's domains with these host names, as they are kept or as people write them, or ids. */
export const domainIdsNamed = async (tx: Tx, customerId: number, named: readonly string[]): Promise<string[]> => {
	const names = named.map(typedHost);
	const found = await tx.rows(
		IdRow,
		sql`select domain_id from domain where customer_id = ${customerId}
			and (host = any(${names}) or host_letters = any(${names}) or domain_id::text = any(${names}))`,
	);
	return found.map((row) => row.domain_id);
};

/** Until the transaction ends it is not deleted, nor taken off the lists: for whoever writes down what stands on it. False: it is not there. */
export const holdDomain = async (tx: Tx, customerId: number, domainId: string): Promise<boolean> => {
	await holdInUse(tx, 'domain', customerId, domainId);
	return (await tx.run(sql`select 1 from domain where customer_id = ${customerId} and domain_id = ${domainId}`)) > 0;
};

/** Nobody is just writing down what stands on it: for whoever takes it away, before anything else of it is locked. */
export const clearDomain = (tx: Tx, customerId: number, domainId: string): Promise<number> =>
	takeOutOfUse(tx, 'domain', customerId, domainId);

const HostOfDomain = row({ domain_id: uuid, host: text });

/** Host names of a customer's domains by their ids. */
export const hostsOfDomains = async (tx: Tx, customerId: number): Promise<Map<string, string>> => {
	const found = await tx.rows(HostOfDomain, sql`select domain_id, host from domain where customer_id = ${customerId}`);
	return new Map(found.map((row) => [row.domain_id, row.host]));
};

/**
 * Domains of a customer, those too that are off the lists or erased: for what stays of these, records above all. A relation of
 * `domain_id` and `host`.
 */
export const everyHost = (customerId: number): Sql => sql`(select domain_id, host from domain where customer_id = ${customerId}
	union all select domain_id, host from deletion_request where customer_id = ${customerId} and status = 1)`;

const CustomerOfDomain = row({ customer_id: int, domain_id: uuid });

/** Of these ids, those that are domains, over all customers. */
export const customersOfDomains = (across: Tx, ids: readonly string[]): Promise<RowOf<typeof CustomerOfDomain>[]> =>
	across.rows(CustomerOfDomain, sql`select customer_id, domain_id from domain where domain_id = any(${ids})`);

const hostEntry = (host: string): { kind: string; key: string } => ({ kind: 'host', key: host });

/** Who has shown that this host is theirs; null: nobody of the installation. */
export const ownerOf = (tx: Tx, host: string): Promise<number | null> => customerIn(tx, hostEntry(host));

const Leaving = row({ domain_id: uuid });
/** Whether a domain of the customer with this host is off the lists and not erased yet: no other one takes its place meanwhile. */
export const isLeaving = async (tx: Tx, customerId: number, host: string): Promise<boolean> =>
	(await tx.first(
		Leaving,
		sql`select domain_id from deletion_request where customer_id = ${customerId} and host = ${host} and status = 1 and erased_at is null`,
	)) !== null;

/** Domains of the customer that are off the lists and may come back. */
export const leavingDomains = async (tx: Tx, customerId: number): Promise<string[]> =>
	(
		await tx.rows(
			Leaving,
			sql`select domain_id from deletion_request where customer_id = ${customerId} and status = 1 and cancelled_at is null and erased_at is null`,
		)
	).map((one) => one.domain_id);

/** The same of several, where somebody has. */
export const ownersOf = (tx: Tx, hosts: readonly string[]): Promise<Map<string, number>> => customersIn(tx, 'host', hosts);

/** Makes the host this customer's, where it is nobody's yet: the first one wins. To be called for what is proven. */
export const takeHost = (tx: Tx, host: string, customerId: number): Promise<boolean> => takeEntry(tx, customerId, hostEntry(host));

/** For whoever has it proven. */
export const freeHost = (tx: Tx, host: string): Promise<number> => leaveDirectory(tx, [hostEntry(host)]);

interface DomainDetails {
	host: string;
	name: string;
	webhookUrl: string | null;
	webhookHeaders: string | null;
}

/** False where the customer has a domain of that host. */
export const insertDomain = async (tx: Tx, customerId: number, domainId: string, d: DomainDetails): Promise<boolean> => {
	const added =
		await tx.run(sql`insert into domain (customer_id, domain_id, host, host_letters, name, webhook_url, webhook_headers, webhook_since)
		values (${customerId}, ${domainId}, ${d.host}, ${lettersOf(d.host) ?? null}, ${d.name}, ${d.webhookUrl}, ${d.webhookHeaders}, ${d.webhookUrl === null ? null : now()})
		on conflict (customer_id, host) do nothing`);
	if (added === 0) return false;
	await enterDirectory(tx, customerId, [{ kind: 'domain', key: domainId }]);
	await countDomain(tx, customerId, 1);
	return true;
};

/** One more of the customer, or one less. */
export const countDomain = (tx: Tx, customerId: number, by: 1 | -1): Promise<number> =>
	tx.run(sql`update customer set domains = domains + ${by}::int where customer_id = ${customerId}`);

/** With its mappings and properties; its host is free where it was shown to be the customer's. */
export const dropDomain = async (
	tx: Tx,
	customerId: number,
	{ domain_id: domainId, host, proven_at }: Pick<DomainRow, 'domain_id' | 'host' | 'proven_at'>,
): Promise<void> => {
	await tx.run(sql`delete from user_domain where customer_id = ${customerId} and domain_id = ${domainId}`);
	await tx.run(sql`delete from domain_property where customer_id = ${customerId} and domain_id = ${domainId}`);
	await tx.run(sql`delete from domain where customer_id = ${customerId} and domain_id = ${domainId}`);
	await countDomain(tx, customerId, -1);
	await leaveDirectory(tx, [{ kind: 'domain', key: domainId }]);
	if (proven_at !== null) await freeHost(tx, host);
};

/** All but the host. */
export const updateDomain = (tx: Tx, customerId: number, domainId: string, d: Omit<DomainDetails, 'host'>): Promise<number> =>
	tx.run(sql`update domain set name = ${d.name}, webhook_url = ${d.webhookUrl}, webhook_headers = ${d.webhookHeaders},
			webhook_since = case when ${d.webhookUrl}::text is null then null else coalesce(webhook_since, ${now()}) end
		where customer_id = ${customerId} and domain_id = ${domainId}`);

const HostRow = row({ host: text, proven_at: orNull(instant) });

/** Who changes or proves a domain does so after whoever does just now. Null: it is not there. */
export const lockHost = (tx: Tx, customerId: number, domainId: string): Promise<RowOf<typeof HostRow> | null> =>
	tx.first(HostRow, sql`select host, proven_at from domain where customer_id = ${customerId} and domain_id = ${domainId} for update`);

/** Zero where the customer has a domain of that host. */
export const setHost = (tx: Tx, customerId: number, domainId: string, host: string): Promise<number> =>
	tx.run(sql`update domain set host = ${host}, host_letters = ${lettersOf(host) ?? null}, host_at = ${now()}, proven_by = null, proven_at = null
		where customer_id = ${customerId} and domain_id = ${domainId}
			and not exists (select 1 from domain o where o.customer_id = ${customerId} and o.host = ${host})`);

export const setProof = (tx: Tx, customerId: number, domainId: string, by: (typeof PROOFS)[number]): Promise<number> =>
	tx.run(sql`update domain set proven_by = ${by}, proven_at = ${now()} where customer_id = ${customerId} and domain_id = ${domainId}`);

/** The snippet of this domain serves this banner from now on. False where it is not shown whose the host is: nothing changed. */
export const pointTo = async (tx: Tx, customerId: number, domainId: string, banner: LiveBanner): Promise<boolean> =>
	(await tx.run(sql`update domain set live_banner = ${JSON.stringify(banner)}
		where customer_id = ${customerId} and domain_id = ${domainId} and proven_at is not null`)) > 0;

/** Beside the live banner a second publication is shown to a share of the visitors without a choice. False as `pointTo`. */
export const pointTestTo = async (
	tx: Tx,
	customerId: number,
	domainId: string,
	{ folder, share }: { folder: string; share: number },
): Promise<boolean> =>
	(await tx.run(sql`update domain set live_banner = jsonb_set(live_banner, '{test}', jsonb_build_object('folder', ${folder}::text, 'share', ${share}::float8))
		where customer_id = ${customerId} and domain_id = ${domainId} and proven_at is not null`)) > 0;

export const endTestOf = (tx: Tx, customerId: number, domainId: string): Promise<number> =>
	tx.run(sql`update domain set live_banner = live_banner - 'test' where customer_id = ${customerId} and domain_id = ${domainId}`);

/** Sealed already. */
export const setWebhookSecret = (tx: Tx, customerId: number, domainId: string, sealed: string): Promise<number> =>
	tx.run(sql`update domain set webhook_secret = ${sealed} where customer_id = ${customerId} and domain_id = ${domainId}`);

const WebhookRow = row({ host: text, webhook_url: orNull(text), webhook_headers: orNull(text), webhook_secret: orNull(text) });

/** Where a domain's consent changes go, as it is stored; locked, since a secret may be made for it. */
export const lockWebhook = (tx: Tx, customerId: number, domainId: string): Promise<RowOf<typeof WebhookRow> | null> =>
	tx.first(
		WebhookRow,
		sql`select host, webhook_url, webhook_headers, webhook_secret from domain
		where customer_id = ${customerId} and domain_id = ${domainId} for update`,
	);
