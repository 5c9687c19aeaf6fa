/** Messages sent and opened in each minute, as pairs of bars; as a table too. */
import { CHART_HEIGHT_PX } from '@luvalla/contract/constants';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useState } from 'react';
import { momentText, numberText, timeText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Axes } from '#portal/ui/chart/Axes.tsx';
import { ChartCard, ChartTable } from '#portal/ui/chart/ChartCard.tsx';
import curves from '#portal/ui/chart/Curves.module.css';
import { plotOf } from '#portal/ui/chart/plot.ts';
import { ReadTip } from '#portal/ui/chart/ReadTip.tsx';
import { STEPS } from '#portal/ui/chart/reading.ts';
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
	const language = useLanguage();
	const points = filled(series);
	const title = rehearsal ? t('making') : t('sendingAndOpening');
	const sent = rehearsal ? t('part_made') : t('sent');
	const opened = t('openedByPeople');
	return (
		<ChartCard
			title={title}
			keys={[{ label: sent, look: 1 }, ...(rehearsal ? [] : [{ label: opened, look: 2 } as const])]}
			ready
			chart={
				points.length === 0 ? (
					<p className={styles.none}>{t('nothingYet')}</p>
				) : (
					<Bars points={points} sent={sent} name={`${title}: ${sent}, ${opened}. ${t('asTable')}.`} />
				)
			}
			table={
				points.length === 0 ? (
					<p className={styles.none}>{t('nothingYet')}</p>
				) : (
					<ChartTable
						title={title}
						heads={[t('minute'), sent, opened]}
						rows={series.map((one) => ({
							key: one.at,
							cells: [momentText(one.at, language), numberText(one.sent, language), numberText(one.opened, language)],
						}))}
					/>
				)
			}
		/>
	);
}

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
		<div ref={ref} className={curves.frame} style={{ height: CHART_HEIGHT_PX }}>
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
						<Axes
							plot={plot}
							levelText={(level) => numberText(level, language)}
							markText={(i) => timeText(points[i]?.at ?? '', language)}
						/>
						{points.map((one, i) => (
							<g key={one.at}>
								{bar(plot.x(i) - half - 1, one.sent, 'sent')}
								{bar(plot.x(i) + 1, one.opened, 'opened')}
							</g>
						))}
						{at === null ? null : <line className={curves.cursor} x1={plot.x(at)} x2={plot.x(at)} y1={plot.top} y2={plot.bottom} />}
					</svg>
				)}
			</div>
			{at !== null && shown ? (
				<ReadTip
					plot={plot}
					at={at}
					width={width}
					head={momentText(shown.at, language)}
					lines={[
						{ key: 'sent', label: sent, text: numberText(shown.sent, language), sign: <span className={styles.sign} data-series="sent" /> },
						{
							key: 'opened',
							label: t('openedByPeople'),
							text: numberText(shown.opened, language),
							sign: <span className={styles.sign} data-series="opened" />,
						},
					]}
					said
				/>
			) : null}
		</div>
	);
}
