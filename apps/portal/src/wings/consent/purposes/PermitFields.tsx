/** What a purpose permits: that opens and clicks are kept, or messages, on which basis and by which channels. */
import { BASES, type Basis, DUTIES, SEGMENT_BASES } from '@luvalla/contract/consent/purposes';
import { segments } from '@luvalla/contract/profiles/segments';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { useSay } from '#portal/lib/say.ts';
import { basisNames } from '#portal/ui/bases.ts';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import type { Form } from '#portal/ui/form/use-form.ts';
import { ChannelsField } from './ChannelsField.tsx';
import { channelsOn, type PermitValues } from './permits.ts';
import styles from './purposes.module.css';
import { usePurposeTexts } from './texts.ts';

/** What each basis means for whoever answers for it. */
const MEANING = {
	consent: 'byConsent',
	'existing customer': 'byCustomer',
	'business recipient': 'byBusiness',
	'post without objection': 'byPost',
	'strictly necessary': 'byNecessity',
	contract: 'byContract',
} as const satisfies Record<Basis, string>;

interface PermitFieldsProps<V extends PermitValues> {
	form: Form<V>;
	customerId: number;
	/** Null while none is chosen. */
	domainId: string | null;
}

export function PermitFields<V extends PermitValues>({ form, customerId, domainId }: PermitFieldsProps<V>) {
	const t = usePurposeTexts();
	const say = useSay();
	const { tracks, basis, channels } = form.values;
	const set = (values: Partial<PermitValues>) => form.setValues(values as Partial<V>);
	return (
		<>
			<h3 className={styles.heading}>{t('permits')}</h3>
			<SwitchField
				label={t('tracks')}
				hint={t('tracksHint')}
				error={form.errors.tracks}
				checked={tracks}
				onChange={({ currentTarget }) => set({ tracks: currentTarget.checked })}
			/>
			{tracks ? null : (
				<>
					<SelectField
						label={t('permitsBy')}
						hint={t(MEANING[basis])}
						data={BASES.map((one) => ({ value: one, label: say(basisNames[one]) }))}
						allowDeselect={false}
						{...form.getInputProps('basis')}
					/>
					{SEGMENT_BASES.includes(basis) ? <WhomField form={form} customerId={customerId} domainId={domainId} /> : null}
					<ChannelsField
						value={channels.filter((one) => channelsOn(basis).includes(one))}
						of={channelsOn(basis)}
						hint={t(basis === 'consent' ? 'channelsHint' : DUTIES.includes(basis) ? 'channelsDuty' : 'channelsUntilNo')}
						error={form.errors.channels}
						onChange={(chosen) => set({ channels: chosen })}
					/>
				</>
			)}
		</>
	);
}

/** The segment of those whom a basis holds for. */
function WhomField<V extends PermitValues>({ form, customerId, domainId }: PermitFieldsProps<V>) {
	const t = usePurposeTexts();
	const list = useQuery({ ...asQuery(segments, { query: {} }, { customerId, domainId }), enabled: domainId !== null });
	const usable = (list.data?.data ?? []).filter((one) => one.isActive);
	const hint = list.isError
		? 'whomFailed'
		: domainId === null
			? 'whomFirst'
			: list.isSuccess && usable.length === 0
				? 'whomNone'
				: 'whomHint';
	return (
		<SelectField
			label={t('whom')}
			hint={t(hint)}
			data={usable.map((one) => ({ value: one.id, label: one.name }))}
			allowDeselect={false}
			searchable={usable.length > 10}
			{...form.getInputProps('basisSegment')}
		/>
	);
}
