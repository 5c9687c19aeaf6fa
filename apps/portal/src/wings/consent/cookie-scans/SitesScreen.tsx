/** `/customerdomainscan`: the sites of a customer that are scanned, together or by themselves. */

import { deleteScanSite, type ScanSite, scanCookies, scanCookiesWithoutBanner, scanSites } from '@luvalla/contract/consent/cookie-scans';
import { Button } from '@mantine/core';
import { IconHistory, IconPencil, IconRadar2, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { asList, useCall } from '#portal/lib/calls.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { CallQuestion, ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { type Column, type RowAction, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { RunBadge } from '#portal/ui/RunCard.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import { SiteForm } from './SiteForm.tsx';
import styles from './scans.module.css';
import { siteSearch } from './scans.search.ts';
import { useScanTexts } from './texts.ts';

export function SitesScreen() {
	const t = useScanTexts();
	const { search, patch, page, customerId, whose } = usePage(siteSearch);
	const navigate = useNavigate();
	const [going, setGoing] = useState<ScanSite | null>(null);
	const [all, setAll] = useState(false);
	useReloadOnNews('runs', [scanSites], customerId);
	const params = { id: customerId ?? 0 };
	const list = useQuery({ ...asList(scanSites, { params, query: listQueryOf(search) }), enabled: customerId !== null });
	const open = (scan: string) => void navigate({ to: '/cookiescan', search: { ...whose, scan } });
	const remove = useCall(deleteScanSite, { reload: [scanSites] });
	const { scan, scanNow } = useScanning(params.id, open);
	const rows = list.data?.data ?? [];
	const row = rows.find((one) => one.id === search.id);
	const adding = search.id === 'new';
	const close = () => patch({ id: undefined });
	const columns = useColumns(whose);
	const actions = (one: ScanSite): RowAction[] => [
		{ label: t('scanNow'), icon: IconRadar2, onSelect: () => scanNow(one) },
		{ label: t('editSite'), icon: IconPencil, onSelect: () => patch({ id: one.id }) },
		{ label: t('history'), icon: IconHistory, to: '/cookiescan', search: { ...whose, q: one.domain } },
		...(one.can.delete ? [{ label: t('remove'), icon: IconTrash, danger: true, onSelect: () => setGoing(one) }] : []),
	];
	return (
		<ListScreen
			name="customerdomainscan"
			title={t('sitesTitle')}
			about={t('sitesAbout')}
			page={page}
			tools={
				list.isPending || rows.length > 0 ? (
					<Button
						variant="default"
						disabled={rows.length === 0}
						leftSection={<IconRadar2 size={16} stroke={1.75} aria-hidden="true" />}
						onClick={() => setAll(true)}
					>
						{t('scanAll')}
					</Button>
				) : null
			}
			add={{ label: t('addSite') }}
			query={list}
			columns={columns}
			rowId={(one) => one.id}
			rowName={(one) => one.domain}
			actions={actions}
			search={search}
			onSearch={patch}
			searchLabel={t('search')}
			count={(total) => t('sites', { count: total })}
			failed={t('sitesFailed')}
			empty={{ title: t('sitesEmpty'), why: t('sitesEmptyWhy') }}
		>
			<FormDrawer opened={adding} title={t('addSite')} onClose={close}>
				{adding && customerId !== null ? <SiteForm customerId={customerId} site={null} onScan={(site) => scanNow(site)} /> : null}
			</FormDrawer>
			<FormDrawer
				opened={search.id !== undefined && !adding}
				title={row?.domain ?? t('editSite')}
				onClose={close}
				loading={row ? undefined : list}
				missing={t('siteMissing')}
			>
				{row && customerId !== null ? <SiteForm key={row.id} customerId={customerId} site={row} onScan={(site) => scanNow(site)} /> : null}
			</FormDrawer>
			<CallQuestion
				call={remove}
				input={going && { params, query: { customerScanDomainId: going.id } }}
				onClose={() => setGoing(null)}
				title={t('removeTitle', { domain: going?.domain ?? '' })}
				verb={t('remove')}
				danger
			>
				{t('removeText')}
			</CallQuestion>
			<ConfirmDialog
				opened={all}
				title={t('scanAllTitle')}
				verb={t('scanAll')}
				working={scan.isPending}
				onCancel={() => setAll(false)}
				onConfirm={() =>
					scan.mutate(
						{ body: { customerId: params.id } },
						{
							onSettled: () => setAll(false),
							onSuccess: () => void navigate({ to: '/cookiescan', search: whose }),
						},
					)
				}
			>
				{t('scanAllText')}
			</ConfirmDialog>
		</ListScreen>
	);
}

/** Scans of all sites, and of one as it is set, which `open` then shows. */
function useScanning(customerId: number, open: (scan: string) => void) {
	const scan = useCall(scanCookies, { reload: [scanSites] });
	const plain = useCall(scanCookiesWithoutBanner, { reload: [scanSites] });
	const scanNow = ({ domain, nonCmp, pages, depth, robots }: ScanSite) =>
		(nonCmp ? plain : scan).mutate({ body: { customerId, domain, pages, depth, robots } }, { onSuccess: ({ data }) => open(data.id) });
	return { scan, scanNow };
}

function useColumns(whose: object): Column<ScanSite>[] {
	const t = useScanTexts();
	return [
		{ key: 'domain', header: t('domain'), sort: 'domain', cell: (one) => <RowLink search={{ id: one.id }}>{one.domain}</RowLink> },
		{ key: 'every', header: t('every'), cell: (one) => t(`every_${one.every}`) },
		{
			key: 'last',
			header: t('last'),
			cell: ({ last }) =>
				last === null ? (
					t('never')
				) : (
					<Link to="/cookiescan" search={{ ...whose, scan: last.id }} className={styles.last}>
						<RunBadge state={last.status} /> <RelativeTime at={last.createdAt} />
					</Link>
				),
		},
		{
			key: 'early',
			header: t('early'),
			right: true,
			cell: ({ last }) => (last?.status !== 'done' ? null : last.early > 0 ? <strong className={styles.bad}>{last.early}</strong> : '0'),
		},
		{
			key: 'next',
			header: t('next'),
			sort: 'nextAt',
			cell: (one) => (one.nextAt === null ? null : <RelativeTime at={one.nextAt} ahead />),
		},
	];
}
