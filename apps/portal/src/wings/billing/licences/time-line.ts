/** The one line of time that all licences stand on: a year around today, in shares of 0 to 1. Numbers only. */
import { lately } from '#portal/lib/lately.ts';
import type { Language } from '#portal/lib/say.ts';

const MONTHS_BEFORE = 4;
const MONTHS = 12;
const LABEL_EVERY = 3;

export interface TimeLine {
	/** First day of its first month. */
	from: string;
	/** First day after its last month. */
	until: string;
}

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const written = (msecs: number): string => new Date(msecs).toISOString().slice(0, 10);
const DAY_MS = 86_400_000;

export const addDays = (day: string, days: number): string => written(utc(day) + days * DAY_MS);
export const daysBetween = (from: string, to: string): number => Math.round((utc(to) - utc(from)) / DAY_MS);

/** The same day of the month a number of months on; of a shorter month its last one. */
export function addMonths(day: string, months: number): string {
	const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
	const same = new Date(Date.UTC(year, month - 1 + months, date));
	return same.getUTCDate() === date ? written(same.getTime()) : written(Date.UTC(year, month + months, 0));
}

/** The year that is shown on a day. */
export function timeLineOf(today: string): TimeLine {
	const from = addMonths(`${today.slice(0, 7)}-01`, -MONTHS_BEFORE);
	return { from, until: addMonths(from, MONTHS) };
}

/** Where a day begins on the line: below 0 or above 1 where it is not on it. */
export const placeOf = (day: string, { from, until }: TimeLine): number => daysBetween(from, day) / daysBetween(from, until);

/** What of a span is on the line; null: nothing. `cut`: it goes on beyond that end. */
export function partOf(
	startsOn: string,
	endsOn: string,
	line: TimeLine,
): { left: number; width: number; cut: 'left' | 'right' | 'both' | undefined } | null {
	const [begins, ends] = [placeOf(startsOn, line), placeOf(addDays(endsOn, 1), line)];
	const [left, right] = [Math.max(begins, 0), Math.min(ends, 1)];
	if (right <= left) return null;
	const cut = begins < 0 && ends > 1 ? 'both' : begins < 0 ? 'left' : ends > 1 ? 'right' : undefined;
	return { left, width: right - left, cut };
}

const enMonth = lately(() => new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }));

/** Jul-2026, Oct, Jan-2027; 7/2026, 10, 1/2027: the year where it begins and where it changes. */
export function marksOf(line: TimeLine, language: Language): { place: number; text: string }[] {
	return Array.from({ length: MONTHS / LABEL_EVERY }, (_, n) => {
		const day = addMonths(line.from, n * LABEL_EVERY);
		const [year = '', month = ''] = day.split('-');
		const named = n === 0 || addMonths(line.from, (n - 1) * LABEL_EVERY).slice(0, 4) !== year;
		const short = language === 'fi' ? String(Number(month)) : enMonth().format(new Date(`${day}T00:00Z`));
		return { place: placeOf(day, line), text: named ? `${short}${language === 'fi' ? '/' : '-'}${year}` : short };
	});
}
