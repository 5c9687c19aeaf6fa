/** What the published files carry: shapes shared by the assembler (Node) and the runtime (browser). */

import type { DeclarationWords, FrameWords, LightWords } from './languages/words.ts';
import type { Look, Palette } from './palette.ts';
import type { MessageWords, PushWords } from './push/words.ts';
import type { TcfPointer } from './tcf/shapes.ts';

export type { Look, Palette };

/** Category key → answer. */
export type Values = Record<string, boolean>;

/** What `/cmp/d/{domainId}.js` knows; in the file it stands as `wire.ts` says. */
export interface Pointer {
	folder: string;
	/** For loaders before 0.3.0; later ones leave it to the layers. */
	domainId?: string;
	version: string;
	/** Used when the visitor's own is not among those of `reopen`: the first of them. */
	language: string;
	/** Keys of categories that are always on. */
	necessary: string[];
	/** Keys of categories that ask. */
	asked: string[];
	/** Google storage type → keys of the categories that allow it; one without any stays denied. */
	storage: Record<string, string[]>;
	/** Google Consent Mode: what the default says beside the storage types, then names that are set to true. */
	google?: [rules: { wait_for_update?: number; region?: string[] }, ...set: string[]];
	/** Days that a no [0] and a yes [1] stand. */
	days: [number, number];
	/** Category key → second since which its words say materially more: an earlier yes no longer stands, an earlier no does. */
	material?: Record<string, number>;
	/** Name of the small button in every language there is. */
	reopen: Record<string, string>;
	/** Of the way back to the choices: ground, ink, side, and its style sheet (empty: it is not drawn). */
	look: [ground: string, ink: string, side: string, sheet?: string];
	/** Keys of the categories that "sale and sharing" is about: Global Privacy Control turns them off. */
	sale?: string[];
	/** Category key → hosts (and paths) of known tags, as alternatives of a regular expression. */
	known?: Record<string, string>;
	/** Category key → names of its cookies, as alternatives of a regular expression: looked for where it was refused. */
	cookies?: Record<string, string>;
	/** Registrable domain on which the choice is kept for every host under it. */
	cookie?: string;
	/** Other hosts of the customer that a link hands the choice to, and that may hand one to this host. */
	joined?: string[];
	/** Origin of the runtime, where the script itself has no address (the inline form). */
	base?: string;
	/** Absent: opt-in everywhere. */
	geo?: PointerGeo;
	/** Share (0 to 1) of visitors without a choice who see the other publication, and its pointer. */
	test?: [share: number, pointer: Pointer];
	/** For loaders before 0.3.0: name of the layers' file before its language. */
	bundle?: string;
	/** The banner is a strip along the top, for which the loader makes room. */
	strip?: true;
	/** A yes lets visitors be remembered: `events.js` is loaded with every page. */
	events?: true;
	/** A yes lets messages come to the browser: `push.<language>.js` is loaded with every page, `messages.js` after that yes. */
	push?: true;
	/** Present when the domain asks by the Transparency and Consent Framework. */
	tcf?: TcfPointer;
}

/** Where the visitor is, and what that means. Filled in by the server as it serves. */
export interface PointerGeo {
	/** The configuration's rule. */
	rule: 'everywhere' | 'eea' | 'us-optout';
	/** ISO 3166-1 alpha-2; null: unknown. */
	country: string | null;
	/** Second half of the ISO 3166-2 code; null: unknown. */
	region: string | null;
	/** What the rule says there: ask first; offer the way out; ask nothing. */
	mode: 'opt-in' | 'opt-out' | 'none';
}

export interface LightCategory {
	key: string;
	necessary: boolean;
	/** Only its own switch turns it on: it lets somebody send messages, so "Accept all" leaves it off. */
	alone: boolean;
	name: string;
	about: string;
	/** Name, provider, how long it is kept, and what it is for where that is written. */
	cookies: [name: string, provider: string, keeps: string, about?: string][];
	/** Their number, in words. */
	count: string;
}

/** What is true of a published file of either kind, beside what it shows. */
export interface Published {
	domainId: string;
}

/** What `tidy.js` carries: category key → names of its cookies, `*` at the end standing for any ending. */
export type TidyData = Record<string, string[]>;

/** What `events.js` carries. */
export interface EventsData {
	domainId: string;
	/** The category whose yes lets visitors be remembered. */
	category: string;
}

/** What `push.<language>.js` carries. */
export interface PushData extends Shown {
	domainId: string;
	/** The category whose yes lets messages come. */
	category: string;
	/** The category whose yes lets visitors be remembered. */
	remembers: string;
	words: PushWords;
}

/** What `messages.js` carries. */
export interface MessagesData {
	domainId: string;
	/** The category whose yes lets messages come. */
	category: string;
	/** The category whose yes lets visitors be remembered. */
	remembers: string;
}

/** What `message.<language>.js` carries. */
export interface MessageData extends Shown {
	words: MessageWords;
}

/** The second layer's link to what is kept of its reader. Empty or absent: there is none. */
export interface OwnData {
	ownDataLabel?: string;
	ownDataUrl?: string;
}

/** How and where layers stand, in one language. */
export interface Placed {
	language: string;
	/** How that language is read. */
	dir: 'ltr' | 'rtl';
	template: string;
	position: string;
	palette: Palette;
	look?: Look;
}

/** What every part shows of a configuration in one language. */
export interface Shown extends Placed {
	texts: {
		title: string;
		body: string;
		refuse: string;
		accept: string;
		choose: string;
		save: string;
		choicesTitle: string;
		alwaysOn: string;
		policyLabel: string;
		policyUrl: string;
	} & OwnData;
	categories: LightCategory[];
}

/** What `light.<language>.js` carries beside the bundle. */
export interface LightData extends Shown {
	words: LightWords;
}

/** What `frames.<language>.js` carries. */
export interface FramesData extends Shown {
	words: FrameWords;
}

/** What `declaration.<language>.js` carries. */
export interface DeclarationData extends Shown {
	words: DeclarationWords;
	/** The customer's log, which the links to receipts name: another customer may be sent the same id. What was published before has none. */
	log?: string;
}
