/**
 * The dashboard's spans by the clock where the person is. A span ends now and is as long as it says; its steps begin at whole
 * half hours, hours or days, so that the first and the last are parts of one.
 */
import { dateText, momentText, timeText } from '#portal/lib/dates.ts';
import type { Language } from '#portal/lib/say.ts';
import type { ChartPoint } from './Chart.tsx';

const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;

/** The latest start of a step, at or before a moment. Steps divide an hour or a day. */
function startAt(moment: Date, minutes: number): Date {
	// not by the clock's fields: of an hour that comes twice they mean the first
	if (minutes <= 60) return new Date(moment.getTime() - (moment.getMinutes() % minutes) * MINUTE_MS - (moment.getTime() % MINUTE_MS));
	const start = new Date(moment);
	start.setHours(Math.floor(start.getHours() / (minutes / 60)) * (minutes / 60), 0, 0, 0);
	return start;
}

/** The next one; days of 23 and 25 hours have their own length. */
function after(start: Date, minutes: number): Date {
	if (minutes <= 60) return new Date(start.getTime() + minutes * MINUTE_MS);
	const next = new Date(start);
	next.setHours(start.getHours() + minutes / 60);
	// a day without its midnight began at one; those behind it do not
	return startAt(next, minutes);
}

export interface Stretch {
	from: Date;
	to: Date;
	/** Where its steps begin; the first at `from` itself. */
	starts: readonly Date[];
}

function stretch(from: Date, to: Date, minutes: number): Stretch {
	const starts = [from];
	for (let next = after(startAt(from, minutes), minutes); next < to; next = after(next, minutes)) starts.push(next);
	return { from, to, starts };
}

/** The span that ends now, and the one before it. */
export function stretches(now: Date, spanMs: number, stepMinutes: number): { now: Stretch; before: Stretch } {
	const middle = new Date(now.getTime() - spanMs);
	return {
		now: stretch(middle, now, stepMinutes),
		before: stretch(new Date(middle.getTime() - spanMs), middle, stepMinutes),
	};
}

/** What a step is called, and its mark on the axis: whole hours, or days counted back from the last. */
export function markOf(
	at: string,
	last: string,
	{ ms, stepMinutes }: { ms: number; stepMinutes: number },
	language: Language,
): Pick<ChartPoint, 'label' | 'axis' | 'place'> {
	const start = startAt(new Date(at), stepMinutes);
	if (ms <= DAY_MINUTES * MINUTE_MS || stepMinutes <= 60) {
		const whole = start.getMinutes() === 0 ? start.getHours() : undefined;
		// two steps of a day's span may be of one hour, a day apart
		return { label: momentText(start, language), axis: timeText(start, language), place: whole };
	}
	const day = (one: Date) => Date.UTC(one.getFullYear(), one.getMonth(), one.getDate()) / (DAY_MINUTES * MINUTE_MS);
	const label = stepMinutes < DAY_MINUTES ? momentText(start, language) : dateText(start, language);
	return { label, axis: dateText(start, language), place: start.getHours() === 0 ? day(new Date(last)) - day(start) : undefined };
}

/** A stretch as calls of counts take it: its instants, and the days (UTC) that they lie in. */
export function groupOf({ from, to, starts }: Stretch, domainList: readonly string[]) {
	const [first, last] = [from.toISOString(), to.toISOString()];
	return {
		startDate: first.slice(0, 10),
		endDate: last.slice(0, 10),
		from: first,
		to: last,
		steps: starts.map((start) => start.toISOString()),
		domainList: [...domainList],
	};
}

/** Days that a step takes: as few as leave no more steps than a call counts and an eye tells apart. */
const DAYS_A_STEP = [1, 7, 14, 28];
const MOST_DAILY = 92;

/** How finely a span is drawn: hours of two days, quarters of two weeks, then days, weeks, and longer. */
export function stepMinutesOf(ms: number): number {
	const days = ms / (DAY_MINUTES * MINUTE_MS);
	if (days <= 2) return 60;
	if (days <= 14) return DAY_MINUTES / 4;
	return DAY_MINUTES * (DAYS_A_STEP.find((one) => days / one <= MOST_DAILY) ?? 56 * Math.ceil(days / 56 / MOST_DAILY));
}

/** What a report looks at: a span, the one of the same length (of chosen days, as many days) before it, and how finely both are drawn. */
export interface Looked {
	ms: number;
	stepMinutes: number;
	now: Stretch;
	before: Stretch;
}

/** @param span its instants, as the URL has them; open at an end: so many days back from now */
export function lookedAt(span: { from?: string; to?: string }, days: number, now = new Date()): Looked {
	const end = span.to === undefined ? now : new Date(Math.min(Date.parse(span.to) + 1, now.getTime()));
	const from = span.from === undefined ? new Date(end.getTime() - days * DAY_MINUTES * MINUTE_MS) : new Date(span.from);
	const to = end > from ? end : new Date(from.getTime() + MINUTE_MS);
	const ms = to.getTime() - from.getTime();
	const stepMinutes = stepMinutesOf(ms);
	const before = new Date(from.getTime() - ms);
	if (span.from !== undefined) {
		// as many days, though one of them has 23 or 25 hours
		const byClock = ms - (to.getTimezoneOffset() - from.getTimezoneOffset()) * MINUTE_MS;
		before.setTime(new Date(from).setMilliseconds(from.getMilliseconds() - byClock));
	}
	return { ms, stepMinutes, now: stretch(from, to, stepMinutes), before: stretch(before, from, stepMinutes) };
}

/** The step that a moment lies in, and where the next begins. */
export function stepAt({ starts, to }: Pick<Stretch, 'starts' | 'to'>, at: string): { from: Date; to: Date } | null {
	const index = starts.findLastIndex((start) => start.getTime() <= Date.parse(at));
	const from = starts[index];
	return from && Date.parse(at) < to.getTime() ? { from, to: starts[index + 1] ?? to } : null;
}

/** The most days that are counted one by one: as many steps as a call takes. */
export const DAY_LIMIT = 100;

/** Whole days of the person's calendar, both included, a step each. @param from `2026-11-20`, as `to` */
export function stretchOfDays(from: string, to: string): Stretch {
	const begin = new Date(`${from}T00:00`);
	const end = after(new Date(`${to}T00:00`), DAY_MINUTES);
	return stretch(begin, end, DAY_MINUTES);
}
