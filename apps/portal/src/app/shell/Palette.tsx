import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { late } from '#portal/lib/late.tsx';
import { useOnce } from '#portal/ui/late.ts';
import { useSingleKeys } from '#portal/ui/list/preferences.ts';
import type { FrameActs } from '../palette/use-own.ts';
import type { Screen } from '../screen.ts';
import { useShellTexts } from '../texts.ts';
import styles from './Shell.module.css';

const PaletteDialog = late(() => import('../palette/PaletteDialog.tsx').then((module) => module.PaletteDialog));
const ShortcutSheet = late(() => import('../shortcuts/ShortcutSheet.tsx').then((module) => module.ShortcutSheet));

/** The header's search field: opens the palette. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
	const t = useShellTexts();
	return (
		<button
			type="button"
			className={styles.search}
			onClick={onOpen}
			aria-haspopup="dialog"
			aria-keyshortcuts="Control+K"
			aria-label={`${t('search')} Ctrl K`}
		>
			<IconSearch size={16} stroke={1.75} aria-hidden="true" />
			<span className={styles.word}>{t('search')}</span>
			<span className={styles.key}>Ctrl K</span>
		</button>
	);
}

const EDITABLE = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';

/** Calls back at *?*, whatever keys make it; nobody who writes is disturbed, and nobody who switched it off. */
function useQuestionMark(heard: () => void): void {
	const [singleKeys] = useSingleKeys();
	useEffect(() => {
		if (!singleKeys) return;
		const listen = (event: KeyboardEvent) => {
			const { key, ctrlKey, metaKey, target } = event;
			if (key !== '?' || ctrlKey || metaKey || (target instanceof Element && target.closest(EDITABLE))) return;
			event.preventDefault();
			heard();
		};
		document.addEventListener('keydown', listen);
		return () => document.removeEventListener('keydown', listen);
	}, [heard, singleKeys]);
}

/**
 * The command palette (Ctrl K) and the sheet of shortcuts (?): each one's code comes when it is first opened.
 * Gives what stands for them, and how to open them.
 */
export function usePalette(screens: readonly Screen[], frame: Pick<FrameActs, 'showGuide' | 'logOut'>) {
	const [opened, setOpened] = useState<'palette' | 'shortcuts' | null>(null);
	const showShortcuts = () => setOpened('shortcuts');
	useHotkeys([['mod + K', () => setOpened((now) => (now === 'palette' ? null : 'palette'))]], []);
	useQuestionMark(showShortcuts);
	const close = () => setOpened(null);
	const overlays = (
		<>
			{useOnce(opened === 'palette') ? (
				<PaletteDialog opened={opened === 'palette'} onClose={close} screens={screens} frame={{ ...frame, showShortcuts }} />
			) : null}
			{useOnce(opened === 'shortcuts') ? <ShortcutSheet opened={opened === 'shortcuts'} onClose={close} /> : null}
		</>
	);
	return { overlays, openPalette: () => setOpened('palette'), showShortcuts };
}
