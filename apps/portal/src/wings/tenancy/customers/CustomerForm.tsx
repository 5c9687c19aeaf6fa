import {
	addCustomer,
	type Customer,
	changeCustomer,
	currentCustomer,
	customerDomainList,
	customers,
} from '@luvalla/contract/tenancy/customers';
import { withTrimmedId } from '#portal/lib/business-id.ts';
import { useCall } from '#portal/lib/calls.ts';
import { browser } from '#portal/lib/client.ts';
import { rereadPlaces } from '#portal/lib/session.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import { useCustomerTexts } from './texts.ts';
import { WhoFields } from './WhoFields.tsx';

interface Values extends Record<string, unknown> {
	name: string;
	businessId: string;
	address: string;
	phone: string;
	countryCode: string;
	primaryEmail: string;
	useCM: boolean;
}

/** What is said of a new one: the country's code or nothing, the business ID trimmed. */
const detailsOf = (values: Values) => ({
	name: values.name,
	businessId: values.businessId.trim(),
	address: values.address,
	phone: values.phone,
	countryCode: values.countryCode,
	primaryEmail: values.primaryEmail,
});

/** Add (no row) or edit. The content-management switch is ADMIN's, and only on an existing customer. */
export function CustomerForm({ row }: { row: Customer | null }) {
	const t = useCustomerTexts();
	const person = usePerson();
	const saved = { reload: [customers, currentCustomer, customerDomainList], onSuccess: () => void rereadPlaces() };
	const add = useCall(addCustomer, saved);
	const change = useCall(changeCustomer, saved);
	const setsUseCM = row !== null && person.isAdmin;
	return (
		<DrawerForm<Values, Customer>
			initial={{
				name: row?.name ?? '',
				businessId: row?.businessId ?? '',
				address: row?.address ?? '',
				phone: row?.phone ?? '',
				countryCode: row?.countryCode ?? '',
				primaryEmail: row?.primaryEmail ?? '',
				useCM: row?.useCM ?? true,
			}}
			schema={row ? changeCustomer.body : addCustomer.body}
			labels={{
				name: t('name'),
				businessId: t('businessId'),
				countryCode: t('country'),
				primaryEmail: t('email'),
				phone: t('phone'),
				address: t('address'),
				...(setsUseCM ? { useCM: t('useCM') } : {}),
			}}
			toInput={(values) => ({ ...detailsOf(values), ...(row ? { id: row.id } : {}) })}
			onSave={async (values, changed) =>
				(
					await (row
						? change.mutateAsync({ body: { ...withTrimmedId(changed), id: row.id } })
						: add.mutateAsync({ body: detailsOf(values) }))
				).data
			}
			saveLabel={row ? t('save') : t('add')}
			// it is worked for from then on, so the page is loaded anew
			onward={row ? undefined : { label: t('addOnward'), go: ({ id }) => browser.go(`/customerdomains?id=new&customer=${id}`) }}
			nothing={row ? undefined : addCustomer.invalid}
		>
			{(form) => (
				<>
					<WhoFields values={form.values} input={form.getInputProps} onCountry={(code) => form.setFieldValue('countryCode', code)} />
					<TextField label={t('email')} optional type="email" {...form.getInputProps('primaryEmail')} />
					<TextField label={t('phone')} optional type="tel" {...form.getInputProps('phone')} />
					<AreaField label={t('address')} optional minRows={2} {...form.getInputProps('address')} />
					{setsUseCM ? (
						<SwitchField label={t('useCM')} hint={t('useCMHint')} {...form.getInputProps('useCM', { type: 'checkbox' })} />
					) : null}
				</>
			)}
		</DrawerForm>
	);
}
