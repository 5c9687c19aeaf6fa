/**
 * Spans of time as roll-ups have them: days where whole days fit, hours, quarters of one and minutes at the edges, as long as these are kept.
 * Days of every zone begin at a quarter of an hour.
 */

/** The finest first. */
export const GRAINS = ['minute', 'quarter', 'hour', 'day'] as const;
export type Grain = (typeof GRAINS)[number];

const MS = { minute: 60_000, quarter: 900_000, hour: 3_600_000, day: 86_400_000 } as const;

/** For so many days they are kept; days are for ever. */
export const KEPT_DAYS = { minute: 60, quarter: 730, hour: 730 } as const;

/** The first moment of the grain, UTC. */
export const startOf = (grain: Grain, at: Date): Date => new Date(Math.floor(at.getTime() / MS[grain]) * MS[grain]);

/** Its length. */
export const secondsOf = (grain: Grain): number => MS[grain] / 1000;

export interface Segment {
	/** 1 for the first. */
	readonly step: number;
	readonly grain: Grain;
	readonly since: Date;
	readonly until: Date;
}

/** Since when a grain is there, on a day's first moment. */
export const keptSince = (grain: keyof typeof KEPT_DAYS, now: Date): number =>
	(Math.floor(now.getTime() / MS.day) - KEPT_DAYS[grain]) * MS.day;

/** The finest grain that is there of a moment. */
const grainAt = (at: number, now: Date): Grain =>
	at >= keptSince('minute', now) ? 'minute' : at >= keptSince('quarter', now) ? 'quarter' : 'day';

const floor = (at: number, now: Date): number => {
	const ms = MS[grainAt(at, now)];
	return Math.floor(at / ms) * ms;
};
const ceil = (at: number, now: Date): number => {
	const ms = MS[grainAt(at, now)];
	return Math.ceil(at / ms) * ms;
};

/**
 * Of a moment within a minute its minute counts whole (of one so long ago that there are no minutes its quarter of an hour, or its day).
 * @param starts where the steps begin, rising; what lies before the first belongs to it. None counts what is beyond the span.
 */
export const segmentsOf = (from: Date, to: Date, starts: readonly Date[], now: Date): Segment[] => {
	const [first, last] = [floor(from.getTime(), now), ceil(to.getTime(), now)];
	const bounds = [first, ...starts.slice(1).map((at) => Math.min(last, Math.max(first, floor(at.getTime(), now)))), last];
	const found: Segment[] = [];
	for (let step = 1; step < bounds.length; step++) {
		const end = bounds[step] ?? 0;
		let at = bounds[step - 1] ?? 0;
		const add = (grain: Grain, until: number): void => {
			if (until <= at) return;
			found.push({ step, grain, since: new Date(at), until: new Date(until) });
			at = until;
		};
		const up = (ms: number): number => Math.ceil(at / ms) * ms;
		const down = (ms: number): number => Math.floor(end / ms) * ms;
		add('minute', Math.min(end, up(MS.quarter)));
		add('quarter', Math.min(down(MS.quarter), up(MS.hour)));
		add('hour', Math.min(down(MS.hour), up(MS.day)));
		add('day', down(MS.day));
		add('hour', down(MS.hour));
		add('quarter', down(MS.quarter));
		add('minute', end);
	}
	return found;
};
