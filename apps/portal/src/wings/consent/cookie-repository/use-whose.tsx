/** Whose cookies the page is about: those of the person's customer, or what ADMIN picks, who begins with the global ones. */
import { IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { workFor } from '#portal/lib/worked-for.ts';
import { LateSelect } from '#portal/ui/form/LateSelect.tsx';
import { useCustomers } from '#portal/ui/list/customers.ts';
import type { PageCustomer } from '#portal/ui/list/pickers.tsx';
import type { Whose } from './calls.ts';
import styles from './repository.module.css';
import type { RepositorySearch } from './repository.search.ts';
import { useRepositoryTexts } from './texts.ts';

interface OfPage {
	whose: Whose;
	/** It is known whose. */
	ready: boolean;
	/** Of everyone but ADMIN: the list waits for it. */
	page: PageCustomer | undefined;
	picker: ReactNode;
	/** Whoever is admin of domains alone reads. */
	mayEdit: boolean;
}

/** The choice of no customer's, in the picker. */
const GLOBAL = 'global';

export function useWhose(search: RepositorySearch, patch: PatchSearch<RepositorySearch>): OfPage {
	const t = useRepositoryTexts();
	const person = usePerson();
	const { list, customers, onType } = useCustomers(search.customer);
	const mayEdit = person.isAdmin || person.isPartner || person.customerAdmin;
	if (!person.isAdmin) {
		const customerId = person.currentCustomer?.id ?? null;
		return { whose: customerId, ready: customerId !== null, page: { customerId, domains: [], picker: null, list }, picker: null, mayEdit };
	}
	const whose = search.customer ?? null;
	const picker = (
		<LateSelect
			className={styles.picker}
			aria-label={t('whose')}
			leftSection={<IconWorld size={16} stroke={1.75} aria-hidden="true" />}
			data={[
				{ value: GLOBAL, label: t('everyone') },
				...customers.map(({ customerId, customerName }) => ({ value: String(customerId), label: customerName })),
			]}
			value={whose === null ? GLOBAL : String(whose)}
			searchable
			onSearchChange={onType}
			allowDeselect={false}
			maxDropdownHeight={280}
			onChange={(value) => {
				const chosen = customers.find(({ customerId }) => String(customerId) === value);
				if (chosen) workFor({ id: chosen.customerId, name: chosen.customerName });
				patch({ customer: chosen?.customerId, page: undefined, state: undefined });
			}}
		/>
	);
	return { whose, ready: true, page: undefined, picker, mayEdit };
}
