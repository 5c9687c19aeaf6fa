/** `/manageaccount/company`: what a company says of itself, changed by whoever answers for it. */

import { type Customer, changeBasicInfo, currentCustomer, customerDomainList, customers } from '@luvalla/contract/tenancy/customers';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { AccountPage } from '#portal/app/account/AccountPage.tsx';
import { withTrimmedId } from '#portal/lib/business-id.ts';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { countryText } from '#portal/lib/country-text.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { rereadPlaces } from '#portal/lib/session.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { Facts } from '#portal/ui/Facts.tsx';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { DrawerForm, FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { usePage } from '#portal/ui/list/pickers.tsx';
import styles from './customers.module.css';
import { companySearch } from './customers.search.ts';
import { Statistics } from './Statistics.tsx';
import { useCustomerTexts } from './texts.ts';
import { WhoFields } from './WhoFields.tsx';

export function CompanyScreen() {
	const t = useCustomerTexts();
	const language = useLanguage();
	const { search, patch, page, customerId } = usePage(companySearch);
	const query = useQuery({ ...asQuery(currentCustomer, { params: { id: customerId ?? 0 } }), enabled: customerId !== null });
	const row = query.data?.data;
	const open = search.id === 'edit';
	return (
		<AccountPage
			page={page}
			search={search}
			busy={query.isFetching && !query.isPending}
			actions={
				row ? (
					<Button leftSection={<IconPencil size={16} stroke={1.75} aria-hidden="true" />} onClick={() => patch({ id: 'edit' })}>
						{t('actionEdit')}
					</Button>
				) : undefined
			}
		>
			{query.isError && !row ? <Failed sentence={t('companyFailed')} query={query} /> : null}
			{query.isPending ? <PageSkeleton /> : null}
			{row ? (
				<section className={styles.company} aria-label={t('company')}>
					<p>{t('companyAbout')}</p>
					<Facts
						facts={[
							{ label: t('name'), value: row.name },
							{ label: t('businessId'), value: row.businessId },
							{ label: t('country'), value: countryText(row.countryCode, language) },
							{ label: t('phone'), value: row.phone },
							{ label: t('address'), value: row.address },
							{ label: t('email'), value: row.primaryEmail },
						]}
					/>
				</section>
			) : null}
			{row && customerId !== null ? (
				<Statistics
					key={customerId}
					customerId={customerId}
					opened={search.id === 'statistics'}
					onOpen={() => patch({ id: 'statistics' })}
					onClose={() => patch({ id: undefined })}
				/>
			) : null}
			<FormDrawer opened={open} title={t('editCompany')} onClose={() => patch({ id: undefined })} loading={row ? undefined : query}>
				{open && row ? <CompanyForm key={row.id} row={row} /> : null}
			</FormDrawer>
		</AccountPage>
	);
}

interface Values extends Record<string, unknown> {
	name: string;
	businessId: string;
	countryCode: string;
	phone: string;
	address: string;
}

function CompanyForm({ row }: { row: Customer }) {
	const t = useCustomerTexts();
	const change = useCall(changeBasicInfo, {
		reload: [currentCustomer, customers, customerDomainList],
		onSuccess: () => void rereadPlaces(),
	});
	const { id, name, businessId, countryCode, phone, address } = row;
	return (
		<DrawerForm<Values>
			initial={{ name, businessId, countryCode, phone, address }}
			schema={changeBasicInfo.body}
			labels={{ name: t('name'), businessId: t('businessId'), countryCode: t('country'), phone: t('phone'), address: t('address') }}
			toInput={(values) => ({ id, ...values })}
			onSave={(_, changed) => change.mutateAsync({ body: { id, ...withTrimmedId(changed) } })}
			saveLabel={t('saveCompany')}
		>
			{(form) => (
				<>
					<WhoFields values={form.values} input={form.getInputProps} onCountry={(code) => form.setFieldValue('countryCode', code)} />
					<TextField label={t('phone')} optional type="tel" {...form.getInputProps('phone')} />
					<AreaField label={t('address')} optional minRows={2} {...form.getInputProps('address')} />
				</>
			)}
		</DrawerForm>
	);
}
