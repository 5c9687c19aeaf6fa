/** Title and domain of the configuration, and the banner's texts in one language at a time. */
import type { LanguageWords } from '@luvalla/banner/languages/words';
import { BannerLanguage, type InLanguages } from '@luvalla/contract/consent/languages';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { inLanguage } from '#portal/lib/language-names.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';
import { languageOf, type TabPropsOf } from './draft.ts';
import { type Defaults, lookedAt, type Speaking, unwritten } from './filling.ts';
import { LanguageChoice } from './LanguageChoice.tsx';
import { LanguagesField } from './LanguagesField.tsx';
import { Marked, readingOf } from './TextMark.tsx';

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
type Common =
	| 'title'
	| 'refuse'
	| 'accept'
	| 'choose'
	| 'save'
	| 'choicesTitle'
	| 'reopen'
	| 'policyLabel'
	| 'policyUrl'
	| 'ownDataLabel'
	| 'ownDataUrl';

/** Where visitors see and control what is kept of them, unless the customer has a page of its own for it. */
const OWN_DATA_PAGE = `${location.origin}/profile/privacy`;

interface Texts<Key extends string> {
	title: string;
	domain: string;
	config: Omit<Speaking, 'texts'> & { texts: InLanguages<Record<Common | Key, string>> };
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
	/** What is said of a language below its name. */
	about?: (language: BannerLanguage) => string | undefined;
	/** What a language offers for this kind of banner. */
	defaults: (words: LanguageWords) => Defaults;
	/** Above the texts. */
	note?: ReactNode;
}

export function TextsTab<Key extends string>(props: TextsTabProps<Key>) {
	const { draft, edit, problem, domains, fixedDomain, language: chosen, onLanguage, wrong, body, second, about, defaults, note } = props;
	const t = useConfigurationTexts();
	const own = useLanguage();
	const { languages } = draft.config;
	const placeOf = (one: BannerLanguage) => (languages.includes(one) ? languages.indexOf(one) : languages.length);
	// A language that is not shown is saved too: its refused text has to be reached.
	const choices = BannerLanguage.options
		.filter((one) => languages.includes(one) || wrong.some((path) => path.startsWith('texts.') && languageOf(path) === one))
		.sort((a, b) => placeOf(a) - placeOf(b));
	const language = choices.includes(chosen) ? chosen : (languages[0] ?? 'en');
	const form = useRef<HTMLDivElement>(null);
	/** Shows a language's texts and goes to the first that is refused. */
	const seek = (one: BannerLanguage) => {
		flushSync(() => onLanguage(one));
		form.current?.querySelector<HTMLElement>('[lang][aria-invalid="true"]')?.focus();
	};
	const marked = draft.config.unchecked[language] ?? [];
	const waiting = marked.length;
	const field = ({ key, label, most, hint, optional, long }: TextLine<Common | Key>) => {
		const Field = long ? AreaField : TextField;
		return (
			<Marked key={key} label={label} marked={marked.includes(key)} onRight={() => edit((next) => lookedAt(next.config, language, key))}>
				<Field
					label={label}
					hint={hint}
					optional={optional}
					maxLength={most}
					lang={language}
					{...readingOf(language)}
					value={draft.config.texts[language]?.[key] ?? ''}
					error={problem(`texts.${language}.${key}`)}
					onChange={(event: { currentTarget: { value: string } }) => {
						const { value } = event.currentTarget;
						edit((next) => {
							const own = next.config.texts[language];
							// Whoever writes the link's text finds its address there already, and loses it with the text.
							if (own && key === 'ownDataLabel' && !own.ownDataLabel && !own.ownDataUrl) own.ownDataUrl = OWN_DATA_PAGE;
							if (own && key === 'ownDataLabel' && value === '' && own.ownDataUrl === OWN_DATA_PAGE) own.ownDataUrl = '';
							if (own) own[key] = value;
							lookedAt(next.config, language, key);
						});
					}}
				/>
			</Marked>
		);
	};
	const { buttons, last } = useCommonLines();
	const labels = new Map<string, string>(
		[
			{ key: 'title', label: t('textTitle') },
			body,
			...buttons,
			{ key: 'choicesTitle', label: t('textChoicesTitle') },
			...(second ? [second] : []),
			...last,
		].map(({ key, label }) => [key, label]),
	);
	/** Texts that only the customer can write in this language. */
	const yours = unwritten(draft.config, language).flatMap((key) => labels.get(key) ?? []);

	return (
		<div className="stack-16" ref={form}>
			<NameFields {...{ draft, edit, problem, domains, fixedDomain }} />
			<LanguagesField draft={draft} edit={edit} problem={problem} defaults={defaults} about={about} onAdded={onLanguage} />
			<LanguageChoice
				languages={choices}
				value={language}
				onChange={onLanguage}
				wrong={wrong.filter((path) => path.startsWith('texts.'))}
				onSeek={seek}
			/>
			{note}
			{waiting > 0 ? (
				<div className={styles.checking}>
					<p>{t('waiting', { count: waiting, where: inLanguage(language, own) })}</p>
					<Button variant="default" size="xs" flex="none" onClick={() => edit((next) => lookedAt(next.config, language))}>
						{t('allRight')}
					</Button>
				</div>
			) : null}
			{yours.length > 0 ? (
				<p className={styles.warning} role="note">
					<IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
					{t('yours', { where: inLanguage(language, own), fields: yours.join(', '), lead: inLanguage(languages[0] ?? 'en', own) })}
				</p>
			) : null}
			{field({ key: 'title', label: t('textTitle'), most: 120 })}
			{field(body)}
			<div className={styles.pair}>{buttons.map(field)}</div>
			{field({ key: 'choicesTitle', label: t('textChoicesTitle'), most: 120 })}
			{second ? field(second) : null}
			{last.map(field)}
		</div>
	);
}

/** Texts that every banner has. */
function useCommonLines() {
	const t = useConfigurationTexts();
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
		{ key: 'ownDataLabel', label: t('textOwnDataLabel'), most: 80, optional: true, hint: t('ownDataHint') },
		{ key: 'ownDataUrl', label: t('textOwnDataUrl'), most: 500, optional: true, hint: t('policyHint') },
	];
	return { buttons, last };
}

type NameFieldsProps = TabPropsOf<{ title: string; domain: string }> & Pick<TextsProps, 'domains' | 'fixedDomain'>;

/** How the configuration is called, and where it is for. */
function NameFields({ draft, edit, problem, domains, fixedDomain }: NameFieldsProps) {
	const t = useConfigurationTexts();
	return (
		<>
			<TextField
				label={t('titleField')}
				hint={t('titleHint')}
				maxLength={120}
				value={draft.title}
				error={problem('title')}
				onChange={({ currentTarget: { value } }) =>
					edit((next) => {
						next.title = value;
					})
				}
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
		</>
	);
}
