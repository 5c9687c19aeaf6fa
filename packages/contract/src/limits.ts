/** How much may be asked, as data of a call: the server refuses what is beyond it, and the OpenAPI document says it. */

/** So many in so many seconds; more is 429 too_many, whose Retry-After says when the next one passes. */
export interface Rate {
	/**
	 * Who is counted: an IPv4 address or the /64 of an IPv6 one; a person or a customer's machine; all that is asked about one
	 * customer, by whomever.
	 */
	readonly by: 'address' | 'asker' | 'customer';
	readonly count: number;
	readonly seconds: number;
	/** Calls with the same word share one count; otherwise a call has its own. */
	readonly over?: string;
	/** Counted in the database, over all processes and restarts: for what is rare and must not be tried often. */
	readonly kept?: true;
}

/** So many of one customer's at once; the next ones wait for their turn, and are 429 busy_counting when that takes too long. */
export interface AtOnce {
	readonly by: 'customer';
	readonly atOnce: number;
}

export type Limit = Rate | AtOnce;

/**
 * What everybody may ask who is known to us, over all calls, in each process: far beyond a person who clicks fast (a screen asks
 * for about ten things) and a server that works off its list one by one, and so little that nobody takes everything.
 */
export const EVERY_CALL: readonly Rate[] = [
	{ by: 'asker', count: 3000, seconds: 60, over: 'calls' },
	{ by: 'customer', count: 12_000, seconds: 60, over: 'calls' },
];

/** Of one customer's reads over many records, in each process. */
export const REPORTS_AT_ONCE = 2;

/** Reads that count over many records: a dashboard asks for a handful, and they take turns. */
export const HEAVY: readonly Limit[] = [{ by: 'customer', atOnce: REPORTS_AT_ONCE }];

/** Of reports about domains: the one that the header names, else all that the asker may see in the current customer. */
export const HEAVY_OF_DOMAINS = { on: 'domain', of: 'domain:header-or-customer', limits: HEAVY, failure: 'error occured' } as const;
