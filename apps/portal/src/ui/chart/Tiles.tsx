/** Tiles in one frame split by hairlines: the number first, then how it moved; each leads to its rows. */
import { Skeleton } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Explain } from '../Explain.tsx';
import { useLate } from '../Loading.tsx';
import { useKitTexts } from '../texts.ts';
import styles from './Tiles.module.css';

/** How a number moved: the change as written, its direction, and whether that is good. */
export interface Delta {
	text: string;
	direction: 'up' | 'down' | 'none';
	good?: boolean;
}

interface TileProps {
	label: string;
	/** What is counted, said where the number stands. */
	explains?: string;
	/** Undefined while loading: same height, no number. */
	value: ReactNode;
	/** Against the time before; undefined while loading. */
	delta: Delta | undefined;
	/** A curve of the span, oldest first; null where nothing is known. Undefined while loading. */
	spark: readonly (number | null)[] | undefined;
	/** The height of the curve is at least this much, so that a hair's breadth is no mountain. */
	sparkLeast?: number;
	to: string;
	search?: Record<string, string>;
}

export function TileRow({ children }: { children: ReactNode }) {
	return <div className={styles.row}>{children}</div>;
}

/** The whole tile is the link; what explains it lies above. */
export function Tile({ label, explains, value, delta, spark, sparkLeast, to, search }: TileProps) {
	const late = useLate();
	const waiting = late ? undefined : '';
	return (
		<div className={styles.tile}>
			<span className={styles.label}>
				<Link to={to} search={search ?? {}} className={styles.tileLink} activeProps={{}}>
					{label}
				</Link>
				{explains === undefined ? null : <Explain name={label}>{explains}</Explain>}
			</span>
			<span className={styles.value}>
				{value ?? <Skeleton height={26} width={84} my={4} data-early={waiting} className={styles.waiting} />}
			</span>
			<span className={styles.foot}>
				{delta ? <DeltaText {...delta} /> : <Skeleton height={12} width={48} data-early={waiting} className={styles.waiting} />}
				{spark ? (
					<Spark values={spark} least={sparkLeast} />
				) : (
					<Skeleton height={20} width={WIDTH} data-early={waiting} className={styles.waiting} />
				)}
			</span>
		</div>
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

/** A small curve without axes; its last known point carries the dot. */
export function Spark({ values, least = 0 }: { values: readonly (number | null)[]; least?: number | undefined }) {
	const known = values.filter((value) => value !== null);
	const [lowest, highest] = [Math.min(...known), Math.max(...known)];
	const span = Math.max(highest - lowest, least);
	const low = (lowest + highest - span) / 2;
	// all the same is a line in the middle, at nothing one on the ground
	const y = (value: number) => (span === 0 ? (low === 0 ? HEIGHT - 3 : HEIGHT / 2) : HEIGHT - 3 - ((value - low) / span) * (HEIGHT - 6));
	const x = (i: number) => 3 + (i / Math.max(values.length - 1, 1)) * (WIDTH - 6);
	const points = values.flatMap((value, i) => (value === null ? [] : [[x(i), y(value)] as const]));
	const [first, last] = [points.at(0), points.at(-1)];
	/** A faint line leads to what is known. */
	const ground = first?.[1] ?? HEIGHT - 3;
	return (
		<svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} className={styles.spark} aria-hidden="true">
			<line x1={3} x2={points.length > 1 ? (first?.[0] ?? 3) : WIDTH - 3} y1={ground} y2={ground} />
			{points.length > 1 ? <polyline points={points.map(([left, top]) => `${left.toFixed(1)},${top.toFixed(1)}`).join(' ')} /> : null}
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
	delta: Delta;
	now: { text: string; part: number };
	before: { text: string; part: number };
}) {
	const t = useKitTexts();
	return (
		<div className={styles.comparison}>
			<div className={styles.comparisonHead}>
				<span>{label}</span>
				<DeltaText {...delta} />
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
