import { lazy, Suspense, useState } from 'react';
import type { DialogProps } from './DialogFrame.tsx';

const DialogFrame = lazy(() => import('./DialogFrame.tsx').then((module) => ({ default: module.DialogFrame })));

/** A dialog; its frame comes when one is first opened. */
export function Dialog(props: DialogProps) {
	const [wanted, setWanted] = useState(props.opened);
	if (props.opened && !wanted) setWanted(true);
	return wanted ? (
		<Suspense fallback={null}>
			<DialogFrame {...props} />
		</Suspense>
	) : null;
}
