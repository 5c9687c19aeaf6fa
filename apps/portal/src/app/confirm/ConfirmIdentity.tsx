/** The dialog behind 403 confirm_identity. What it asks for comes with it, when a call first waits. */
import { useEffect, useSyncExternalStore } from 'react';
import { answerConfirmation, isAsking, onAsking } from '#portal/lib/confirmation.ts';
import { late } from '#portal/lib/late.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { useConfirmTexts } from './texts.ts';

const CodeStep = late(() => import('./CodeStep.tsx').then((module) => module.CodeStep));

/** Stands once on every page of a signed-in person; shows itself while a call waits. */
export function ConfirmIdentity() {
	const t = useConfirmTexts();
	const asking = useSyncExternalStore(onAsking, isAsking);
	// a page that goes away answers for the calls that wait
	useEffect(() => () => answerConfirmation(false), []);
	// mounted when it is needed, so that it stands above whatever is open
	if (!asking) return null;
	return (
		<Dialog opened onClose={() => answerConfirmation(false)} title={t('title')}>
			<CodeStep />
		</Dialog>
	);
}
