/** Reading the ledger: choices, one record, counts. Everything goes by the server's order of arrival. */

import type { Kind } from '@luvalla/contract/consent/ledger.ts';
import { bool, empty, instant, int, oneOf, orNull, type RowOf, row, sql, text, texts, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { namedPurposes } from '../answers/purposes.ts';
import { answeredOf, COUNTED, GIVEN_SELF, inSpan, kindOf, ofKind, type Span } from './choices.ts';

const ChoiceRow = row({
	choice_id: uuid,
	record_id: uuid,
	domain_id: uuid,
	host: text,
	at: instant,
	received_at: instant,
	kind: oneOf(['all', 'some', 'none', 'answer']),
	yes: texts,
	no: texts,
	language: text,
	gpc: bool,
	device: text,
	browser: text,
	version: int,
	clock_skewed: bool,
	how: text,
	subject: orNull(text),
});
export type ChoiceRow = RowOf<typeof ChoiceRow>;

/** What a list of choices is narrowed to. */
export interface Narrowed {
	readonly kind: Kind | null;
	/** Only what people answered themselves. */
	readonly self: boolean;
}

/** Categories one banner may have; a choice never has more records. */
const MOST_PER_CHOICE = 12;
/** How far a filter by kind looks back. */
const MOST_FILTERED = 200_000;

/**
 * A page of choices, newest first. Walks the arrival index backwards over no more rows than the page can need, so its cost
 * depends on the page and not on the ledger's size.
 */
export const listChoices = (
	tx: Tx,
	customerId: number,
	span: Span,
	{ kind, self }: Narrowed,
	offset: number,
	limit: number,
	language: string,
): Promise<ChoiceRow[]> =>
	tx.rows(
		ChoiceRow,
		sql`with ${namedPurposes(customerId, language)}, recent as (
			select r.* from consent_record r where ${inSpan(customerId, span)} ${self ? GIVEN_SELF : empty}
			order by r.received_at desc, r.batch_position desc
			limit ${kind === null ? (offset + limit + 1) * MOST_PER_CHOICE : MOST_FILTERED}
		), chosen as (
			select r.choice_id, r.domain_id, max(r.received_at) as received_at, max(r.batch_position) as batch_position, min(r.at) as at,
				(array_agg(r.id order by r.batch_position))[1] as record_id, min(r.how) as how, min(r.subject) as subject,
				coalesce(array_agg(distinct p.name order by p.name) filter (where r.value), '{}') as yes,
				coalesce(array_agg(distinct p.name order by p.name) filter (where not r.value), '{}') as no,
				min(r.language) as language, bool_or(r.gpc) as gpc, min(r.device) as device, min(r.browser) as browser,
				min(r.configuration) as configuration, bool_or(r.clock_skewed) as clock_skewed, ${kindOf(customerId)} as kind
			from recent r join named p on p.purpose_id = r.purpose_id
			group by r.choice_id, r.domain_id
			${ofKind(customerId, kind)}
			order by received_at desc, batch_position desc offset ${offset} limit ${limit}
		)
		select c.choice_id, c.record_id, c.domain_id, d.host, c.at, c.received_at, c.kind, c.yes, c.no, c.language, c.gpc, c.device, c.browser,
			c.clock_skewed, c.how, c.subject, coalesce(f.version, 0) as version
		from chosen c
		join domain d on d.customer_id = ${customerId} and d.domain_id = c.domain_id
		left join publication f on f.customer_id = ${customerId} and f.folder = c.configuration
		order by c.received_at desc, c.batch_position desc`,
	);

const Count = row({ n: int });

/** Choices in a span, counted up to `most` and one more. */
export const countChoices = async (tx: Tx, customerId: number, span: Span, { kind, self }: Narrowed, most: number): Promise<number> => {
	const [found] = await tx.rows(
		Count,
		sql`select count(*)::int as n from (
			select 1 from consent_record r where ${inSpan(customerId, span)} ${self ? GIVEN_SELF : empty}
			group by r.choice_id, r.domain_id ${ofKind(customerId, kind)} limit ${most + 1}
		) c`,
	);
	return found?.n ?? 0;
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

const Beside = row({ id: uuid, purpose: text, value: bool });

/** The other answers of a choice: they arrived with it, so the arrival index finds them around that moment. */
export const readChoice = (
	tx: Tx,
	customerId: number,
	choiceId: string,
	receivedAt: Date,
	language: string,
): Promise<RowOf<typeof Beside>[]> =>
	tx.rows(
		Beside,
		sql`with ${namedPurposes(customerId, language)}
		select r.id, p.name as purpose, r.value from consent_record r join named p on p.purpose_id = r.purpose_id
		where r.customer_id = ${customerId} and r.choice_id = ${choiceId}
			and r.received_at between ${receivedAt}::timestamptz - interval '1 minute' and ${receivedAt}::timestamptz + interval '1 minute'
		order by r.received_at, r.batch_position`,
	);

const CountRow = row({
	/** 1 for the first. */
	step: int,
	domain_id: uuid,
	host: text,
	choices: int,
	accepted_all: int,
	accepted_some: int,
	refused: int,
	records: int,
});
export type CountRow = RowOf<typeof CountRow>;

/**
 * Choices made in banners by step and domain, and all records. Reads every record of the span once.
 * @param starts where the steps begin, rising; what lies before the first belongs to it
 */
export const countSteps = (tx: Tx, customerId: number, span: Span, starts: readonly Date[]): Promise<CountRow[]> =>
	tx.rows(
		CountRow,
		sql`with choice as (
			select r.choice_id, r.domain_id, min(r.received_at) as received_at, ${answeredOf(customerId)}, count(*) as n
			from consent_record r where ${inSpan(customerId, span)} group by r.choice_id, r.domain_id
		)
		select greatest(width_bucket(c.received_at, ${starts}::timestamptz[]), 1) as step, c.domain_id, d.host, ${COUNTED},
			sum(c.n)::int as records
		from choice c join domain d on d.customer_id = ${customerId} and d.domain_id = c.domain_id
		group by 1, c.domain_id, d.host`,
	);
