/** A text of a rule with what has been seen there: the values that begin so, the most frequent first. */
import { Autocomplete, type ComboboxParsedItem, TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useState } from 'react';
import styles from './RuleEditor.module.css';

/** What is asked: a field, or a property of what happened. */
interface AskedValues {
	field: string;
	property?: string;
	/** How the values begin. */
	q: string;
}

/** Reads values that were seen: a query of TanStack, `note` beside each value says how often. */
export type SeenValues = (asked: AskedValues) => {
	queryKey: QueryKey;
	queryFn: () => Promise<readonly { value: string; note: ReactNode }[]>;
};
export const Seen = createContext<SeenValues | null>(null);

const TYPING_PAUSE_MS = 200;

function useSeen(seen: SeenValues, asked: Omit<AskedValues, 'q'>, typed: string, wanted: boolean) {
	const [q] = useDebouncedValue(typed, TYPING_PAUSE_MS);
	const query = useQuery({ ...seen({ ...asked, q }), enabled: wanted, placeholderData: keepPreviousData });
	const notes = new Map((query.data ?? []).map(({ value, note }) => [value, note]));
	return {
		// they have been chosen by the server, whose letter case is not the reader's
		data: [...notes.keys()],
		filter: ({ options }: { options: ComboboxParsedItem<string>[] }) => options,
		renderOption: ({ option: { value } }: { option: { value: string } }) => (
			<span className={styles.seen}>
				<Begun value={value} with={typed} />
				<span className="quiet num">{notes.get(value)}</span>
			</span>
		),
		comboboxProps: { width: 'max-content', position: 'bottom-start' as const },
	};
}

/** The letters that were typed stand out. */
function Begun({ value, with: typed }: { value: string; with: string }) {
	const same = value.toLocaleLowerCase().startsWith(typed.toLocaleLowerCase()) ? typed.length : 0;
	return (
		<span>
			<b>{value.slice(0, same)}</b>
			{value.slice(same)}
		</span>
	);
}

interface SeenProps<V> {
	seen: SeenValues;
	asked: Omit<AskedValues, 'q'>;
	value: V;
	onValue: (value: V) => void;
}

export function SeenText({ seen, asked, value, onValue, ...word }: SeenProps<string>) {
	const [open, setOpen] = useState(false);
	return (
		<Autocomplete
			{...word}
			{...useSeen(seen, asked, value, open)}
			autoComplete="off"
			value={value}
			onChange={onValue}
			onFocus={() => setOpen(true)}
		/>
	);
}

export function SeenTexts({ seen, asked, value, onValue, ...word }: SeenProps<string[]>) {
	const [open, setOpen] = useState(false);
	const [typed, setTyped] = useState('');
	return (
		<TagsInput
			{...word}
			{...useSeen(seen, asked, typed, open)}
			value={value}
			onChange={onValue}
			searchValue={typed}
			onSearchChange={setTyped}
			onFocus={() => setOpen(true)}
		/>
	);
}
