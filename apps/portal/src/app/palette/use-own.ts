/** What the palette knows by itself: pages and actions of the person's roles. */
import { checkLedger, ledgerState } from '@luvalla/contract/consent/proof';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCall } from '#portal/lib/calls.ts';
import { noteCheck } from '#portal/lib/ledger-check.ts';
import { chooseLanguage, languageNames, languages, useLanguage, useSay } from '#portal/lib/say.ts';
import { leave } from '#portal/lib/unsaved.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { useThemeKey } from '#portal/theme/ThemeProvider.tsx';
import { themeKeys, themes } from '#portal/theme/tokens.ts';
import { actsOf, mayOpen, menuOf, rolesOf } from '../access.ts';
import { managers, type Screen } from '../screen.ts';
import type { Entry } from './entry.ts';
import { usePaletteTexts } from './texts.ts';

/** What the frame around the palette does for it. */
export interface FrameActs {
	showShortcuts: () => void;
	/** @param looked what the guide looks for in all help at once */
	showGuide: (looked?: string) => void;
	logOut: () => void;
}

/** Every screen the person may open, those of the menu first and as it has them; one that is itself an action stands among those. */
export function usePages(screens: readonly Screen[]): readonly Entry[] {
	const say = useSay();
	const person = usePerson();
	const menu = menuOf(screens, person).flatMap((node) => (node.kind === 'link' ? [node.path] : node.children.map(({ path }) => path)));
	const place = ({ path }: Screen): number => (menu.includes(path) ? menu.indexOf(path) : menu.length);
	return screens
		.filter((screen) => mayOpen(screen, person) && !screen.path.includes('$') && !isAct(screen))
		.toSorted((a, b) => place(a) - place(b))
		.map((screen) => ({ id: `page ${screen.path}`, kind: 'page', label: say(screen.title), does: { to: screen.path, search: {} } }));
}

const isAct = ({ acts }: Screen): boolean => acts?.some(({ search }) => search === undefined) === true;

/** @param customerId whom the person works for */
export function useActs(screens: readonly Screen[], customerId: number | undefined, frame: FrameActs): readonly Entry[] {
	const t = usePaletteTexts();
	const say = useSay();
	const person = usePerson();
	const language = useLanguage();
	const { theme, choose } = useThemeKey();
	const { setColorScheme } = useMantineColorScheme();
	const scheme = useComputedColorScheme('light');
	const navigate = useNavigate();
	const client = useQueryClient();
	const check = useCall(checkLedger, {
		quiet: true,
		reload: [ledgerState],
		onSuccess: (answer) => {
			if (customerId !== undefined) noteCheck(client, customerId, answer);
			void navigate({ to: '/reports/ledger', search: {} });
		},
	});
	const act = (id: string, label: string, does: Entry['does'], hidden?: true): Entry => ({
		id: `action ${id}`,
		kind: 'action',
		label,
		does,
		hidden,
	});
	const other = scheme === 'dark' ? 'light' : 'dark';
	return [
		...screens.flatMap((screen) =>
			actsOf(screen, person).map(({ label, also, search = {} }) => ({
				...act(label.en, say(label), { to: screen.path, search }),
				also: also && say(also),
			})),
		),
		...(customerId !== undefined && rolesOf(person).some((role) => managers.includes(role))
			? [act('check', t('checkLedger'), () => leave(() => check.mutate({ body: { customerId } })))]
			: []),
		act('scheme', other === 'dark' ? t('toDark') : t('toLight'), () => setColorScheme(other)),
		...themeKeys
			.filter((key) => key !== theme)
			.map((key) => act(`theme ${key}`, t('toTheme', { name: say(themes[key].name) }), () => choose(key), true)),
		...languages.filter((one) => one !== language).map((one) => act(one, languageNames[one], () => chooseLanguage(one))),
		act('guide', t('guide'), () => frame.showGuide()),
		act('shortcuts', t('shortcuts'), frame.showShortcuts),
		act('logout', t('logOut'), frame.logOut),
	];
}
