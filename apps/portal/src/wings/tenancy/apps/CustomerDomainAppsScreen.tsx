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
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { usePageCustomer } from '#portal/ui/list/pickers.tsx';
import { RemoveQuestion } from '#portal/ui/list/RemoveQuestion.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import { customerDomainAppSearch } from './apps.search.ts';
import { CustomerDomainAppForm } from './CustomerDomainAppForm.tsx';
import { AppAddress, AppState, useStatusFilter } from './parts.tsx';
import { useAppTexts } from './texts.ts';

export function CustomerDomainAppsScreen() {
	const t = useAppTexts();
	const [search, patch] = useScreenSearch(customerDomainAppSearch);
	const page = usePageCustomer(search, patch);
	const { customerId, domains } = page;
	const [doomed, setDoomed] = useState<CustomerDomainApp | null>(null);
	const ofStatus = useStatusFilter(search.status);
	const list = useQuery({
		...asList(customerDomainApps, { query: { ...listQueryOf(search), filter: filterOf({ status: search.status }) } }, { customerId }),
		enabled: customerId !== null,
	});
	const settings = { reload: [customerDomainApps] };
	const toggle = useCall(toggleCustomerDomainApp, settings);
	const remove = useCall(deleteCustomerDomainApp, settings);
	const row = list.data?.data.find(({ id }) => id === search.id);
	const adding = search.id === 'new';
	const close = () => patch({ id: undefined });
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
			title={t('manage')}
			about={t('customerDomainAbout')}
			page={page}
			add={{ label: t('add') }}
			query={list}
			columns={columns}
			rowId={({ id }) => id}
			rowName={({ name }) => name}
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
			searchLabel={t('search')}
			filters={[ofStatus]}
			count={(total) => t('count', { count: total })}
			failed={t('failed')}
			empty={{ title: t('empty'), why: t('customerDomainWhy') }}
		>
			<FormDrawer opened={adding} title={t('add')} onClose={close}>
				{adding && customerId !== null ? (
					<CustomerDomainAppForm key={customerId} customerId={customerId} domains={domains} row={null} />
				) : null}
			</FormDrawer>
			<FormDrawer
				opened={search.id !== undefined && !adding}
				title={t('edit')}
				thing={row?.name}
				subtitle={row ? row.name : null}
				onClose={close}
				loading={row ? undefined : { ...list, isSuccess: list.isSuccess && !list.isPlaceholderData }}
				missing={t('missing')}
			>
				{row && customerId !== null ? <CustomerDomainAppForm key={row.id} customerId={customerId} domains={domains} row={row} /> : null}
			</FormDrawer>
			<RemoveQuestion
				row={doomed}
				title={t('removeTitle', { name: doomed?.name ?? '' })}
				text={t('removeText', { domain: doomed?.domainName ?? '' })}
				verb={t('remove')}
				remove={{ isPending: remove.isPending, mutate: ({ query: { id } }, then) => remove.mutate({ params: { id } }, then) }}
				onClose={() => setDoomed(null)}
			/>
		</ListScreen>
	);
}
