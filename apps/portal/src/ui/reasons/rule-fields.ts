/** What may be asked, as the rule editor shows it: with names, under headings, and each with its own sentence. */
import type { OfferedField } from '@luvalla/contract/profiles/segments';
import { OPERATORS, type RuleOperator } from '@luvalla/contract/rules';
import type { RuleField } from '#portal/ui/rule/RuleWords.tsx';
import type { ReasonTexts } from './texts.ts';

const PERSON = [
	'firstName',
	'lastName',
	'postalCode',
	'city',
	'country',
	'locale',
	'timeZone',
	'email',
	'phone',
	'externalId',
	'createdAt',
	'seenAt',
] as const;
const READS = { person: 'whose', attribute: 'whose', consent: 'said', event: 'had', segment: 'in' } as const;
/** Of persons: nothing is offered of what leads to one of them. */
const UNSEEN: readonly string[] = ['email', 'phone', 'externalId'];

const isOperator = (kind: OfferedField['kind'], word: string): word is RuleOperator => OPERATORS[kind].some((one) => one === word);

/** What a field of persons is called in the reader's language; the names of all others are their makers'. */
const labelOf = (t: ReasonTexts, { group, name }: OfferedField): string => {
	const known = group === 'person' ? PERSON.find((one) => one === name) : undefined;
	return known ? t(`field_${known}`) : name;
};

/** @param own the segment that the rule is of: it cannot refer to itself */
export const ruleFieldsOf = (offered: readonly OfferedField[], t: ReasonTexts, own: string | null): RuleField[] =>
	offered
		.filter(({ key }) => key !== `segment.${own}`)
		.map((field): RuleField => {
			const { key, kind, group, operators, choices, properties } = field;
			return {
				key,
				kind,
				label: labelOf(t, field),
				group: t(`group_${group}`),
				reads: READS[group],
				...(operators && { operators: operators.filter((one) => isOperator(kind, one)) }),
				...(choices && { choices }),
				...(group === 'event' && { happened: properties ?? [] }),
				...((group === 'person' || group === 'attribute') && kind === 'text' && !UNSEEN.includes(key) && { seen: true as const }),
			};
		});
