import type { Page } from '@luvalla/contract/call';
import { type Connector, changeConnector, connectors, connectorTypes } from '@luvalla/contract/profiles/connectors';
import {
	IconBell,
	IconBucket,
	IconDatabase,
	IconDeviceMobile,
	IconFileSpreadsheet,
	IconMail,
	IconMessage,
	IconPencil,
	IconPower,
	IconPrinter,
	IconWebhook,
	type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { byName, useLanguage } from '#portal/lib/say.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { publicSettings } from '#portal/lib/settings.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { ConnectorTabs } from '#portal/ui/ConnectorTabs.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { valueFilter } from '#portal/ui/list/list-words.ts';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import { ConnectorDrawer } from './ConnectorDrawer.tsx';
import styles from './connectors.module.css';
import { type ConnectorSearch, connectorSearch } from './connectors.search.ts';
import { HealthBadge } from './HealthBadge.tsx';
import { RunBars } from './RunBars.tsx';
import { useConnectorTexts } from './texts.ts';

const SIGNS: Readonly<Record<Connector['type'], TablerIcon>> = {
	smtp: IconMail,
	'sms-http': IconMessage,
	webhook: IconWebhook,
	postgres: IconDatabase,
	s3: IconBucket,
	'sftp-csv': IconFileSpreadsheet,
	'printing-house': IconPrinter,
	'web-push': IconBell,
	fcm: IconDeviceMobile,
};

const orders: Record<string, (one: Connector, other: Connector) => number> = {
	name: (one, other) => byName(one.name, other.name),
	testedAt: (one, other) => (one.testedAt ?? '').localeCompare(other.testedAt ?? ''),
};

/** The page of a list that came whole. */
const pageOf = (all: readonly Connector[], search: ConnectorSearch): { data: readonly Connector[]; page: Page } => {
	const { page, size, sort = 'name', q = '' } = listQueryOf(search);
	const wanted = q.trim().toLocaleLowerCase();
	const matching = all.filter(
		({ name, type, direction }) =>
			name.toLocaleLowerCase().includes(wanted) &&
			(search.type === undefined || search.type === type) &&
			(search.sync === undefined || search.sync === direction),
	);
	const falls = sort.startsWith('-');
	const order = orders[falls ? sort.slice(1) : sort] ?? (() => 0);
	const sorted = matching.toSorted((one, other) => (falls ? order(other, one) : order(one, other)));
	return { data: sorted.slice((page - 1) * size, page * size), page: { total: sorted.length, next: null } };
};

/** `/connectors`: where people come from and where audiences go; ADMIN picks the customer on the page. */
export function ConnectorsScreen() {
	const t = useConnectorTexts();
	const language = useLanguage();
	const person = usePerson();
	const { search, patch, page, customerId } = usePage(connectorSearch);
	useReloadOnNews('runs', [connectors], customerId);
	const list = useQuery({
		...asQuery(connectors, { params: { id: customerId ?? 0 } }),
		enabled: customerId !== null,
		refetchInterval: ({ state }) =>
			state.data?.data.some(({ runs }) => runs.some((run) => run.state === 'running' || run.state === 'waiting')) ? LOOK_AGAIN_MS : false,
	});
	const types = useQuery({ ...asQuery(connectorTypes, {}), enabled: customerId !== null });
	const change = useCall(changeConnector, { reload: [connectors] });
	// Domain admins see what there is; where data goes is the business of those who answer for the customer.
	const mayWrite = person.isAdmin || person.isPartner || person.customerAdmin;
	const kinds = types.data?.data ?? [];
	const nameOf = (type: string): string => kinds.find((one) => one.type === type)?.name[language] ?? type;
	const query = { ...list, data: list.data && pageOf(list.data.data, search) };
	const columns: readonly Column<Connector>[] = [
		{ key: 'name', header: t('name'), sort: 'name', cell: (row) => <Name row={row} type={nameOf(row.type)} />, width: 260 },
		{ key: 'health', header: t('health'), cell: (row) => <HealthBadge connector={row} />, width: 120 },
		{ key: 'runs', header: t('lastRuns'), cell: (row) => <RunBars runs={row.runs} />, width: 130 },
		{
			key: 'tested',
			header: t('latest'),
			sort: 'testedAt',
			cell: (row) => (row.testedAt === null ? t('never') : <RelativeTime at={row.testedAt} />),
			width: 110,
		},
	];
	return (
		<ListScreen
			name="connectors"
			title={t('title')}
			about={mayWrite ? undefined : t('whoAdds')}
			page={page}
			tabs={<ConnectorTabs customer={search.customer} />}
			add={mayWrite ? { label: t('add') } : undefined}
			query={query}
			columns={columns}
			rowId={(row) => row.id}
			rowName={(row) => row.name}
			actions={(row) => [
				{ label: t('open'), icon: IconPencil, onSelect: () => patch({ id: row.id }) },
				...(mayWrite
					? [
							{
								label: row.isActive ? t('turnOff') : t('turnOn'),
								icon: IconPower,
								onSelect: () =>
									change.mutate({
										body: {
											id: row.id,
											customerId: row.customerId,
											type: row.type,
											name: row.name,
											config: row.config,
											isActive: !row.isActive,
										},
									}),
							},
						]
					: []),
			]}
			search={search}
			onSearch={patch}
			searchLabel={t('search')}
			filters={[
				{
					key: 'type',
					name: t('type'),
					options: kinds.map(({ type, name }) => ({ value: type, label: name[language] })),
					value: search.type,
				},
				valueFilter('sync', t('sync'), search.sync, ['inbound', 'outbound', 'none'] as const, (value) => t(value)),
			]}
			count={(total) => t('count', { count: total })}
			failed={t('failed')}
			empty={{ title: t('empty'), why: publicSettings().mailbox ? `${t('emptyWhy')} ${t('emptyMail')}` : t('emptyWhy') }}
		>
			<ConnectorDrawer list={list} types={types} page={page} search={search} patch={patch} mayWrite={mayWrite} />
		</ListScreen>
	);
}

/** While a run is under way, news that are about no domain may not reach whoever looks. */
const LOOK_AGAIN_MS = 3000;

function Name({ row, type }: { row: Connector; type: string }) {
	const t = useConnectorTexts();
	const Sign = SIGNS[row.type];
	return (
		<span className="named">
			<Sign size={18} stroke={1.75} aria-hidden="true" />
			<span>
				<RowLink search={{ id: row.id }}>{row.name}</RowLink>
				<span className={row.problem === null ? 'note' : styles.problem}>
					{row.problem ?? (row.direction === 'none' ? type : `${type}, ${t(row.direction)}`)}
				</span>
			</span>
		</span>
	);
}
