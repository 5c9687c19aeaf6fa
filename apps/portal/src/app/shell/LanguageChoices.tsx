/** The menu of languages around its button, opened. */
import '#portal/theme/menu-styles.ts';
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { chooseLanguage, languageNames, languages, useLanguage } from '#portal/lib/say.ts';

export function LanguageChoices({ children }: { children: ReactNode }) {
	const language = useLanguage();
	return (
		<Menu position="bottom-end" width={180} defaultOpened>
			<Menu.Target>{children}</Menu.Target>
			<Menu.Dropdown>
				{languages.map((one) => (
					<Menu.RadioItem key={one} value={one} checked={one === language} lang={one} closeMenuOnClick onChange={() => chooseLanguage(one)}>
						{languageNames[one]}
					</Menu.RadioItem>
				))}
			</Menu.Dropdown>
		</Menu>
	);
}
