import '@mantine/spotlight/styles.layer.css';
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { IconArrowRight, IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { chooseLanguage, languageNames, languages, useLanguage, useSay } from '#portal/lib/say.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { mayOpen } from '../access.ts';
import type { Screen } from '../screen.ts';
import { useShellTexts } from '../texts.ts';

export const openPalette = (): void => spotlight.open();

/** What the command palette holds: every screen the person may open, and the languages. Its code comes with its first opening. */
export function PaletteScreens({ screens }: { screens: readonly Screen[] }) {
	const t = useShellTexts();
	// it was loaded because it was asked for
	useEffect(openPalette, []);
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
