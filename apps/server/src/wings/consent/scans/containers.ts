/**
 * Tags of a tag manager's container, as the script that the page loads has them: a number, a kind and what it loads. What its owner calls
 * them is not published with it. Pure.
 */
import type { ScanContainerTag } from '@luvalla/contract/consent/scans.ts';
import { owned } from './owned.ts';

export interface ContainerTag extends ScanContainerTag {
	/** Every text of the tag: its HTML, ids, addresses. */
	readonly text: string;
}

const MOST_TAGS = 500;
const MOST_TEXT = 20_000;

/** The id of the container that an address loads. */
export const containerOf = (url: string): string | undefined => /\/gtm\.js\?(?:[^#]*&)?id=(GTM-[A-Z0-9]+)/.exec(url)?.[1];

/** The list that begins at `at`, to its own end, whatever brackets stand in its texts; '' where it has none. */
const listAt = (script: string, at: number): string => {
	let depth = 0;
	let quoted = false;
	for (let i = at; i < script.length; i++) {
		const letter = script[i];
		if (letter === '\\') i += 1;
		else if (letter === '"') quoted = !quoted;
		else if (!quoted && letter === '[') depth += 1;
		else if (!quoted && letter === ']' && --depth === 0) return script.slice(at, i + 1);
	}
	return '';
};

const textsIn = (value: unknown): string[] =>
	typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];

/** Of the script of a container; none where it is not written as they are. */
export const containerTags = (script: string): ContainerTag[] => {
	const begin = /"tags"\s*:\s*(?=\[)/.exec(script);
	if (!begin) return [];
	let list: unknown;
	try {
		list = JSON.parse(listAt(script, begin.index + begin[0].length));
	} catch {
		// It is a page's own script that bears the name.
		return [];
	}
	return (Array.isArray(list) ? list : []).slice(0, MOST_TAGS).flatMap((one: unknown) => {
		if (typeof one !== 'object' || one === null) return [];
		const { function: kind, tag_id: id } = one as Record<string, unknown>;
		if (typeof kind !== 'string' || typeof id !== 'number' || !Number.isInteger(id)) return [];
		return [{ id, kind: kind.replace(/^__/, '').slice(0, 60), text: owned(textsIn(one).join('\n').slice(0, MOST_TEXT)) }];
	});
};

/** What a tag's text says of what it loads: the address without its query, and the ids in that. */
const cluesOf = (loaded: string | undefined): string[] => {
	const url = URL.parse(loaded ?? '');
	return url ? [`${url.host}${url.pathname}`, ...[...url.searchParams.values()].filter((one) => one.length > 5)] : [];
};

/**
 * The one tag that speaks of what was loaded, else of the thing itself; null: none does, or several.
 * @param loaded the address that the container's script asked for
 */
export const tagFor = (
	tags: readonly ContainerTag[],
	loaded: string | undefined,
	item: { readonly name: string; readonly host: string },
): ScanContainerTag | null => {
	let left = tags;
	for (const clue of [...cluesOf(loaded), item.name, item.host.replace(/^\./, '')]) {
		const found = left.filter(({ text }) => text.includes(clue));
		const [only] = found;
		if (only && found.length === 1) return { id: only.id, kind: only.kind };
		if (found.length > 0) left = found;
	}
	return null;
};
