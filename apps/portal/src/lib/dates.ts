/** Dates, numbers and shares as each language writes them: the specified English formats, `Intl` for Finnish. */
import { dayGiven } from '@luvalla/contract/consent/said';
import { DEFAULT_DATE_FORMAT } from '@luvalla/contract/constants';
import { lately } from './lately.ts';
import { type Language, locales } from './say.ts';

export { numberText } from './say.ts';

const fi = (options: Intl.DateTimeFormatOptions) => lately(() => new Intl.DateTimeFormat('fi-FI', options));
const fiDate = fi({ day: 'numeric', month: 'numeric', year: 'numeric' });
const fiTime = fi({ hour: 'numeric', minute: '2-digit' });
const fiExact = fi({ hour: 'numeric', minute: '2-digit', second: '2-digit' });
const NBSP = '\u00a0';

const two = (value: number): string => String(value).padStart(2, '0');
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A moment where the person is, as a format of `MMM MM DD YYYY HH mm ss` says. */
export function written(at: string | Date, format: string): string {
	const moment = new Date(at);
	const parts: Record<string, string> = {
		YYYY: String(moment.getFullYear()),
		MMM: MONTHS[moment.getMonth()] ?? '',
		MM: two(moment.getMonth() + 1),
		DD: two(moment.getDate()),
		HH: two(moment.getHours()),
		mm: two(moment.getMinutes()),
		ss: two(moment.getSeconds()),
	};
	return format.replace(/YYYY|MMM|MM|DD|HH|mm|ss/g, (part) => parts[part] ?? '');
}

/** Nov-20-2026; 20.11.2026 */
export const dateText = (at: string | Date, language: Language): string =>
	language === 'fi' ? fiDate().format(new Date(at)) : written(at, DEFAULT_DATE_FORMAT);

/** 09:41; 9.41. With seconds where the exact moment counts. */
export const timeText = (at: string | Date, language: Language, seconds = false): string =>
	language === 'fi' ? (seconds ? fiExact : fiTime)().format(new Date(at)) : written(at, seconds ? 'HH:mm:ss' : 'HH:mm');

/** Nov-20-2026, 09:41; 20.11.2026 klo 9.41. With seconds where the exact moment counts. */
export function momentText(at: string | Date, language: Language, seconds = false): string {
	return `${dateText(at, language)}${language === 'fi' ? ` klo${NBSP}` : ', '}${timeText(at, language, seconds)}`;
}

const numbersAs = (options: Intl.NumberFormatOptions) => lately((language: Language) => new Intl.NumberFormat(locales[language], options));
const shares = numbersAs({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
const wholeShares = numbersAs({ style: 'percent' });

/** A share of 0 to 1 with one decimal: 74.6%; 74,6 % */
export const percentText = (share: number, language: Language): string => shares(language).format(share);

/** 42% or 42 %, rounded down: of what is on its way, so that it is whole only when it is done. */
export const wholePercentText = (share: number, language: Language): string => wholeShares(language).format(Math.floor(share * 100) / 100);

const tenths = numbersAs({ maximumFractionDigits: 1 });
const fiLongDate = fi({ day: 'numeric', month: 'long', year: 'numeric' });
const enMonth = lately(() => new Intl.DateTimeFormat('en-US', { month: 'long' }));
const ordinals = lately(() => new Intl.PluralRules('en', { type: 'ordinal' }));
const ENDS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** The day of a vendor list (`GVL_DATE_FORMAT`): September 7th 2023; 7. syyskuuta 2023 */
export function listDateText(at: string, language: Language): string {
	const moment = new Date(at);
	if (language === 'fi') return fiLongDate().format(moment);
	const day = moment.getDate();
	return `${enMonth().format(moment)} ${day}${ENDS[ordinals().select(day)] ?? 'th'} ${moment.getFullYear()}`;
}

/** The span between two shares of 0 to 1: 60.1% – 66.0%; 60,1–66,0 % */
export const percentRangeText = (low: number, high: number, language: Language): string => shares(language).formatRange(low, high);

/** A calendar day (`2026-11-20`), the same in every time zone: Nov-20-2026; 20.11.2026 */
export const dayText = (day: string, language: Language): string => dateText(`${day}T12:00`, language);

/** When something was said, as it was given: Nov-20-2026, 09:41, or Nov-20-2026 of a day alone. */
export function saidText(at: string, how: string | null, language: Language, seconds = false): string {
	const day = dayGiven(at, how);
	return day === null ? momentText(at, language, seconds) : dayText(day, language);
}

/** The day on which something was said, as it was given. */
export function saidDayText(at: string, how: string | null, language: Language): string {
	const day = dayGiven(at, how);
	return day === null ? dateText(at, language) : dayText(day, language);
}

/** Nov-13-2026 – Nov-20-2026; 13.11.2026–20.11.2026. One day is that day; an open end is left out. */
export function daySpanText(from: string | undefined, to: string | undefined, language: Language): string {
	const [first, last] = [from, to].map((day) => (day === undefined ? '' : dayText(day, language)));
	if (first === last) return first ?? '';
	return (language === 'fi' ? `${first}–${last}` : `${first} – ${last}`).trim();
}

/** As a form field holds a moment: the person's own time, without a zone. */
const LOCAL = 'YYYY-MM-DDTHH:mm';
export const localMoment = (at: string | Date): string => written(at, LOCAL);
/** Whether a text is such a moment. */
export const isLocalMoment = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text);

/**
 * The calendar day (`2026-11-20`) that a person wrote as the portal writes it: Nov-20-2026 in English, 20.11.2026 in
 * Finnish, and 2026-11-20 in both. Null for anything else: 11/12 is two days, depending on who reads it.
 */
export function dayOf(text: string, language: Language): string | null {
	const given = text.trim();
	const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(given);
	if (iso) return realDay(iso[1], iso[2], iso[3]);
	if (language === 'fi') {
		const own = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(given);
		return own ? realDay(own[3], own[2], own[1]) : null;
	}
	const own = /^([a-z]{3})[a-z]*[-\s](\d{1,2})[-,\s]\s?(\d{4})$/i.exec(given);
	const month = MONTHS.findIndex((name) => name.toLowerCase() === own?.[1]?.toLowerCase()) + 1;
	return own && month > 0 ? realDay(own[3], String(month), own[2]) : null;
}

/** No February 30. */
function realDay(year = '', month = '', day = ''): string | null {
	const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	const at = new Date(`${written}T00:00Z`);
	return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== written ? null : written;
}

/** The moment (`2026-11-20T09:41`) of a day and a time of day: Nov-20-2026, 09:41; 20.11.2026 klo 9.41. Null for anything else. */
export function momentOf(text: string, language: Language): string | null {
	const parts = /^(.*?)(?:,|\s+klo|T|\s)\s*(\d{1,2})[.:](\d{2})$/.exec(text.trim().replaceAll(NBSP, ' '));
	const day = dayOf(parts?.[1] ?? '', language);
	const [hour, minute] = [Number(parts?.[2]), Number(parts?.[3])];
	if (day === null || !(hour < 24) || !(minute < 60)) return null;
	return `${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

const steps = [
	{ unit: 'second', ms: 1000, until: 60 },
	{ unit: 'minute', ms: 60_000, until: 60 },
	{ unit: 'hour', ms: 3_600_000, until: 24 },
	{ unit: 'day', ms: 86_400_000, until: Number.POSITIVE_INFINITY },
] as const;
const short = {
	en: {
		now: 'now',
		justNow: 'just now',
		second: 's',
		minute: 'min',
		hour: 'h',
		day: 'd',
		ago: (t: string) => `${t}${NBSP}ago`,
		ahead: (t: string) => `in${NBSP}${t}`,
	},
	fi: {
		now: 'nyt',
		justNow: 'juuri äsken',
		second: 's',
		minute: 'min',
		hour: 't',
		day: 'pv',
		ago: (t: string) => `${t} sitten`,
		ahead: (t: string) => `${t} päästä`,
	},
} as const;
const RELATIVE_UNTIL_MS = 30 * 86_400_000;

/**
 * Of what has happened: 2 h ago; 2 t sitten; the date once it is more than 30 days away. `bare` leaves *ago* out (live lists). A clock
 * that is behind the server's makes nothing of the past come.
 */
export function relativeText(at: string | Date, now: Date, language: Language, bare = false): string {
	const size = now.getTime() - new Date(at).getTime();
	const words = short[language];
	if (size < 2000) return bare ? words.now : words.justNow;
	if (size > RELATIVE_UNTIL_MS) return dateText(at, language);
	return bare ? lengthText(size, language) : words.ago(lengthText(size, language));
}

/** Of what is to come: in 2 h; 2 t päästä; now, once its time is over. */
export function comingText(at: string | Date, now: Date, language: Language): string {
	const size = new Date(at).getTime() - now.getTime();
	if (size < 1000) return short[language].now;
	return size > RELATIVE_UNTIL_MS ? dateText(at, language) : short[language].ahead(lengthText(size, language));
}

const lengthText = (ms: number, language: Language): string => {
	const step = steps.find((one) => ms / one.ms < one.until) ?? steps[3];
	return `${Math.floor(ms / step.ms)}${NBSP}${short[language][step.unit]}`;
};

/** How long something took: 30 ms, 0.8 s, 12 min; 0,8 s. */
export const tookText = (ms: number, language: Language): string => {
	if (ms < 99.5) return `${Math.round(ms)}${NBSP}ms`;
	return ms < 59_950 ? `${tenths(language).format(ms / 1000)}${NBSP}s` : lengthText(ms, language);
};

/** English for `en-GB`, suomi for `fi`; the code itself when the browser knows no name. */
export const languageName = (code: string, language: Language): string => nameOf('language', code, language);
/** Finland for `FI`. */
export const countryName = (code: string, language: Language): string => nameOf('region', code, language);

const namesOf = (type: 'language' | 'region') => lately((language: Language) => new Intl.DisplayNames(locales[language], { type }));
const names = { language: namesOf('language'), region: namesOf('region') };

function nameOf(type: 'language' | 'region', code: string, language: Language): string {
	try {
		return names[type](language).of(code) ?? code;
	} catch (error) {
		// not a code at all: visitors' browsers may send anything
		if (error instanceof RangeError) return code;
		throw error;
	}
}
