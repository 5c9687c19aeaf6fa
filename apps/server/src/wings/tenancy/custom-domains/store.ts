/** Custom domains in the database. */
import { CUSTOM_DOMAIN_STATUSES, type CustomDomainStatus, RecordState } from '@luvalla/contract/tenancy/custom-domains.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { customerIn, leaveDirectory, takeEntry } from '#kernel/storage/directory.ts';
import { type Found, list, readLongPage, readPage } from '#kernel/storage/lists.ts';
import { instant, int, json, oneOf, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import { containing } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { holdInUse, takeOutOfUse } from '#kernel/storage/uses.ts';
import { lettersOf } from '../domains/host.ts';

/** A record as it was expected and found. */
const Looked = z.object({
	type: z.enum(['A', 'AAAA', 'TXT', 'CNAME']),
	name: z.string(),
	expected: z.array(z.string()),
	found: z.array(z.string()),
	needed: z.boolean(),
	state: RecordState,
	/** What its sentence names; null: nothing. */
	about: z.string().nullable(),
});
export type Looked = z.infer<typeof Looked>;

/** Why something is not served; `about` is what its sentence names. */
const Reason = z.object({ code: z.string(), about: z.string().nullable() });
export type Reason = z.infer<typeof Reason>;

export const WAYS = ['http-01', 'dns-01'] as const;
export type Way = (typeof WAYS)[number];

const CustomDomainRow = row({
	customer_id: int,
	custom_domain_id: uuid,
	host: text,
	status: oneOf(CUSTOM_DOMAIN_STATUSES),
	created_at: instant,
	ordered_at: orNull(instant),
	validated_at: orNull(instant),
	renewed_at: orNull(instant),
	invalid_at: orNull(instant),
	records: orNull(json(z.array(Looked))),
	looked_at: orNull(instant),
	differing: int,
	reason: orNull(json(Reason)),
	tries: int,
	next_try_at: orNull(instant),
	order_id: orNull(uuid),
	customer_name: text,
	serial: orNull(text),
	issuer: orNull(text),
	way: orNull(oneOf(WAYS)),
	not_before: orNull(instant),
	not_after: orNull(instant),
	renew_at: orNull(instant),
});
export type CustomDomainRow = RowOf<typeof CustomDomainRow>;

const FIELDS = sql`d.customer_id, d.custom_domain_id, d.host, d.status, d.created_at, d.ordered_at, d.validated_at, d.renewed_at, d.invalid_at,
	d.records, d.looked_at, d.differing, d.reason, d.tries, d.next_try_at, d.order_id, c.name as customer_name,
	d.serial, d.issuer, d.way, d.not_before, d.not_after, d.renew_at`;
const JOINED = sql`join customer c on c.customer_id = d.customer_id`;
const FROM = sql`custom_domain d ${JOINED}`;

/** Within a tenant by its id; the platform role (`across`) may list all. */
export const CUSTOM_DOMAINS = list({
	row: CustomDomainRow,
	columns: FIELDS,
	from: FROM,
	orders: {
		domain: { by: sql`d.host`, type: 'text' },
		status: { by: sql`d.status`, type: 'text' },
		customerName: { by: sql`c.in_order`, type: 'text' },
		createdAt: { by: sql`d.created_at`, type: 'timestamptz' },
		notAfter: { by: sql`coalesce(d.not_after, 'infinity')`, type: 'timestamptz' },
	},
	usual: 'domain',
	key: { by: sql`d.custom_domain_id`, type: 'uuid' },
	thin: {
		name: sql`d`,
		table: sql`custom_domain d`,
		joins: JOINED,
		keys: [sql`customer_id`, sql`custom_domain_id`],
		wide: ['customerName'],
	},
});

/** Served now. */
export const SERVED: readonly CustomDomainStatus[] = ['Validated', 'Renewed'];

interface Narrowed {
	readonly q?: string | undefined;
	readonly customerId?: number | undefined;
	readonly id?: string | undefined;
	readonly statuses?: readonly CustomDomainStatus[] | undefined;
	/** Only those that have a certificate. */
	readonly certified?: boolean;
}

const narrowedBy = ({ id, statuses, certified = false }: Narrowed): Sql[] => [
	...(id === undefined ? [] : [sql`d.custom_domain_id = ${id.toLowerCase()}`]),
	...(statuses === undefined ? [] : [sql`d.status = any(${[...statuses]}::text[])`]),
	...(certified ? [sql`d.serial is not null`] : []),
];

export const narrowed = ({ q, customerId, ...by }: Narrowed): Sql[] => {
	const wanted = containing(q?.normalize('NFC').toLowerCase());
	return [
		sql`(d.host ilike ${wanted} or d.host_letters ilike ${wanted})`,
		...(customerId === undefined ? [] : [sql`d.customer_id = ${customerId} and c.customer_id = ${customerId}`]),
		...narrowedBy(by),
	];
};

/** As the index of trigrams has it. */
const WRITTEN = sql`(d.host || coalesce(' ' || d.host_letters, ''))`;
const FEWEST_INSIDE = 3;

/** A page over all customers, or of one of them. Of one and two letters all are looked through. */
export const pageOfCustomDomains = (
	across: Tx,
	query: Narrowed & { page: number; size: number; sort?: string | undefined },
): Promise<Found<CustomDomainRow>> => {
	if (query.customerId !== undefined) return readPage(across, CUSTOM_DOMAINS, narrowed(query), query);
	const wanted = (query.q ?? '').normalize('NFC').toLowerCase().trim();
	const conditions = [...(wanted === '' ? [] : [sql`${WRITTEN} like ${containing(wanted)}`]), ...narrowedBy(query)];
	return readLongPage(across, CUSTOM_DOMAINS, conditions, query, wanted.length >= FEWEST_INSIDE);
};

const oneOfThem = (customerId: number, condition: Sql): Sql =>
	sql`select ${FIELDS} from ${FROM} where d.customer_id = ${customerId} and c.customer_id = ${customerId} and ${condition}`;

export const readCustomDomain = (tx: Tx, customerId: number, id: string): Promise<CustomDomainRow | null> =>
	tx.first(CustomDomainRow, oneOfThem(customerId, sql`d.custom_domain_id = ${id}`));

export const customDomainByHost = (tx: Tx, customerId: number, host: string): Promise<CustomDomainRow | null> =>
	tx.first(CustomDomainRow, oneOfThem(customerId, sql`d.host = ${host}`));

/** The same, not taken away before the transaction ends: for whoever puts something onto it. */
export const heldCustomDomain = async (tx: Tx, customerId: number, host: string): Promise<CustomDomainRow | null> => {
	await holdInUse(tx, 'custom domain', customerId, host);
	return customDomainByHost(tx, customerId, host);
};

/** Nobody is just putting something onto it: for whoever takes it away. */
export const clearCustomDomain = (tx: Tx, customerId: number, host: string): Promise<number> =>
	takeOutOfUse(tx, 'custom domain', customerId, host);

/** Whoever changes it waits for whoever changes it just now. */
export const lockCustomDomain = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`select 1 from custom_domain where customer_id = ${customerId} and custom_domain_id = ${id} for update`);

/** False where the customer has that host already. */
export const insertCustomDomain = async (tx: Tx, customerId: number, id: string, host: string): Promise<boolean> =>
	(await tx.run(sql`insert into custom_domain (customer_id, custom_domain_id, host, host_letters, status, created_at)
		values (${customerId}, ${id}, ${host}, ${lettersOf(host) ?? null}, 'Initiated', ${now()}) on conflict (customer_id, host) do nothing`)) >
	0;

export const removeCustomDomain = async (tx: Tx, customerId: number, id: string): Promise<void> => {
	await tx.run(sql`delete from certificate where customer_id = ${customerId} and custom_domain_id = ${id}`);
	await tx.run(sql`delete from custom_domain where customer_id = ${customerId} and custom_domain_id = ${id}`);
};

/** What DNS said, as of now. */
export const keepLook = (tx: Tx, customerId: number, id: string, records: readonly Looked[], differing: number): Promise<number> =>
	tx.run(sql`update custom_domain set records = ${JSON.stringify(records)}, looked_at = ${now()}, differing = ${differing}
		where customer_id = ${customerId} and custom_domain_id = ${id}`);

/** An order begins: the worker that is given this id alone writes what becomes of it. */
export const beginOrder = (tx: Tx, customerId: number, id: string, orderId: string): Promise<number> =>
	tx.run(
		sql`update custom_domain set order_id = ${orderId}, leased_until = ${now()} where customer_id = ${customerId} and custom_domain_id = ${id}`,
	);

/** It is Created from now on. */
export const setCreated = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`update custom_domain set status = 'Created', ordered_at = ${now()}, reason = null, tries = 0, next_try_at = null
		where customer_id = ${customerId} and custom_domain_id = ${id}`);

/** Whether the order is still wanted, and nobody else is at it; it is this worker's so long. */
export const leaseOrder = async (tx: Tx, customerId: number, id: string, orderId: string, ms: number): Promise<boolean> => {
	const at = now();
	return (
		(await tx.run(sql`update custom_domain set leased_until = ${new Date(at.getTime() + ms)}
			where customer_id = ${customerId} and custom_domain_id = ${id} and order_id = ${orderId}
				and (leased_until is null or leased_until <= ${at})`)) > 0
	);
};

/** The worker gives it up: whoever comes next may have it. */
export const unleaseOrder = (tx: Tx, customerId: number, id: string, orderId: string): Promise<number> =>
	tx.run(sql`update custom_domain set leased_until = ${now()}
		where customer_id = ${customerId} and custom_domain_id = ${id} and order_id = ${orderId}`);

/** It is served from now on, with a certificate that was just stored. */
export const setServed = (tx: Tx, customerId: number, id: string, status: 'Validated' | 'Renewed'): Promise<number> =>
	tx.run(sql`update custom_domain set status = ${status}, reason = null, tries = 0, next_try_at = null, order_id = null, leased_until = null,
			mailed_days = null, invalid_at = null,
			validated_at = case when ${status} = 'Validated' then ${now()}::timestamptz else validated_at end,
			renewed_at = case when ${status} = 'Renewed' then ${now()}::timestamptz else null end
		where customer_id = ${customerId} and custom_domain_id = ${id}`);

/** It is not served, or not served any more. */
export const setInvalid = (tx: Tx, customerId: number, id: string, reason: Reason, nextTryAt: Date | null): Promise<number> =>
	tx.run(sql`update custom_domain set status = 'Invalid', reason = ${JSON.stringify(reason)}, tries = tries + 1, next_try_at = ${nextTryAt},
			order_id = null, leased_until = null, invalid_at = ${now()}
		where customer_id = ${customerId} and custom_domain_id = ${id}`);

/** The order came to nothing for now; it stays what it is, and is tried again by itself. */
export const setPutOff = (tx: Tx, customerId: number, id: string, reason: Reason, nextTryAt: Date): Promise<number> =>
	tx.run(sql`update custom_domain set reason = ${JSON.stringify(reason)}, tries = tries + 1, next_try_at = ${nextTryAt}, order_id = null,
			leased_until = null where customer_id = ${customerId} and custom_domain_id = ${id}`);

const entryOf = (host: string): { kind: string; key: string } => ({ kind: 'custom-host', key: host });

/** Whose custom domain a host is that was shown to be theirs; null: nobody's. */
export const customOwnerOf = (tx: Tx, host: string): Promise<number | null> => customerIn(tx, entryOf(host));

/** Makes it this customer's, where it is nobody's or was theirs. */
export const takeCustomHost = async (tx: Tx, host: string, customerId: number): Promise<boolean> =>
	(await takeEntry(tx, customerId, entryOf(host))) || (await customOwnerOf(tx, host)) === customerId;

/** For whoever has it. */
export const freeCustomHost = async (tx: Tx, host: string, customerId: number): Promise<void> => {
	if ((await customOwnerOf(tx, host)) === customerId) await leaveDirectory(tx, [entryOf(host)]);
};

/** Tells every process, once this is committed, that what is served on a host has changed. */
export const tellHost = (tx: Tx, host: string): Promise<number> => tx.run(sql`select pg_notify(${HOSTS_TOPIC}, ${host})`);
export const HOSTS_TOPIC = 'custom_hosts';
