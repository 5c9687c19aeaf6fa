/** What publications of either kind have in common: what they are made of, and how their files and pointers begin. Pure. */
import type { BannerLanguage, InLanguages } from '@luvalla/contract/consent/languages';
import type { LightConfig } from '@luvalla/contract/consent/light';
import { palest } from './contrast.ts';
import { directionOf, textsIn } from './languages/reading.ts';
import type { LanguageWords } from './languages/words.ts';
import { type PublishedFile, reopenLook } from './look.ts';
import type { Palette, Placed, Pointer } from './shapes.ts';

/** A configuration, as far as its kind makes no difference. */
export interface AnyConfig
	extends Pick<LightConfig, 'languages' | 'reask' | 'geo' | 'colours' | 'position' | 'reopen' | 'corners' | 'font' | 'fontName'> {
	texts: InLanguages<{ reopen: string }>;
}

export interface Publication {
	domainId: string;
	/** The customer's log, for links to receipts. */
	logId?: string | undefined;
	hostName: string;
	configurationTitle: string;
	/** Number of this publication, from 1. */
	version: number;
	template: string;
	config: AnyConfig;
	/** The banner's own words in each of its languages. */
	words: InLanguages<LanguageWords>;
	/** Key of what is asked (a category's, or `p1` … `sf2`) → the purpose that its yes grants. */
	purposes: Record<string, { id: string; version: number; name: string }>;
	sdkVersion: string;
	bundleVersion: string;
	/** Text of the build output `google.js` of the loader's version; one before 0.4.0 has none. */
	google?: string | undefined;
	/** The loader reads a list (0.3.0 and later), not the object. */
	wired: boolean;
}

/** A twelfth of a year, so that 12 months are 366 days, never less than a year. */
const DAYS_OF_A_MONTH = 30.44;

/** What was published, for whoever asks later. @param more what this kind says beside it */
export const configFile = (input: Publication, more: object = {}): PublishedFile => {
	const { domainId, hostName, configurationTitle: title, version, template, sdkVersion, bundleVersion, purposes, config } = input;
	const said = { domainId, hostName, title, version, template, sdkVersion, bundleVersion, ...more, purposes, config };
	return { path: 'config.json', type: 'application/json; charset=utf-8', text: `${JSON.stringify(said, null, '\t')}\n` };
};

/** A script of the folder, where there is one. */
export const scriptFile = (path: string, text: string | undefined): PublishedFile[] =>
	text === undefined ? [] : [{ path, type: 'text/javascript; charset=utf-8', text }];

/** What every pointer says. @param keys what is asked, and what that lets in */
export const pointerOf = (
	{ sdkVersion, config }: Pick<Publication, 'sdkVersion' | 'config'>,
	folder: string,
	keys: Pick<Pointer, 'necessary' | 'asked' | 'storage'>,
): Pointer => ({
	folder,
	version: sdkVersion,
	language: config.languages[0] ?? 'en',
	...keys,
	days: [Math.ceil(config.reask.noMonths * DAYS_OF_A_MONTH), Math.ceil(config.reask.yesMonths * DAYS_OF_A_MONTH)],
	reopen: Object.fromEntries(config.languages.map((language) => [language, textsIn(config.texts, language).reopen])),
	look: reopenLook(config),
});

/** Where nobody can tell the place, the strictest. */
export const geoOf = ({ geo }: Pick<LightConfig, 'geo'>): Pick<Pointer, 'geo'> =>
	geo === 'everywhere' ? {} : { geo: { rule: geo, country: null, region: null, mode: 'opt-in' } };

/** How and where the layers stand. @param template shape of a light banner */
export const placedIn = (
	template: string,
	config: Pick<LightConfig, 'position' | 'colours'>,
	language: BannerLanguage,
): Omit<Placed, 'look'> => ({
	language,
	dir: directionOf(language),
	template,
	position: config.position,
	palette: paletteOf(config.colours),
});

export const paletteOf = (c: LightConfig['colours']): Palette => ({
	...c,
	soft: palest(c.text, c.background, 6.5),
	edge: palest(c.text, c.background, 3.2),
	line: palest(c.text, c.background, 1.25),
});
