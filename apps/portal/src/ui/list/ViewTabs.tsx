/** Saved views of a list, above it: each opens what it holds, says how many there are, and is kept up by whoever may. */
import { nameOf } from '@luvalla/contract/call';
import type { View } from '@luvalla/contract/guidance/views';
import { Skeleton } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { numberText } from '#portal/lib/dates.ts';
import { late } from '#portal/lib/late.tsx';
import { useLanguage } from '#portal/lib/say.ts';
import type { ListSearch } from '#portal/lib/search.ts';
import { useRested } from '#portal/lib/use-rested.ts';
import { Dialog } from '../Dialog.tsx';
import { useKitTexts } from '../texts.ts';
import { type Given, givenOf, heldNow, type ListViews, sameGiven, sameView } from './use-views.ts';
import styles from './ViewTabs.module.css';

const ViewMenu = late(
	() => import('./ViewWork.tsx').then((module) => module.ViewMenu),
	() => <span className={styles.menu} />,
);
const NameForm = late(() => import('./ViewWork.tsx').then((module) => module.NameForm));

/** More views than this are listed without saying how many each shows: each number is a question to the server. */
const MOST_COUNTED = 12;

type Search = Readonly<Record<string, string | number | undefined>>;

interface ViewTabsProps {
	list: string;
	of: number | null | undefined;
	views: readonly View[];
	counting: ListViews;
	search: ListSearch;
	/** Names of the filters in the URL. */
	keys: readonly string[];
	hidden: readonly string[];
	narrowed: boolean;
	/** The list itself is there: now its views may be counted. */
	ready: boolean;
	/** It did not come, and nothing is counted until it does. */
	failed: boolean;
	onSearch: (patch: Search, options?: { replace?: boolean }) => void;
}

export function ViewTabs({ list, of, views, counting, search, keys, hidden, narrowed, ready, failed, onSearch }: ViewTabsProps) {
	const t = useKitTexts();
	const rested = useRested(ready);
	const [naming, setNaming] = useState<'new' | View | null>(null);
	const open = views.find((one) => one.id === search.view) ?? null;
	const now = heldNow(search, keys, hidden);
	const nothing = Object.fromEntries(keys.map((key) => [key, undefined]));
	const address = (view: View | null): Search => ({
		...nothing,
		q: undefined,
		sort: undefined,
		...(view && givenOf(view.search)),
		view: view?.id,
		page: undefined,
	});
	const countOf = (given: Given, key: string | null): Counting => ({
		queryKey: [nameOf(counting.call), 'count', list, of ?? null, key, given],
		queryFn: () => counting.count(given),
		enabled: ready && rested,
		comes: !failed,
	});
	const { fixed = [] } = counting;
	/** What the list shows is one of its own views, whatever columns it has. */
	const standing = open === null ? fixed.find((one) => sameGiven(givenOf(now), one.search)) : undefined;
	// A link that names a view and nothing else opens it.
	const applied = useRef<string | null>(null);
	useEffect(() => {
		if (open === null || applied.current === open.id) return;
		applied.current = open.id;
		if (!narrowed && search.sort === undefined) onSearch(address(open), { replace: true });
	});
	const choose = (view: View | null) => {
		applied.current = view?.id ?? null;
		onSearch(address(view));
	};
	const changed = open !== null && !sameView(now, open.search);
	return (
		<nav className={styles.views} aria-label={t('views')}>
			<Tab
				name={t('allRows')}
				on={open === null && !narrowed}
				counting={views.length + fixed.length > 0 ? countOf({}, null) : null}
				onChoose={() => choose(null)}
			/>
			{fixed.map((one) => (
				<Tab
					key={one.key}
					name={one.name}
					on={one === standing}
					counting={countOf(one.search, one.key)}
					onChoose={() => {
						applied.current = null;
						onSearch({ ...address(null), ...one.search });
					}}
				/>
			))}
			{views.map((view, i) => (
				<span key={view.id} className={styles.one}>
					<Tab
						name={view.name}
						shared={view.shared}
						on={view === open}
						counting={i < MOST_COUNTED ? countOf(givenOf(view.search), view.id) : null}
						onChoose={() => choose(view)}
					/>
					{view === open && view.can.change ? (
						<ViewMenu
							view={view}
							of={of}
							now={changed ? now : null}
							onRename={() => setNaming(view)}
							onMoved={(id) => onSearch({ view: id }, { replace: true })}
						/>
					) : null}
				</span>
			))}
			{(narrowed && open === null && standing === undefined) || changed ? (
				<button type="button" className={styles.save} onClick={() => setNaming('new')}>
					<IconPlus size={14} stroke={2} aria-hidden="true" />
					{t('saveView')}
				</button>
			) : null}
			<Naming
				{...{ list, of, now, naming }}
				onDone={(view) => {
					setNaming(null);
					applied.current = view.id;
					onSearch({ view: view.id }, { replace: true });
				}}
				onCancel={() => setNaming(null)}
			/>
		</nav>
	);
}

interface NamingProps extends Pick<ViewTabsProps, 'list' | 'of'> {
	/** The view that is named anew, or a new one; null: none. */
	naming: 'new' | View | null;
	now: ReturnType<typeof heldNow>;
	onDone: (view: View) => void;
	onCancel: () => void;
}

/** How a view is called. */
function Naming({ list, of, naming, now, onDone, onCancel }: NamingProps) {
	const t = useKitTexts();
	return (
		<Dialog opened={naming !== null} onClose={onCancel} title={naming === 'new' ? t('saveViewTitle') : t('renameView')}>
			{naming === null ? null : (
				<NameForm list={list} of={of} view={naming === 'new' ? null : naming} now={now} onDone={onDone} onCancel={onCancel} />
			)}
		</Dialog>
	);
}

interface TabProps {
	name: string;
	shared?: boolean;
	on: boolean;
	/** It says how many there are, once that is known; null: it does not. */
	counting: Counting | null;
	onChoose: () => void;
}

function Tab({ name, shared = false, on, counting, onChoose }: TabProps) {
	return (
		<button type="button" className={styles.tab} aria-current={on ? 'true' : undefined} onClick={onChoose}>
			{shared ? <Shared /> : null}
			{name}
			{counting ? <Count counting={counting} /> : null}
		</button>
	);
}

function Shared() {
	const t = useKitTexts();
	return <IconUsers size={14} stroke={2} role="img" aria-label={t('sharedView')} />;
}

interface Counting {
	queryKey: readonly unknown[];
	queryFn: () => ReturnType<ListViews['count']>;
	enabled: boolean;
	/** Its place is kept meanwhile. */
	comes: boolean;
}

function Count({ counting: { comes, ...counting } }: { counting: Counting }) {
	const language = useLanguage();
	const { data, isPending } = useQuery(counting);
	if (data)
		return (
			<span className={styles.count}>
				{numberText(data.total, language)}
				{data.more ? '+' : ''}
			</span>
		);
	return isPending && comes ? <Skeleton className={styles.counting} width={28} height={20} /> : null;
}
