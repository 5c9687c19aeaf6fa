/** What happened to people, after its name: how often, in which time, and of what kind each of them was. */
import '@mantine/core/styles/NumberInput.layer.css';
import { OPERATORS, operatorsOf, type RuleLeaf, type RuleOperator, type RuleWhere } from '@luvalla/contract/rules';
import { ActionIcon, NumberInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useKitTexts } from '../texts.ts';
import styles from './RuleEditor.module.css';
import { formOf, RuleValue, wordOf } from './RuleValue.tsx';
import { Choice, How, type RuleField } from './RuleWords.tsx';
import { hadNot } from './rule-said.ts';

/** Days that a condition looks back when it begins to. */
const DAYS = 30;
const MOST_DAYS = 3650;
const MOST_WHERE = 10;
const often = ['atLeast', 'atMost', 'is', 'isNot'] as const satisfies readonly RuleOperator[];
type Often = (typeof often)[number];

interface RuleHadProps {
	line: string;
	leaf: RuleLeaf;
	field: RuleField;
	errorId: string | undefined;
	onChange: (leaf: RuleLeaf) => void;
}

export function RuleHad({ line, leaf, field, errorId, onChange }: RuleHadProps) {
	const t = useKitTexts();
	const { within, where = [] } = leaf;
	const offered = operatorsOf(field);
	const [first] = field.happened ?? [];
	const write = (next: readonly RuleWhere[]) => {
		const { where: _, ...rest } = leaf;
		onChange(next.length > 0 ? { ...rest, where: [...next] } : rest);
	};
	return (
		<>
			{hadNot(leaf) ? null : (
				<>
					<Choice<Often>
						quiet
						name={t('ruleOften', { line })}
						errorId={errorId}
						value={often.find((one) => one === leaf.is) ?? 'atLeast'}
						options={often.filter((one) => offered.includes(one)).map((one) => ({ value: one, label: t(`often_${one}`) }))}
						onChoose={(is) => onChange({ ...leaf, is })}
					/>
					<Whole
						name={t('ruleTimes', { line })}
						errorId={errorId}
						value={typeof leaf.value === 'number' ? leaf.value : undefined}
						least={1}
						most={1_000_000}
						onWhole={(value) => onChange({ ...leaf, value })}
					/>
					<span>{leaf.value === 1 ? t('rule_time') : t('rule_times')}</span>
				</>
			)}
			<Choice
				quiet
				name={t('ruleWhen', { line })}
				errorId={errorId}
				value={within === undefined ? 'ever' : 'last'}
				options={[
					{ value: 'ever', label: t('rule_ever') },
					{ value: 'last', label: t('rule_last') },
				]}
				onChoose={(one) => {
					const { within: _, ...rest } = leaf;
					onChange(one === 'last' ? { ...rest, within: DAYS } : rest);
				}}
			/>
			{within === undefined ? null : (
				<>
					<Whole
						name={t('ruleBack', { line })}
						errorId={errorId}
						value={within}
						least={1}
						most={MOST_DAYS}
						onWhole={(days) => onChange({ ...leaf, within: days })}
					/>
					<span>{t('ruleDays')}</span>
				</>
			)}
			<OnDomains line={line} leaf={leaf} errorId={errorId} onChange={onChange} />
			{where.map((one, n) => (
				<Where
					// biome-ignore lint/suspicious/noArrayIndexKey: a detail has no name but its place
					key={n}
					line={`${line}, ${n + 1}`}
					lead={n === 0 ? t('rule_where') : t('rule_next_all')}
					field={field}
					where={one}
					errorId={errorId}
					onChange={(next) => write(where.with(n, next))}
					onRemove={() => write(where.toSpliced(n, 1))}
				/>
			))}
			{first && where.length < MOST_WHERE ? (
				<button
					type="button"
					className={styles.detail}
					onClick={() => write([...where, { property: first.key, is: OPERATORS[first.kind][0] }])}
				>
					<IconPlus size={14} stroke={1.75} aria-hidden="true" />
					{where.length === 0 ? t('rule_where') : t('rule_next_all')}
					<span className="visually-hidden">: {t('ruleAddWhere', { line })}</span>
				</button>
			) : null}
		</>
	);
}

interface WhereProps {
	line: string;
	lead: string;
	field: RuleField;
	where: RuleWhere;
	errorId: string | undefined;
	onChange: (where: RuleWhere) => void;
	onRemove: () => void;
}

/** One detail of what happened. */
function Where({ line, lead, field, where, errorId, onChange, onRemove }: WhereProps) {
	const t = useKitTexts();
	const properties = field.happened ?? [];
	const property = properties.find(({ key }) => key === where.property);
	const kind = property?.kind ?? 'text';
	return (
		<div className={styles.where}>
			<span>{lead}</span>
			<Choice
				name={t('ruleProperty', { line })}
				errorId={errorId}
				value={where.property}
				options={[
					...(property ? [] : [{ value: where.property, label: where.property }]),
					...properties.map(({ key }) => ({ value: key, label: key })),
				]}
				onChoose={(key) => {
					const next = properties.find((one) => one.key === key);
					if (next) onChange({ property: key, is: OPERATORS[next.kind][0] });
				}}
			/>
			<How
				name={t('ruleHow', { line })}
				errorId={errorId}
				value={where.is}
				operators={OPERATORS[kind]}
				onChoose={(is) =>
					onChange({ property: where.property, is, ...(formOf(kind, is) === formOf(kind, where.is) && { value: where.value }) })
				}
			/>
			<RuleValue
				field={{ kind }}
				is={where.is}
				value={where.value}
				asked={{ field: field.key, property: where.property }}
				name={t('ruleValue', { line })}
				errorId={errorId}
				onValue={(value) => onChange({ ...where, value })}
			/>
			<ActionIcon variant="subtle" color="gray" size={24} aria-label={t('ruleRemoveWhere', { line })} onClick={onRemove}>
				<IconX size={14} stroke={1.75} aria-hidden="true" />
			</ActionIcon>
		</div>
	);
}

interface WholeProps {
	name: string;
	errorId: string | undefined;
	value: number | undefined;
	least: number;
	most: number;
	onWhole: (value: number) => void;
}

/** A whole number; while the field is empty, what it said last still holds. */
function Whole({ name, errorId, value, least, most, onWhole }: WholeProps) {
	const [empty, setEmpty] = useState(false);
	return (
		<NumberInput
			{...wordOf(errorId)}
			classNames={{ input: `${styles.word} ${styles.whole}` }}
			aria-label={name}
			hideControls
			allowDecimal={false}
			allowNegative={false}
			max={most}
			clampBehavior="strict"
			value={empty ? '' : (value ?? '')}
			onChange={(next) => {
				const whole = typeof next === 'number' && next >= least;
				setEmpty(!whole);
				if (whole) onWhole(next);
			}}
			onBlur={() => setEmpty(false)}
		/>
	);
}

/** On how many domains a condition is asked, where it is of some; it can be made one of all. */
export function OnDomains({ line, leaf, errorId, onChange }: Pick<RuleHadProps, 'line' | 'leaf' | 'errorId' | 'onChange'>) {
	const t = useKitTexts();
	const { domains, ...rest } = leaf;
	if (domains === undefined) return null;
	return (
		<Choice
			quiet
			name={t('ruleOn', { line })}
			errorId={errorId}
			value="some"
			options={[
				{ value: 'some', label: t('rule_onSome', { count: domains.length }) },
				{ value: 'all', label: t('rule_onAll') },
			]}
			onChoose={() => onChange(rest)}
		/>
	);
}
