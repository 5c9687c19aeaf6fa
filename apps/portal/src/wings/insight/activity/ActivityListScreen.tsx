import { type Activity, activity, activityFile } from '@luvalla/contract/insight/activity';
import { ACTIONS } from '@luvalla/contract/insight/activity-words';
import { IconHistory, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asList } from '#portal/lib/calls.ts';
import { ask, fetchFile } from '#portal/lib/client.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { instantsOf } from '#portal/lib/spans.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { ListExport } from '#portal/ui/list/CsvExport.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { DateRange } from '#portal/ui/list/DateRange.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { useCustomerFilter } from '#portal/ui/list/tenant-filters.ts';
import { RelativeTime } from '#portal/ui/times.tsx';
import { ActivityDrawer } from './ActivityDrawer.tsx';
import styles from './activity.module.css';
import { type ActivitySearch, activitySearch } from './activity.search.ts';
import { useActivityTexts } from './texts.ts';
import { usePersonFilter } from './use-person-filter.ts';
import { actionText, fieldText, thingText } from './words.ts';

/** What narrows the list and its file. */
const narrowingOf = (search: ActivitySearch) => ({
	q: search.q,
	person: search.person,
	customerId: search.customer,
	action: search.action,
	...instantsOf(search),
});
/** What the list asks for. */
const asked = (search: ActivitySearch, narrowed: ReturnType<typeof narrowingOf>) => ({
	query: { ...listQueryOf(search), ...narrowed, sort: undefined },
});

/** `/portalActivity`: who did what to which thing, newest first, for ADMIN. */
export function ActivityListScreen() {
	const t = useActivityTexts();
	const [search, patch] = useScreenSearch(activitySearch);
	const narrowed = narrowingOf(search);
	const query = useQuery(asList(activity, asked(search, narrowed)));
	const ofPerson = usePersonFilter(search.person);
	const ofCustomer = useCustomerFilter(search.customer);
	const columns: Column<Activity>[] = [
		{
			key: 'when',
			header: t('when'),
			cell: (row) => (
				<RowLink search={{ id: row.id }}>
					<span className="whole">
						<RelativeTime at={row.at} />
					</span>
				</RowLink>
			),
			width: 72,
		},
		{ key: 'who', header: t('who'), cell: (row) => <Who row={row} />, width: 160 },
		{ key: 'what', header: t('what'), cell: (row) => <What row={row} />, width: 200, oneLine: true },
		{ key: 'thing', header: t('thing'), cell: (row) => thingText(row.thing), width: 120 },
		{ key: 'customer', header: t('customer'), cell: (row) => row.customerName },
		{ key: 'fields', header: t('fields'), cell: (row) => fieldsText(row.fields), oneLine: true },
		{
			key: 'network',
			header: t('network'),
			cell: (row) => (row.network === null ? null : <span className="mono">{row.network}</span>),
			extra: true,
		},
	];
	return (
		<ListScreen
			name="activity"
			title={t('title')}
			tools={<ListExport read={() => fetchFile(activityFile, { query: narrowed })} />}
			query={query}
			columns={columns}
			rowId={(row) => row.id}
			rowName={(row) => `${actionText(row.action)}, ${row.thingName ?? thingText(row.thing)}`}
			actions={(row) => [
				{ label: t('open'), icon: IconHistory, onSelect: () => patch({ id: row.id }) },
				...(row.who === null
					? []
					: [{ label: t('onlyPerson'), icon: IconUser, onSelect: () => patch({ person: row.who ?? undefined, page: undefined }) }]),
			]}
			search={search}
			onSearch={patch}
			searchLabel={t('search')}
			filters={[
				ofPerson,
				ofCustomer,
				{
					key: 'action',
					name: t('action'),
					// an action of a link stays removable even when it has no word of its own
					options: [...new Set([...Object.keys(ACTIONS), ...(search.action ? [search.action] : [])])].map((action) => ({
						value: action,
						label: actionText(action),
					})),
					value: search.action,
				},
			]}
			more={
				<DateRange
					name={t('time')}
					value={search}
					unset={t('allTime')}
					onChange={(span) => patch({ ...span, page: undefined }, { replace: true })}
				/>
			}
			moreKeys={['from', 'to']}
			views={{
				call: activity,
				count: async (given) => {
					const of = activitySearch.parse(given);
					return (await ask(activity, asked(of, narrowingOf(of)))).page;
				},
			}}
			count={(total) => t('count', { count: total })}
			emptyKeepsTools
			empty={{ title: t('empty'), why: t('emptyWhy') }}
		>
			<ActivityDrawer id={search.id} rows={query.data?.data} onClose={() => patch({ id: undefined })} />
		</ListScreen>
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

/** *Changed* **Shop banner**; without a name the action alone, beside the kind of thing. */
function What({ row }: { row: Activity }) {
	return (
		<>
			{actionText(row.action)} {row.thingName === null ? null : <strong className="title breaks">{row.thingName}</strong>}
		</>
	);
}

/** Fields that a row names; how many more there are is said. */
const FIELDS_SHOWN = 2;
const fieldsText = (fields: readonly string[]): string =>
	[...fields.slice(0, FIELDS_SHOWN).map(fieldText), ...(fields.length > FIELDS_SHOWN ? [`+${fields.length - FIELDS_SHOWN}`] : [])].join(
		', ',
	);
