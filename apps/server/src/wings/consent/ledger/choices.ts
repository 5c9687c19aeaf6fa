/**
 * What counts as a choice, and what it comes to, once for every statement: lists, files, dashboard, rates and tests of banners.
 * The fragments read `consent_record r`, grouped by choice and domain.
 */
import type { Kind } from '@luvalla/contract/consent/ledger.ts';
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

/** What the list calls a choice (`Kind` of the contract): only a banner's own questions can be accepted or refused as a whole. */
export const KIND = sql`case when bool_and(r.how not in ('banner', 'identification')) then 'answer'
	when bool_and(r.value) then 'all' when bool_or(r.value) then 'some' else 'none' end`;

/** Keeps choices of a kind. */
export const ofKind = (kind: Kind | null): Sql => (kind === null ? empty : sql`having ${KIND} = ${kind}`);

/** Keeps what people answered themselves at that moment: what was linked to them, brought or written down later is left out. */
export const GIVEN_SELF = sql`and r.how in ('banner', 'privacy-centre')`;

/** A choice as a banner was answered; both null for what came another way alone. */
export const ANSWERED = sql`bool_and(r.value) filter (where r.how = 'banner') as every,
	bool_or(r.value) filter (where r.how = 'banner') as accepted`;

/** Counts such choices `c`. The consent rate is `accepted_all` and `accepted_some` of `choices` (contract, consent-rate.ts). */
export const COUNTED = sql`count(c.accepted)::int as choices,
	count(*) filter (where c.every)::int as accepted_all,
	count(*) filter (where c.accepted and not c.every)::int as accepted_some,
	count(*) filter (where not c.accepted)::int as refused`;
