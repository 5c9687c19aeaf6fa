/** One condition of a rule: what it is about, how it compares, and the value in the form that both ask for. */
import { operatorsOf, type RuleLeaf } from '@luvalla/contract/rules';
import { type ComboboxData, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useKitTexts } from '../texts.ts';
import styles from './RuleEditor.module.css';
import { OnDomains, RuleHad } from './RuleHad.tsx';
import { choosing, formOf, RuleValue, wordOf } from './RuleValue.tsx';
import { Choice, How, type RuleField } from './RuleWords.tsx';
import { hadNot, SAYINGS, sayingOf, sayings } from './rule-said.ts';

interface RuleLineProps {
	/** 1.2, as it is counted. */
	line: string;
	leaf: RuleLeaf;
	fields: readonly RuleField[];
	/** Of the sentence that says what is wrong with the line. */
	errorId: string | undefined;
	onChange: (leaf: RuleLeaf) => void;
}

export function RuleLine({ line, leaf, fields, errorId, onChange }: RuleLineProps) {
	const t = useKitTexts();
	const field = fields.find(({ key }) => key === leaf.field);
	const own = field && { line, leaf, field, errorId, onChange };
	return (
		<div className={styles.words}>
			{own ? <Before {...own} /> : null}
			<Select
				{...wordOf(errorId)}
				{...choosing}
				aria-label={t('ruleWhat', { line })}
				placeholder={t('ruleChoose')}
				nothingFoundMessage={t('nothingFound')}
				maxDropdownHeight={280}
				data={offered(fields)}
				value={field?.key ?? null}
				onChange={(key) => {
					const next = fields.find((one) => one.key === key);
					if (next && next !== field) onChange(begun(next));
				}}
			/>
			{own ? <After {...own} /> : null}
		</div>
	);
}

/** Under their headings, where they have any. */
function offered(fields: readonly RuleField[]): ComboboxData {
	return [...Map.groupBy(fields, ({ group }) => group)].flatMap(([group, own]): ComboboxData => {
		const items = own.map(({ key, label }) => ({ value: key, label }));
		return group === undefined ? items : [{ group, items }];
	});
}

/** A condition on a field that was just chosen, as far as there is a usual one. */
function begun(field: RuleField): RuleLeaf {
	const first = operatorsOf(field)[0] ?? 'is';
	switch (field.reads) {
		case 'said':
			return { field: field.key, is: 'is', value: 'yes' };
		case 'had':
			return { field: field.key, is: 'atLeast', value: 1 };
		case 'in':
			return { field: field.key, is: 'is', value: true };
		default:
			return { field: field.key, is: first };
	}
}

interface OwnProps {
	line: string;
	leaf: RuleLeaf;
	field: RuleField;
	errorId: string | undefined;
	onChange: (leaf: RuleLeaf) => void;
}

/** The words before the field. */
function Before({ line, leaf, field, errorId, onChange }: OwnProps): ReactNode {
	const t = useKitTexts();
	switch (field.reads) {
		case 'whose':
			return <span>{t('rule_whose')}</span>;
		case 'said':
			return (
				<>
					<Choice
						name={t('ruleSaid', { line })}
						errorId={errorId}
						value={sayingOf(leaf)}
						options={sayings.map((one) => ({ value: one, label: t(`rule_said_${one}`) }))}
						onChoose={(one) => onChange({ field: leaf.field, ...SAYINGS[one] })}
					/>
					<span>{t('rule_to')}</span>
				</>
			);
		case 'had':
			return (
				<Choice
					name={t('ruleHad', { line })}
					errorId={errorId}
					value={hadNot(leaf) ? 'not' : 'had'}
					options={[
						{ value: 'had', label: t('rule_had') },
						{ value: 'not', label: t('rule_hadNot') },
					]}
					onChoose={(one) => onChange({ ...leaf, ...(one === 'not' ? { is: 'atMost', value: 0 } : { is: 'atLeast', value: 1 }) })}
				/>
			);
		case 'in':
			return (
				<Choice
					name={t('ruleIn', { line })}
					errorId={errorId}
					value={leaf.value === false ? 'not' : 'in'}
					options={[
						{ value: 'in', label: t('rule_in') },
						{ value: 'not', label: t('rule_notIn') },
					]}
					onChoose={(one) => onChange({ field: leaf.field, is: 'is', value: one === 'in' })}
				/>
			);
		default:
			return null;
	}
}

/** The words after the field. */
function After({ line, leaf, field, errorId, onChange }: OwnProps): ReactNode {
	const t = useKitTexts();
	if (field.reads === 'said' || field.reads === 'in') return null;
	if (field.reads === 'had') return <RuleHad line={line} leaf={leaf} field={field} errorId={errorId} onChange={onChange} />;
	return (
		<>
			<How
				name={t('ruleHow', { line })}
				errorId={errorId}
				value={leaf.is}
				operators={operatorsOf(field)}
				onChoose={(is) =>
					onChange({
						field: leaf.field,
						is,
						...(formOf(field.kind, is) === formOf(field.kind, leaf.is) && { value: leaf.value }),
						...(leaf.domains && { domains: leaf.domains }),
					})
				}
			/>
			<RuleValue
				field={field}
				is={leaf.is}
				value={leaf.value}
				asked={field.seen && { field: field.key }}
				name={t('ruleValue', { line })}
				errorId={errorId}
				onValue={(value) => onChange({ ...leaf, value })}
			/>
			<OnDomains line={line} leaf={leaf} errorId={errorId} onChange={onChange} />
		</>
	);
}
