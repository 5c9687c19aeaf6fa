/** The look: six hues, light, dark or as the system says; remembered in this browser. */
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { themeOf, variablesResolver } from './mantine.ts';
import { type ThemeKey, themeKeys } from './tokens.ts';

const KEY = 'luvalla.theme';
/** index.html reads the same key before the first paint. */
const schemeManager = localStorageColorSchemeManager({ key: 'luvalla.scheme' });

const Chosen = createContext<{ theme: ThemeKey; choose: (key: ThemeKey) => void }>({ theme: 'primary', choose: () => {} });

const keptTheme = (): ThemeKey => themeKeys.find((key) => key === localStorage.getItem(KEY)) ?? 'primary';
/** The nonce the server wrote into this page's response; without it the strict policy would drop Mantine's variables. */
const nonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;

// The scroll lock of drawers and dialogs (react-remove-scroll) takes its nonce from this global and nowhere else.
Reflect.set(globalThis, '__webpack_nonce__', nonce());

export function ThemeProvider({ children, env }: { children: ReactNode; env?: 'default' | 'test' }) {
	const [theme, setTheme] = useState<ThemeKey>(keptTheme);
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
