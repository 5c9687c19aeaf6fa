/** The values of one filter, to be read through or found by typing; loaded when the first of them is opened. */
import { OPTION_LIST_MAX_PX } from '@luvalla/contract/constants';
import { TYPING_PAUSE_MS } from '#portal/lib/typing.ts';
import '#portal/theme/select-styles.ts';
import '#portal/theme/menu-styles.ts';
import { Combobox, Menu, useCombobox } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ButtonHTMLAttributes, cloneElement, type ReactElement, useEffect, useState } from 'react';
import { useKitTexts } from '../texts.ts';
import type { Filter } from './Filters.tsx';
import styles from './ListTools.module.css';

/** More options than this are searched, not read through. */
const MOST_READ = 12;

export interface ChoiceProps {
	filter: Filter;
	begun?: boolean;
	onChoose: (value: string) => void;
	onLeave?: () => void;
	/** Its button was pressed before this was there: it opens itself. */
	late: boolean;
	/** The button that opens it. */
	children: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
}

export function FilterChoice(props: ChoiceProps) {
	const { options, onType } = props.filter;
	return onType || options.length > MOST_READ ? <FoundChoice {...props} /> : <ReadChoice {...props} />;
}

/** A few options. */
function ReadChoice({ filter: { name, options, value }, begun = false, late, onChoose, onLeave, children }: ChoiceProps) {
	const t = useKitTexts();
	const [opened, setOpened] = useState(begun);
	// opened once its button stands and has the focus, which comes back to it
	// biome-ignore lint/correctness/useExhaustiveDependencies: it opens itself once
	useEffect(() => {
		if (late) setOpened(true);
	}, []);
	return (
		<Menu position="bottom-start" opened={opened} onChange={setOpened} onClose={onLeave}>
			<Menu.Target>{cloneElement(children, { autoFocus: late })}</Menu.Target>
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
function FoundChoice({ filter: { name, options, value, onType }, begun = false, late, onChoose, onLeave, children }: ChoiceProps) {
	const t = useKitTexts();
	const [typed, setTyped] = useState('');
	const tell = useDebouncedCallback((text: string) => onType?.(text), TYPING_PAUSE_MS);
	const box = useCombobox({
		defaultOpened: begun || late,
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
				<Combobox.Options mah={OPTION_LIST_MAX_PX} aria-label={name} className={styles.options}>
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
