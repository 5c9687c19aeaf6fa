/** What a customer puts on the website, ready to copy, and whether it is there. */
import { snippetOf } from '@luvalla/banner/assemble';
import { Button, Group } from '@mantine/core';
import { Dialog } from '../Dialog.tsx';
import editor from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';
import { CopyButton } from './CopyButton.tsx';
import { InlinePart } from './InlinePart.tsx';
import { LivePart } from './LivePart.tsx';

interface SnippetDialogProps {
	/** None: closed. */
	configuration: { domain: string; domainId: string } | null;
	onClose: () => void;
}

export function SnippetDialog({ configuration, onClose }: SnippetDialogProps) {
	const t = useConfigurationTexts();
	const snippet = configuration ? snippetOf(window.location.origin, configuration.domainId) : '';
	return (
		<Dialog opened={configuration !== null} onClose={onClose} title={t('snippetTitle', { domain: configuration?.domain ?? '' })} size={560}>
			<code className={editor.snippet}>{snippet}</code>
			<p className={editor.quiet}>{t('snippetText')}</p>
			{configuration ? (
				<>
					<LivePart domainId={configuration.domainId} domain={configuration.domain} />
					<InlinePart domainId={configuration.domainId} />
				</>
			) : null}
			<Group justify="flex-end" mt="lg" gap="xs">
				<Button variant="default" onClick={onClose}>
					{t('close')}
				</Button>
				<CopyButton text={snippet} main />
			</Group>
		</Dialog>
	);
}
