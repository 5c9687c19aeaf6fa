import { FileInput, type FileInputProps } from '@mantine/core';
import { useKitTexts } from '../texts.ts';
import { type Own, useFieldParts } from './field.tsx';

/** Chooses one file, in the page's own language: what a browser writes beside a button of its own is in the browser's. */
export function FileField({ label, hint, optional, mono, ...props }: Own<FileInputProps>) {
	const t = useKitTexts();
	return <FileInput placeholder={t('chooseFile')} {...props} {...useFieldParts({ label, hint, optional, mono, error: props.error })} />;
}
