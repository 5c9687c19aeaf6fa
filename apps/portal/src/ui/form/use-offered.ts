/** A select of a long list: the first by their titles, and what is typed is looked for among all. */
import type { Page } from '@luvalla/contract/call';
import type { OptionsFilter } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TYPING_PAUSE_MS } from '#portal/lib/typing.ts';
import { useKitTexts } from '../texts.ts';

/** Offered at once; the others are found by typing a part of their title. */
export const OFFERED = 25;

/** The server has looked already. */
const asFound: OptionsFilter = ({ options }) => options;

interface Listed<T> {
	data: readonly T[];
	page: Page | null;
}

/**
 * @param ask the first `OFFERED` in which a text is found, as `asQuery` asks for them
 * @param shown what the field says of the chosen one: that is not looked for
 */
export function useOffered<T extends { id: string }, K extends QueryKey>(
	ask: (q: string | undefined) => Pick<UseQueryOptions<Listed<T>, Error, Listed<T>, K>, 'queryKey' | 'queryFn'>,
	chosen: T | undefined,
	shown: string | undefined,
) {
	const t = useKitTexts();
	const [typed, setTyped] = useState('');
	const [settled] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
	const q = settled === '' || settled === shown ? undefined : settled;
	const first = useQuery(ask(undefined));
	const more = (first.data?.page?.total ?? 0) > OFFERED;
	const found = useQuery({ ...ask(q), enabled: more && q !== undefined, placeholderData: keepPreviousData });
	const offered: readonly T[] = (more && q !== undefined ? found.data : first.data)?.data ?? [];
	return {
		first,
		isError: first.isError || found.isError,
		rows: chosen === undefined || offered.some(({ id }) => id === chosen.id) ? offered : [chosen, ...offered],
		more,
		/** For the field: it says that there are others, and what is typed finds them. */
		hint: more ? t('typeForMore') : undefined,
		searched: more ? { searchable: true, searchValue: typed, onSearchChange: setTyped, filter: asFound } : {},
	};
}
