/** Messages sent and opened in each minute, as pairs of bars; as a table too. */
import { CHART_HEIGHT_PX } from '@luvalla/contract/constants';
import { ActionIcon } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconChartHistogram, IconTable } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { momentText, numberText, timeText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Card } from '#portal/ui/Card.tsx';
import { plotOf } from '#portal/ui/chart/plot.ts';
import { Tip } from '#portal/ui/Tip.tsx';
import { useCampaignDashboardTexts } from '../texts.ts';
import styles from './chart.module.css';
import type { Progress } from './progress.ts';

type Series = Progress['series'];
const MINUTE_MS = 60_000;
/** Gaps up to this are drawn as minutes in which nothing was; longer ones are left out. */
const MOST_MINUTES = 120;
/** A run that has just begun stands at the left, not as one broad bar. */
const LEAST_MINUTES = 12;

/** Every minute between the first and the last, where they are few enough. */
function filled(series: Series): Series {
	const [first, last] = [series.at(0), series.at(-1)];
	if (!first || !last) return [];
	const begin = Date.parse(first.at);
	const span = (Date.parse(last.at) - begin) / MINUTE_MS + 1;
	if (span > MOST_MINUTES) return series;
	const known = new Map(series.map((one) => [Date.parse(one.at), one]));
	return Array.from({ length: Math.max(span, LEAST_MINUTES) }, (_, n) => {
		const at = begin + n * MINUTE_MS;
		return known.get(at) ?? { at: new Date(at).toISOString(), sent: 0, opened: 0 };
	});
}

export function RunChart({ series, rehearsal }: { series: Series; rehearsal: boolean }) {
	const t = useCampaignDashboardTexts();
	const [asTable, setAsTable] = useState(false);
	const points = filled(series);
	const Icon = asTable ? IconChartHistogram : IconTable;
	const name = asTable ? t('asChart') : t('asTable');
	const title = rehearsal ? t('making') : t('sendingAndOpening');
	const sent = rehearsal ? t('part_made') : t('sent');
	return (
		<Card
			title={title}
			aside={
				<>
					<span className={styles.key}>
						<span data-series="sent" />
						{sent}
					</span>
					{rehearsal ? null : (
						<span className={styles.key}>
							<span data-series="opened" />
							{t('openedByPeople')}
						</span>
					)}
					<Tip label={name}>
						<ActionIcon
							variant="subtle"
							color="gray"
							size={30}
							aria-label={`${title}: ${name}`}
							aria-pressed={asTable}
							onClick={() => setAsTable(!asTable)}
						>
							<Icon size={17} stroke={1.75} />
						</ActionIcon>
					</Tip>
				</>
			}
		>
			<div style={{ height: CHART_HEIGHT_PX }}>
				{points.length === 0 ? (
					<p className={styles.none}>{t('nothingYet')}</p>
				) : asTable ? (
					<Table title={title} sent={sent} series={series} />
				) : (
					<Bars points={points} sent={sent} name={`${title}: ${sent}, ${t('openedByPeople')}. ${t('asTable')}.`} />
				)}
			</div>
		</Card>
	);
}

const STEPS: Readonly<Record<string, (at: number | null, last: number) => number | null>> = {
	ArrowRight: (at, last) => (at === null ? 0 : Math.min(at + 1, last)),
	ArrowLeft: (at, last) => (at === null ? last : Math.max(at - 1, 0)),
	Home: () => 0,
	End: (_at, last) => last,
	Escape: () => null,
};

function Bars({ points, sent, name }: { points: Series; sent: string; name: string }) {
	const t = useCampaignDashboardTexts();
	const language = useLanguage();
	const { ref, width } = useElementSize();
	const [at, setAt] = useState<number | null>(null);
	const begin = Date.parse(points[0]?.at ?? '') / MINUTE_MS;
	const plot = plotOf({
		width,
		height: CHART_HEIGHT_PX,
		// counted from the first, so that it is labelled; every second, fourth … where there is no room
		marks: points.map((one) => ({ text: timeText(one.at, language), place: Date.parse(one.at) / MINUTE_MS - begin })),
		series: [points.map((one) => one.sent), points.map((one) => one.opened)],
		bars: true,
	});
	const half = Math.max(1.5, plot.bar / 2 - 1);
	const onKeyDown = (event: KeyboardEvent) => {
		const step = STEPS[event.key];
		if (!step || (event.key === 'Escape' && at === null)) return;
		event.preventDefault();
		setAt(step(at, points.length - 1));
	};
	const bar = (left: number, value: number, series: 'sent' | 'opened') =>
		value === 0 ? null : (
			<rect
				data-series={series}
				x={left}
				y={plot.y(value)}
				width={half}
				height={Math.max(1, plot.bottom - plot.y(value))}
				rx={Math.min(2, half / 2)}
			/>
		);
	const shown = at === null ? undefined : points[at];
	return (
		<div ref={ref} className={styles.frame}>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read it, as the pointer does */}
			<div role="img" aria-label={name} tabIndex={0} className={styles.picture} onKeyDown={onKeyDown} onBlur={() => setAt(null)}>
				{width === 0 ? null : (
					<svg
						width={width}
						height={CHART_HEIGHT_PX}
						aria-hidden="true"
						onPointerMove={(event) => setAt(plot.at(event.clientX - event.currentTarget.getBoundingClientRect().left))}
						onPointerLeave={() => setAt(null)}
					>
						{plot.levels
							.filter((level) => Number.isInteger(level))
							.map((level) => (
								<g key={level}>
									<line className={styles.grid} x1={plot.left} x2={plot.right} y1={plot.y(level)} y2={plot.y(level)} />
									<text className={styles.text} x={plot.left - 8} y={plot.y(level)} dy="0.355em" textAnchor="end">
										{numberText(level, language)}
									</text>
								</g>
							))}
						{plot.labelled.map((i) => (
							<text key={i} className={styles.text} x={plot.x(i)} y={plot.bottom + 22} textAnchor="middle">
								{timeText(points[i]?.at ?? '', language)}
							</text>
						))}
						{points.map((one, i) => (
							<g key={one.at}>
								{bar(plot.x(i) - half - 1, one.sent, 'sent')}
								{bar(plot.x(i) + 1, one.opened, 'opened')}
							</g>
						))}
						{at === null ? null : <line className={styles.cursor} x1={plot.x(at)} x2={plot.x(at)} y1={plot.top} y2={plot.bottom} />}
					</svg>
				)}
			</div>
			{at !== null && shown ? (
				<div className={styles.tip} data-side={plot.x(at) > width / 2 ? 'left' : 'right'} style={{ left: plot.x(at) }} role="status">
					<p>{momentText(shown.at, language)}</p>
					<p>
						{sent} <strong>{numberText(shown.sent, language)}</strong>
					</p>
					<p>
						{t('openedByPeople')} <strong>{numberText(shown.opened, language)}</strong>
					</p>
				</div>
			) : null}
		</div>
	);
}

function Table({ title, sent, series }: { title: string; sent: string; series: Series }) {
	const t = useCampaignDashboardTexts();
	const language = useLanguage();
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part without controls is reached by keyboard this way
		<section className={styles.scroll} tabIndex={0} aria-label={title}>
			<table className={styles.table}>
				<caption className="visually-hidden">{title}</caption>
				<thead>
					<tr>
						<th>{t('minute')}</th>
						<th>{sent}</th>
						<th>{t('openedByPeople')}</th>
					</tr>
				</thead>
				<tbody>
					{series.map((one) => (
						<tr key={one.at}>
							<th scope="row">{momentText(one.at, language)}</th>
							<td>{numberText(one.sent, language)}</td>
							<td>{numberText(one.opened, language)}</td>
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}
