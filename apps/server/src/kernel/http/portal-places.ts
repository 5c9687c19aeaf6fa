/** What the build wrote of the portal's addresses (`apps/portal/write-places.ts`): which are its, and which files and answers each needs. */
import * as z from 'zod';

const Part = z.object({ files: z.array(z.string()), finnish: z.array(z.string()) });
/** Files of the portal's page: for everybody, and beside them for who reads Finnish. Paths below its folder. */
type Part = z.infer<typeof Part>;

export const PortalPlaces = z.object({
	/** First parts of its paths, in lower case. */
	beginnings: z.array(z.string()),
	/** Pages that are the same for everybody. */
	sessionless: z.array(z.string()),
	/** What every other asks first of the server, where somebody was signed in. */
	session: z.array(z.string()),
	signIn: Part,
	app: Part,
	/** A `$name` of an address asked for is the path's part of that name. */
	screens: z.array(z.object({ path: z.string(), files: z.array(z.string()), asks: z.array(z.string()) })),
});
export type PortalPlaces = z.infer<typeof PortalPlaces>;

/** Null: no path. */
const partsOf = (url: string): string[] | null => {
	try {
		return decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '')
			.split(/[\\/]+/)
			.slice(1);
	} catch {
		return null;
	}
};

/** Whether a path is one of the portal's router, by how it begins; what begins with a dot, anywhere in it, is nobody's. */
export const knows = ({ beginnings }: PortalPlaces): ((url: string) => boolean) => {
	const known = new Set(beginnings);
	return (url) => {
		const parts = partsOf(url);
		return parts !== null && known.has((parts[0] ?? '').toLowerCase()) && !parts.some((part) => part.startsWith('.'));
	};
};

/** What an address needs, as far as it says it itself. */
export interface Ahead {
	/** Of somebody who was signed in when the page was last left. */
	readonly signedIn: Part;
	/** Of everybody else. */
	readonly signedOut: Part;
	/** Beside the first: the screen's, which is drawn once it is known who opens it. */
	readonly screen: readonly string[];
	/** Asked of the server before any code is there, where somebody was signed in: to begin the session, and by the screen. */
	readonly asks: readonly string[];
}

/** The files and answers of an address. */
export const filesAhead = ({ sessionless, session, signIn, app, screens }: PortalPlaces): ((url: string) => Ahead) => {
	const framed = new Set(app.files);
	const templates = screens.map(({ path, files, asks }) => ({
		parts: path.toLowerCase().split('/').slice(1),
		asks,
		files: files.filter((file) => !framed.has(file)),
	}));
	const plain = new Set(sessionless);
	return (url) => {
		const given = (partsOf(url) ?? []).filter((part) => part !== '');
		const parts = given.map((part) => part.toLowerCase());
		if (parts[0] === 'identity') return { signedIn: signIn, signedOut: signIn, screen: [], asks: [] };
		if (plain.has(`/${parts.join('/')}`)) return { signedIn: app, signedOut: app, screen: [], asks: [] };
		const matching = templates.find(
			(one) => one.parts.length === parts.length && one.parts.every((part, at) => part.startsWith('$') || part === parts[at]),
		);
		/** With the path's own parts. */
		const filled = (ask: string): string =>
			ask.replace(/\$\w+/g, (name) => encodeURIComponent(given[matching?.parts.indexOf(name.toLowerCase()) ?? -1] ?? ''));
		return {
			signedIn: app,
			signedOut: signIn,
			screen: matching?.files ?? [],
			asks: [...session, ...(matching?.asks.map(filled) ?? [])],
		};
	};
};
