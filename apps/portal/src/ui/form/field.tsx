/**
 * A field as visual.md section 8 draws it: label above, *Optional* at its right, hint below, and an error that replaces the
 * hint with an icon and a way out. The one-line field is here, apart from those that need more of Mantine (fields.tsx).
 */
import { TextInput, type TextInputProps } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFieldTexts } from './field-texts.ts';
import styles from './fields.module.css';

export interface Extra {
	label: string;
	/** Below the field while nothing is wrong. */
	hint?: ReactNode;
	/** Shows *Optional*: required is the norm. */
	optional?: boolean;
	/** Ids, hashes, colours, header names. */
	mono?: boolean;
}

export function useFieldParts({ label, hint, optional, error, mono }: Extra & { error?: ReactNode }) {
	const t = useFieldTexts();
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
		// true alone marks the field: what is wrong is said elsewhere
		error: error === true ? true : error ? <FieldError>{error}</FieldError> : undefined,
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

export type Own<P> = Omit<P, 'label' | 'description' | 'classNames' | 'inputWrapperOrder'> & Extra;

export function TextField({ label, hint, optional, mono, ...props }: Own<TextInputProps>) {
	return <TextInput {...props} {...useFieldParts({ label, hint, optional, mono, error: props.error })} />;
}
