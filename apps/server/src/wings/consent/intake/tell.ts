/**
 * Tells live lists and the worker of stored records, at most four times a second however many there are: a NOTIFY with every
 * commit costs as much as ten records, and wakes everybody who listens. Should the news be lost with the process, the worker's
 * pass of each minute finds the records.
 */
import type { Log } from '#kernel/log.ts';
import { row, sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const REST_MS = 250;
/** A payload must stay under 8,000 bytes. */
const MOST_DOMAINS = 100;

interface Stored {
	readonly customerId: number;
	readonly domainId: string;
}

export interface Telling {
	/** Of records that are committed. */
	stored(records: readonly Stored[]): void;
	/** Tells what is untold. */
	drain(): Promise<void>;
}

const payloadsOf = (counts: ReadonlyMap<number, ReadonlyMap<string, number>>): string[] =>
	[...counts].map(([customerId, domains]) =>
		JSON.stringify({ topic: 'consents', customerId, domains: domains.size <= MOST_DOMAINS ? Object.fromEntries(domains) : {} }),
	);

export const createTelling = (edge: Tx, log: Log): Telling => {
	/** Customer, domain, how many. */
	let untold = new Map<number, Map<string, number>>();
	let resting: NodeJS.Timeout | null = null;
	let telling: Promise<void> = Promise.resolve();

	const tell = async (payloads: readonly string[]): Promise<void> => {
		try {
			await edge.rows(row({}), sql`select from unnest(${payloads}::text[]) news, pg_notify('live', news)`);
		} catch (error) {
			log.warn('news of stored records could not be told', { error });
		}
	};

	const go = (): void => {
		resting = null;
		if (untold.size === 0) return;
		const payloads = payloadsOf(untold);
		untold = new Map();
		telling = tell(payloads);
		resting = setTimeout(go, REST_MS);
	};

	return {
		stored(records) {
			for (const { customerId, domainId } of records) {
				let domains = untold.get(customerId);
				if (!domains) {
					domains = new Map();
					untold.set(customerId, domains);
				}
				domains.set(domainId, (domains.get(domainId) ?? 0) + 1);
			}
			if (resting === null) go();
		},
		async drain() {
			if (resting) clearTimeout(resting);
			go();
			if (resting) clearTimeout(resting);
			await telling;
		},
	};
};
