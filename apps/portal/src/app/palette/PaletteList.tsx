import { useEffect, useRef } from 'react';
import { type Entry, type Group, icons } from './entry.ts';
import styles from './palette.module.css';
import { usePaletteTexts } from './texts.ts';

interface PaletteListProps {
	id: string;
	groups: readonly Group[];
	/** The entry that Enter opens, by its group's key and its own id. */
	active: string | null;
	onPoint: (key: string) => void;
	onOpen: (entry: Entry) => void;
}

/** The found entries by group. Options of the field's list: they are pointed at and pressed, and never take the focus. */
export function PaletteList({ id, groups, active, onPoint, onOpen }: PaletteListProps) {
	const t = usePaletteTexts();
	const list = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (active !== null) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
	}, [active]);
	return (
		<div ref={list} id={id} role="listbox" aria-label={t('results')} className={styles.list}>
			{groups.map((group) => (
				// biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
				<div key={group.key} role="group" aria-labelledby={`${id}-${group.key}`}>
					<div id={`${id}-${group.key}`} className={styles.head}>
						{group.label}
					</div>
					{group.entries.map((entry) => {
						const key = `${group.key} ${entry.id}`;
						const Icon = icons[entry.kind];
						return (
							// biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and hears the keys
							// biome-ignore lint/a11y/useFocusableInteractive: likewise
							<div
								key={key}
								id={`${id} ${key}`.replaceAll(' ', '-')}
								role="option"
								aria-selected={key === active}
								className={styles.option}
								// the field keeps the focus
								onMouseDown={(event) => event.preventDefault()}
								onMouseMove={() => key !== active && onPoint(key)}
								onClick={() => onOpen(entry)}
							>
								<Icon size={18} stroke={1.75} aria-hidden="true" />
								<span className={styles.label}>{entry.label}</span>
								{entry.detail ? <span className={styles.detail}>{entry.detail}</span> : null}
							</div>
						);
					})}
				</div>
			))}
		</div>
	);
}
