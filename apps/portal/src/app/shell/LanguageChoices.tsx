/** The menu of languages around its button; it opens itself. */
import '#portal/theme/menu-styles.ts';
import { Menu } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { chooseLanguage, languageNames, languages, useLanguage } from '#portal/lib/say.ts';

export function LanguageChoices({ children }: { children: ReactNode }) {
	const language = useLanguage();
	const [opened, setOpened] = useState(false);
	// opened once its button stands and has the focus, which comes back to it
	useEffect(() => setOpened(true), []);
	return (
		<Menu position="bottom-end" width={180} opened={opened} onChange={setOpened} returnFocus>
			<Menu.Target>{children}</Menu.Target>
			<Menu.Dropdown>
				{languages.map((one) => (
					<Menu.RadioItem key={one} value={one} checked={one === language} lang="en" closeMenuOnClick onChange={() => chooseLanguage(one)}>
						{languageNames[one]}
					</Menu.RadioItem>
				))}
			</Menu.Dropdown>
		</Menu>
	);
}
