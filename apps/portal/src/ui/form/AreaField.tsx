import { Textarea, type TextareaProps } from '@mantine/core';
import styles from './AreaField.module.css';
import { type Own, useFieldParts } from './field.tsx';

/** The browser itself lets a text's field grow. Where it does not, how high it is has to be asked for, and the page is laid out once more for each. */
const GROWS = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content');

/** A text of several lines, which grows with it. A part of its own: most forms have none. */
export function AreaField({ label, hint, optional, mono, minRows = 3, ...props }: Own<TextareaProps>) {
	const parts = useFieldParts({ label, hint, optional, mono, error: props.error });
	const { input = '' } = parts.classNames;
	return (
		<Textarea
			autosize={!GROWS}
			minRows={minRows}
			style={{ '--rows': minRows }}
			{...props}
			{...parts}
			classNames={{ ...parts.classNames, input: GROWS ? `${input} ${styles.grows}` : input }}
		/>
	);
}
