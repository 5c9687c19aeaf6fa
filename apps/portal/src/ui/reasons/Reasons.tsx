/** Why somebody is in a segment, or is not: how they came, or each condition with a tick or a cross, what it found, and what would change it. */
import type { AnswerOf } from '@luvalla/contract/call';
import type { RuleFinding, whyMember } from '@luvalla/contract/profiles/segments';
import type { Rule } from '@luvalla/contract/rules';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { dateText, momentText } from '#portal/lib/dates.ts';
import { type Language, useLanguage } from '#portal/lib/say.ts';
import type { RuleField } from '../rule/RuleWords.tsx';
import styles from './Reasons.module.css';
import { leafAt, sentenceOf, valueText } from './sentence.ts';
import { type ReasonTexts, useReasonTexts } from './texts.ts';

interface ReasonsProps {
	why: AnswerOf<typeof whyMember>;
	/** The segment's; null where people are put in. */
	rule: Rule | null;
	fields: readonly RuleField[];
}

/** Where somebody is not in it, up to the condition that keeps them out; the rest when asked. */
export function Reasons({ why, rule, fields }: ReasonsProps) {
	const t = useReasonTexts();
	const language = useLanguage();
	const [all, setAll] = useState(false);
	if (rule === null)
		return (
			<ul className={styles.reasons}>
				{why.hows.map(({ how, at }) => (
					<li key={`${how} ${at}`}>
						<IconCheck size={16} stroke={2} aria-hidden="true" />
						<span>
							{t(`by_${how}`)}
							<span className={styles.quiet}>{momentText(at, language)}</span>
						</span>
					</li>
				))}
				{why.hows.length === 0 ? <li className={styles.quiet}>{t('neverPutIn')}</li> : null}
			</ul>
		);
	const stop = why.findings.findIndex(({ path }) => path.join('.') === why.first?.join('.'));
	const shown = all || stop < 0 ? why.findings : why.findings.slice(0, stop + 1);
	const more = why.findings.length - shown.length;
	return (
		<>
			<ul className={styles.reasons}>
				{shown.map((finding, n) => (
					<Reason key={finding.path.join('.')} finding={finding} rule={rule} fields={fields} decides={n === stop} />
				))}
			</ul>
			{more > 0 ? (
				<button type="button" className={styles.more} onClick={() => setAll(true)}>
					<IconMinus size={16} stroke={2} aria-hidden="true" />
					{t('more', { count: more })}
				</button>
			) : null}
		</>
	);
}

interface ReasonProps {
	finding: RuleFinding;
	rule: Rule;
	fields: readonly RuleField[];
	/** It is the one that keeps the person out. */
	decides: boolean;
}

function Reason({ finding, rule, fields, decides }: ReasonProps) {
	const t = useReasonTexts();
	const language = useLanguage();
	const leaf = leafAt(rule, finding.path);
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
function foundText(t: ReasonTexts, { value }: RuleFinding, field: RuleField | undefined, language: Language): string {
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
	t: ReasonTexts,
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
