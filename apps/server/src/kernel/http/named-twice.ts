/**
 * JSON in which an object has two members of one name. Every reader keeps one of them and says nothing (here the last), so what
 * is stored may not be what was meant: a yes beside a no. RFC 7493 section 2.3.
 */
import { NAMED_TWICE } from '@luvalla/contract/well-formed.ts';
import { endOfString } from './deep.ts';
import { invalidFields } from './errors.ts';

/** An object or a list that is not at its end yet. */
interface Open {
	/** What an object has named so far; null: a list. */
	readonly names: Set<string> | null;
	/** The member being read: its name, or its place in the list. */
	at: string | number;
}

const COLON = /\s*:/y;

/**
 * The path of the first name that an object has twice; null: none. Without recursion, so that nothing can be nested too deeply.
 * @param text JSON: whatever is no JSON was refused before
 */
export const namedTwice = (text: string): string[] | null => {
	const open: Open[] = [];
	for (let i = 0; i < text.length; i++) {
		const inner = open.at(-1);
		switch (text[i]) {
			case '{':
				open.push({ names: new Set(), at: '' });
				break;
			case '[':
				open.push({ names: null, at: 0 });
				break;
			case '}':
			case ']':
				open.pop();
				break;
			case ',':
				if (typeof inner?.at === 'number') inner.at++;
				break;
			case '"': {
				const end = endOfString(text, i);
				COLON.lastIndex = end + 1;
				if (inner?.names && COLON.test(text)) {
					const raw = text.slice(i + 1, end);
					inner.at = raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw;
					if (inner.names.has(inner.at)) return open.slice(-TOLD_DEPTH).map(({ at }) => String(at));
					inner.names.add(inner.at);
				}
				i = end;
			}
		}
	}
	return null;
};

/** Of a deeper path only its end is told. */
const TOLD_DEPTH = 50;

/** @throws Refused 400 with the path of a name that an object has twice. @param text JSON */
export const demandNamedOnce = (text: string): void => {
	const path = namedTwice(text);
	if (path !== null) throw invalidFields([{ message: NAMED_TWICE, path }]);
};
