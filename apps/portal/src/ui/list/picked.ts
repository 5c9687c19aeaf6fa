/** Rows picked in a list, as data: these, or all that match but a few. */
export type Picked = { readonly these: ReadonlySet<string> } | { readonly all: true; readonly but: ReadonlySet<string> };

export const NOTHING_PICKED: Picked = { these: new Set() };

export const isPicked = (picked: Picked, id: string): boolean => ('these' in picked ? picked.these.has(id) : !picked.but.has(id));

/** @param total how many match */
export const countPicked = (picked: Picked, total: number): number =>
	'these' in picked ? picked.these.size : Math.max(0, total - picked.but.size);

/** The same with these rows in it, or out of it. */
export const picking = (picked: Picked, ids: readonly string[], on: boolean): Picked =>
	'these' in picked ? { these: changed(picked.these, ids, on) } : { all: true, but: changed(picked.but, ids, !on) };

const changed = (set: ReadonlySet<string>, ids: readonly string[], on: boolean): ReadonlySet<string> =>
	new Set(on ? [...set, ...ids] : [...set].filter((id) => !ids.includes(id)));

/** As calls take it. @param narrowing what the list is narrowed by */
export const selectionOf = <N>(picked: Picked, narrowing: N): { these: string[] } | { all: N; but: string[] } =>
	'these' in picked ? { these: [...picked.these] } : { all: narrowing, but: [...picked.but] };
