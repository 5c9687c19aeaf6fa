/** A plain table: first column is the link, numbers right, sort by header buttons, actions under one ⋯ per row. */
import { IconArrowDown, IconArrowUp, IconDots, type TablerIcon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ChangeEvent, Fragment, memo, type ReactNode, type RefObject, useCallback, useId, useLayoutEffect, useRef } from 'react';
import { Bar } from '../chart/Bar.tsx';
import { LateMenu } from '../LateMenu.tsx';
import { useLate } from '../Loading.tsx';
import { useKitTexts } from '../texts.ts';
import styles from './DataTable.module.css';
import { useDensity } from './preferences.ts';
import { RowBox } from './RowBox.tsx';

export interface Column<Row> {
	key: string;
	header: string;
	/** Stands in the head in place of `header`, which still names the column, where heads are shown; such a column is not sorted by. */
	head?: ReactNode;
	/** What stands in the cell; null, undefined and '' are —. */
	cell: (row: Row) => ReactNode;
	/** The server sorts by this field name. */
	sort?: string;
	/** Numbers. */
	right?: boolean;
	/** Stays when columns are chosen; the first column does anyway. */
	fixed?: boolean;
	/** Shown only once it is chosen in the column menu. */
	extra?: boolean;
	/** One line, however narrow the table; what is longer is cut, so the cell says it whole by another way. */
	oneLine?: boolean;
	/** Width while loading and of the skeleton's bar, in px. */
	width?: number;
}

export interface RowAction {
	label: string;
	icon: TablerIcon;
	/** An address … */
	to?: string;
	search?: Record<string, string>;
	/** … or an act. */
	onSelect?: () => void;
	/** Red, last, after a line. */
	danger?: boolean;
}

export interface DataTableProps<Row> {
	/** Names the table for people who hear it. */
	caption: string;
	columns: readonly Column<Row>[];
	/** Undefined while the first rows are on their way. */
	rows: readonly Row[] | undefined;
	rowId: (row: Row) => string;
	/** Names a row in its action button. */
	rowName: (row: Row) => string;
	actions?: (row: Row) => readonly RowAction[];
	/** `field` or `-field`. */
	sort?: string;
	onSort?: (sort: string | undefined) => void;
	/** Rows of the skeleton. */
	expect?: number;
	/** Ids of rows that slide in (live lists). */
	fresh?: ReadonlySet<string>;
	/** Rows can be picked. */
	pick?: Pick;
}

export interface Pick {
	is: (id: string) => boolean;
	onPick: (ids: readonly string[], on: boolean) => void;
	/** The box in the head: where the focus goes when nothing is picked any more. */
	head: RefObject<HTMLInputElement | null>;
}

export function DataTable<Row>({
	caption,
	columns,
	rows,
	rowId,
	rowName,
	actions,
	sort,
	onSort,
	expect = 10,
	fresh,
	pick,
}: DataTableProps<Row>) {
	const t = useKitTexts();
	const [density] = useDensity();
	const ids = rows?.map(rowId) ?? [];
	const table = useId();
	const onPick = usePicking(ids, pick);
	return (
		<div className={styles.scroll}>
			<table className={styles.table} data-density={density} aria-busy={rows === undefined}>
				<caption className="visually-hidden">{caption}</caption>
				<thead>
					<tr>
						{pick ? <PickPage pick={pick} ids={ids} /> : null}
						{columns.map((column) => (
							<HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
						))}
						{actions ? (
							<th className={styles.actionsCell}>
								<span className="visually-hidden">{t('actions')}</span>
							</th>
						) : null}
					</tr>
				</thead>
				<tbody>
					{rows === undefined ? (
						<SkeletonRows columns={columns} rows={expect} withActions={actions !== undefined} withPick={pick !== undefined} />
					) : (
						rows.map((row) => {
							const id = rowId(row);
							return (
								<TableRow
									key={id}
									id={id}
									row={row}
									table={table}
									columns={columns}
									rowName={rowName}
									actions={actions}
									fresh={fresh?.has(id)}
									picked={pick?.is(id)}
									onPick={onPick}
								/>
							);
						})
					)}
				</tbody>
			</table>
		</div>
	);
}

type OnPick = (id: string, event: ChangeEvent<HTMLInputElement>) => void;

/** Picks a row, or with the shift key all from the one before; the same function as long as the table is there, so that rows are not drawn again. */
function usePicking(ids: readonly string[], pick: Pick | undefined): OnPick {
	const anchor = useRef<string | null>(null);
	const now = useRef({ ids, pick });
	useLayoutEffect(() => {
		now.current = { ids, pick };
	});
	return useCallback((id, { currentTarget, nativeEvent }) => {
		const { ids, pick } = now.current;
		const from = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey ? ids.indexOf(anchor.current ?? '') : -1;
		const to = ids.indexOf(id);
		pick?.onPick(from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1), currentTarget.checked);
		anchor.current = id;
	}, []);
}

interface TableRowProps<Row> extends Required<globalThis.Pick<DataTableProps<Row>, 'columns' | 'rowName'>> {
	id: string;
	row: Row;
	/** Begins the ids of its table's boxes. */
	table: string;
	actions: DataTableProps<Row>['actions'];
	fresh: boolean | undefined;
	/** Undefined: rows cannot be picked. */
	picked: boolean | undefined;
	onPick: OnPick;
}

/** Drawn again only when something of itself changes: a list has many, and picking one leaves the others. */
const TableRow = memo(function TableRow<Row>({ id, row, table, columns, rowName, actions, fresh, picked, onPick }: TableRowProps<Row>) {
	return (
		<tr data-fresh={fresh ? '' : undefined} data-picked={picked ? '' : undefined}>
			{picked === undefined ? null : <PickCell id={id} box={`${table}-${id}`} name={rowName(row)} picked={picked} onPick={onPick} />}
			{columns.map((column, i) => {
				const content = column.cell(row);
				return (
					<td
						key={column.key}
						data-label={i === 0 ? undefined : column.header}
						className={column.right ? styles.right : i === 0 ? styles.first : undefined}
						data-line={column.oneLine ? '' : undefined}
					>
						<span>{content === null || content === undefined || content === '' ? '—' : content}</span>
					</td>
				);
			})}
			{actions ? (
				<td className={styles.actionsCell}>
					<RowMenu name={rowName(row)} actions={actions(row)} />
				</td>
			) : null}
		</tr>
	);
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

/** What picks a row. */
function PickCell({ id, box, name, picked, onPick }: { id: string; box: string; name: string; picked: boolean; onPick: OnPick }) {
	const t = useKitTexts();
	return (
		<td className={styles.pickCell}>
			<label htmlFor={box}>
				<RowBox id={box} label={t('pickRow', { name })} checked={picked} onChange={(event) => onPick(id, event)} />
			</label>
		</td>
	);
}

/** All rows of the page, some of them, or none. */
function PickPage({ pick, ids }: { pick: Pick; ids: readonly string[] }) {
	const t = useKitTexts();
	const id = useId();
	const all = ids.length > 0 && ids.every(pick.is);
	const some = !all && ids.some(pick.is);
	const { head } = pick;
	// HTML has no attribute for it
	useLayoutEffect(() => {
		if (head.current) head.current.indeterminate = some;
	}, [head, some]);
	return (
		<th className={styles.pickCell}>
			<label htmlFor={id}>
				<RowBox
					id={id}
					ref={head}
					label={t('pickPage')}
					checked={all}
					disabled={ids.length === 0}
					onChange={() => pick.onPick(ids, !all)}
				/>
			</label>
		</th>
	);
}

function HeadCell<Row>({ column, sort, onSort }: { column: Column<Row>; sort?: string; onSort?: (sort: string | undefined) => void }) {
	const t = useKitTexts();
	const field = column.sort;
	if (column.head)
		return (
			<th abbr={column.header} className={styles.own}>
				<div className={styles.wide}>{column.head}</div>
				<span className={styles.narrow}>{column.header}</span>
			</th>
		);
	if (!field || !onSort) return <th className={column.right ? styles.right : undefined}>{column.header}</th>;
	const state = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none';
	const next = state === 'none' ? field : state === 'ascending' ? `-${field}` : undefined;
	const Icon = state === 'descending' ? IconArrowDown : IconArrowUp;
	return (
		<th aria-sort={state} className={column.right ? styles.right : undefined}>
			<button
				type="button"
				className={styles.sort}
				data-on={state === 'none' ? undefined : ''}
				title={t('sortBy', { name: column.header })}
				onClick={() => onSort(next)}
			>
				{column.header}
				<Icon size={14} stroke={2} aria-hidden="true" />
			</button>
		</th>
	);
}

function SkeletonRows<Row>({
	columns,
	rows,
	withActions,
	withPick,
}: {
	columns: readonly Column<Row>[];
	rows: number;
	withActions: boolean;
	withPick: boolean;
}) {
	const late = useLate();
	return Array.from({ length: rows }, (_, row) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no identity
		<tr key={row} className={late ? undefined : 'unseen'}>
			{withPick ? <td className={styles.pickCell} /> : null}
			{columns.map((column, i) => (
				<td key={column.key}>
					<Bar width={column.width ?? (i === 0 ? 180 : 96)} />
				</td>
			))}
			{withActions ? <td className={styles.actionsCell} /> : null}
		</tr>
	));
}

/** The actions of a row, under one button. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
	const t = useKitTexts();
	if (actions.length === 0) return null;
	const usual = actions.filter((one) => !one.danger);
	const dangers = actions.filter((one) => one.danger);
	return (
		<LateMenu
			position="bottom-end"
			width={220}
			button={
				<button type="button" className={styles.dots} aria-label={t('actionsFor', { name })}>
					<IconDots size={18} stroke={1.75} aria-hidden="true" />
				</button>
			}
		>
			{(Menu) =>
				[...usual, ...dangers].map(({ label, icon: Icon, to, search, onSelect, danger }, i) => (
					<Fragment key={label}>
						{danger && usual.length > 0 && i === usual.length ? <Menu.Divider /> : null}
						<Menu.Item
							data-danger={danger ? '' : undefined}
							leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
							onClick={onSelect}
							{...(to ? { renderRoot: (props: object) => <Link {...props} to={to} search={search ?? {}} /> } : {})}
						>
							{label}
						</Menu.Item>
					</Fragment>
				))
			}
		</LateMenu>
	);
}

/** The link of a row's first cell: another address, or `search` added to this one (a drawer). */
export function RowLink({ to, search, children }: { to?: string; search?: Record<string, string>; children: ReactNode }) {
	return (
		<Link to={to ?? '.'} search={to ? (search ?? {}) : (old: object) => ({ ...old, ...search })} className={styles.link} activeProps={{}}>
			{children}
		</Link>
	);
}
