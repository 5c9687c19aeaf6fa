/** What is asked for: stacks, special features, legitimate interest, the site's own purposes. */
import { CONSENT_ONLY } from '@luvalla/banner/tcf/list';
import type { VendorList } from '@luvalla/contract/consent/vendor-lists';
import { Checkbox } from '@mantine/core';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import styles from '../../editor.module.css';
import type { TcfTabProps } from '../kind.ts';
import { useTcfTexts } from '../texts.ts';

const sorted = (ids: number[], id: number, on: boolean): number[] =>
	(on ? [...ids, id] : ids.filter((one) => one !== id)).sort((a, b) => a - b);

export function PurposesTab({ draft, edit, problem, list }: TcfTabProps & { list: VendorList | null }) {
	const t = useTcfTexts();
	const { config } = draft;
	const purposes = Object.values(list?.purposes ?? {});
	const own = config.publisherPurposes;
	return (
		<div className="stack-16">
			<fieldset className={styles.set}>
				<legend>{t('stacks')}</legend>
				<p className={styles.quiet}>{t('stacksText')}</p>
				{Object.values(list?.stacks ?? {}).map(({ id, name }) => (
					<Checkbox
						key={id}
						label={name.trim()}
						checked={config.stacks.includes(id)}
						error={problem('stacks')}
						onChange={({ currentTarget: { checked } }) =>
							edit((next) => {
								next.config.stacks = sorted(next.config.stacks, id, checked);
							})
						}
					/>
				))}
			</fieldset>
			<fieldset className={styles.set}>
				<legend>{t('specialFeatures')}</legend>
				<p className={styles.quiet}>{t('specialFeaturesText')}</p>
				{Object.values(list?.specialFeatures ?? {}).map(({ id, name }) => (
					<Checkbox
						key={id}
						label={name.trim()}
						checked={config.specialFeatures.includes(id)}
						onChange={({ currentTarget: { checked } }) =>
							edit((next) => {
								next.config.specialFeatures = sorted(next.config.specialFeatures, id, checked);
							})
						}
					/>
				))}
			</fieldset>
			<SwitchField
				label={t('legitimateInterest')}
				hint={t('legitimateInterestText')}
				checked={config.legitimateInterest}
				onChange={({ currentTarget: { checked } }) =>
					edit((next) => {
						next.config.legitimateInterest = checked;
					})
				}
			/>
			<fieldset className={styles.set}>
				<legend>{t('publisherPurposes')}</legend>
				<p className={styles.quiet}>{t('publisherPurposesText')}</p>
				{(['consents', 'legitimateInterests'] as const).map((kind) => (
					<fieldset key={kind} className={styles.allows}>
						<legend>{kind === 'consents' ? t('byConsent') : t('byInterest')}</legend>
						{purposes
							.filter(({ id }) => kind === 'consents' || !CONSENT_ONLY.includes(id))
							.map(({ id, name }) => (
								<Checkbox
									key={id}
									label={`${id} · ${name.trim()}`}
									checked={own[kind].includes(id)}
									onChange={({ currentTarget: { checked } }) =>
										edit((next) => {
											next.config.publisherPurposes[kind] = sorted(next.config.publisherPurposes[kind], id, checked);
										})
									}
								/>
							))}
					</fieldset>
				))}
			</fieldset>
		</div>
	);
}
