/** Saved views of a list, above it: each opens what it holds, says how many there are, and is kept up by whoever may. */
import { nameOf } from '@luvalla/contract/call';
import {
	changeOwnView,
	changeSharedView,
	deleteOwnView,
	deleteSharedView,
	ownViews,
	saveOwnView,
	saveSharedView,
	sharedViews,
	type View,
	ViewName,
	type ViewSearch,
} from '@luvalla/contract/guidance/views';
import { Button, Group, Menu, Skeleton } from '@mantine/core';
import { IconChevronDown, IconDeviceFloppy, IconPencil, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import type { ListSearch } from '#portal/lib/search.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';
import { SwitchField, TextField } from './fields.tsx';
import { useKitTexts } from './texts.ts';
import { givenOf, heldNow, type ListViews, sameView } from './use-views.ts';
import styles from './ViewTabs.module.css';

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
	onSearch: (patch: Search, options?: { replace?: boolean }) => void;
}

export function ViewTabs({ list, of, views, counting, search, keys, hidden, narrowed, ready, onSearch }: ViewTabsProps) {
	const t = useKitTexts();
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
	const counted = views.slice(0, MOST_COUNTED);
	const counts = useQueries({
		queries: [null, ...counted].map((view) => {
			const given = view ? givenOf(view.search) : {};
			return {
				queryKey: [nameOf(counting.call), 'count', list, of ?? null, view?.id ?? null, given],
				queryFn: () => counting.count(given),
				enabled: ready && views.length > 0,
			};
		}),
	});
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
			<Tab name={t('allRows')} on={open === null && !narrowed} counted={views.length > 0} count={counts[0]} onChoose={() => choose(null)} />
			{views.map((view, i) => (
				<span key={view.id} className={styles.one}>
					<Tab
						name={view.name}
						shared={view.shared}
						on={view === open}
						counted={i < MOST_COUNTED}
						count={counts[i + 1]}
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
			{(narrowed && open === null) || changed ? (
				<button type="button" className={styles.save} onClick={() => setNaming('new')}>
					<IconPlus size={14} stroke={2} aria-hidden="true" />
					{t('saveView')}
				</button>
			) : null}
			<Dialog opened={naming !== null} onClose={() => setNaming(null)} title={naming === 'new' ? t('saveViewTitle') : t('renameView')}>
				{naming === null ? null : (
					<NameForm
						list={list}
						of={of}
						view={naming === 'new' ? null : naming}
						now={now}
						onDone={(view) => {
							setNaming(null);
							applied.current = view.id;
							onSearch({ view: view.id }, { replace: true });
						}}
						onCancel={() => setNaming(null)}
					/>
				)}
			</Dialog>
		</nav>
	);
}

interface TabProps {
	name: string;
	shared?: boolean;
	on: boolean;
	/** It says how many there are, once that is known. */
	counted: boolean;
	count: { data: { total: number; more?: boolean | undefined } | null | undefined; isPending: boolean } | undefined;
	onChoose: () => void;
}

function Tab({ name, shared = false, on, counted, count, onChoose }: TabProps) {
	const t = useKitTexts();
	const language = useLanguage();
	return (
		<button type="button" className={styles.tab} aria-current={on ? 'true' : undefined} onClick={onChoose}>
			{shared ? <IconUsers size={14} stroke={2} role="img" aria-label={t('sharedView')} /> : null}
			{name}
			{!counted || !count ? null : count.data ? (
				<span className={styles.count}>
					{numberText(count.data.total, language)}
					{count.data.more ? '+' : ''}
				</span>
			) : count.isPending ? (
				<Skeleton className={styles.counting} width={28} height={20} />
			) : null}
		</button>
	);
}

interface ViewMenuProps {
	view: View;
	of: number | null | undefined;
	/** What the list shows now, where that is something else than the view holds. */
	now: ViewSearch | null;
	onRename: () => void;
	/** It has another id, or none any more. */
	onMoved: (id: string | undefined) => void;
}

function ViewMenu({ view, of, now, onRename, onMoved }: ViewMenuProps) {
	const t = useKitTexts();
	const [doomed, setDoomed] = useState(false);
	const settings = { scope: { customerId: of }, reload: [ownViews, sharedViews] };
	const own = { change: useCall(changeOwnView, settings), remove: useCall(deleteOwnView, { ...settings, quiet: true }) };
	const shared = { change: useCall(changeSharedView, settings), remove: useCall(deleteSharedView, { ...settings, quiet: true }) };
	const share = useCall(saveSharedView, {
		...settings,
		onSuccess: (made) => {
			own.remove.mutate({ params: { id: view.id } });
			onMoved(made.id);
		},
	});
	const params = { id: view.id };
	const replace = (search: ViewSearch) =>
		view.shared ? shared.change.mutate({ params, query: {}, body: { search } }) : own.change.mutate({ params, body: { search } });
	const remove = () => {
		const done = {
			onSuccess: () => onMoved(undefined),
			onSettled: () => setDoomed(false),
		};
		if (view.shared) shared.remove.mutate({ params, query: {} }, done);
		else own.remove.mutate({ params }, done);
	};
	return (
		<>
			<Menu position="bottom-start" width={220}>
				<Menu.Target>
					<button type="button" className={styles.menu} aria-label={t('viewActions', { name: view.name })}>
						<IconChevronDown size={16} stroke={2} aria-hidden="true" />
					</button>
				</Menu.Target>
				<Menu.Dropdown>
					{now === null ? null : (
						<Menu.Item leftSection={<IconDeviceFloppy size={16} stroke={1.75} aria-hidden="true" />} onClick={() => replace(now)}>
							{t('replaceView')}
						</Menu.Item>
					)}
					<Menu.Item leftSection={<IconPencil size={16} stroke={1.75} aria-hidden="true" />} onClick={onRename}>
						{t('renameView')}
					</Menu.Item>
					{view.shared || typeof of !== 'number' ? null : (
						<Menu.Item
							leftSection={<IconUsers size={16} stroke={1.75} aria-hidden="true" />}
							onClick={() => share.mutate({ query: {}, body: { list: view.list, name: view.name, search: view.search } })}
						>
							{t('shareView')}
						</Menu.Item>
					)}
					<Menu.Divider />
					<Menu.Item data-danger="" leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />} onClick={() => setDoomed(true)}>
						{t('deleteView')}
					</Menu.Item>
				</Menu.Dropdown>
			</Menu>
			<ConfirmDialog
				opened={doomed}
				title={t('deleteViewTitle', { name: view.name })}
				verb={t('deleteView')}
				danger
				working={own.remove.isPending || shared.remove.isPending}
				onCancel={() => setDoomed(false)}
				onConfirm={remove}
			>
				{view.shared ? t('deleteSharedView') : t('deleteOwnView')}
			</ConfirmDialog>
		</>
	);
}

interface NameFormProps {
	list: string;
	of: number | null | undefined;
	/** To be renamed; null: a new one of what the list shows now. */
	view: View | null;
	now: ViewSearch;
	onDone: (view: View) => void;
	onCancel: () => void;
}

function NameForm({ list, of, view, now, onDone, onCancel }: NameFormProps) {
	const t = useKitTexts();
	const [name, setName] = useState(view?.name ?? '');
	const [isShared, setShared] = useState(false);
	const settings = { scope: { customerId: of }, reload: [ownViews, sharedViews], onSuccess: onDone };
	const saveOwn = useCall(saveOwnView, settings);
	const saveShared = useCall(saveSharedView, settings);
	const renameOwn = useCall(changeOwnView, settings);
	const renameShared = useCall(changeSharedView, settings);
	const working = [saveOwn, saveShared, renameOwn, renameShared].some((one) => one.isPending);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const body = { list, name, search: now };
		if (view?.shared) renameShared.mutate({ params: { id: view.id }, query: {}, body: { name } });
		else if (view) renameOwn.mutate({ params: { id: view.id }, body: { name } });
		else if (isShared) saveShared.mutate({ query: {}, body });
		else saveOwn.mutate({ body });
	};
	return (
		<form onSubmit={submit} noValidate className={styles.form}>
			<TextField
				label={t('viewName')}
				value={name}
				maxLength={60}
				data-autofocus
				autoComplete="off"
				onChange={(event) => setName(event.currentTarget.value)}
			/>
			{view === null && typeof of === 'number' ? (
				<SwitchField
					label={t('viewShared')}
					hint={t('viewSharedHint')}
					checked={isShared}
					onChange={(event) => setShared(event.currentTarget.checked)}
				/>
			) : null}
			<Group justify="flex-end" mt="lg" gap="xs">
				<Button variant="default" onClick={onCancel} disabled={working}>
					{t('cancel')}
				</Button>
				<Button type="submit" loading={working} disabled={!ViewName.safeParse(name).success}>
					{view === null ? t('saveViewVerb') : t('renameView')}
				</Button>
			</Group>
		</form>
	);
}
