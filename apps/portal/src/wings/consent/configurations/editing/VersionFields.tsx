/** Which builds of loader and banner are published. */
import { SelectField } from '#portal/ui/form/fields.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';
import type { TabPropsOf } from './draft.ts';
import type { Versions } from './LoadedEditor.tsx';

type VersionProps = Omit<TabPropsOf<{ sdkVersion: string; bundleVersion: string }>, 'problem'> & { parts: Versions };

export function VersionFields({ draft, edit, parts }: VersionProps) {
	const t = useConfigurationTexts();
	const fields = [
		{ name: 'sdkVersion', label: t('sdkVersion'), listed: parts.sdkFiles },
		{ name: 'bundleVersion', label: t('bundleVersion'), listed: parts.bundles },
	] as const;
	return (
		<fieldset className={styles.set}>
			<legend>{t('versions')}</legend>
			<p className={styles.quiet}>{t('versionsHint')}</p>
			<div className={styles.pair}>
				{fields.map(({ name, label, listed }) => (
					<SelectField
						key={name}
						label={label}
						mono
						// An older version that is not built any more stays what it is.
						data={[...new Set([draft[name], ...listed.map((one) => one.version)])].filter(Boolean)}
						value={draft[name]}
						allowDeselect={false}
						onChange={(value) =>
							edit((next) => {
								next[name] = value ?? next[name];
							})
						}
					/>
				))}
			</div>
		</fieldset>
	);
}
