/** What Google's tags may do before and after a choice, and whether known tags are stopped. */
import '@mantine/core/styles/Radio.layer.css';
import { LightConfig } from '@luvalla/contract/consent/light';
import { Checkbox, Radio } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useLanguage } from '#portal/lib/say.ts';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import { GoogleFields } from '../../editing/GoogleFields.tsx';
import { useStorageTypes } from '../../editing/storage-types.ts';
import styles from '../../editor.module.css';
import { nameIn } from '../../place.ts';
import { useConfigurationTexts } from '../../texts.ts';
import type { LightTabProps } from '../kind.ts';

const STORAGE = LightConfig.shape.consentMode.unwrap().valueType.element.options;

export function ConsentModeFields({ draft, edit, problem }: LightTabProps) {
	const t = useConfigurationTexts();
	const about = useStorageTypes();
	const language = useLanguage();
	const { consentMode, consentModeKind, blockKnown, categories, languages } = draft.config;
	const allow = (key: string, type: (typeof STORAGE)[number], on: boolean) =>
		edit((next) => {
			const before = next.config.consentMode[key] ?? [];
			next.config.consentMode[key] = STORAGE.filter((one) => (one === type ? on : before.includes(one)));
		});
	return (
		<fieldset className={styles.set}>
			<legend>{t('consentMode')}</legend>
			<p className={styles.quiet}>{t('consentModeHint')}</p>
			<Radio.Group
				label={t('modeKind')}
				value={consentModeKind}
				onChange={(value) =>
					edit((next) => {
						next.config.consentModeKind = value === 'advanced' ? 'advanced' : 'basic';
					})
				}
			>
				<Radio mt="xs" value="basic" label={t('modeBasic')} description={t('modeBasicText')} classNames={{ description: styles.radio }} />
				<Radio
					mt="xs"
					value="advanced"
					label={t('modeAdvanced')}
					description={t('modeAdvancedText')}
					classNames={{ description: styles.radio }}
				/>
			</Radio.Group>
			{consentModeKind === 'advanced' ? (
				<p className={styles.warning} role="note">
					<IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
					{t('modeAdvancedWarning')}
				</p>
			) : null}
			{categories
				.filter((category) => !category.necessary)
				.map((category) => (
					<fieldset key={category.key} className={styles.allows}>
						<legend>{t('consentModeOf', { name: nameIn(category.texts, [language, ...languages]) || category.key })}</legend>
						{STORAGE.map((type) => (
							<Checkbox
								key={type}
								label={
									<>
										{about[type]} <code>{type}</code>
									</>
								}
								checked={consentMode[category.key]?.includes(type) ?? false}
								onChange={(event) => allow(category.key, type, event.currentTarget.checked)}
							/>
						))}
					</fieldset>
				))}
			<GoogleFields draft={draft} edit={edit} problem={problem} />
			<SwitchField
				label={t('blockKnown')}
				hint={t('blockKnownHint')}
				checked={blockKnown}
				onChange={({ currentTarget: { checked } }) =>
					edit((next) => {
						next.config.blockKnown = checked;
					})
				}
			/>
		</fieldset>
	);
}
