import { VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import styles from './fields.module.css';
import { useKitTexts } from './texts.ts';

interface FileFieldProps {
	label: string;
	/** As the `accept` of a file input: `.csv,text/csv`. */
	accept: string;
	file: File | null;
	onChange: (file: File | null) => void;
}

/** Chooses one file, in the page's own language: what a browser writes beside its own button is in the browser's. */
export function FileField({ label, accept, file, onChange }: FileFieldProps) {
	const t = useKitTexts();
	const id = useId();
	return (
		<div className={styles.fileField}>
			<span id={`${id}-label`} className={styles.fileLabel}>
				{label}
			</span>
			<div className={styles.fileBox}>
				<VisuallyHidden>
					<input
						id={id}
						type="file"
						accept={accept}
						aria-labelledby={`${id}-label`}
						aria-describedby={`${id}-name`}
						onChange={(event) => onChange(event.currentTarget.files?.[0] ?? null)}
					/>
				</VisuallyHidden>
				<label htmlFor={id} className={styles.fileButton}>
					{t('chooseFile')}
				</label>
				<span id={`${id}-name`} className={styles.fileName}>
					{file?.name ?? t('noFile')}
				</span>
			</div>
		</div>
	);
}
