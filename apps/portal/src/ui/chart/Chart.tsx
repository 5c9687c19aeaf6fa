/** A chart of one number over time, beside the earlier period where there is one. */
import { CHART_HEIGHT_PX } from '@luvalla/contract/constants';
import type { ReactNode } from 'react';
import { useKitTexts } from '../texts.ts';
import { ChartCard, ChartTable } from './ChartCard.tsx';
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
	/** Beside the title. */
	beside?: ReactNode;
	/** Below the chart, in its card. */
	children?: ReactNode;
}

export function TrendChart({
	title,
	explains,
	points,
	nowLabel,
	beforeLabel,
	format,
	formatLevel,
	max,
	beside,
	children,
}: TrendChartProps) {
	const t = useKitTexts();
	const cell = (value: number | null) => (value === null ? '—' : format(value));
	return (
		<ChartCard
			title={title}
			explains={explains}
			beside={beside}
			// a single line is named by the title
			keys={
				beforeLabel === undefined
					? []
					: [
							{ label: nowLabel, look: 'line' },
							{ label: beforeLabel, look: 'dashed' },
						]
			}
			ready={points !== undefined}
			table={
				<ChartTable
					title={title}
					heads={[title, nowLabel, ...(beforeLabel === undefined ? [] : [beforeLabel])]}
					rows={(points ?? []).map(({ label, now, before = null }) => ({
						key: label,
						cells: [label, cell(now), ...(beforeLabel === undefined ? [] : [cell(before)])],
					}))}
				/>
			}
			chart={
				<Curves
					points={points ?? []}
					name={`${title}: ${[nowLabel, beforeLabel].filter(Boolean).join(', ')}. ${t('asTable')}.`}
					height={CHART_HEIGHT_PX}
					nowLabel={nowLabel}
					beforeLabel={beforeLabel}
					format={format}
					formatLevel={formatLevel}
					span={asBars(points ?? []) && max !== undefined ? [0, max] : spanOf(points ?? [], max)}
				/>
			}
		>
			{children}
		</ChartCard>
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
