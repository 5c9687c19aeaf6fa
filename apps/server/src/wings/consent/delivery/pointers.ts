/** What is live on each domain that was asked for lately: read anew when it changes, and served for a while should that fail. */
import { News } from '@luvalla/contract/live.ts';
import * as z from 'zod';
import { refuse } from '#kernel/http/errors.ts';
import { type Live, type Parts, readLive } from './live.ts';

/** However news gets lost. */
const POINTERS_KEPT_MS = 5000;
/** What is kept is served when reading it anew takes longer; the reading goes on, and counts from then on. */
const LATE_MS = 50;
/** The same where it is known that something has changed. */
const LATE_CHANGED_MS = 1000;
/** So long at most is something served that is known to have changed, whatever the database does. */
const CHANGED_SERVED_MS = 60_000;

/** What was last read of a domain. */
interface CachedPointer {
	readonly live: Live | null;
	/** Fresh so long. */
	until: number;
	/** Since when it is known to have changed. */
	changedAt: number | null;
}

interface Reading {
	readonly live: Promise<Live | null>;
	/** Comes when what is kept is rather served. */
	readonly late: Promise<'late'> | undefined;
}

const Uuid = z.uuid();

export interface Pointers {
	/** @throws Refused not_found; Away when nothing was read yet */
	readonly liveOn: (domain: string) => Promise<Live>;
	/** Ends its listening. */
	readonly close: () => Promise<void>;
}

export const createPointers = async (parts: Parts): Promise<Pointers> => {
	const pointers = new Map<string, CachedPointer>();
	const asked = new Map<string, Reading>();
	/** It is read anew at the next request, and still served for a while should that fail. */
	const renew = (id: string, changed: boolean): void => {
		const kept = pointers.get(id);
		if (kept) {
			kept.until = 0;
			if (changed) kept.changedAt ??= Date.now();
		}
		// Whoever is reading may have begun before the news.
		asked.delete(id);
	};
	const close = await parts.storage.listen(
		'live',
		(payload) => {
			const news = News.safeParse(JSON.parse(payload));
			if (news.data?.topic === 'configurations') for (const id of Object.keys(news.data.domains)) renew(id, true);
		},
		() => {
			for (const id of pointers.keys()) renew(id, false);
		},
	);

	/** One reading at a time about a domain, with one clock for all who wait for it; only the latest is kept. */
	const readOnce = (id: string): Reading => {
		const under = asked.get(id);
		if (under) return under;
		const kept = pointers.get(id);
		let timer: NodeJS.Timeout | undefined;
		const late =
			kept &&
			new Promise<'late'>((resolve) => {
				timer = setTimeout(resolve, kept.changedAt === null ? LATE_MS : LATE_CHANGED_MS, 'late');
			});
		const live = readLive(parts, id)
			.then((found) => {
				if (asked.get(id) === reading) {
					if (pointers.size > 10_000) pointers.clear();
					pointers.set(id, { live: found, until: Date.now() + POINTERS_KEPT_MS, changedAt: null });
				}
				return found;
			})
			.finally(() => {
				clearTimeout(timer);
				if (asked.get(id) === reading) asked.delete(id);
			});
		const reading: Reading = { live, late };
		asked.set(id, reading);
		return reading;
	};

	/** What was last read, if that may still be served, rather than late. @throws what reading throws when it may not */
	const readSoon = async (id: string, kept: CachedPointer | undefined): Promise<Live | null> => {
		const { live, late } = readOnce(id);
		if (!kept || (kept.changedAt !== null && Date.now() - kept.changedAt > CHANGED_SERVED_MS)) return live;
		const read = live.catch(() => kept.live);
		const first = late ? await Promise.race([read, late]) : await read;
		return first === 'late' ? kept.live : first;
	};

	const liveOn = async (domain: string): Promise<Live> => {
		const id = Uuid.safeParse(domain.toLowerCase());
		if (!id.success) throw refuse('not_found');
		const kept = pointers.get(id.data);
		const live = kept && kept.until >= Date.now() ? kept.live : await readSoon(id.data, kept);
		if (live === null) throw refuse('not_found');
		return live;
	};
	return { liveOn, close };
};
