/**
 * Numbers over time, each step a column of its parts; hover or the arrow keys read it step by step. Where a step leads to
 * its rows, a press or Enter chooses it.
 */
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { Axes } from './Axes.tsx';
import curves from './Curves.module.css';
import { plotOf } from './plot.ts';
import { ReadTip } from './ReadTip.tsx';
import { STEPS } from './reading.ts';
import styles from './Stacks.module.css';

export interface StackGroup {
	key: string;
	label: string;
	/** Place in the chart palette, fixed by meaning. */
	colour: 1 | 2 | 3 | 4 | 5 | 6;
}

export interface StackStep {
	key: string;
	/** What it is called: in the table and beside the pointer. */
	label: string;
	/** As the axis shows it, when that is shorter. */
	axis?: string;
	/** Its place among the whole hours, days or months of the axis, which alone are labelled. */
	place?: number | undefined;
	/** By group. */
	values: Readonly<Record<string, number>>;
}

interface StacksProps {
	/** What the picture shows, for who does not see it. */
	name: string;
	groups: readonly StackGroup[];
	steps: readonly StackStep[];
	height: number;
	format: (value: number) => string;
	formatLevel?: ((value: number) => string) | undefined;
	/** What all parts of a step are called together. */
	together?: string | undefined;
	chosen?: string | undefined;
	onChoose?: ((key: string) => void) | undefined;
}

/** Between the parts of a column. */
const GAP = 2;

export const sumOf = ({ values }: StackStep, groups: readonly StackGroup[]): number =>
	groups.reduce((sum, { key }) => sum + (values[key] ?? 0), 0);

export function Stacks({ name, groups, steps, height, format, formatLevel = format, together, chosen, onChoose }: StacksProps) {
	const { ref, width } = useElementSize();
	const [at, setAt] = useState<number | null>(null);
	const plot = plotOf({
		width,
		height,
		marks: steps.map(({ label, axis, place }) => ({ text: axis ?? label, place })),
		series: [steps.map((step) => sumOf(step, groups))],
		bars: true,
		wide: steps.length <= WIDE_UP_TO,
	});
	const choose = (index: number | null) => {
		const step = index === null ? undefined : steps[index];
		if (step) onChoose?.(step.key);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === 'Enter' || event.key === ' ') {
			if (!onChoose || at === null) return;
			event.preventDefault();
			return choose(at);
		}
		const next = STEPS[event.key];
		if (!next || steps.length === 0 || (event.key === 'Escape' && at === null)) return;
		event.preventDefault();
		setAt(next(at, steps.length - 1));
	};
	const under = (event: MouseEvent<SVGSVGElement>) =>
		steps.length === 0 ? null : plot.at(event.clientX - event.currentTarget.getBoundingClientRect().left);
	const shown = at === null ? undefined : steps[at];
	const lines = shown ? linesOf(shown, groups, { format, together }) : [];
	const said = shown ? `${shown.label}: ${lines.map(({ label, text }) => `${label} ${text}`).join(', ')}` : name;
	return (
		<div ref={ref} className={curves.frame} style={{ height }}>
			<div
				role="slider"
				aria-valuemin={0}
				aria-valuemax={Math.max(steps.length - 1, 0)}
				aria-valuenow={at ?? 0}
				aria-valuetext={said}
				aria-label={name}
				className={curves.picture}
				tabIndex={0}
				onKeyDown={onKeyDown}
				onBlur={() => setAt(null)}
			>
				{width === 0 ? null : (
					<svg
						width={width}
						height={height}
						viewBox={`0 0 ${width} ${height}`}
						aria-hidden="true"
						data-chooses={onChoose ? '' : undefined}
						className={styles.drawing}
						onPointerMove={(event) => setAt(under(event))}
						onPointerLeave={() => setAt(null)}
						onClick={(event) => choose(under(event))}
					>
						<Axes plot={plot} levelText={formatLevel} markText={(i) => steps[i]?.axis ?? steps[i]?.label} />
						{steps.map((step, i) => (
							<Column key={step.key} step={step} groups={groups} x={plot.x(i)} y={plot.y} width={plot.bar} read={i === at} />
						))}
						{steps.map((step, i) => {
							if (step.key !== chosen) return null;
							const top = plot.y(sumOf(step, groups)) - 4;
							return (
								<rect
									key={step.key}
									className={styles.chosen}
									x={plot.x(i) - plot.bar / 2 - 4}
									y={top}
									width={plot.bar + 8}
									height={plot.bottom - top + 3}
									rx={4}
								/>
							);
						})}
					</svg>
				)}
			</div>
			{at !== null && shown ? (
				<ReadTip
					plot={plot}
					at={at}
					width={width}
					head={shown.label}
					lines={lines.map(({ colour, ...line }) => ({
						...line,
						sign: <span className={styles.tipBox} style={{ background: colour === null ? 'transparent' : `var(--l-chart-${colour})` }} />,
					}))}
				/>
			) : null}
		</div>
	);
}

/** So few columns, as of months, have room to be broad. */
const WIDE_UP_TO = 14;

interface Line {
	key: string;
	label: string;
	text: string;
	colour: StackGroup['colour'] | null;
}

/** What is read of a step: its parts, and their sum where there are several. */
export function linesOf(
	step: StackStep,
	groups: readonly StackGroup[],
	{ format, together }: Pick<StacksProps, 'format' | 'together'>,
): Line[] {
	const parts: Line[] = groups.map(({ key, label, colour }) => ({ key, label, text: format(step.values[key] ?? 0), colour }));
	return together === undefined || groups.length < 2
		? parts
		: [...parts, { key: ' together', label: together, text: format(sumOf(step, groups)), colour: null }];
}

interface ColumnProps {
	step: StackStep;
	groups: readonly StackGroup[];
	x: number;
	y: (value: number) => number;
	width: number;
	read: boolean;
}

/** Parts from the ground up; one of nothing is still a line on the ground. */
function Column({ step, groups, x, y, width, read }: ColumnProps) {
	const parts: { key: string; colour: number; from: number; to: number }[] = [];
	for (const { key, colour } of groups) {
		const from = parts.at(-1)?.to ?? 0;
		parts.push({ key, colour, from, to: from + (step.values[key] ?? 0) });
	}
	const sum = parts.at(-1)?.to ?? 0;
	const left = x - width / 2;
	return (
		<g className={styles.column} data-read={read ? '' : undefined}>
			{sum === 0 ? <rect x={left} y={y(0) - 2} width={width} height={2} rx={1} className={styles.nothing} /> : null}
			{parts.map(({ key, colour, from, to }) => {
				const room = from === 0 ? 0 : GAP;
				const height = y(from) - y(to) - room;
				return to === from ? null : (
					<rect
						key={key}
						x={left}
						y={y(to)}
						width={width}
						height={Math.max(height, 1)}
						rx={Math.min(3, Math.max(height, 0) / 2)}
						style={{ fill: `var(--l-chart-${colour})` }}
					/>
				);
			})}
		</g>
	);
}
