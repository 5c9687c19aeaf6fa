/** Text is well-formed: no NUL, which PostgreSQL cannot keep, and no half of a surrogate pair, which is no UTF-8. */

export const NOT_TEXT = 'Remove the characters that are no text';

/** Said of a member that its object has twice: which one was meant, nobody can tell. */
export const NAMED_TWICE = 'This is named twice: send it once';

/** Said of a member that programs take for something else than a field. */
export const NAMED_PROTO = 'No field is called __proto__ or constructor';

const notText = /[\0\p{Surrogate}]/u;

export const isText = (text: string): boolean => !notText.test(text);

/** Its beginning, of this many UTF-16 units at most: no sign is cut in half. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

interface Place {
	readonly key: string;
	readonly within: Place | null;
}

const pathOf = (place: Place | null): string[] => (place === null ? [] : [...pathOf(place.within), place.key]);

/** Deeper than this, a path is not told. */
const TOLD_DEPTH = 50;

/**
 * Where in JSON a string or a key is no text; null: nowhere. Without recursion, so that nothing can be nested too deeply.
 * @param except a key of the outermost whose value is somebody else's to judge
 */
export const findNotText = (json: unknown, except?: string): string[] | null => {
	const open: { value: object; place: Place | null; depth: number }[] = [];
	/** Whether it is no text; what holds others waits for its turn. */
	const isBad = (value: unknown, place: Place | null, depth: number): boolean => {
		if (typeof value === 'object' && value !== null) open.push({ value, place, depth });
		return typeof value === 'string' && !isText(value);
	};
	if (isBad(json, null, 0)) return [];
	for (let one = open.pop(); one !== undefined; one = open.pop()) {
		const { value, place, depth } = one;
		const within = (key: string): Place | null => (depth < TOLD_DEPTH ? { key, within: place } : place);
		if (Array.isArray(value)) {
			for (const [at, part] of value.entries()) {
				// Most of a long list are numbers: of those no place is made.
				if (typeof part !== 'string' && typeof part !== 'object') continue;
				const there = within(String(at));
				if (isBad(part, there, depth + 1)) return pathOf(there);
			}
			continue;
		}
		for (const [key, part] of Object.entries(value)) {
			if (!isText(key)) return pathOf(place);
			if (place === null && key === except) continue;
			const there = within(key);
			if (isBad(part, there, depth + 1)) return pathOf(there);
		}
	}
	return null;
};
