/** `/firstpartyApps`: our pages on a customer's own hosts, which are turned on and off and never deleted. */
import { changeFirstPartyApp, type FirstPartyApp, firstPartyApps } from '@luvalla/contract/tenancy/apps';
import { IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asList, useCall } from '#portal/lib/calls.ts';
import { filterOf, listQueryOf } from '#portal/lib/search.ts';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { valueFilter } from '#portal/ui/list/list-words.ts';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import { firstPartyAppSearch, KINDS } from './apps.search.ts';
import { FirstPartyAppForm } from './FirstPartyAppForm.tsx';
import { AppAddress, AppDrawers, AppState, appListWords, useStatusFilter } from './parts.tsx';
import { useAppTexts } from './texts.ts';

export function FirstPartyAppsScreen() {
	const t = useAppTexts();
	const { search, patch, page, customerId } = usePage(firstPartyAppSearch);
	const ofStatus = useStatusFilter(search.status);
	const list = useQuery({
		...asList(
			firstPartyApps,
			{ query: { ...listQueryOf(search), filter: filterOf({ status: search.status, kind: search.kind }) } },
			{ customerId },
		),
		enabled: customerId !== null,
	});
	const change = useCall(changeFirstPartyApp, { reload: [firstPartyApps] });
	const columns: Column<FirstPartyApp>[] = [
		{ key: 'name', header: t('name'), sort: 'name', cell: (one) => <RowLink search={{ id: one.id }}>{one.name}</RowLink> },
		{ key: 'kind', header: t('kind'), sort: 'kind', cell: (one) => t(one.kind), width: 120 },
		{ key: 'host', header: t('host'), sort: 'domainName', cell: (one) => one.letters ?? one.domainName },
		{ key: 'status', header: t('status'), cell: (one) => <AppState status={one.status} problem={one.problem} />, width: 80 },
		{
			key: 'address',
			header: t('address'),
			cell: (one) => <AppAddress url={one.url} name={one.name} served={one.status === 1 && one.problem === null} />,
		},
		{ key: 'added', header: t('added'), sort: 'createdAt', cell: (one) => <RelativeTime at={one.createdAt} />, extra: true },
	];
	return (
		<ListScreen
			name="firstpartyapps"
			about={t('firstPartyAbout')}
			page={page}
			query={list}
			columns={columns}
			actions={(one) => [
				{ label: t('edit'), icon: IconPencil, onSelect: () => patch({ id: one.id }) },
				one.status === 1
					? { label: t('turnOff'), icon: IconPlayerPause, onSelect: () => change.mutate({ body: { id: one.id, status: 0 } }) }
					: { label: t('turnOn'), icon: IconPlayerPlay, onSelect: () => change.mutate({ body: { id: one.id, status: 1 } }) },
			]}
			search={search}
			onSearch={patch}
			filters={[ofStatus, valueFilter('kind', t('kind'), search.kind, KINDS, (value) => t(value))]}
			{...appListWords(t)}
			empty={{ title: t('empty'), why: t('firstPartyWhy') }}
		>
			<AppDrawers id={search.id} list={list} customerId={customerId} onClose={() => patch({ id: undefined })}>
				{(props) => <FirstPartyAppForm {...props} />}
			</AppDrawers>
		</ListScreen>
	);
}
