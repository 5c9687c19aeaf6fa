/** Deliveries of consent-change webhooks, and how far the ledger was read for them. */
import { sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { clustersOf, type KnownBy, namesOf } from '../../people/wing.ts';

export interface Attempt {
	at: string;
	/** 0: no answer. */
	status: number;
	ms: number;
	error: string | null;
}

export interface DeliveryRow {
	delivery_id: string;
	domain_id: string;
	body: string;
	status: 'waiting' | 'delivered' | 'failed';
	attempts: Attempt[];
	created_at: Date;
	next_try_at: Date | null;
}

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

/** A batch at a time: a long silence is caught up in steps. */
const MOST_NEWS = 500;
/** A transaction that took its time commits behind the reader; rows this old are looked for again. */
const OVERLAP = '2 minutes';

/**
 * Records of domains with a webhook that came since they were last read, oldest first, and moves the reading on. A domain is
 * read from when it got its webhook: what was said before is not told.
 */
export const takeNews = async (tx: Tx, customerId: number): Promise<NewsRow[]> => {
	await tx.query(
		`insert into webhook_cursor as c (customer_id, domain_id, read_until)
		select customer_id, domain_id, webhook_since from domain where customer_id = $1 and webhook_since is not null
		on conflict (customer_id, domain_id) do update set read_until = greatest(c.read_until, excluded.read_until)`,
		[customerId],
	);
	const news = await tx.query<Omit<NewsRow, 'email'>>(
		`select r.id, r.domain_id, d.host, p.name as purpose, r.value, r.received_at, r.person
		from webhook_cursor c
		join domain d on d.customer_id = $1 and d.domain_id = c.domain_id
		join consent_record r on r.customer_id = $1 and r.domain_id = c.domain_id and r.received_at > c.read_until - interval '${OVERLAP}'
		join purpose p on p.customer_id = $1 and p.purpose_id = r.purpose_id
		where c.customer_id = $1 and d.webhook_url is not null and r.received_at >= d.webhook_since
			and not exists (select 1 from webhook_delivery w where w.customer_id = $1 and w.delivery_id = r.id)
		order by r.received_at, r.batch_position limit ${MOST_NEWS}`,
		[customerId],
	);
	await tx.query(`update webhook_cursor set read_until = greatest(read_until, coalesce($2, read_until)) where customer_id = $1`, [
		customerId,
		news.at(-1)?.received_at ?? null,
	]);
	return named(tx, customerId, news);
};

/** With who they are: the id that is kept now, and the first address that is known on the domain that is told. */
const named = async (tx: Tx, customerId: number, news: readonly Omit<NewsRow, 'email'>[]): Promise<NewsRow[]> => {
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

/** Whether as many came as a step takes: then there may be more. */
export const mayBeMore = (news: readonly object[]): boolean => news.length === MOST_NEWS;

/** Customers that have a webhook anywhere. */
export const CUSTOMERS_WITH_WEBHOOK = 'select distinct customer_id from domain where webhook_url is not null';

/** Answers false when the record was told of before. */
export const insertDelivery = async (tx: Tx, customerId: number, id: string, domainId: string, body: string): Promise<boolean> => {
	const added = await tx.query(
		`insert into webhook_delivery (customer_id, delivery_id, domain_id, body, next_try_at) values ($1, $2, $3, $4, now())
		on conflict do nothing returning 1`,
		[customerId, id, domainId, body],
	);
	return added.length > 0;
};

const FIELDS = 'delivery_id, domain_id, body, status, attempts, created_at, next_try_at';

export const readDelivery = async (tx: Tx, customerId: number, id: string): Promise<DeliveryRow | null> => {
	const [row] = await tx.query<DeliveryRow>(
		`select ${FIELDS} from webhook_delivery where customer_id = $1 and delivery_id = $2 for update`,
		[customerId, id],
	);
	return row ?? null;
};

/** Adds a try and what follows from it. */
export const addAttempt = (
	tx: Tx,
	customerId: number,
	id: string,
	attempt: Attempt,
	status: DeliveryRow['status'],
	nextTryAt: Date | null,
): Promise<object[]> =>
	tx.query(
		`update webhook_delivery set attempts = attempts || $3::jsonb, status = $4, next_try_at = $5 where customer_id = $1 and delivery_id = $2`,
		[customerId, id, JSON.stringify([attempt]), status, nextTryAt],
	);

/** A delivery waits again, from now. */
export const waitAgain = (tx: Tx, customerId: number, id: string): Promise<object[]> =>
	tx.query(`update webhook_delivery set status = 'waiting', next_try_at = now() where customer_id = $1 and delivery_id = $2`, [
		customerId,
		id,
	]);

export const listDeliveries = (
	tx: Tx,
	customerId: number,
	domainId: string,
	status: string | null,
	offset: number,
	limit: number,
): Promise<DeliveryRow[]> =>
	tx.query(
		`select ${FIELDS} from webhook_delivery where customer_id = $1 and domain_id = $2 and ($3::text is null or status = $3)
		order by created_at desc, delivery_id desc offset $4 limit $5`,
		[customerId, domainId, status, offset, limit],
	);

export const countDeliveries = async (tx: Tx, customerId: number, domainId: string, status: string | null): Promise<number> => {
	const [row] = await tx.query<{ n: number }>(
		'select count(*)::int as n from webhook_delivery where customer_id = $1 and domain_id = $2 and ($3::text is null or status = $3)',
		[customerId, domainId, status],
	);
	return row?.n ?? 0;
};

/** The log is kept 30 days. */
export const forgetDeliveries = (tx: Tx, customerId: number): Promise<object[]> =>
	tx.query(`delete from webhook_delivery where customer_id = $1 and created_at < now() - interval '30 days'`, [customerId]);
