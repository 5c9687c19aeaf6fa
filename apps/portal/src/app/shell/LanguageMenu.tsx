/** English and Finnish: a button, and a menu whose code comes when it is first wanted. Most people never open it. */
import { IconLanguage } from '@tabler/icons-react';
import { chooseLanguage, languageNames, languages, useLanguage } from '#portal/lib/say.ts';
import { LateMenu } from '#portal/ui/LateMenu.tsx';
import { useFrameTexts } from '../frame-texts.ts';
import styles from './item.module.css';

/** `long` shows the language's name instead of its code (sign-in). */
export function LanguageMenu({ long = false }: { long?: boolean }) {
	const t = useFrameTexts();
	const language = useLanguage();
	return (
		<LateMenu
			position="bottom-end"
			width={180}
			returnFocus
			button={
				<button type="button" className={styles.item}>
					<IconLanguage size={18} stroke={1.75} aria-hidden="true" />
					{long ? languageNames[language] : language.toUpperCase()}
					<span className="visually-hidden">
						{' '}
						{t('language')}: {languageNames[language]}
					</span>
				</button>
			}
		>
			{(Menu) =>
				languages.map((one) => (
					<Menu.RadioItem key={one} value={one} checked={one === language} lang="en" closeMenuOnClick onChange={() => chooseLanguage(one)}>
						{languageNames[one]}
					</Menu.RadioItem>
				))
			}
		</LateMenu>
	);
}
