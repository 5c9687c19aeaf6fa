import { Button, type ButtonProps, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useKitTexts } from './texts.ts';

interface CopyTextProps {
	value: string;
	/** What the button copies; for two seconds it says that it did. */
	label: string;
	size?: ButtonProps['size'];
	autoFocus?: boolean;
}

/** A button that copies a text. */
export function CopyText({ value, label, ...button }: CopyTextProps) {
	const t = useKitTexts();
	return (
		<CopyButton value={value} timeout={2000}>
			{({ copied, copy }) => (
				<Button
					variant="default"
					leftSection={copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} stroke={1.75} aria-hidden="true" />}
					onClick={copy}
					{...button}
				>
					{copied ? t('copied') : label}
				</Button>
			)}
		</CopyButton>
	);
}
