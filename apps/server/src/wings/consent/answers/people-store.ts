/** Reading people and their history. Cost depends on the page, not on how many people there are. */
import { bool, empty, instant, int, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const PersonRow = row({ person: uuid, last_at: instant, yes: int, no: int });

/** Whose answers are wanted: everybody's, or those of the people whom a search found. */
const wanted = (found: readonly string[] | null): Sql => (found === null ? empty : sql`and s.person = any(${found}::uuid[])`);

/**
 * A page of people with answers to these purposes, by the answer that came last. Without a search it walks the arrival index over
 * no more rows than the page can need: a person has at most one present answer a purpose.
 * @param found whom the search found; null: there was none
 */
export const listPeople = (
	tx: Tx,
	customerId: number,
	purposeIds: readonly string[],
	found: readonly string[] | null,
	offset: number,
	limit: number,
): Promise<RowOf<typeof PersonRow>[]> =>
	tx.rows(
		PersonRow,
		sql`with recent as (
			select s.person, s.received_at from consent_state s
			where s.customer_id = ${customerId} and s.purpose_id = any(${purposeIds}::uuid[]) ${wanted(found)}
			order by s.received_at desc, s.person limit ${found === null ? (offset + limit + 1) * Math.max(1, purposeIds.length) : 100_000}
		), page as (
			select person, max(received_at) as last_at from recent group by person order by last_at desc, person offset ${offset} limit ${limit}
		)
		select page.person, page.last_at, c.yes, c.no
		from page
		cross join lateral (
			select count(*) filter (where s.value)::int as yes, count(*) filter (where not s.value)::int as no
			from consent_state s where s.customer_id = ${customerId} and s.person = page.person and s.purpose_id = any(${purposeIds}::uuid[])
		) c
		order by page.last_at desc, page.person`,
	);

const Count = row({ n: int });

/** How many there are, counted up to `most` and one more. */
export const countPeople = async (
	tx: Tx,
	customerId: number,
	purposeIds: readonly string[],
	found: readonly string[] | null,
	most: number,
): Promise<number> => {
	const [counted] = await tx.rows(
		Count,
		sql`select count(*)::int as n from (
			select distinct s.person from consent_state s
			where s.customer_id = ${customerId} and s.purpose_id = any(${purposeIds}::uuid[]) ${wanted(found)} limit ${most + 1}
		) c`,
	);
	return counted?.n ?? 0;
};

const HistoryRow = row({
	id: uuid,
	purpose_id: uuid,
	purpose: text,
	domain_id: uuid,
	domain: text,
	purpose_version: int,
	value: bool,
	at: instant,
	received_at: instant,
	how: text,
	source: orNull(text),
});
export type HistoryRow = RowOf<typeof HistoryRow>;

/**
 * Records of these who are one person, newest first.
 * @param domainIds null: on every domain of the customer
 * @param subjects null: whatever they were named by
 */
export const readHistory = (
	tx: Tx,
	customerId: number,
	members: readonly string[],
	{ domainIds = null, subjects = null }: { domainIds?: readonly string[] | null; subjects?: ReadonlySet<string> | null },
	limit: number,
): Promise<HistoryRow[]> =>
	tx.rows(
		HistoryRow,
		sql`select r.id, r.purpose_id, p.name as purpose, r.domain_id, d.host as domain, r.purpose_version, r.value, r.at, r.received_at, r.how, r.source
		from consent_record r
		join purpose p on p.customer_id = ${customerId} and p.purpose_id = r.purpose_id
		join domain d on d.customer_id = ${customerId} and d.domain_id = r.domain_id
		where r.customer_id = ${customerId} and r.person = any(${members}::uuid[])
			${domainIds === null ? empty : sql`and r.domain_id = any(${domainIds}::uuid[])`}
			${subjects === null ? empty : sql`and r.subject = any(${[...subjects]}::text[])`}
		order by r.received_at desc, r.batch_position desc limit ${limit}`,
	);

const RecordId = row({ id: uuid });

/** Ids of all records of these. */
export const recordsOf = async (tx: Tx, customerId: number, members: readonly string[]): Promise<string[]> =>
	(
		await tx.rows(
			RecordId,
			sql`select id from consent_record where customer_id = ${customerId} and person = any(${members}::uuid[]) order by received_at, batch_position`,
		)
	).map(({ id }) => id);

const Subject = row({ subject: text });

/** How records name these people: `email:anna@example.com`. */
export const subjectsOf = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<string[]> =>
	(
		await tx.rows(
			Subject,
			sql`select distinct subject from consent_record
			where customer_id = ${customerId} and person = any(${persons}::uuid[]) and subject is not null`,
		)
	).map(({ subject }) => subject);
