/** Calendar days as YYYY-MM-DD, by the clock of one place. They are counted as days, so a day of 23 or 25 hours is one like any other. */
import { BILLING_ZONE } from '@luvalla/contract/constants.ts';

const clock = new Intl.DateTimeFormat('en-CA', { timeZone: BILLING_ZONE, year: 'numeric', month: '2-digit', day: '2-digit' });
const DAY_MS = 86_400_000;

/** The day that it is there at this moment. */
export const dayOf = (at: Date): string => clock.format(at);

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const written = (msecs: number): string => new Date(msecs).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => written(utc(day) + days * DAY_MS);

/** Whole days from one to the other. */
export const daysBetween = (from: string, to: string): number => Math.round((utc(to) - utc(from)) / DAY_MS);

/** The last of so many months that begin on this day: three from the first of December end with February. */
export const lastOfMonths = (from: string, months: number): string => {
	const [year = 0, month = 0, date = 0] = from.split('-').map(Number);
	const same = new Date(Date.UTC(year, month - 1 + months, date));
	// The month is too short for the day: its last one.
	if (same.getUTCDate() !== date) return written(Date.UTC(year, month + months, 0));
	return addDays(same.toISOString().slice(0, 10), -1);
};
