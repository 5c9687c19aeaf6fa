/** Which languages the banner speaks: the chosen ones with the one that leads, and a search among the others. */
import { BannerLanguage } from '@luvalla/contract/consent/languages';
import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { languageTitle, ownLanguageName } from '#portal/lib/language-names.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { bannerWords, useBannerWords } from '#portal/ui/banner-words.ts';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { Tip } from '#portal/ui/Tip.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';
import type { TabPropsOf } from './draft.ts';
import { type Defaults, type Speaking, speak } from './filling.ts';

interface LanguagesFieldProps extends TabPropsOf<{ config: Speaking }> {
	defaults: (words: NonNullable<ReturnType<typeof useBannerWords>>) => Defaults;
	/** What is said of a language below its name. */
	about: ((language: BannerLanguage) => string | undefined) | undefined;
	/** A language was added: its texts are shown. */
	onAdded: (language: BannerLanguage) => void;
}

export function LanguagesField({ draft, edit, problem, defaults, about, onAdded }: LanguagesFieldProps) {
	const t = useConfigurationTexts();
	const own = useLanguage();
	const { languages, unchecked } = draft.config;
	const lead = languages[0] ?? 'en';
	/** Chosen, and its words on the way. */
	const [coming, setComing] = useState<BannerLanguage | null>(null);
	const leadWords = useBannerWords(lead);
	const words = useQuery({ ...bannerWords(coming ?? lead), enabled: coming !== null });
	const add = useEffectEvent(() => {
		if (coming === null || !words.data || !leadWords) return;
		const [filled, leading] = [defaults(words.data), defaults(leadWords)];
		if (!languages.includes(coming)) edit((next) => speak(next.config, coming, filled, leading));
		setComing(null);
		onAdded(coming);
	});
	const here = coming !== null && words.data !== undefined && leadWords !== undefined;
	useEffect(() => {
		if (here) add();
	}, [here]);

	const name = (one: BannerLanguage) => languageTitle(one, own);
	const others = BannerLanguage.options
		.filter((one) => !languages.includes(one))
		.map((one) => ({ value: one, label: `${name(one)} · ${ownLanguageName(one)}` }))
		.sort((a, b) => a.label.localeCompare(b.label, own));
	return (
		<fieldset className={styles.set}>
			<legend>{t('shownLanguages')}</legend>
			<ul className={styles.languages}>
				{languages.map((one, place) => (
					<LanguageLine
						key={one}
						language={one}
						place={place}
						said={[
							place === 0 && languages.length > 1 && t('leads'),
							(unchecked[one]?.length ?? 0) > 0 && t('toCheck', { count: unchecked[one]?.length ?? 0 }),
							about?.(one),
						]
							.filter(Boolean)
							.join(' · ')}
						others={languages.filter((other) => other !== one)}
						onChange={(next) =>
							edit(({ config }) => {
								config.languages = next;
							})
						}
					/>
				))}
			</ul>
			{languages.length > 1 ? (
				<p className={styles.quiet}>{t('firstLanguage', { language: own === 'fi' ? name(lead).toLocaleLowerCase('fi') : name(lead) })}</p>
			) : null}
			<SelectField
				// Empty again after each choice.
				key={languages.join()}
				label={t('addLanguage')}
				hint={t('addLanguageHint')}
				placeholder={t('findLanguage')}
				searchable
				data={others}
				value={coming}
				disabled={others.length === 0}
				error={words.isError ? t('languageFailed') : problem('languages')}
				onChange={(value) => {
					setComing(BannerLanguage.safeParse(value).data ?? null);
					if (words.isError) void words.refetch();
				}}
			/>
		</fieldset>
	);
}

interface LanguageLineProps {
	language: BannerLanguage;
	/** Its place among the languages; the first one leads. */
	place: number;
	said: string;
	others: BannerLanguage[];
	/** To these languages, in this order. */
	onChange: (languages: BannerLanguage[]) => void;
}

/** One language: led by, or taken out. */
function LanguageLine({ language: one, place, said, others, onChange }: LanguageLineProps) {
	const t = useConfigurationTexts();
	const name = languageTitle(one, useLanguage());
	return (
		<li>
			<span className="narrow spring breaks stack">
				<span>
					<strong>{name}</strong>{' '}
					{ownLanguageName(one) === name ? null : (
						<span className={styles.quiet} lang={one} dir="auto">
							{ownLanguageName(one)}
						</span>
					)}
				</span>
				<span className={styles.quiet}>{said}</span>
			</span>
			{place > 0 ? (
				<Button
					variant="subtle"
					size="compact-xs"
					aria-label={t('leadWith', { language: name })}
					onClick={() => onChange([one, ...others])}
				>
					{t('lead')}
				</Button>
			) : null}
			<Tip label={t('removeLanguage', { language: name })}>
				<ActionIcon
					variant="transparent"
					color="gray"
					size={24}
					aria-label={t('removeLanguage', { language: name })}
					// One must stay.
					disabled={others.length === 0}
					onClick={() => onChange(others)}
				>
					<IconTrash size={16} stroke={1.75} aria-hidden="true" />
				</ActionIcon>
			</Tip>
		</li>
	);
}
