/** The line above a table: search, filters, clear, count, columns, row height. */
import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { IconBaselineDensityMedium, IconBaselineDensitySmall, IconColumns3, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { TYPING_PAUSE_MS } from '#portal/lib/typing.ts';
import { LateMenu } from '../LateMenu.tsx';
import { Tip } from '../Tip.tsx';
import { useKitTexts } from '../texts.ts';
import { type Filter, Filters } from './Filters.tsx';
import styles from './ListTools.module.css';
import { useDensity, useSingleKeys } from './preferences.ts';

/** A search field that keeps what is typed to itself until the person pauses: the table is not drawn at every key. */
export function SearchBox({ value, label, onSearch }: { value: string; label: string; onSearch: (text: string) => void }) {
	const input = useRef<HTMLInputElement>(null);
	const [text, setText] = useState(value);
	const [seen, setSeen] = useState(value);
	// the URL changed by another way (Clear, Back): follow it
	if (seen !== value) {
		setSeen(value);
		setText(value);
	}
	const tell = useDebouncedCallback(onSearch, TYPING_PAUSE_MS);
	const [singleKeys] = useSingleKeys();
	useHotkeys(singleKeys ? [['/', () => input.current?.focus()]] : []);
	return (
		<TextInput
			ref={input}
			className={styles.search}
			type="search"
			value={text}
			aria-label={label}
			placeholder={label}
			leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
			rightSection={text === '' && singleKeys ? <span className={styles.key}>/</span> : null}
			onChange={(event) => {
				setText(event.currentTarget.value);
				tell(event.currentTarget.value);
			}}
		/>
	);
}

interface ListToolsProps {
	search?: { value: string; label: string; onSearch: (text: string) => void };
	filters: readonly Filter[];
	onFilter: (key: string, value: string | undefined) => void;
	/** What else belongs into the line (a span of days). */
	more?: ReactNode;
	/** Something is searched or filtered. */
	narrowed: boolean;
	onClear: () => void;
	/** *48 domains*; announced when it changes. */
	count: string | null;
	/** None: the table is always as it is, and its rows are of one height. */
	columns?: readonly { key: string; header: string }[];
	hidden?: readonly string[];
	onHide?: (keys: readonly string[]) => void;
}

export function ListTools({ search, filters, onFilter, more, narrowed, onClear, count, columns, hidden = [], onHide }: ListToolsProps) {
	const t = useKitTexts();
	const [density, setDensity] = useDensity();
	const DensityIcon = density === 'compact' ? IconBaselineDensitySmall : IconBaselineDensityMedium;
	return (
		<div className={styles.tools}>
			{search ? <SearchBox {...search} /> : null}
			<Filters filters={filters} onFilter={onFilter} />
			{more}
			{narrowed ? (
				<button type="button" className="link" onClick={onClear}>
					{t('clear')}
				</button>
			) : null}
			<div className={styles.end}>
				<span role="status" className={styles.count}>
					{count}
				</span>
				{columns ? (
					<>
						<LateMenu
							position="bottom-end"
							closeOnItemClick={false}
							button={
								<Button variant="default" size="xs" leftSection={<IconColumns3 size={16} stroke={1.75} aria-hidden="true" />}>
									<span className={styles.word}>{t('columns')}</span>
								</Button>
							}
						>
							{(Menu) =>
								columns.map((column) => {
									const off = hidden.includes(column.key);
									return (
										<Menu.CheckboxItem
											key={column.key}
											checked={!off}
											onChange={() => onHide?.(off ? hidden.filter((key) => key !== column.key) : [...hidden, column.key])}
										>
											{column.header}
										</Menu.CheckboxItem>
									);
								})
							}
						</LateMenu>
						<Tip label={`${t('density')}: ${t(density)}`}>
							<button
								type="button"
								className={styles.density}
								aria-label={t('density')}
								aria-pressed={density === 'compact'}
								onClick={() => setDensity(density === 'compact' ? 'comfortable' : 'compact')}
							>
								<DensityIcon size={16} stroke={1.75} aria-hidden="true" />
							</button>
						</Tip>
					</>
				) : null}
			</div>
		</div>
	);
}
