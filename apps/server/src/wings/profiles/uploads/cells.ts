/** Cells of a file as values. */
import type { AttributeKind } from '../profiles/attributes.ts';

const YES = new Set(['true', 'yes', '1', 'y', 'kyllä', 'k', 'on', 'x']);
const NO = new Set(['false', 'no', '0', 'n', 'ei', 'e', 'off']);

/** Without what stands around it; an apostrophe keeps spreadsheets from running what begins like a formula, and files of ours have it before a telephone number. */
export const cleaned = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@])/, '');

/** Null: neither. */
export const yesNoOf = (text: string): boolean | null => {
	const word = text.toLowerCase();
	return YES.has(word) ? true : NO.has(word) ? false : null;
};

/**
 * A day is written with its parts between dots, slashes or hyphens; a time of day may stand behind it, with its zone, as
 * `2024-03-05 14:05:27.123456 +0200 EET` of Go, and says nothing more here.
 */
const TIME = String.raw`(?:(?:T|,?\s+(?:(?:klo|kl\.?|at|um)\s+)?)\d{1,2}[.:]\d{2}(?:[.:]\d{2}(?:[.,]\d+)?)?\s?(?:[AaPp]\.?[Mm]\.?)?\s?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?(?:\s[A-Z]{2,5}|\s[+-]\d{2,4})?)?)?`;
const ISO = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})${TIME}$`);
const WRITTEN = new RegExp(`^(\\d{1,2})\\s?([./-])\\s?(\\d{1,2})\\s?\\2\\s?(\\d{4}|(?<!-)\\d{2})${TIME}$`);

/** How Excel writes a day where a cell is not formatted as one: days since the end of 1899, here from 1927 to 2173, so that no year is taken for one. */
const SERIAL = /^[1-9]\d{4}(\.\d+)?$/;
export const isSerial = (text: string): boolean => SERIAL.test(text);
const SERIAL_BEGIN = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/** Years of two digits, as spreadsheets read them: 1930 to 2029. */
const LAST_OF_THIS = 29;
const fullYear = (year: string): string => (year.length === 4 ? year : `${Number(year) > LAST_OF_THIS ? 19 : 20}${year}`);

/**
 * A calendar date as YYYY-MM-DD: written so, as 31.12.2024 or 31.12.24, with slashes, or as the number that Excel keeps; a time behind it
 * is passed over. Null: none. @param slashed what comes first between slashes
 */
export const dayOf = (text: string, slashed: 'day' | 'month'): string | null => {
	if (isSerial(text)) return new Date(SERIAL_BEGIN + Math.floor(Number(text)) * DAY_MS).toISOString().slice(0, 10);
	const [, first = '', sign = '', second = '', year = ''] = WRITTEN.exec(text) ?? [];
	const [day, month] = sign === '/' && slashed === 'month' ? [second, first] : [first, second];
	const date = year === '' ? ISO.exec(text)?.[1] : `${fullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	if (date === undefined) return null;
	const begin = new Date(`${date}T00:00:00.000Z`);
	// JavaScript takes the 31st of February for a day in March.
	return Number.isNaN(begin.getTime()) || !begin.toISOString().startsWith(date) ? null : date;
};

const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/;
/** A zone's name behind its offset, as Go writes it. */
const ZONE_NAME = /(?<=\s[+-]\d{4}) (?:[A-Z]{2,5}|[+-]\d{2,4})$/;

/**
 * An instant with its offset, or a date, alone or with a time of nobody knows which place. A date says less: a yes is taken from its
 * beginning and a no from its end, so that of two answers on one day the no stands.
 * @param until moments of a no are not later than this
 */
export const momentOf = (text: string, value: boolean, slashed: 'day' | 'month', until: Date): string | null => {
	const told = text.replace(ZONE_NAME, '');
	const millis = INSTANT.test(told) ? Date.parse(told) : Number.NaN;
	if (Number.isFinite(millis)) return new Date(millis).toISOString();
	const day = dayOf(text, slashed);
	if (day === null) return null;
	const end = `${day}T23:59:59.999Z`;
	return !value && Date.parse(end) <= until.getTime() ? end : `${day}T00:00:00.000Z`;
};

/** A number as 1234.5, 1 234,5 or 1,234,567.8; null: none. */
export const numberOf = (text: string): number | null => {
	const plain = text.replace(/[\s\u00a0\u202f']/g, '').replace(/^\u2212/, '-');
	const grouped = /^-?\d{1,3}(,\d{3})+\.\d+$|^-?\d{1,3}(,\d{3}){2,}$/.test(plain) ? plain.replaceAll(',', '') : plain.replace(',', '.');
	if (!/^-?\d+(\.\d+)?$/.test(grouped)) return null;
	const number = Number(grouped);
	return Number.isFinite(number) ? number : null;
};

/** What a text seems to be: a day that is none was meant as one. */
export const kindOfText = (text: string): AttributeKind =>
	WRITTEN.test(text) || ISO.test(text)
		? 'date'
		: numberOf(text) !== null && !/^[+0]\d/.test(text)
			? 'number'
			: yesNoOf(text) !== null
				? 'yesno'
				: 'text';
