/**
 * What counts as a choice, and what it comes to, once for every statement: lists, files, dashboard, rates and tests of banners.
 * The fragments read `consent_record r`, grouped by choice and domain.
 */
import type { Kind } from '@luvalla/contract/consent/ledger.ts';
import { SALE_SHARING } from '@luvalla/contract/consent/light.ts';
import { empty, type Sql, sql } from '#kernel/storage/rows.ts';

export interface Span {
	readonly from: Date;
	readonly to: Date;
	/** Null: every domain of the customer. */
	readonly domainIds: readonly string[] | null;
}

/** Records that arrived in a span. */
export const inSpan = (customerId: number, { from, to, domainIds }: Span): Sql =>
	sql`r.customer_id = ${customerId} and r.received_at >= ${from} and r.received_at < ${to}
		${domainIds === null ? empty : sql`and r.domain_id = any(${domainIds}::uuid[])`}`;

/**
 * Whether a choice took single yeses back instead of answering a banner: it says no alone, and to fewer purposes than the banner
 * of its publication asks for. One that says yes to anything is a choice whatever else it leaves out, and so is a no to all.
 * The sale category is asked by its own link, where a law knows it, and counts on neither side. How many each publication asks
 * for is read once a statement.
 */
const takesBack = (customerId: number, answered: Sql): Sql =>
	sql`${answered} < coalesce((
		(select jsonb_object_agg(p.folder, (select count(*) from jsonb_object_keys(p.purposes) k where k <> ${SALE_SHARING})) from publication p where p.customer_id = ${customerId})
			->> min(r.configuration))::int, 0)`;

/** What the list calls a choice (`Kind` of the contract): only a banner's own questions can be accepted or refused as a whole. */
export const kindOf = (customerId: number): Sql =>
	sql`case when bool_and(r.how not in ('banner', 'identification')) then 'answer'
	when bool_and(r.value) then 'all' when bool_or(r.value) then 'some'
	when ${takesBack(customerId, sql`count(distinct r.category) filter (where r.category <> ${SALE_SHARING})`)} then 'answer' else 'none' end`;

/** Keeps choices of a kind. */
export const ofKind = (customerId: number, kind: Kind | null): Sql => (kind === null ? empty : sql`having ${kindOf(customerId)} = ${kind}`);

/** Keeps what people answered themselves at that moment: what was linked to them, brought or written down later is left out. */
export const GIVEN_SELF = sql`and r.how in ('banner', 'privacy-centre', 'form')`;

/** A choice as a banner was answered; `accepted` is null for what came another way alone, or took single yeses back. */
export const answeredOf = (customerId: number): Sql =>
	sql`bool_and(r.value) filter (where r.how = 'banner') as every,
	case when bool_or(r.value) filter (where r.how = 'banner') then true
		when ${takesBack(customerId, sql`count(*) filter (where r.how = 'banner' and r.category <> ${SALE_SHARING})`)} then null
		else bool_or(r.value) filter (where r.how = 'banner') end as accepted`;

/** Counts such choices `c`. The consent rate is `accepted_all` and `accepted_some` of `choices` (contract, consent-rate.ts). */
export const COUNTED = sql`count(c.accepted)::int as choices,
	count(*) filter (where c.every)::int as accepted_all,
	count(*) filter (where c.accepted and not c.every)::int as accepted_some,
	count(*) filter (where not c.accepted)::int as refused`;
