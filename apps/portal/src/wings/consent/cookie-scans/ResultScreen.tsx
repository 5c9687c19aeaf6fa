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
import { type Say, useLanguage } from '#portal/lib/say.ts';
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
import { ExactTime } from '#portal/ui/times.tsx';
import { Choice } from './Choice.tsx';
import { DraftMade } from './DraftMade.tsx';
import { Findings, FirstFindings } from './Findings.tsx';
import { Items } from './Items.tsx';
import type { en } from './messages/en.ts';
import { Passes } from './Passes.tsx';
import { Progress } from './Progress.tsx';
import styles from './scans.module.css';
import { GROUPS, type ScanSearch, scanClosed } from './scans.search.ts';
import { useScanTexts } from './texts.ts';

type Texts = Say<typeof en>;

/** While a scan goes on, it is looked at so often, beside the news of it. */
const LOOK_AGAIN_MS = 2000;
const isOpen = ({ status }: Pick<CookieScanDetail, 'status'>): boolean => status === 'waiting' || status === 'running';

/** What came of it, in a sentence. */
const titleOf = (scan: CookieScanDetail, asked: number, t: Texts): string => {
	const { domain, status, counts } = scan;
	if (status === 'waiting') return t('waitingFor', { domain });
	if (status === 'running') return t('scanning', { domain });
	if (status === 'cancelled') return t('wasCancelled', { domain });
	if (status !== 'done') return t('couldNot', { domain });
	if (counts.early > 0) return t('earlyTitle', { count: counts.early });
	if (asked > 0) return t('asksEarly', { count: asked });
	return t(scan.way === 'none' ? 'nobodyAsked' : 'nothingEarly');
};

const tookText = ({ startedAt, endedAt }: CookieScanDetail, t: Texts): string | null => {
	if (startedAt === null || endedAt === null) return null;
	const seconds = Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000);
	return seconds < 60 ? t('tookSeconds', { seconds }) : t('tookMinutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
};

/** When, where, how long, and how it was chosen. */
function ScanFacts({ scan }: { scan: CookieScanDetail }) {
	const t = useScanTexts();
	const took = tookText(scan, t);
	return (
		<span className={styles.facts}>
			<ExactTime at={scan.createdAt} seconds={false} />
			<span className="mono">{scan.url}</span>
			{scan.counts.pages > 0 ? <span>{t('pagesVisited', { count: scan.counts.pages })}</span> : null}
			{took === null ? null : <span className="num">{took}</span>}
			{scan.way === null ? null : <span>{t(`way_${scan.way}`)}</span>}
			{scan.choice ? <span>{t(scan.choice.points.every(({ ok }) => ok) ? 'choiceEqual' : 'choiceUnequal')}</span> : null}
		</span>
	);
}

interface ScanTabsProps {
	scan: CookieScanDetail;
	tab: NonNullable<ScanSearch['tab']>;
	onChoose: (tab: NonNullable<ScanSearch['tab']>) => void;
}

/** What was found, by kind, and what of it asks for something. */
function ScanTabs({ scan, tab, onChoose }: ScanTabsProps) {
	const t = useScanTexts();
	return (
		<nav className={styles.tabs} aria-label={t('tabs')}>
			{[...GROUPS, 'findings' as const].map((one) => (
				<button key={one} type="button" aria-current={tab === one ? 'true' : undefined} onClick={() => onChoose(one)}>
					{t(one)} <span className="num">{one === 'findings' ? scan.counts.findings : (scan.groups[one] ?? 0)}</span>
				</button>
			))}
		</nav>
	);
}

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
	const tab = search.tab ?? 'cookies';
	const headed = tab !== 'findings' && (scan.groups[tab] ?? 0) > 0;
	// A scan that came to no page found nothing, and not because nothing was there.
	const sawNothing = scan.status === 'failed' && scan.counts.pages === 0;
	return (
		<>
			<PageHeader
				title={titleOf(scan, early.data?.page?.total ?? 0, t)}
				badge={<RunBadge state={scan.status} />}
				crumbs={crumbs}
				busy={query.isFetching && !open}
				about={<ScanFacts scan={scan} />}
				actions={
					<>
						{scan.har ? <Download label={t('har')} read={() => fetchFile(cookieScanHar, { params })} /> : null}
						{open ? null : (
							<Button
								variant="default"
								leftSection={<IconRadar2 size={16} stroke={1.75} aria-hidden="true" />}
								onClick={() => patch({ ...scanClosed, id: 'new', site: scan.domain })}
							>
								{t('again')}
							</Button>
						)}
						{scan.can.draft ? (
							<Button
								h={36}
								loading={draft.isPending}
								leftSection={<IconWand size={16} stroke={1.75} aria-hidden="true" />}
								onClick={() => draft.mutate({ params })}
							>
								{t('makeDraft')}
							</Button>
						) : null}
					</>
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
			{scan.status === 'done' && tab !== 'findings' ? (
				<FirstFindings
					params={params}
					total={scan.counts.findings}
					onAll={() => patch({ tab: 'findings', page: undefined, q: undefined })}
				/>
			) : null}
			<Passes scan={scan} headed={headed} />
			{sawNothing ? null : (
				<ScanTabs
					scan={scan}
					tab={tab}
					onChoose={(to) => patch({ tab: to, page: undefined, q: undefined, code: undefined }, { replace: true })}
				/>
			)}
			{sawNothing ? null : tab === 'findings' ? (
				<Findings params={params} search={search} patch={patch} />
			) : (
				<Items params={params} group={tab} scan={scan} headed={headed} search={search} patch={patch} />
			)}
			{scan.choice ? <Choice choice={scan.choice} /> : null}
			{scan.gone.length > 0 ? (
				<details className={styles.gone}>
					<summary>{t('goneTitle', { count: scan.counts.gone })}</summary>
					<ul>
						{scan.gone.map(({ kind, name, host }) => (
							<li key={`${kind} ${name} ${host}`}>
								<span className="mono">{name}</span> <span className={styles.quiet}>{host}</span>
							</li>
						))}
					</ul>
				</details>
			) : null}
			{open ? null : <Under customerId={customerId} />}
		</>
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
