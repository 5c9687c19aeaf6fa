/** What narrows a list, as chips: each reads as a phrase, can be changed and removed; what is not set is added from one button. */
import { Combobox, Menu, useCombobox } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFilterPlus, IconSearch, IconX } from '@tabler/icons-react';
import { type ButtonHTMLAttributes, cloneElement, type ReactElement, useRef, useState } from 'react';
import styles from './ListTools.module.css';
import { useKitTexts } from './texts.ts';

export interface Filter {
	/** Its name in the URL. */
	key: string;
	/** What is filtered by: reads as the start of a phrase (*Status* **Draft**). */
	name: string;
	options: readonly { value: string; label: string }[];
	/** As the URL has it; undefined: not set. */
	value: string | undefined;
	/** The server finds the options by what is typed. */
	onType?: (text: string) => void;
}

/** More options than this are searched, not read through. */
const MOST_READ = 12;
const TYPING_PAUSE_MS = 250;

interface FiltersProps {
	filters: readonly Filter[];
	onFilter: (key: string, value: string | undefined) => void;
}

export function Filters({ filters, onFilter }: FiltersProps) {
	const t = useKitTexts();
	const [begun, setBegun] = useState<string | null>(null);
	const chosen = useRef(false);
	const addButton = useRef<HTMLButtonElement>(null);
	const unset = filters.filter((one) => one.value === undefined);
	// The one that was begun is set now.
	if (begun !== null && !unset.some(({ key }) => key === begun)) setBegun(null);
	const [only] = unset;
	return (
		<>
			{filters
				.filter(({ key, value }) => value !== undefined || key === begun)
				.map((one) => (
					<FilterChip
						key={one.key}
						filter={one}
						begun={one.key === begun}
						onChoose={(value) => {
							chosen.current = value !== undefined;
							onFilter(one.key, value);
						}}
						onLeave={() => {
							if (one.value === undefined && !chosen.current) {
								setBegun(null);
								addButton.current?.focus();
							}
							chosen.current = false;
						}}
					/>
				))}
			{unset.length === 1 && only && begun === null ? (
				<Choice filter={only} onChoose={(value) => onFilter(only.key, value)}>
					<button type="button" className={`${styles.chip} ${styles.add}`} aria-label={`${t('addFilter')}: ${only.name}`}>
						<IconFilterPlus size={16} stroke={1.75} aria-hidden="true" />
						{t('addFilter')}
					</button>
				</Choice>
			) : unset.length > 0 ? (
				<Menu position="bottom-start" returnFocus={false}>
					<Menu.Target>
						<button ref={addButton} type="button" className={`${styles.chip} ${styles.add}`}>
							<IconFilterPlus size={16} stroke={1.75} aria-hidden="true" />
							{t('addFilter')}
						</button>
					</Menu.Target>
					<Menu.Dropdown>
						{unset.map(({ key, name, onType }) => (
							<Menu.Item
								key={key}
								onClick={() => {
									onType?.('');
									setBegun(key);
								}}
							>
								{name}
							</Menu.Item>
						))}
					</Menu.Dropdown>
				</Menu>
			) : null}
		</>
	);
}

interface FilterChipProps {
	filter: Filter;
	/** It has just been picked to be set: its choices are open. */
	begun: boolean;
	onChoose: (value: string | undefined) => void;
	/** Its choices closed without one. */
	onLeave: () => void;
}

function FilterChip({ filter, begun, onChoose, onLeave }: FilterChipProps) {
	const t = useKitTexts();
	const { name, options, value, onType } = filter;
	// What the URL names stays removable while its options are on their way, or without it.
	const label = options.find((one) => one.value === value)?.label ?? (options.length > 0 || onType ? value : '…');
	return (
		<span className={styles.chip}>
			<Choice filter={filter} begun={begun} onChoose={onChoose} onLeave={onLeave}>
				<button type="button" className={styles.phrase}>
					{name} {value === undefined ? null : <strong>{label}</strong>}
				</button>
			</Choice>
			{value === undefined ? null : (
				<button type="button" className={styles.remove} aria-label={t('removeFilter', { name })} onClick={() => onChoose(undefined)}>
					<IconX size={15} stroke={2} aria-hidden="true" />
				</button>
			)}
		</span>
	);
}

interface ChoiceProps {
	filter: Filter;
	begun?: boolean;
	onChoose: (value: string) => void;
	onLeave?: () => void;
	/** The button that opens it. */
	children: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
}

function Choice(props: ChoiceProps) {
	const { options, onType } = props.filter;
	return onType || options.length > MOST_READ ? <FoundChoice {...props} /> : <ReadChoice {...props} />;
}

/** A few options. */
function ReadChoice({ filter: { name, options, value }, begun = false, onChoose, onLeave, children }: ChoiceProps) {
	const t = useKitTexts();
	const [opened, setOpened] = useState(begun);
	return (
		<Menu position="bottom-start" opened={opened} onChange={setOpened} onClose={onLeave}>
			<Menu.Target>{children}</Menu.Target>
			<Menu.Dropdown>
				<Menu.Label>{name}</Menu.Label>
				{options.length === 0 ? <Menu.Item disabled>{t('nothingFound')}</Menu.Item> : null}
				{options.map((one) => (
					<Menu.RadioItem
						key={one.value}
						value={one.value}
						checked={one.value === value}
						closeMenuOnClick
						onChange={() => onChoose(one.value)}
					>
						{one.label}
					</Menu.RadioItem>
				))}
			</Menu.Dropdown>
		</Menu>
	);
}

/** Many options, found by what is typed. */
function FoundChoice({ filter: { name, options, value, onType }, begun = false, onChoose, onLeave, children }: ChoiceProps) {
	const t = useKitTexts();
	const [typed, setTyped] = useState('');
	const tell = useDebouncedCallback((text: string) => onType?.(text), TYPING_PAUSE_MS);
	const box = useCombobox({
		defaultOpened: begun,
		onDropdownOpen: () => {
			onType?.('');
			box.focusSearchInput();
		},
		onDropdownClose: () => {
			setTyped('');
			box.resetSelectedOption();
			box.focusTarget();
			onLeave?.();
		},
	});
	const wanted = typed.trim().toLocaleLowerCase();
	// The server has searched, by other names as well: everything it found stays.
	const shown = onType ? options : options.filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
	return (
		<Combobox
			store={box}
			width={280}
			position="bottom-start"
			onOptionSubmit={(chosen) => {
				onChoose(chosen);
				box.closeDropdown();
			}}
		>
			<Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
				{cloneElement(children, { 'aria-haspopup': 'listbox', 'aria-expanded': box.dropdownOpened, onClick: () => box.toggleDropdown() })}
			</Combobox.Target>
			<Combobox.Dropdown>
				<Combobox.Search
					autoFocus
					value={typed}
					aria-label={name}
					placeholder={name}
					leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
					onChange={(event) => {
						setTyped(event.currentTarget.value);
						tell(event.currentTarget.value);
					}}
				/>
				<Combobox.Options mah={280} aria-label={name} className={styles.options}>
					{shown.length === 0 ? <Combobox.Empty>{t('nothingFound')}</Combobox.Empty> : null}
					{shown.map((one) => (
						<Combobox.Option key={one.value} value={one.value} active={one.value === value}>
							{one.label}
						</Combobox.Option>
					))}
				</Combobox.Options>
			</Combobox.Dropdown>
		</Combobox>
	);
}
