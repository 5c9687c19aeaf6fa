import {
	IconBuildingStore,
	IconEye,
	IconHelpCircle,
	IconPencil,
	IconRadar2,
	IconShieldCheck,
	IconShieldQuestion,
	IconTag,
	IconTrash,
	IconUpload,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailure } from '#portal/lib/failure.ts';
import { notifyFailure, notifySuccess } from '#portal/lib/notices.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { type PatchSearch, useScreenSearch } from '#portal/lib/use-search.ts';
import { ActButton } from '#portal/ui/ActButton.tsx';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { LinkButton } from '#portal/ui/LinkButton.tsx';
import type { BulkAction, PickedRows } from '#portal/ui/list/BulkBar.tsx';
import { ListExport } from '#portal/ui/list/CsvExport.tsx';
import { type Column, type RowAction, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { listWords, valueFilter } from '#portal/ui/list/list-words.ts';
import { selectionOf } from '#portal/ui/list/picked.ts';
import { whoseOf } from '#portal/ui/list/picker-search.ts';
import { RelativeTime } from '#portal/ui/times.tsx';
import { countEntries, fileOf, isRemovable, listCall, useEntries, useRemoveEntry, useSaveEntry, written } from './calls.ts';
import { DECISIONS_SHOWN, type Decision, Decisions } from './Decisions.tsx';
import { EntryFacts } from './EntryFacts.tsx';
import { EntryForm } from './EntryForm.tsx';
import type { Entry } from './entry.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { type Many, ManyDialogs } from './ManyDialogs.tsx';
import styles from './repository.module.css';
import { drawerClosed, filtersOf, narrowingOf, type RepositorySearch, repositorySearch, SOURCES, TYPES } from './repository.search.ts';
import { useRepositoryTexts } from './texts.ts';
import { useWhose } from './use-whose.tsx';
import { WhatIsIt } from './WhatIsIt.tsx';
import { lifetimeWords, SourceOf } from './words.tsx';

/** `/cookierepo`: what each cookie is, by the platform and by the customer, and what of it needs a decision. */
export function RepositoryScreen() {
	const t = useRepositoryTexts();
	const [search, patch] = useScreenSearch(repositorySearch);
	const { whose, ready, page, picker, mayEdit } = useWhose(search, patch);
	const client = useQueryClient();
	const [imports, setImports] = useState(false);
	const [going, setGoing] = useState<Entry | null>(null);
	const [many, setMany] = useState<Many | null>(null);
	const list = useEntries(whose, { ...listQueryOf(search), filter: filtersOf(search) }, ready);
	const before = mayEdit && search.state === undefined;
	const undecided = useEntries(whose, { page: 1, size: DECISIONS_SHOWN, filter: ['state:undecided'] }, ready && before);
	// where neither came it is said once, by the list, which asks for both again
	const neither = list.isError && !list.data && undecided.isError && !undecided.data;
	const decide = useDecide(whose);
	const remove = useRemoveEntry(whose);
	const row = [...(list.data?.data ?? []), ...(undecided.data?.data ?? [])].find((one) => one.id === search.id);
	const narrowed = { q: search.q, ...narrowingOf(search) };
	const bulk = useBulk((act) => (rows) => setMany({ act, rows, selection: selectionOf(rows.picked, narrowed) }));
	const columns = useColumns(whose === null);
	const actions = useRowActions({ whose, mayEdit, onDecide: decide, onOpen: ({ id }) => patch({ id }), onRemove: setGoing });
	return (
		<ListScreen
			name="cookierepo"
			title={t('title')}
			about={whose === null && ready ? t('aboutGlobal') : t('about')}
			page={page}
			of={page ? undefined : (whose ?? undefined)}
			tools={
				<>
					{picker}
					<RepositoryTools
						whose={whose}
						search={search}
						onWhat={() => patch({ id: 'what' })}
						onImport={mayEdit ? () => setImports(true) : undefined}
					/>
				</>
			}
			add={mayEdit ? { label: t('add') } : undefined}
			query={{
				...list,
				refetch: () => {
					if (undecided.isError) void undecided.refetch();
					void list.refetch();
				},
			}}
			columns={columns}
			rowId={(one) => one.id}
			rowName={(one) => one.name}
			actions={actions}
			search={search}
			onSearch={patch}
			{...listWords(t)}
			filters={[
				valueFilter('type', t('category'), search.type, TYPES, (value) => t(value)),
				valueFilter(
					'source',
					t('source'),
					search.source,
					SOURCES.filter((value) => value !== 'own' || whose !== null),
					(value) => t(value),
				),
			]}
			moreKeys={['state']}
			bulk={mayEdit ? bulk : undefined}
			before={before && !neither ? <Decisions query={undecided} onDecide={decide} /> : null}
			views={{
				call: listCall(whose),
				count: (given) => countEntries(client, whose, repositorySearch.parse(given)),
				fixed: [
					{ key: 'undecided', name: t(mayEdit ? 'viewUndecided' : 'undecided'), search: { state: 'undecided' } },
					...(whose === null ? [] : [{ key: 'own', name: t('viewOwn'), search: { state: 'own' } }]),
					{ key: 'conflict', name: t('viewConflicts'), search: { state: 'conflict' } },
				],
			}}
		>
			<EntryDrawers whose={whose} mayEdit={mayEdit} row={row} list={list} search={search} patch={patch} />
			<ImportDialog whose={whose} opened={imports} onClose={() => setImports(false)} />
			<ManyDialogs whose={whose} many={many} onClose={() => setMany(null)} />
			<CallQuestion
				call={remove}
				input={going && { query: { id: going.id } }}
				onClose={() => setGoing(null)}
				title={t('removeTitle', { name: going?.name ?? '' })}
				verb={t('remove')}
				danger
			>
				{t(whose === null ? 'removeGlobal' : 'removeOwn')}
			</CallQuestion>
		</ListScreen>
	);
}

type Whose = ReturnType<typeof useWhose>['whose'];

/** Says of an undecided cookie what it is, in one press. */
function useDecide(whose: Whose) {
	const t = useRepositoryTexts();
	const { change, isPending: deciding } = useSaveEntry(whose, true);
	return (entry: Entry, type: Decision) => {
		if (deciding) return;
		change({ ...written(entry), type, reason: '' }).then(
			() => notifySuccess(t('decided', { name: entry.name, category: t(type) })),
			// any other failure was told by the call
			(error: unknown) => error instanceof CallFailure && error.hasFields && notifyFailure(error.message),
		);
	};
}

/** What can be done with many at once. */
function useBulk(begin: (act: Many['act']) => (rows: PickedRows) => void): readonly BulkAction[] {
	const t = useRepositoryTexts();
	return [
		{ label: t('setCategory'), icon: IconTag, onChoose: begin('type') },
		{ label: t('setProvider'), icon: IconBuildingStore, onChoose: begin('provider') },
		{ label: t('remove'), icon: IconTrash, onChoose: begin('remove') },
	];
}

interface RowActs {
	whose: Whose;
	mayEdit: boolean;
	onDecide: (entry: Entry, type: Decision) => void;
	onOpen: (entry: Entry) => void;
	onRemove: (entry: Entry) => void;
}

/** What can be done with one of them. */
function useRowActions({ whose, mayEdit, onDecide, onOpen, onRemove }: RowActs) {
	const t = useRepositoryTexts();
	return (one: Entry): RowAction[] => [
		...(mayEdit && one.type === 'undecided'
			? [
					{ label: t('needsConsent'), icon: IconShieldQuestion, onSelect: () => onDecide(one, 'preferences') },
					{ label: t('necessary'), icon: IconShieldCheck, onSelect: () => onDecide(one, 'necessary') },
				]
			: []),
		{
			label: !mayEdit ? t('open') : whose === null || one.source === 'own' ? t('edit') : t('makeOwn'),
			icon: mayEdit ? IconPencil : IconEye,
			onSelect: () => onOpen(one),
		},
		...(mayEdit && isRemovable(whose, one) ? [{ label: t('remove'), icon: IconTrash, danger: true, onSelect: () => onRemove(one) }] : []),
	];
}

interface RepositoryToolsProps {
	whose: Whose;
	search: RepositorySearch;
	onWhat: () => void;
	/** Of whoever may change the list. */
	onImport: (() => void) | undefined;
}

/** The way to what was seen on sites, what a cookie is, a file in, and the file out. */
function RepositoryTools({ whose, search, onWhat, onImport }: RepositoryToolsProps) {
	const t = useRepositoryTexts();
	return (
		<>
			{whose === null ? null : (
				<LinkButton sign={IconRadar2} to="/cookierepo/seen" search={whoseOf(search)}>
					{t('seenTitle')}
				</LinkButton>
			)}
			<ActButton variant="default" sign={IconHelpCircle} onClick={onWhat}>
				{t('what')}
			</ActButton>
			{onImport ? (
				<ActButton variant="default" sign={IconUpload} onClick={onImport}>
					{t('importCsv')}
				</ActButton>
			) : null}
			<ListExport read={() => fileOf(whose, { q: search.q, sort: search.sort, filter: filtersOf(search) })} />
		</>
	);
}

interface EntryDrawersProps {
	whose: Whose;
	mayEdit: boolean;
	row: Entry | undefined;
	list: ReturnType<typeof useEntries>;
	search: RepositorySearch;
	patch: PatchSearch<RepositorySearch>;
}

/** The drawer of a new entry, of one of the list, and of the question what a cookie is. */
function EntryDrawers({ whose, mayEdit, row, list, search, patch }: EntryDrawersProps) {
	const t = useRepositoryTexts();
	const asking = search.id === 'what';
	const adding = search.id === 'new';
	const close = () => patch(drawerClosed);
	return (
		<>
			<FormDrawer opened={adding && mayEdit} title={t('add')} onClose={close}>
				{adding && mayEdit ? <EntryForm whose={whose} entry={null} begins={{ name: search.name, domain: search.host }} /> : null}
			</FormDrawer>
			<FormDrawer
				opened={search.id !== undefined && !adding && !asking}
				title={row ? row.name : t('editTitle')}
				onClose={close}
				loading={row ? undefined : { ...list, isSuccess: list.isSuccess && !list.isPlaceholderData }}
				missing={t('missing')}
			>
				{!row ? null : mayEdit ? <EntryForm key={row.id} whose={whose} entry={row} /> : <EntryFacts entry={row} whose={whose} />}
			</FormDrawer>
			<FormDrawer opened={asking} title={t('what')} onClose={close}>
				{asking ? (
					<WhatIsIt
						whose={whose}
						onOpen={({ id, name }) => patch({ id, q: name, type: undefined, source: undefined, state: undefined, page: undefined })}
						onAdd={mayEdit ? ({ name, host }) => patch({ id: 'new', name, host: host === '' ? undefined : host }) : undefined}
					/>
				) : null}
			</FormDrawer>
		</>
	);
}

function useColumns(forGlobal: boolean): Column<Entry>[] {
	const t = useRepositoryTexts();
	const language = useLanguage();
	return [
		{
			key: 'name',
			header: t('name'),
			sort: 'name',
			cell: (one) => (
				<>
					<RowLink search={{ id: one.id }}>
						<span className={styles.name}>{one.name}</span>
					</RowLink>
					{one.domain === '' ? null : <span className={styles.host}>{one.domain}</span>}
				</>
			),
		},
		{ key: 'category', header: t('category'), sort: 'type', cell: (one) => t(one.type) },
		{ key: 'provider', header: t('provider'), sort: 'provider', cell: (one) => one.provider },
		{ key: 'lifetime', header: t('lifetime'), sort: 'lifetime', cell: (one) => lifetimeWords(one.lifetimeSeconds, t, language) },
		{ key: 'source', header: t('source'), cell: (one) => <SourceOf entry={one} forGlobal={forGlobal} />, width: 150 },
		{ key: 'changed', header: t('changed'), sort: 'changedAt', cell: (one) => <RelativeTime at={one.changedAt} />, extra: true },
	];
}
