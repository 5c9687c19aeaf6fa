import '#portal/theme/tabs-styles.ts';
import { CONSENT_RATE, consentRate } from '@luvalla/contract/consent/consent-rate';
import { consents } from '@luvalla/contract/consent/ledger';
import { domainCounts } from '@luvalla/contract/insight/counts';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { numberText, percentText, wholePercentText } from '#portal/lib/dates.ts';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { Card } from '#portal/ui/Card.tsx';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { TrendChart } from '#portal/ui/chart/Chart.tsx';
import { Comparison, type Share, ShareBar, Tile, TileRow } from '#portal/ui/chart/Tiles.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { CsvExport } from '#portal/ui/list/CsvExport.tsx';
import { DomainPicker, usePageCustomer } from '#portal/ui/list/pickers.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { markOf } from './clock.ts';
import styles from './Dashboard.module.css';
import { type Periods, periodsQuery } from './dashboard.queries.ts';
import { dashboardSearch, type Span, spanOf, spans } from './dashboard.search.ts';
import { countDelta, pointsDelta, rateOf, shareOf, type Written } from './figures.ts';
import { LiveList } from './LiveList.tsx';
import { ComparedSkeleton, ShareSkeleton, StepsSkeleton } from './skeletons.tsx';
import { useDashboardTexts } from './texts.ts';

/** Most dashboards are not empty. */
const FirstSteps = lazy(() => import('./FirstSteps.tsx').then((module) => ({ default: module.FirstSteps })));

/** `/customerdashboard`: what visitors answered, how it moved, and the choices as they arrive. */
export function DashboardScreen() {
	const t = useDashboardTexts();
	const [search, patch] = useScreenSearch(dashboardSearch);
	const rateName = useSay()(CONSENT_RATE.name);
	const page = usePageCustomer(search, patch);
	const { customerId, domains, picker } = page;
	const span = spanOf(search.span);
	const periods = useQuery(periodsQuery(customerId, span, search.domain));
	const [paused, setPaused] = useState(false);
	useReloadOnNews('consents', [domainCounts, consents], customerId, paused);
	const data = periods.data;
	const nothing = data !== undefined && data.now.choices === 0 && data.before.choices === 0;
	const figures = <Figures periods={data} span={span} domain={search.domain} customer={search.customer} />;
	const live = <LiveList customerId={customerId} domain={search.domain} customer={search.customer} paused={paused} onPause={setPaused} />;
	return (
		<>
			<PageHeader
				title={t('title')}
				busy={periods.isFetching && !periods.isPending}
				actions={
					<>
						<SegmentedControl
							aria-label={t('span')}
							value={span.key}
							onChange={(key) => patch({ span: spanOf(key).key === spans[0].key ? undefined : spanOf(key).key }, { replace: true })}
							data={spans.map((one) => ({ value: one.key, label: t(one.label) }))}
						/>
						{picker}
						<DomainPicker domains={domains} value={search.domain} onChange={(domain) => patch({ domain }, { replace: true })} />
						<CsvExport
							short
							name="dashboard"
							rows={() => [
								[t('time'), t('choices'), rateName, `${t('choices')} (${t(span.previous)})`, `${rateName} (${t(span.previous)})`],
								...(data?.now.steps ?? []).map((step, i) => {
									const before = data?.before.steps[i];
									return [step.at, step.choices, consentRate(step), before?.choices, before ? consentRate(before) : null];
								}),
							]}
						/>
					</>
				}
			/>
			<CustomerGate page={page}>
				{periods.isError && !data ? (
					<Failed sentence={t('failed')} error={periods.error} onRetry={() => void periods.refetch()} />
				) : (
					<div className={styles.grid}>
						{nothing && customerId !== null ? (
							// nothing to count yet: what to do comes before the noughts
							<>
								<Suspense fallback={<StepsSkeleton />}>
									<FirstSteps customerId={customerId} customer={search.customer} empty />
								</Suspense>
								{live}
								{figures}
							</>
						) : (
							<>
								{figures}
								<RateChart periods={data} span={span} domain={search.domain} customer={search.customer} />
								{live}
								<Compared periods={data} span={span} />
								{customerId !== null && data ? (
									<Suspense fallback={null}>
										<FirstSteps customerId={customerId} customer={search.customer} empty={false} />
									</Suspense>
								) : null}
							</>
						)}
					</div>
				)}
			</CustomerGate>
		</>
	);
}

interface About {
	span: Span;
	domain: string | undefined;
	customer: number | undefined;
}

/** The same rows in the consent report. */
const rowsOf = ({ span, domain, customer }: About, kind?: 'all' | 'some' | 'none'): Record<string, string> => ({
	tab: 'consent',
	...(span.days > 1 ? { days: String(span.days) } : {}),
	...(domain ? { domain } : {}),
	...(customer ? { customer: String(customer) } : {}),
	...(kind ? { kind } : {}),
});

/** How changes are written, in the reader's language. */
function useWritten(): Written {
	const t = useDashboardTexts();
	const language = useLanguage();
	return {
		share: (value) => percentText(value, language),
		points: (value) => t('points', { value: numberText(value, language) }),
		noneBefore: t('noneBefore'),
		noChange: t('noChange'),
	};
}

/** A curve of rates is at least ten points high. */
const RATE_SPARK = 0.1;

function Figures({ periods, ...about }: About & { periods: Periods | undefined }) {
	const t = useDashboardTexts();
	const say = useSay();
	const language = useLanguage();
	const write = useWritten();
	const now = periods?.now;
	const before = periods?.before;
	const rate = now ? rateOf(now) : null;
	const link = { to: '/reports', search: rowsOf(about) };
	return (
		<div className={styles.tiles}>
			<TileRow>
				<Tile
					label={t('recorded')}
					explains={t('recordedMeans')}
					value={now && numberText(now.records, language)}
					delta={now && before && countDelta(now.records, before.records, write, true)}
					spark={now?.steps.map((step) => step.records)}
					{...link}
				/>
				<Tile
					label={say(CONSENT_RATE.name)}
					explains={say(CONSENT_RATE.means)}
					value={now && (rate === null ? '—' : write.share(rate))}
					delta={now && before && pointsDelta(rate, rateOf(before), write, true)}
					spark={now?.steps.map(consentRate)}
					sparkLeast={RATE_SPARK}
					{...link}
				/>
				<Tile
					label={t('choices')}
					explains={t('choicesMeans')}
					value={now && numberText(now.choices, language)}
					delta={now && before && countDelta(now.choices, before.choices, write)}
					spark={now?.steps.map((step) => step.choices)}
					{...link}
				/>
				<Tile
					label={t('refusedAll')}
					explains={t('refusedMeans')}
					value={now && numberText(now.refused, language)}
					delta={now && before && countDelta(now.refused, before.refused, write, false)}
					spark={now?.steps.map((step) => step.refused)}
					to="/reports"
					search={rowsOf(about, 'none')}
				/>
			</TileRow>
		</div>
	);
}

function RateChart({ periods, ...about }: About & { periods: Periods | undefined }) {
	const t = useDashboardTexts();
	const say = useSay();
	const language = useLanguage();
	const last = periods?.now.steps.at(-1)?.at ?? '';
	const points = periods?.now.steps.map((step, i) => {
		const before = periods.before.steps[i];
		return { ...markOf(step.at, last, about.span, language), now: consentRate(step), before: before ? consentRate(before) : null };
	});
	const shares = periods ? sharesOf(periods.now, about) : [];
	return (
		<div className={styles.chart}>
			<TrendChart
				title={say(CONSENT_RATE.name)}
				explains={say(CONSENT_RATE.means)}
				points={points}
				nowLabel={t('thisPeriod')}
				beforeLabel={t(about.span.previous)}
				format={(value) => percentText(value, language)}
				formatLevel={(value) => wholePercentText(value, language)}
				max={1}
			>
				{periods ? (
					<ShareBar shares={shares.map((one) => ({ ...one, label: t(one.label), text: percentText(one.share, language) }))} />
				) : (
					<ShareSkeleton />
				)}
			</TrendChart>
		</div>
	);
}

type BareShare = Omit<Share, 'label' | 'text'> & { label: 'acceptedAll' | 'acceptedSome' | 'refusedAll' };

const sharesOf = (now: Periods['now'], about: About): BareShare[] => [
	{ key: 'all', label: 'acceptedAll', share: shareOf(now.acceptedAll, now), colour: 1, to: '/reports', search: rowsOf(about, 'all') },
	{ key: 'some', label: 'acceptedSome', share: shareOf(now.acceptedSome, now), colour: 2, to: '/reports', search: rowsOf(about, 'some') },
	{ key: 'none', label: 'refusedAll', share: shareOf(now.refused, now), colour: 3, to: '/reports', search: rowsOf(about, 'none') },
];

/** The same numbers now and before, side by side. */
function Compared({ periods, span }: { periods: Periods | undefined; span: Span }) {
	const t = useDashboardTexts();
	return (
		<div className={styles.wide}>
			<Card title={t(span.compared)}>{periods ? <Comparisons periods={periods} /> : <ComparedSkeleton />}</Card>
		</div>
	);
}

function Comparisons({ periods: { now, before } }: { periods: Periods }) {
	const t = useDashboardTexts();
	const say = useSay();
	const language = useLanguage();
	const write = useWritten();
	const count = (of: (counts: Periods['now']) => number) => {
		const most = Math.max(of(now), of(before), 1);
		return {
			now: { text: numberText(of(now), language), part: of(now) / most },
			before: { text: numberText(of(before), language), part: of(before) / most },
		};
	};
	const part = (of: (counts: Periods['now']) => number | null) => {
		const side = (value: number | null) => ({ text: value === null ? '—' : write.share(value), part: value ?? 0 });
		return { now: side(of(now)), before: side(of(before)) };
	};
	const refused = (counts: Periods['now']) => (counts.choices === 0 ? null : counts.refused / counts.choices);
	return (
		<div className={styles.comparisons}>
			<Comparison label={t('recorded')} delta={countDelta(now.records, before.records, write, true)} {...count((c) => c.records)} />
			<Comparison label={say(CONSENT_RATE.name)} delta={pointsDelta(rateOf(now), rateOf(before), write, true)} {...part(rateOf)} />
			<Comparison label={t('choices')} delta={countDelta(now.choices, before.choices, write)} {...count((c) => c.choices)} />
			<Comparison label={t('refusedShare')} delta={pointsDelta(refused(now), refused(before), write, false)} {...part(refused)} />
		</div>
	);
}
