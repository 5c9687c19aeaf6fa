/** Who is known on a domain that is to be erased, and who of them nowhere else. */
import { texts, uuids } from '#kernel/storage/arrays.ts';
import { bool, int, orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const NamedRow = row({ kind: text, value: text, person: orNull(uuid) });

/** The next of those who are known there, by what they were named; `person` null: that name leads to nobody any more. */
export const nextNamedOn = (tx: Tx, customerId: number, domainId: string, most: number) =>
	tx.rows(
		NamedRow,
		sql`select s.kind, s.value, coalesce(i.person, n.person) as person from (
				select kind, value from person_seen where customer_id = ${customerId} and domain_id = ${domainId} limit ${most}) s
			left join person_identifier i on i.customer_id = ${customerId} and i.kind = s.kind and i.value = s.value
			left join person n on n.customer_id = ${customerId} and s.kind = 'luvallaId' and n.person::text = s.value`,
	);

/** A name that was never told on any domain is the customer's own. `p.person` is whose it is. */
const elsewhere = (customerId: number, domainId: string) => sql`exists (
		select 1 from person_identifier i left join person_seen s on s.customer_id = ${customerId} and s.kind = i.kind and s.value = i.value
		where i.customer_id = ${customerId} and i.person = p.person and s.domain_id is distinct from ${domainId}::uuid)
	or exists (select 1 from person_seen s where s.customer_id = ${customerId} and s.kind = 'luvallaId' and s.value = p.person::text
		and s.domain_id <> ${domainId}::uuid)`;

const KnownRow = row({ known: bool });
/** Whether one of these, who are one, is known anywhere but on the domain: on another one, or by the customer as a whole. */
export const knownBeside = async (tx: Tx, customerId: number, domainId: string, members: readonly string[]): Promise<boolean> =>
	(
		await tx.first(
			KnownRow,
			sql`select coalesce(bool_or(${elsewhere(customerId, domainId)}), false) as known from unnest(${uuids(members)}::uuid[]) p (person)`,
		)
	)?.known === true;

const CountRow = row({ here: int, beside: int });
/** How many are known there alone, and how many elsewhere, too; who became one with somebody counts once more. */
export const countKnownOn = async (tx: Tx, customerId: number, domainId: string): Promise<{ here: number; beside: number }> =>
	(await tx.first(
		CountRow,
		sql`with p as materialized (
			select distinct coalesce(i.person, n.person) as person from person_seen s
				left join person_identifier i on i.customer_id = ${customerId} and i.kind = s.kind and i.value = s.value
				left join person n on n.customer_id = ${customerId} and s.kind = 'luvallaId' and n.person::text = s.value
			where s.customer_id = ${customerId} and s.domain_id = ${domainId})
		select count(*) filter (where not b.yes)::int as here, count(*) filter (where b.yes)::int as beside
		from p cross join lateral (select ${elsewhere(customerId, domainId)} as yes) b where p.person is not null`,
	)) ?? { here: 0, beside: 0 };

/** Nobody is known there by these names any more, nor by any name of these persons. Answers rows. */
export const unseeOn = async (
	tx: Tx,
	customerId: number,
	domainId: string,
	members: readonly string[],
	names: readonly { readonly kind: string; readonly value: string }[],
): Promise<number> =>
	tx.run(sql`delete from person_seen s where s.customer_id = ${customerId} and s.domain_id = ${domainId} and (s.kind, s.value) in (
			select i.kind, i.value from person_identifier i where i.customer_id = ${customerId} and i.person = any(${uuids(members)}::uuid[])
			union all select 'luvallaId', m.person::text from unnest(${uuids(members)}::uuid[]) m (person)
			union all select * from unnest(${texts(names.map(({ kind }) => kind))}::text[], ${texts(names.map(({ value }) => value))}::text[]))`);
