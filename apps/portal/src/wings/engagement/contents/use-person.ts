/** Whom the preview is for: an example person, or one of ten who are found; the next of them is one press away. */
import { previewPeople } from '@luvalla/contract/engagement/contents';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';

const SETTLED_MS = 250;

export interface Somebody {
	id: string;
	name: string;
	email: string | null;
}

export function usePerson(id: string | undefined, onPerson: (id: string | undefined) => void, scope: Scope) {
	const [typed, setTyped] = useState('');
	const [q] = useDebouncedValue(typed.trim(), SETTLED_MS);
	const found = useQuery({ ...asQuery(previewPeople, { query: { q } }, scope), placeholderData: keepPreviousData });
	const [chosen, setChosen] = useState<Somebody | null>(null);
	const people: readonly Somebody[] = found.data?.data ?? [];
	const current = people.find((one) => one.id === id) ?? (chosen?.id === id ? chosen : null);
	const choose = (one: Somebody | null) => {
		setChosen(one);
		onPerson(one?.id);
	};
	const at = people.findIndex((one) => one.id === id);
	return {
		id,
		people,
		/** Null: an example person. */
		current,
		choose,
		/** None: there is nobody. */
		next: people.length === 0 ? null : () => choose(people[(at + 1) % people.length] ?? null),
		typed,
		type: setTyped,
	};
}
export type Previewed = ReturnType<typeof usePerson>;
