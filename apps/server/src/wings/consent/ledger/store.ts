/** Reading the ledger: choices, one record, counts. Everything goes by the server's order of arrival. */
import type { Tx } from '#kernel/storage/storage.ts';

export interface Span {
	readonly from: Date;
	readonly to: Date;
	/** Null: every domain of the customer. */
	readonly domainIds: readonly string[] | null;
}

export interface ChoiceRow {
	choice_id: string;
	record_id: string;
	domain_id: string;
	host: string;
	at: Date;
	received_at: Date;
	yes: string[];
	no: string[];
	language: string;
	gpc: boolean;
	device: string;
	browser: string;
	version: number;
	clock_skewed: boolean;
	how: string;
	subject: string | null;
}

const IN_SPAN = `r.customer_id = $1 and r.received_at >= $2 and r.received_at < $3 and ($4::uuid[] is null or r.domain_id = any($4))`;

/** Categories one banner may have; a choice never has more records. */
const MOST_PER_CHOICE = 12;
/** How far a filter by kind looks back. */
const MOST_FILTERED = 200_000;

const KIND = `case when bool_and(r.value) then 'all' when bool_or(r.value) then 'some' else 'none' end`;

/**
 * A page of choices, newest first. Walks the arrival index backwards over no more rows than the page can need, so its cost
 * depends on the page and not on the ledger's size.
 */
export const listChoices = (
	tx: Tx,
	customerId: number,
	span: Span,
	kind: string | null,
	offset: number,
	limit: number,
): Promise<ChoiceRow[]> =>
	tx.query(
		`with recent as (
			select r.* from consent_record r where ${IN_SPAN}
			order by r.received_at desc, r.batch_position desc limit $5
		), chosen as (
			select r.choice_id, r.domain_id, max(r.received_at) as received_at, max(r.batch_position) as batch_position, min(r.at) as at,
				(array_agg(r.id order by r.batch_position))[1] as record_id, min(r.how) as how, min(r.subject) as subject,
				coalesce(array_agg(p.name order by p.name) filter (where r.value), '{}') as yes,
				coalesce(array_agg(p.name order by p.name) filter (where not r.value), '{}') as no,
				min(r.language) as language, bool_or(r.gpc) as gpc, min(r.device) as device, min(r.browser) as browser,
				min(r.configuration) as configuration, bool_or(r.clock_skewed) as clock_skewed
			from recent r join purpose p on p.customer_id = $1 and p.purpose_id = r.purpose_id
			group by r.choice_id, r.domain_id
			having $6::text is null or ${KIND} = $6
			order by received_at desc, batch_position desc offset $7 limit $8
		)
		select c.choice_id, c.record_id, c.domain_id, d.host, c.at, c.received_at, c.yes, c.no, c.language, c.gpc, c.device, c.browser, c.clock_skewed, c.how, c.subject,
			coalesce(f.version, 0) as version
		from chosen c
		join domain d on d.customer_id = $1 and d.domain_id = c.domain_id
		left join publication f on f.customer_id = $1 and f.folder = c.configuration
		order by c.received_at desc, c.batch_position desc`,
		[
			customerId,
			span.from,
			span.to,
			span.domainIds,
			kind === null ? (offset + limit + 1) * MOST_PER_CHOICE : MOST_FILTERED,
			kind,
			offset,
			limit,
		],
	);

/** Choices in a span, counted up to `most` and one more. */
export const countChoices = async (tx: Tx, customerId: number, span: Span, kind: string | null, most: number): Promise<number> => {
	const [row] = await tx.query<{ n: number }>(
		`select count(*)::int as n from (
			select 1 from consent_record r where ${IN_SPAN} group by r.choice_id, r.domain_id having $5::text is null or ${KIND} = $5 limit $6
		) c`,
		[customerId, span.from, span.to, span.domainIds, kind, most + 1],
	);
	return row?.n ?? 0;
};

export interface RecordRow {
	id: string;
	choice_id: string;
	domain_id: string;
	host: string;
	purpose_id: string;
	purpose_name: string;
	purpose_version: number;
	legal_basis: string;
	wording: Record<string, { name: string; about: string }>;
	category: string;
	value: boolean;
	at: Date;
	received_at: Date;
	batch_position: number;
	clock_skewed: boolean;
	how: string;
	language: string;
	gpc: boolean;
	browser: string;
	device: string;
	country: string | null;
	tc_string: string | null;
	network: string | null;
	subject: string | null;
	person: string | null;
	source: string | null;
	recorded_by: string | null;
	/** With what follows null where nothing of ours was shown. */
	configuration: string | null;
	configuration_hash: Buffer | null;
	title: string | null;
	version: number | null;
	published_at: Date | null;
	measured: boolean | null;
	leaf: Buffer;
	salt: Buffer;
}

/** One record by its id, whose own milliseconds lead to its partition and key. */
export const readRecord = async (tx: Tx, customerId: number, id: string, at: Date): Promise<RecordRow | null> => {
	const [row] = await tx.query<RecordRow>(
		`select r.id, r.choice_id, r.domain_id, d.host, r.purpose_id, p.name as purpose_name, r.purpose_version, p.legal_basis, v.wording, r.category, r.value,
			r.at, r.received_at, r.batch_position, r.clock_skewed, r.how, r.language, r.gpc, r.browser, r.device, r.country, r.tc_string, i.network,
			r.person, r.subject, r.source, r.recorded_by, r.configuration, r.configuration_hash, f.title, f.version, f.published_at, f.measured, r.leaf, r.salt
		from consent_record r
		join domain d on d.customer_id = $1 and d.domain_id = r.domain_id
		join purpose p on p.customer_id = $1 and p.purpose_id = r.purpose_id
		join purpose_version v on v.customer_id = $1 and v.purpose_id = r.purpose_id and v.version = r.purpose_version
		left join publication f on f.customer_id = $1 and f.folder = r.configuration
		left join consent_record_ip i on i.customer_id = $1 and i.received_at = r.received_at and i.id = r.id
		where r.customer_id = $1 and r.at = $2 and r.id = $3`,
		[customerId, at, id],
	);
	return row ?? null;
};

/** The other answers of a choice: they arrived with it, so the arrival index finds them around that moment. */
export const readChoice = (
	tx: Tx,
	customerId: number,
	choiceId: string,
	receivedAt: Date,
): Promise<{ id: string; purpose: string; value: boolean }[]> =>
	tx.query(
		`select r.id, p.name as purpose, r.value from consent_record r
		join purpose p on p.customer_id = $1 and p.purpose_id = r.purpose_id
		where r.customer_id = $1 and r.choice_id = $2 and r.received_at between $3::timestamptz - interval '1 minute' and $3::timestamptz + interval '1 minute'
		order by r.received_at, r.batch_position`,
		[customerId, choiceId, receivedAt],
	);

export interface CountRow {
	step: number;
	domain_id: string;
	host: string;
	choices: number;
	accepted_all: number;
	accepted_some: number;
	refused: number;
	records: number;
}

/** Choices made in banners by equal step (1 to `steps`) and domain, and all records. Reads every record of the span once. */
export const countSteps = (tx: Tx, customerId: number, span: Span, steps: number): Promise<CountRow[]> =>
	tx.query(
		`with choice as (
			select r.choice_id, r.domain_id, min(r.received_at) as received_at, bool_and(r.value) as every, bool_or(r.value) as any,
				bool_and(r.how = 'banner') as banner, count(*) as n
			from consent_record r where ${IN_SPAN} group by r.choice_id, r.domain_id
		)
		select least(width_bucket(extract(epoch from c.received_at), extract(epoch from $2::timestamptz), extract(epoch from $3::timestamptz), $5), $5) as step,
			c.domain_id, d.host, count(*) filter (where c.banner)::int as choices,
			count(*) filter (where c.banner and c.every)::int as accepted_all,
			count(*) filter (where c.banner and c.any and not c.every)::int as accepted_some,
			count(*) filter (where c.banner and not c.any)::int as refused, sum(c.n)::int as records
		from choice c join domain d on d.customer_id = $1 and d.domain_id = c.domain_id
		group by 1, c.domain_id, d.host`,
		[customerId, span.from, span.to, span.domainIds, steps],
	);
