/** An app on one of the customer's domains: its name, where it is, and as which application it signs people in. */
import { applications } from '@luvalla/contract/identity/applications';
import {
	addCustomerDomainApp,
	type CustomerDomainApp,
	changeCustomerDomainApp,
	customerDomainApps,
	NewCustomerDomainApp,
} from '@luvalla/contract/tenancy/apps';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import type { Form } from '#portal/ui/form/use-form.ts';
import { useAppTexts } from './texts.ts';

interface Values extends Record<string, unknown> {
	name: string;
	domainId: string;
	url: string;
	appId: string;
	isActive: boolean;
}

interface CustomerDomainAppFormProps {
	customerId: number;
	domains: readonly { id: string; domain: string }[];
	/** Null: a new one. */
	row: CustomerDomainApp | null;
}

/** What is sent. An empty address is the start page of the domain. */
const inputOf = ({ name, url, appId, isActive }: Values) => ({ name, url: url === '' ? undefined : url, appId: appId || null, isActive });
const changedOf = (row: CustomerDomainApp, values: Values) => {
	const input = inputOf(values);
	return { ...input, url: input.url ?? `https://${row.domainName}/`, id: row.id };
};

export function CustomerDomainAppForm({ customerId, domains, row }: CustomerDomainAppFormProps) {
	const t = useAppTexts();
	const settings = { reload: [customerDomainApps] };
	const add = useCall(addCustomerDomainApp, settings);
	const change = useCall(changeCustomerDomainApp, settings);
	const [only, ...more] = domains;
	return (
		<DrawerForm<Values>
			initial={{
				name: row?.name ?? '',
				domainId: row?.domainId ?? (more.length === 0 ? (only?.id ?? '') : ''),
				url: row?.url ?? '',
				appId: row?.appId ?? '',
				isActive: row?.isActive ?? true,
			}}
			schema={row ? changeCustomerDomainApp.body : NewCustomerDomainApp.extend({ domainId: z.uuid({ error: t('chooseDomain') }) })}
			toInput={(values) => (row ? changedOf(row, values) : { ...inputOf(values), domainId: values.domainId, customerId })}
			labels={{ name: t('name'), domainId: t('domain'), url: t('address'), appId: t('application'), isActive: t('on') }}
			onSave={(values) =>
				row
					? change.mutateAsync({ body: changedOf(row, values) })
					: add.mutateAsync({ body: { ...inputOf(values), domainId: values.domainId, customerId } })
			}
			saveLabel={row ? t('save') : t('add')}
			nothing={row ? undefined : addCustomerDomainApp.invalid}
		>
			{(form) => (
				<>
					<TextField label={t('name')} {...form.getInputProps('name')} />
					{row ? (
						<TextField label={t('domain')} hint={t('domainFixed')} value={row.letters ?? row.domainName} readOnly />
					) : (
						<SelectField
							label={t('domain')}
							hint={domains.length === 0 ? t('noDomain') : undefined}
							placeholder={t('chooseDomain')}
							data={domains.map((one) => ({ value: one.id, label: one.domain }))}
							searchable
							allowDeselect={false}
							{...form.getInputProps('domainId')}
						/>
					)}
					<TextField
						label={t('address')}
						hint={t('addressHint')}
						optional
						inputMode="url"
						autoCapitalize="off"
						spellCheck={false}
						{...form.getInputProps('url')}
					/>
					<ApplicationField customerId={customerId} form={form} />
					<SwitchField label={t('on')} hint={t('ownOnHint')} {...form.getInputProps('isActive', { type: 'checkbox' })} />
				</>
			)}
		</DrawerForm>
	);
}

/** One of the customer's applications, or none. */
function ApplicationField({ customerId, form }: { customerId: number; form: Form<Values> }) {
	const t = useAppTexts();
	const list = useQuery(asQuery(applications, { params: { customerId }, query: {} }));
	const field = form.getInputProps('appId');
	return (
		<SelectField
			label={t('application')}
			hint={t('applicationHint')}
			optional
			data={[
				{ value: '', label: t('chooseApplication') },
				...(list.data?.data ?? []).map((one) => ({ value: one.id, label: one.clientName })),
			]}
			searchable
			allowDeselect={false}
			{...field}
			error={list.isError ? t('applicationsFailed') : field.error}
		/>
	);
}
