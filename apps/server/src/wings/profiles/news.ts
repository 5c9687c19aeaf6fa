/**
 * News of people that somebody above waits for: an event of a kind, a segment that is joined or left, a yes. What has happened is written
 * in the transaction in which it happens, at the one place of its kind that every door leads to, and only where somebody waits for it;
 * whoever takes it has it once.
 */
import { newId, now } from '#kernel/clock.ts';
import { int4s, texts, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { instant, int, oneOf, orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

export const NEWS_KINDS = ['event', 'joined', 'left', 'consent'] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

/** Tells whoever takes news that there are some. The payload is the customer. */
export const NEWS = 'people_news';

/** What somebody waits for: events of a type, a segment, a purpose. */
export interface Watched {
	readonly kind: NewsKind;
	readonly subject: string;
}

export interface News extends Watched {
	/** The person's own number. */
	readonly number: number;
	/** Where it was told of; null: on no domain. */
	readonly domainId: string | null;
	/** The event, the record. */
	readonly cause: string | null;
	readonly at: Date;
}

/** What was told so long after it happened is no news. */
const STALE_MS = 24 * 3_600_000;

/** From now on this and nothing else is waited for at a customer. News of anything else are gone. */
export const watch = async (tx: Tx, customerId: number, wanted: readonly Watched[]): Promise<void> => {
	const given = sql`unnest(${texts(wanted.map(({ kind }) => kind))}::text[], ${texts(wanted.map(({ subject }) => subject))}::text[]) g (kind, subject)`;
	await tx.run(
		sql`delete from people_watch w where w.customer_id = ${customerId}
			and not exists (select 1 from ${given} where g.kind = w.kind and g.subject = w.subject)`,
	);
	await tx.run(
		sql`insert into people_watch (customer_id, kind, subject) select distinct ${customerId}::int, g.kind, g.subject from ${given}
		on conflict do nothing`,
	);
	await tx.run(
		sql`delete from people_news n where n.customer_id = ${customerId}
			and not exists (select 1 from ${given} where g.kind = n.kind and g.subject = n.subject)`,
	);
	const segments = wanted.flatMap(({ kind, subject }) => (kind === 'joined' || kind === 'left' ? [subject] : []));
	// In the order in which sets are held.
	await tx.run(
		sql`update people_set s set watched = not s.watched from (
			select o.set_id from people_set o where o.customer_id = ${customerId} and o.watched <> (o.set_id = any(${uuids(segments)}::uuid[]))
			order by o.set_id for update) h
		where s.customer_id = ${customerId} and s.set_id = h.set_id`,
	);
};

const AnyRow = row({ subject: text });

/** Whether anything of a kind is waited for. */
export const isWatched = async (tx: Tx, customerId: number, kind: NewsKind): Promise<boolean> =>
	(await tx.rows(AnyRow, sql`select subject from people_watch where customer_id = ${customerId} and kind = ${kind} limit 1`)).length > 0;

/** Writes down what has happened of what is waited for. */
export const noteNews = async (tx: Tx, customerId: number, news: readonly News[]): Promise<void> => {
	const fresh = news.filter(({ at }) => now().getTime() - at.getTime() < STALE_MS);
	if (fresh.length === 0) return;
	const noted = await tx.run(
		sql`insert into people_news (customer_id, news_id, kind, subject, number, domain_id, cause, at)
		select ${customerId}::int, g.id, g.kind, g.subject, g.number, g.domain_id, g.cause, g.at
		from unnest(${uuids(fresh.map(() => newId()))}::uuid[], ${texts(fresh.map(({ kind }) => kind))}::text[],
			${texts(fresh.map(({ subject }) => subject))}::text[], ${int4s(fresh.map(({ number }) => number))}::int[],
			${fresh.map(({ domainId }) => domainId)}::uuid[], ${fresh.map(({ cause }) => cause)}::text[],
			${timestamps(fresh.map(({ at }) => at))}::timestamptz[]) g (id, kind, subject, number, domain_id, cause, at)
		join people_watch w on w.customer_id = ${customerId} and w.kind = g.kind and w.subject = g.subject
		on conflict do nothing returning 1`,
	);
	if (noted > 0) await tx.run(sql`select pg_notify(${NEWS}, ${String(customerId)})`);
};

const NewsRow = row({
	news_id: uuid,
	kind: oneOf(NEWS_KINDS),
	subject: text,
	number: int,
	domain_id: orNull(uuid),
	cause: orNull(text),
	at: instant,
});

/** Takes the oldest: nobody gets them again once this transaction is committed. */
export const takeNews = async (tx: Tx, customerId: number, most: number): Promise<News[]> => {
	const taken = await tx.rows(
		NewsRow,
		sql`delete from people_news where customer_id = ${customerId} and news_id in (
			select n.news_id from people_news n where n.customer_id = ${customerId} order by n.news_id limit ${most} for update skip locked)
		returning news_id, kind, subject, number, domain_id, cause, at`,
	);
	return taken
		.sort((a, b) => (a.news_id < b.news_id ? -1 : 1))
		.map(({ domain_id: domainId, kind, subject, number, cause, at }) => ({ kind, subject, number, domainId, cause, at }));
};

/** Nothing is news of these any more. */
export const forgetNews = (tx: Tx, customerId: number, numbers: readonly number[]): Promise<number> =>
	tx.run(sql`delete from people_news where customer_id = ${customerId} and number = any(${int4s(numbers)}::int[])`);
