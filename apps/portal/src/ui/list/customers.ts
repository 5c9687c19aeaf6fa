/** Customers with their domains, to choose from. An installation may have more than one answer holds: then what is typed is looked for. */
import { customerDomainList, MOST_PICKED } from '@luvalla/contract/tenancy/customers';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { TYPING_PAUSE_MS } from '#portal/lib/typing.ts';

/** @param chosen is among them, whatever is typed */
export function useCustomers(chosen?: number, enabled = true) {
	const [typed, setTyped] = useState('');
	const [late] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
	const list = useQuery({ ...asQuery(customerDomainList, { query: {} }), enabled });
	const first = list.data?.data ?? [];
	const full = first.length >= MOST_PICKED;
	const beyond = chosen !== undefined && !first.some(({ customerId }) => customerId === chosen);
	const query = { ...(late !== '' && { q: late }), ...(beyond && { customerId: chosen }) };
	const found = useQuery({
		...asQuery(customerDomainList, { query }),
		enabled: enabled && full && (late !== '' || beyond),
		placeholderData: keepPreviousData,
	});
	return {
		list,
		customers: (full && (late !== '' || beyond) && found.data?.data) || first,
		/** For a field that is typed into. */
		onType: setTyped,
	};
}
