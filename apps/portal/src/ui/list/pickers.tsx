/**
 * Which customer and which domain a page is about. Non-admins work in their current customer; ADMIN, who has no header
 * selectors, picks on the page (the URL's `customer`). The domain filter is for everyone (the URL's `domain`).
 */

import { OPTION_LIST_MAX_PX } from '@luvalla/contract/constants';
import { IconBuilding, IconWorld } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type * as z from 'zod';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { useWorkedFor, workFor } from '#portal/lib/worked-for.ts';
import { LateSelect } from '../form/LateSelect.tsx';
import { useKitTexts } from '../texts.ts';
import { useCustomers } from './customers.ts';
import { type PickerSearch, whoseOf } from './picker-search.ts';
import styles from './pickers.module.css';

export interface PageCustomer {
	/** Null while it is not known yet, or there is none. */
	customerId: number | null;
	/** Its domains the person may see; whether it is shown whose they are, once it is known. */
	domains: readonly { id: string; domain: string; proven?: boolean }[];
	/** For ADMIN; nothing for everyone else. */
	picker: ReactNode;
	/** How the customers and their domains come: why there is none yet, for `CustomerGate`. */
	list: { isPending: boolean; isSuccess: boolean; isFetching: boolean; isError: boolean; error: unknown; refetch: () => unknown };
}

/** What most screens begin with: their search, how it is changed, the customer that they are about, and the address of that customer's other pages. */
export function usePage<S extends z.ZodObject & z.ZodType<PickerSearch>>(schema: S) {
	const [search, patch] = useScreenSearch(schema);
	const page = usePageCustomer(search);
	return { search, patch, page, whose: whoseOf(search), ...page };
}

/** The customer a page is about, and the picker that ADMIN sees. */
export function usePageCustomer(search: PickerSearch): PageCustomer {
	const t = useKitTexts();
	const navigate = useNavigate();
	const person = usePerson();
	const last = useWorkedFor();
	const wanted = search.customer ?? last?.id;
	const { list, customers: all, onType } = useCustomers(wanted);
	const chosen = all.find((one) => one.customerId === wanted) ?? all[0];
	const { customerId: chosenId, customerName: chosenName } = chosen ?? {};
	const { isAdmin } = person;
	// the header says whom ADMIN works for, and the next page begins with them
	useEffect(() => {
		if (isAdmin && chosenId !== undefined && chosenName !== undefined) workFor({ id: chosenId, name: chosenName });
	}, [isAdmin, chosenId, chosenName]);
	if (!isAdmin) {
		const customerId = person.currentCustomer?.id ?? null;
		const mapped = person.mappedDomains.filter((one) => one.customerId === customerId);
		return { customerId, domains: all.find((one) => one.customerId === customerId)?.domains ?? mapped, picker: null, list };
	}
	return {
		// what the URL names is trusted while the list is not there: the page's own calls answer for it
		customerId: chosen?.customerId ?? (list.data ? null : (search.customer ?? null)),
		domains: chosen?.domains ?? [],
		list,
		picker: (
			<LateSelect
				className={styles.picker}
				aria-label={t('customer')}
				placeholder={t('chooseCustomer')}
				leftSection={<IconBuilding size={16} stroke={1.75} aria-hidden="true" />}
				data={all.map((one) => ({ value: String(one.customerId), label: one.customerName }))}
				value={chosen ? String(chosen.customerId) : null}
				searchable
				onSearchChange={onType}
				allowDeselect={false}
				maxDropdownHeight={OPTION_LIST_MAX_PX}
				nothingFoundMessage={t('nothingFound')}
				onChange={(value) => {
					if (value === null) return;
					void navigate({ to: '.', search: (old: object) => ({ ...old, customer: Number(value), domain: undefined, page: undefined }) });
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
		<LateSelect
			className={styles.picker}
			aria-label={t('domain')}
			placeholder={domains.length === 0 ? t('noDomains') : t('allDomains')}
			leftSection={<IconWorld size={16} stroke={1.75} aria-hidden="true" />}
			data={[{ value: '', label: t('allDomains') }, ...domains.map((one) => ({ value: one.id, label: one.domain }))]}
			value={domains.some((one) => one.id === value) ? (value ?? '') : ''}
			searchable
			allowDeselect={false}
			maxDropdownHeight={OPTION_LIST_MAX_PX}
			nothingFoundMessage={domains.length === 0 ? t('noDomains') : t('nothingFound')}
			onChange={(chosen) => onChange(chosen === null || chosen === '' ? undefined : chosen)}
		/>
	);
}
