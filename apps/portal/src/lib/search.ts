/** The URL's search as plain `URLSearchParams`, never JSON; and the state that every list keeps there. */
import * as z from 'zod';

/** One value is a string, several of a name a list. */
export function parseSearch(text: string): Record<string, string | string[]> {
	const out: Record<string, string | string[]> = {};
	const search = new URLSearchParams(text);
	for (const name of new Set(search.keys())) {
		const values = search.getAll(name);
		out[name] = values.length === 1 ? (values[0] ?? '') : values;
	}
	return out;
}

/** Empty, absent and null values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
	const out = new URLSearchParams();
	for (const [name, value] of Object.entries(search)) {
		for (const one of Array.isArray(value) ? value : [value])
			if (one !== undefined && one !== null && one !== '') out.append(name, String(one));
	}
	return out.size > 0 ? `?${out}` : '';
}

const positive = z.coerce.number().int().min(1).optional().catch(undefined);
/** A text of the URL; anything else counts as absent. */
export const searchText = z.coerce.string().max(300).optional().catch(undefined);
/** A whole number of the URL; anything else counts as absent. */
export const searchNumber = positive;
/** One of a few words; anything else counts as absent. */
export const searchWord = <const T extends readonly [string, ...string[]]>(words: T) => z.enum(words).optional().catch(undefined);

/** Search of every list: page, rows a page, sort (`-field` falls), what was searched, the open drawer (`new` or an id), the saved view. */
export const listSearch = { page: positive, size: positive, sort: searchText, q: searchText, id: searchText, view: searchText };
export interface ListSearch {
	page?: number;
	size?: number;
	sort?: string;
	q?: string;
	id?: string;
	view?: string;
}

export const PAGE_SIZES = [10, 25, 50] as const;
/** What a list call's query takes of it. */
export const listQueryOf = (search: ListSearch): { page: number; size: number; sort?: string; q?: string } => ({
	page: search.page ?? 1,
	size: PAGE_SIZES.find((size) => size === search.size) ?? PAGE_SIZES[0],
	sort: search.sort,
	q: search.q,
});

/** Filters of a list as its call takes them: `name:value`, without those that are not set. */
export const filterOf = (values: Readonly<Record<string, string | undefined>>): string[] =>
	Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`]));
