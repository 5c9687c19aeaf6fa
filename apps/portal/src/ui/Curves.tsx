/** One number over time as an area, and the earlier period as a dashed line; hover or the arrow keys read it point by point. */
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { ChartPoint } from './Chart.tsx';
import styles from './Curves.module.css';
import { plotOf } from './plot.ts';

interface CurvesProps {
	points: readonly ChartPoint[];
	/** What the picture shows, for who does not see it. */
	name: string;
	height: number;
	nowLabel: string;
	beforeLabel?: string | undefined;
	format: (value: number) => string;
	/** What the vertical axis spans; from nothing to a round value without it. */
	span?: readonly [number, number] | undefined;
}

/** Where arrow keys lead from a point. */
const STEPS: Readonly<Record<string, (at: number | null, last: number) => number | null>> = {
	ArrowRight: (at, last) => (at === null ? 0 : Math.min(at + 1, last)),
	ArrowLeft: (at, last) => (at === null ? last : Math.max(at - 1, 0)),
	Home: () => 0,
	End: (_at, last) => last,
	Escape: () => null,
};

export function Curves({ points, name, height, nowLabel, beforeLabel, format, span }: CurvesProps) {
	const { ref, width } = useElementSize();
	const [at, setAt] = useState<number | null>(null);
	const now = points.map((point) => point.now);
	const before = beforeLabel === undefined ? null : points.map((point) => point.before ?? null);
	const plot = plotOf({ width, height, labels: points.map((point) => point.label), series: before ? [now, before] : [now], span });
	const dots = hasLonePoint(now) || (before !== null && hasLonePoint(before));
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
					<svg width={width} height={height} aria-hidden="true" onPointerMove={onPointer} onPointerLeave={() => setAt(null)}>
						{plot.levels.map((level) => (
							<g key={level}>
								<line className={styles.grid} x1={plot.left} x2={plot.right} y1={plot.y(level)} y2={plot.y(level)} />
								<text className={styles.text} x={plot.left - 8} y={plot.y(level)} dy="0.355em" textAnchor="end">
									{format(level)}
								</text>
							</g>
						))}
						{plot.labelled.map((i) => (
							<text
								key={i}
								className={styles.text}
								x={plot.x(i)}
								y={plot.bottom + 22}
								textAnchor={i === 0 ? 'start' : i === points.length - 1 ? 'end' : 'middle'}
							>
								{points[i]?.label}
							</text>
						))}
						<path className={styles.area} d={plot.area(now)} />
						<path className={styles.now} d={plot.line(now)} />
						{before ? <path className={styles.before} d={plot.line(before)} /> : null}
						{dots ? (
							<>
								{before ? <Dots values={before} className={styles.dotBefore} x={plot.x} y={plot.y} /> : null}
								<Dots values={now} className={styles.dot} x={plot.x} y={plot.y} />
							</>
						) : null}
						{at === null ? null : (
							<>
								<line className={styles.cursor} x1={plot.x(at)} x2={plot.x(at)} y1={plot.top} y2={plot.bottom} />
								{before ? <Dots values={[before[at] ?? null]} className={styles.dotBefore} x={() => plot.x(at)} y={plot.y} large /> : null}
								<Dots values={[now[at] ?? null]} className={styles.dot} x={() => plot.x(at)} y={plot.y} large />
							</>
						)}
					</svg>
				)}
			</div>
			{at !== null && shown ? (
				<div
					className={styles.tip}
					data-side={plot.x(at) > width / 2 ? 'left' : 'right'}
					style={{ left: plot.x(at), top: plot.top + 12 }}
					role="status"
				>
					<p className={styles.tipHead}>{shown.label}</p>
					{lines.map((one) => (
						<p key={one.key} className={styles.tipLine}>
							<span className={styles.tipDot} data-series={one.key} />
							<span className={styles.tipName}>{one.label}</span>
							<span>{one.text}</span>
						</p>
					))}
				</div>
			) : null}
		</div>
	);
}

interface DotsProps {
	values: readonly (number | null)[];
	className: string | undefined;
	x: (index: number) => number;
	y: (value: number) => number;
	large?: boolean;
}

function Dots({ values, className, x, y, large = false }: DotsProps) {
	return values.map((value, i) =>
		// biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in time
		value === null ? null : <circle key={i} className={className} cx={x(i)} cy={y(value)} r={large ? 4 : 3} />,
	);
}

/** A point without a neighbour is no line: it needs a dot to be seen. */
const hasLonePoint = (values: readonly (number | null)[]): boolean =>
	values.some((value, i) => value !== null && (values[i - 1] ?? null) === null && (values[i + 1] ?? null) === null);
