/** Tiles in one frame split by hairlines: the number first, then how it moved; each leads to its rows. */
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './Tiles.module.css';
import { useKitTexts } from './texts.ts';

/** How a number moved: the change as written, its direction, and whether that is good. */
export interface Delta {
	text: string;
	direction: 'up' | 'down' | 'none';
	good?: boolean;
}

interface TileProps {
	label: string;
	/** Undefined while loading: same height, no number. */
	value: ReactNode;
	delta?: Delta;
	/** A curve of the span, oldest first. */
	spark?: readonly number[];
	to: string;
	search?: Record<string, string>;
}

export function TileRow({ children }: { children: ReactNode }) {
	return <div className={styles.row}>{children}</div>;
}

export function Tile({ label, value, delta, spark, to, search }: TileProps) {
	return (
		<Link to={to} search={search ?? {}} className={styles.tile} activeProps={{}}>
			<span className={styles.label}>{label}</span>
			<span className={styles.value}>{value ?? '\u00a0'}</span>
			<span className={styles.foot}>
				{delta ? <DeltaText {...delta} /> : '\u00a0'}
				{spark && spark.length > 1 ? <Spark values={spark} /> : null}
			</span>
		</Link>
	);
}

export function DeltaText({ text, direction, good }: Delta) {
	const t = useKitTexts();
	const Icon = direction === 'up' ? IconArrowUpRight : direction === 'down' ? IconArrowDownRight : IconMinus;
	return (
		<span className={styles.delta} data-good={direction === 'none' || good === undefined ? undefined : String(good)}>
			<Icon size={14} stroke={2} aria-hidden="true" />
			<span className="visually-hidden">{direction === 'none' ? '' : t(direction)} </span>
			{text}
		</span>
	);
}

const WIDTH = 68;
const HEIGHT = 24;

/** A small curve without axes; its last point carries the dot. */
export function Spark({ values }: { values: readonly number[] }) {
	const low = Math.min(...values);
	const span = Math.max(...values) - low || 1;
	const points = values.map(
		(value, i) => [3 + (i / (values.length - 1)) * (WIDTH - 6), HEIGHT - 3 - ((value - low) / span) * (HEIGHT - 6)] as const,
	);
	const last = points.at(-1);
	return (
		<svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} className={styles.spark} aria-hidden="true">
			<polyline points={points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
			{last ? <circle cx={last[0]} cy={last[1]} r="2.5" /> : null}
		</svg>
	);
}

export interface Share {
	key: string;
	label: string;
	/** 0 to 1 */
	share: number;
	text: string;
	/** Place in the chart palette, 1 to 6, fixed by meaning. */
	colour: 1 | 2 | 3 | 4 | 5 | 6;
	to: string;
	search: Record<string, string>;
}

/** One bar split into shares, with labels beside; each leads to its rows. */
export function ShareBar({ shares }: { shares: readonly Share[] }) {
	return (
		<div>
			<div className={styles.bar} aria-hidden="true">
				{shares.map((one) => (
					<span key={one.key} style={{ flexGrow: one.share, background: `var(--l-chart-${one.colour})` }} />
				))}
			</div>
			<ul className={styles.legend}>
				{shares.map((one) => (
					<li key={one.key}>
						<Link to={one.to} search={one.search} className={styles.share} activeProps={{}}>
							<span className={styles.dot} style={{ background: `var(--l-chart-${one.colour})` }} />
							{one.label} <strong>{one.text}</strong>
						</Link>
					</li>
				))}
			</ul>
		</div>
	);
}

/** A number now and in the period before, as bars. */
export function Comparison({
	label,
	delta,
	now,
	before,
}: {
	label: string;
	delta?: Delta;
	now: { text: string; part: number };
	before: { text: string; part: number };
}) {
	const t = useKitTexts();
	return (
		<div className={styles.comparison}>
			<div className={styles.comparisonHead}>
				<span>{label}</span>
				{delta ? <DeltaText {...delta} /> : null}
			</div>
			{[
				{ key: 'now', name: t('now'), ...now },
				{ key: 'before', name: t('before'), ...before },
			].map((line) => (
				<div key={line.key} className={styles.comparisonLine} data-which={line.key}>
					<span>{line.name}</span>
					<span className={styles.track}>
						<span style={{ width: `${Math.round(Math.min(1, Math.max(0, line.part)) * 100)}%` }} />
					</span>
					<span className="num">{line.text}</span>
				</div>
			))}
		</div>
	);
}
