import { CONSENT_RATE, consentRate } from '@luvalla/contract/consent/consent-rate';
import { consents } from '@luvalla/contract/consent/ledger';
import { type DomainCounts, domainCounts } from '@luvalla/contract/insight/counts';
import type { EventCounts } from '@luvalla/contract/insight/event-counts';
import { Button } from '@mantine/core';
import { IconChartDots3 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { HelpCards } from '#portal/app/help/HelpCards.tsx';
import { numberText } from '#portal/lib/dates.ts';
import { late } from '#portal/lib/late.tsx';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { Card } from '#portal/ui/Card.tsx';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { ChannelTable } from '#portal/ui/chart/ChannelTable.tsx';
import { ChoicesChart } from '#portal/ui/chart/ChoicesChart.tsx';
import { countDelta, pointsDelta, rateOf } from '#portal/ui/chart/figures.ts';
import { Tile, TileRow } from '#portal/ui/chart/Tiles.tsx';
import { useWritten } from '#portal/ui/chart/use-written.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { CsvExport } from '#portal/ui/list/CsvExport.tsx';
import { DomainPicker, usePage } from '#portal/ui/list/pickers.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { RadioRow } from '#portal/ui/RadioRow.tsx';
import styles from './Dashboard.module.css';
import { channelsQuery, eventsQuery, type Periods, periodsQuery } from './dashboard.queries.ts';
import { dashboardSearch, type Span, spanOf, spans } from './dashboard.search.ts';
import { LiveList } from './LiveList.tsx';
import { NeedsCard } from './NeedsCard.tsx';
import { StepsSkeleton } from './skeletons.tsx';
import { useDashboardTexts } from './texts.ts';

/** Most dashboards are not empty. */
const FirstSteps = late(
	() => import('./FirstSteps.tsx').then((module) => module.FirstSteps),
	({ empty }) => (empty ? <StepsSkeleton /> : null),
);

/** `/customerdashboard`: what visitors answered, how it moved, and the choices as they arrive. */
export function DashboardScreen() {
	const t = useDashboardTexts();
	const rateName = useSay()(CONSENT_RATE.name);
	const { search, patch, page, customerId, domains, picker, whose } = usePage(dashboardSearch);
	const span = spanOf(search.span);
	const periods = useQuery(periodsQuery(customerId, span, search.domain));
	const events = useQuery(eventsQuery(customerId, span, search.domain));
	const [paused, setPaused] = useState(false);
	useReloadOnNews('consents', [domainCounts, consents], customerId, paused);
	const data = periods.data;
	const nothing = data !== undefined && data.now.choices === 0 && data.before.choices === 0;
	const about = { span, domain: search.domain, customer: search.customer };
	const figures = <Figures periods={data} events={events.data} {...about} />;
	const live = <LiveList customerId={customerId} domain={search.domain} customer={search.customer} paused={paused} onPause={setPaused} />;
	return (
		<>
			<PageHeader
				title={t('title')}
				busy={periods.isFetching && !periods.isPending}
				actions={
					<>
						<RadioRow
							label={t('span')}
							value={span.key}
							onChange={(key) => patch({ span: key === spans[0].key ? undefined : key }, { replace: true })}
							options={spans.map((one) => ({ value: one.key, label: t(one.label) }))}
						/>
						{picker}
						<DomainPicker domains={domains} value={search.domain} onChange={(domain) => patch({ domain }, { replace: true })} />
						<Button
							variant="default"
							h={36}
							renderRoot={(props: object) => <Link {...props} to="/comparetrends" search={whose} />}
							leftSection={<IconChartDots3 size={16} stroke={1.75} aria-hidden="true" />}
						>
							{t('compareTrends')}
						</Button>
						<CsvExport
							short
							name="dashboard"
							rows={() => [
								[t('time'), t('recorded'), rateName, t('withdrawn'), t('acceptedAll'), t('acceptedSome'), t('refusedAll')],
								...(data?.now.steps ?? []).map((step) => [
									step.at,
									step.records,
									consentRate(step),
									step.withdrawn,
									step.acceptedAll,
									step.acceptedSome,
									step.refused,
								]),
							]}
						/>
					</>
				}
			/>
			<CustomerGate page={page}>
				{periods.isError && !data ? (
					<Failed sentence={t('failed')} query={periods} />
				) : (
					<div className={styles.grid}>
						{nothing && customerId !== null ? (
							// nothing to count yet: what to do comes before the noughts
							<>
								<FirstSteps customerId={customerId} customer={search.customer} empty />
								{live}
								{figures}
							</>
						) : (
							<>
								{figures}
								<Choices periods={data} {...about} />
								{live}
								<Channels customerId={customerId} {...about} />
								{customerId === null ? null : <NeedsCard customerId={customerId} customer={search.customer} />}
								{customerId !== null && data ? <FirstSteps customerId={customerId} customer={search.customer} empty={false} /> : null}
							</>
						)}
					</div>
				)}
			</CustomerGate>
			<HelpCards />
		</>
	);
}

/** What the screen is about. */
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

/** A curve of rates is at least ten points high. */
const RATE_SPARK = 0.1;

function Figures({
	periods,
	events,
	...about
}: About & { periods: Periods<DomainCounts> | undefined; events: Periods<EventCounts> | undefined }) {
	const t = useDashboardTexts();
	const say = useSay();
	const language = useLanguage();
	const write = useWritten();
	const { now, before } = periods ?? {};
	const rate = now ? rateOf(now) : null;
	const link = { to: '/reports', search: rowsOf(about) };
	const whose: Record<string, string> = about.customer ? { customer: String(about.customer) } : {};
	const changed = (of: (counts: EventCounts) => number, moreIsGood?: boolean) =>
		events && countDelta(of(events.now), of(events.before), write, moreIsGood);
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
					search={{ ...link.search, tab: 'rates' }}
				/>
				<Tile
					label={t('withdrawn')}
					explains={t('withdrawnMeans')}
					value={now && numberText(now.withdrawn, language)}
					delta={now && before && countDelta(now.withdrawn, before.withdrawn, write, false)}
					spark={now?.steps.map((step) => step.withdrawn)}
					{...link}
				/>
				<Tile
					label={t('profiles')}
					explains={t('profilesMeans')}
					value={events && numberText(events.now.profilesAtEnd, language)}
					delta={changed((counts) => counts.profilesAtEnd, true)}
					spark={events && grownOf(events.now)}
					to="/domainprofiles"
					search={whose}
				/>
				<Tile
					label={t('messages')}
					explains={t('messagesMeans')}
					value={events && numberText(events.now.messages, language)}
					delta={changed((counts) => counts.messages)}
					spark={events?.now.steps.map((step) => step.messages)}
					to="/reports"
					search={{ ...link.search, tab: 'channels' }}
				/>
			</TileRow>
		</div>
	);
}

/** How many there were at the end of each step. */
function grownOf({ profilesAtEnd, steps }: EventCounts): number[] {
	let after = profilesAtEnd;
	return steps
		.toReversed()
		.map(({ profiles }) => {
			const there = after;
			after -= profiles;
			return there;
		})
		.toReversed();
}

function Choices({ periods, ...about }: About & { periods: Periods<DomainCounts> | undefined }) {
	const t = useDashboardTexts();
	const navigate = useNavigate();
	return (
		<div className={styles.chart}>
			<ChoicesChart
				title={t('byTime')}
				counts={periods?.now}
				span={about.span}
				onChoose={(at) => void navigate({ to: '/reports', search: { ...rowsOf(about), at } })}
			/>
		</div>
	);
}

/** What became of messages, where there is content management. */
function Channels({ customerId, ...about }: About & { customerId: number | null }) {
	const t = useDashboardTexts();
	const query = useQuery(channelsQuery(customerId, about.span, about.domain));
	const whose: Record<string, string> = about.customer ? { customer: String(about.customer) } : {};
	return (
		<div className={styles.chart}>
			<Card title={t('channelsTitle')} aside={t('channelsNote')}>
				{query.isError && !query.data ? (
					<Failed sentence={t('channelsFailed')} query={query} />
				) : (
					<ChannelTable
						caption={t('channelsTitle')}
						counts={query.data?.channelCounts}
						rows={{ to: '/campaigndashboard', search: whose }}
					/>
				)}
			</Card>
		</div>
	);
}
