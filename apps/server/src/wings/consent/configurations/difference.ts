/** What differs between two JSON values, field by field. */
import { createHash } from 'node:crypto';

export interface Difference {
	/** `texts.fi.title`; parts of a list by their key where they have one: `categories.statistics.texts.fi.name`. */
	path: string;
	/** As text; null: not there. */
	before: string | null;
	after: string | null;
}

/** A picture in words: its kind, its size, and what tells it from another. */
export const withoutPictures = (text: string): string =>
	text.replace(/data:(image\/\w+);base64,([A-Za-z0-9+/=]+)/g, (_, type: string, content: string) => {
		const bytes = Buffer.from(content, 'base64');
		return `${type}, ${bytes.length} B, ${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`;
	});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Lists whose parts have keys of their own are compared by them, so that one part added does not change all that follow. */
const partsOf = (value: object): [string, unknown][] => {
	if (!Array.isArray(value)) return Object.entries(value);
	const keys = value.map((part, i) => (isRecord(part) && typeof part.key === 'string' ? part.key : String(i)));
	return value.map((part, i): [string, unknown] => [keys[i] ?? String(i), part]);
};

const leavesOf = (value: unknown, path: string, found = new Map<string, string>()): Map<string, string> => {
	if (isRecord(value)) for (const [key, part] of partsOf(value)) leavesOf(part, path === '' ? key : `${path}.${key}`, found);
	else if (value !== undefined && value !== null) found.set(path, withoutPictures(String(value)));
	return found;
};

export const differences = (before: unknown, after: unknown): Difference[] => {
	const [old, young] = [leavesOf(before, ''), leavesOf(after, '')];
	return [...new Set([...old.keys(), ...young.keys()])]
		.filter((path) => old.get(path) !== young.get(path))
		.map((path) => ({ path, before: old.get(path) ?? null, after: young.get(path) ?? null }));
};
