import {
	assignDomains,
	changeRoles,
	readRights,
	roles,
	setCustomerAdmin,
	type User,
	userByEmail,
	users,
} from '@luvalla/contract/identity/users';
import type { customerDomainList } from '@luvalla/contract/tenancy/customers';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod';
import { useCall } from '#portal/lib/calls.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { notifySuccess } from '#portal/lib/notices.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import fields from '#portal/ui/form/fields.module.css';
import { TextField } from '#portal/ui/form/fields.tsx';
import { ManyField } from '#portal/ui/form/ManyField.tsx';
import { RightsList } from './RightsList.tsx';
import { useUserTexts } from './texts.ts';
import styles from './users.module.css';

/** Fields are named as the calls name them, so that a refused one finds its place. */
interface Values extends Record<string, unknown> {
	Roles: string[];
	PhoneNumber: string;
	/** Ids. */
	domains: string[];
	/** Ids of customers they are admin of, as the select keeps them. */
	adminOf: string[];
}
type Customers = z.infer<(typeof customerDomainList)['answer']>;

/** The call's own rules of the two fields a person can get wrong. */
const UserChange = z.object({ PhoneNumber: changeRoles.body.shape.PhoneNumber, domains: assignDomains.body.shape.domains });

const valuesOf = (row: User): Values => ({
	Roles: row.roles.toSorted(),
	PhoneNumber: row.PhoneNumber,
	domains: row.domains.map((one) => one.id),
	adminOf: row.customers.filter((one) => one.isCustomerAdmin).map((one) => String(one.id)),
});
const same = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((one) => b.includes(one));

/** What this form added and took, done to what stands now: what somebody else has changed since it was opened stays so. */
const merged = (now: readonly string[], before: readonly string[], after: readonly string[]): string[] => [
	...now.filter((one) => after.includes(one) || !before.includes(one)),
	...after.filter((one) => !before.includes(one) && !now.includes(one)),
];

/** Only taking DOMAIN_ADMIN away is about what customers gave; a label or a phone number is not. */
const keeping = (before: readonly string[], after: readonly string[]): { KeepGiven?: true } =>
	before.includes('DOMAIN_ADMIN') || after.includes('DOMAIN_ADMIN') ? {} : { KeepGiven: true };

/** Names of customers need not be unique, groups of a select have to be. */
const groupsOf = (customers: Customers) =>
	customers.map((one) => ({
		name:
			customers.filter((other) => other.customerName === one.customerName).length > 1
				? `${one.customerName} (${one.customerId})`
				: one.customerName,
		...one,
	}));

/**
 * Roles, phone number, domains and customer-admin rights of a user in one form. Each part has its own call; only what
 * differs from what stands now is sent, so that a second try after a failure goes on where the first one stopped.
 */
export function UserForm({ row, roleNames, customers }: { row: User; roleNames: readonly string[]; customers: Customers }) {
	const t = useUserTexts();
	const settings = { reload: [users, userByEmail, roles, readRights], quiet: true } as const;
	const setRoles = useCall(changeRoles, settings);
	const setDomains = useCall(assignDomains, settings);
	const setAdmin = useCall(setCustomerAdmin, settings);
	const read = useCall(userByEmail, { quiet: true });
	const [initial] = useState(() => valuesOf(row));
	const groups = groupsOf(customers);
	const save = async (values: Values) => {
		const { userName } = row;
		// Each call sets the whole: of a list that stands open for long an old role would come back.
		const now = valuesOf((await read.mutateAsync({ query: { email: userName } })).data);
		const wanted = (key: 'Roles' | 'domains' | 'adminOf') => merged(now[key], initial[key], values[key]);
		const [Roles, domains, adminOf] = [wanted('Roles').toSorted(), wanted('domains'), wanted('adminOf')];
		const PhoneNumber = values.PhoneNumber === initial.PhoneNumber ? now.PhoneNumber : values.PhoneNumber;
		if (!same(Roles, now.Roles) || PhoneNumber.trim() !== now.PhoneNumber)
			await setRoles.mutateAsync({ body: { UserName: userName, Roles, PhoneNumber, ...keeping(now.Roles, Roles) } });
		if (!same(domains, now.domains)) await setDomains.mutateAsync({ body: { userName, domains } });
		for (const { customerId } of customers) {
			const isCustomerAdmin = adminOf.includes(String(customerId));
			if (isCustomerAdmin !== now.adminOf.includes(String(customerId)))
				await setAdmin.mutateAsync({ body: { userName, isCustomerAdmin, customerId } });
		}
		notifySuccess(fixedText(changeRoles.success, currentLanguage()));
	};
	return (
		<DrawerForm<Values>
			initial={initial}
			schema={UserChange}
			labels={{ Roles: t('roles'), PhoneNumber: t('phone'), domains: t('domains'), adminOf: t('customerAdmin') }}
			onSave={save}
			saveLabel={t('save')}
		>
			{(form) => (
				<>
					<Checkbox.Group
						label={t('roles')}
						description={t('rolesHint')}
						inputWrapperOrder={['label', 'input', 'description', 'error']}
						classNames={{ label: fields.labelRow, description: fields.hint }}
						{...form.getInputProps('Roles')}
						onChange={(next) => form.setFieldValue('Roles', next.toSorted())}
					>
						<div className={styles.checks}>
							{roleNames.map((name) => (
								<Checkbox key={name} value={name} label={name} />
							))}
						</div>
					</Checkbox.Group>
					<TextField label={t('phone')} optional type="tel" autoComplete="off" {...form.getInputProps('PhoneNumber')} />
					<ManyField
						label={t('domains')}
						hint={t('domainsHint')}
						placeholder={t('domainsPick')}
						data={groups
							.filter((one) => one.domains.length > 0)
							.map((one) => ({
								group: one.name,
								items: one.domains.map(({ id, domain }) => ({ value: id, label: domain })),
							}))}
						{...form.getInputProps('domains')}
					/>
					<ManyField
						label={t('customerAdmin')}
						hint={t('customerAdminHint')}
						placeholder={t('customersPick')}
						data={groups.map((one) => ({ value: String(one.customerId), label: one.name }))}
						{...form.getInputProps('adminOf')}
					/>
					<RightsList row={row} />
				</>
			)}
		</DrawerForm>
	);
}
