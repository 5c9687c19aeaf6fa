/** The saved views of a list: one's own, and those shared with the page's customer. */
import type { CallShape, Page } from '@luvalla/contract/call';
import { ownViews, sharedViews, type View, type ViewSearch } from '@luvalla/contract/guidance/views';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import type { ListSearch } from '#portal/lib/search.ts';

/** A search as the URL has it, by name. */
export type Given = Readonly<Record<string, string>>;

/** How a list counts what a view would show. */
export interface ListViews {
	/** The list's own call: when its answers are read again, the counts are. */
	call: CallShape;
	count: (given: Given) => Promise<Page | null>;
	/** Views that the list has by itself, for everybody. */
	fixed?: readonly FixedView[];
}

export interface FixedView {
	key: string;
	name: string;
	/** Its filters by their names in the URL. */
	search: Given;
}

/** What a list that comes whole says of its number. */
export const wholePage = (rows: readonly unknown[]): Page => ({ total: rows.length, next: null });

/** @param customerId null: not known yet; undefined: the list is of no customer, and nothing of it is shared */
export function useViews(list: string, customerId: number | null | undefined, wanted: boolean) {
	const own = useQuery({ ...asQuery(ownViews, { query: { list } }), enabled: wanted });
	const shared = useQuery({
		...asQuery(sharedViews, { query: { list } }, { customerId }),
		enabled: wanted && typeof customerId === 'number',
	});
	const all: readonly View[] = [...(own.data?.data ?? []), ...(shared.data?.data ?? [])];
	return all;
}

/** What the list shows now, as a view would hold it. @param keys names of its filters in the URL */
export function heldNow(search: ListSearch, keys: readonly string[], hidden: readonly string[]): ViewSearch {
	const filters = keys.flatMap((key) => {
		const value: unknown = Reflect.get(search, key);
		return value === undefined ? [] : [[key, String(value)] as const];
	});
	return {
		...(search.q ? { q: search.q } : {}),
		...(search.sort ? { sort: search.sort } : {}),
		filters: Object.fromEntries(filters),
		hidden: [...hidden],
	};
}

/** A view as the URL's search has it. */
export const givenOf = ({ q, sort, filters }: ViewSearch): Given => ({ ...filters, ...(q && { q }), ...(sort && { sort }) });

/** Whether both show the same. */
export const sameView = (one: ViewSearch, other: ViewSearch): boolean => wordOf(one) === wordOf(other);

/** Whether both narrow and sort the list in the same way. */
export const sameGiven = (one: Given, other: Given): boolean =>
	JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

const wordOf = (view: ViewSearch): string => JSON.stringify([Object.entries(givenOf(view)).sort(), [...view.hidden].sort()]);
