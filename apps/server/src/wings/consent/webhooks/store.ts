/** Deliveries of consent-change webhooks. */
import { WebhookTry } from '@luvalla/contract/consent/webhooks.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { texts, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { BATCH, type Counted, counted } from '#kernel/storage/lists.ts';
import type { Words } from '#kernel/storage/mentions.ts';
import { bool, instant, json, oneOf, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { clustersOf, type KnownBy, namesOf } from '../../people/wing.ts';
import type { TailRecord } from '../ledger/tail.ts';

const FIRST = '00000000-0000-0000-0000-000000000000';
/** How long deliveries are kept. */
const KEPT_DAYS = 30;

/** A record that a webhook has not been told of. */
export interface NewsRow {
	id: string;
	domain_id: string;
	host: string;
	purpose: string;
	value: boolean;
	received_at: Date;
	/** The luvallaId and the first address known of the person on this domain; null while the visitor is nobody's profile. */
	person: string | null;
	email: string | null;
}

const News = row({ id: uuid, domain_id: uuid, host: text, purpose: text, value: bool, received_at: instant, person: orNull(uuid) });

const There = row({ there: bool });

/** Whether the customer has a webhook anywhere. */
export const hasWebhook = async (tx: Tx, customerId: number): Promise<boolean> => {
	const found = await tx.first(
		There,
		sql`select exists (select 1 from domain where customer_id = ${customerId} and webhook_url is not null) as there`,
	);
	return found?.there === true;
};

/** Which of these are to be told, in their order. A domain is told of what was said since it got its webhook. */
export const newsOf = async (tx: Tx, customerId: number, records: readonly TailRecord[]): Promise<NewsRow[]> => {
	const news = await tx.rows(
		News,
		sql`select r.id, r.domain_id, d.host, p.name as purpose, r.value, r.received_at, r.person
		from unnest(${timestamps(records.map(({ at }) => at))}::timestamptz[], ${uuids(records.map(({ id }) => id))}::uuid[]) with ordinality g (at, id, n)
		join consent_record r on r.customer_id = ${customerId} and r.at = g.at and r.id = g.id
		join domain d on d.customer_id = ${customerId} and d.domain_id = r.domain_id and d.webhook_url is not null and r.received_at >= d.webhook_since
		join purpose p on p.customer_id = ${customerId} and p.purpose_id = r.purpose_id
		order by g.n`,
	);
	return named(tx, customerId, news);
};

/** With who they are: the id that is kept now, and the first address that is known on the domain that is told. */
const named = async (tx: Tx, customerId: number, news: readonly RowOf<typeof News>[]): Promise<NewsRow[]> => {
	const known = news.flatMap(({ person }) => person ?? []);
	const clusters = await clustersOf(tx, customerId, known);
	const names = new Map<string, Map<string, KnownBy[]>>();
	for (const domainId of new Set(news.flatMap((one) => (one.person === null ? [] : [one.domain_id]))))
		names.set(domainId, await namesOf(tx, customerId, known, [domainId]));
	return news.map((one) => {
		if (one.person === null) return { ...one, email: null };
		const here = names.get(one.domain_id)?.get(one.person) ?? [];
		const [first] = here.filter(({ kind }) => kind === 'email').sort((a, b) => a.addedAt.getTime() - b.addedAt.getTime());
		return { ...one, person: clusters.get(one.person)?.kept ?? one.person, email: first?.value ?? null };
	});
};

/** What was told of records that are gone goes with them, and is told no more. */
export const forgetTold = (tx: Tx, customerId: number, ids: readonly string[]): Promise<number> =>
	tx.run(sql`delete from webhook_delivery where customer_id = ${customerId} and delivery_id = any(${ids}::uuid[])`);

/** What is told of the records that are left of these names them by none of these addresses any more. */
export const forgetToldBy = (tx: Tx, customerId: number, persons: readonly string[], { whole }: Words): Promise<number> =>
	tx.run(sql`update webhook_delivery set body = jsonb_set(body::jsonb, '{Email}', 'null')::text
		where customer_id = ${customerId} and body::jsonb ->> 'Email' = any(${texts(whole)}::text[]) and delivery_id = any(array(
			select r.id from consent_record r where r.customer_id = ${customerId} and r.person = any(${uuids(persons)}::uuid[])))`);

/** Answers false when the record was told of before. */
export const insertDelivery = async (tx: Tx, customerId: number, id: string, domainId: string, body: string): Promise<boolean> => {
	const added = await tx.run(sql`insert into webhook_delivery (customer_id, delivery_id, domain_id, body, next_try_at)
		values (${customerId}, ${id}, ${domainId}, ${body}, ${now()}) on conflict (customer_id, delivery_id) do nothing`);
	return added > 0;
};

const Attempts = z.array(WebhookTry.extend({ at: z.string(), why: WebhookTry.shape.why.default(null) }));
export type Attempt = z.infer<typeof Attempts>[number];

const STATES = ['waiting', 'delivered', 'failed'] as const;
const Delivery = row({
	delivery_id: uuid,
	domain_id: uuid,
	body: text,
	status: oneOf(STATES),
	attempts: json(Attempts),
	created_at: instant,
	next_try_at: orNull(instant),
});
export type DeliveryRow = RowOf<typeof Delivery>;
const FIELDS = sql`delivery_id, domain_id, body, status, attempts, created_at, next_try_at`;

export const readDelivery = (tx: Tx, customerId: number, id: string): Promise<DeliveryRow | null> =>
	tx.first(Delivery, sql`select ${FIELDS} from webhook_delivery where customer_id = ${customerId} and delivery_id = ${id} for update`);

/** The first that waits of each of the customer's domains. */
const firstsOf = (customerId: number): Sql => sql`domain d cross join lateral (
		select w.next_try_at as at from webhook_delivery w
		where w.customer_id = ${customerId} and w.domain_id = d.domain_id and w.status = 'waiting' order by w.next_try_at limit 1
	) f where d.customer_id = ${customerId}`;

const DomainRow = row({ domain_id: uuid });

/** Domains of which something is due, the one that waits longest first. */
export const dueDomains = async (tx: Tx, customerId: number, most: number): Promise<string[]> =>
	(await tx.rows(DomainRow, sql`select d.domain_id from ${firstsOf(customerId)} and f.at <= ${now()} order by f.at limit ${most}`)).map(
		({ domain_id: id }) => id,
	);

/**
 * Some of a domain's that are due, the earliest first: until `until` they are this caller's to send. They are chosen once: joined row by row
 * the choice would be made anew for each, leave out what this statement has changed, and go on past `most`.
 */
export const leaseDue = (tx: Tx, customerId: number, domainId: string, until: Date, most: number): Promise<DeliveryRow[]> =>
	tx.rows(
		Delivery,
		sql`with due as materialized (
			select d.delivery_id from webhook_delivery d where d.customer_id = ${customerId} and d.domain_id = ${domainId}
				and d.status = 'waiting' and d.next_try_at <= ${now()}
			order by d.next_try_at limit ${most} for update skip locked
		) update webhook_delivery set next_try_at = ${until}
		where customer_id = ${customerId} and delivery_id in (select due.delivery_id from due) returning ${FIELDS}`,
	);

/** What came of a try. */
export interface Tried {
	readonly id: string;
	readonly attempt: Attempt;
	readonly status: DeliveryRow['status'];
	/** Null when it is not tried again. */
	readonly nextTryAt: Date | null;
}

/** Adds tries and what follows from them. */
export const keepTries = (tx: Tx, customerId: number, tried: readonly Tried[]): Promise<number> =>
	tx.run(sql`update webhook_delivery d set attempts = d.attempts || g.attempt::jsonb, status = g.status, next_try_at = g.next_try_at
		from unnest(${tried.map(({ id }) => id)}::uuid[], ${tried.map(({ attempt }) => JSON.stringify([attempt]))}::text[],
			${tried.map(({ status }) => status)}::text[], ${tried.map(({ nextTryAt }) => nextTryAt)}::timestamptz[]) g (id, attempt, status, next_try_at)
		where d.customer_id = ${customerId} and d.delivery_id = g.id`);

const Due = row({ at: orNull(instant) });

/** When the next of a customer's deliveries is due; null when none waits. */
export const nextDue = async (tx: Tx, customerId: number): Promise<Date | null> => {
	const due = await tx.first(Due, sql`select min(f.at) as at from ${firstsOf(customerId)}`);
	return due?.at ?? null;
};

/** A delivery waits again, from now. */
export const waitAgain = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(
		sql`update webhook_delivery set status = 'waiting', next_try_at = ${now()} where customer_id = ${customerId} and delivery_id = ${id}`,
	);

const ofState = (customerId: number, domainId: string, status: string | null): Sql =>
	sql`customer_id = ${customerId} and domain_id = ${domainId} and ${status === null ? sql`true` : sql`status = ${status}`}`;

/** A page of a domain's deliveries, newest first. */
export const listDeliveries = (
	tx: Tx,
	customerId: number,
	domainId: string,
	status: string | null,
	offset: number,
	limit: number,
): Promise<DeliveryRow[]> =>
	tx.rows(
		Delivery,
		sql`select ${FIELDS} from webhook_delivery where ${ofState(customerId, domainId, status)}
		order by created_at desc, delivery_id desc offset ${offset} limit ${limit}`,
	);

export const countDeliveries = (tx: Tx, customerId: number, domainId: string, status: string | null): Promise<Counted> =>
	counted(tx, sql`webhook_delivery where ${ofState(customerId, domainId, status)}`);

const AgeRow = row({ delivery_id: uuid, old: bool });

/**
 * The log is kept 30 days, whether or not there still is a webhook and whatever became of them. Takes out the old ones among the
 * next thousand; answers the last it looked at, or null when there are no more.
 */
export const forgetDeliveries = async (tx: Tx, customerId: number, after: string | null): Promise<string | null> => {
	const before = new Date(now().getTime() - KEPT_DAYS * 86_400_000);
	const seen = await tx.rows(
		AgeRow,
		sql`select delivery_id, created_at < ${before} as old from webhook_delivery
		where customer_id = ${customerId} and delivery_id > ${after ?? FIRST} order by delivery_id limit ${BATCH}`,
	);
	const old = seen.flatMap((one) => (one.old ? [one.delivery_id] : []));
	if (old.length > 0) await forgetTold(tx, customerId, old);
	return seen.length < BATCH ? null : (seen.at(-1)?.delivery_id ?? null);
};
