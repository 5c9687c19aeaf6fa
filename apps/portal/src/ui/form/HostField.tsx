/** The name of a host, as it is written: nothing is corrected or offered. */
import type { ComponentProps } from 'react';
import { TextField } from './fields.tsx';

export function HostField(props: Omit<ComponentProps<typeof TextField>, 'mono' | 'spellCheck' | 'autoComplete'>) {
	return <TextField {...props} mono spellCheck={false} autoComplete="off" />;
}
