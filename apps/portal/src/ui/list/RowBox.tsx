import type { ChangeEvent, Ref } from 'react';
import styles from './RowBox.module.css';

interface RowBoxProps {
	id: string;
	/** Its name for people who hear it. */
	label: string;
	checked: boolean;
	disabled?: boolean;
	ref?: Ref<HTMLInputElement | null>;
	onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** The check box of a table's row: one element, since a list draws as many as it has rows (Mantine's takes four and their styles). */
export function RowBox({ id, label, checked, disabled, ref, onChange }: RowBoxProps) {
	return (
		<input
			ref={ref}
			id={id}
			type="checkbox"
			className={styles.box}
			aria-label={label}
			checked={checked}
			disabled={disabled}
			onChange={onChange}
		/>
	);
}
