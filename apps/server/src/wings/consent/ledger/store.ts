/** Reading the ledger: choices, one record, counts. Everything goes by the server's order of arrival. */

import type { Kind } from '@luvalla/contract/consent/ledger.ts';
import {
	bool,
	bytes,
	empty,
	instant,
	int,
	json,
	oneOf,
	orNull,
	type RowOf,
	row,
	type Sql,
	sql,
	text,
	texts,
	uuid,
} from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { everyHost } from '../../tenancy/wing.ts';
import { namedPurposes, Wording } from '../answers/purposes.ts';
import { answeredOf, COUNTED, GIVEN_SELF, inSpan, kindOf, ofKind, type Span } from './choices.ts';

/** Columns of a choice, in lists and in files. */
export const choiceColumns = {
	choice_id: uuid,
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
	how: text,
	subject: orNull(text),
};
const ChoiceRow = row({ ...choiceColumns, record_id: uuid, domain_id: uuid, clock_skewed: bool });
export type ChoiceRow = RowOf<typeof ChoiceRow>;

/** What a list of choices is narrowed to. */
export interface Narrowed {
	readonly kind: Kind | null;
	/** Only what people answered themselves. */
	readonly self: boolean;
}

/** Categories one banner may have. What is said otherwise may be about more purposes, and whoever is identified says a choice again. */
const PER_CHOICE = 12;
/** How many records a filter by kind looks at before it looks at all. */
const MOST_FILTERED = 200_000;

const Further = row({ more: bool });

const Met = row({ records: int, choices: int });

/** How many of the latest records hold so many choices to the last of their records. */
const recordsOf = async (tx: Tx, records: Sql, choices: number): Promise<number> => {
	for (let most = (choices + 1) * PER_CHOICE; ; most *= 4) {
		const met = await tx.first(
			Met,
			sql`select count(*)::int as records, count(distinct (r.choice_id, r.domain_id))::int as choices from (${records} limit ${most}) r`,
		);
		if (!met || met.records < most || met.choices > choices) return most;
	}
};

/**
 * A page of choices, newest first. Walks the arrival index backwards over no more rows than the page can need, so its cost
 * depends on the page and not on the ledger's size; where few are of the kind asked for, all of the span are walked.
 */
export const listChoices = async (
	tx: Tx,
	customerId: number,
	span: Span,
	{ kind, self }: Narrowed,
	offset: number,
	limit: number,
	language: string,
	lookBack = MOST_FILTERED,
): Promise<ChoiceRow[]> => {
	const records = sql`select r.* from consent_record r where ${inSpan(customerId, span)} ${self ? GIVEN_SELF : empty}
		order by r.received_at desc, r.batch_position desc`;
	/** Of so many of the latest records; null: of all. One more than the page has: the last of them may be cut. */
	const read = (most: number | null) =>
		tx.rows(
			ChoiceRow,
			sql`with ${namedPurposes(customerId, language)}, recent as (${records} limit ${most}), chosen as (
			select r.choice_id, r.domain_id, max(r.received_at) as received_at, max(r.batch_position) as batch_position, min(r.at) as at,
				(array_agg(r.id order by r.batch_position))[1] as record_id, min(r.how) as how, min(r.subject) as subject,
				coalesce(array_agg(distinct p.name order by p.name) filter (where r.value), '{}') as yes,
				coalesce(array_agg(distinct p.name order by p.name) filter (where not r.value), '{}') as no,
				min(r.language) as language, bool_or(r.gpc) as gpc, min(r.device) as device, min(r.browser) as browser,
				min(r.configuration) as configuration, bool_or(r.clock_skewed) as clock_skewed, ${kindOf(customerId)} as kind
			from recent r join named p on p.purpose_id = r.purpose_id
			group by r.choice_id, r.domain_id
			${ofKind(customerId, kind)}
			order by received_at desc, batch_position desc offset ${offset} limit ${limit + 1}
		)
		select c.choice_id, c.record_id, c.domain_id, d.host, c.at, c.received_at, c.kind, c.yes, c.no, c.language, c.gpc, c.device,
			c.browser,
			c.clock_skewed, c.how, c.subject, coalesce(f.version, s.version, 0) as version
		from chosen c
		join ${everyHost(customerId)} d on d.domain_id = c.domain_id
		left join publication f on f.customer_id = ${customerId} and f.folder = c.configuration
		left join signup_publication s on s.customer_id = ${customerId} and s.folder = c.configuration
		order by c.received_at desc, c.batch_position desc`,
		);
	const latest = await read(kind === null ? await recordsOf(tx, records, offset + limit) : lookBack);
	const isWhole =
		kind === null ||
		latest.length > limit ||
		(await tx.first(Further, sql`select exists (select 1 from (${records} offset ${lookBack} limit 1) r) as more`))?.more !== true;
	return (isWhole ? latest : await read(null)).slice(0, limit);
};

const Count = row({ n: int });

/** Choices in a span, counted up to `most` and one more. */
export const countChoices = async (tx: Tx, customerId: number, span: Span, { kind, self }: Narrowed, most: number): Promise<number> => {
	const found = await tx.first(
		Count,
		sql`select count(*)::int as n from (
			select 1 from consent_record r where ${inSpan(customerId, span)} ${self ? GIVEN_SELF : empty}
			group by r.choice_id, r.domain_id ${ofKind(customerId, kind)} limit ${most + 1}
		) c`,
	);
	return found?.n ?? 0;
};

const RecordRow = row({
	id: uuid,
	choice_id: uuid,
	domain_id: uuid,
	host: text,
	purpose_id: uuid,
	purpose_name: text,
	purpose_version: int,
	legal_basis: text,
	wording: json(Wording),
	category: text,
	value: bool,
	at: instant,
	received_at: instant,
	batch_position: int,
	clock_skewed: bool,
	how: text,
	language: text,
	gpc: bool,
	browser: text,
	device: text,
	country: orNull(text),
	tc_string: orNull(text),
	network: orNull(text),
	subject: orNull(text),
	person: orNull(uuid),
	source: orNull(text),
	recorded_by: orNull(text),
	/** With what follows null where nothing of ours was shown. */
	configuration: orNull(text),
	configuration_hash: orNull(bytes),
	title: orNull(text),
	version: orNull(int),
	published_at: orNull(instant),
	measured: orNull(bool),
	leaf: bytes,
	salt: bytes,
});
export type RecordRow = RowOf<typeof RecordRow>;

/** One record by its id, whose own milliseconds lead to its partition and key. */
export const readRecord = (tx: Tx, customerId: number, id: string, at: Date): Promise<RecordRow | null> =>
	tx.first(
		RecordRow,
		sql`select r.id, r.choice_id, r.domain_id, d.host, r.purpose_id, p.name as purpose_name, r.purpose_version, p.legal_basis,
			v.wording, r.category, r.value,
			r.at, r.received_at, r.batch_position, r.clock_skewed, r.how, r.language, r.gpc, r.browser, r.device, r.country, r.tc_string,
				i.network,
			r.person, r.subject, r.source, r.recorded_by, r.configuration, r.configuration_hash,
			coalesce(f.title, s.title) as title, coalesce(f.version, s.version) as version, coalesce(f.published_at, s.published_at) as published_at,
			coalesce(f.measured, s.pictured) as measured, r.leaf, r.salt
		from consent_record r
		join ${everyHost(customerId)} d on d.domain_id = r.domain_id
		join purpose p on p.customer_id = ${customerId} and p.purpose_id = r.purpose_id
		join purpose_version v on v.customer_id = ${customerId} and v.purpose_id = r.purpose_id and v.version = r.purpose_version
		left join publication f on f.customer_id = ${customerId} and f.folder = r.configuration
		left join signup_publication s on s.customer_id = ${customerId} and s.folder = r.configuration
		left join consent_record_ip i on i.customer_id = ${customerId} and i.received_at = r.received_at and i.id = r.id
		where r.customer_id = ${customerId} and r.at = ${at} and r.id = ${id}`,
	);

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
		from choice c join ${everyHost(customerId)} d on d.domain_id = c.domain_id
		group by 1, c.domain_id, d.host`,
	);
