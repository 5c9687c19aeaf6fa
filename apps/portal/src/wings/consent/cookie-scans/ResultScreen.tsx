/** One scan: its finding as the title, what to change first, the three visits side by side, and all that was found. */
import {
	type CookieScanDetail,
	cookieScan,
	cookieScanFindings,
	cookieScanHar,
	cookieScanItems,
	draftFromScan,
	scanHistory,
} from '@luvalla/contract/consent/cookie-scans';
import { Button } from '@mantine/core';
import { IconRadar2, IconWand } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asList, asQuery, useCall } from '#portal/lib/calls.ts';
import { fetchFile } from '#portal/lib/client.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { useThing } from '#portal/lib/use-title.ts';
import { Download } from '#portal/ui/Download.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { RowLink } from '#portal/ui/list/DataTable.tsx';
import { whoseOf } from '#portal/ui/list/picker-search.ts';
import { NextStep } from '#portal/ui/NextStep.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { RunBadge } from '#portal/ui/RunCard.tsx';
import { Choice } from './Choice.tsx';
import { DraftMade } from './DraftMade.tsx';
import { Found } from './Found.tsx';
import { Progress } from './Progress.tsx';
import { ScanFacts, titleOf } from './ScanFacts.tsx';
import styles from './scans.module.css';
import { type ScanSearch, scanClosed } from './scans.search.ts';
import { useScanTexts } from './texts.ts';

/** While a scan goes on, it is looked at so often, beside the news of it. */
const LOOK_AGAIN_MS = 2000;
const isOpen = ({ status }: Pick<CookieScanDetail, 'status'>): boolean => status === 'waiting' || status === 'running';

interface ResultProps {
	customerId: number;
	search: ScanSearch;
	patch: PatchSearch<ScanSearch>;
}

export function ResultScreen({ customerId, search, patch }: ResultProps) {
	const t = useScanTexts();
	const language = useLanguage();
	const scanId = search.scan ?? '';
	const params = { id: customerId, scanId };
	useReloadOnNews('runs', [cookieScan, cookieScanItems, cookieScanFindings], customerId);
	const query = useQuery({
		...asQuery(cookieScan, { params }),
		refetchInterval: ({ state }) => (state.data && isOpen(state.data.data) ? LOOK_AGAIN_MS : false),
	});
	const early = useQuery({
		...asQuery(cookieScanFindings, { params, query: { size: 1, filter: ['code:before-consent'] } }),
		enabled: query.data?.data.status === 'done',
	});
	const draft = useCall(draftFromScan, { quiet: true });
	const scan = query.data?.data;
	useThing(scan?.domain);
	const whose = whoseOf(search);
	const crumbs = [{ label: t('title'), to: '/cookiescan', search: whose }, { label: scan?.domain ?? '…' }];
	if (query.isPending)
		return (
			<>
				<PageHeader title={t('title')} crumbs={crumbs} />
				<PageSkeleton />
			</>
		);
	if (!scan)
		return (
			<>
				<PageHeader title={t('title')} crumbs={crumbs} />
				{query.error instanceof CallFailure && query.error.notThere ? (
					<Empty title={t('missing')} action={<Button onClick={() => patch(scanClosed)}>{t('history')}</Button>} />
				) : (
					<Failed sentence={t('failed')} query={query} />
				)}
			</>
		);
	const open = isOpen(scan);
	return (
		<>
			<PageHeader
				title={titleOf(scan, early.data?.page?.total ?? 0, t)}
				badge={<RunBadge state={scan.status} />}
				crumbs={crumbs}
				busy={query.isFetching && !open}
				about={<ScanFacts scan={scan} />}
				actions={
					<Acts
						scan={scan}
						params={params}
						making={draft.isPending}
						onDraft={() => draft.mutate({ params })}
						onAgain={() => patch({ ...scanClosed, id: 'new', site: scan.domain })}
					/>
				}
			/>
			{scan.problem ? (
				<p role="alert" className={styles.problem}>
					{scan.problem[language]}
				</p>
			) : null}
			{open ? <Progress scan={scan} customerId={customerId} /> : null}
			{draft.data ? <DraftMade draft={draft.data.data} customer={search.customer} /> : null}
			{scan.status === 'done' && scan.domainId === null ? (
				<div className={styles.draft}>
					<NextStep
						said={t('noDomain', { domain: scan.domain })}
						steps={[{ label: t('addDomain'), to: '/customerdomains', search: { ...whose, id: 'new' } }]}
					/>
				</div>
			) : null}
			<Found scan={scan} params={params} search={search} patch={patch} />
			{scan.choice ? <Choice choice={scan.choice} /> : null}
			{scan.gone.length > 0 ? <Gone scan={scan} /> : null}
			{open ? null : <Under customerId={customerId} />}
		</>
	);
}

interface ActsProps {
	scan: CookieScanDetail;
	params: { id: number; scanId: string };
	/** A draft is being made. */
	making: boolean;
	onDraft: () => void;
	onAgain: () => void;
}

/** Its file, another scan of the site, and a banner that is made of it. */
function Acts({ scan, params, making, onDraft, onAgain }: ActsProps) {
	const t = useScanTexts();
	return (
		<>
			{scan.har ? <Download label={t('har')} read={() => fetchFile(cookieScanHar, { params })} /> : null}
			{isOpen(scan) ? null : (
				<Button variant="default" leftSection={<IconRadar2 size={16} stroke={1.75} aria-hidden="true" />} onClick={onAgain}>
					{t('again')}
				</Button>
			)}
			{scan.can.draft ? (
				<Button h={36} loading={making} leftSection={<IconWand size={16} stroke={1.75} aria-hidden="true" />} onClick={onDraft}>
					{t('makeDraft')}
				</Button>
			) : null}
		</>
	);
}

/** What the scan before found and this one did not. */
function Gone({ scan: { counts, gone } }: { scan: CookieScanDetail }) {
	const t = useScanTexts();
	return (
		<details className={styles.gone}>
			<summary>{t('goneTitle', { count: counts.gone })}</summary>
			<ul>
				{gone.map(({ kind, name, host }) => (
					<li key={`${kind} ${name} ${host}`}>
						<span className="mono">{name}</span> <span className={styles.quiet}>{host}</span>
					</li>
				))}
			</ul>
		</details>
	);
}

/** The scan that goes on meanwhile, below the result of another one. */
function Under({ customerId }: { customerId: number }) {
	const t = useScanTexts();
	useReloadOnNews('runs', [scanHistory], customerId);
	const query = useQuery({
		...asList(scanHistory, { query: { customerId, size: 1, filter: ['status:running'] } }),
		refetchInterval: ({ state }) => (state.data && state.data.data.length > 0 ? LOOK_AGAIN_MS : false),
	});
	const running = query.data?.data[0];
	if (!running) return null;
	return (
		<Progress
			scan={running}
			customerId={customerId}
			reload={scanHistory}
			named={
				<>
					<RunBadge state="running" />{' '}
					<RowLink search={{ scan: running.id }}>
						<span aria-hidden="true">{running.domain}</span>
						<span className="visually-hidden">{t('toRunning', { domain: running.domain })}</span>
					</RowLink>
				</>
			}
		/>
	);
}
