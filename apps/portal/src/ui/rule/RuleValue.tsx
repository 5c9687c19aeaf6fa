/** The value of a condition, in the form that its kind and its question ask for. */
import '#portal/theme/select-styles.ts';
import '@mantine/core/styles/NumberInput.layer.css';
import type { RuleKind, RuleOperator, RuleWhere } from '@luvalla/contract/rules';
import { MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { use, useState } from 'react';
import { dayOf, dayText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useKitTexts } from '../texts.ts';
import styles from './RuleEditor.module.css';
import { Seen, SeenText, SeenTexts } from './RuleSeen.tsx';

/** A word of the sentence. Its error is the line's, which stands below: the field names it and shows none of its own. */
export const wordOf = (errorId: string | undefined) => ({
	classNames: { input: styles.word },
	size: 'xs',
	...(errorId && { error: errorId, errorProps: { id: errorId, renderRoot: () => null } }),
});

/** Of a word that is picked from a list: its sign stands at the right. */
export const choosing = {
	searchable: true,
	allowDeselect: false,
	openOnFocus: false,
	withCheckIcon: false,
	classNames: { input: `${styles.word} ${styles.picked}` },
	comboboxProps: { width: 'max-content', position: 'bottom-start' },
} as const;

type Form = 'none' | 'text' | 'texts' | 'number' | 'days' | 'day' | 'choice' | 'choices' | 'yesno';

/** What a value is written in. */
export function formOf(kind: RuleKind, is: RuleOperator): Form {
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
	field: { kind: RuleKind; choices?: readonly { value: string; label: string }[] };
	is: RuleOperator;
	value: RuleWhere['value'];
	/** Whose values that were seen are offered; none are without it. */
	asked?: { field: string; property?: string };
	/** That it is heard by. */
	name: string;
	errorId: string | undefined;
	onValue: (value: RuleWhere['value']) => void;
}

export function RuleValue({ field, is, value, asked, name, errorId, onValue }: ValueProps) {
	const t = useKitTexts();
	const seen = use(Seen);
	const language = useLanguage();
	const common = { ...wordOf(errorId), 'aria-label': name };
	const list = Array.isArray(value) ? value : [];
	switch (formOf(field.kind, is)) {
		case 'none':
			return null;
		case 'text':
			if (seen && asked)
				return <SeenText {...common} seen={seen} asked={asked} value={typeof value === 'string' ? value : ''} onValue={onValue} />;
			return (
				<TextInput
					{...common}
					autoComplete="off"
					value={typeof value === 'string' ? value : ''}
					onChange={(event) => onValue(event.currentTarget.value)}
				/>
			);
		case 'texts':
			if (seen && asked) return <SeenTexts {...common} seen={seen} asked={asked} value={list} onValue={onValue} />;
			return <TagsInput {...common} value={list} onChange={onValue} />;
		case 'choice':
			return (
				<Select
					{...common}
					{...choosing}
					placeholder={t('ruleChoose')}
					nothingFoundMessage={t('nothingFound')}
					data={[...(field.choices ?? [])]}
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
					data={[...(field.choices ?? [])]}
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
