/** How a file is read: what stands between its columns, in which letters, from which row, and what its days mean. */
import { DELIMITERS, ENCODINGS, LAST_HEADER, SLASHED } from '@luvalla/contract/profiles/uploads';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { useUploadTexts } from './texts.ts';
import styles from './uploads.module.css';
import type { Mapping } from './use-mapping.ts';

export function HowRead({ mapping: { file, reading, readAs, readDaysAs } }: { mapping: Mapping }) {
	const t = useUploadTexts();
	return (
		<>
			<div className={styles.reading}>
				{file.sheets.length > 0 ? null : (
					<>
						<SelectField
							label={t('apart')}
							data={DELIMITERS.map((one) => ({ value: one, label: t(`delimiter_${one}`) }))}
							value={reading.delimiter}
							allowDeselect={false}
							onChange={(value) => readAs({ delimiter: DELIMITERS.find((one) => one === value) ?? reading.delimiter })}
						/>
						<SelectField
							label={t('letters')}
							data={ENCODINGS.map((one) => ({ value: one, label: one.toUpperCase() }))}
							value={reading.encoding}
							allowDeselect={false}
							onChange={(value) => readAs({ encoding: ENCODINGS.find((one) => one === value) ?? reading.encoding })}
						/>
					</>
				)}
				<SelectField
					label={t('header')}
					data={Array.from({ length: LAST_HEADER + 1 }, (_, row) => ({
						value: String(row),
						label: row === 0 ? t('noHeader') : String(row),
					}))}
					value={String(reading.headerRow)}
					allowDeselect={false}
					onChange={(value) => value !== null && readAs({ headerRow: Number(value) })}
				/>
				<SelectField
					label={t('slashed')}
					data={SLASHED.map((one) => ({ value: one, label: t(`slashed_${one}`) }))}
					value={reading.slashed}
					allowDeselect={false}
					onChange={(value) => readDaysAs(SLASHED.find((one) => one === value) ?? reading.slashed)}
				/>
			</div>
			{file.sheets.length > 0 ? <Sheets sheets={file.sheets} /> : null}
		</>
	);
}

/** Of a workbook one sheet is read; whoever meant another is told at once. */
function Sheets({ sheets: [first = '', ...others] }: { sheets: readonly string[] }) {
	const t = useUploadTexts();
	return (
		<p className={styles.leftOut}>
			{t('sheet')} <b>{first}</b>. {others.length === 0 ? null : t('otherSheets', { count: others.length, names: others.join(', ') })}
		</p>
	);
}
