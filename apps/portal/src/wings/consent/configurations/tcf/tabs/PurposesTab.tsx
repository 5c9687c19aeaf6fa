/** What is asked for: stacks, special features, legitimate interest, the site's own purposes, restrictions. */
import { type PublisherRestriction, RestrictionType } from '@luvalla/contract/consent/tcf';
import type { VendorList } from '@luvalla/contract/consent/vendor-lists';
import { Checkbox } from '@mantine/core';
import { SelectField, SwitchField } from '#portal/ui/fields.tsx';
import styles from '../../editor.module.css';
import type { TcfTabProps } from '../draft.ts';
import { useTcfTexts } from '../texts.ts';

/** Purposes that may rest on consent alone. */
const CONSENT_ONLY = [1, 3, 4, 5, 6];

const sorted = (ids: number[], id: number, on: boolean): number[] =>
	(on ? [...ids, id] : ids.filter((one) => one !== id)).sort((a, b) => a - b);

export function PurposesTab({ draft, edit, problem, list }: TcfTabProps & { list: VendorList | null }) {
	const t = useTcfTexts();
	const { config } = draft;
	const purposes = Object.values(list?.purposes ?? {});
	const own = config.publisherPurposes;
	const forAll = (purpose: number): PublisherRestriction | undefined =>
		config.publisherRestrictions.find((one) => one.purpose === purpose && one.vendors === 'all');
	const restrict = (purpose: number, value: string | null) =>
		edit((next) => {
			const type = RestrictionType.safeParse(Number(value));
			next.config.publisherRestrictions = [
				...next.config.publisherRestrictions.filter((one) => one.purpose !== purpose || one.vendors !== 'all'),
				...(value !== '' && type.success ? [{ purpose, type: type.data, vendors: 'all' as const }] : []),
			].sort((a, b) => a.purpose - b.purpose);
		});
	return (
		<div className={styles.fields}>
			<fieldset className={styles.set}>
				<legend>{t('stacks')}</legend>
				<p className={styles.quiet}>{t('stacksText')}</p>
				{Object.values(list?.stacks ?? {}).map(({ id, name }) => (
					<Checkbox
						key={id}
						label={name.trim()}
						checked={config.stacks.includes(id)}
						error={problem('stacks')}
						onChange={(event) => {
							const { checked } = event.currentTarget;
							edit((next) => {
								next.config.stacks = sorted(next.config.stacks, id, checked);
							});
						}}
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
						onChange={(event) => {
							const { checked } = event.currentTarget;
							edit((next) => {
								next.config.specialFeatures = sorted(next.config.specialFeatures, id, checked);
							});
						}}
					/>
				))}
			</fieldset>
			<SwitchField
				label={t('legitimateInterest')}
				hint={t('legitimateInterestText')}
				checked={config.legitimateInterest}
				onChange={(event) => {
					const { checked } = event.currentTarget;
					edit((next) => {
						next.config.legitimateInterest = checked;
					});
				}}
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
									onChange={(event) => {
										const { checked } = event.currentTarget;
										edit((next) => {
											next.config.publisherPurposes[kind] = sorted(next.config.publisherPurposes[kind], id, checked);
										});
									}}
								/>
							))}
					</fieldset>
				))}
			</fieldset>
			<fieldset className={styles.set}>
				<legend>{t('restrictions')}</legend>
				<p className={styles.quiet}>{t('restrictionsText')}</p>
				{purposes.map(({ id, name }) => (
					<SelectField
						key={id}
						label={`${t('restrict', { id })} · ${name.trim()}`}
						allowDeselect={false}
						data={[
							{ value: '', label: t('restrictNone') },
							{ value: '0', label: t('restrict0') },
							...(CONSENT_ONLY.includes(id)
								? []
								: [
										{ value: '1', label: t('restrict1') },
										{ value: '2', label: t('restrict2') },
									]),
						]}
						value={String(forAll(id)?.type ?? '')}
						onChange={(value) => restrict(id, value)}
					/>
				))}
			</fieldset>
		</div>
	);
}
