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
