import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useConfigurationTexts } from '../texts.ts';

interface CopyButtonProps {
	text: string;
	/** What is copied, where a page has several of these. */
	name?: string;
	/** The main act of its dialog. */
	main?: boolean;
}

/** Copies a text and says so for a moment. */
export function CopyButton({ text, name, main = false }: CopyButtonProps) {
	const t = useConfigurationTexts();
	const clipboard = useClipboard({ timeout: 2000 });
	return (
		<>
			<Button
				variant={main ? 'filled' : 'default'}
				size={main ? 'sm' : 'xs'}
				data-autofocus={main || undefined}
				leftSection={
					clipboard.copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} stroke={1.75} aria-hidden="true" />
				}
				onClick={() => clipboard.copy(text)}
			>
				{clipboard.copied ? t('copied') : t('copy')}
				{name ? <span className="visually-hidden"> {name}</span> : null}
			</Button>
			{/* Beside the button: what a status says would not count as the button's name. */}
			<span role="status" className="visually-hidden">
				{clipboard.copied ? t('copied') : ''}
			</span>
		</>
	);
}
