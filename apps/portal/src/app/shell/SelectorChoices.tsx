/** The choices of a header selector, searched by typing; loaded when one is first opened. */
import '#portal/theme/select-styles.ts';
import '#portal/theme/menu-styles.ts';
import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { type ButtonHTMLAttributes, cloneElement, type ReactElement, useEffect, useState } from 'react';
import styles from './Shell.module.css';

interface Option {
	value: string;
	label: string;
}
export interface SelectorProps {
	label: string;
	search: string;
	empty: string;
	options: readonly Option[];
	value: string | null;
	count: string;
	/** What opens it. */
	button: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
	onChoose: (value: string) => void;
}

export function SelectorChoices({ label, search, empty, options, value, count, button, onChoose }: SelectorProps) {
	const [query, setQuery] = useState('');
	const combobox = useCombobox({
		onDropdownClose: () => {
			combobox.resetSelectedOption();
			setQuery('');
		},
		onDropdownOpen: () => {
			combobox.focusSearchInput();
			combobox.updateSelectedOptionIndex('active', { scrollIntoView: true });
		},
	});
	const wanted = query.trim().toLowerCase();
	const shown = options.filter((one) => one.label.toLowerCase().includes(wanted));
	// opened once its button stands and has the focus, which comes back to it
	// biome-ignore lint/correctness/useExhaustiveDependencies: it opens itself once
	useEffect(() => combobox.openDropdown(), []);
	return (
		<Combobox
			store={combobox}
			width={288}
			position="bottom-start"
			onOptionSubmit={(chosen) => {
				combobox.closeDropdown();
				if (chosen !== value) onChoose(chosen);
			}}
		>
			<Combobox.Target targetType="button">
				{cloneElement(button, { autoFocus: true, onClick: () => combobox.toggleDropdown() })}
			</Combobox.Target>
			<Combobox.Dropdown>
				<Combobox.Search
					value={query}
					onChange={(event) => {
						combobox.resetSelectedOption();
						setQuery(event.currentTarget.value);
					}}
					placeholder={search}
					aria-label={search}
					leftSection={<IconSearch size={15} aria-hidden="true" />}
				/>
				<Combobox.Options className={styles.options} aria-label={label}>
					{shown.length === 0 ? (
						<Combobox.Empty className={styles.empty}>{empty}</Combobox.Empty>
					) : (
						shown.map((one) => (
							<Combobox.Option key={one.value} value={one.value} active={one.value === value}>
								<span className={styles.option}>
									{one.label}
									{one.value === value ? <IconCheck size={16} stroke={1.75} aria-hidden="true" /> : null}
								</span>
							</Combobox.Option>
						))
					)}
				</Combobox.Options>
				<div className={styles.count}>{count}</div>
			</Combobox.Dropdown>
		</Combobox>
	);
}
