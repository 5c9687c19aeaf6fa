/** A span of calendar days as the URL keeps it (`from`, `to`, both included), and the instants that calls are asked with. */
import * as z from 'zod';
import { written } from './dates.ts';

const searchDay = z.iso.date().optional().catch(undefined);
/** `?from=2026-11-01&to=2026-11-20`; anything that is no day counts as absent. */
export const spanSearch = { from: searchDay, to: searchDay };

/** Days of the person's own calendar; either end may be open. */
export interface Span {
	from?: string | undefined;
	to?: string | undefined;
}

const DAY = 'YYYY-MM-DD';

/** The span with its ends in order: a link may have been written by hand. */
export const inOrder = ({ from, to }: Span): Span =>
	from !== undefined && to !== undefined && from > to ? { from: to, to: from } : { from, to };

/** From the first moment of `from` to the last one of `to`, where the person is. */
export function instantsOf(span: Span): { from?: string; to?: string } {
	const { from, to } = inOrder(span);
	return {
		...(from !== undefined && { from: new Date(`${from}T00:00`).toISOString() }),
		...(to !== undefined && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
	};
}

export const presets = ['today', 'days7', 'days30', 'days90', 'thisMonth', 'lastMonth'] as const;
export type Preset = (typeof presets)[number];

/** The days of a preset, today included. */
export function presetSpan(preset: Preset, today: Date): { from: string; to: string } {
	// days and months that are none of a calendar are counted on by Date itself
	const [year, month, date] = [today.getFullYear(), today.getMonth(), today.getDate()];
	const day = (...at: [year: number, month: number, date: number]) => written(new Date(...at), DAY);
	const now = day(year, month, date);
	const back = (days: number) => ({ from: day(year, month, date - days + 1), to: now });
	switch (preset) {
		case 'today':
			return back(1);
		case 'days7':
			return back(7);
		case 'days30':
			return back(30);
		case 'days90':
			return back(90);
		case 'thisMonth':
			return { from: day(year, month, 1), to: now };
		case 'lastMonth':
			return { from: day(year, month - 1, 1), to: day(year, month, 0) };
	}
}

/** The preset that a span is today, so that it is called by its name. */
export const presetOf = (span: Span, today: Date): Preset | undefined =>
	presets.find((one) => {
		const days = presetSpan(one, today);
		return days.from === span.from && days.to === span.to;
	});
