/** A list screen's body: tools, table, pages, and the three states of every list (loading, loaded, failed). */
import type { Page } from '@luvalla/contract/call';
import { type ReactNode, useRef, useState } from 'react';
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { type ListSearch, listQueryOf } from '#portal/lib/search.ts';
import { Failed } from '../Empty.tsx';
import { useKitTexts } from '../texts.ts';

import bulkStyles from './BulkBar.module.css';
import { type BulkAction, BulkBar } from './BulkBar.tsx';

import { type Column, DataTable, type RowAction } from './DataTable.tsx';
import type { Filter } from './Filters.tsx';
import { ListTools } from './ListTools.tsx';
import { NoMatch } from './NoMatch.tsx';
import { Pager } from './Pager.tsx';
import { isPicked, NOTHING_PICKED, type Picked, picking } from './picked.ts';
import { useHiddenColumns } from './preferences.ts';
import { type ListViews, useViews } from './use-views.ts';
import { ViewTabs } from './ViewTabs.tsx';

/** What `useQuery(asList(call, …))` gives, as far as a list needs it. */
export interface ListQuery<Row> {
	data: { data: readonly Row[]; page: Page | null } | undefined;
	error: unknown;
	isError: boolean;
	refetch: () => unknown;
}

export interface DataListProps<Row> {
	/** Under which name columns are remembered. */
	name: string;
	caption: string;
	query: ListQuery<Row>;
	columns: readonly Column<Row>[];
	rowId: (row: Row) => string;
	rowName: (row: Row) => string;
	actions?: (row: Row) => readonly RowAction[];
	search: ListSearch;
	/** A method, so that a screen's own `patch` fits: what it is given are texts for the URL, which the screen's schema reads back. */
	onSearch(patch: ListSearch & Readonly<Record<string, string | number | undefined>>, options?: { replace?: boolean }): void;
	/** Label of the search field; none: the list is not searched. */
	searchLabel?: string;
	filters?: readonly Filter[];
	/** What comes before the rows, between the views and the line of tools: what of them needs a decision. */
	before?: ReactNode;
	/** What else stands in the line of tools. */
	more?: ReactNode;
	/** Names in the URL of what `more` narrows by. */
	moreKeys?: readonly string[];
	/** *48 domains* */
	count: (total: number) => string;
	/** Drawn when there is nothing at all (no search, no filter). */
	empty: ReactNode;
	/** The tools stay above the drawing, where they may hold the way out (a longer span). */
	emptyKeepsTools?: true;
	/** What could not be loaded; without it the failure's own sentence stands. */
	failed?: string;
	fresh?: ReadonlySet<string>;
	/** What can be done with many rows at once: then they can be picked. */
	bulk?: readonly BulkAction[];
	/** Whose list it is: what is picked does not outlast it, and views are shared with it. */
	of?: number | null;
	/** It has saved views. */
	views?: ListViews;
}

export function DataList<Row>(props: DataListProps<Row>) {
	const { name, query, columns, search, onSearch, filters = [], moreKeys = [] } = props;
	const { views, shown, hidden, hide } = useShown(props);
	const [picked, setPicked] = usePicked(
		JSON.stringify([props.of, search.q, filters.map(({ value }) => value), moreKeys.map((key) => Reflect.get(search, key))]),
	);
	const head = useRef<HTMLInputElement>(null);
	// below the hooks: what is worked out between them is remembered by nobody
	const keys = [...filters.map(({ key }) => key), ...moreKeys];
	const narrowed = isNarrowed(props);
	const rows = query.data?.data;
	const total = query.data?.page?.total ?? rows?.length ?? 0;
	const more = query.data?.page?.more === true;
	const said = numberText(total, useLanguage());
	const failed = query.isError && !rows;
	const nothing = isNothing(props);
	if (nothing && views.length === 0 && !props.emptyKeepsTools) return props.empty;
	const ids = rows?.map(props.rowId) ?? [];
	const cleared = Object.fromEntries(keys.map((key) => [key, undefined]));
	const clear = () => onSearch({ ...cleared, q: undefined, page: undefined, view: undefined }, { replace: true });
	const onSort = (sort: string | undefined) => onSearch({ sort, page: undefined }, { replace: true });
	return (
		<>
			{props.views ? (
				<ViewTabs
					list={name}
					of={props.of}
					views={views}
					counting={props.views}
					search={search}
					keys={keys}
					hidden={hidden}
					narrowed={narrowed}
					ready={rows !== undefined}
					failed={failed}
					onSearch={onSearch}
				/>
			) : null}
			{props.before}
			<ListTools
				search={searchOf(props)}
				filters={filters}
				onFilter={(key, value) => onSearch({ [key]: value, page: undefined }, { replace: true })}
				more={props.more}
				narrowed={narrowed}
				onClear={clear}
				count={rows ? (more ? props.count(total).replace(said, `${said}+`) : props.count(total)) : null}
				columns={columns.slice(1).filter((column) => !column.fixed)}
				hidden={hidden}
				onHide={hide}
			/>
			{failed ? (
				// below the tools: what is being written there, and the way out of it, stay
				<Failed sentence={props.failed} query={query} />
			) : nothing ? (
				props.empty
			) : rows?.length === 0 ? (
				<NoMatch onClear={clear} />
			) : (
				<DataTable
					caption={props.caption}
					columns={shown}
					rows={rows}
					rowId={props.rowId}
					rowName={props.rowName}
					actions={props.actions}
					sort={search.sort}
					onSort={onSort}
					expect={listQueryOf(search).size}
					fresh={props.fresh}
					pick={props.bulk && { is: (id) => isPicked(picked, id), onPick: (some, on) => setPicked(picking(picked, some, on)), head }}
				/>
			)}
			<Turned columns={columns} search={search} />
			<Pages query={query} search={search} onSearch={onSearch} />
			{props.bulk ? (
				<>
					<BulkBar
						picked={picked}
						total={total}
						more={more}
						narrowed={narrowed}
						page={ids}
						actions={props.bulk}
						onPicked={setPicked}
						onClear={() => {
							setPicked(NOTHING_PICKED);
							head.current?.focus();
						}}
					/>
					<div className={bulkStyles.room} />
				</>
			) : null}
		</>
	);
}

/** The way to the other pages, of a list that has some. */
function Pages({ query, search, onSearch }: Pick<DataListProps<unknown>, 'query' | 'search' | 'onSearch'>) {
	const { page, size } = listQueryOf(search);
	const answered = query.data?.page;
	if (!answered) return null;
	return (
		<Pager
			page={page}
			size={size}
			total={answered.total}
			more={answered.more}
			onPage={(next) => onSearch({ page: next === 1 ? undefined : next })}
			onSize={(next) => onSearch({ size: next, page: undefined }, { replace: true })}
		/>
	);
}

const searchOf = <Row,>({ searchLabel, search, onSearch }: DataListProps<Row>) =>
	searchLabel === undefined
		? undefined
		: {
				value: search.q ?? '',
				label: searchLabel,
				onSearch: (q: string) => onSearch({ q: q === '' ? undefined : q, page: undefined }, { replace: true }),
			};

/** Says to whoever does not see it how rows are sorted, and which page came, once that was changed. */
function Turned<Row>({ columns, search }: Pick<DataListProps<Row>, 'columns' | 'search'>) {
	const t = useKitTexts();
	const { sort = '', page } = listQueryOf(search);
	const by = columns.find((column) => column.sort && column.sort === sort.replace(/^-/, ''));
	const now = [...(by ? [`${by.header}: ${t(sort.startsWith('-') ? 'descending' : 'ascending')}`] : []), t('page', { number: page })].join(
		', ',
	);
	const [begun, setBegun] = useState<string | null>(now);
	if (begun !== null && begun !== now) setBegun(null);
	return (
		<div aria-live="polite" className="visually-hidden">
			{begun === null ? now : ''}
		</div>
	);
}

/** The list's views, and the columns that are shown and hidden in the one that is open: the same ones until they change, so that rows stay as they are drawn. */
function useShown<Row>({ name, of, views: own, search, columns }: DataListProps<Row>) {
	const views = useViews(name, of, own !== undefined);
	const [hidden, hide] = useHiddenColumns(
		name,
		views.find(({ id }) => id === search.view),
		columns.filter(({ extra }) => extra).map(({ key }) => key),
	);
	const shown = columns.filter(({ key }) => !hidden.includes(key));
	return { views, shown, hidden, hide };
}

/** What is picked, until the list is narrowed otherwise. */
function usePicked(narrowing: string): [Picked, (picked: Picked) => void] {
	const [state, setState] = useState({ narrowing, picked: NOTHING_PICKED });
	const picked = state.narrowing === narrowing ? state.picked : NOTHING_PICKED;
	return [picked, (next) => setState({ narrowing, picked: next })];
}

type Narrowing = Pick<DataListProps<unknown>, 'search' | 'filters' | 'moreKeys'>;

const isNarrowed = ({ search, filters = [], moreKeys = [] }: Narrowing): boolean =>
	(search.q ?? '') !== '' ||
	filters.some(({ value }) => value !== undefined) ||
	moreKeys.some((key) => Reflect.get(search, key) !== undefined);

/** Whether there is nothing at all, which no search or filter has made so. */
export const isNothing = ({ query, ...narrowing }: Narrowing & { query: ListQuery<unknown> }): boolean =>
	query.data?.data.length === 0 && !isNarrowed(narrowing) && listQueryOf(narrowing.search).page === 1;
