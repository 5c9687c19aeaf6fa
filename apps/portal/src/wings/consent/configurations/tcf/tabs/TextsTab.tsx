/** Title and domain, and the texts that may be edited, in one language at a time. */
import type { Language } from '@luvalla/contract/consent/light';
import type { TcfTexts } from '@luvalla/contract/consent/tcf';
import { Checkbox, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useLanguage } from '#portal/lib/say.ts';
import { AreaField, SelectField, TextField } from '#portal/ui/fields.tsx';
import styles from '../../editor.module.css';
import { useConfigurationTexts } from '../../texts.ts';
import type { TcfTabProps } from '../draft.ts';
import { useTcfTexts } from '../texts.ts';

interface TextsTabProps extends TcfTabProps {
	domains: readonly { id: string; domain: string }[];
	/** It was published there: the domain stays. */
	fixedDomain: boolean;
	/** The framework's official Finnish texts are stored. */
	finnish: boolean;
}

const BOTH: readonly Language[] = ['en', 'fi'];

export function TextsTab({ draft, edit, problem, domains, fixedDomain, finnish }: TextsTabProps) {
	const t = useConfigurationTexts();
	const own = useTcfTexts();
	const [chosen, setLanguage] = useState<Language>(useLanguage());
	const { languages } = draft.config;
	const language = languages.includes(chosen) ? chosen : (languages[0] ?? 'en');
	const field = (key: keyof TcfTexts) => ({
		value: draft.config.texts[language][key],
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
				data={domains.map((one) => one.domain)}
				value={draft.domain || null}
				disabled={fixedDomain}
				allowDeselect={false}
				searchable
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
						description={one === 'fi' && !finnish ? own('tcf_official_texts') : undefined}
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
			</fieldset>
			{languages.length > 1 ? (
				<SegmentedControl
					fullWidth
					aria-label={t('language')}
					value={language}
					onChange={(value) => setLanguage(value === 'fi' ? 'fi' : 'en')}
					data={languages.map((one) => ({ value: one, label: nameOf(one) }))}
				/>
			) : null}
			<p className={styles.quiet}>{own('officialNote')}</p>
			<TextField label={t('textTitle')} maxLength={120} {...field('title')} />
			<AreaField label={own('textIntro')} optional maxLength={600} {...field('intro')} />
			<div className={styles.pair}>
				<TextField label={t('textRefuse')} maxLength={40} {...field('refuse')} />
				<TextField label={t('textAccept')} maxLength={40} {...field('accept')} />
				<TextField label={t('textChoose')} maxLength={40} {...field('choose')} />
				<TextField label={t('textSave')} maxLength={40} {...field('save')} />
			</div>
			<TextField label={t('textChoicesTitle')} maxLength={120} {...field('choicesTitle')} />
			<TextField label={t('textReopen')} maxLength={60} {...field('reopen')} />
			<TextField label={t('textPolicyLabel')} optional maxLength={80} {...field('policyLabel')} />
			<TextField label={t('textPolicyUrl')} optional maxLength={500} hint={t('policyHint')} {...field('policyUrl')} />
		</div>
	);
}
