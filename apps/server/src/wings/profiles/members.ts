/** The ids by which a person of `profile p` is known, and where they are. */
import { type Sql, sql } from '#kernel/storage/rows.ts';

/**
 * `own`, or all ids that turned out to be one person. Not by coalesce: row-level security takes that for something that may tell
 * what it is given, and lets no condition that hangs on it look into an index.
 */
export const idsOf = (own: Sql): Sql => sql`case when p.members is null then array[${own}] else p.members end`;

/**
 * `i`: what whoever has these ids is known by. Apart (offset), so that they are found by the person and by nothing else: where the planner
 * knows of few, it would read all e-mail addresses of the customer for each person.
 */
export const identifiersOf = (customerId: number, ids: Sql): Sql => sql`(select i.kind, i.value, i.bounced_at from person_identifier i
	where i.customer_id = ${customerId} and i.person = any(${ids}) offset 0) i`;

/** Whether an identifier `i` was said on one of these domains. */
export const saidOn = (customerId: number, domains: readonly string[]): Sql => sql`exists (select 1 from person_seen s
	where s.customer_id = ${customerId} and s.kind = i.kind and s.value = i.value and s.domain_id = any(${domains}::uuid[]) offset 0)`;

/**
 * Whether whoever has these ids is known on one of these domains, by anything at all. Asked person by person (offset): where the planner
 * knows of few, it would read all that was said on a domain for each of them.
 */
export const knownOn = (customerId: number, ids: Sql, domains: readonly string[]): Sql => sql`(
	exists (select 1 from ${identifiersOf(customerId, ids)} where ${saidOn(customerId, domains)})
	or exists (select 1 from person_seen s
		where s.customer_id = ${customerId} and s.kind = 'luvallaId' and s.value = any((${ids})::text[]) and s.domain_id = any(${domains}::uuid[]) offset 0))`;
