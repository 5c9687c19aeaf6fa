/** When to ask again, what Google's tags may do, which versions, and everything as JSON. */
import { LightConfig } from '@luvalla/contract/consent/light';
import { MultiSelect, NumberInput } from '@mantine/core';
import { useLanguage } from '#portal/lib/say.ts';
import { SelectField } from '#portal/ui/fields.tsx';
import { cleanMapper } from '../draft.ts';
import type { TabProps } from '../Editor.tsx';
import type { Parts } from '../EditorScreen.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';

const STORAGE = LightConfig.shape.consentMode.unwrap().valueType.element.options;

export function BehaviourTab({ draft, edit, problem, parts }: TabProps & { parts: Pick<Parts, 'sdkFiles' | 'bundles'> }) {
	const t = useConfigurationTexts();
	const language = useLanguage();
	const { reask, consentMode, categories } = draft.config;
	const versions = (listed: readonly { version: string }[], own: string) =>
		[...new Set([own, ...listed.map((one) => one.version)])].filter(Boolean);
	return (
		<div className={styles.fields}>
			<fieldset className={styles.set}>
				<legend>{t('reask')}</legend>
				<div className={styles.pair}>
					<NumberInput
						label={t('yesMonths')}
						min={1}
						max={24}
						allowDecimal={false}
						clampBehavior="strict"
						value={reask.yesMonths}
						error={problem('reask.yesMonths')}
						onChange={(value) =>
							edit((next) => {
								if (typeof value === 'number') next.config.reask.yesMonths = value;
							})
						}
					/>
					<NumberInput
						label={t('noMonths')}
						description={t('noMonthsHint')}
						inputWrapperOrder={['label', 'input', 'description', 'error']}
						min={6}
						max={24}
						allowDecimal={false}
						clampBehavior="blur"
						value={reask.noMonths}
						error={problem('reask.noMonths')}
						onChange={(value) =>
							edit((next) => {
								if (typeof value === 'number') next.config.reask.noMonths = value;
							})
						}
					/>
				</div>
			</fieldset>
			<fieldset className={styles.set}>
				<legend>{t('consentMode')}</legend>
				<p className={styles.quiet}>{t('consentModeHint')}</p>
				{categories
					.filter((category) => !category.necessary)
					.map((category) => (
						<MultiSelect
							key={category.key}
							label={t('consentModeOf', { name: category.texts[language].name || category.key })}
							data={STORAGE}
							value={consentMode[category.key] ?? []}
							onChange={(values) =>
								edit((next) => {
									next.config.consentMode[category.key] = STORAGE.filter((one) => values.includes(one));
								})
							}
						/>
					))}
			</fieldset>
			<fieldset className={styles.set}>
				<legend>{t('versions')}</legend>
				<p className={styles.quiet}>{t('versionsHint')}</p>
				<div className={styles.pair}>
					<SelectField
						label={t('sdkVersion')}
						mono
						data={versions(parts.sdkFiles, draft.sdkVersion)}
						value={draft.sdkVersion}
						allowDeselect={false}
						onChange={(value) =>
							edit((next) => {
								next.sdkVersion = value ?? next.sdkVersion;
							})
						}
					/>
					<SelectField
						label={t('bundleVersion')}
						mono
						data={versions(parts.bundles, draft.bundleVersion)}
						value={draft.bundleVersion}
						allowDeselect={false}
						onChange={(value) =>
							edit((next) => {
								next.bundleVersion = value ?? next.bundleVersion;
							})
						}
					/>
				</div>
			</fieldset>
			<details className={styles.json}>
				<summary>{t('json')}</summary>
				{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard */}
				<pre tabIndex={0}>{JSON.stringify({ config: draft.config, mapper: cleanMapper(draft) }, null, 2)}</pre>
			</details>
		</div>
	);
}
