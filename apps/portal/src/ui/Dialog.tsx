import { useState } from 'react';
import { late } from '#portal/lib/late.tsx';
import type { DialogProps } from './DialogFrame.tsx';

const DialogFrame = late(() => import('./DialogFrame.tsx').then((module) => module.DialogFrame));

/** A dialog; its frame comes when one is first opened. */
export function Dialog(props: DialogProps) {
	const [wanted, setWanted] = useState(props.opened);
	if (props.opened && !wanted) setWanted(true);
	return wanted ? <DialogFrame {...props} /> : null;
}
