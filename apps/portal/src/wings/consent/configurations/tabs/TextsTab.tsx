/** Title and domain of the configuration, and the banner's texts in one language at a time. */
import type { BannerTexts, Language } from '@luvalla/contract/consent/light';
import { Checkbox, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useLanguage } from '#portal/lib/say.ts';
import { AreaField, SelectField, TextField } from '#portal/ui/fields.tsx';
import type { TabProps } from '../Editor.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';

interface TextsTabProps extends TabProps {
	domains: readonly { id: string; domain: string }[];
	/** It was published there: the domain stays. */
	fixedDomain: boolean;
}

const LENGTHS = {
	title: 120,
	body: 1200,
	refuse: 40,
	accept: 40,
	choose: 40,
	save: 40,
	choicesTitle: 120,
	alwaysOn: 40,
	reopen: 60,
} as const;
const BOTH: readonly Language[] = ['en', 'fi'];

export function TextsTab({ draft, edit, problem, domains, fixedDomain }: TextsTabProps) {
	const t = useConfigurationTexts();
	const own = useLanguage();
	const [chosen, setLanguage] = useState<Language>(own);
	const language = draft.config.languages.includes(chosen) ? chosen : (draft.config.languages[0] ?? 'en');
	const texts = draft.config.texts[language];
	const field = (key: keyof BannerTexts) => ({
		value: texts[key],
		error: problem(`texts.${language}.${key}`),
		lang: language,
		onChange: (event: { currentTarget: { value: string } }) => {
			const { value } = event.currentTarget;
			edit((next) => {
				next.config.texts[language][key] = value;
			});
		},
	});
	const nameOf = (one: Language) => (one === 'en' ? t('english') : t('finnish'));
	const firstName = nameOf(draft.config.languages[0] ?? 'en');
	// A language begins a sentence in English and not in Finnish.
	const ownName = own === 'fi' ? firstName.toLocaleLowerCase('fi') : firstName;
	const showLanguage = (one: Language, on: boolean) =>
		edit((next) => {
			next.config.languages = on ? [...next.config.languages, one] : next.config.languages.filter((other) => other !== one);
		});

	return (
		<div className={styles.fields}>
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
						checked={draft.config.languages.includes(one)}
						// One must stay.
						disabled={draft.config.languages.length === 1 && draft.config.languages[0] === one}
						onChange={(event) => showLanguage(one, event.currentTarget.checked)}
					/>
				))}
				{draft.config.languages.length > 1 ? <p className={styles.quiet}>{t('firstLanguage', { language: ownName })}</p> : null}
			</fieldset>
			{draft.config.languages.length > 1 ? (
				<SegmentedControl
					fullWidth
					aria-label={t('language')}
					value={language}
					onChange={(value) => setLanguage(value === 'fi' ? 'fi' : 'en')}
					data={draft.config.languages.map((one) => ({ value: one, label: nameOf(one) }))}
				/>
			) : null}
			<TextField label={t('textTitle')} maxLength={LENGTHS.title} {...field('title')} />
			<AreaField label={t('textBody')} maxLength={LENGTHS.body} {...field('body')} />
			<div className={styles.pair}>
				<TextField label={t('textRefuse')} maxLength={LENGTHS.refuse} {...field('refuse')} />
				<TextField label={t('textAccept')} maxLength={LENGTHS.accept} {...field('accept')} />
				<TextField label={t('textChoose')} maxLength={LENGTHS.choose} {...field('choose')} />
				<TextField label={t('textSave')} maxLength={LENGTHS.save} {...field('save')} />
			</div>
			<TextField label={t('textChoicesTitle')} maxLength={LENGTHS.choicesTitle} {...field('choicesTitle')} />
			<TextField label={t('textAlwaysOn')} maxLength={LENGTHS.alwaysOn} {...field('alwaysOn')} />
			<TextField label={t('textReopen')} maxLength={LENGTHS.reopen} {...field('reopen')} />
			<TextField label={t('textPolicyLabel')} optional maxLength={80} {...field('policyLabel')} />
			<TextField label={t('textPolicyUrl')} optional maxLength={500} hint={t('policyHint')} {...field('policyUrl')} />
		</div>
	);
}
