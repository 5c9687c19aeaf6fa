/** Where and when to ask, what Google's tags may do, who shares the choice, and which versions. */
import { REASK_NO_MONTHS as LEAST_NO_MONTHS } from '@luvalla/contract/constants';
import { SelectField } from '#portal/ui/fields.tsx';
import type { TabProps } from '../Editor.tsx';
import type { Parts } from '../EditorScreen.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';
import { ConsentModeFields } from './ConsentModeFields.tsx';
import { JoinedFields } from './JoinedFields.tsx';
import { WhereFields } from './WhereFields.tsx';

const MOST_MONTHS = 24;
const months = (least: number) => Array.from({ length: MOST_MONTHS - least + 1 }, (_, i) => String(least + i));

export function BehaviourTab({ draft, edit, problem, parts }: TabProps & { parts: Pick<Parts, 'sdkFiles' | 'bundles'> }) {
	const t = useConfigurationTexts();
	const { reask } = draft.config;
	const versions = (listed: readonly { version: string }[], own: string) =>
		[...new Set([own, ...listed.map((one) => one.version)])].filter(Boolean);
	return (
		<div className={styles.fields}>
			<WhereFields draft={draft} edit={edit} problem={problem} />
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
			<ConsentModeFields draft={draft} edit={edit} />
			<JoinedFields draft={draft} edit={edit} problem={problem} />
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
		</div>
	);
}
