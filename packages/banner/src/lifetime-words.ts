/** How long a cookie lives, as a reader's language says it. Pure. */

const DAY = 86_400;
/** From how many seconds on a unit is used: the largest that leaves a number worth reading. */
const UNITS = [
	{ unit: 'year', seconds: 365 * DAY, from: 730 * DAY },
	{ unit: 'month', seconds: 30 * DAY, from: 60 * DAY },
	{ unit: 'day', seconds: DAY, from: DAY },
	{ unit: 'hour', seconds: 3600, from: 3600 },
	{ unit: 'minute', seconds: 60, from: 0 },
] as const;

/** Rounded: *30 days*, *13 months*. Empty where it lives until the browser is closed. @param language a tag of BCP 47 */
export const lifetimeWords = (seconds: number, language: string): string => {
	const found = UNITS.find(({ from }) => seconds >= from);
	if (seconds <= 0 || !found) return '';
	const format = new Intl.NumberFormat(language, { style: 'unit', unit: found.unit, unitDisplay: 'long', maximumFractionDigits: 0 });
	return format.format(Math.max(1, Math.round(seconds / found.seconds)));
};
