/**
 * What a cookie is, by the entries that are known. How sure that is, 0 to 100, is worked out so:
 *
 *   exact name, on the host of the entry                      95
 *   exact name, of an entry for any host                      85
 *   exact name, where the cookie's host is not known          80
 *   name of a pattern                                         60, and 2 for each sign beside * up to 80; 5 more on the entry's host
 *   the entry is for another host                             30 less
 *   a lifetime more than 2 times the known one or less than half of it, or the browser's session against a time    10 less
 *   more than 10 times                                        20 less
 *   the customer's own word                                   5 more
 *   proposed by name, host and lifetime (propose.ts)          at most 60
 *
 * An entry of the customer's own comes before every global one; exact names come before patterns; an entry of the cookie's host
 * before one for any, and that before one for another host. Among those the surest counts, then the one whose source comes first.
 */
import type { ClassifiedCookie, SeenCookie } from '@luvalla/contract/consent/cookie-repository.ts';
import { grouped } from './conflicts.ts';
import { headOf, isPattern, isWithin, matches, plainHost, timesApart } from './names.ts';
import { createProposals } from './propose.ts';
import type { Stored } from './store.ts';

const CONFIDENCE = { nameAndHost: 95, name: 85, hostUnknown: 80, pattern: 60, longPattern: 80 } as const;
const PER_SIGN = 2;
const PATTERN_ON_HOST = 5;
const FOREIGN_HOST = 30;
const FAR: readonly { readonly times: number; readonly less: number }[] = [
	{ times: 10, less: 20 },
	{ times: 2, less: 10 },
];
const OWN_WORD = 5;

/** How a cookie's host is to an entry's, the best first. */
const HOSTS = ['same', 'any', 'unknown', 'foreign'] as const;
type Host = (typeof HOSTS)[number];

const hostOf = (host: string, domain: string): Host =>
	domain === '' ? 'any' : host === '' ? 'unknown' : isWithin(host, domain) ? 'same' : 'foreign';

/** Confidence that a lifetime takes away. */
const farLess = (seen: number | null, known: number | null): number => {
	if (seen === null || known === null) return 0;
	const times = timesApart(seen, known);
	// The browser's session against a time is one step: sites set the same cookie both ways.
	if (!Number.isFinite(times)) return 10;
	return FAR.find((far) => times > far.times)?.less ?? 0;
};

interface Match {
	readonly entry: Stored;
	/** Lower comes first. */
	readonly level: number;
	readonly confidence: number;
	readonly ground: ClassifiedCookie['ground'];
}

const judge = (entry: Stored, seen: SeenCookie, host: string): Match => {
	const own = entry.source === 'own';
	const pattern = isPattern(entry.name);
	const on = hostOf(host, entry.domain);
	const signs = entry.name.replaceAll('*', '').length;
	const base = pattern
		? Math.min(CONFIDENCE.longPattern, CONFIDENCE.pattern + PER_SIGN * signs) + (on === 'same' ? PATTERN_ON_HOST : 0)
		: { same: CONFIDENCE.nameAndHost, any: CONFIDENCE.name, unknown: CONFIDENCE.hostUnknown, foreign: CONFIDENCE.name }[on];
	const less = (on === 'foreign' ? FOREIGN_HOST : 0) + farLess(seen.lifetimeSeconds, entry.lifetime_seconds);
	return {
		entry,
		level: (own ? 0 : 8) + (pattern ? 4 : 0) + HOSTS.indexOf(on),
		confidence: Math.max(0, Math.min(100, base - less + (own ? OWN_WORD : 0))),
		ground: pattern ? 'pattern' : on === 'same' ? 'name and host' : 'name',
	};
};

/** Whether a match comes before the best one so far. Entries come by their source, so that the first of equals stays. */
const isBetter = (one: Match, best: Match | null): boolean =>
	best === null || one.level < best.level || (one.level === best.level && one.confidence > best.confidence);

/**
 * Reads the entries once; then each cookie costs about as much as its name is long. Patterns are looked up by what stands before
 * their first `*`: those that begin with it are all tried.
 * @param entries own ones first, then the global ones that hold, by their source
 */
export const createClassifier = (entries: readonly Stored[]): ((seen: SeenCookie) => ClassifiedCookie) => {
	const exact = grouped(
		entries.filter(({ name }) => !isPattern(name)),
		({ name }) => name,
	);
	const patterns = entries.filter(({ name }) => isPattern(name));
	const byHead = grouped(patterns, ({ name }) => headOf(name));
	const longest = Math.max(0, ...patterns.map(({ name }) => headOf(name).length));
	const proposed = createProposals(entries);
	return (seen) => {
		const host = plainHost(seen.domain);
		let best: Match | null = null;
		const consider = (entry: Stored): void => {
			const one = judge(entry, seen, host);
			if (isBetter(one, best)) best = one;
		};
		for (const entry of exact.get(seen.name) ?? []) consider(entry);
		for (let length = 0; length <= Math.min(longest, seen.name.length); length++)
			for (const entry of byHead.get(seen.name.slice(0, length)) ?? []) if (matches(entry.name, seen.name)) consider(entry);
		const asked = { name: seen.name, domain: seen.domain };
		const found = best as Match | null;
		if (found === null) return { ...asked, ...proposed(seen, host), entryId: null, lifetimeSeconds: null, description: {} };
		const { entry, confidence, ground } = found;
		return {
			...asked,
			type: entry.type,
			provider: entry.provider,
			confidence,
			ground,
			entryId: entry.entry_id,
			lifetimeSeconds: entry.lifetime_seconds,
			description: entry.description,
			reason: entry.reason,
		};
	};
};
