/** Dates, numbers and shares as each language writes them: the specified English formats, `Intl` for Finnish. */
import { DEFAULT_DATE_FORMAT } from '@luvalla/contract/constants';
import dayjs from 'dayjs';
import type { Language } from './say.ts';

const fi = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('fi-FI', options);
const fiDate = fi({ day: 'numeric', month: 'numeric', year: 'numeric' });
const fiTime = fi({ hour: 'numeric', minute: '2-digit' });
const fiExact = fi({ hour: 'numeric', minute: '2-digit', second: '2-digit' });
const locales: Record<Language, string> = { en: 'en-US', fi: 'fi-FI' };
const NBSP = '\u00a0';

/** Nov-20-2026; 20.11.2026 */
export const dateText = (at: string | Date, language: Language): string =>
	language === 'fi' ? fiDate.format(new Date(at)) : dayjs(at).format(DEFAULT_DATE_FORMAT);

/** 09:41; 9.41 */
export const timeText = (at: string | Date, language: Language): string =>
	language === 'fi' ? fiTime.format(new Date(at)) : dayjs(at).format('HH:mm');

/** Nov-20-2026, 09:41; 20.11.2026 klo 9.41. With seconds where the exact moment counts. */
export function momentText(at: string | Date, language: Language, seconds = false): string {
	if (language === 'fi') return `${dateText(at, language)} klo${NBSP}${(seconds ? fiExact : fiTime).format(new Date(at))}`;
	return dayjs(at).format(`${DEFAULT_DATE_FORMAT}, ${seconds ? 'HH:mm:ss' : 'HH:mm'}`);
}

/** 18,406; 18 406 with a no-break space */
export const numberText = (value: number, language: Language): string => new Intl.NumberFormat(locales[language]).format(value);

/** A share of 0 to 1 with one decimal: 74.6%; 74,6 % */
export const percentText = (share: number, language: Language): string =>
	new Intl.NumberFormat(locales[language], { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(share);

/** 42% or 42 %, rounded down: of what is on its way, so that it is whole only when it is done. */
export const wholePercentText = (share: number, language: Language): string =>
	new Intl.NumberFormat(locales[language], { style: 'percent' }).format(Math.floor(share * 100) / 100);

/** The span between two shares of 0 to 1: 60.1% – 66.0%; 60,1–66,0 % */
export const percentRangeText = (low: number, high: number, language: Language): string =>
	new Intl.NumberFormat(locales[language], { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }).formatRange(low, high);

/** A calendar day (`2026-11-20`), the same in every time zone: Nov-20-2026; 20.11.2026 */
export const dayText = (day: string, language: Language): string => dateText(`${day}T12:00`, language);

const steps = [
	{ unit: 'second', ms: 1000, until: 60 },
	{ unit: 'minute', ms: 60_000, until: 60 },
	{ unit: 'hour', ms: 3_600_000, until: 24 },
	{ unit: 'day', ms: 86_400_000, until: Number.POSITIVE_INFINITY },
] as const;
const short = {
	en: {
		now: 'now',
		second: 's',
		minute: 'min',
		hour: 'h',
		day: 'd',
		ago: (t: string) => `${t}${NBSP}ago`,
		ahead: (t: string) => `in${NBSP}${t}`,
	},
	fi: {
		now: 'nyt',
		second: 's',
		minute: 'min',
		hour: 't',
		day: 'pv',
		ago: (t: string) => `${t} sitten`,
		ahead: (t: string) => `${t} päästä`,
	},
} as const;
const RELATIVE_UNTIL_MS = 30 * 86_400_000;

/** 2 h ago; 2 t sitten; the date once it is more than 30 days away. `bare` leaves *ago* out (live lists). */
export function relativeText(at: string | Date, now: Date, language: Language, bare = false): string {
	const away = now.getTime() - new Date(at).getTime();
	const size = Math.abs(away);
	const words = short[language];
	if (size < 2000) return words.now;
	if (size > RELATIVE_UNTIL_MS) return dateText(at, language);
	const step = steps.find((one) => size / one.ms < one.until) ?? steps[3];
	const text = `${Math.floor(size / step.ms)}${NBSP}${words[step.unit]}`;
	if (bare) return text;
	return away >= 0 ? words.ago(text) : words.ahead(text);
}

/** English for `en-GB`, suomi for `fi`; the code itself when the browser knows no name. */
export const languageName = (code: string, language: Language): string => nameOf('language', code, language);
/** Finland for `FI`. */
export const countryName = (code: string, language: Language): string => nameOf('region', code, language);

function nameOf(type: 'language' | 'region', code: string, language: Language): string {
	try {
		return new Intl.DisplayNames(locales[language], { type }).of(code) ?? code;
	} catch (error) {
		// not a code at all: visitors' browsers may send anything
		if (error instanceof RangeError) return code;
		throw error;
	}
}
