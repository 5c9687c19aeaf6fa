import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { framed } from '#portal/ui/letter-frame.ts';
import { useCampaignDashboardTexts } from '../texts.ts';
import styles from './deliveries.module.css';
import type { One } from './delivery.ts';

/** The message as it was sent. Nothing in it runs, and nothing it names is allowed to lead away from here. */
export function Message({ one }: { one: One }) {
	const t = useCampaignDashboardTexts();
	const [opened, setOpened] = useState<'letter' | 'text' | null>(null);
	const close = () => setOpened(null);
	const text = one.text === null ? null : <pre className={styles.plain}>{one.text}</pre>;
	if (one.html === null && text === null) return <p className={styles.noMessage}>{t('noMessage')}</p>;
	const letter = one.html === null ? null : framed(one.html, false);
	return (
		<figure className={styles.message}>
			<div className={styles.letter}>
				{letter === null ? text : <iframe title={t('letterOf', { campaign: one.campaign })} sandbox="" srcDoc={letter} />}
			</div>
			<figcaption>
				<span className="small">{t(one.rehearsal ? 'asMade' : 'asSent')}</span>
				{letter === null ? null : (
					<button type="button" className="link" onClick={() => setOpened('letter')}>
						{t('openLetter')}
					</button>
				)}
				{text === null || letter === null ? null : (
					<button type="button" className="link" onClick={() => setOpened('text')}>
						{t('asText')}
					</button>
				)}
			</figcaption>
			<Dialog opened={opened !== null} onClose={close} size={opened === 'letter' ? 720 : undefined} title={one.subject ?? t('delivery')}>
				{opened === 'letter' ? (
					<iframe className={styles.whole} title={t('letterOpened', { campaign: one.campaign })} sandbox="" srcDoc={letter ?? ''} />
				) : (
					text
				)}
				<Group justify="flex-end" mt="lg">
					<Button variant="default" onClick={close}>
						{t('close')}
					</Button>
				</Group>
			</Dialog>
		</figure>
	);
}
