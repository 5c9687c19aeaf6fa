import '#portal/theme/select-styles.ts';
import '@mantine/core/styles/Radio.layer.css';
import { INVITE_DAYS } from '@luvalla/contract/constants';
import { customerDomainList } from '@luvalla/contract/tenancy/customers';
import { invite, invites } from '@luvalla/contract/tenancy/invites';
import { MultiSelect, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import { FieldError, TextField } from '#portal/ui/form/fields.tsx';
import styles from './team.module.css';
import { useTeamTexts } from './texts.ts';

interface Values extends Record<string, unknown> {
	email: string;
	role: string;
	domains: string[];
}
const hinted = { description: styles.roleHint };
const Role = invite.body.shape.role;

/** Email, role, and for a domain admin the domains. */
export function InviteForm({ customerId }: { customerId: number }) {
	const t = useTeamTexts();
	const send = useCall(invite, { reload: [invites], warns: true, scope: { customerId } });
	const listed = useQuery(asQuery(customerDomainList, {}));
	const domains = listed.data?.data.find((one) => one.customerId === customerId)?.domains ?? [];
	const isDomainAdmin = (role: string) => role === 'domainAdmin';
	const inputOf = (values: Values) => ({
		email: values.email,
		customerId,
		role: Role.parse(values.role),
		domains: isDomainAdmin(values.role) ? values.domains : [],
		language: currentLanguage(),
	});
	const schema = invite.body
		// nothing written at all is the specified sentence; a wrong address says what is wrong with it
		.safeExtend({ email: z.string().trim().min(1, { error: invite.invalid, abort: true }).pipe(invite.body.shape.email) })
		.refine((one) => one.role !== 'domainAdmin' || one.domains.length > 0, { path: ['domains'], error: t('needDomain') });
	return (
		<DrawerForm<Values>
			initial={{ email: '', role: 'domainAdmin', domains: [] }}
			schema={schema}
			labels={{ email: t('email'), role: t('role'), domains: t('domains') }}
			toInput={inputOf}
			onSave={(values) => send.mutateAsync({ body: inputOf(values) })}
			saveLabel={t('send')}
		>
			{(form) => {
				const chosen = form.getInputProps('domains');
				return (
					<>
						<TextField label={t('email')} type="email" hint={t('emailHint', { days: INVITE_DAYS })} {...form.getInputProps('email')} />
						<Radio.Group label={t('role')} classNames={{ label: styles.legend }} {...form.getInputProps('role')}>
							<div className="grid-12">
								<Radio value="domainAdmin" classNames={hinted} label={t('domainAdmin')} description={t('domainAdminHint')} />
								<Radio value="customerAdmin" classNames={hinted} label={t('customerAdmin')} description={t('customerAdminHint')} />
							</div>
						</Radio.Group>
						{isDomainAdmin(form.values.role) ? (
							<MultiSelect
								label={t('domains')}
								classNames={{ label: styles.legend }}
								placeholder={form.values.domains.length > 0 ? undefined : t('chooseDomains')}
								data={domains.map((one) => ({ value: one.id, label: one.domain }))}
								searchable
								maxDropdownHeight={280}
								nothingFoundMessage={t('noDomains')}
								{...chosen}
								error={chosen.error ? <FieldError>{chosen.error}</FieldError> : undefined}
							/>
						) : null}
					</>
				);
			}}
		</DrawerForm>
	);
}
