/** Wall clocks of time zones: what somebody writes as 09:00 in Helsinki, and what an instant is there. */

const partsIn = (at: Date, zone: string): Record<string, string> =>
	Object.fromEntries(
		new Intl.DateTimeFormat('en-GB', {
			timeZone: zone,
			hourCycle: 'h23',
			year: 'numeric',
			month: '2-digit',
			day: '2-digit',
			hour: '2-digit',
			minute: '2-digit',
		})
			.formatToParts(at)
			.map(({ type, value }) => [type, value]),
	);

/** `2026-11-26T09:00`: the clock of the zone at an instant. */
export function localIn(at: string | Date, zone: string): string {
	const { year, month, day, hour, minute } = partsIn(new Date(at), zone);
	return `${year}-${month}-${day}T${hour}:${minute}`;
}

/** The instant at which the zone's clock says so; one that is skipped in spring is the hour after. */
export function instantIn(local: string, zone: string): string {
	const wanted = Date.parse(`${local}:00Z`);
	let at = wanted;
	// The zone's distance from UTC may be another one at the moment found: asked twice.
	for (let n = 0; n < 2; n += 1) at += wanted - Date.parse(`${localIn(new Date(at), zone)}:00Z`);
	return new Date(at).toISOString();
}

/** The zone of the person's own clock. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Every zone the browser knows, the given ones among them. */
export const zonesWith = (...zones: readonly string[]): string[] =>
	[...new Set([...zones, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort((one, other) => one.localeCompare(other));
