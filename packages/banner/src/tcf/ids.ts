/** Lists of ids as distances: short, and short again when packed. */
import type { Ids } from './shapes.ts';

/** Ids from their distances. */
export const idsOf = (packed: Ids): number[] => {
	let at = 0;
	return packed.map((step) => {
		at += step;
		return at;
	});
};

/** Those of `allowed` that are among `ids`. */
export const among = (ids: number[], allowed: number[]): number[] => {
	const set = new Set(ids);
	return allowed.filter((id) => set.has(id));
};

/** Distances of ascending ids. */
export const packIds = (ids: number[]): Ids => ids.map((id, i) => id - (ids[i - 1] ?? 0));
