import { type Device, devices } from '@luvalla/contract/profiles/visitors';
import { Button } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { asList } from '#portal/lib/calls.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { DeviceName, deviceText } from '#portal/ui/devices/DeviceName.tsx';
import { useDeviceTexts } from '#portal/ui/devices/texts.ts';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import { devicesSearch } from './devices.search.ts';
import { useDeviceListTexts } from './texts.ts';

const pathOf = (luvallaId: string): string => `/reports/people/${luvallaId}`;

/** `/devices`: browsers of visitors who may be remembered, and whose they are. */
export function DevicesScreen() {
	const t = useDeviceListTexts();
	const own = useDeviceTexts();
	const { search, patch, page, customerId, whose: customer } = usePage(devicesSearch);
	const list = useQuery({ ...asList(devices, { query: listQueryOf(search) }, { customerId }), enabled: customerId !== null });
	const columns: Column<Device>[] = [
		{ key: 'device', header: own('device'), cell: (one) => <DeviceName device={one} />, width: 220 },
		{
			key: 'person',
			header: t('person'),
			cell: ({ person }) =>
				person ? (
					<RowLink to={pathOf(person.luvallaId)} search={customer}>
						{person.name ?? person.email ?? person.luvallaId}
					</RowLink>
				) : (
					t('nobody')
				),
			width: 220,
		},
		{ key: 'domain', header: own('domain'), cell: (one) => one.domain, width: 160 },
		{ key: 'purpose', header: own('purpose'), cell: (one) => one.purpose, width: 160 },
		{ key: 'first', header: own('firstSeen'), sort: 'firstSeenAt', cell: (one) => <RelativeTime at={one.firstSeenAt} />, width: 96 },
		{ key: 'last', header: own('lastSeen'), sort: 'lastSeenAt', cell: (one) => <RelativeTime at={one.lastSeenAt} />, width: 96 },
	];
	return (
		<ListScreen
			name="devices"
			title={own('title')}
			about={t('about')}
			page={page}
			query={list}
			columns={columns}
			rowId={(one) => one.id}
			rowName={(one) => deviceText(own, one)}
			actions={({ person }) =>
				person ? [{ label: t('openPerson'), icon: IconUserSearch, to: pathOf(person.luvallaId), search: customer }] : []
			}
			search={search}
			onSearch={patch}
			searchLabel={t('search')}
			count={(total) => t('count', { count: total })}
			failed={own('failed')}
			empty={{
				title: t('empty'),
				why: t('emptyWhy'),
				action: (
					<Button variant="default" renderRoot={(props: object) => <Link {...props} to="/lightconfig" search={customer} />}>
						{t('toBanners')}
					</Button>
				),
			}}
		/>
	);
}
