/** The geometry of a chart over time: from points to paths and ticks. Numbers only, nothing is drawn here. */
import { max as most, ticks } from 'd3-array';
import { area, curveMonotoneX, line } from 'd3-shape';

/** Room for the axes around the plot. */
const ROOM = { left: 57, right: 5, top: 5, bottom: 35 };
/** Labels of the horizontal axis stand at least this far apart. */
const LABEL_GAP_PX = 32;
const LABEL_SIGN_PX = 6.5;
/** Every so manieth mark is labelled: as clocks and weeks are divided, and spans of years in as many weeks as have room. */
const STRIDES = [1, 2, 3, 4, 6, 7, 12, 14, 24, 28, ...Array.from({ length: 10 }, (_, n) => 56 * 2 ** n)];
const TICKS = 4;
const MOST_BAR_PX = 28;
const MOST_WIDE_BAR_PX = 56;

export type Values = readonly (number | null)[];

export interface Plot {
	left: number;
	right: number;
	top: number;
	bottom: number;
	x: (index: number) => number;
	y: (value: number) => number;
	/** Round values of the vertical axis. */
	levels: readonly number[];
	/** Which points are labelled on the horizontal axis. */
	labelled: readonly number[];
	/** How wide a bar over a point is. */
	bar: number;
	line: (values: Values) => string;
	area: (values: Values) => string;
	/** The point nearest to a place. */
	at: (x: number) => number;
}

/** A point of the horizontal axis. */
export interface Mark {
	/** As the axis shows it. */
	text: string;
	/** Its place among the whole hours or days of the axis; undefined: it is none of them and gets no label. */
	place?: number | undefined;
}

interface Given {
	width: number;
	height: number;
	marks: readonly Mark[];
	series: readonly Values[];
	/** What the vertical axis spans, when that is not from nothing to a round value above all. */
	span?: readonly [number, number] | undefined;
	/** Each point has a column of its own, rather than a place on a line from edge to edge. */
	bars?: boolean;
	/** Bars may be broad. */
	wide?: boolean;
}

export function plotOf({ width, height, marks, series, span, bars = false, wide = false }: Given): Plot {
	const [left, right, top, bottom] = [ROOM.left, Math.max(width - ROOM.right, ROOM.left + 1), ROOM.top, height - ROOM.bottom];
	const step = (right - left) / Math.max(bars ? marks.length : marks.length - 1, 1);
	const [low, high] = span ?? spanOf(series);
	const x = (index: number): number => left + (index + (bars ? 0.5 : 0)) * step;
	const y = (value: number): number => bottom - ((value - low) / (high - low || 1)) * (bottom - top);
	const isThere = (value: number | null): boolean => value !== null;
	return {
		left,
		right,
		top,
		bottom,
		x,
		y,
		// counts are whole: half a person is no level
		levels: ticks(low, high, TICKS).filter((level) => span !== undefined || Number.isInteger(level)),
		labelled: labelledOf(marks, x, [left, right]),
		bar: Math.max(2, Math.min(step * 0.6, wide ? MOST_WIDE_BAR_PX : MOST_BAR_PX)),
		line: (values) =>
			line<number | null>(
				(_value, i) => x(i),
				(value) => y(value ?? 0),
			)
				.defined(isThere)
				.curve(curveMonotoneX)([...values]) ?? '',
		area: (values) =>
			area<number | null>(
				(_value, i) => x(i),
				bottom,
				(value) => y(value ?? 0),
			)
				.defined(isThere)
				.curve(curveMonotoneX)([...values]) ?? '',
		at: (place) => Math.min(Math.max(Math.round((place - x(0)) / step), 0), Math.max(marks.length - 1, 0)),
	};
}

/** From nothing up to a round value, so that the highest point has room. */
function spanOf(series: readonly Values[]): [number, number] {
	const top = most(series.flat(), (value) => value ?? undefined) ?? 0;
	if (top === 0) return [0, 1];
	const steps = ticks(0, top, TICKS);
	const step = (steps[1] ?? top) - (steps[0] ?? 0);
	return [0, Math.ceil(top / step) * step];
}

/** The whole hours or days that have room: each of them, else every second, third … counted from midnight or from the last day. */
function labelledOf(marks: readonly Mark[], x: (index: number) => number, [left, right]: readonly [number, number]): number[] {
	const half = (i: number): number => ((marks[i]?.text.length ?? 0) * LABEL_SIGN_PX) / 2;
	for (const stride of STRIDES) {
		const chosen = marks.flatMap(({ place }, i) => (place !== undefined && place % stride === 0 ? [i] : []));
		// a label that would be cut by the edge says nothing
		const whole = chosen.filter((i) => x(i) - half(i) >= left - ROOM.left / 2 && x(i) + half(i) <= right + ROOM.right);
		const apart = whole.every((i, n) => n === 0 || x(i) - half(i) - x(whole[n - 1] ?? i) - half(whole[n - 1] ?? i) >= LABEL_GAP_PX);
		if (apart) return whole;
	}
	return [];
}

/** Whether a point has no neighbour that it could be joined with: a line would not show it. */
export const hasLonePoint = (values: Values): boolean =>
	values.some((value, i) => value !== null && (values[i - 1] ?? null) === null && (values[i + 1] ?? null) === null);
