/** Where and when it asks, the country of the publisher, which versions, and everything as JSON. */
import { GeoRule } from '@luvalla/contract/consent/light';
import { SelectField, TextField } from '#portal/ui/fields.tsx';
import styles from '../../editor.module.css';
import { useConfigurationTexts } from '../../texts.ts';
import { cleanTcfMapper, type TcfTabProps } from '../draft.ts';
import type { TcfParts } from '../TcfEditorScreen.tsx';
import { useTcfTexts } from '../texts.ts';

const months = (least: number, most = 13) => Array.from({ length: most - least + 1 }, (_, i) => String(least + i));
const LEAST_NO_MONTHS = 6;

export function BehaviourTab({ draft, edit, problem, parts }: TcfTabProps & { parts: Pick<TcfParts, 'sdkFiles' | 'bundles'> }) {
	const t = useConfigurationTexts();
	const own = useTcfTexts();
	const { config } = draft;
	const rules: Record<GeoRule, string> = { everywhere: own('whereEverywhere'), eea: own('whereEea'), 'us-optout': own('whereUs') };
	const versions = (listed: readonly { version: string }[], now: string) =>
		[...new Set([now, ...listed.map((one) => one.version)])].filter(Boolean);
	return (
		<div className={styles.fields}>
			<SelectField
				label={own('where')}
				data={GeoRule.options.map((value) => ({ value, label: rules[value] }))}
				value={config.geo}
				allowDeselect={false}
				onChange={(value) => {
					const rule = GeoRule.safeParse(value);
					if (rule.success)
						edit((next) => {
							next.config.geo = rule.data;
						});
				}}
			/>
			<TextField
				label={own('country')}
				hint={own('countryHint')}
				mono
				maxLength={2}
				value={config.publisherCountry}
				error={problem('publisherCountry')}
				onChange={(event) => {
					const { value } = event.currentTarget;
					edit((next) => {
						next.config.publisherCountry = value.toUpperCase();
					});
				}}
			/>
			<fieldset className={styles.set}>
				<legend>{t('reask')}</legend>
				<div className={styles.pair}>
					{(['yesMonths', 'noMonths'] as const).map((name) => (
						<SelectField
							key={name}
							label={name === 'yesMonths' ? own('yesMonths') : t('noMonths')}
							hint={name === 'noMonths' ? t('noMonthsHint') : undefined}
							data={months(name === 'yesMonths' ? 1 : LEAST_NO_MONTHS)}
							value={String(config.reask[name])}
							allowDeselect={false}
							error={problem(`reask.${name}`)}
							onChange={(value) =>
								edit((next) => {
									next.config.reask[name] = Number(value);
								})
							}
						/>
					))}
				</div>
			</fieldset>
			<TextField
				label={own('storageDays')}
				inputMode="numeric"
				maxLength={3}
				value={String(config.storageDays)}
				error={problem('storageDays')}
				onChange={(event) => {
					const days = Number(event.currentTarget.value.replace(/\D/g, ''));
					edit((next) => {
						next.config.storageDays = days;
					});
				}}
			/>
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
				<pre tabIndex={0}>{JSON.stringify({ config, mapper: cleanTcfMapper(draft.mapper) }, null, 2)}</pre>
			</details>
		</div>
	);
}
