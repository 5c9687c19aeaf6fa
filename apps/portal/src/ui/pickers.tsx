/**
 * Which customer and which domain a page is about. Non-admins work in their current customer; ADMIN, who has no header
 * selectors, picks on the page (the URL's `customer`). The domain filter is for everyone (the URL's `domain`).
 */

import { customerDomainList } from '@luvalla/contract/tenancy/customers';
import { Select } from '@mantine/core';
import { IconBuilding, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { searchNumber, searchText } from '#portal/lib/search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import styles from './pickers.module.css';
import { useKitTexts } from './texts.ts';

/** For the search schema of a page with pickers. */
export const pickerSearch = { customer: searchNumber, domain: searchText };
export interface PickerSearch {
	customer?: number;
	domain?: string;
}
type Patch = (patch: PickerSearch & { page?: undefined }, options?: { replace?: boolean }) => void;

const LAST_KEY = 'luvalla.pageCustomer';

export interface PageCustomer {
	/** Null while it is not known yet, or there is none. */
	customerId: number | null;
	/** Its domains the person may see. */
	domains: readonly { id: string; domain: string }[];
	/** For ADMIN; nothing for everyone else. */
	picker: ReactNode;
}

/** The customer a page is about, and the picker that ADMIN sees. */
export function usePageCustomer(search: PickerSearch, patch: Patch): PageCustomer {
	const t = useKitTexts();
	const person = usePerson();
	const list = useQuery(asQuery(customerDomainList, {}));
	const all = list.data?.data ?? [];
	if (!person.isAdmin) {
		const customerId = person.currentCustomer?.id ?? null;
		const mapped = person.mappedDomains.filter((one) => one.customerId === customerId);
		return { customerId, domains: all.find((one) => one.customerId === customerId)?.domains ?? mapped, picker: null };
	}
	const wanted = search.customer ?? Number(sessionStorage.getItem(LAST_KEY));
	const chosen = all.find((one) => one.customerId === wanted) ?? all[0];
	return {
		customerId: chosen?.customerId ?? null,
		domains: chosen?.domains ?? [],
		picker: (
			<Select
				className={styles.picker}
				aria-label={t('customer')}
				placeholder={t('chooseCustomer')}
				leftSection={<IconBuilding size={16} stroke={1.75} aria-hidden="true" />}
				data={all.map((one) => ({ value: String(one.customerId), label: one.customerName }))}
				value={chosen ? String(chosen.customerId) : null}
				searchable
				allowDeselect={false}
				maxDropdownHeight={280}
				nothingFoundMessage={t('nothingFound')}
				onChange={(value) => {
					if (value === null) return;
					sessionStorage.setItem(LAST_KEY, value);
					patch({ customer: Number(value), domain: undefined, page: undefined });
				}}
			/>
		),
	};
}

/** All domains of the page's customer, or one of them. */
export function DomainPicker({
	domains,
	value,
	onChange,
}: {
	domains: readonly { id: string; domain: string }[];
	value: string | undefined;
	onChange: (domain: string | undefined) => void;
}) {
	const t = useKitTexts();
	return (
		<Select
			className={styles.picker}
			aria-label={t('domain')}
			placeholder={domains.length === 0 ? t('noDomains') : t('allDomains')}
			leftSection={<IconWorld size={16} stroke={1.75} aria-hidden="true" />}
			data={[{ value: '', label: t('allDomains') }, ...domains.map((one) => ({ value: one.id, label: one.domain }))]}
			value={domains.some((one) => one.id === value) ? (value ?? '') : ''}
			searchable
			allowDeselect={false}
			maxDropdownHeight={280}
			nothingFoundMessage={domains.length === 0 ? t('noDomains') : t('nothingFound')}
			onChange={(chosen) => onChange(chosen === null || chosen === '' ? undefined : chosen)}
		/>
	);
}
