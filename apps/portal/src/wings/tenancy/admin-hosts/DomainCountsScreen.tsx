/** `/domainCounts`: domains of all customers that a banner is live on, and the hosts that we serve for them, counted and listed. */
import { luvallaDomains, luvallaFirstPartyDomains, type ServedDomain } from '@luvalla/contract/tenancy/admin-hosts';
import { IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asList } from '#portal/lib/calls.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { type PatchSearch, useScreenSearch } from '#portal/lib/use-search.ts';
import { Empty } from '#portal/ui/Empty.tsx';
import { DataList } from '#portal/ui/list/DataList.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { useCustomerFilter } from '#portal/ui/list/tenant-filters.ts';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import { HostList } from './HostList.tsx';
import { type DomainCountsSearch, domainCountsSearch } from './hosts.search.ts';
import { COUNT_ONLY, HostTabs } from './Tabs.tsx';
import { useHostTexts } from './texts.ts';
import { useBusy } from './use-busy.ts';

interface ListProps {
	search: DomainCountsSearch;
	patch: PatchSearch<DomainCountsSearch>;
}

export function DomainCountsScreen() {
	const t = useHostTexts();
	const [search, patch] = useScreenSearch(domainCountsSearch);
	const busy = useBusy(LISTS);
	const List = search.show === 'hosts' ? ServedHosts : LiveList;
	return (
		<>
			<PageHeader title={t('countsTitle')} about={t('countsAbout')} busy={busy} />
			<CountTabs search={search} patch={patch} />
			<List search={search} patch={patch} />
		</>
	);
}

const LISTS = [luvallaDomains, luvallaFirstPartyDomains];
const SHOWN = [undefined, 'hosts'] as const;

/** How many there are of each, of what is looked for. */
function CountTabs({ search, patch }: ListProps) {
	const t = useHostTexts();
	const query = { ...COUNT_ONLY, q: search.q, customerId: search.customer };
	const live = useQuery(asList(luvallaDomains, { query }));
	const hosts = useQuery(asList(luvallaFirstPartyDomains, { query }));
	return (
		<HostTabs
			label={t('which')}
			options={SHOWN}
			value={search.show}
			patch={patch}
			nameOf={(show) => t(show ?? 'live')}
			pageOf={(show) => (show === 'hosts' ? hosts : live).data?.page}
		/>
	);
}

function LiveList({ search, patch }: ListProps) {
	const t = useHostTexts();
	const ofCustomer = useCustomerFilter(search.customer);
	const query = useQuery(asList(luvallaDomains, { query: { ...listQueryOf(search), customerId: search.customer } }));
	const columns: Column<ServedDomain>[] = [
		{
			key: 'domain',
			header: t('domain'),
			sort: 'domain',
			cell: (row) => (
				<RowLink to="/domains" search={{ id: row.id }}>
					{row.letters ?? row.domain}
				</RowLink>
			),
		},
		{ key: 'name', header: t('name'), sort: 'name', cell: (row) => row.name },
		{ key: 'customer', header: t('customer'), sort: 'customerName', cell: (row) => row.customerName },
		{
			key: 'banner',
			header: t('banner'),
			cell: ({ banner }) => (
				<>
					{banner.title} <span className="aside">{t('version', { version: banner.version })}</span>
				</>
			),
		},
		{ key: 'since', header: t('liveSince'), cell: ({ banner }) => <RelativeTime at={banner.publishedAt} />, width: 72 },
	];
	return (
		<DataList
			name="domaincounts"
			caption={t('live')}
			query={query}
			columns={columns}
			rowId={({ id }) => id}
			rowName={({ domain }) => domain}
			actions={(row) => [{ label: t('openDomain'), icon: IconWorld, to: '/domains', search: { id: row.id } }]}
			search={search}
			onSearch={patch}
			searchLabel={t('search')}
			filters={[ofCustomer]}
			count={(total) => t('count', { count: total })}
			failed={t('failed')}
			empty={<Empty title={t('noLive')}>{t('noLiveWhy')}</Empty>}
		/>
	);
}

function ServedHosts({ search, patch }: ListProps) {
	const t = useHostTexts();
	const query = useQuery(asList(luvallaFirstPartyDomains, { query: { ...listQueryOf(search), customerId: search.customer } }));
	return (
		<HostList
			name="firstpartyhosts"
			caption={t('hosts')}
			query={query}
			actions={(row) => [{ label: t('open'), icon: IconWorld, onSelect: () => patch({ id: row.id }) }]}
			search={search}
			patch={patch}
			empty={<Empty title={t('noHosts')}>{t('noHostsWhy')}</Empty>}
		/>
	);
}
