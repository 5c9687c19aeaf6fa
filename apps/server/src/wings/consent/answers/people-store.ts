/** Reading people and their history. Cost depends on the page, not on how many people there are. */
import { bool, empty, instant, int, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { everyHost } from '../../tenancy/wing.ts';
import { nameOfPurpose, type PurposeFacts } from './purposes.ts';

const PersonRow = row({ person: uuid, last_at: instant, yes: int, no: int });

/** Whose answers make somebody part of a list, and which. */
export interface Wanted {
	/** To these purposes. */
	readonly purposes: readonly string[];
	/** Null: a yes or a no. */
	readonly answer: boolean | null;
	/** Whether it is narrower than what the asker may see: a filter may find few among millions. */
	readonly narrowed: boolean;
	/** People whom a search found; null: there was none. */
	readonly found: readonly string[] | null;
}

/** What a list of people may be narrowed by; all of it is about one and the same answer. */
export interface Narrowing {
	readonly domain?: string | undefined;
	readonly purpose?: string | undefined;
	readonly answer?: 'yes' | 'no' | undefined;
}

/** What is wanted of the purposes that the asker may see: nothing, where a filter names what is not among them. */
export const narrowTo = (
	seen: readonly Pick<PurposeFacts, 'id' | 'domainId'>[],
	{ domain, purpose, answer }: Narrowing,
): { purposes: string[]; answer: boolean | null; narrowed: boolean } => ({
	purposes: seen
		.filter(
			(one) =>
				(domain === undefined || one.domainId === domain.toLowerCase()) && (purpose === undefined || one.id === purpose.toLowerCase()),
		)
		.map(({ id }) => id),
	answer: answer === undefined ? null : answer === 'yes',
	narrowed: domain !== undefined || purpose !== undefined || answer !== undefined,
});

const FOUND_MOST = 100_000;

/** Answers that are wanted, as `s`. */
const matching = (customerId: number, { purposes, answer, found }: Wanted): Sql =>
	sql`s.customer_id = ${customerId} and s.purpose_id = any(${purposes}::uuid[])
		${answer === null ? empty : sql`and s.value = ${answer}`} ${found === null ? empty : sql`and s.person = any(${found}::uuid[])`}`;

/** Those of a filter, each purpose and answer by an index of its own, so that few among millions cost as little as many. */
const filtered = (customerId: number, { purposes, answer }: Wanted, most: number): Sql =>
	sql`select one.person, one.received_at from unnest(${purposes}::uuid[]) p (id), unnest(${answer === null ? [true, false] : [answer]}::boolean[]) v (value),
		lateral (
			select s.person, s.received_at from consent_state s where s.customer_id = ${customerId} and s.purpose_id = p.id and s.value = v.value
			order by s.received_at desc, s.person limit ${most}
		) one`;

/** The answers that came last, enough of them for so many people: a person has at most one present answer a purpose. */
const recent = (customerId: number, wanted: Wanted, people: number): Sql => {
	if (wanted.found === null && wanted.narrowed) return filtered(customerId, wanted, people);
	const most = people * Math.max(1, wanted.purposes.length);
	return sql`select s.person, s.received_at from consent_state s where ${matching(customerId, wanted)}
		order by s.received_at desc, s.person limit ${wanted.found === null ? most : FOUND_MOST}`;
};

/**
 * A page of people, by the wanted answer that came last. Without a search it walks an index over no more rows than the page can need.
 * @param seen purposes whose answers are counted beside each
 */
export const listPeople = (
	tx: Tx,
	customerId: number,
	wanted: Wanted,
	seen: readonly string[],
	offset: number,
	limit: number,
): Promise<RowOf<typeof PersonRow>[]> =>
	tx.rows(
		PersonRow,
		sql`with recent as (${recent(customerId, wanted, offset + limit + 1)}), page as (
			select person, max(received_at) as last_at from recent group by person order by last_at desc, person offset ${offset} limit ${limit}
		)
		select page.person, page.last_at, c.yes, c.no
		from page
		cross join lateral (
			select count(*) filter (where s.value)::int as yes, count(*) filter (where not s.value)::int as no
			from consent_state s where s.customer_id = ${customerId} and s.person = page.person and s.purpose_id = any(${seen}::uuid[])
		) c
		order by page.last_at desc, page.person`,
	);

const Count = row({ n: int });

/** How many there are, counted up to `most` and one more. */
export const countPeople = async (tx: Tx, customerId: number, wanted: Wanted, most: number): Promise<number> => {
	const people =
		wanted.found === null && wanted.narrowed
			? sql`select distinct one.person from (${filtered(customerId, wanted, most + 1)}) one limit ${most + 1}`
			: sql`select distinct s.person from consent_state s where ${matching(customerId, wanted)} limit ${most + 1}`;
	const counted = await tx.first(Count, sql`select count(*)::int as n from (${people}) c`);
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
 * @param language the reader's, for the names of purposes
 */
export const readHistory = (
	tx: Tx,
	customerId: number,
	members: readonly string[],
	{
		domainIds = null,
		subjects = null,
		language = 'en',
	}: { domainIds?: readonly string[] | null; subjects?: ReadonlySet<string> | null; language?: string },
	limit: number,
): Promise<HistoryRow[]> =>
	tx.rows(
		HistoryRow,
		sql`select r.id, r.purpose_id, ${nameOfPurpose(customerId, language)} as purpose, r.domain_id, d.host as domain, r.purpose_version, r.value, r.at,
			r.received_at, r.how, r.source
		from consent_record r
		join purpose p on p.customer_id = ${customerId} and p.purpose_id = r.purpose_id
		join ${everyHost(customerId)} d on d.domain_id = r.domain_id
		where r.customer_id = ${customerId} and r.person = any(${members}::uuid[])
			${domainIds === null ? empty : sql`and r.domain_id = any(${domainIds}::uuid[])`}
			${subjects === null ? empty : sql`and r.subject = any(${[...subjects]}::text[])`}
		order by r.received_at desc, r.batch_position desc limit ${limit}`,
	);

const OwnRecord = row({ id: uuid, person: uuid });

/** Records of these, each with whose it is. @param subjects null: whatever they were named by */
export const recordsOf = async (
	tx: Tx,
	customerId: number,
	members: readonly string[],
	subjects: ReadonlySet<string> | null = null,
): Promise<RowOf<typeof OwnRecord>[]> =>
	tx.rows(
		OwnRecord,
		sql`select id, person from consent_record where customer_id = ${customerId} and person = any(${members}::uuid[])
			${subjects === null ? empty : sql`and subject = any(${[...subjects]}::text[])`} order by received_at, batch_position`,
	);

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

const CustomerRow = row({ name: text });

/** What the customer is called. */
export const customerName = async (tx: Tx, customerId: number): Promise<string> =>
	(await tx.rows(CustomerRow, sql`select name from customer where customer_id = ${customerId}`))[0]?.name ?? '';
