/** A file to choose or to drop: the browser's own file field, drawn as a place. */
import { IconFileImport } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useKitTexts } from '../texts.ts';
import styles from './FileDrop.module.css';

interface FileDropProps {
	label: string;
	/** As the browser's own: `.csv,text/csv`. */
	accept: string;
	value: File | null;
	onChange: (file: File) => void;
	disabled?: boolean;
}

export function FileDrop({ label, accept, value, onChange, disabled = false }: FileDropProps) {
	const t = useKitTexts();
	const id = useId();
	const [over, setOver] = useState(false);
	const take = (files: FileList | null): void => {
		const file = files?.item(0);
		if (file && !disabled) onChange(file);
	};
	return (
		<div>
			<label htmlFor={id} className={styles.label}>
				{label}
			</label>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a mouse's way beside the field itself */}
			<div
				className={styles.place}
				data-over={over ? '' : undefined}
				onDragOver={(event) => {
					event.preventDefault();
					setOver(true);
				}}
				onDragLeave={() => setOver(false)}
				onDrop={(event) => {
					event.preventDefault();
					setOver(false);
					take(event.dataTransfer.files);
				}}
			>
				<IconFileImport size={24} stroke={1.5} aria-hidden="true" />
				<span className="strong breaks">{value?.name ?? t('chooseFile')}</span>
				<span className={styles.quiet}>{value ? t('otherFile') : t('dropFile')}</span>
				<input
					id={id}
					type="file"
					accept={accept}
					disabled={disabled}
					className={styles.field}
					onChange={(event) => {
						take(event.target.files);
						// The same file, chosen again after it was changed, is news as well.
						event.target.value = '';
					}}
				/>
			</div>
		</div>
	);
}
