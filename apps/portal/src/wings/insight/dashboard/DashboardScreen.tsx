import '#portal/theme/tabs-styles.ts';
import { consents } from '@luvalla/contract/consent/ledger';
import { domainCounts } from '@luvalla/contract/insight/counts';
import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { dateText, numberText, percentText, timeText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { Card } from '#portal/ui/Card.tsx';
import { TrendChart } from '#portal/ui/Chart.tsx';
import { CsvExport } from '#portal/ui/CsvExport.tsx';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { DomainPicker, usePageCustomer } from '#portal/ui/pickers.tsx';
import { Comparison, type Share, ShareBar, Tile, TileRow } from '#portal/ui/Tiles.tsx';
import styles from './Dashboard.module.css';
import { type Periods, periodsQuery } from './dashboard.queries.ts';
import { dashboardSearch, type Span, spanOf, spans } from './dashboard.search.ts';
import { countDelta, pointsDelta, rateOf, shareOf } from './figures.ts';
import { LiveList } from './LiveList.tsx';
import { useDashboardTexts } from './texts.ts';

/** Most dashboards are not empty. */
const FirstSteps = lazy(() => import('./FirstSteps.tsx').then((module) => ({ default: module.FirstSteps })));

/** `/customerdashboard`: what visitors answered, how it moved, and the choices as they arrive. */
export function DashboardScreen() {
	const t = useDashboardTexts();
	const [search, patch] = useScreenSearch(dashboardSearch);
	const page = usePageCustomer(search, patch);
	const { customerId, domains, picker } = page;
	const span = spanOf(search.span);
	const periods = useQuery(periodsQuery(customerId, span, search.domain));
	const [paused, setPaused] = useState(false);
	useReloadOnNews('consents', [domainCounts, consents], customerId, paused);
	const data = periods.data;
	const nothing = data !== undefined && data.now.choices === 0 && data.before.choices === 0;
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
								[t('time'), t('choices'), t('rate'), `${t('choices')} (${t(span.previous)})`, `${t('rate')} (${t(span.previous)})`],
								...(data?.now.steps ?? []).map((step, i) => {
									const before = data?.before.steps[i];
									return [step.at, step.choices, rateOfStep(step), before?.choices, before ? rateOfStep(before) : null];
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
						<Figures periods={data} span={span} domain={search.domain} customer={search.customer} />
						{nothing && customerId !== null ? (
							<Suspense
								fallback={
									<Card>
										<Skeleton height={360} />
									</Card>
								}
							>
								<FirstSteps customerId={customerId} customer={search.customer} />
							</Suspense>
						) : (
							<RateChart periods={data} span={span} domain={search.domain} customer={search.customer} />
						)}
						<LiveList customerId={customerId} domain={search.domain} customer={search.customer} paused={paused} onPause={setPaused} />
						{data && !nothing ? <Compared periods={data} /> : null}
					</div>
				)}
			</CustomerGate>
		</>
	);
}

const rateOfStep = (step: { choices: number; accepted: number }): number | null =>
	step.choices === 0 ? null : step.accepted / step.choices;

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

function Figures({ periods, ...about }: About & { periods: Periods | undefined }) {
	const t = useDashboardTexts();
	const language = useLanguage();
	const share = (value: number) => percentText(value, language);
	const points = (value: number) => t('points', { value: numberText(value, language) });
	const now = periods?.now;
	const before = periods?.before;
	const rate = now ? rateOf(now) : null;
	const link = { to: '/reports', search: rowsOf(about) };
	return (
		<div className={styles.tiles}>
			<TileRow>
				<Tile
					label={t('recorded')}
					value={now ? numberText(now.records, language) : undefined}
					delta={now && before ? countDelta(now.records, before.records, share, true) : undefined}
					spark={now?.steps.map((step) => step.choices)}
					{...link}
				/>
				<Tile
					label={t('rate')}
					value={now ? (rate === null ? '—' : share(rate)) : undefined}
					delta={now && before ? pointsDelta(rate, rateOf(before), points, true) : undefined}
					spark={now?.steps.map(rateOfStep).filter((one) => one !== null)}
					{...link}
				/>
				<Tile
					label={t('choices')}
					value={now ? numberText(now.choices, language) : undefined}
					delta={now && before ? countDelta(now.choices, before.choices, share) : undefined}
					{...link}
				/>
				<Tile
					label={t('refusedShare')}
					value={now ? numberText(now.refused, language) : undefined}
					delta={now && before ? countDelta(now.refused, before.refused, share, false) : undefined}
					to="/reports"
					search={rowsOf(about, 'none')}
				/>
			</TileRow>
		</div>
	);
}

function RateChart({ periods, ...about }: About & { periods: Periods | undefined }) {
	const t = useDashboardTexts();
	const language = useLanguage();
	const write = about.span.ms <= spans[1].ms ? timeText : dateText;
	const points = periods?.now.steps.map((step, i) => {
		const before = periods.before.steps[i];
		return { label: write(step.at, language), now: rateOfStep(step), before: before ? rateOfStep(before) : null };
	});
	const shares = periods ? sharesOf(periods.now, about) : [];
	return (
		<div className={styles.chart}>
			<TrendChart
				title={t('rate')}
				points={points}
				nowLabel={t('thisPeriod')}
				beforeLabel={t(about.span.previous)}
				format={(value) => percentText(value, language)}
				max={1}
			>
				{shares.length > 0 ? (
					<ShareBar shares={shares.map((one) => ({ ...one, label: t(one.label), text: percentText(one.share, language) }))} />
				) : null}
			</TrendChart>
		</div>
	);
}

type BareShare = Omit<Share, 'label' | 'text'> & { label: 'acceptedAll' | 'acceptedSome' | 'refused' };

const sharesOf = (now: Periods['now'], about: About): BareShare[] => [
	{ key: 'all', label: 'acceptedAll', share: shareOf(now.acceptedAll, now), colour: 1, to: '/reports', search: rowsOf(about, 'all') },
	{ key: 'some', label: 'acceptedSome', share: shareOf(now.acceptedSome, now), colour: 2, to: '/reports', search: rowsOf(about, 'some') },
	{ key: 'none', label: 'refused', share: shareOf(now.refused, now), colour: 3, to: '/reports', search: rowsOf(about, 'none') },
];

function Compared({ periods: { now, before } }: { periods: Periods }) {
	const t = useDashboardTexts();
	const language = useLanguage();
	const share = (value: number) => percentText(value, language);
	const points = (value: number) => t('points', { value: numberText(value, language) });
	const count = (of: (counts: Periods['now']) => number) => {
		const most = Math.max(of(now), of(before), 1);
		return {
			now: { text: numberText(of(now), language), part: of(now) / most },
			before: { text: numberText(of(before), language), part: of(before) / most },
		};
	};
	const part = (of: (counts: Periods['now']) => number | null) => {
		const side = (value: number | null) => ({ text: value === null ? '—' : share(value), part: value ?? 0 });
		return { now: side(of(now)), before: side(of(before)) };
	};
	const refused = (counts: Periods['now']) => (counts.choices === 0 ? null : counts.refused / counts.choices);
	return (
		<div className={styles.wide}>
			<Card title={t('compared')}>
				<div className={styles.comparisons}>
					<Comparison label={t('recorded')} delta={countDelta(now.records, before.records, share, true)} {...count((c) => c.records)} />
					<Comparison label={t('choices')} delta={countDelta(now.choices, before.choices, share)} {...count((c) => c.choices)} />
					<Comparison label={t('rate')} delta={pointsDelta(rateOf(now), rateOf(before), points, true)} {...part(rateOf)} />
					<Comparison label={t('refusedShare')} delta={pointsDelta(refused(now), refused(before), points, false)} {...part(refused)} />
				</div>
			</Card>
		</div>
	);
}
