/** What a look at a site says about known tags: which the banner need not stop, and which categories the others wait for. */
import { knownEntries, unfolded } from '@luvalla/banner/known.ts';
import type { Pointer } from '@luvalla/banner/shapes.ts';
import type { SnippetFound, SnippetState } from '@luvalla/contract/consent/snippet.ts';

/**
 * Hosts that were seen, where the banner may leave out the others; null: it stops them all. All, where the pages did not
 * carry the banner or could not be read, and where other hosts share it: nobody looked at those.
 */
export const seenFor = (pointer: Pointer, state: SnippetState['state'], found: SnippetFound | null): string[] | null =>
	state === 'live' && found?.whole && pointer.cookie === undefined ? found.known.map(({ host }) => host) : null;

/** Categories that a known tag waits for: by the live banner, else by what it is for. */
export const categoriesOf = (host: string, pointer: Pointer | null): string[] => {
	const stopped = Object.entries(pointer?.known ?? {}).filter(([, hosts]) => unfolded(hosts).includes(host));
	if (stopped.length > 0) return stopped.map(([key]) => key);
	const kinds = knownEntries.get(host) ?? [];
	return pointer ? kinds.filter((kind) => pointer.asked.includes(kind)) : kinds;
};
