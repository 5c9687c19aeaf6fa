/** The parts of what somebody said: where, when, and to what. Of a column, or of everybody in a file. */
import type { Target } from '@luvalla/contract/profiles/uploads';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import { useUploadTexts } from './texts.ts';
import styles from './uploads.module.css';
import type { Choices } from './use-choices.ts';

/** Where a part of a column's target is on the page, for whoever is led to it; what everybody said stands behind the last column. */
export const fieldId = (place: number, part: string): string => `column-${place}${part === '' ? '' : `-${part.replaceAll('.', '-')}`}`;

interface PartProps {
	place: number;
	/** What is wrong, by the part of the target that it is about. */
	wrong: Readonly<Record<string, string>>;
}

/** A day as Finns write it, 31.1.2026, is that day; anything else stays as it was typed. */
export const dayOf = (typed: string): string => {
	const [, day = '', month = '', year] = /^\s*(\d{1,2})\.(\d{1,2})\.(\d{4})\s*$/.exec(typed) ?? [];
	return year === undefined ? typed : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};

type On = Extract<Target, { to: 'status' }>['on'];

/** When what a column says was said: as a column tells, on one day for all, or, where that may stay open, nobody knows before the file came. */
export function SaidOn({
	names,
	place,
	wrong,
	on,
	undated = false,
	onOn,
}: Pick<PartProps, 'place' | 'wrong'> & { names: readonly string[]; on: On; undated?: boolean; onOn: (on: On) => void }) {
	const t = useUploadTexts();
	return (
		<>
			<SelectField
				id={fieldId(place, 'on')}
				label={t('saidOn')}
				data={[
					...(undated ? [{ value: 'came', label: t('fileCame') }] : []),
					{ value: 'date', label: t('oneDay') },
					...names.flatMap((label, n) =>
						n !== place ? [{ value: String(n), label }] : undated ? [{ value: String(n), label: t('thisColumn') }] : [],
					),
				]}
				value={on === null ? 'came' : 'date' in on ? 'date' : String(on.column)}
				allowDeselect={false}
				searchable
				error={wrong.on}
				onChange={(value) => value !== null && onOn(value === 'came' ? null : value === 'date' ? { date: '' } : { column: Number(value) })}
			/>
			{on !== null && 'date' in on ? (
				<TextField
					id={fieldId(place, 'on.date')}
					error={wrong['on.date']}
					label={t('day')}
					hint={t('dayHint')}
					maxLength={10}
					value={on.date}
					onChange={(event) => onOn({ date: dayOf(event.currentTarget.value) })}
				/>
			) : null}
		</>
	);
}

export function SourceField({ place, wrong, value, onValue }: PartProps & { value: string; onValue: (source: string) => void }) {
	const t = useUploadTexts();
	return (
		<TextField
			id={fieldId(place, 'source')}
			label={t('source')}
			hint={value === '' ? t('sourceHint') : undefined}
			error={wrong.source}
			maxLength={300}
			value={value}
			onChange={(event) => onValue(event.currentTarget.value)}
		/>
	);
}

export function FromPurposes({
	purposes,
	chosen,
	onChosen,
}: Pick<Choices, 'purposes'> & { chosen: readonly string[]; onChosen: (ids: string[]) => void }) {
	const t = useUploadTexts();
	return (
		<fieldset className={styles.choices}>
			<legend>{t('fromPurposes')}</legend>
			{purposes.map(({ value, label }) => (
				<SwitchField
					key={value}
					label={label}
					checked={chosen.includes(value)}
					onChange={(event) => onChosen(event.currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value))}
				/>
			))}
		</fieldset>
	);
}
