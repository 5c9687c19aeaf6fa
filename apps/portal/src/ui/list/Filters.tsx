/** What narrows a list, as chips: each reads as a phrase, can be changed and removed; what is not set is added from one button. */
import { IconFilterPlus, IconX } from '@tabler/icons-react';
import { cloneElement, useEffect, useRef, useState } from 'react';
import { LateMenu } from '../LateMenu.tsx';
import { useLatePart } from '../late.ts';
import { useKitTexts } from '../texts.ts';
import type { ChoiceProps } from './FilterChoice.tsx';
import styles from './ListTools.module.css';

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
				<LateMenu
					position="bottom-start"
					returnFocus={false}
					button={
						<button ref={addButton} type="button" className={`${styles.chip} ${styles.add}`}>
							<IconFilterPlus size={16} stroke={1.75} aria-hidden="true" />
							{t('addFilter')}
						</button>
					}
				>
					{(Menu) =>
						unset.map(({ key, name, onType }) => (
							<Menu.Item
								key={key}
								onClick={() => {
									onType?.('');
									setBegun(key);
								}}
							>
								{name}
							</Menu.Item>
						))
					}
				</LateMenu>
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
		<span className={styles.chip} data-long={filter.key === 'customer' && value !== undefined ? '' : undefined}>
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

const loadChoice = () => import('./FilterChoice.tsx').then((module) => module.FilterChoice);

/** The values of a filter behind a button; a filter that was just begun opens them at once. */
function Choice(props: Omit<ChoiceProps, 'late'>) {
	const { Part, open, button } = useLatePart<ChoiceProps>(loadChoice, 'listbox');
	const begun = props.begun === true;
	// biome-ignore lint/correctness/useExhaustiveDependencies: asked for once
	useEffect(() => {
		if (begun) open();
	}, []);
	return Part ? <Part {...props} late={!begun} /> : cloneElement(props.children, button);
}
