/**
 * What was published on a domain under a folder, kept for moments: the intake asks it for every request. While the customer's
 * rows do not answer, what was last known stands.
 */
import { reached } from '#kernel/http/reached.ts';
import { customerIn } from '#kernel/storage/directory.ts';
import type { Reach } from '#kernel/storage/reach.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { type PublishedFor, publishedFor } from './store.ts';

const KEPT_MS = 5000;
const MOST_KEPT = 10_000;

/** Null for an unknown domain. @throws Away when the customer cannot be reached and nothing is known */
export type LookUp = (domainId: string, folder: string) => Promise<PublishedFor | null>;

export const createLookUp = (storage: Storage, reach: Reach): LookUp => {
	const kept = new Map<string, { published: PublishedFor; until: number }>();
	/** One question at a time about the same, however many wait for the answer. */
	const asked = new Map<string, Promise<PublishedFor | null>>();

	const ask = async (customerId: number, domainId: string, folder: string): Promise<PublishedFor | null> => {
		const published = await reached(reach, customerId, () => publishedFor(storage, domainId, folder));
		// What is not there may be published the next moment: only finds are kept.
		if (published?.configurationHash) {
			if (kept.size > MOST_KEPT) kept.clear();
			kept.set(`${domainId} ${folder}`, { published, until: Date.now() + KEPT_MS });
		}
		return published;
	};

	const askOnce = async (known: number | undefined, domainId: string, folder: string): Promise<PublishedFor | null> => {
		const customerId = known ?? (await storage.inPlatform((tx) => customerIn(tx, { kind: 'domain', key: domainId })));
		return customerId === null ? null : ask(customerId, domainId, folder);
	};

	return async (domainId, folder) => {
		const key = `${domainId} ${folder}`;
		const hit = kept.get(key);
		if (hit && hit.until > Date.now()) return hit.published;
		let answer = asked.get(key);
		if (!answer) {
			answer = askOnce(hit?.published.customerId, domainId, folder).finally(() => asked.delete(key));
			asked.set(key, answer);
		}
		try {
			return await answer;
		} catch (error) {
			if (hit) return hit.published;
			throw error;
		}
	};
};
