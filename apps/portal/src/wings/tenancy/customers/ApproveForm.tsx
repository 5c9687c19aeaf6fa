import { type Customer, currentCustomer, customerDomainList, customers, onboardCustomer } from '@luvalla/contract/tenancy/customers';
import { Checkbox } from '@mantine/core';
import { useCall } from '#portal/lib/calls.ts';
import { countryText } from '#portal/lib/country-text.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { rereadPlaces } from '#portal/lib/session.ts';
import { Facts } from '#portal/ui/Facts.tsx';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import fields from '#portal/ui/form/fields.module.css';
import { FieldError } from '#portal/ui/form/fields.tsx';
import { DateText } from '#portal/ui/times.tsx';
import styles from './customers.module.css';
import { useCustomerTexts } from './texts.ts';

interface Values extends Record<string, unknown> {
	domains: string[];
}

/** Approve customer: who they say they are, and which of the domains that they asked for they get. */
export function ApproveForm({ row }: { row: Customer }) {
	const t = useCustomerTexts();
	const language = useLanguage();
	const approve = useCall(onboardCustomer, {
		reload: [customers, currentCustomer, customerDomainList],
		onSuccess: () => void rereadPlaces(),
	});
	const inputOf = ({ domains }: Values) => ({ id: row.id, domains });
	return (
		<DrawerForm<Values>
			initial={{ domains: row.requestedDomains }}
			schema={onboardCustomer.body}
			labels={{ domains: t('domains') }}
			toInput={inputOf}
			onSave={(values) => approve.mutateAsync({ body: inputOf(values) })}
			saveLabel={t('approve')}
		>
			{(form) => {
				const { error, ...chosen } = form.getInputProps('domains');
				return (
					<>
						<p className="quiet flat">{t('approveWhat')}</p>
						<Facts
							facts={[
								{ label: t('businessId'), value: row.businessId },
								{ label: t('country'), value: countryText(row.countryCode, language) },
								{ label: t('email'), value: row.primaryEmail },
								{ label: t('phone'), value: row.phone },
								{ label: t('address'), value: row.address },
								{ label: t('added'), value: <DateText at={row.createdAt} /> },
							]}
						/>
						{row.requestedDomains.length === 0 ? (
							<p className="quiet flat">{t('noneRequested')}</p>
						) : (
							<Checkbox.Group
								label={t('requested')}
								description={t('requestedHint')}
								inputWrapperOrder={['label', 'input', 'description', 'error']}
								classNames={{ label: fields.labelRow, description: fields.hint }}
								{...chosen}
								error={error ? <FieldError>{error}</FieldError> : undefined}
							>
								<div className={styles.checks}>
									{row.requestedDomains.map((host) => (
										<Checkbox key={host} value={host} label={host} />
									))}
								</div>
							</Checkbox.Group>
						)}
					</>
				);
			}}
		</DrawerForm>
	);
}
