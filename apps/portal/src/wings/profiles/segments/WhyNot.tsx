/** Why somebody is in a segment, or why not: each condition with a tick or a cross, what it found, and what would change it. */
import { people } from '@luvalla/contract/consent/people';
import { type RuleFinding, type Segment, whyMember } from '@luvalla/contract/profiles/segments';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconMinus, IconSearch, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { dateText, momentText } from '#portal/lib/dates.ts';
import { type Language, useLanguage } from '#portal/lib/say.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import type { RuleField } from '#portal/ui/RuleWords.tsx';
import styles from './segments.module.css';
import { leafAt, sentenceOf, valueText } from './sentence.ts';
import { type SegmentTexts, useSegmentTexts } from './texts.ts';

const TYPING_PAUSE_MS = 300;
const FOUND = 5;

interface WhyNotProps {
	/** Null: it is not saved yet. */
	segment: Segment | null;
	fields: readonly RuleField[];
	/** The rule in the editor is another than the saved one. */
	changed: boolean;
	scope: Scope;
}

interface Whom {
	id: string;
	name: string;
}

export function WhyNot({ segment, fields, changed, scope }: WhyNotProps) {
	const t = useSegmentTexts();
	const [text, setText] = useState('');
	const [whom, setWhom] = useState<Whom | null>(null);
	return (
		<section className={styles.part}>
			<div className={styles.partHead}>
				<h2>{t('why')}</h2>
			</div>
			{segment === null ? (
				<p className={styles.quiet}>{t('whyNew')}</p>
			) : (
				<>
					<TextInput
						type="search"
						aria-label={t('whyFind')}
						placeholder={t('whyFind')}
						leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
						value={text}
						onChange={(event) => {
							setText(event.currentTarget.value);
							setWhom(null);
						}}
						onKeyDown={(event) => {
							// the page's form is not sent from here
							if (event.key === 'Enter') event.preventDefault();
						}}
					/>
					{whom ? (
						<Reasons segment={segment} whom={whom} fields={fields} changed={changed} scope={scope} />
					) : (
						<Found
							text={text.trim()}
							scope={scope}
							onChoose={(one) => {
								setWhom(one);
								setText(one.name);
							}}
						/>
					)}
				</>
			)}
		</section>
	);
}

/** People whose address, number or id begins with what is typed. */
function Found({ text, scope, onChoose }: { text: string; scope: Scope; onChoose: (whom: Whom) => void }) {
	const t = useSegmentTexts();
	const [q] = useDebouncedValue(text, TYPING_PAUSE_MS);
	const query = useQuery({
		...asQuery(people, { query: { q, page: 1, size: FOUND } }, { customerId: scope.customerId }),
		enabled: q !== '',
		placeholderData: keepPreviousData,
	});
	if (text === '') return <p className={styles.quiet}>{t('whyHint')}</p>;
	if (query.isError) return <Failed sentence={t('whyPeopleFailed')} error={query.error} onRetry={() => void query.refetch()} />;
	const found = query.data?.data;
	return (
		<div role="status" aria-busy={query.isFetching}>
			{found?.length === 0 && q === text ? <p className={styles.quiet}>{t('whyNobody')}</p> : null}
			<ul className={styles.found}>
				{found?.map(({ luvallaId, identifiers }) => {
					const [name = luvallaId, ...also] = identifiers.map(({ value }) => value);
					return (
						<li key={luvallaId}>
							<button type="button" onClick={() => onChoose({ id: luvallaId, name })}>
								{name}
								{also.length > 0 ? <span className={styles.quiet}>{also.join(', ')}</span> : null}
							</button>
						</li>
					);
				})}
			</ul>
		</div>
	);
}

interface ReasonsProps extends WhyNotProps {
	segment: Segment;
	whom: Whom;
}

function Reasons({ segment, whom, fields, changed, scope }: ReasonsProps) {
	const t = useSegmentTexts();
	const language = useLanguage();
	const [all, setAll] = useState(false);
	const head = useRef<HTMLHeadingElement>(null);
	const query = useQuery(asQuery(whyMember, { params: { id: segment.id, person: whom.id }, query: {} }, scope));
	const data = query.data?.data;
	const answered = data !== undefined;
	// the button that was pressed is gone: whoever hears the page goes on here
	useEffect(() => {
		if (answered) head.current?.focus();
	}, [answered]);
	if (query.isError) return <Failed sentence={t('whyFailed')} error={query.error} onRetry={() => void query.refetch()} />;
	if (!data) return <p className={styles.quiet}>{t('counting')}…</p>;
	const stop = data.findings.findIndex(({ path }) => path.join('.') === data.first?.join('.'));
	const shown = all || stop < 0 ? data.findings : data.findings.slice(0, stop + 1);
	const more = data.findings.length - shown.length;
	return (
		<div className={styles.reasons}>
			<h3 ref={head} tabIndex={-1}>
				{data.in ? t('isIn', { name: whom.name }) : t('isNotIn', { name: whom.name })}
			</h3>
			{segment.rule === null ? (
				<ul>
					{data.hows.map(({ how, at }) => (
						<li key={`${how} ${at}`}>
							<IconCheck size={16} stroke={2} aria-hidden="true" />
							<span>
								{t(`by_${how}`)}
								<span className={styles.quiet}>{momentText(at, language)}</span>
							</span>
						</li>
					))}
					{data.hows.length === 0 ? <li className={styles.quiet}>{t('neverPutIn')}</li> : null}
				</ul>
			) : (
				<>
					{changed ? <p className={styles.quiet}>{t('whySaved')}</p> : null}
					<ul>
						{shown.map((finding, n) => (
							<Reason key={finding.path.join('.')} finding={finding} segment={segment} fields={fields} decides={n === stop} />
						))}
					</ul>
					{more > 0 ? (
						<button type="button" className={styles.more} onClick={() => setAll(true)}>
							<IconMinus size={16} stroke={2} aria-hidden="true" />
							{t('more', { count: more })}
						</button>
					) : null}
				</>
			)}
		</div>
	);
}

interface ReasonProps {
	finding: RuleFinding;
	segment: Segment;
	fields: readonly RuleField[];
	/** It is the one that keeps the person out. */
	decides: boolean;
}

function Reason({ finding, segment, fields, decides }: ReasonProps) {
	const t = useSegmentTexts();
	const language = useLanguage();
	const leaf = segment.rule === null ? null : leafAt(segment.rule, finding.path);
	const field = fields.find(({ key }) => key === leaf?.field);
	const Icon = finding.holds ? IconCheck : IconX;
	return (
		<li data-decides={decides || undefined}>
			<Icon size={16} stroke={2} aria-hidden="true" />
			<span>
				<span className="visually-hidden">{finding.holds ? t('holds') : t('holdsNot')}: </span>
				<span className={styles.condition}>{leaf ? sentenceOf(t, leaf, fields, language) : t('s_gone')}</span>
				<span className={styles.quiet}>
					{foundText(t, finding, field, language)} {changeText(t, finding, field, leaf?.value, leaf?.is, language)}
				</span>
			</span>
		</li>
	);
}

/** What the person has there. */
function foundText(t: SegmentTexts, { value }: RuleFinding, field: RuleField | undefined, language: Language): string {
	switch (field?.reads) {
		case 'said':
			return value === 'yes' ? t('said_yes') : value === 'no' ? t('said_no') : t('said_none');
		case 'had':
			return t('foundTimes', { count: Number(value ?? 0) });
		case 'in':
			return '';
		default:
			return value === null || value === '' ? t('foundNothing') : t('found', { value: valueText(t, value, language) });
	}
}

/** What would make it otherwise: time alone, or something new. */
function changeText(
	t: SegmentTexts,
	{ holds, until, value }: RuleFinding,
	field: RuleField | undefined,
	asked: unknown,
	is: string | undefined,
	language: Language,
): string {
	if (until !== null) return t(holds ? 'goesOut' : 'comesIn', { date: dateText(until, language) });
	if (holds) return '';
	switch (field?.reads) {
		case 'said':
			return asked === 'yes' && is === 'is' ? t('wouldYes') : '';
		case 'had':
			return is === 'atLeast' && typeof asked === 'number' ? t('wouldMore', { count: asked - Number(value ?? 0) }) : '';
		case 'in':
			return t('wouldSegment');
		default:
			return t('wouldOther');
	}
}
