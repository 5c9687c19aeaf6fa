/** One column of the file: what it is called, what stands in it, and what it becomes. */
import { ATTRIBUTE_KINDS, type Column, STATUSES, type Target } from '@luvalla/contract/profiles/uploads';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { countryName } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { LateSelect } from '#portal/ui/form/LateSelect.tsx';
import { FromPurposes, fieldId, SaidOn, SourceField } from './Said.tsx';
import { targetOf, wordOf } from './target.ts';
import { useUploadTexts } from './texts.ts';
import styles from './uploads.module.css';
import type { Choices } from './use-choices.ts';

const SHOWN = 3;
const COUNTRIES = ['FI', 'SE', 'NO', 'DK', 'EE', 'LV', 'LT', 'DE', 'NL', 'BE', 'FR', 'ES', 'IT', 'PL', 'GB', 'IE', 'US'];

interface ColumnRowProps {
	column: Column;
	place: number;
	target: Target;
	/** What is wrong with it, by the part of the target that it is about; '' is the target as a whole. */
	wrong: Readonly<Record<string, string>>;
	choices: Choices;
	/** All columns of the file, by the names that are shown. */
	names: readonly string[];
	/** The column that may hold the day of this one. */
	days: number | null;
	onChange: (target: Target) => void;
}

/** Parts that have a field of their own; what is wrong with any other is said where the target is chosen. */
const PARTS = ['source', 'on.date', 'on', 'key', 'country', 'purposeIds'] as const;
export const partOf = (path: string): string => PARTS.find((part) => path === part || path.startsWith(`${part}.`)) ?? '';

export function ColumnRow({ column, place, target, wrong, choices, names, days, onChange }: ColumnRowProps) {
	const t = useUploadTexts();
	const name = names[place] ?? '';
	const shown = column.samples.slice(0, SHOWN);
	return (
		<li className={styles.column} data-out={target.to === 'nothing' ? '' : undefined}>
			<span className="strong breaks">{name}</span>
			<span className={styles.samples}>{shown.length === 0 ? <i>{t('empty')}</i> : shown.join(' · ')}</span>
			<LateSelect
				id={fieldId(place, '')}
				aria-label={`${t('becomes')}: ${name}`}
				data={choices.targets}
				value={wordOf(target)}
				allowDeselect={false}
				searchable
				maxDropdownHeight={320}
				error={wrong['']}
				onChange={(word) =>
					word !== null &&
					word !== wordOf(target) &&
					onChange(targetOf(word, { ...column, place, days, purposeIds: choices.purposes.map(({ value }) => value) }))
				}
			/>
			<Detail target={target} column={column} names={names} place={place} wrong={wrong} choices={choices} onChange={onChange} />
		</li>
	);
}

type DetailProps = Pick<ColumnRowProps, 'target' | 'column' | 'names' | 'place' | 'wrong' | 'choices' | 'onChange'>;

/** What a target needs to be told besides. */
function Detail(props: DetailProps) {
	const { target, place, wrong, onChange } = props;
	const t = useUploadTexts();
	const language = useLanguage();
	switch (target.to) {
		case 'phone':
			return (
				<div className={styles.detail}>
					<SelectField
						label={t('country')}
						data={COUNTRIES.map((code) => ({ value: code, label: countryName(code, language) }))}
						value={target.country}
						allowDeselect={false}
						onChange={(country) => country !== null && onChange({ ...target, country })}
					/>
				</div>
			);
		case 'attribute':
			return (
				<div className={styles.detail}>
					<TextField
						id={fieldId(place, 'key')}
						label={t('key')}
						error={wrong.key}
						maxLength={100}
						value={target.key}
						onChange={(event) => onChange({ ...target, key: event.currentTarget.value })}
					/>
					<SelectField
						label={t('kind')}
						data={ATTRIBUTE_KINDS.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
						value={target.kind}
						allowDeselect={false}
						onChange={(kind) => onChange({ ...target, kind: ATTRIBUTE_KINDS.find((one) => one === kind) ?? 'text' })}
					/>
					{target.kind === 'yesno' ? <p className={styles.note}>{t('attributePermits')}</p> : null}
				</div>
			);
		case 'consent':
			return (
				<div className={styles.detail}>
					<SourceField place={place} wrong={wrong} value={target.source} onValue={(source) => onChange({ ...target, source })} />
					<SaidOn {...props} on={target.on} onOn={(on) => on !== null && onChange({ ...target, on })} />
					<Silent purposeId={target.purposeId} choices={props.choices} />
				</div>
			);
		case 'status':
			return (
				<div className={styles.detail}>
					<StatusWords target={target} onTarget={onChange} />
					<SaidOn {...props} on={target.on} undated onOn={(on) => onChange({ ...target, on })} />
					<FromPurposes
						purposes={props.choices.purposes}
						chosen={target.purposeIds}
						onChosen={(purposeIds) => onChange({ ...target, purposeIds })}
					/>
				</div>
			);
		case 'segment':
			return <p className={styles.note}>{t('yesIn')}</p>;
		default:
			return null;
	}
}

/** A yes to a purpose that names no channel lets nobody be written to: said here, before the file is imported. */
function Silent({ purposeId, choices }: { purposeId: string; choices: Choices }) {
	const t = useUploadTexts();
	if (!choices.silent.includes(purposeId)) return null;
	return (
		<p className={styles.note} role="note">
			{t('permitsNothing')}{' '}
			<a href={`/lightconfig/purposes?id=${purposeId}`} target="_blank" rel="noreferrer" className="link">
				{t('tickChannels')}
			</a>
		</p>
	);
}

type Status = Extract<Target, { to: 'status' }>;

/** What the words of a column mean; a word that stands in no first row can be added, and all others may mean something, too. */
function StatusWords({ target, onTarget }: { target: Status; onTarget: (target: Target) => void }) {
	const t = useUploadTexts();
	const [other, setOther] = useState('');
	const { words, rest, ...others } = target;
	const meanings = STATUSES.map((one) => ({ value: one as string, label: t(`status_${one}`) }));
	const onWords = (some: Status['words']): void => onTarget({ ...target, words: some });
	const add = (event: FormEvent): void => {
		event.preventDefault();
		if (other.trim() !== '') onWords({ ...words, [other.trim()]: 'nothing' });
		setOther('');
	};
	return (
		<fieldset className={styles.choices}>
			<legend>{t('words')}</legend>
			{Object.entries(words).map(([word, status]) => (
				<SelectField
					key={word}
					label={word}
					data={meanings}
					value={status}
					allowDeselect={false}
					onChange={(value) => onWords({ ...words, [word]: STATUSES.find((one) => one === value) ?? 'nothing' })}
				/>
			))}
			<SelectField
				label={t('rest')}
				data={[{ value: 'refused', label: t('restRefused') }, ...meanings]}
				value={rest ?? 'refused'}
				allowDeselect={false}
				onChange={(value) => {
					const meant = STATUSES.find((one) => one === value);
					onTarget(meant ? { ...target, rest: meant } : { ...others, words });
				}}
			/>
			<form className={styles.addWord} onSubmit={add}>
				<TextField label={t('otherWord')} maxLength={100} value={other} onChange={(event) => setOther(event.currentTarget.value)} />
				<Button type="submit" variant="default" disabled={other.trim() === ''}>
					{t('addWord')}
				</Button>
			</form>
		</fieldset>
	);
}
