/** Wall clocks of time zones: what somebody writes as 09:00 in Helsinki, and what an instant is there. */
import { lately } from '#portal/lib/lately.ts';

const clocks = lately(
	(timeZone: string) =>
		new Intl.DateTimeFormat('en-GB', {
			timeZone,
			hourCycle: 'h23',
			year: 'numeric',
			month: '2-digit',
			day: '2-digit',
			hour: '2-digit',
			minute: '2-digit',
		}),
);

const partsIn = (at: Date, zone: string): Record<string, string> =>
	Object.fromEntries(
		clocks(zone)
			.formatToParts(at)
			.map(({ type, value }) => [type, value]),
	);

/** `2026-11-26T09:00`: the clock of the zone at an instant. */
export function localIn(at: string | Date, zone: string): string {
	const { year, month, day, hour, minute } = partsIn(new Date(at), zone);
	return `${year}-${month}-${day}T${hour}:${minute}`;
}

const DAY_MS = 86_400_000;

/** The instant at which the zone's clock says so, the first of two; one that is skipped in spring is the hour after. */
export function instantIn(local: string, zone: string): string {
	const wanted = Date.parse(`${local}:00Z`);
	// By the zone's distance from UTC the day before, and the day after.
	const [early = wanted, late] = [wanted - DAY_MS, wanted + DAY_MS].map(
		(near) => wanted + near - Date.parse(`${localIn(new Date(near), zone)}:00Z`),
	);
	const isLate = late !== undefined && localIn(new Date(early), zone) !== local && localIn(new Date(late), zone) === local;
	return new Date(isLate ? late : early).toISOString();
}

/** The zone of the person's own clock. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Every zone the browser knows, the given ones among them. */
export const zonesWith = (...zones: readonly string[]): string[] =>
	[...new Set([...zones, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort((one, other) => one.localeCompare(other));
