import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { IconArrowRight, IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { chooseLanguage, languageNames, languages, useLanguage, useSay } from '#portal/lib/say.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { mayOpen } from '../access.ts';
import type { Screen } from '../screen.ts';
import { useShellTexts } from '../texts.ts';
import styles from './Shell.module.css';

/** The header's search field: opens the palette. */
export function PaletteButton() {
	const t = useShellTexts();
	return (
		<button
			type="button"
			className={styles.search}
			onClick={spotlight.open}
			aria-keyshortcuts="Control+K"
			aria-label={`${t('search')} Ctrl K`}
		>
			<IconSearch size={16} stroke={1.75} aria-hidden="true" />
			<span className={styles.word}>{t('search')}</span>
			<span className={styles.key}>Ctrl K</span>
		</button>
	);
}

/** The command palette (Ctrl K): every screen the person may open, and the languages. */
export function Palette({ screens }: { screens: readonly Screen[] }) {
	const t = useShellTexts();
	const say = useSay();
	const person = usePerson();
	const language = useLanguage();
	const router = useRouter();
	const actions: SpotlightActionData[] = [
		...screens
			.filter((screen) => mayOpen(screen, person) && !screen.path.includes('$'))
			.map((screen) => ({
				id: screen.path,
				label: say(screen.title),
				description: screen.path,
				leftSection: <IconArrowRight size={16} stroke={1.75} aria-hidden="true" />,
				onClick: () => void router.navigate({ to: screen.path, search: {} }),
			})),
		...languages
			.filter((one) => one !== language)
			.map((one) => ({ id: `language-${one}`, label: languageNames[one], onClick: () => chooseLanguage(one) })),
	];
	return (
		<Spotlight
			actions={actions}
			shortcut={['mod + K']}
			nothingFound={t('nothingFound')}
			searchProps={{
				placeholder: t('search'),
				'aria-label': t('searchShort'),
				leftSection: <IconSearch size={18} stroke={1.75} aria-hidden="true" />,
			}}
			overlayProps={{ blur: 0, backgroundOpacity: 0.36, color: '#081211' }}
			attributes={{ content: { 'aria-label': t('search') } }}
			scrollable
			maxHeight={420}
		/>
	);
}
