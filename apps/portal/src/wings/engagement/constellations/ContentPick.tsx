import { type Content, contents } from '@luvalla/contract/engagement/contents';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { TYPING_PAUSE_MS } from '#portal/lib/typing.ts';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { useConstellationTexts } from './texts.ts';

export interface ContentPickProps {
	label: string;
	/** What is offered, as the list's filter says it: `channel:0`, `control:subject`. */
	filter: string;
	/** Id of the domain whose contents are offered. */
	domain: string;
	customerId: number | null;
	chosen: Content | undefined;
	/** Said under it where none is offered. */
	none?: string;
	error?: unknown;
	onChange: (content: Content | null) => void;
}

const APPROVED = 5;
/** None of them. */
const NONE = 'none';
/** Offered at once; the others are found by typing a part of their title. */
const OFFERED = 25;

/** One content of a kind: the first by their titles, and what is typed is looked for among all. */
export function ContentPick({ label, filter, domain, customerId, chosen, none, error, onChange }: ContentPickProps) {
	const t = useConstellationTexts();
	const titleOf = ({ title, status }: Content): string => (status === APPROVED ? title : t('draftMark', { title }));
	const [typed, setTyped] = useState('');
	const [settled] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
	// What stands in the field once something is chosen is not looked for.
	const isChosen = settled === (chosen ? titleOf(chosen) : t('nothing'));
	const q = isChosen || settled === '' ? undefined : settled;
	const ask = (text: string | undefined) =>
		asQuery(contents, { query: { page: 1, size: OFFERED, sort: 'title', filter: [filter], q: text } }, { customerId, domainId: domain });
	const first = useQuery(ask(undefined));
	const more = (first.data?.page?.total ?? 0) > OFFERED;
	const found = useQuery({ ...ask(q), enabled: more && q !== undefined, placeholderData: keepPreviousData });
	const offered = (more && q !== undefined ? found.data : first.data)?.data ?? [];
	const rows = chosen === undefined || offered.some(({ id }) => id === chosen.id) ? offered : [chosen, ...offered];
	const failed = first.isError || found.isError ? t('contentsFailed') : undefined;
	const wrong = failed ?? error;
	return (
		<SelectField
			label={label}
			optional
			hint={first.data?.data.length === 0 ? none : more ? t('typeForMore') : undefined}
			error={wrong ? String(wrong) : undefined}
			data={[{ value: NONE, label: t('nothing') }, ...rows.map((one) => ({ value: one.id, label: titleOf(one) }))]}
			value={chosen?.id ?? NONE}
			allowDeselect={false}
			searchable={more || rows.length > 8}
			{...(more ? { searchValue: typed, onSearchChange: setTyped, filter: ({ options }) => options } : {})}
			onChange={(id) => id !== null && onChange(rows.find((one) => one.id === id) ?? null)}
		/>
	);
}
