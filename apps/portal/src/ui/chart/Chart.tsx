/** A chart of one number over time, beside the earlier period where there is one: 300 px, horizontal grid only, as a table too. */
import { CHART_HEIGHT_PX } from '@luvalla/contract/constants';
import { ActionIcon, Skeleton } from '@mantine/core';
import { IconChartLine, IconTable } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Card } from '../Card.tsx';
import { Explain } from '../Explain.tsx';
import { useLate } from '../Loading.tsx';
import { Tip } from '../Tip.tsx';
import { useKitTexts } from '../texts.ts';
import styles from './Chart.module.css';
import { asBars, Curves } from './Curves.tsx';

export interface ChartPoint {
	/** What it is called: in the table and beside the pointer. */
	label: string;
	/** As the axis shows it, when that is shorter. */
	axis?: string;
	/** Its place among the whole hours or days of the axis, which alone are labelled: the hour of the day, days before the last. */
	place?: number | undefined;
	now: number | null;
	/** In the earlier period; absent where nothing is compared. */
	before?: number | null;
}

interface TrendChartProps {
	title: string;
	/** What the number means. */
	explains?: string;
	points: readonly ChartPoint[] | undefined;
	nowLabel: string;
	/** Without it no earlier period is drawn. */
	beforeLabel?: string;
	/** Writes a value: in the tooltip, in the table. */
	format: (value: number) => string;
	/** The same on the axis, where values are round. */
	formatLevel?: (value: number) => string;
	/** What the axis ends at, when known (1 for shares). */
	max?: number;
	/** Below the chart, in its card. */
	children?: ReactNode;
}

export function TrendChart({ title, explains, points, nowLabel, beforeLabel, format, formatLevel, max, children }: TrendChartProps) {
	const t = useKitTexts();
	const [asTable, setAsTable] = useState(false);
	const Icon = asTable ? IconChartLine : IconTable;
	const name = asTable ? t('asChart') : t('asTable');
	return (
		<Card
			title={title}
			beside={explains === undefined ? null : <Explain name={title}>{explains}</Explain>}
			aside={
				<>
					{/* a single line is named by the title */}
					{beforeLabel === undefined ? null : (
						<>
							<span className={styles.key}>
								<span className={styles.now} />
								{nowLabel}
							</span>
							<span className={styles.key}>
								<span className={styles.before} />
								{beforeLabel}
							</span>
						</>
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
			<div style={{ height: CHART_HEIGHT_PX }} className={styles.space}>
				{points === undefined ? (
					<ChartSkeleton />
				) : asTable ? (
					<PointTable title={title} points={points} nowLabel={nowLabel} beforeLabel={beforeLabel} format={format} />
				) : (
					<Curves
						points={points}
						name={`${title}: ${[nowLabel, beforeLabel].filter(Boolean).join(', ')}. ${t('asTable')}.`}
						height={CHART_HEIGHT_PX}
						nowLabel={nowLabel}
						beforeLabel={beforeLabel}
						format={format}
						formatLevel={formatLevel}
						span={asBars(points) && max !== undefined ? [0, max] : spanOf(points, max)}
					/>
				)}
			</div>
			{children ? <div className={styles.below}>{children}</div> : null}
		</Card>
	);
}

/** Levels and a band where the curve will be. */
function ChartSkeleton() {
	const late = useLate();
	return (
		<div className={styles.skeleton} data-early={late ? undefined : ''} aria-hidden="true">
			{[0, 1, 2, 3].map((level) => (
				<div key={level}>
					<Skeleton height={12} width={32} />
				</div>
			))}
			<Skeleton className={styles.skeletonBand} />
		</div>
	);
}

/** Round tenths around a share's values, so that a change can be seen; nothing is said of counts. */
function spanOf(points: readonly ChartPoint[], max: number | undefined): [number, number] | undefined {
	if (max === undefined) return undefined;
	const values = points.flatMap((point) => [point.now, point.before ?? null]).filter((value) => value !== null);
	if (values.length === 0) return [0, max];
	const low = Math.floor((Math.min(...values) / max) * 10 - 0.5) / 10;
	const high = Math.ceil((Math.max(...values) / max) * 10 + 0.2) / 10;
	return [Math.max(0, low) * max, Math.min(1, high) * max];
}

function PointTable({
	title,
	points,
	nowLabel,
	beforeLabel,
	format,
}: Omit<TrendChartProps, 'points' | 'max' | 'children' | 'explains' | 'formatLevel'> & { points: readonly ChartPoint[] }) {
	const cell = (value: number | null) => (value === null ? '—' : format(value));
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part without controls is reached by keyboard this way
		<section className={styles.tableScroll} tabIndex={0} aria-label={title}>
			<table className={styles.table}>
				<caption className="visually-hidden">{title}</caption>
				<thead>
					<tr>
						<th>{title}</th>
						<th>{nowLabel}</th>
						{beforeLabel === undefined ? null : <th>{beforeLabel}</th>}
					</tr>
				</thead>
				<tbody>
					{points.map((point) => (
						<tr key={point.label}>
							<th scope="row">{point.label}</th>
							<td>{cell(point.now)}</td>
							{beforeLabel === undefined ? null : <td>{cell(point.before ?? null)}</td>}
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}
