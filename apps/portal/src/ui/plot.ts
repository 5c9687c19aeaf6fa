/** The geometry of a chart over time: from points to paths and ticks. Numbers only, nothing is drawn here. */
import { max as most, ticks } from 'd3-array';
import { area, curveMonotoneX, line } from 'd3-shape';

/** Room for the axes around the plot. */
const ROOM = { left: 57, right: 5, top: 5, bottom: 35 };
/** Labels of the horizontal axis stand at least this far apart. */
const LABEL_GAP_PX = 32;
const LABEL_SIGN_PX = 6.5;
const TICKS = 4;

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
	line: (values: Values) => string;
	area: (values: Values) => string;
	/** The point nearest to a place. */
	at: (x: number) => number;
}

interface Given {
	width: number;
	height: number;
	labels: readonly string[];
	series: readonly Values[];
	/** What the vertical axis spans, when that is not from nothing to a round value above all. */
	span?: readonly [number, number] | undefined;
}

export function plotOf({ width, height, labels, series, span }: Given): Plot {
	const [left, right, top, bottom] = [ROOM.left, Math.max(width - ROOM.right, ROOM.left + 1), ROOM.top, height - ROOM.bottom];
	const last = Math.max(labels.length - 1, 1);
	const [low, high] = span ?? spanOf(series);
	const x = (index: number): number => left + (index / last) * (right - left);
	const y = (value: number): number => bottom - ((value - low) / (high - low || 1)) * (bottom - top);
	const isThere = (value: number | null): boolean => value !== null;
	return {
		left,
		right,
		top,
		bottom,
		x,
		y,
		levels: ticks(low, high, TICKS),
		labelled: labelledOf(labels, x),
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
		at: (place) => Math.min(Math.max(Math.round(((place - left) / (right - left)) * last), 0), Math.max(labels.length - 1, 0)),
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

/** The first and the last point, and between them as many as have room. */
function labelledOf(labels: readonly string[], x: (index: number) => number): number[] {
	const half = (i: number): number => ((labels[i]?.length ?? 0) * LABEL_SIGN_PX) / 2;
	const last = labels.length - 1;
	const chosen: number[] = [];
	let free = Number.NEGATIVE_INFINITY;
	for (let i = 0; i <= last; i++) {
		const clashesWithLast = i !== last && x(i) + half(i) + LABEL_GAP_PX > x(last) - half(last) * 2;
		if (x(i) - half(i) < free || clashesWithLast) continue;
		chosen.push(i);
		free = x(i) + half(i) + LABEL_GAP_PX;
	}
	return chosen;
}
