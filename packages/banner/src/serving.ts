/** A stored pointer taken apart and put together again as it is served: what is known only then goes in. Pure. */
import { given, HEAD } from './script.ts';
import type { Pointer, PointerGeo } from './shapes.ts';

/** A stored pointer's two halves: what it runs, and what it knows. */
export interface OpenPointer {
	readonly script: string;
	readonly pointer: Pointer;
}

/** @throws Error when the text is no pointer file of ours. */
export const openPointer = (text: string): OpenPointer => {
	// The value has no line break of its own, so the last one of the file is the border.
	const border = text.lastIndexOf('\n})(');
	const end = text.lastIndexOf(');');
	if (!text.startsWith(HEAD) || border < 0 || end < border) throw new Error('This is no pointer file.');
	const pointer: Pointer = JSON.parse(text.slice(border + '\n})('.length, end));
	return { script: text.slice(HEAD.length, border), pointer };
};

/** What is known only when it is served. */
export interface Serving {
	/** Answers what a rule says where the visitor is. */
	geo?: (rule: PointerGeo['rule']) => PointerGeo;
	/** The other publication of a test, and the share (0 to 1) of visitors without a choice that sees it. */
	test?: { other: OpenPointer; share: number } | undefined;
	/** Origin of the runtime, for the inline form. */
	base?: string;
}

/** The text to serve: the stored pointer with what is known only now. Without anything, it is the stored text. */
export const servePointer = ({ script, pointer }: OpenPointer, { geo, test, base }: Serving = {}): string => {
	const placed = (one: Pointer): Pointer => (one.geo && geo ? { ...one, geo: geo(one.geo.rule) } : one);
	const served: Pointer = {
		...placed(pointer),
		...(test && { test: [test.share, placed(test.other.pointer)] }),
		...(base !== undefined && { base }),
	};
	return given('LUVALLA', served, script);
};
