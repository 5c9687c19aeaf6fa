import { customerDomainList } from '@luvalla/contract/tenancy/customers';
import { Select } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { useKitTexts } from '#portal/ui/texts.ts';
import styles from './activity.module.css';
import { useActivityTexts } from './texts.ts';

/** All customers, or one of them. */
export function CustomerFilter({ value, onChange }: { value: number | undefined; onChange: (customer: number | undefined) => void }) {
	const t = useActivityTexts();
	const kit = useKitTexts();
	const list = useQuery(asQuery(customerDomainList, {}));
	const all = list.data?.data ?? [];
	return (
		<Select
			className={styles.picker}
			aria-label={t('customer')}
			placeholder={t('allCustomers')}
			leftSection={<IconBuilding size={16} stroke={1.75} aria-hidden="true" />}
			data={[{ value: '', label: t('allCustomers') }, ...all.map((one) => ({ value: String(one.customerId), label: one.customerName }))]}
			value={all.some((one) => one.customerId === value) ? String(value) : ''}
			searchable
			allowDeselect={false}
			maxDropdownHeight={280}
			nothingFoundMessage={kit('nothingFound')}
			onChange={(chosen) => onChange(chosen === null || chosen === '' ? undefined : Number(chosen))}
		/>
	);
}
