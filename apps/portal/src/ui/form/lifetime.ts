/** How long a cookie stays, in words, and as a form holds it: a number and its unit. */
import { type Language, locales } from '#portal/lib/say.ts';

const SECONDS = { year: 31_536_000, month: 2_592_000, day: 86_400, hour: 3600, minute: 60, second: 1 } as const;
export type LifetimeUnit = keyof typeof SECONDS;
/** From the longest to the shortest. A year is 365 days, a month 30. */
export const LIFETIME_UNITS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const satisfies readonly LifetimeUnit[];

/** What a form chooses from: a unit, the end of the visit, or that nobody knows. */
export type LifetimeKind = LifetimeUnit | 'session' | 'unknown';
/** In the order of a form's list. */
export const LIFETIME_KINDS: readonly LifetimeKind[] = ['session', ...LIFETIME_UNITS.toReversed(), 'unknown'];

/** More of a unit than this is said in the next longer one. */
const MOST_SAID = 999;

/** The longest unit that it is a whole number of. @param seconds above 0 */
const wholeOf = (seconds: number): { number: number; unit: LifetimeUnit } => {
	const unit = LIFETIME_UNITS.find((one) => seconds % SECONDS[one] === 0) ?? 'second';
	return { number: seconds / SECONDS[unit], unit };
};

/** The shortest unit in which it is no long number. @param seconds above 0 */
const roundedOf = (seconds: number): { number: number; unit: LifetimeUnit } => {
	const unit = LIFETIME_UNITS.findLast((one) => Math.round(seconds / SECONDS[one]) <= MOST_SAID) ?? 'year';
	return { number: Math.round(seconds / SECONDS[unit]), unit };
};

const unitText = (number: number, unit: LifetimeUnit, language: Language): string =>
	new Intl.NumberFormat(locales[language], { style: 'unit', unit, unitDisplay: 'long' }).format(number);

/**
 * 30 minutes, 2 years; 30 minuuttia, 2 vuotta. Null for what only a feature's own texts can say: 0 is until the visit ends, null is
 * unknown. What is no whole number of a unit is rounded, and `exact` is false.
 */
export function lifetimeText(seconds: number | null, language: Language): { text: string; exact: boolean } | null {
	if (seconds === null || seconds === 0) return null;
	const whole = wholeOf(seconds);
	const exact = whole.number <= MOST_SAID;
	const { number, unit } = exact ? whole : roundedOf(seconds);
	return { text: unitText(number, unit, language), exact };
}

/** As a form begins with it. @param seconds NaN: something was written that is no number, and is not known any more */
export function lifetimeParts(seconds: number | null): { number: string; kind: LifetimeKind } {
	if (Number.isNaN(seconds)) return { number: '', kind: 'day' };
	if (seconds === null) return { number: '', kind: 'unknown' };
	if (seconds === 0) return { number: '', kind: 'session' };
	const { number, unit } = wholeOf(seconds);
	return { number: String(number), kind: unit };
}

/** In seconds as a call takes it. NaN: no number of this unit was written. */
export function lifetimeSeconds(number: string, kind: LifetimeKind): number | null {
	if (kind === 'unknown') return null;
	if (kind === 'session') return 0;
	return /^[1-9]\d{0,9}$/.test(number.trim()) ? Number(number.trim()) * SECONDS[kind] : Number.NaN;
}
