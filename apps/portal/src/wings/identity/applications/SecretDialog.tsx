import { Button, Group } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Dialog } from '#portal/ui/Dialog.tsx';
import styles from './applications.module.css';
import { useApplicationTexts } from './texts.ts';

/** The one time that a secret is seen: it is in no list, no log and no other answer. */
export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
	const t = useApplicationTexts();
	const clipboard = useClipboard({ timeout: 2000 });
	return (
		<Dialog opened={secret !== null} title={t('secretTitle')} onClose={onClose}>
			<p>{t('secretText')}</p>
			<code className={styles.secret}>{secret}</code>
			<Group justify="flex-end" gap="xs">
				<Button
					variant="default"
					leftSection={
						clipboard.copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} stroke={1.75} aria-hidden="true" />
					}
					onClick={() => secret !== null && clipboard.copy(secret)}
				>
					<span role="status">{clipboard.copied ? t('copied') : t('copy')}</span>
				</Button>
				<Button onClick={onClose}>{t('done')}</Button>
			</Group>
		</Dialog>
	);
}
