/** What was published on a domain under a folder, kept for moments: the intake asks it for every request. */
import type { Storage } from '#kernel/storage/storage.ts';
import { type PublishedFor, publishedFor } from './store.ts';

const KEPT_MS = 5000;
const MOST_KEPT = 10_000;

/** Null for an unknown domain. */
export type LookUp = (domainId: string, folder: string) => Promise<PublishedFor | null>;

export const createLookUp = (storage: Storage): LookUp => {
	const kept = new Map<string, { published: PublishedFor | null; until: number }>();
	return async (domainId, folder) => {
		const key = `${domainId} ${folder}`;
		const hit = kept.get(key);
		if (hit && hit.until > Date.now()) return hit.published;
		const published = await publishedFor(storage, domainId, folder);
		// What is not there may be published the next moment: only finds are kept.
		if (published?.configurationHash) {
			if (kept.size > MOST_KEPT) kept.clear();
			kept.set(key, { published, until: Date.now() + KEPT_MS });
		}
		return published;
	};
};
