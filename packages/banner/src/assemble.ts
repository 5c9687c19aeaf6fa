/**
 * Makes the files that publishing writes. Pure: the same input gives the same bytes, so that the folder's name can be
 * the hash of its content. The server reads the build outputs, hashes, stores and serves.
 */
import type { BannerLanguage, InLanguages } from '@luvalla/contract/consent/languages';
import type { LightConfig } from '@luvalla/contract/consent/light';
import { googleOf, withGoogle } from './google.ts';
import { kindOf } from './kinds.ts';
import { knownTags } from './known.ts';
import { textsIn } from './languages/reading.ts';
import { counted, type LanguageWords } from './languages/words.ts';
import { lifetimeWords } from './lifetime-words.ts';
import { logoFiles, lookOf, type PublishedFile, pruned, served } from './look.ts';
import { namesMessaging } from './messaging.ts';
import { configFile, geoOf, type Publication, placedIn, pointerOf, scriptFile } from './publication.ts';
import type { PushWords } from './push/words.ts';
import { given } from './script.ts';
import type { EventsData, LightCategory, LightData, MessagesData, Pointer, Shown, TidyData } from './shapes.ts';
import { toWire } from './wire.ts';

/** Parts that carry texts, and so come in each language, and those that do not. */
export const PARTS = {
	spoken: ['frames', 'declaration', 'join', 'push', 'message'],
	silent: ['wake', 'tidy', 'events', 'messages'],
} as const;
export type PartName = (typeof PARTS)['spoken' | 'silent'][number];

export interface PublishInput extends Publication {
	config: LightConfig;
	/** Text of the build output `sdk.js` of that version; from 0.3.0 on `sdkbare.js` where known tags are not stopped. */
	sdk: string;
	/** Text of `sdkbare.js` of that version: served in the place of `sdk` where a look at the site has seen no known tag. */
	bare?: string | undefined;
	/** Text of the build output `light.js` of that version. */
	light: string;
	/** Text of `guard.js` of an sdk before 0.3.0, which stops no known tags without it. */
	guard?: string | undefined;
	/** Text of the build output `strip.js` of an sdk that has one: makes room for a strip along the top. */
	strip?: string | undefined;
	/** Texts of the bundle's parts that only some pages load; a version before 0.2.0 has none. */
	parts?: Partial<Record<PartName, string>>;
	/** Key of the category whose yes lets visitors be remembered. */
	remembers?: string | undefined;
	/** Key of the category whose yes lets messages come to the browser; only of who is remembered. */
	pushes?: string | undefined;
	/** What the runtime says of them. */
	pushWords?: InLanguages<PushWords> | undefined;
	/** Registrable domain of the host, where the configuration lets subdomains share one choice. */
	cookieDomain?: string | undefined;
}

export const contentOf = (file: PublishedFile): string | Uint8Array => file.bytes ?? file.text;

/** What `template` may be; a configuration without one (NA) is a bottom bar. */
const SHAPES: readonly [string, ...string[]] = ['bottom-bar', 'box', 'centre-dialog', 'inline-strip', 'minimal-corner'];
const shapeOf = (template: string): string => (SHAPES.includes(template) ? template : SHAPES[0]);

/** In a folder: the loader without known tags. A folder before 0.4.0 has none, and is served as it was stored. */
export const BARE = 'sdkbare.js';

/** The files of an immutable folder. They do not name the folder, whose name is made from them. */
export const assembleFolder = (input: PublishInput): PublishedFile[] => [
	configFile(input),
	...Object.entries({ light: pruned(input.light, shapeOf(input.template), input.config), ...spoken(input) }).flatMap(([name, script]) =>
		input.config.languages.flatMap((language) => {
			const own = textsIn(input.words, language);
			const words: Record<string, object> = {
				light: lightWords(own),
				frames: own.frames,
				declaration: own.declaration,
				...(input.pushWords && { push: textsIn(input.pushWords, language), message: textsIn(input.pushWords, language) }),
			};
			const push = name === 'push' ? { category: input.pushes, remembers: input.remembers } : {};
			const log = name === 'declaration' && input.logId !== undefined ? { log: input.logId } : {};
			const shown = served(shownIn(input.template, input.config, language, own, input.purposes));
			const data = { domainId: input.domainId, ...shown, ...(words[name] && { words: words[name] }), ...log, ...push };
			return scriptFile(`${name}.${language}.js`, given('LUVALLA_LIGHT', data, script));
		}),
	),
	...scriptFile('sdk.js', input.sdk),
	...scriptFile(BARE, bareOf(input)),
	...scriptFile('wake.js', input.parts?.wake),
	...scriptFile('tidy.js', withData('LUVALLA_TIDY', cookiesOf(input.config), input.parts?.tidy)),
	...(remembers(input) ? scriptFile('events.js', withData('LUVALLA_EVENTS', eventsData(input), input.parts?.events)) : []),
	...(pushes(input) ? scriptFile('messages.js', withData('LUVALLA_MESSAGES', messagesData(input), input.parts?.messages)) : []),
	...logoFiles(input.config),
];

const bareOf = ({ bare, config, google, ...input }: PublishInput): string | undefined =>
	bare === undefined || Object.keys(knownTags(config)).length === 0
		? undefined
		: withEvents(withGoogle(bare, googleOf(config), google), { ...input, config });

/** A part with what it carries, where there is one. */
const withData = (name: string, data: object, script: string | undefined): string | undefined => script && given(name, data, script);

const eventsData = ({ domainId, remembers = '' }: PublishInput): EventsData => ({ domainId, category: remembers });
const messagesData = ({ domainId, pushes = '', remembers = '' }: PublishInput): MessagesData => ({ domainId, category: pushes, remembers });

/** Parts of sites whose visitors may be sent messages. */
const OF_MESSAGES: readonly string[] = ['push', 'message'];

const spoken = (input: PublishInput): Record<string, string> =>
	Object.fromEntries(
		PARTS.spoken.flatMap((name) => {
			const script = input.parts?.[name];
			return script === undefined || (OF_MESSAGES.includes(name) && !pushes(input)) ? [] : [[name, script]];
		}),
	);

/** Cookies of what is asked about, by its key. */
const cookiesOf = ({ categories }: LightConfig): TidyData =>
	Object.fromEntries(categories.filter((c) => !c.necessary && c.cookies.length > 0).map((c) => [c.key, c.cookies.map(({ name }) => name)]));

/** The same as the loader looks for them. */
const cookiePatterns = (config: LightConfig): Record<string, string> =>
	Object.fromEntries(
		Object.entries(cookiesOf(config)).map(([key, names]) => [
			key,
			names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\\\*$/, '[^=]*')).join('|'),
		]),
	);

const remembers = ({ remembers: key, parts, wired }: PublishInput): boolean => Boolean(key) && parts?.events !== undefined && wired;

const pushes = (input: PublishInput): boolean =>
	remembers(input) && Boolean(input.pushes) && input.parts?.push !== undefined && input.pushWords !== undefined;

/** Loads `events.js` where the publication that is shown has one. Not in the core: most sites remember nobody. */
const EVENTS = 'window.luvalla?.$.wire[10]?.events&&window.luvalla.$.load("events");';
const PUSH = 'window.luvalla?.$.wire[10]?.push&&window.luvalla.$.load("push."+window.luvalla.$.language());';
const withEvents = (loader: string, input: PublishInput): string =>
	remembers(input) ? `${loader.trim()}\n${EVENTS}\n${pushes(input) ? `${PUSH}\n` : ''}` : loader;

/** The text of `/cmp/d/{domainId}.js`: the core with what it must know at once. */
export const assemblePointer = (input: PublishInput, folder: string): string => {
	const { config } = input;
	const asked = config.categories.filter((c) => !c.necessary);
	const sale = asked.filter((c) => kindOf(c) === 'marketing').map((c) => c.key);
	const { wired } = input;
	const known = wired || input.guard !== undefined ? knownTags(config) : {};
	const guarded = Object.keys(known).length > 0;
	const { domains } = config.joined;
	const cookies = cookiePatterns(config);
	const strip = input.template === 'inline-strip' && config.position === 'top' ? input.strip : undefined;
	const keys = {
		necessary: config.categories.filter((c) => c.necessary).map((c) => c.key),
		asked: asked.map((c) => c.key),
		storage: storageOf(config),
	};
	const pointer: Pointer = {
		...pointerOf(input, folder, keys),
		...(sale.length > 0 && { sale }),
		...(guarded && { known }),
		...(input.parts?.tidy !== undefined && Object.keys(cookies).length > 0 && { cookies }),
		...(input.cookieDomain !== undefined && { cookie: input.cookieDomain }),
		...(domains.length > 0 && { joined: domains }),
		...googleOf(config),
		...(strip !== undefined && { strip: true }),
		...(remembers(input) && { events: true }),
		...(pushes(input) && { push: true }),
		...geoOf(config),
	};
	const loader = strip === undefined ? input.sdk : `${strip.trim()}\n${input.sdk}`;
	if (wired) return given('LUVALLA', toWire(pointer), withEvents(withGoogle(loader, pointer, input.google), input));
	return given('LUVALLA', { ...pointer, domainId: input.domainId }, guarded ? `${input.guard?.trim()}\n${input.sdk}` : input.sdk);
};

/** Consent Mode v2's four signals are always there, denied unless a category allows them; others only when named. */
const storageOf = (config: LightConfig): Record<string, string[]> => {
	const storage: Record<string, string[]> = { ad_storage: [], ad_user_data: [], ad_personalization: [], analytics_storage: [] };
	for (const { key } of config.categories)
		for (const type of config.consentMode[key] ?? []) storage[type] = [...(storage[type] ?? []), key];
	return storage;
};

/** The line that a customer copies, first in `head`. */
export const snippetOf = (publicUrl: string, domainId: string): string =>
	`<script src="${publicUrl.replace(/\/+$/, '')}/cmp/d/${domainId}.js"></script>`;

/** Everything that the light banner shows in one language. */
export const lightData = (
	template: string,
	config: LightConfig,
	language: BannerLanguage,
	words: LanguageWords,
	purposes: PublishInput['purposes'] = {},
): LightData => ({
	...shownIn(template, config, language, words, purposes),
	words: lightWords(words),
});

export const lightWords = ({ light: { cookies: _, ...words } }: Pick<LanguageWords, 'light'>): LightData['words'] => words;

const shownIn = (
	template: string,
	config: LightConfig,
	language: BannerLanguage,
	words: LanguageWords,
	purposes: PublishInput['purposes'],
): Shown => {
	const { reopen: _, ...texts } = textsIn(config.texts, language);
	return {
		...placedIn(shapeOf(template), config, language),
		...lookOf(config, language),
		texts,
		categories: config.categories.map((category) => ({
			key: category.key,
			necessary: category.necessary,
			alone: namesMessaging(purposes[category.key]?.name ?? textsIn(category.texts, language).name),
			...textsIn(category.texts, language),
			cookies: category.cookies.map((one) => cookieIn(one, language)),
			count: category.cookies.length ? counted(language, words.light.cookies, category.cookies.length) : '',
		})),
	};
};

/** A cookie as a language says it; its description is left out where there is none in it. */
const cookieIn = (
	{ name, provider, keeps, lifetimeSeconds = 0, about }: LightConfig['categories'][number]['cookies'][number],
	language: BannerLanguage,
): LightCategory['cookies'][number] => {
	const kept = keeps === '' ? lifetimeWords(lifetimeSeconds, language) : keeps;
	const said = about?.[language] ?? '';
	return said === '' ? [name, provider, kept] : [name, provider, kept, said];
};
