import { type Activity, activity, activityFile } from '@luvalla/contract/insight/activity';
import { ACTIONS } from '@luvalla/contract/insight/activity-words';
import { IconHistory, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asList } from '#portal/lib/calls.ts';
import { fetchFile } from '#portal/lib/client.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { instantsOf } from '#portal/lib/spans.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { ListExport } from '#portal/ui/CsvExport.tsx';
import { DataList } from '#portal/ui/DataList.tsx';
import { type Column, RowLink } from '#portal/ui/DataTable.tsx';
import { DateRange } from '#portal/ui/DateRange.tsx';
import { Empty } from '#portal/ui/Empty.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import { ActivityDrawer } from './ActivityDrawer.tsx';
import styles from './activity.module.css';
import { activitySearch } from './activity.search.ts';
import { CustomerFilter } from './CustomerFilter.tsx';
import { PersonPicker } from './PersonPicker.tsx';
import { useActivityTexts } from './texts.ts';
import { actionText, thingText } from './words.ts';

/** Signs of an id that a row shows; the drawer shows it whole. */
const ID_SHOWN = 13;

/** `/portalActivity`: who did what to which thing, newest first, for ADMIN. */
export function ActivityListScreen() {
	const t = useActivityTexts();
	const [search, patch] = useScreenSearch(activitySearch);
	const narrowed = { q: search.q, person: search.person, customerId: search.customer, action: search.action, ...instantsOf(search) };
	const query = useQuery(asList(activity, { query: { ...listQueryOf(search), ...narrowed, sort: undefined } }));
	const replace = { replace: true } as const;
	const columns: Column<Activity>[] = [
		{
			key: 'when',
			header: t('when'),
			cell: (row) => (
				<RowLink search={{ id: row.id }}>
					<span className={styles.when}>
						<RelativeTime at={row.at} />
					</span>
				</RowLink>
			),
			width: 72,
		},
		{ key: 'who', header: t('who'), cell: (row) => <Who row={row} />, width: 160 },
		{ key: 'action', header: t('action'), cell: (row) => actionText(row.action) },
		{ key: 'thing', header: t('thing'), cell: (row) => <Thing row={row} />, width: 160 },
		{ key: 'customer', header: t('customer'), cell: (row) => row.customerName },
		{ key: 'fields', header: t('fields'), cell: (row) => row.fields.join(', ') },
		{ key: 'network', header: t('network'), cell: (row) => (row.network === null ? null : <span className="mono">{row.network}</span>) },
	];
	return (
		<>
			<PageHeader
				title={t('title')}
				busy={query.isFetching && !query.isPending}
				actions={
					<>
						<PersonPicker value={search.person} onChange={(person) => patch({ person, page: undefined }, replace)} />
						<CustomerFilter value={search.customer} onChange={(customer) => patch({ customer, page: undefined }, replace)} />
						<ListExport read={() => fetchFile(activityFile, { query: narrowed })} />
					</>
				}
			/>
			<DataList
				name="activity"
				caption={t('title')}
				query={query}
				columns={columns}
				rowId={(row) => row.id}
				rowName={(row) => `${actionText(row.action)}, ${thingText(row.thing)}`}
				actions={(row) => [
					{ label: t('open'), icon: IconHistory, onSelect: () => patch({ id: row.id }) },
					...(row.who === null
						? []
						: [{ label: t('onlyPerson'), icon: IconUser, onSelect: () => patch({ person: row.who ?? undefined, page: undefined }) }]),
				]}
				search={search}
				onSearch={patch}
				searchLabel={t('search')}
				filter={{
					name: t('action'),
					// an action of a link stays removable even when it has no word of its own
					options: [...new Set([...Object.keys(ACTIONS), ...(search.action ? [search.action] : [])])].map((action) => ({
						value: action,
						label: actionText(action),
					})),
					value: search.action,
					onChange: (action) => patch({ action, page: undefined }, replace),
				}}
				more={
					<DateRange
						name={t('time')}
						value={search}
						unset={t('allTime')}
						onChange={(span) => patch({ ...span, page: undefined }, replace)}
					/>
				}
				narrowedByMore={
					search.person !== undefined || search.customer !== undefined || search.from !== undefined || search.to !== undefined
				}
				onClear={() =>
					patch(
						{ action: undefined, person: undefined, customer: undefined, from: undefined, to: undefined, q: undefined, page: undefined },
						replace,
					)
				}
				count={(total) => t('count', { count: total })}
				emptyKeepsTools
				empty={<Empty title={t('empty')}>{t('emptyWhy')}</Empty>}
			/>
			<ActivityDrawer id={search.id} rows={query.data?.data} onClose={() => patch({ id: undefined })} />
		</>
	);
}

/** The person, and in an assisted session as whom. */
function Who({ row }: { row: Activity }) {
	const t = useActivityTexts();
	if (row.asWhom === null) return row.who;
	return (
		<>
			{row.who} <span className={styles.as}>{t('asWhom', { name: row.asWhom })}</span>
		</>
	);
}

function Thing({ row }: { row: Activity }) {
	return (
		<span className={styles.thing}>
			{thingText(row.thing)}{' '}
			<span className={`mono ${styles.id}`} title={row.thingId}>
				{row.thingId.length > ID_SHOWN ? `${row.thingId.slice(0, ID_SHOWN)}…` : row.thingId}
			</span>
		</span>
	);
}
