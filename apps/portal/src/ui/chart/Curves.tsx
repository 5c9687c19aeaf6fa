/**
 * One number over time as an area, and the earlier period as a dashed line; hover or the arrow keys read it point by point.
 * Where a point has no neighbour to be joined with, all are bars: a lone dot on an empty ground says nothing.
 */
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { Axes } from './Axes.tsx';
import type { ChartPoint } from './Chart.tsx';
import styles from './Curves.module.css';
import { hasLonePoint, type Plot, plotOf, type Values } from './plot.ts';
import { ReadTip } from './ReadTip.tsx';
import { STEPS } from './reading.ts';

interface CurvesProps {
	points: readonly ChartPoint[];
	/** What the picture shows, for who does not see it. */
	name: string;
	height: number;
	nowLabel: string;
	beforeLabel?: string | undefined;
	format: (value: number) => string;
	formatLevel?: ((value: number) => string) | undefined;
	/** What the vertical axis spans; from nothing to a round value without it. */
	span?: readonly [number, number] | undefined;
}

export function Curves({ points, name, height, nowLabel, beforeLabel, format, formatLevel = format, span }: CurvesProps) {
	const { ref, width } = useElementSize();
	const [at, setAt] = useState<number | null>(null);
	const now = points.map((point) => point.now);
	const before = beforeLabel === undefined ? null : points.map((point) => point.before ?? null);
	const bars = asBars(points);
	const plot = plotOf({
		width,
		height,
		marks: points.map(({ label, axis, place }) => ({ text: axis ?? label, place })),
		series: before ? [now, before] : [now],
		span,
		bars,
	});
	const onKeyDown = (event: KeyboardEvent) => {
		const step = STEPS[event.key];
		if (!step || points.length === 0 || (event.key === 'Escape' && at === null)) return;
		event.preventDefault();
		setAt(step(at, points.length - 1));
	};
	const onPointer = (event: PointerEvent<SVGSVGElement>) =>
		setAt(points.length === 0 ? null : plot.at(event.clientX - event.currentTarget.getBoundingClientRect().left));
	const shown = at === null ? undefined : points[at];
	const lines = shown
		? [
				{ key: 'now', label: nowLabel, value: shown.now },
				...(beforeLabel === undefined ? [] : [{ key: 'before', label: beforeLabel, value: shown.before ?? null }]),
			].flatMap(({ key, label, value }) => (value === null ? [] : [{ key, label, text: format(value) }]))
		: [];
	return (
		<div ref={ref} className={styles.frame} style={{ height }}>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read it, as the pointer does */}
			<div role="img" aria-label={name} className={styles.picture} tabIndex={0} onKeyDown={onKeyDown} onBlur={() => setAt(null)}>
				{width === 0 ? null : (
					<svg
						width={width}
						height={height}
						viewBox={`0 0 ${width} ${height}`}
						aria-hidden="true"
						onPointerMove={onPointer}
						onPointerLeave={() => setAt(null)}
					>
						<Axes plot={plot} levelText={formatLevel} markText={(i) => points[i]?.axis ?? points[i]?.label} />
						{bars ? (
							<Bars now={now} before={before} plot={plot} />
						) : (
							<>
								<path className={styles.area} d={plot.area(now)} />
								<path className={styles.now} d={plot.line(now)} />
								{before ? <path className={styles.before} d={plot.line(before)} /> : null}
							</>
						)}
						{at === null ? null : (
							<>
								<line className={styles.cursor} x1={plot.x(at)} x2={plot.x(at)} y1={plot.top} y2={plot.bottom} />
								{before ? <Dot value={before[at] ?? null} className={styles.dotBefore} x={plot.x(at)} y={plot.y} /> : null}
								<Dot value={now[at] ?? null} className={styles.dot} x={plot.x(at)} y={plot.y} />
							</>
						)}
					</svg>
				)}
			</div>
			{at !== null && shown ? (
				<ReadTip
					plot={plot}
					at={at}
					width={width}
					head={shown.label}
					lines={lines.map((one) => ({ ...one, sign: <span className={styles.tipDot} data-series={one.key} /> }))}
					said
				/>
			) : null}
		</div>
	);
}

/** Whether these points are drawn as bars. */
export const asBars = (points: readonly ChartPoint[]): boolean =>
	hasLonePoint(points.map(({ now }) => now)) || hasLonePoint(points.map(({ before }) => before ?? null));

/** What is now as bars, what was before as a dashed level over each. */
function Bars({ now, before, plot }: { now: Values; before: Values | null; plot: Plot }) {
	const half = plot.bar / 2;
	return (
		<>
			{now.map((value, i) =>
				value === null ? null : (
					// biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in time
					<path key={i} className={styles.bar} d={barOf(plot.x(i) - half, plot.y(value), plot.bar, plot.bottom)} />
				),
			)}
			{before?.map((value, i) =>
				value === null ? null : (
					// biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in time
					<line key={i} className={styles.before} x1={plot.x(i) - half} x2={plot.x(i) + half} y1={plot.y(value)} y2={plot.y(value)} />
				),
			)}
		</>
	);
}

/** A bar with round upper corners; one of nothing is still a line on the ground. */
function barOf(left: number, top: number, width: number, bottom: number): string {
	const height = Math.max(bottom - top, 2);
	const corner = Math.min(3, height, width / 2);
	return `M${left},${bottom} v${corner - height} q0,${-corner} ${corner},${-corner} h${width - 2 * corner} q${corner},0 ${corner},${corner} v${height - corner} z`;
}

function Dot({ value, className, x, y }: { value: number | null; className: string | undefined; x: number; y: (value: number) => number }) {
	return value === null ? null : <circle className={className} cx={x} cy={y(value)} r={4} />;
}
