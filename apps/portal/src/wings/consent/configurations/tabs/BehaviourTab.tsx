/** When to ask again, what Google's tags may do, which versions, and everything as JSON. */
import { LightConfig } from '@luvalla/contract/consent/light';
import { REASK_NO_MONTHS as LEAST_NO_MONTHS } from '@luvalla/contract/constants';
import { Checkbox } from '@mantine/core';
import { useLanguage } from '#portal/lib/say.ts';
import { SelectField } from '#portal/ui/fields.tsx';
import { cleanMapper } from '../draft.ts';
import type { TabProps } from '../Editor.tsx';
import type { Parts } from '../EditorScreen.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';

const STORAGE = LightConfig.shape.consentMode.unwrap().valueType.element.options;
const MOST_MONTHS = 24;
const months = (least: number) => Array.from({ length: MOST_MONTHS - least + 1 }, (_, i) => String(least + i));

export function BehaviourTab({ draft, edit, problem, parts }: TabProps & { parts: Pick<Parts, 'sdkFiles' | 'bundles'> }) {
	const t = useConfigurationTexts();
	const language = useLanguage();
	const { reask, consentMode, categories } = draft.config;
	const allow = (key: string, type: (typeof STORAGE)[number], on: boolean) =>
		edit((next) => {
			const before = next.config.consentMode[key] ?? [];
			next.config.consentMode[key] = STORAGE.filter((one) => (one === type ? on : before.includes(one)));
		});
	const versions = (listed: readonly { version: string }[], own: string) =>
		[...new Set([own, ...listed.map((one) => one.version)])].filter(Boolean);
	return (
		<div className={styles.fields}>
			<fieldset className={styles.set}>
				<legend>{t('reask')}</legend>
				<div className={styles.pair}>
					<SelectField
						label={t('yesMonths')}
						data={months(1)}
						value={String(reask.yesMonths)}
						allowDeselect={false}
						error={problem('reask.yesMonths')}
						onChange={(value) =>
							edit((next) => {
								next.config.reask.yesMonths = Number(value);
							})
						}
					/>
					<SelectField
						label={t('noMonths')}
						hint={t('noMonthsHint')}
						data={months(LEAST_NO_MONTHS)}
						value={String(reask.noMonths)}
						allowDeselect={false}
						error={problem('reask.noMonths')}
						onChange={(value) =>
							edit((next) => {
								next.config.reask.noMonths = Number(value);
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
						<fieldset key={category.key} className={styles.allows}>
							<legend>{t('consentModeOf', { name: category.texts[language].name || category.key })}</legend>
							{STORAGE.map((type) => (
								<Checkbox
									key={type}
									label={<code>{type}</code>}
									checked={consentMode[category.key]?.includes(type) ?? false}
									onChange={(event) => allow(category.key, type, event.currentTarget.checked)}
								/>
							))}
						</fieldset>
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
