/** The look: six hues, light, dark or as the system says; remembered in this browser. */
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { themeOf, variablesResolver } from './mantine.ts';
import { type ThemeKey, themeKeys } from './tokens.ts';

const KEY = 'luvalla.theme';
/** What Mantine's variables follow. */
const SCHEME = 'data-mantine-color-scheme';
/** index.html reads the same key before the first paint. */
const schemeManager = localStorageColorSchemeManager({ key: 'luvalla.scheme' });

const Chosen = createContext<{ theme: ThemeKey; choose: (key: ThemeKey) => void }>({ theme: 'primary', choose: () => {} });

const keptTheme = (): ThemeKey => themeKeys.find((key) => key === localStorage.getItem(KEY)) ?? 'primary';
/** The nonce the server wrote into this page's response; without it the strict policy would drop Mantine's variables. */
const nonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;

// The scroll lock of drawers and dialogs (react-remove-scroll) takes its nonce from this global and nowhere else.
Reflect.set(globalThis, '__webpack_nonce__', nonce());

/** Paper is light, whatever the screen is. */
function useLightPaper(): void {
	useEffect(() => {
		const root = document.documentElement;
		const paper = window.matchMedia('print');
		let scheme: string | null = null;
		const onPaper = () => {
			if (paper.matches) {
				scheme = root.getAttribute(SCHEME);
				root.setAttribute(SCHEME, 'light');
			} else if (scheme !== null) root.setAttribute(SCHEME, scheme);
		};
		paper.addEventListener('change', onPaper);
		return () => paper.removeEventListener('change', onPaper);
	}, []);
}

export function ThemeProvider({ children, env }: { children: ReactNode; env?: 'default' | 'test' }) {
	const [theme, setTheme] = useState<ThemeKey>(keptTheme);
	useLightPaper();
	const value = useMemo(
		() => ({
			theme,
			choose: (key: ThemeKey) => {
				localStorage.setItem(KEY, key);
				setTheme(key);
			},
		}),
		[theme],
	);
	const mantine = useMemo(() => themeOf(theme), [theme]);
	return (
		<Chosen value={value}>
			<MantineProvider
				theme={mantine}
				cssVariablesResolver={variablesResolver}
				colorSchemeManager={schemeManager}
				defaultColorScheme="auto"
				getStyleNonce={() => nonce() ?? ''}
				env={env}
			>
				{children}
			</MantineProvider>
		</Chosen>
	);
}

/** The chosen hue and how to choose another. */
export const useThemeKey = () => use(Chosen);
