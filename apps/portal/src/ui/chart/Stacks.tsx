/**
 * Numbers over time, each step a column of its parts; hover or the arrow keys read it step by step. Where a step leads to
 * its rows, a press or Enter chooses it.
 */
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react';
import curves from './Curves.module.css';
import { plotOf } from './plot.ts';
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
	/** What is still expected above what there is: hatched. */
	expected?: number;
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
	/** What is hatched is called so. */
	expectedLabel?: string | undefined;
	chosen?: string | undefined;
	onChoose?: ((key: string) => void) | undefined;
}

/** Between the parts of a column. */
const GAP = 2;

export const sumOf = ({ values }: StackStep, groups: readonly StackGroup[]): number =>
	groups.reduce((sum, { key }) => sum + (values[key] ?? 0), 0);

export function Stacks({
	name,
	groups,
	steps,
	height,
	format,
	formatLevel = format,
	together,
	expectedLabel,
	chosen,
	onChoose,
}: StacksProps) {
	const { ref, width } = useElementSize();
	const [at, setAt] = useState<number | null>(null);
	const hatch = useId();
	const plot = plotOf({
		width,
		height,
		marks: steps.map(({ label, axis, place }) => ({ text: axis ?? label, place })),
		series: [steps.map((step) => sumOf(step, groups) + (step.expected ?? 0))],
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
	const lines = shown ? linesOf(shown, groups, { format, together, expectedLabel }) : [];
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
						<defs>
							<pattern id={hatch} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
								<rect width="3" height="7" className={styles.hatch} />
							</pattern>
						</defs>
						{plot.levels.map((level) => (
							<g key={level}>
								<line className={curves.grid} x1={plot.left} x2={plot.right} y1={plot.y(level)} y2={plot.y(level)} />
								<text className={curves.text} x={plot.left - 8} y={plot.y(level)} dy="0.355em" textAnchor="end">
									{formatLevel(level)}
								</text>
							</g>
						))}
						{plot.labelled.map((i) => (
							<text key={i} className={curves.text} x={plot.x(i)} y={plot.bottom + 22} textAnchor="middle">
								{steps[i]?.axis ?? steps[i]?.label}
							</text>
						))}
						{steps.map((step, i) => (
							<Column key={step.key} step={step} groups={groups} x={plot.x(i)} y={plot.y} width={plot.bar} read={i === at} hatch={hatch} />
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
				<div
					className={curves.tip}
					data-side={plot.x(at) > width / 2 ? 'left' : 'right'}
					style={{ left: plot.x(at), top: plot.top + 12 }}
					role="status"
				>
					<p className={curves.tipHead}>{shown.label}</p>
					{lines.map(({ key, label, text, colour }) => (
						<p key={key} className={curves.tipLine}>
							<span className={styles.tipBox} style={{ background: colour === null ? 'transparent' : `var(--l-chart-${colour})` }} />
							<span className={curves.tipName}>{label}</span>
							<span>{text}</span>
						</p>
					))}
				</div>
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

/** What is read of a step: its parts, their sum where there are several, what is expected. */
export function linesOf(
	step: StackStep,
	groups: readonly StackGroup[],
	{ format, together, expectedLabel }: Pick<StacksProps, 'format' | 'together' | 'expectedLabel'>,
): Line[] {
	const parts: Line[] = groups.map(({ key, label, colour }) => ({ key, label, text: format(step.values[key] ?? 0), colour }));
	const sum = sumOf(step, groups);
	return [
		...parts,
		...(together !== undefined && groups.length > 1 ? [{ key: ' together', label: together, text: format(sum), colour: null }] : []),
		...(step.expected !== undefined && expectedLabel !== undefined
			? [{ key: ' expected', label: expectedLabel, text: format(sum + step.expected), colour: null }]
			: []),
	];
}

interface ColumnProps {
	step: StackStep;
	groups: readonly StackGroup[];
	x: number;
	y: (value: number) => number;
	width: number;
	read: boolean;
	/** Id of the pattern for what is expected. */
	hatch: string;
}

/** Parts from the ground up; one of nothing is still a line on the ground. */
function Column({ step, groups, x, y, width, read, hatch }: ColumnProps) {
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
			{step.expected ? (
				<rect
					x={left}
					y={y(sum + step.expected)}
					width={width}
					height={Math.max(y(sum) - y(sum + step.expected) - GAP, 0)}
					rx={3}
					fill={`url(#${hatch})`}
				/>
			) : null}
		</g>
	);
}
