/** The consent report as a file: every choice of the span, newest first. */

import { ANSWERS, answerOf, DEVICES, KINDS, WAYS } from '@luvalla/contract/consent/words.ts';
import { said } from '@luvalla/contract/words.ts';
import { type FileColumn, listFile } from '#kernel/http/csv-file.ts';
import type { Language } from '#kernel/http/errors.ts';
import type { FileAnswer } from '#kernel/http/handle.ts';
import { BATCH, batches, type InTx } from '#kernel/storage/lists.ts';
import { empty, type RowOf, row, type Sql, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { everyHost } from '../../tenancy/wing.ts';
import { namedPurposes } from '../answers/purposes.ts';
import { GIVEN_SELF, inSpan, kindOf, type Span } from './choices.ts';
import { choiceColumns, type Narrowed } from './store.ts';

/** `place` as text, so that nothing is lost of where the reading came to. */
const ChoiceRow = row({ ...choiceColumns, place: text });
type ChoiceRow = RowOf<typeof ChoiceRow>;

/**
 * Whether such a choice may be said again when its visitor is identified. The others came whole: they are found by their records' keys, as a
 * file brings thousands of one moment, of which none is to be looked for among all.
 */
const againOf = (how: Sql): Sql => sql`(${how} in ('banner', 'identification'))`;

/** Of a choice that is said again when its visitor is identified the records that came last stand for all: their instant and its id are a place in the order of arrival. */
const readChoices = (
	tx: Tx,
	customerId: number,
	span: Span,
	self: boolean,
	language: Language,
	last: ChoiceRow | null,
): Promise<ChoiceRow[]> => {
	const wanted = sql`${inSpan(customerId, span)} ${self ? GIVEN_SELF : empty}`;
	return tx.rows(
		ChoiceRow,
		sql`with ${namedPurposes(customerId, language)}, latest as (
			select o.received_at, o.choice_id, o.domain_id, min(o.at) as since, max(o.at) as until, bool_or(${againOf(sql`o.how`)}) as again,
				array_agg(o.at) as ats, array_agg(o.id) as ids from (
				select r.* from consent_record r where ${wanted}
				${last === null ? empty : sql`and r.received_at <= ${last.place}::timestamptz and (r.received_at, r.choice_id) < (${last.place}::timestamptz, ${last.choice_id}::uuid)`}
			) o
			-- One look into the key each: all records of a choice are of one moment by its sender's clock.
			where not ${againOf(sql`o.how`)} or (select true from consent_record r where ${wanted} and r.at = o.at and r.choice_id = o.choice_id and r.domain_id = o.domain_id
				and r.received_at > o.received_at limit 1) is null
			group by o.received_at, o.choice_id, o.domain_id order by o.received_at desc, o.choice_id desc limit ${BATCH}
		), chosen as (
			select l.received_at, r.choice_id, r.domain_id, min(r.at) as at,
				${kindOf(customerId)} as kind,
				coalesce(array_agg(distinct p.name order by p.name) filter (where r.value), '{}') as yes,
				coalesce(array_agg(distinct p.name order by p.name) filter (where not r.value), '{}') as no,
				min(r.language) as language, bool_or(r.gpc) as gpc, min(r.device) as device, min(r.browser) as browser,
				min(r.configuration) as configuration, min(r.how) as how, min(r.subject) as subject
			from latest l cross join lateral (
				select r.* from consent_record r where l.again and ${wanted} and r.at >= l.since and r.at <= l.until and r.choice_id = l.choice_id
					and r.domain_id = l.domain_id
				union all select r.* from unnest(l.ats, l.ids) k (at, id) join consent_record r
					on r.customer_id = ${customerId} and r.at = k.at and r.id = k.id where not l.again offset 0
			) r join named p on p.purpose_id = r.purpose_id
			group by l.received_at, r.choice_id, r.domain_id
		)
		select c.choice_id, c.received_at::text as place, d.host, c.at, c.received_at, c.kind, c.yes, c.no, c.language, c.gpc, c.device, c.browser,
			coalesce(f.version, s.version, 0) as version, c.how, c.subject
		from chosen c
		join ${everyHost(customerId)} d on d.domain_id = c.domain_id
		left join publication f on f.customer_id = ${customerId} and f.folder = c.configuration
		left join signup_publication s on s.customer_id = ${customerId} and s.folder = c.configuration
		order by c.received_at desc, c.choice_id desc`,
	);
};

/** Those of a kind, which is that of all records of a choice. */
async function* ofKind(all: AsyncIterable<ChoiceRow[]>, kind: Narrowed['kind']): AsyncGenerator<ChoiceRow[]> {
	for await (const rows of all) yield kind === null ? rows : rows.filter((one) => one.kind === kind);
}

const sent = (gpc: boolean, language: Language): string =>
	({ en: gpc ? 'Sent' : 'Not sent', fi: gpc ? 'Lähetetty' : 'Ei lähetetty' })[language];

const FILE: readonly FileColumn<ChoiceRow>[] = [
	{ en: 'Choice', fi: 'Valinta', of: (row, language) => (row.kind === 'answer' ? ANSWERS[answerOf(row)] : KINDS[row.kind])[language] },
	{ en: 'Yes to', fi: 'Kyllä', of: (row) => row.yes.join(', ') },
	{ en: 'No to', fi: 'Ei', of: (row) => row.no.join(', ') },
	{ en: 'Domain', fi: 'Verkkotunnus', of: (row) => row.host },
	{ en: 'When', fi: 'Milloin', of: (row) => row.at.toISOString() },
	{ en: 'Received', fi: 'Vastaanotettu', of: (row) => row.received_at.toISOString() },
	{ en: 'Given by', fi: 'Annettu', of: (row, language) => said(WAYS, row.how, language) },
	{ en: 'Person', fi: 'Henkilö', of: ({ subject }) => subject?.slice(subject.indexOf(':') + 1) ?? null },
	{ en: 'Browser', fi: 'Selain', of: (row) => row.browser },
	{ en: 'Device', fi: 'Laite', of: (row, language) => said(DEVICES, row.device, language) },
	{ en: 'Language', fi: 'Kieli', of: (row) => row.language },
	{ en: 'GPC signal', fi: 'GPC-signaali', of: (row, language) => sent(row.gpc, language) },
	{ en: 'Banner version', fi: 'Bannerin versio', of: (row) => row.version },
	{ en: 'Choice id', fi: 'Valinnan tunnus', of: (row) => row.choice_id },
];

export const choicesFile = (inTx: InTx, customerId: number, span: Span, { kind, self }: Narrowed, language: Language): FileAnswer =>
	listFile(
		'consents',
		language,
		FILE,
		ofKind(
			batches<ChoiceRow>((last) => inTx((tx) => readChoices(tx, customerId, span, self, language, last))),
			kind,
		),
	);
