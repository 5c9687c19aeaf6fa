/**
 * Form fields as visual.md section 8 draws them: label above, *Optional* at its right, hint below, and an error that
 * replaces the hint with an icon and a way out. Each takes the props of the Mantine input it stands on.
 */
import {
	FileInput,
	type FileInputProps,
	Select,
	type SelectProps,
	Switch,
	type SwitchProps,
	Textarea,
	type TextareaProps,
	TextInput,
	type TextInputProps,
} from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import styles from './fields.module.css';
import { useKitTexts } from './texts.ts';

interface Extra {
	label: string;
	/** Below the field while nothing is wrong. */
	hint?: ReactNode;
	/** Shows *Optional*: required is the norm. */
	optional?: boolean;
	/** Ids, hashes, colours, header names. */
	mono?: boolean;
}

function useParts({ label, hint, optional, error, mono }: Extra & { error?: ReactNode }) {
	const t = useKitTexts();
	return {
		label: (
			<span className={styles.label}>
				{label}
				{optional ? (
					<span className={styles.optional} aria-hidden="true">
						{t('optional')}
					</span>
				) : null}
			</span>
		),
		description: error ? undefined : hint,
		error: error ? <FieldError>{error}</FieldError> : undefined,
		inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
		classNames: {
			root: styles.field,
			label: styles.labelRow,
			description: styles.hint,
			error: styles.error,
			input: mono ? styles.mono : undefined,
		},
	};
}

/** The sentence of a field in error. */
export function FieldError({ children }: { children: ReactNode }) {
	return (
		<span className={styles.errorText}>
			<IconAlertCircle size={15} stroke={1.75} aria-hidden="true" />
			<span>{children}</span>
		</span>
	);
}

type Own<P> = Omit<P, 'label' | 'description' | 'classNames' | 'inputWrapperOrder'> & Extra;

export function TextField({ label, hint, optional, mono, ...props }: Own<TextInputProps>) {
	return <TextInput {...props} {...useParts({ label, hint, optional, mono, error: props.error })} />;
}

export function AreaField({ label, hint, optional, mono, ...props }: Own<TextareaProps>) {
	return <Textarea autosize minRows={3} {...props} {...useParts({ label, hint, optional, mono, error: props.error })} />;
}

export function SelectField({ label, hint, optional, mono, ...props }: Own<SelectProps>) {
	const t = useKitTexts();
	return (
		<Select
			checkIconPosition="right"
			nothingFoundMessage={t('nothingFound')}
			maxDropdownHeight={280}
			openOnFocus={false}
			{...props}
			{...useParts({ label, hint, optional, mono, error: props.error })}
		/>
	);
}

/** Chooses one file, in the page's own language: what a browser writes beside a button of its own is in the browser's. */
export function FileField({ label, hint, optional, mono, ...props }: Own<FileInputProps>) {
	const t = useKitTexts();
	return <FileInput placeholder={t('chooseFile')} {...props} {...useParts({ label, hint, optional, mono, error: props.error })} />;
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
