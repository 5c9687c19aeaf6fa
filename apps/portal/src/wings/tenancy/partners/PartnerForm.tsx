import { addPartner, changePartner, type Partner, partners, readPartner } from '@luvalla/contract/tenancy/partners';
import { withTrimmedId } from '#portal/lib/business-id.ts';
import { useCall } from '#portal/lib/calls.ts';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { CountryField } from '#portal/ui/form/CountryField.tsx';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { usePartnerTexts } from './texts.ts';

interface Values extends Record<string, unknown> {
	name: string;
	countryCode: string;
	businessId: string;
	detail: string;
}

/** Add (no row) or edit a partner's own details. */
export function PartnerForm({ row }: { row: Partner | null }) {
	const t = usePartnerTexts();
	const reload = [partners, readPartner];
	const add = useCall(addPartner, { reload });
	const change = useCall(changePartner, { reload });
	return (
		<DrawerForm<Values>
			initial={{
				name: row?.name ?? '',
				countryCode: row?.countryCode ?? '',
				businessId: row?.businessId ?? '',
				detail: row?.detail ?? '',
			}}
			schema={row ? changePartner.body : addPartner.body}
			toInput={(values) => (row ? { id: row.id, ...values } : values)}
			labels={{ name: t('name'), countryCode: t('country'), businessId: t('businessId'), detail: t('detail') }}
			onSave={(values, changed) =>
				row
					? change.mutateAsync({ body: { id: row.id, ...withTrimmedId(changed) } })
					: add.mutateAsync({ body: { ...withTrimmedId(values), isActive: true } })
			}
			saveLabel={row ? t('save') : t('add')}
		>
			{(form) => (
				<>
					<TextField label={t('name')} {...form.getInputProps('name')} />
					<CountryField
						label={t('country')}
						placeholder={t('chooseCountry')}
						{...form.getInputProps('countryCode')}
						onChange={(code) => form.setFieldValue('countryCode', code)}
					/>
					<TextField label={t('businessId')} optional {...form.getInputProps('businessId')} />
					<AreaField label={t('detail')} hint={t('detailHint')} optional minRows={2} {...form.getInputProps('detail')} />
				</>
			)}
		</DrawerForm>
	);
}
