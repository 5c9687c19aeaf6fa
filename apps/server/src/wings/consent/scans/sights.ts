/**
 * What a pass met, put together by item as it comes: a thing is held once, however often and on however many pages it is met, so that a
 * scan of two hundred pages needs no more memory than one of ten. Pure.
 */
import type { ScanCookie, ScanItemKind, ScanPass, ScanSource } from '@luvalla/contract/consent/scans.ts';

/** Something that happened, or is kept; as it was seen once. */
export interface Sight {
	readonly kind: ScanItemKind;
	readonly name: string;
	readonly host: string;
	readonly page: string;
	/** After the answer of the pass. */
	readonly isNew: boolean;
	readonly bytes: number | null;
	readonly source: ScanSource | null;
	readonly cookie: ScanCookie | null;
}

/** A thing of a pass. */
export interface Met {
	/** As it was seen first among what counts. */
	readonly first: Sight;
	/** It was there already before the answer. */
	readonly isEarly: boolean;
	/** How often it was seen, of what counts; 0: before the answer alone. */
	readonly times: number;
	/** The first that is known. */
	readonly source: ScanSource | null;
}

/** More different things are held of no pass. */
export const MOST_THINGS = 20_000;

/** One thing has one name at one place. */
const keyOf = ({ kind, name, host, cookie }: Sight): string => JSON.stringify([kind, name, host, cookie?.path ?? '']);

export class Sights {
	readonly pass: ScanPass;
	readonly #met = new Map<string, Met>();

	constructor(pass: ScanPass) {
		this.pass = pass;
	}

	/** In a pass with an answer counts what is there after it. */
	see(sight: Sight): void {
		const key = keyOf(sight);
		const met = this.#met.get(key);
		if (!met && this.#met.size >= MOST_THINGS) return;
		const isEarly = met?.isEarly === true || !sight.isNew;
		if (this.pass !== 'before' && !sight.isNew) {
			this.#met.set(key, met ? { ...met, isEarly } : { first: sight, isEarly, times: 0, source: null });
			return;
		}
		// In the order in which they first counted.
		if (met?.times === 0) this.#met.delete(key);
		const counted = met !== undefined && met.times > 0 ? met : { first: sight, times: 0, source: null };
		this.#met.set(key, { first: counted.first, isEarly, times: counted.times + 1, source: counted.source ?? sight.source });
	}

	/** How many different things were met, before the answer, too. */
	get size(): number {
		return this.#met.size;
	}

	/** What counts, by key, in the order in which it was first met. */
	*counted(): Generator<readonly [string, Met]> {
		for (const one of this.#met) if (one[1].times > 0) yield one;
	}
}
