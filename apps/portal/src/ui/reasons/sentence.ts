/** A condition in words, as the reasons of *Why not?* say it. */
import { isLeaf, partsOf, type Rule, type RuleLeaf, type RulePath, type RuleWhere } from '@luvalla/contract/rules';
import { dayText, numberText } from '#portal/lib/dates.ts';
import type { Language } from '#portal/lib/say.ts';
import type { RuleField } from '#portal/ui/rule/RuleWords.tsx';
import { hadNot, sayingOf } from '#portal/ui/rule/rule-said.ts';
import type { ReasonTexts } from './texts.ts';

/** The condition at a place; null where there is none. */
export function leafAt(rule: Rule, path: RulePath): RuleLeaf | null {
	const [first, ...rest] = path;
	if (isLeaf(rule)) return first === undefined ? rule : null;
	const part = first === undefined ? undefined : partsOf(rule)[first];
	return part === undefined ? null : leafAt(part, rest);
}

const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value);

/** A value as people read it. */
export function valueText(t: ReasonTexts, value: RuleWhere['value'] | null, language: Language): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'boolean') return value ? t('yes') : t('no');
	if (typeof value === 'number') return numberText(value, language);
	if (Array.isArray(value)) return value.join(', ');
	return isDay(value) ? dayText(value, language) : value;
}

export function sentenceOf(t: ReasonTexts, leaf: RuleLeaf, fields: readonly RuleField[], language: Language): string {
	const known = fields.find(({ key }) => key === leaf.field);
	if (!known) return t('s_gone');
	const field = known.label;
	const whose = (name: string, { is, value }: Pick<RuleLeaf, 'is' | 'value'>): string =>
		t('s_whose', { field: name, how: t(`op_${is}`), value: valueText(t, value, language) }).trim();
	const on = leaf.domains === undefined ? '' : t('s_on', { count: leaf.domains.length });
	switch (known.reads) {
		case 'said':
			return t(`s_said_${sayingOf(leaf)}`, { field });
		case 'in':
			return leaf.value === false ? t('s_notIn', { field }) : t('s_in', { field });
		case 'had': {
			const within = leaf.within === undefined ? '' : t('s_within', { count: leaf.within });
			const conditions = (leaf.where ?? []).map((one) => whose(one.property, one)).join(t('s_and'));
			const where = conditions === '' ? '' : t('s_where', { conditions });
			if (hadNot(leaf)) return t('s_hadNot', { field, within, on, where });
			const often = leaf.is === 'atMost' || leaf.is === 'is' || leaf.is === 'isNot' ? leaf.is : 'atLeast';
			return t('s_had', { field, times: t(`s_${often}`, { number: Number(leaf.value) }), within, on, where });
		}
		default:
			return `${whose(field, leaf)}${on}`;
	}
}
