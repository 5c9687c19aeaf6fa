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
import { Empty, Failed } from './Empty.tsx';
import type { Filter } from './Filters.tsx';
import { PageSkeleton } from './Loading.tsx';
import { PageHeader } from './PageHeader.tsx';
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
	/** Why there is no customer yet, for `CustomerGate`. */
	list: { isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown };
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
		return { customerId, domains: all.find((one) => one.customerId === customerId)?.domains ?? mapped, picker: null, list };
	}
	const wanted = search.customer ?? Number(sessionStorage.getItem(LAST_KEY));
	const chosen = all.find((one) => one.customerId === wanted) ?? all[0];
	return {
		// what the URL names is trusted while the list is not there: the page's own calls answer for it
		customerId: chosen?.customerId ?? (list.data ? null : (search.customer ?? null)),
		domains: chosen?.domains ?? [],
		list,
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

/** One of the page's domains, as a list's filter (the URL's `domain`). */
export function useDomainFilter(domains: readonly { id: string; domain: string }[], value: string | undefined): Filter {
	const t = useKitTexts();
	return { key: 'domain', name: t('domain'), options: domains.map((one) => ({ value: one.id, label: one.domain })), value };
}

/** One of all customers, as a filter of ADMIN's lists (the URL's `customer`). */
export function useCustomerFilter(value: number | undefined, wanted = true): Filter {
	const t = useKitTexts();
	const list = useQuery({ ...asQuery(customerDomainList, {}), enabled: wanted });
	return {
		key: 'customer',
		name: t('customer'),
		options: (list.data?.data ?? []).map((one) => ({ value: String(one.customerId), label: one.customerName })),
		value: value === undefined ? undefined : String(value),
	};
}

/**
 * Draws a page's body once its customer is known; says why it is not, and what to do.
 * With `title` it draws the page's heading too while the body, which has its own, is not there.
 */
export function CustomerGate({ page: { customerId, list }, title, children }: { page: PageCustomer; title?: string; children: ReactNode }) {
	const t = useKitTexts();
	if (customerId !== null) return children;
	return (
		<>
			{title ? <PageHeader title={title} /> : null}
			{list.isPending ? (
				<PageSkeleton />
			) : list.isError ? (
				<Failed error={list.error} onRetry={() => list.refetch()} />
			) : (
				<Empty title={t('noCustomer')}>{t('noCustomerWhy')}</Empty>
			)}
		</>
	);
}
