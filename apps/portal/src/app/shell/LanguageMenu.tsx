/** English and Finnish: a button, and a menu whose code comes when it is first wanted. Most people never open it. */
import { IconLanguage } from '@tabler/icons-react';
import { type ButtonHTMLAttributes, type ComponentType, type ReactNode, type Ref, useState } from 'react';
import { languageNames, useLanguage } from '#portal/lib/say.ts';
import { useFrameTexts } from '../frame-texts.ts';
import styles from './item.module.css';

/** What stands around the button once the menu is there. */
type Opened = ComponentType<{ children: ReactNode }>;
const load = (): Promise<Opened> => import('./LanguageChoices.tsx').then((module) => module.LanguageChoices);
/** Said beside what may still fail: pressing the button tries again. */
const ahead = (): void => void load().catch(() => {});

/** `long` shows the language's name instead of its code (sign-in). */
export function LanguageMenu({ long = false }: { long?: boolean }) {
	const [Choices, setChoices] = useState<Opened | null>(null);
	if (Choices)
		return (
			<Choices>
				<LanguageButton long={long} autoFocus />
			</Choices>
		);
	const open = async () => {
		const loaded = await load();
		setChoices(() => loaded);
	};
	return (
		<LanguageButton
			long={long}
			aria-haspopup="menu"
			aria-expanded={false}
			onPointerEnter={ahead}
			onFocus={ahead}
			onClick={() => void open()}
		/>
	);
}

function LanguageButton({
	long,
	ref,
	...props
}: ButtonHTMLAttributes<HTMLButtonElement> & { long: boolean; ref?: Ref<HTMLButtonElement> }) {
	const t = useFrameTexts();
	const language = useLanguage();
	return (
		<button type="button" className={styles.item} ref={ref} {...props}>
			<IconLanguage size={18} stroke={1.75} aria-hidden="true" />
			{long ? languageNames[language] : language.toUpperCase()}
			<span className="visually-hidden">
				{' '}
				{t('language')}: {languageNames[language]}
			</span>
		</button>
	);
}
