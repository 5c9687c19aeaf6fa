/** Puts an app of ours on one of the customer's hosts; of one that is there, its name and whether it is on. */
import {
	type AppKind,
	addFirstPartyApp,
	changeFirstPartyApp,
	type FirstPartyApp,
	firstPartyApps,
	NewFirstPartyApp,
} from '@luvalla/contract/tenancy/apps';
import { type CustomDomain, customDomains } from '@luvalla/contract/tenancy/custom-domains';
import { useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import type { Form } from '#portal/ui/form/use-form.ts';
import { OFFERED, useOffered } from '#portal/ui/form/use-offered.ts';
import { KINDS } from './apps.search.ts';
import { useAppTexts } from './texts.ts';

interface Values extends Record<string, unknown> {
	name: string;
	kind: AppKind;
	domainName: string;
	isActive: boolean;
}

const ABOUT = {
	'privacy-centre': 'aboutPrivacyCentre',
	'preference-page': 'aboutPreferencePage',
	'login-component': 'aboutLoginComponent',
} as const;

interface FirstPartyAppFormProps {
	customerId: number;
	/** Null: a new one. */
	row: FirstPartyApp | null;
}

export function FirstPartyAppForm({ customerId, row }: FirstPartyAppFormProps) {
	const t = useAppTexts();
	const settings = { reload: [firstPartyApps] };
	const add = useCall(addFirstPartyApp, settings);
	const change = useCall(changeFirstPartyApp, settings);
	const kinds = KINDS.map((value) => ({ value, label: t(value) }));
	return (
		<DrawerForm<Values>
			initial={{
				name: row?.name ?? '',
				kind: row?.kind ?? 'privacy-centre',
				domainName: row?.domainName ?? '',
				isActive: row ? row.status === 1 : true,
			}}
			schema={row ? changeFirstPartyApp.body : NewFirstPartyApp}
			toInput={(values) => (row ? changedOf(row, values) : { ...values, customerId })}
			labels={{ name: t('name'), kind: t('kind'), domainName: t('host'), isActive: t('on') }}
			onSave={(values) =>
				row ? change.mutateAsync({ body: changedOf(row, values) }) : add.mutateAsync({ body: { ...values, customerId } })
			}
			saveLabel={row ? t('save') : t('add')}
			nothing={row ? undefined : addFirstPartyApp.invalid}
		>
			{(form) => (
				<>
					<TextField label={t('name')} {...form.getInputProps('name')} />
					{row ? (
						<>
							<TextField label={t('kind')} hint={t('kindFixed')} value={t(row.kind)} readOnly />
							<TextField label={t('host')} hint={t('hostFixed')} value={row.letters ?? row.domainName} readOnly />
						</>
					) : (
						<>
							<SelectField
								label={t('kind')}
								hint={t(ABOUT[form.values.kind])}
								data={kinds}
								allowDeselect={false}
								{...form.getInputProps('kind')}
							/>
							<HostField customerId={customerId} form={form} />
						</>
					)}
					<SwitchField label={t('on')} hint={t('onHint')} {...form.getInputProps('isActive', { type: 'checkbox' })} />
				</>
			)}
		</DrawerForm>
	);
}

/** What is sent of a change: where it stays on or off nothing is said of that, since turning on asks for more. */
const changedOf = (row: FirstPartyApp, { name, isActive }: Values) => ({
	id: row.id,
	name,
	...(isActive === (row.status === 1) ? {} : { status: isActive ? (1 as const) : (0 as const) }),
});

/** One of the customer's custom domains. */
function HostField({ customerId, form }: { customerId: number; form: Form<Values> }) {
	const t = useAppTexts();
	const [chosen, setChosen] = useState<CustomDomain>();
	const nameOf = ({ domain, letters }: CustomDomain): string => letters ?? domain;
	const { first, isError, rows, hint, searched } = useOffered(
		(q) => asQuery(customDomains, { params: { id: customerId }, query: { page: 1, size: OFFERED, q } }),
		chosen,
		chosen && nameOf(chosen),
	);
	const field = form.getInputProps('domainName');
	return (
		<SelectField
			label={t('host')}
			hint={first.data?.data.length === 0 ? t('noHost') : `${t('hostHint')}${hint ? ` ${hint}` : ''}`}
			placeholder={t('chooseHost')}
			data={rows.map((one) => ({ value: one.domain, label: nameOf(one) }))}
			searchable
			{...searched}
			allowDeselect={false}
			{...field}
			onChange={(value: string | null) => {
				setChosen(rows.find(({ domain }) => domain === value));
				field.onChange(value);
			}}
			error={isError ? t('hostsFailed') : field.error}
		/>
	);
}
