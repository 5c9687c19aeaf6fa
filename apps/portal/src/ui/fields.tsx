/** The fields of forms, each with the props of the Mantine input it stands on. */
import { type SelectProps, Switch, type SwitchProps, Textarea, type TextareaProps } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { type Own, useFieldParts } from './field.tsx';
import styles from './fields.module.css';
import { LateSelect } from './LateSelect.tsx';
import { useKitTexts } from './texts.ts';

export { FieldError, TextField } from './field.tsx';

export function AreaField({ label, hint, optional, mono, ...props }: Own<TextareaProps>) {
	return <Textarea autosize minRows={3} {...props} {...useFieldParts({ label, hint, optional, mono, error: props.error })} />;
}

export function SelectField({ label, hint, optional, mono, ...props }: Own<SelectProps>) {
	const t = useKitTexts();
	return (
		<LateSelect
			checkIconPosition="right"
			nothingFoundMessage={t('nothingFound')}
			maxDropdownHeight={280}
			openOnFocus={false}
			{...props}
			{...useFieldParts({ label, hint, optional, mono, error: props.error })}
		/>
	);
}

/** A switch whose label stands at its right, its hint below. */
export function SwitchField({ hint, ...props }: Omit<SwitchProps, 'description'> & { label: string; hint?: ReactNode }) {
	const hintId = useId();
	return (
		<div>
			<Switch {...props} aria-describedby={hint ? hintId : undefined} classNames={{ root: styles.switch, label: styles.switchLabel }} />
			{hint ? (
				<p id={hintId} className={styles.hint}>
					{hint}
				</p>
			) : null}
		</div>
	);
}
