/** A stored pointer taken apart and put together again as it is served: what is known only then goes in. Pure. */
import { knownSeen } from './known.ts';
import { HEAD, literal, scriptOf } from './script.ts';
import type { Pointer, PointerGeo } from './shapes.ts';
import { fromWire, toWire, type Wire } from './wire.ts';

/** A stored pointer's two halves: what it runs, and what it knows. */
export interface OpenPointer {
	readonly script: string;
	readonly pointer: Pointer;
	/** The script reads a list, not the object. */
	readonly wired: boolean;
}

/** Chooses between two publications: the one that the kept choice was made on, else by chance for this page view. Nothing is stored. */
const ARM = `((s,a,b)=>{try{var f=/(?:^|; )luvalla=1~([^;~]*)/.exec(document.cookie)}catch{}return(f?f[1]===b[0]:Math.random()<s)?b:a})`;

/** @throws Error when the text is no pointer file of ours. */
export const openPointer = (text: string): OpenPointer => {
	// The value has no line break of its own, so the last one of the file is the border.
	const border = text.lastIndexOf('\n})(');
	const end = text.lastIndexOf(');');
	if (!text.startsWith(HEAD) || border < 0 || end < border) throw new Error('This is no pointer file.');
	const script = text.slice(HEAD.length, border);
	const value = text.slice(border + '\n})('.length, end);
	if (value.startsWith(ARM)) {
		const [share, main, other]: [number, Wire, Wire] = JSON.parse(`[${value.slice(ARM.length + 1, -1)}]`);
		return { script, pointer: { ...fromWire(main), test: [share, fromWire(other)] }, wired: true };
	}
	const given: Wire | Pointer = JSON.parse(value);
	return Array.isArray(given) ? { script, pointer: fromWire(given), wired: true } : { script, pointer: given, wired: false };
};

/** Publications that are served as one: the live one and, in a test, the other. */
export interface Arms {
	readonly main: OpenPointer;
	readonly other?: OpenPointer | undefined;
}

/**
 * The same with only the known tags that a look has seen on the site. Where none is left the loader goes without them:
 * a returning visitor loads it with every page.
 * @param bare text of that loader, of the version that the publications run
 */
export const seenOnly = ({ main, other }: Arms, seen: readonly string[], bare: string): Arms => {
	const narrow = (one: OpenPointer): OpenPointer => {
		const { known = {}, ...pointer } = one.pointer;
		const left = knownSeen(known, seen);
		return { ...one, pointer: Object.keys(left).length > 0 ? { ...pointer, known: left } : pointer };
	};
	const arms = { main: narrow(main), other: other && narrow(other) };
	// One script runs both.
	return arms.main.pointer.known || arms.other?.pointer.known ? arms : { ...arms, main: { ...arms.main, script: bare.trim() } };
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
export const servePointer = ({ script, pointer, wired }: OpenPointer, { geo, test, base }: Serving = {}): string => {
	const known = (one: Pointer): Pointer => ({
		...one,
		...(one.geo && geo && { geo: geo(one.geo.rule) }),
		...(base !== undefined && { base }),
	});
	const main = known(pointer);
	if (!test) return scriptOf('LUVALLA', wired ? literal(toWire(main)) : literal(main), script);
	const other = known(test.other.pointer);
	return wired
		? scriptOf('LUVALLA', `${ARM}(${test.share},${literal(toWire(main))},${literal(toWire(other))})`, script)
		: scriptOf('LUVALLA', literal({ ...main, test: [test.share, other] }), script);
};
