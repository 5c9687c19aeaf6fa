/** Scans of a customer, newest first, and the form that starts one. */

import { type CookieScan, scanHistory, scanSites } from '@luvalla/contract/consent/cookie-scans';
import { IconList, IconRadar2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asList, asQuery } from '#portal/lib/calls.ts';
import { useSay } from '#portal/lib/say.ts';
import { filterOf, listQueryOf } from '#portal/lib/search.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { LinkButton } from '#portal/ui/LinkButton.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { listWords, valueFilter } from '#portal/ui/list/list-words.ts';
import { whoseOf } from '#portal/ui/list/picker-search.ts';
import type { PageCustomer } from '#portal/ui/list/pickers.tsx';
import { RunBadge } from '#portal/ui/RunCard.tsx';
import { NumberText, RelativeTime } from '#portal/ui/times.tsx';
import { ScanForm } from './ScanForm.tsx';
import styles from './scans.module.css';
import { type ScanSearch, STATES } from './scans.search.ts';
import { useScanTexts } from './texts.ts';

interface HistoryProps {
	search: ScanSearch;
	patch: PatchSearch<ScanSearch>;
	page: PageCustomer;
}

export function HistoryScreen({ search, patch, page }: HistoryProps) {
	const t = useScanTexts();
	const say = useSay();
	const { customerId } = page;
	useReloadOnNews('runs', [scanHistory], customerId);
	const query = { customerId: customerId ?? 0, ...listQueryOf(search), filter: filterOf({ status: search.status }) };
	const list = useQuery({ ...asList(scanHistory, { query }), enabled: customerId !== null });
	const sites = useQuery({
		...asQuery(scanSites, { params: { id: customerId ?? 0 }, query: { size: 100 } }),
		enabled: customerId !== null && search.id === 'new',
	});
	const known = [...new Set([...page.domains.map(({ domain }) => domain), ...(sites.data?.data ?? []).map(({ domain }) => domain)])];
	const of = (pass: 'before' | 'accept' | 'reject') => (one: CookieScan) =>
		(one.status === 'done' || one.counts[pass] > 0) && !(one.nonCmp && pass !== 'before') ? <NumberText value={one.counts[pass]} /> : null;
	const columns: Column<CookieScan>[] = [
		{
			key: 'domain',
			header: t('domain'),
			cell: (one) => (
				<>
					<RowLink search={{ scan: one.id }}>{one.domain}</RowLink>
					{one.problem ? <span className={styles.why}>{say(one.problem)}</span> : null}
				</>
			),
		},
		{ key: 'status', header: t('status'), cell: (one) => <RunBadge state={one.status} /> },
		{
			key: 'when',
			header: t('when'),
			sort: 'createdAt',
			cell: (one) => (
				<>
					<RelativeTime at={one.createdAt} />
					{one.scheduled ? <span className={styles.quiet}> {t('scheduled')}</span> : null}
				</>
			),
		},
		{ key: 'before', header: t('before'), right: true, cell: of('before') },
		{ key: 'accept', header: t('accept'), right: true, cell: of('accept') },
		{ key: 'reject', header: t('reject'), right: true, cell: of('reject') },
		{
			key: 'early',
			header: t('early'),
			right: true,
			cell: (one) =>
				one.counts.early > 0 ? <strong className={styles.bad}>{one.counts.early}</strong> : one.status === 'done' ? '0' : null,
		},
		{ key: 'findings', header: t('findings'), right: true, cell: (one) => (one.status === 'done' ? one.counts.findings : null) },
	];
	return (
		<ListScreen
			name="cookiescan"
			title={t('title')}
			about={t('about')}
			page={page}
			tools={
				<LinkButton sign={IconList} to="/customerdomainscan" search={whoseOf(search)}>
					{t('sitesLink')}
				</LinkButton>
			}
			add={{ label: t('scanSite'), icon: IconRadar2 }}
			query={list}
			columns={columns}
			rowId={(one) => one.id}
			rowName={(one) => one.domain}
			search={search}
			onSearch={patch}
			{...listWords(t)}
			filters={[valueFilter('status', t('status'), search.status, STATES, (one) => t(one === 'failed' ? 'stateFailed' : one))]}
		>
			<FormDrawer opened={search.id === 'new'} title={t('scanSite')} onClose={() => patch({ id: undefined, site: undefined })}>
				{search.id === 'new' && customerId !== null ? (
					<ScanForm
						customerId={customerId}
						known={known}
						begins={search.site ?? page.domains[0]?.domain ?? ''}
						onStarted={(scan) => patch({ id: undefined, site: undefined, scan, page: undefined, q: undefined })}
					/>
				) : null}
			</FormDrawer>
		</ListScreen>
	);
}
