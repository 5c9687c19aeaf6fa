/** Which global entries contradict each other. */
import { differ, headOf, isPattern, matches } from './names.ts';

/** What two entries are compared by. */
export interface Said {
	readonly entry_id: string;
	readonly name: string;
	readonly domain: string;
	readonly type: string;
	readonly lifetime_seconds: number | null;
}

/** An undecided one says no type; a time that is not known says none. */
const contradicts = (one: Said, other: Said): boolean =>
	(one.type !== other.type && one.type !== 'undecided' && other.type !== 'undecided') ||
	differ(one.lifetime_seconds, other.lifetime_seconds);

/** Entries under their keys, each in the order in which they came. */
export const grouped = <T>(all: Iterable<T>, keyOf: (one: T) => string): Map<string, T[]> => {
	const groups = new Map<string, T[]>();
	for (const one of all) {
		const group = groups.get(keyOf(one));
		if (group) group.push(one);
		else groups.set(keyOf(one), [one]);
	}
	return groups;
};

const keyOf = ({ name, domain }: Said): string => `${domain}\n${name}`;

/**
 * Of every entry another one that contradicts it, or null: of the same name and host, or of the same host and a pattern that its
 * name is one of. Patterns are looked up by what stands before their first `*`, so that the cost grows with the names.
 */
export const conflictsOf = (entries: readonly Said[]): Map<string, string | null> => {
	const found = new Map<string, string | null>(entries.map(({ entry_id: id }) => [id, null]));
	const note = (one: Said, other: Said): void => {
		if (one.entry_id === other.entry_id || !contradicts(one, other)) return;
		found.set(one.entry_id, found.get(one.entry_id) ?? other.entry_id);
		found.set(other.entry_id, found.get(other.entry_id) ?? one.entry_id);
	};
	for (const same of grouped(entries, keyOf).values())
		for (const [place, one] of same.entries()) for (const other of same.slice(place + 1)) note(one, other);
	const patterns = entries.filter(({ name }) => isPattern(name));
	const byHead = grouped(patterns, ({ name, domain }) => `${domain}\n${headOf(name)}`);
	const longest = Math.max(0, ...patterns.map(({ name }) => headOf(name).length));
	for (const one of entries) {
		if (isPattern(one.name)) continue;
		for (let length = 0; length <= Math.min(longest, one.name.length); length++)
			for (const pattern of byHead.get(`${one.domain}\n${one.name.slice(0, length)}`) ?? [])
				if (matches(pattern.name, one.name)) note(one, pattern);
	}
	return found;
};
