import { Textarea, type TextareaProps } from '@mantine/core';
import { type Own, useFieldParts } from './field.tsx';

/** A text of several lines, which grows with it. A part of its own: most forms have none. */
export function AreaField({ label, hint, optional, mono, ...props }: Own<TextareaProps>) {
	return <Textarea autosize minRows={3} {...props} {...useFieldParts({ label, hint, optional, mono, error: props.error })} />;
}
