/** One condition of a rule: what it is about, how it compares, and the value in the form that both ask for. */
import '#portal/theme/select-styles.ts';
import '@mantine/core/styles/NumberInput.layer.css';
import { type RuleField as Described, operatorsOf, type RuleLeaf, type RuleOperator } from '@luvalla/contract/rules';
import { MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { dayOf, dayText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import styles from './RuleEditor.module.css';
import { useKitTexts } from './texts.ts';

/** A field as the editor shows it. */
export interface RuleField extends Described {
	label: string;
}

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
	const operators = field ? operatorsOf(field) : [];
	const word = wordOf(errorId);
	const described = errorId ? { 'aria-describedby': errorId, 'aria-invalid': true } : {};
	return (
		<div className={styles.words}>
			<Select
				{...word}
				{...choosing}
				aria-label={t('ruleWhat', { line })}
				placeholder={t('ruleChoose')}
				nothingFoundMessage={t('nothingFound')}
				data={fields.map(({ key, label }) => ({ value: key, label }))}
				value={field?.key ?? null}
				onChange={(key) => {
					const next = fields.find((one) => one.key === key);
					if (next && next !== field) onChange({ field: next.key, is: operatorsOf(next)[0] ?? 'is' });
				}}
			/>
			{field ? (
				<>
					<select
						{...described}
						className={styles.how}
						aria-label={t('ruleHow', { line })}
						value={leaf.is}
						onChange={(event) => {
							const is = operators.find((one) => one === event.currentTarget.value);
							if (is) onChange({ field: leaf.field, is, ...(formOf(field, is) === formOf(field, leaf.is) && { value: leaf.value }) });
						}}
					>
						{operators.map((one) => (
							<option key={one} value={one}>
								{t(`op_${one}`)}
							</option>
						))}
					</select>
					<Value
						field={field}
						leaf={leaf}
						name={t('ruleValue', { line })}
						errorId={errorId}
						onValue={(value) => onChange({ ...leaf, value })}
					/>
				</>
			) : null}
		</div>
	);
}

/** A word of the sentence. Its error is the line's, which stands below: the field names it and shows none of its own. */
const wordOf = (errorId: string | undefined) => ({
	classNames: { input: styles.word },
	size: 'xs',
	...(errorId && { error: errorId, errorProps: { id: errorId, renderRoot: () => null } }),
});

/** Of a word that is picked from a list: its sign stands at the right. */
const choosing = {
	searchable: true,
	allowDeselect: false,
	openOnFocus: false,
	withCheckIcon: false,
	classNames: { input: `${styles.word} ${styles.picked}` },
	comboboxProps: { width: 'max-content', position: 'bottom-start' },
} as const;

type Form = 'none' | 'text' | 'texts' | 'number' | 'days' | 'day' | 'choice' | 'choices' | 'yesno';

/** What a value is written in. */
function formOf({ kind }: RuleField, is: RuleOperator): Form {
	if (is === 'known' || is === 'unknown') return 'none';
	const several = is === 'oneOf' || is === 'noneOf';
	switch (kind) {
		case 'text':
			return several ? 'texts' : 'text';
		case 'choice':
			return several ? 'choices' : 'choice';
		case 'number':
			return 'number';
		case 'date':
			return is === 'inLast' ? 'days' : 'day';
		case 'yesno':
			return 'yesno';
	}
}

interface ValueProps {
	field: RuleField;
	leaf: RuleLeaf;
	/** That it is heard by. */
	name: string;
	errorId: string | undefined;
	onValue: (value: RuleLeaf['value']) => void;
}

function Value({ field, leaf: { is, value }, name, errorId, onValue }: ValueProps) {
	const t = useKitTexts();
	const language = useLanguage();
	const common = { ...wordOf(errorId), 'aria-label': name };
	const list = Array.isArray(value) ? value : [];
	switch (formOf(field, is)) {
		case 'none':
			return null;
		case 'text':
			return (
				<TextInput
					{...common}
					autoComplete="off"
					value={typeof value === 'string' ? value : ''}
					onChange={(event) => onValue(event.currentTarget.value)}
				/>
			);
		case 'texts':
			return <TagsInput {...common} value={list} onChange={onValue} />;
		case 'choice':
			return (
				<Select
					{...common}
					{...choosing}
					placeholder={t('ruleChoose')}
					nothingFoundMessage={t('nothingFound')}
					data={field.choices ?? []}
					value={typeof value === 'string' ? value : null}
					onChange={(next) => onValue(next ?? undefined)}
				/>
			);
		case 'choices':
			return (
				<MultiSelect
					{...common}
					searchable
					nothingFoundMessage={t('nothingFound')}
					placeholder={list.length === 0 ? t('ruleChoose') : undefined}
					data={field.choices ?? []}
					value={list}
					onChange={onValue}
				/>
			);
		case 'number':
		case 'days':
			return (
				<>
					<NumberInput
						{...common}
						hideControls
						decimalSeparator={language === 'fi' ? ',' : '.'}
						thousandSeparator={language === 'fi' ? '\u00a0' : ','}
						value={typeof value === 'number' ? value : ''}
						onChange={(next) => onValue(typeof next === 'number' ? next : undefined)}
					/>
					{is === 'inLast' ? <span>{t('ruleDays')}</span> : null}
				</>
			);
		case 'day':
			return <Day name={name} errorId={errorId} value={typeof value === 'string' ? value : ''} onDay={onValue} />;
		case 'yesno':
			return (
				<select
					aria-label={name}
					aria-describedby={errorId}
					aria-invalid={errorId !== undefined}
					className={styles.word}
					value={typeof value === 'boolean' ? String(value) : ''}
					onChange={(event) => onValue(event.currentTarget.value === 'true')}
				>
					<option value="" disabled>
						{t('ruleChoose')}
					</option>
					<option value="true">{t('ruleYes')}</option>
					<option value="false">{t('ruleNo')}</option>
				</select>
			);
	}
}

/** A day as the portal writes it; what is none stays as it was written, and is an error of the line. */
function Day({ name, errorId, value, onDay }: Pick<ValueProps, 'name' | 'errorId'> & { value: string; onDay: (day: string) => void }) {
	const language = useLanguage();
	const [text, setText] = useState<string | null>(null);
	const known = dayOf(value, language) === value;
	return (
		<TextInput
			{...wordOf(errorId)}
			aria-label={name}
			autoComplete="off"
			placeholder={dayText('2026-11-20', language)}
			value={text ?? (known ? dayText(value, language) : value)}
			onChange={(event) => {
				setText(event.currentTarget.value);
				onDay(dayOf(event.currentTarget.value, language) ?? event.currentTarget.value);
			}}
			onBlur={() => setText(null)}
		/>
	);
}
