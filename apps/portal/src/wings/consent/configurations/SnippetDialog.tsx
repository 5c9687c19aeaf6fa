/** The line that a customer puts on the website, ready to copy. */
import { snippetOf } from '@luvalla/banner/assemble';
import { Button, Group } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Dialog } from './Dialog.tsx';
import styles from './editor.module.css';
import { useConfigurationTexts } from './texts.ts';

interface SnippetDialogProps {
	/** None: closed. */
	configuration: { domain: string; domainId: string } | null;
	onClose: () => void;
}

export function SnippetDialog({ configuration, onClose }: SnippetDialogProps) {
	const t = useConfigurationTexts();
	const clipboard = useClipboard({ timeout: 2000 });
	const snippet = configuration ? snippetOf(window.location.origin, configuration.domainId) : '';
	return (
		<Dialog opened={configuration !== null} onClose={onClose} title={t('snippetTitle', { domain: configuration?.domain ?? '' })} size={560}>
			<code className={styles.snippet}>{snippet}</code>
			<p className={styles.quiet}>{t('snippetText')}</p>
			<Group justify="flex-end" mt="lg" gap="xs">
				<Button variant="default" onClick={onClose}>
					{t('close')}
				</Button>
				<Button
					data-autofocus
					leftSection={
						clipboard.copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} stroke={1.75} aria-hidden="true" />
					}
					onClick={() => clipboard.copy(snippet)}
				>
					<span role="status">{clipboard.copied ? t('copied') : t('copy')}</span>
				</Button>
			</Group>
		</Dialog>
	);
}
