/**
 * A select that looks and says itself as Mantine's does while it is closed. What opens (the list, its search, where it stands)
 * is loaded when the field is pointed at or focused, and takes its place with the focus and with what was typed until then.
 */
import { ComboboxChevron, type MultiSelectProps, type SelectProps, TextInput, type TextInputProps } from '@mantine/core';
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';

const loadSelect = () => import('./OpenSelect.tsx').then((module) => module.Select);

/** As Mantine's `Select`; with a value that can be cleared, or where the page follows what is typed, it is the whole one at once. */
export function LateSelect(props: SelectProps) {
	const { value, clearable, searchValue } = props;
	const whole = Boolean(value && clearable) || searchValue !== undefined;
	return <LateBox load={loadSelect} given={props} shown={value ? labelOf(props.data, value) : ''} whole={whole} />;
}

interface Option {
	value?: string;
	label?: unknown;
	/** Of a group. */
	items?: readonly (string | Option)[];
}

const labelOf = (data: readonly (string | Option)[] | undefined, value: string): string => {
	for (const one of data ?? []) {
		if (one === value) return value;
		if (typeof one === 'string') continue;
		const found = one.items ? labelOf(one.items, value) : one.value === value ? String(one.label ?? value) : '';
		if (found) return found;
	}
	return '';
};

interface LateBoxProps<P extends SelectProps | MultiSelectProps> {
	load: () => Promise<ComponentType<P>>;
	given: P;
	/** What is chosen, in words. */
	shown: string;
	/** It has more to show than words: it is asked for at once. */
	whole?: boolean;
}

/** The closed field, and in its place the whole one once it is there. */
export function LateBox<P extends SelectProps | MultiSelectProps>({ load, given, shown, whole = false }: LateBoxProps<P>) {
	const [part, setPart] = useState<{ Whole: ComponentType<P>; opened: boolean; focused: boolean } | null>(null);
	const [typed, setTyped] = useState<string | null>(null);
	const input = useRef<HTMLInputElement>(null);
	const asked = useRef(false);
	const [asking, setAsking] = useState(false);
	const now = useRef({ pressed: false, typed: null as string | null });
	const take = (): void => {
		if (asked.current) return;
		asked.current = true;
		setAsking(true);
		load().then(
			(Whole) => {
				const { pressed, typed: text } = now.current;
				setPart({ Whole, opened: pressed || text !== null, focused: document.activeElement === input.current });
			},
			// asked for again with the next key or press
			() => {
				asked.current = false;
				setAsking(false);
			},
		);
	};
	// biome-ignore lint/correctness/useExhaustiveDependencies: asked for when there is more to show
	useEffect(() => {
		if (whole) take();
	}, [whole]);
	// The focus went with the closed field, unless the person went on while the whole one was drawn.
	useLayoutEffect(() => {
		if (part?.focused && document.activeElement === document.body) input.current?.focus();
	}, [part]);
	// what was typed until now is typed into it, once it has settled on what is chosen
	useEffect(() => {
		if (part && input.current && now.current.typed !== null) type(input.current, now.current.typed);
	}, [part]);
	if (part) return <part.Whole {...given} defaultDropdownOpened={part.opened} {...{ ref: input }} />;
	const press = () => {
		now.current.pressed = true;
		take();
	};
	return (
		<TextInput
			{...closedProps(given)}
			ref={input}
			role="combobox"
			aria-haspopup="listbox"
			aria-expanded={false}
			aria-busy={asking || undefined}
			autoComplete="off"
			readOnly={given.searchable !== true}
			pointer={given.searchable !== true}
			value={typed ?? shown}
			rightSection={<ComboboxChevron error={given.error} />}
			rightSectionPointerEvents="none"
			onPointerEnter={() => void load().catch(() => {})}
			// A press gives the focus first, and by the time it is a click the whole one may stand here already.
			onPointerDown={() => {
				now.current.pressed = true;
			}}
			onPointerCancel={() => {
				now.current.pressed = false;
			}}
			onFocus={take}
			onClick={press}
			onKeyDown={({ key }) => (key === 'ArrowDown' || key === 'ArrowUp' || key === 'Enter') && press()}
			onChange={({ currentTarget }) => {
				now.current.typed = currentTarget.value;
				setTyped(currentTarget.value);
				take();
			}}
		/>
	);
}

/** As if the person typed it: React hears what happens, not what is set. */
const type = (field: HTMLInputElement, text: string): void => {
	Reflect.set(HTMLInputElement.prototype, 'value', text, field);
	field.dispatchEvent(new Event('input', { bubbles: true }));
};

const OF_THE_LIST = new Set(
	'data value defaultValue onChange searchable searchValue defaultSearchValue onSearchChange clearable clearButtonProps allowDeselect nothingFoundMessage maxDropdownHeight checkIconPosition withCheckIcon openOnFocus comboboxProps renderOption filter limit hidePickedOptions onBlur onFocus'.split(
		' ',
	),
);

/** What the closed field takes of the whole one's: its label, hint, error, names and looks. */
const closedProps = (given: object): TextInputProps => Object.fromEntries(Object.entries(given).filter(([name]) => !OF_THE_LIST.has(name)));
