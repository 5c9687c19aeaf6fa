/** `/campaigndashboard/deliveries?id=`: the recipients of a run, narrowed by state, reason and what they did. */

import { campaignProgress } from '@luvalla/contract/engagement/campaign-runs';
import { deliveries, deliveriesFile } from '@luvalla/contract/engagement/deliveries';
import { Button } from '@mantine/core';
import { IconChevronRight, IconChevronsLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asList, asQuery } from '#portal/lib/calls.ts';
import { fetchFile } from '#portal/lib/client.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { useThing } from '#portal/lib/use-title.ts';
import { ActButton } from '#portal/ui/ActButton.tsx';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { useDeliveryTexts } from '#portal/ui/deliveries/texts.ts';
import { DELIVERY_STATES, reasonText } from '#portal/ui/deliveries/words.ts';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { ListExport } from '#portal/ui/list/CsvExport.tsx';
import { DataTable } from '#portal/ui/list/DataTable.tsx';
import type { Filter } from '#portal/ui/list/Filters.tsx';
import { ListTools } from '#portal/ui/list/ListTools.tsx';
import { valueFilter } from '#portal/ui/list/list-words.ts';
import { useHiddenColumns } from '#portal/ui/list/preferences.ts';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { usePlace } from '#portal/ui/use-place.ts';
import { WayBack } from '#portal/ui/WayBack.tsx';
import { type DeliveriesSearch, DID, deliveriesSearch } from '../dashboard.search.ts';
import { useCampaignDashboardTexts } from '../texts.ts';
import { useDeliveryColumns } from './columns.tsx';
import styles from './deliveries.module.css';
import { useRunCrumb } from './run-crumb.ts';

const ROWS = 25;
const NAME = 'deliveries';
const NONE: readonly string[] = [];

export function DeliveriesScreen() {
	const t = useCampaignDashboardTexts();
	const [search, patch] = useScreenSearch(deliveriesSearch);
	const { page, address } = usePlace(search, false);
	const { customerId } = page;
	const id = search.id ?? '';
	const { run, q, state, reason, did, after } = search;
	const scope = { customerId, domainId: null };
	const enabled = customerId !== null && id !== '';
	const { title, crumb } = useRunCrumb({ id, run, customerId, address });
	useThing(title);
	// Pages that were turned to stand still: what comes in would push them on.
	useReloadOnNews('campaigns', [deliveries, campaignProgress], customerId, after !== undefined);
	const list = useQuery({
		...asList(deliveries, { params: { id }, query: { run, q, state, reason, did, after, size: ROWS } }, scope),
		enabled,
	});
	const progress = useQuery({ ...asQuery(campaignProgress, { params: { id }, query: { run } }, scope), enabled });
	const columns = useDeliveryColumns(id, address, true);
	const [hidden, hide] = useHiddenColumns(NAME, undefined, NONE);
	const filters = useFilters(search, progress.data?.data.reasons ?? []);
	const narrowed = [q, state, reason, did].some((one) => one !== undefined);
	const clear = () => patch({ q: undefined, state: undefined, reason: undefined, did: undefined, after: undefined }, { replace: true });
	const rows = list.data?.data.deliveries;
	const next = list.data?.data.next ?? null;
	const crumbs = [{ label: t('campaigns'), to: '/campaigndashboard', search: address }, crumb, { label: t('deliveries') }];
	return (
		<CustomerGate page={page} title={t('deliveries')}>
			<PageHeader
				title={t('deliveries')}
				crumbs={crumbs}
				about={state === undefined ? t('settledOnly') : undefined}
				actions={
					<>
						{page.picker}
						{rows?.length !== 0 ? (
							<ListExport read={() => fetchFile(deliveriesFile, { params: { id }, query: { run, q, state, reason, did } }, scope)} />
						) : null}
					</>
				}
				busy={list.isFetching && !list.isPending}
			/>
			{!enabled && customerId !== null ? (
				<Empty title={t('noCampaign')} action={<WayBack to={crumbs[0]} />}>
					{t('noCampaignWhy')}
				</Empty>
			) : (
				<>
					<ListTools
						search={{
							value: q ?? '',
							label: t('searchAddress'),
							onSearch: (text) => patch({ q: text === '' ? undefined : text, after: undefined }, { replace: true }),
						}}
						filters={filters}
						onFilter={(key, value) => patch({ [key]: value, after: undefined }, { replace: true })}
						narrowed={narrowed}
						onClear={clear}
						count={
							rows === undefined
								? null
								: next === null && after === undefined
									? t('countAll', { count: rows.length })
									: t('countShown', { count: rows.length })
						}
						columns={columns.slice(1)}
						hidden={hidden}
						onHide={hide}
					/>
					{list.isError && !rows ? (
						<Failed sentence={t('deliveriesFailed')} query={list} back={crumbs[0]} />
					) : rows?.length === 0 ? (
						<p className={styles.none}>{narrowed ? t('noneFits') : t('noneSettled')}</p>
					) : (
						<DataTable
							caption={t('deliveries')}
							columns={columns.filter((column) => !hidden.includes(column.key))}
							rows={rows}
							rowId={(row) => row.id}
							rowName={(row) => row.address ?? row.person}
							expect={ROWS}
						/>
					)}
					{after !== undefined || next !== null ? (
						<Turn first={after === undefined} next={next} onTurn={(to) => patch({ after: to })} />
					) : null}
				</>
			)}
		</CustomerGate>
	);
}

function useFilters({ state, reason, did }: DeliveriesSearch, settled: readonly { state: string; reason: string }[]): Filter[] {
	const t = useCampaignDashboardTexts();
	const d = useDeliveryTexts();
	const reasons = [
		...new Set([...settled.filter((one) => !state || one.state === state).map((one) => one.reason), ...(reason ? [reason] : [])]),
	];
	return [
		valueFilter('state', t('state'), state, DELIVERY_STATES, (value) => d(`state_${value}`)),
		valueFilter('reason', t('reason'), reason, reasons, (value) => reasonText(d, value)),
		valueFilter('did', t('did'), did, DID, (value) => t(`did_${value}`)),
	];
}

interface TurnProps {
	/** The first page is shown. */
	first: boolean;
	/** Where the next one begins; null: there is none. */
	next: string | null;
	onTurn: (to: string | undefined) => void;
}

function Turn({ first, next, onTurn }: TurnProps) {
	const t = useCampaignDashboardTexts();
	return (
		<nav className={styles.pages} aria-label={t('pages')}>
			<ActButton variant="default" disabled={first} sign={IconChevronsLeft} onClick={() => onTurn(undefined)}>
				{t('firstPage')}
			</ActButton>
			<Button
				variant="default"
				disabled={next === null}
				rightSection={<IconChevronRight size={16} stroke={1.75} aria-hidden="true" />}
				onClick={() => next !== null && onTurn(next)}
			>
				{t('nextPage')}
			</Button>
		</nav>
	);
}
