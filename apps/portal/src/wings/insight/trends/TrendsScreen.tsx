/** `/comparetrends`: two groups of days and domains beside each other. */
import { Button } from '@mantine/core';
import { IconArrowsLeftRight, IconCalendarRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { numberText, percentText, wholePercentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { type ChartPoint, TrendChart } from '#portal/ui/chart/Chart.tsx';
import { DAY_LIMIT } from '#portal/ui/chart/clock.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { CsvExport } from '#portal/ui/list/CsvExport.tsx';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { Segmented } from '#portal/ui/Segmented.tsx';
import { GroupCard } from './GroupCard.tsx';
import { chosenDays, DAYS_BACK, daysOf, faultOf, type Group, groupsOf, yearBefore } from './groups.ts';
import { MeasureTable } from './MeasureTable.tsx';
import { type Counted, daily, wholeOf } from './measured.ts';
import styles from './Trends.module.css';
import { useTrendTexts } from './texts.ts';
import { consentTrends, eventTrends } from './trends.queries.ts';
import { type Measure, measures, trendSearch } from './trends.search.ts';

const SIDES = ['a', 'b'] as const;
type Side = (typeof SIDES)[number];

/** A group as the URL keeps it. */
const writtenAs = (side: Side, { from, to, domains }: Group) => ({
	[`${side}From`]: from,
	[`${side}To`]: to,
	[`${side}Domains`]: domains.join(',') || undefined,
});

export function TrendsScreen() {
	const t = useTrendTexts();
	const language = useLanguage();
	const { search, patch, page, customerId, domains, picker, whose: customer } = usePage(trendSearch);
	const today = new Date();
	const groups = groupsOf(search, today);
	const faults = { a: faultOf(groups.a), b: faultOf(groups.b) };
	const sound = faults.a === null && faults.b === null;
	const consents = useQuery({ ...consentTrends(customerId, groups), enabled: customerId !== null && sound });
	const events = useQuery({ ...eventTrends(customerId, groups), enabled: customerId !== null && sound });
	const counted = {
		a: { consents: consents.data?.a, events: events.data?.a },
		b: { consents: consents.data?.b, events: events.data?.b },
	};
	const measure = search.measure ?? measures[0];
	const change = (side: Side, group: Group) => patch(writtenAs(side, group), { replace: true });
	const swap = () => patch({ ...writtenAs('a', groups.b), ...writtenAs('b', groups.a) }, { replace: true });
	const write = (one: Measure) => (value: number) => (one === 'rate' ? percentText(value, language) : numberText(value, language));
	const points = pointsOf(t, groups, daily(measure, counted.a, search.drawn === 'sum'), daily(measure, counted.b, search.drawn === 'sum'));
	return (
		<>
			<PageHeader
				title={t('title')}
				crumbs={[{ label: t('dashboard'), to: '/customerdashboard', search: customer }, { label: t('title') }]}
				busy={[consents, events].some((query) => query.isFetching && !query.isPending)}
				about={<Said counted={counted} />}
				actions={
					<>
						{picker}
						<CsvExport short name="trends" rows={() => csvRows(t, groups, counted)} />
					</>
				}
			/>
			<CustomerGate page={page}>
				<div className={styles.groups}>
					{SIDES.map((side) => (
						<GroupCard
							key={side}
							name={t(side === 'a' ? 'groupA' : 'groupB')}
							side={side}
							group={groups[side]}
							fault={faults[side]}
							domains={domains}
							onChange={(group) => change(side, group)}
						/>
					))}
				</div>
				<SpanTools
					days={chosenDays(groups, today)}
					onDays={(days) => patch(daysOf(days, today), { replace: true })}
					onYearBefore={() => change('b', { ...yearBefore(groups.a), domains: groups.b.domains })}
					onSwap={swap}
				/>
				{!sound ? (
					<p className={styles.fault} role="alert">
						{t(faults.a ?? faults.b ?? 'turned', { most: DAY_LIMIT })}
					</p>
				) : consents.isError && !consents.data ? (
					<Failed sentence={t('failed')} error={consents.error} onRetry={() => void Promise.all([consents.refetch(), events.refetch()])} />
				) : (
					<div className="column-16">
						{consents.data && consents.data.b === null ? (
							<p className={styles.fault} role="status">
								{t('onlyA')}
							</p>
						) : null}
						<DrawnTrend
							measure={measure}
							points={points}
							write={write(measure)}
							drawn={search.drawn ?? 'day'}
							onDrawn={(drawn) => patch({ drawn: drawn === 'sum' ? 'sum' : undefined }, { replace: true })}
						/>
						<MeasureTable
							counted={counted}
							chosen={measure}
							write={write}
							onChoose={(one) => patch({ measure: one === measures[0] ? undefined : one }, { replace: true })}
						/>
						{events.isError && !events.data ? <Failed sentence={t('failed')} query={events} /> : null}
					</div>
				)}
			</CustomerGate>
		</>
	);
}

type Texts = ReturnType<typeof useTrendTexts>;

interface SpanToolsProps {
	/** How many days the first group is long up to today, where it is one of these; null: another span. */
	days: number | null | undefined;
	onDays: (days: number) => void;
	onYearBefore: () => void;
	onSwap: () => void;
}

/** Spans that are chosen by one press. */
function SpanTools({ days, onDays, onYearBefore, onSwap }: SpanToolsProps) {
	const t = useTrendTexts();
	return (
		<div className={styles.tools}>
			<span>{t('minus')}</span>
			<Segmented
				label={t('minus')}
				options={DAYS_BACK.map(String)}
				value={String(days ?? '')}
				onChange={(chosen) => onDays(Number(chosen))}
			>
				{(one) => one}
			</Segmented>
			<span>{t('minusDays')}</span>
			<Button
				variant="subtle"
				size="compact-sm"
				leftSection={<IconCalendarRepeat size={15} stroke={1.75} aria-hidden="true" />}
				onClick={onYearBefore}
			>
				{t('yearBefore')}
			</Button>
			<Button
				variant="subtle"
				size="compact-sm"
				leftSection={<IconArrowsLeftRight size={15} stroke={1.75} aria-hidden="true" />}
				onClick={onSwap}
			>
				{t('swap')}
			</Button>
			<span className={styles.zone}>{t('zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}</span>
		</div>
	);
}

interface DrawnTrendProps {
	measure: Measure;
	points: ChartPoint[] | undefined;
	write: (value: number) => string;
	drawn: 'day' | 'sum';
	onDrawn: (drawn: 'day' | 'sum') => void;
}

/** Both groups day beside day, or added up from the first day on. */
function DrawnTrend({ measure, points, write, drawn, onDrawn }: DrawnTrendProps) {
	const t = useTrendTexts();
	const language = useLanguage();
	return (
		<TrendChart
			title={t(measure)}
			points={points}
			nowLabel={t('groupA')}
			beforeLabel={t('groupB')}
			format={write}
			formatLevel={measure === 'rate' ? (value) => wholePercentText(value, language) : write}
			{...(measure === 'rate' && { max: 1 })}
			beside={
				<Segmented label={t('drawn')} options={['day', 'sum']} value={drawn} onChange={onDrawn}>
					{(one) => t(one === 'sum' ? 'addedUp' : 'byDay')}
				</Segmented>
			}
		/>
	);
}

/** What came of it, in a sentence. */
function Said({ counted }: { counted: { a: Counted; b: Counted } }) {
	const t = useTrendTexts();
	const language = useLanguage();
	const [a, b] = [wholeOf('records', counted.a), wholeOf('records', counted.b)];
	if (typeof a !== 'number' || typeof b !== 'number')
		return (
			<span className="unseen" aria-hidden="true">
				{t('sameConsents')}
			</span>
		);
	if (a === b) return t('sameConsents');
	if (b === 0) return t('noneInB');
	return t(a > b ? 'moreConsents' : 'lessConsents', { share: percentText(Math.abs(a / b - 1), language) });
}

/** Day beside day: the first with the first. */
function pointsOf(
	t: Texts,
	{ a, b }: { a: Group; b: Group },
	now: readonly (number | null)[] | null | undefined,
	before: readonly (number | null)[] | null | undefined,
): ChartPoint[] | undefined {
	if (!now) return undefined;
	const [ofA, ofB] = [datesOf(a, now.length), datesOf(b, before?.length ?? 0)];
	return Array.from({ length: Math.max(now.length, before?.length ?? 0) }, (_, i) => ({
		label: t('dayOf', { number: i + 1, days: [ofA[i], ofB[i]].filter(Boolean).join(' · ') }),
		axis: t('day', { number: i + 1 }),
		place: i,
		now: now[i] ?? null,
		before: before?.[i] ?? null,
	}));
}

/** The days of a group, YYYY-MM-DD. */
const datesOf = ({ from }: Group, count: number): string[] =>
	Array.from({ length: count }, (_, i) => new Date(Date.parse(`${from}T12:00Z`) + i * 86_400_000).toISOString().slice(0, 10));

function csvRows(t: Texts, groups: { a: Group; b: Group }, counted: { a: Counted; b: Counted }) {
	const of = (side: 'a' | 'b') => {
		const columns = measures.map((one) => daily(one, counted[side], false));
		return datesOf(groups[side], columns[0]?.length ?? 0).map((day, i) => [
			t(side === 'a' ? 'groupA' : 'groupB'),
			day,
			...columns.map((one) => one?.[i]),
		]);
	};
	return [['', t('from'), ...measures.map((one) => t(one))], ...of('a'), ...of('b')];
}
