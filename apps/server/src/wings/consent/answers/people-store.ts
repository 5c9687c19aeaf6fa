/** Reading people and their history. Cost depends on the page, not on how many people there are. */
import type { Identifier } from '@luvalla/contract/consent/people.ts';
import type { Tx } from '#kernel/storage/storage.ts';

export interface PersonRow {
	person: string;
	last_at: Date;
	yes: number;
	no: number;
	identifiers: Identifier[];
}

/** How a value that was typed begins; `like` takes it literally. */
const beginning = (q: string): string => `${q.trim().replace(/[\\%_]/g, '\\$&')}%`;

/** Somebody whose id was typed is found by it. */
const WANTED = `(s.person in (select i.person from consent_identifier i where i.customer_id = $1 and (i.value like $3 or i.value like lower($3)) limit 5000)
	or s.person::text like lower($3))`;

/**
 * A page of people with answers to these purposes, by the answer that came last. Without `q` it walks the arrival index over no
 * more rows than the page can need: a person has at most one present answer a purpose.
 */
export const listPeople = (
	tx: Tx,
	customerId: number,
	purposeIds: readonly string[],
	q: string | undefined,
	offset: number,
	limit: number,
): Promise<PersonRow[]> => {
	const wanted = q?.trim() ? beginning(q) : null;
	return tx.query(
		`with recent as (
			select s.person, s.received_at from consent_state s
			where s.customer_id = $1 and s.purpose_id = any($2) and ($3::text is null or ${WANTED})
			order by s.received_at desc, s.person limit $4
		), page as (
			select person, max(received_at) as last_at from recent group by person order by last_at desc, person offset $5 limit $6
		)
		select page.person, page.last_at, c.yes, c.no, coalesce(i.identifiers, '[]') as identifiers
		from page
		cross join lateral (
			select count(*) filter (where s.value)::int as yes, count(*) filter (where not s.value)::int as no
			from consent_state s where s.customer_id = $1 and s.person = page.person and s.purpose_id = any($2)
		) c
		cross join lateral (
			select jsonb_agg(jsonb_build_object('kind', kind, 'value', value) order by kind, value) as identifiers
			from consent_identifier i where i.customer_id = $1 and i.person = page.person
		) i
		order by page.last_at desc, page.person`,
		[customerId, purposeIds, wanted, wanted === null ? (offset + limit + 1) * Math.max(1, purposeIds.length) : 100_000, offset, limit],
	);
};

/** How many there are, counted up to `most` and one more. */
export const countPeople = async (
	tx: Tx,
	customerId: number,
	purposeIds: readonly string[],
	q: string | undefined,
	most: number,
): Promise<number> => {
	const [row] = await tx.query<{ n: number }>(
		`select count(*)::int as n from (
			select distinct s.person from consent_state s
			where s.customer_id = $1 and s.purpose_id = any($2) and ($3::text is null or ${WANTED}) limit $4
		) c`,
		[customerId, purposeIds, q?.trim() ? beginning(q) : null, most + 1],
	);
	return row?.n ?? 0;
};

export interface KnownRow {
	created_at: Date;
	identifiers: Identifier[];
}

export const readPerson = async (tx: Tx, customerId: number, person: string): Promise<KnownRow | null> => {
	const [row] = await tx.query<KnownRow>(
		`select p.created_at, coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'value', value) order by kind, value)
			from consent_identifier i where i.customer_id = p.customer_id and i.person = p.person), '[]') as identifiers
		from consent_person p where p.customer_id = $1 and p.person = $2`,
		[customerId, person],
	);
	return row ?? null;
};

export interface HistoryRow {
	id: string;
	purpose_id: string;
	purpose: string;
	domain_id: string;
	domain: string;
	purpose_version: number;
	value: boolean;
	at: Date;
	received_at: Date;
	how: string;
	source: string | null;
}

/** A person's records, newest first. @param domainIds null: on every domain of the customer */
export const readHistory = (
	tx: Tx,
	customerId: number,
	person: string,
	domainIds: readonly string[] | null,
	limit: number,
): Promise<HistoryRow[]> =>
	tx.query(
		`select r.id, r.purpose_id, p.name as purpose, r.domain_id, d.host as domain, r.purpose_version, r.value, r.at, r.received_at, r.how, r.source
		from consent_record r
		join purpose p on p.customer_id = r.customer_id and p.purpose_id = r.purpose_id
		join domain d on d.customer_id = r.customer_id and d.domain_id = r.domain_id
		where r.customer_id = $1 and r.person = $2 and ($3::uuid[] is null or r.domain_id = any($3))
		order by r.received_at desc, r.batch_position desc limit $4`,
		[customerId, person, domainIds, limit],
	);

/** Ids of all records of a person. */
export const recordsOf = async (tx: Tx, customerId: number, person: string): Promise<string[]> =>
	(
		await tx.query<{ id: string }>(
			'select id from consent_record where customer_id = $1 and person = $2 order by received_at, batch_position',
			[customerId, person],
		)
	).map((row) => row.id);
