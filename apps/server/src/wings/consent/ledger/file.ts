/** The consent report as a file: every choice of the span, newest first. */

import { ANSWERS, answerOf, DEVICES, KINDS, WAYS } from '@luvalla/contract/consent/words.ts';
import { said } from '@luvalla/contract/words.ts';
import { type FileColumn, listFile } from '#kernel/http/csv-file.ts';
import type { Language } from '#kernel/http/errors.ts';
import type { FileAnswer } from '#kernel/http/handle.ts';
import { BATCH, batches, type InTx } from '#kernel/storage/lists.ts';
import { empty, type RowOf, row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { everyHost } from '../../tenancy/wing.ts';
import { namedPurposes } from '../answers/purposes.ts';
import { GIVEN_SELF, inSpan, kindOf, ofKind, type Span } from './choices.ts';
import { choiceColumns, type Narrowed } from './store.ts';

/** `place` as text, so that nothing is lost of where the reading came to. */
const ChoiceRow = row({ ...choiceColumns, place: text });
type ChoiceRow = RowOf<typeof ChoiceRow>;

/** All records of a choice arrive together, so that its instant and its id are a place in the order of arrival. */
const readChoices = (
	tx: Tx,
	customerId: number,
	span: Span,
	{ kind, self }: Narrowed,
	language: Language,
	last: ChoiceRow | null,
): Promise<ChoiceRow[]> =>
	tx.rows(
		ChoiceRow,
		sql`with ${namedPurposes(customerId, language)}, chosen as (
			select r.received_at, r.choice_id, r.domain_id, min(r.at) as at,
				${kindOf(customerId)} as kind,
				coalesce(array_agg(p.name order by p.name) filter (where r.value), '{}') as yes,
				coalesce(array_agg(p.name order by p.name) filter (where not r.value), '{}') as no,
				min(r.language) as language, bool_or(r.gpc) as gpc, min(r.device) as device, min(r.browser) as browser,
				min(r.configuration) as configuration, min(r.how) as how, min(r.subject) as subject
			from consent_record r join named p on p.purpose_id = r.purpose_id
			where ${inSpan(customerId, span)} ${self ? GIVEN_SELF : empty}
				${last === null ? empty : sql`and r.received_at <= ${last.place}::timestamptz and (r.received_at, r.choice_id) < (${last.place}::timestamptz, ${last.choice_id}::uuid)`}
			group by r.received_at, r.choice_id, r.domain_id
			${ofKind(customerId, kind)}
			order by r.received_at desc, r.choice_id desc limit ${BATCH}
		)
		select c.choice_id, c.received_at::text as place, d.host, c.at, c.received_at, c.kind, c.yes, c.no, c.language, c.gpc, c.device, c.browser,
			coalesce(f.version, s.version, 0) as version, c.how, c.subject
		from chosen c
		join ${everyHost(customerId)} d on d.domain_id = c.domain_id
		left join publication f on f.customer_id = ${customerId} and f.folder = c.configuration
		left join signup_publication s on s.customer_id = ${customerId} and s.folder = c.configuration
		order by c.received_at desc, c.choice_id desc`,
	);

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

export const choicesFile = (inTx: InTx, customerId: number, span: Span, narrowed: Narrowed, language: Language): FileAnswer =>
	listFile(
		'consents',
		language,
		FILE,
		batches<ChoiceRow>((last) => inTx((tx) => readChoices(tx, customerId, span, narrowed, language, last))),
	);
