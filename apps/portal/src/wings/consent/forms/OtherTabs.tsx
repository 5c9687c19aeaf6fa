/** Look, letters, limits, and where a form leads. */
import { FormLanguage } from '@luvalla/contract/consent/forms';
import { Checkbox } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { languageTitle } from '#portal/lib/language-names.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import { Segmented } from '#portal/ui/Segmented.tsx';
import { BEGINNING } from './draft.ts';
import type { TabProps } from './Editor.tsx';
import styles from './editor.module.css';
import { useFormTexts } from './texts.ts';

const COLOURS = ['background', 'text', 'button', 'buttonText'] as const;
const isColour = (value: string): boolean => /^#[0-9a-f]{6}$/i.test(value);
const isGoal = (value: string): boolean => value === '' || /^https:\/\/[^\s/\\?#@]+([/?#][^\s\\]*)?$/.test(value);

/** Which languages there are, and which one is written. */
function Written({ config, language, change, choose }: TabProps) {
	const t = useFormTexts();
	const own = useLanguage();
	const label = useId();
	const toggle = (one: FormLanguage, on: boolean) => {
		const languages = on ? [...config.languages, one] : config.languages.filter((other) => other !== one);
		const texts = { ...config.texts, [one]: config.texts[one] ?? BEGINNING[one] };
		change({ languages, texts });
		choose(on ? one : (languages[0] ?? 'en'));
	};
	return (
		<div className={styles.languages}>
			<span id={label} className={styles.label}>
				{t('languages')}
			</span>
			{/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be one more frame */}
			<div role="group" aria-labelledby={label} className={styles.checks}>
				{FormLanguage.options.map((one) => (
					<Checkbox
						key={one}
						label={languageTitle(one, own)}
						checked={config.languages.includes(one)}
						disabled={config.languages.length === 1 && config.languages.includes(one)}
						onChange={({ currentTarget }) => toggle(one, currentTarget.checked)}
					/>
				))}
			</div>
			{config.languages.length > 1 ? (
				<Segmented label={t('writing')} options={config.languages} value={language} onChange={choose}>
					{(one) => one.toUpperCase()}
				</Segmented>
			) : null}
		</div>
	);
}

/** A tab whose fields are written in one language at a time. */
function WrittenTab({ children, ...tab }: TabProps & { children: ReactNode }) {
	return (
		<div className={styles.tab}>
			<Written {...tab} />
			{children}
		</div>
	);
}

/** The texts of the language that is written, and how they change. */
const writtenIn = ({ config, language, change }: TabProps) => {
	const texts = config.texts[language] ?? BEGINNING[language];
	const write = (part: Partial<typeof texts>) => change({ texts: { ...config.texts, [language]: { ...texts, ...part } } });
	return { texts, write };
};

export function LookTab(tab: TabProps) {
	const t = useFormTexts();
	const { config, change } = tab;
	const { texts, write } = writtenIn(tab);
	return (
		<WrittenTab {...tab}>
			<TextField
				lang={tab.language}
				label={t('brand')}
				maxLength={60}
				value={texts.brand}
				onChange={({ currentTarget }) => write({ brand: currentTarget.value })}
			/>
			<TextField
				lang={tab.language}
				label={t('heading')}
				maxLength={120}
				value={texts.title}
				onChange={({ currentTarget }) => write({ title: currentTarget.value })}
			/>
			<AreaField
				lang={tab.language}
				label={t('text')}
				minRows={2}
				maxLength={600}
				value={texts.text}
				onChange={({ currentTarget }) => write({ text: currentTarget.value })}
			/>
			<TextField
				lang={tab.language}
				label={t('button')}
				maxLength={40}
				value={texts.button}
				error={texts.button.trim() === '' ? t('write') : undefined}
				onChange={({ currentTarget }) => write({ button: currentTarget.value })}
			/>
			<div className={styles.colours}>
				{COLOURS.map((name) => (
					<TextField
						key={name}
						label={t(`colour_${name}`)}
						mono
						maxLength={7}
						value={config.look[name]}
						error={isColour(config.look[name]) ? undefined : t('colourWrong')}
						leftSection={
							<input
								type="color"
								className={styles.swatch}
								aria-label={t('pick', { name: t(`colour_${name}`) })}
								value={isColour(config.look[name]) ? config.look[name] : '#000000'}
								onChange={({ currentTarget }) => change({ look: { ...config.look, [name]: currentTarget.value } })}
							/>
						}
						onChange={({ currentTarget }) => change({ look: { ...config.look, [name]: currentTarget.value.trim().toLowerCase() } })}
					/>
				))}
			</div>
			<SwitchField
				label={t('beside')}
				hint={t('besideHint')}
				checked={config.look.beside}
				onChange={({ currentTarget }) => change({ look: { ...config.look, beside: currentTarget.checked } })}
			/>
		</WrittenTab>
	);
}

export function LettersTab(tab: TabProps) {
	const t = useFormTexts();
	const { texts, write } = writtenIn(tab);
	return (
		<WrittenTab {...tab}>
			<TextField
				lang={tab.language}
				label={t('subject')}
				maxLength={120}
				value={texts.subject}
				error={texts.subject.trim() === '' ? t('write') : undefined}
				onChange={({ currentTarget }) => write({ subject: currentTarget.value })}
			/>
			<AreaField
				lang={tab.language}
				label={t('letterText')}
				hint={t('letterHint')}
				minRows={4}
				maxLength={1000}
				value={texts.letter}
				onChange={({ currentTarget }) => write({ letter: currentTarget.value })}
			/>
			<p className="small flat">{t('letterFrom')}</p>
		</WrittenTab>
	);
}

const LIMITS = { letterDays: 30, lettersPerHour: 10_000, lettersPerNetwork: 1_000 } as const;

export function LimitsTab({ config, change }: TabProps) {
	const t = useFormTexts();
	return (
		<div className={styles.tab}>
			{(['letterDays', 'lettersPerHour', 'lettersPerNetwork'] as const).map((name) => (
				<TextField
					key={name}
					type="number"
					inputMode="numeric"
					min={1}
					max={LIMITS[name]}
					label={t(`limit_${name}`)}
					hint={t(`limit_${name}_hint`)}
					value={config.limits[name] === 0 ? '' : String(config.limits[name])}
					error={config.limits[name] >= 1 && config.limits[name] <= LIMITS[name] ? undefined : t('limitWrong', { most: LIMITS[name] })}
					onChange={({ currentTarget }) =>
						change({ limits: { ...config.limits, [name]: Math.trunc(Number(currentTarget.value.replace(/\D/g, ''))) } })
					}
				/>
			))}
			<p className="small flat">{t('limitsFixed')}</p>
		</div>
	);
}

export function AfterTab({ config, change }: TabProps) {
	const t = useFormTexts();
	return (
		<div className={styles.tab}>
			{(['asked', 'confirmed'] as const).map((name) => (
				<TextField
					key={name}
					type="url"
					label={t(`after_${name}`)}
					hint={t(`after_${name}_hint`)}
					placeholder="https://"
					maxLength={500}
					value={config.after[name]}
					error={isGoal(config.after[name]) ? undefined : t('afterWrong')}
					onChange={({ currentTarget }) => change({ after: { ...config.after, [name]: currentTarget.value.trim() } })}
				/>
			))}
		</div>
	);
}
