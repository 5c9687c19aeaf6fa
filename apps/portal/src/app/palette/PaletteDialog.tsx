import { Modal } from '@mantine/core';
import type { Screen } from '../screen.ts';
import { PaletteSearch } from './PaletteSearch.tsx';
import styles from './palette.module.css';
import { usePaletteTexts } from './texts.ts';
import type { FrameActs } from './use-own.ts';

export interface PaletteProps {
	opened: boolean;
	onClose: () => void;
	screens: readonly Screen[];
	frame: FrameActs;
}

/** The command palette (Ctrl K). Its code comes with its first opening. */
export function PaletteDialog({ opened, onClose, screens, frame }: PaletteProps) {
	const t = usePaletteTexts();
	return (
		<Modal.Root opened={opened} onClose={onClose} size={600} yOffset="12vh">
			<Modal.Overlay />
			<Modal.Content radius={12} classNames={{ content: styles.content }} aria-label={t('search')}>
				<PaletteSearch screens={screens} frame={frame} onClose={onClose} />
			</Modal.Content>
		</Modal.Root>
	);
}
