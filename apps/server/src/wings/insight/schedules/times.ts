/** When a report is due: at an hour of a zone's clock, on each day, a day of the week or a day of the month. */
import type { ReportSchedule } from '@luvalla/contract/insight/report-schedules.ts';

export type Every = Pick<ReportSchedule, 'every' | 'hour' | 'zone'>;

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** What a zone's clock shows, as if it were UTC. */
const clockAt = (at: number, zone: string): number => {
	let format = formats.get(zone);
	if (!format) {
		const numeric = 'numeric' as const;
		format = new Intl.DateTimeFormat('en', {
			...{ timeZone: zone, hourCycle: 'h23', year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric },
		});
		formats.set(zone, format);
	}
	const of = new Map<string, number>(format.formatToParts(new Date(at)).map(({ type, value }) => [type, Number(value)]));
	const part = (type: string): number => of.get(type) ?? 0;
	return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
};

/** The calendar day of a moment, `YYYY-MM-DD`. */
export const dayIn = (at: number, zone: string): string => new Date(clockAt(at, zone)).toISOString().slice(0, 10);

/** The moment at which the clock shows this; the first of two, and where it is skipped the moment at which the clock jumps over it. */
const momentOf = (wanted: number, zone: string): number => {
	const [early, late] = [wanted - DAY_MS, wanted + DAY_MS].map((near) => wanted - (clockAt(near, zone) - near));
	if (early === undefined || late === undefined || early === late || clockAt(early, zone) === wanted) return early ?? wanted;
	return clockAt(late, zone) === wanted ? late : early;
};

/** @param day midnight of the calendar day, as if it were UTC */
const isDay = (day: Date, { every }: Every): boolean => {
	switch (every.unit) {
		case 'day':
			return true;
		case 'week':
			return (day.getUTCDay() || 7) === every.day;
		case 'month': {
			const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
			return day.getUTCDate() === Math.min(every.day, last);
		}
	}
};

/** The nearest due moment in a direction: after `at`, or (−1) at it or before. */
const nearest = (of: Every, at: Date, step: 1 | -1): Date => {
	const today = Math.floor(clockAt(at.getTime(), of.zone) / DAY_MS) * DAY_MS;
	// A month has a due day within 62 days; a day before today is where a clock that jumped may stand.
	for (let n = -step; Math.abs(n) <= 63; n += step) {
		const day = today + n * DAY_MS;
		if (!isDay(new Date(day), of)) continue;
		const due = momentOf(day + of.hour * 3_600_000, of.zone);
		if (step === 1 ? due > at.getTime() : due <= at.getTime()) return new Date(due);
	}
	throw new Error('Nothing is ever due.');
};

export const nextDue = (of: Every, after: Date): Date => nearest(of, after, 1);
export const lastDue = (of: Every, at: Date): Date => nearest(of, at, -1);

/** The period that ends at a due moment, and the one before it. */
export const periodsTo = (of: Every, due: Date): { from: Date; to: Date; before: Date } => {
	const from = lastDue(of, new Date(due.getTime() - 1));
	return { from, to: due, before: lastDue(of, new Date(from.getTime() - 1)) };
};
