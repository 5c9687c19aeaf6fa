/** More of Google Consent Mode, of either kind of banner: how long tags wait, what they leave out, and where the default holds. */
import type { LightConfig } from '@luvalla/contract/consent/light';
import { useState } from 'react';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';
import type { TabPropsOf } from './draft.ts';

const codesOf = (text: string): string[] =>
	text
		.split(/[\s,]+/)
		.map((code) => code.toUpperCase())
		.filter(Boolean);

export function GoogleFields({ draft, edit, problem }: TabPropsOf<{ config: Pick<LightConfig, 'consentModeOptions' | 'geo'> }>) {
	const t = useConfigurationTexts();
	const { consentModeOptions: options, geo } = draft.config;
	// As typed; the draft has the codes.
	const [text, setText] = useState(() => options.regions.join(' '));
	const wrong = options.regions.findIndex((_, i) => problem(`consentModeOptions.regions.${i}`) !== undefined);
	const flag = (name: 'adsDataRedaction' | 'urlPassthrough') => ({
		checked: options[name],
		onChange: (event: { currentTarget: { checked: boolean } }) => {
			const { checked } = event.currentTarget;
			edit((next) => {
				next.config.consentModeOptions[name] = checked;
			});
		},
	});
	return (
		<fieldset className={styles.set}>
			<legend>{t('google')}</legend>
			<p className={styles.quiet}>{t('googleText')}</p>
			<TextField
				label={t('googleWait')}
				hint={t('googleWaitHint')}
				inputMode="numeric"
				maxLength={5}
				value={String(options.waitForUpdateMs)}
				error={problem('consentModeOptions.waitForUpdateMs')}
				onChange={(event) => {
					const ms = Number(event.currentTarget.value.replace(/\D/g, ''));
					edit((next) => {
						next.config.consentModeOptions.waitForUpdateMs = ms;
					});
				}}
			/>
			<SwitchField label={t('googleRedact')} hint={t('googleRedactHint')} {...flag('adsDataRedaction')} />
			<SwitchField label={t('googlePass')} hint={t('googlePassHint')} {...flag('urlPassthrough')} />
			<AreaField
				label={t('googleRegions')}
				optional
				mono
				minRows={2}
				hint={geo === 'everywhere' ? t('googleRegionsHint') : t('googleRegionsUnused')}
				value={text}
				error={
					wrong >= 0
						? `${options.regions[wrong]}: ${problem(`consentModeOptions.regions.${wrong}`)}`
						: problem('consentModeOptions.regions')
				}
				onChange={(event) => {
					const { value } = event.currentTarget;
					setText(value);
					edit((next) => {
						next.config.consentModeOptions.regions = codesOf(value);
					});
				}}
			/>
		</fieldset>
	);
}
