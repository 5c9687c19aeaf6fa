import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { Screen } from '../screen.ts';
import { useShellTexts } from '../texts.ts';
import styles from './Shell.module.css';

const load = () => import('./PaletteScreens.tsx');
const PaletteScreens = lazy(() => load().then((module) => ({ default: module.PaletteScreens })));

/** The header's search field: opens the palette. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
	const t = useShellTexts();
	return (
		<button type="button" className={styles.search} onClick={onOpen} aria-keyshortcuts="Control+K" aria-label={`${t('search')} Ctrl K`}>
			<IconSearch size={16} stroke={1.75} aria-hidden="true" />
			<span className={styles.word}>{t('search')}</span>
			<span className={styles.key}>Ctrl K</span>
		</button>
	);
}

/**
 * The command palette (Ctrl K): its code comes when it is first opened, and opens it; from then on it minds the keys itself.
 * Gives what stands for it, and how to open it.
 */
export function usePalette(screens: readonly Screen[]) {
	const [wanted, setWanted] = useState(false);
	useHotkeys(wanted ? [] : [['mod + K', () => setWanted(true)]]);
	const palette = wanted ? (
		<Suspense fallback={null}>
			<PaletteScreens screens={screens} />
		</Suspense>
	) : null;
	return { palette, openPalette: () => (wanted ? void load().then((module) => module.openPalette()) : setWanted(true)) };
}
