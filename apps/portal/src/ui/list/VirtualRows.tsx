/**
 * A long table in a frame of its own height. Up to 200 rows all are drawn. Of more only those in view and some around them,
 * so that a thousand rows cost what thirty do; the table still says how many there are and which row is which. The
 * browser's find-in-page sees only what is drawn: give a search beside it.
 */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Column } from './DataTable.tsx';
import styles from './VirtualRows.module.css';

const MOST_DRAWN = 200;
/** Rows that are drawn above and below the view: Tab and the arrows find the next one there. */
const AROUND = 8;
/** What a row of one line takes; each is measured once it is drawn. */
const ROW_PX = 44;
/** The frame at its highest (`max-height` of the styles). */
const FRAME_PX = 528;
/** Rows that Page Down goes on by. */
const PAGE = 10;
const CONTROLS = 'input, button, a[href]';

interface VirtualRowsProps<Row> {
	/** Names the table for people who hear it. */
	caption: string;
	columns: readonly Pick<Column<Row>, 'key' | 'header' | 'cell' | 'right'>[];
	rows: readonly Row[];
	rowId: (row: Row) => string | number;
}

export function VirtualRows<Row>({ caption, columns, rows, rowId }: VirtualRowsProps<Row>) {
	const long = rows.length > MOST_DRAWN;
	const table = { caption, columns, count: rows.length };
	if (!long)
		return (
			<div className={styles.frame}>
				<Table {...table}>
					{rows.map((row) => (
						<tr key={rowId(row)}>
							<Cells columns={columns} row={row} />
						</tr>
					))}
				</Table>
			</div>
		);
	return <Long {...table} rows={rows} rowId={rowId} />;
}

function Long<Row>({ caption, columns, rows, rowId }: VirtualRowsProps<Row>) {
	// the virtualizer answers anew from the same functions: what the compiler would remember goes stale
	'use no memo';
	const frame = useRef<HTMLDivElement>(null);
	// the row that has the focus stays drawn, wherever the frame is scrolled to
	const [held, setHeld] = useState<number | null>(null);
	const wanted = useRef<number | null>(null);
	const virtual = useVirtualizer({
		count: rows.length,
		getScrollElement: () => frame.current,
		estimateSize: () => ROW_PX,
		getItemKey: (index) => {
			const row = rows[index];
			return row === undefined ? index : rowId(row);
		},
		overscan: AROUND,
		useFlushSync: false,
		// the rows of the first paint, before the frame is measured
		initialRect: { width: 0, height: FRAME_PX },
		rangeExtractor: (range: Range) => {
			const drawn = defaultRangeExtractor(range);
			if (held === null || held >= rows.length || drawn.includes(held)) return drawn;
			return [...drawn, held].sort((a, b) => a - b);
		},
	});
	const rowAt = (index: number) => frame.current?.querySelector<HTMLTableRowElement>(`tr[data-index="${index}"]`);
	useEffect(() => {
		if (wanted.current === null) return;
		const row = rowAt(wanted.current);
		if (!row) return;
		row.querySelector<HTMLElement>(CONTROLS)?.focus({ preventScroll: true });
		row.scrollIntoView({ block: 'nearest' });
		wanted.current = null;
	});
	const onKeyDown = (event: KeyboardEvent) => {
		if (held === null || event.ctrlKey || event.altKey || event.metaKey) return;
		const last = rows.length - 1;
		const to: Record<string, number> = {
			ArrowDown: held + 1,
			ArrowUp: held - 1,
			PageDown: held + PAGE,
			PageUp: held - PAGE,
			Home: 0,
			End: last,
		};
		const next = Object.hasOwn(to, event.key) ? to[event.key] : undefined;
		if (next === undefined) return;
		event.preventDefault();
		wanted.current = Math.min(Math.max(next, 0), last);
		setHeld(wanted.current);
	};
	const items = virtual.getVirtualItems();
	const end = items.at(-1)?.end ?? 0;
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the controls inside
		<div
			ref={frame}
			className={styles.frame}
			onKeyDown={onKeyDown}
			onFocus={({ target }) => {
				const index = target.closest<HTMLElement>('tr[data-index]')?.dataset.index;
				setHeld(index === undefined ? null : Number(index));
			}}
			onBlur={({ relatedTarget, currentTarget }) => {
				if (wanted.current === null && !currentTarget.contains(relatedTarget)) setHeld(null);
			}}
		>
			<Table caption={caption} columns={columns} count={rows.length}>
				{items.map((item, i) => {
					const row = rows[item.index];
					const gap = item.start - (items[i - 1]?.end ?? 0);
					return row === undefined ? null : (
						<VirtualRow key={item.key} gap={gap} span={columns.length}>
							{/* the head is row 1 */}
							<tr ref={virtual.measureElement} data-index={item.index} aria-rowindex={item.index + 2}>
								<Cells columns={columns} row={row} />
							</tr>
						</VirtualRow>
					);
				})}
				<Gap px={virtual.getTotalSize() - end} span={columns.length} />
			</Table>
		</div>
	);
}

function VirtualRow({ gap, span, children }: { gap: number; span: number; children: ReactNode }) {
	return (
		<>
			<Gap px={gap} span={span} />
			{children}
		</>
	);
}

/** The room of the rows that are not drawn. */
function Gap({ px, span }: { px: number; span: number }) {
	if (px <= 0) return null;
	return (
		// biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
		<tr aria-hidden="true" className={styles.gap}>
			<td colSpan={span} style={{ height: px }} />
		</tr>
	);
}

function Table<Row>({
	caption,
	columns,
	count,
	children,
}: Pick<VirtualRowsProps<Row>, 'caption' | 'columns'> & { count: number; children: ReactNode }) {
	return (
		<table className={styles.table} aria-rowcount={count + 1}>
			<caption className="visually-hidden">{caption}</caption>
			<thead>
				<tr aria-rowindex={1}>
					{columns.map(({ key, header, right }) => (
						<th key={key} scope="col" className={right ? styles.right : undefined}>
							{header}
						</th>
					))}
				</tr>
			</thead>
			<tbody>{children}</tbody>
		</table>
	);
}

function Cells<Row>({ columns, row }: { columns: VirtualRowsProps<Row>['columns']; row: Row }) {
	return columns.map(({ key, cell, right }) => {
		const shown = cell(row);
		return (
			<td key={key} className={right ? styles.right : undefined}>
				{shown === null || shown === undefined || shown === '' ? '—' : shown}
			</td>
		);
	});
}
