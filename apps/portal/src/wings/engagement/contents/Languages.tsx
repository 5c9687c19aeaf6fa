/** The languages of a content: which is written, which is the default, which are not complete. */
import { BannerLanguage } from '@luvalla/contract/consent/languages';
import type { Hint } from '@luvalla/contract/engagement/contents';
import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconDots, IconPlus } from '@tabler/icons-react';
import { languageTitle, ownLanguageName } from '#portal/lib/language-names.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { LateMenu } from '#portal/ui/LateMenu.tsx';
import { Segmented } from '#portal/ui/Segmented.tsx';
import { type Draft, languagesOf } from './draft.ts';
import styles from './editor.module.css';
import { useContentTexts } from './texts.ts';
import type { Editing } from './use-editing.ts';

interface LanguagesProps {
	draft: Draft;
	edit: Editing['edit'];
	current: string;
	hints: readonly Hint[];
	onChoose: (language: string) => void;
}

/** As its speakers write it; of those that we have no word of, its name in the reader's language. */
export const nameOf = (code: string, language: 'en' | 'fi'): string => {
	const known = BannerLanguage.safeParse(code);
	return known.success ? ownLanguageName(known.data) : languageTitle(code, language);
};

export function Languages({ draft, edit, current, hints, onChoose }: LanguagesProps) {
	const t = useContentTexts();
	const language = useLanguage();
	const { language: main, controls } = draft;
	const written = languagesOf(draft);
	const lacks = (one: string): boolean =>
		hints.some((hint) => hint.language === one && (hint.level === 'error' || hint.code === 'language_incomplete'));
	const others = BannerLanguage.options.filter((one) => !written.includes(one));
	const add = (one: string) => {
		edit({ controls: { ...controls, [one]: {} } });
		onChoose(one);
	};
	const remove = (one: string) => {
		edit({ controls: Object.fromEntries(Object.entries(controls).filter(([name]) => name !== one)) });
		onChoose(main);
	};
	return (
		<div className={styles.languages}>
			<Segmented label={t('languages')} options={written} value={current} onChange={onChoose}>
				{(one) => (
					<>
						<span lang={one}>{nameOf(one, language)}</span>
						{one === main && written.length > 1 ? <span className="quiet light">{t('default')}</span> : null}
						{lacks(one) ? <IconAlertTriangle size={15} stroke={1.75} role="img" aria-label={t('incomplete')} /> : null}
					</>
				)}
			</Segmented>
			{current === main ? null : (
				<LateMenu
					position="bottom-end"
					button={
						<ActionIcon variant="subtle" color="gray" size={30} aria-label={t('moreOf', { language: languageTitle(current, language) })}>
							<IconDots size={16} stroke={1.75} />
						</ActionIcon>
					}
				>
					{(Menu) => (
						<>
							<Menu.Item onClick={() => edit({ language: current })}>{t('makeDefault')}</Menu.Item>
							<Menu.Item color="danger" onClick={() => remove(current)}>
								{t('removeLanguage', { language: languageTitle(current, language) })}
							</Menu.Item>
						</>
					)}
				</LateMenu>
			)}
			<LateMenu
				position="bottom-end"
				button={
					<button type="button" className="link">
						<IconPlus size={16} stroke={2} aria-hidden="true" />
						{t('addLanguage')}
					</button>
				}
			>
				{(Menu) => (
					<div className={styles.many}>
						{others.map((one) => (
							<Menu.Item key={one} lang={one} onClick={() => add(one)}>
								{ownLanguageName(one)}
							</Menu.Item>
						))}
					</div>
				)}
			</LateMenu>
		</div>
	);
}
