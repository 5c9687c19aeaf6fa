import { type ChangeEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import styles from './RowBox.module.css';

interface RowBoxProps {
	id: string;
	/** Its name for people who hear it. */
	label: string;
	checked: boolean;
	/** Some of what it stands for, not all. */
	some?: boolean;
	disabled?: boolean;
	ref?: Ref<HTMLInputElement | null>;
	onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** The check box of a table's row: one element, since a list draws as many as it has rows (Mantine's takes four and their styles). */
export function RowBox({ id, label, checked, some = false, disabled, ref, onChange }: RowBoxProps) {
	const box = useRef<HTMLInputElement>(null);
	useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => box.current, []);
	// HTML has no attribute for it
	useLayoutEffect(() => {
		if (box.current) box.current.indeterminate = some;
	}, [some]);
	return (
		<input
			ref={box}
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
