/** Title and domain of the configuration, and the banner's texts in one language at a time. */
import type { BannerLanguage, InLanguages } from '@luvalla/contract/consent/languages';
import { Checkbox } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useLanguage } from '#portal/lib/say.ts';
import { AreaField, SelectField, TextField } from '#portal/ui/fields.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';
import { languageOf, type TabPropsOf } from './draft.ts';
import { LanguageChoice } from './LanguageChoice.tsx';

/** A text of the banner and its field. */
export interface TextLine<Key extends string> {
	key: Key;
	label: string;
	/** Most characters. */
	most: number;
	hint?: string;
	optional?: true;
	/** More than one line. */
	long?: true;
}

/** The texts of every banner. */
type Common = 'title' | 'refuse' | 'accept' | 'choose' | 'save' | 'choicesTitle' | 'reopen' | 'policyLabel' | 'policyUrl';

interface Texts<Key extends string> {
	title: string;
	domain: string;
	config: { languages: BannerLanguage[]; texts: InLanguages<Record<Common | Key, string>> };
}

/** What an editor gives its texts' tab, whatever the texts. */
export interface TextsProps {
	domains: readonly { id: string; domain: string }[];
	/** It was published there: the domain stays. */
	fixedDomain: boolean;
	language: BannerLanguage;
	onLanguage: (language: BannerLanguage) => void;
	/** Paths of the fields in error. */
	wrong: readonly string[];
}

interface TextsTabProps<Key extends string> extends TabPropsOf<Texts<Key>>, TextsProps {
	/** What the banner says under its heading. */
	body: TextLine<Key>;
	/** Texts of the second layer beside its heading. */
	second?: TextLine<Key>;
	/** What is said of a language beside its box. */
	about?: (language: BannerLanguage) => string | undefined;
	/** Above the texts. */
	note?: ReactNode;
}

const BOTH: readonly BannerLanguage[] = ['en', 'fi'];

export function TextsTab<Key extends string>(props: TextsTabProps<Key>) {
	const { draft, edit, problem, domains, fixedDomain, language: chosen, onLanguage, wrong, body, second, about, note } = props;
	const t = useConfigurationTexts();
	const own = useLanguage();
	const { languages } = draft.config;
	// A language that is not shown is saved too: its refused text has to be reached.
	const choices = BOTH.filter((one) => languages.includes(one) || wrong.some((path) => languageOf(path) === one));
	const language = choices.includes(chosen) ? chosen : (languages[0] ?? 'en');
	const form = useRef<HTMLDivElement>(null);
	/** Shows a language's texts and goes to the first that is refused. */
	const seek = (one: BannerLanguage) => {
		flushSync(() => onLanguage(one));
		form.current?.querySelector<HTMLElement>('[lang][aria-invalid="true"]')?.focus();
	};
	const nameOf = (one: BannerLanguage) => (one === 'en' ? t('english') : t('finnish'));
	const firstName = nameOf(languages[0] ?? 'en');
	// A language begins a sentence in English and not in Finnish.
	const ownName = own === 'fi' ? firstName.toLocaleLowerCase('fi') : firstName;
	const field = ({ key, label, most, hint, optional, long }: TextLine<Common | Key>) => {
		const Field = long ? AreaField : TextField;
		return (
			<Field
				key={key}
				label={label}
				hint={hint}
				optional={optional}
				maxLength={most}
				lang={language}
				value={draft.config.texts[language]?.[key] ?? ''}
				error={problem(`texts.${language}.${key}`)}
				onChange={(event: { currentTarget: { value: string } }) => {
					const { value } = event.currentTarget;
					edit((next) => {
						const own = next.config.texts[language];
						if (own) own[key] = value;
					});
				}}
			/>
		);
	};
	const buttons: readonly TextLine<Common>[] = [
		{ key: 'refuse', label: t('textRefuse'), most: 40 },
		{ key: 'accept', label: t('textAccept'), most: 40 },
		{ key: 'choose', label: t('textChoose'), most: 40 },
		{ key: 'save', label: t('textSave'), most: 40 },
	];
	const last: readonly TextLine<Common>[] = [
		{ key: 'reopen', label: t('textReopen'), most: 60 },
		{ key: 'policyLabel', label: t('textPolicyLabel'), most: 80, optional: true },
		{ key: 'policyUrl', label: t('textPolicyUrl'), most: 500, optional: true, hint: t('policyHint') },
	];

	return (
		<div className={styles.fields} ref={form}>
			<TextField
				label={t('titleField')}
				hint={t('titleHint')}
				maxLength={120}
				value={draft.title}
				error={problem('title')}
				onChange={(event) => {
					const { value } = event.currentTarget;
					edit((next) => {
						next.title = value;
					});
				}}
			/>
			<SelectField
				label={t('domainField')}
				hint={fixedDomain ? t('domainFixed') : domains.length === 0 ? t('noDomains') : t('domainHint')}
				disabled={fixedDomain}
				data={[...new Set([...domains.map((one) => one.domain), ...(draft.domain ? [draft.domain] : [])])]}
				value={draft.domain || null}
				searchable
				allowDeselect={false}
				error={problem('domain')}
				onChange={(value) =>
					edit((next) => {
						next.domain = value ?? '';
					})
				}
			/>
			<fieldset className={styles.set}>
				<legend>{t('shownLanguages')}</legend>
				{BOTH.map((one) => (
					<Checkbox
						key={one}
						label={nameOf(one)}
						description={about?.(one)}
						classNames={{ description: styles.radio }}
						checked={languages.includes(one)}
						// One must stay.
						disabled={languages.length === 1 && languages[0] === one}
						onChange={(event) => {
							const { checked } = event.currentTarget;
							edit((next) => {
								next.config.languages = checked ? [...languages, one] : languages.filter((other) => other !== one);
							});
						}}
					/>
				))}
				{languages.length > 1 ? <p className={styles.quiet}>{t('firstLanguage', { language: ownName })}</p> : null}
			</fieldset>
			<LanguageChoice languages={choices} value={language} onChange={onLanguage} wrong={wrong} onSeek={seek} />
			{note}
			{field({ key: 'title', label: t('textTitle'), most: 120 })}
			{field(body)}
			<div className={styles.pair}>{buttons.map(field)}</div>
			{field({ key: 'choicesTitle', label: t('textChoicesTitle'), most: 120 })}
			{second ? field(second) : null}
			{last.map(field)}
		</div>
	);
}
