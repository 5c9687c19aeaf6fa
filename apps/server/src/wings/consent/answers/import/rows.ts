/** One row of an imported file as an answer, or the cell that cannot be read. */
import { Answer } from '@luvalla/contract/consent/answers.ts';
import { IMPORT_COLUMNS } from '@luvalla/contract/consent/people.ts';
import { now } from '#kernel/clock.ts';

export type Column = (typeof IMPORT_COLUMNS)[number];
export type Places = ReadonlyMap<Column, number>;

/** A cell that cannot be read; without a column it is the row as a whole. */
export interface Unreadable {
	readonly column: Column | null;
	readonly value: string | null;
}

const YES = new Set(['true', 'yes', '1', 'y', 'kyllä', 'k', 'on']);
const NO = new Set(['false', 'no', '0', 'n', 'ei', 'e', 'off']);

const IDENTIFIERS = ['email', 'phone', 'externalId'] as const;

const nameIn = (text: string): string => text.trim().toLowerCase();

/** A known column that the header names twice: whichever was read, the other would be dropped unseen. */
export const columnTwice = (header: readonly string[]): Column | undefined =>
	IMPORT_COLUMNS.find((name) => header.filter((text) => nameIn(text) === name.toLowerCase()).length > 1);

/** Where each known column stands; null when a needed one is missing: purpose, value, at, and something to know people by. */
export const placesOf = (header: readonly string[]): Places | null => {
	const places = new Map<Column, number>();
	for (const name of IMPORT_COLUMNS) {
		const at = header.findIndex((text) => nameIn(text) === name.toLowerCase());
		if (at >= 0) places.set(name, at);
	}
	const needed = (['purpose', 'value', 'at'] as const).every((name) => places.has(name));
	return needed && IDENTIFIERS.some((name) => places.has(name)) ? places : null;
};

/** A calendar date as YYYY-MM-DD: written so, or as in Finland and on much of the continent, 31.12.2024. */
const dateOf = (text: string): string | null => {
	if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
	const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
	return year === '' ? null : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};

/**
 * An instant with its offset, or a date. A date says less: a yes is taken from its beginning and a no from its end, so that
 * of two answers on one day the no stands.
 */
const momentOf = (text: string, value: boolean): string | null => {
	const date = dateOf(text);
	if (date !== null) {
		const begin = new Date(`${date}T00:00:00.000Z`);
		// JavaScript takes the 31st of February for a day in March.
		if (Number.isNaN(begin.getTime()) || !begin.toISOString().startsWith(date)) return null;
		const end = `${date}T23:59:59.999Z`;
		return !value && Date.parse(end) <= now().getTime() ? end : begin.toISOString();
	}
	const millis = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isFinite(millis) ? new Date(millis).toISOString() : null;
};

const KEY_COLUMNS: Readonly<Record<string, Column>> = { email: 'email', phone: 'phone', externalId: 'externalId' };

/** The row's answer, or what of it cannot be read. */
export const answerOf = (row: readonly string[], places: Places): Answer | Unreadable => {
	const raw = (name: Column): string => row[places.get(name) ?? -1]?.trim() ?? '';
	// An apostrophe keeps spreadsheets from running what begins like a formula; files of ours have it before a telephone number.
	const cell = (name: Column): string | undefined => raw(name).replace(/^'(?=[=+\-@])/, '') || undefined;
	const unreadable = (column: Column): Unreadable => ({ column, value: raw(column) });
	// What is not UTF-8 arrives as this sign: better no name than a wrong one.
	for (const [column] of places) if (raw(column).includes('\ufffd')) return unreadable(column);
	const said = raw('value').toLowerCase();
	if (!YES.has(said) && !NO.has(said)) return unreadable('value');
	const value = YES.has(said);
	const at = momentOf(raw('at'), value);
	if (at === null) return unreadable('at');
	const version = cell('version');
	const parsed = Answer.safeParse({
		person: { email: cell('email'), phone: cell('phone'), externalId: cell('externalId') },
		purpose: cell('purpose'),
		value,
		at,
		source: cell('source'),
		language: cell('language'),
		...(version !== undefined && { version: Number(version) }),
	});
	if (parsed.success) return parsed.data;
	const [first, second] = parsed.error.issues[0]?.path ?? [];
	const column = first === 'person' ? KEY_COLUMNS[String(second)] : IMPORT_COLUMNS.find((name) => name === first);
	return column ? unreadable(column) : { column: null, value: null };
};

export const isAnswer = (read: Answer | Unreadable): read is Answer => 'person' in read;
