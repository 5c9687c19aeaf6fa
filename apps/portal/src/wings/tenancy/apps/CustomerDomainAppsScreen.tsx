/** `/customerDomainApps`: apps that a customer serves on its domains. */

import {
	type CustomerDomainApp,
	customerDomainApps,
	deleteCustomerDomainApp,
	toggleCustomerDomainApp,
} from '@luvalla/contract/tenancy/apps';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asList, useCall } from '#portal/lib/calls.ts';
import { filterOf, listQueryOf } from '#portal/lib/search.ts';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import { customerDomainAppSearch } from './apps.search.ts';
import { CustomerDomainAppForm } from './CustomerDomainAppForm.tsx';
import { AppAddress, AppDrawers, AppState, appListWords, useStatusFilter } from './parts.tsx';
import { useAppTexts } from './texts.ts';

export function CustomerDomainAppsScreen() {
	const t = useAppTexts();
	const { search, patch, page, customerId, domains } = usePage(customerDomainAppSearch);
	const [doomed, setDoomed] = useState<CustomerDomainApp | null>(null);
	const ofStatus = useStatusFilter(search.status);
	const list = useQuery({
		...asList(customerDomainApps, { query: { ...listQueryOf(search), filter: filterOf({ status: search.status }) } }, { customerId }),
		enabled: customerId !== null,
	});
	const settings = { reload: [customerDomainApps] };
	const toggle = useCall(toggleCustomerDomainApp, settings);
	const remove = useCall(deleteCustomerDomainApp, settings);
	const turn = ({ id, isActive }: CustomerDomainApp) => toggle.mutate({ params: { id }, body: { id, isActive: !isActive } });
	const columns: Column<CustomerDomainApp>[] = [
		{ key: 'name', header: t('name'), sort: 'name', cell: (one) => <RowLink search={{ id: one.id }}>{one.name}</RowLink> },
		{ key: 'domain', header: t('domain'), sort: 'domainName', cell: (one) => one.letters ?? one.domainName },
		{ key: 'status', header: t('status'), cell: (one) => <AppState status={one.status} />, width: 80 },
		{ key: 'address', header: t('address'), cell: (one) => <AppAddress url={one.url} name={one.name} served={one.isActive} /> },
		{ key: 'added', header: t('added'), sort: 'createdAt', cell: (one) => <RelativeTime at={one.createdAt} />, width: 72 },
	];
	return (
		<ListScreen
			name="customerdomainapps"
			about={t('customerDomainAbout')}
			page={page}
			query={list}
			columns={columns}
			actions={(one) => [
				{ label: t('edit'), icon: IconPencil, onSelect: () => patch({ id: one.id }) },
				{
					label: t(one.isActive ? 'turnOff' : 'turnOn'),
					icon: one.isActive ? IconPlayerPause : IconPlayerPlay,
					onSelect: () => turn(one),
				},
				{ label: t('remove'), icon: IconTrash, danger: true, onSelect: () => setDoomed(one) },
			]}
			search={search}
			onSearch={patch}
			filters={[ofStatus]}
			{...appListWords(t)}
			empty={{ title: t('empty'), why: t('customerDomainWhy') }}
		>
			<AppDrawers id={search.id} list={list} customerId={customerId} onClose={() => patch({ id: undefined })}>
				{(props) => <CustomerDomainAppForm {...props} domains={domains} />}
			</AppDrawers>
			<CallQuestion
				call={remove}
				input={doomed && { params: { id: doomed.id } }}
				onClose={() => setDoomed(null)}
				title={t('removeTitle', { name: doomed?.name ?? '' })}
				verb={t('remove')}
				danger
			>
				{t('removeText', { domain: doomed?.domainName ?? '' })}
			</CallQuestion>
		</ListScreen>
	);
}
