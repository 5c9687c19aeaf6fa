import { useState } from 'react';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { useCampaignDashboardTexts } from '../texts.ts';
import styles from './deliveries.module.css';
import type { One } from './delivery.ts';

/** The message as it was sent. Nothing in it runs, and nothing it names is allowed to lead away from here. */
export function Message({ one }: { one: One }) {
	const t = useCampaignDashboardTexts();
	const [opened, setOpened] = useState(false);
	const text = one.text === null ? null : <pre className={styles.plain}>{one.text}</pre>;
	if (one.html === null && text === null) return <p className={styles.noMessage}>{t('noMessage')}</p>;
	return (
		<figure className={styles.message}>
			<div className={styles.letter}>
				{one.html === null ? text : <iframe title={t('letterOf', { campaign: one.campaign })} sandbox="" srcDoc={one.html} />}
			</div>
			<figcaption>
				<span className={styles.quiet}>{t('asSent')}</span>
				{one.text === null || one.html === null ? null : (
					<button type="button" className="link" onClick={() => setOpened(true)}>
						{t('asText')}
					</button>
				)}
			</figcaption>
			<Dialog opened={opened} onClose={() => setOpened(false)} title={t('asText')}>
				{text}
			</Dialog>
		</figure>
	);
}
