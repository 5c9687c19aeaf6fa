/** The session has ended while something written was not saved: the page stays below, until the same person is back. */
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { recheck } from '#portal/lib/session.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { useConfirmTexts } from './texts.ts';

const stay = () => undefined;

export function SessionOver() {
	const t = useConfirmTexts();
	const { email } = usePerson();
	// back from the tab in which they signed in
	useEffect(() => {
		const back = () => void recheck();
		window.addEventListener('focus', back);
		return () => window.removeEventListener('focus', back);
	}, []);
	return (
		<Dialog opened onClose={stay} title={t('over')}>
			<div className="stack-16">
				<p>{t('overWhat', { email })}</p>
				<div className="wrap-8">
					<Button component="a" href="/" target="_blank">
						{t('signIn')}
					</Button>
					<Button variant="default" onClick={() => void recheck()}>
						{t('goOn')}
					</Button>
				</div>
			</div>
		</Dialog>
	);
}
