/** A list of a domain's drafts, known by their titles: the header's domain, to ADMIN every domain of the page's customer. */
import { IconCopy, IconPencil, IconRosetteDiscountCheck, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ListSearch } from '#portal/lib/search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { type AskedCall, CallQuestion } from '../ConfirmDialog.tsx';
import { NoDomain, type NoDomainProps } from '../NoDomain.tsx';
import { statusKeyOf } from '../NumberedStatus.tsx';
import { RelativeTime } from '../times.tsx';
import type { Place } from '../use-place.ts';
import { type Column, type RowAction, RowLink } from './DataTable.tsx';
import { ListScreen, type ListScreenProps } from './ListScreen.tsx';
import { labelFilter, listWords } from './list-words.ts';
import { useDomainFilter } from './tenant-filters.ts';

interface DraftRow {
	id: string;
	title: string;
	domain: string;
	status: number;
}

/** What each such feature says, under the same keys. */
type Words =
	| ('title' | 'search' | 'failed' | 'empty' | 'emptyWhy' | 'domain' | 'name' | 'status' | 'changed')
	| ('add' | 'edit' | 'remove' | 'removeText' | 'removeVerb');

/** `useCall` of a call about one row. */
type RowCall = { mutate: (input: { params: { id: string }; query: Record<string, never> }) => void };

type OfList = 'title' | 'page' | 'rowId' | 'rowName' | 'searchLabel' | 'failed' | 'empty' | 'add' | 'count' | 'search' | 'onSearch';

interface DraftListProps<Row extends DraftRow> extends Omit<ListScreenProps<Row>, OfList> {
	t: ((key: Words) => string) &
		((key: 'count', values: { count: number }) => string) &
		((key: 'removeQuestion', values: { title: string }) => string) &
		NoDomainProps['t'];
	place: Place;
	search: ListSearch & { domain?: string | undefined; status?: string | undefined };
	onSearch: ListScreenProps<Row>['onSearch'];
	/** Where rows open, a page each; without it they open in the list's drawer. */
	path?: string;
	/** Between the title and when the row was changed; the domain stands before them, where several are listed. */
	columns: Column<Row>[];
	changedAt: (row: Row) => string;
	/** The statuses to narrow by, with their labels. */
	statuses: Readonly<Record<string, string>>;
	/** Offered beside *edit* and *remove*. */
	copy?: { label: string; call: RowCall };
	approve?: { label: string; call: RowCall };
	remove: AskedCall<{ query: { id: string } }>;
	children?: ReactNode;
}

export function DraftList<Row extends DraftRow>(props: DraftListProps<Row>) {
	const { t, place, path, columns, changedAt, statuses, copy, approve, actions, filters = [], remove, children, ...list } = props;
	const { search, onSearch } = list;
	const { isAdmin } = usePerson();
	const { page, domains, chosen, address } = place;
	const ofDomain = useDomainFilter(domains, search.domain);
	const [doomed, setDoomed] = useState<Row | null>(null);
	if (!chosen) return <NoDomain title={t('title')} any={domains.length > 0} t={t} />;
	const acts = (row: Row): RowAction[] => {
		const once = { params: { id: row.id }, query: {} };
		return [
			{
				label: t('edit'),
				icon: IconPencil,
				...(path ? { to: `${path}/${row.id}`, search: address } : { onSelect: () => onSearch({ id: row.id }) }),
			},
			...(actions?.(row) ?? []),
			...(copy ? [{ label: copy.label, icon: IconCopy, onSelect: () => copy.call.mutate(once) }] : []),
			...(approve && statusKeyOf(row.status) !== 'approved'
				? [{ label: approve.label, icon: IconRosetteDiscountCheck, onSelect: () => approve.call.mutate(once) }]
				: []),
			{ label: t('remove'), icon: IconTrash, danger: true, onSelect: () => setDoomed(row) },
		];
	};
	const link = (row: Row) => (path ? { to: `${path}/${row.id}`, search: address } : { search: { id: row.id } });
	return (
		<ListScreen
			{...list}
			title={t('title')}
			page={page}
			add={{ label: t('add'), ...(path && { to: `${path}/new`, search: address }) }}
			columns={[
				{ key: 'title', header: t('name'), sort: 'title', cell: (row) => <RowLink {...link(row)}>{row.title}</RowLink>, width: 220 },
				...(isAdmin ? [{ key: 'domain', header: t('domain'), cell: (row: Row) => row.domain }] : []),
				...columns,
				{ key: 'changed', header: t('changed'), sort: 'changedAt', cell: (row) => <RelativeTime at={changedAt(row)} />, width: 90 },
			]}
			rowId={(row) => row.id}
			rowName={(row) => row.title}
			actions={acts}
			{...listWords(t)}
			filters={[...(isAdmin ? [ofDomain] : []), labelFilter('status', t('status'), search.status, statuses), ...filters]}
		>
			{children}
			<CallQuestion
				call={remove}
				input={doomed && { query: { id: doomed.id } }}
				onClose={() => setDoomed(null)}
				title={t('removeQuestion', { title: doomed?.title ?? '' })}
				verb={t('removeVerb')}
				danger
			>
				{t('removeText')}
			</CallQuestion>
		</ListScreen>
	);
}
