/** One person by their address, as a filter: the server finds people by what is typed, since there may be very many. */
import { users } from '@luvalla/contract/identity/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asList } from '#portal/lib/calls.ts';
import type { Filter } from '#portal/ui/list/Filters.tsx';
import { useActivityTexts } from './texts.ts';

const PEOPLE_SHOWN = 20;

export function usePersonFilter(value: string | undefined): Filter {
	const t = useActivityTexts();
	/** Null until somebody wants to choose. */
	const [typed, setTyped] = useState<string | null>(null);
	const found = useQuery({
		...asList(users, { query: { page: 1, size: PEOPLE_SHOWN, q: typed || undefined } }),
		enabled: typed !== null,
	});
	const names = [...new Set([...(value ? [value] : []), ...(found.data?.data.map((one) => one.userName) ?? [])])];
	return { key: 'person', name: t('person'), options: names.map((name) => ({ value: name, label: name })), value, onType: setTyped };
}
