/** What the published TCF files carry: shared by the assembler (Node) and the runtime (browser). */
import type { FirstWords, LayerWords, LightWords } from '../languages/words.ts';
import type { OwnData, Placed } from '../shapes.ts';

/** A restriction of the publisher: purpose, type (0 not allowed, 1 consent, 2 legitimate interest), then ranges of vendors. */
export type Restriction = [purpose: number, type: number, ranges: [first: number, last: number][]];

/** Everything that a TC string says. Instants are deciseconds of whole UTC days. */
export interface Tc {
	created: number;
	cmpId: number;
	cmpVersion: number;
	/** Layer on which the choice was made: 1 or 2. */
	screen: number;
	/** ISO 639-1, capitals. */
	language: string;
	listVersion: number;
	policyVersion: number;
	/** ISO 3166-1 alpha-2, capitals. */
	country: string;
	specialFeatures: number[];
	purposes: number[];
	purposesLi: number[];
	vendors: number[];
	vendorsLi: number[];
	restrictions: Restriction[];
	disclosed: number[];
	publisher: number[];
	publisherLi: number[];
}

/** What the pointer carries for TCF beside the core's own. */
export interface TcfPointer {
	cmpId: number;
	cmpVersion: number;
	/** Version of the vendor list that was published, and of the policies it follows. */
	listVersion: number;
	policyVersion: number;
	country: string;
	/** A string made on an older list than this is asked again: a change since was material. */
	reaskBelow: number;
	/** Providers of Google's additional consent list are asked for. */
	ac: boolean;
	/** Set by the runtime: what the layers tell the API. */
	api?: TcfSide;
}

/** How the layers reach the API and the stored string. */
export interface TcfSide {
	/** The valid string of this visitor, decoded; null: none. */
	kept(): Tc | null;
	/** What of it stands: without its yeses where one is too old. */
	tc(): Tc | null;
	/** The additional consent string; empty: none. */
	ac(): string;
	/** PingReturn's `displayStatus`. */
	display(): string;
	/** The layers are on the screen. The strings say what they disclose, for as long as there is no choice. */
	shown(tcString: string, ac: string): void;
	/** They are gone without a choice. */
	hidden(): void;
	/** Takes over the string that the device has, or that another tab tells in the words of cookies; answers whether it is a new one. */
	reread(told?: string | null): boolean;
	/** The kept strings, where they were chosen on another publication and are not brought within this one yet. */
	strange(): [tcString: string, ac: string] | false;
	/** Set by the layers: brings them within it. */
	narrow?(): void;
	/** They are. */
	within(tcString: string, ac: string): void;
	/** Set by the Global Privacy Platform's part: layers came or went; after a choice `luvalla:choice` follows. */
	layer?(now: 'visible' | 'hidden', chosen?: true): void;
	/** A choice was made. */
	chosen(tcString: string, ac: string): void;
}

/** What the first layer and the control say, whole sentences. */
export interface TcfWords extends LightWords, Pick<FirstWords, 'data' | 'special' | 'legitimate' | 'missing' | 'retry' | 'back'> {
	/** The link to the partners stands in the middle. */
	device: [before: string, partners: string, after: string];
	/** Where the choice holds, how it is taken back, and that nothing follows from a no. */
	withdraw: string;
}

/** Vendors as first id, then distances: short, and short again when packed. */
export type Ids = number[];

/** One line of the first layer: a stack, purpose or special feature by its official name. */
export interface FirstLine {
	name: string;
	/** Official description of a stack; empty for a purpose, whose own stands on the second layer. */
	about: string;
}

/** What `tcf.<language>.js` carries: the first layer, in a shape of the light banner, and what a choice on it is made of. */
export interface TcfData extends Placed {
	words: TcfWords;
	texts: {
		title: string;
		intro: string;
		refuse: string;
		accept: string;
		choose: string;
		save: string;
		choicesTitle: string;
		reopen: string;
		policyLabel: string;
		policyUrl: string;
	} & OwnData;
	/** Partners that are named on the second layer: vendors and additional providers. */
	partners: number;
	/** Stacks and purposes, then special features. */
	lines: FirstLine[];
	specialLines: FirstLine[];
	/** Purposes asked for with consent, and resting on legitimate interest. */
	purposes: number[];
	purposesLi: number[];
	specialFeatures: number[];
	/** Vendors that ask for consent, rest on legitimate interest, and all that are disclosed. */
	vendors: Ids;
	vendorsLi: Ids;
	disclosed: Ids;
	/** Vendors with special purposes only: nothing is asked of them, disclosure is their legal basis. */
	vendorsSpecial: Ids;
	publisher: number[];
	publisherLi: number[];
	restrictions: Restriction[];
	/** Additional consent providers. */
	ac: number[];
	storageDays: number;
}

/** A purpose, special purpose, feature or special feature on the second layer. */
export interface LayerItem {
	id: number;
	name: string;
	about: string;
	/** Official examples. */
	examples: string[];
	/** Vendors asking for consent, and resting on legitimate interest (special ones and features: all in the first). */
	count: number;
	countLi: number;
	/** The same in words. */
	counts: string;
}

/** Vendor: id, name, purposes by consent, by legitimate interest, special purposes, features, special features, data categories, links, storage. */
export interface LayerVendor {
	id: number;
	name: string;
	c: number[];
	l: number[];
	s: number[];
	f: number[];
	x: number[];
	d: number[];
	/** Privacy policy, and claim of the legitimate interest. */
	u: [policy: string, claim: string];
	/** Seconds that it stores at most; 0: session; null: it does not store. Then: refreshed; other means than cookies. */
	m: [seconds: number | null, refreshed: boolean, other: boolean];
	/** Days that data is kept: the usual, and purposes that differ (`p3`, `s1`). */
	r: [usual: number | null, other: Record<string, number>];
	/** Address of its own storage disclosure. */
	o: string;
}

/** What `tcflayer.<language>.js` carries: the whole list, as far as this configuration shows it. */
export interface TcfLayer {
	words: LayerWords;
	/** Every length of time in it, in words: `3d`, `2h`, `30m`. */
	times: Record<string, string>;
	purposes: LayerItem[];
	specialFeatures: LayerItem[];
	specialPurposes: LayerItem[];
	features: LayerItem[];
	dataCategories: Record<number, [name: string, about: string]>;
	vendors: LayerVendor[];
	ac: { id: number; name: string; url: string }[];
	updated: string;
}

/** What a visitor chose. Vendors by id. */
export interface TcfChoice {
	screen: 1 | 2;
	purposes: number[];
	purposesLi: number[];
	specialFeatures: number[];
	vendors: number[];
	vendorsLi: number[];
	ac: number[];
}
