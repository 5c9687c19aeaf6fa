/** Makes the files that publishing a TCF configuration writes. Pure, like its light neighbour. */
import type { BannerLanguage, InLanguages } from '@luvalla/contract/consent/languages';
import type { TcfConfig } from '@luvalla/contract/consent/tcf';
import type { Declared, Vendor, VendorList, VendorListTexts } from '@luvalla/contract/consent/vendor-lists';
import { lightWords } from '../assemble.ts';
import { googleOf, withGoogle } from '../google.ts';
import { textsIn } from '../languages/reading.ts';
import { counted, filled, type LanguageWords, timeIn } from '../languages/words.ts';
import { logoFiles, lookOf, type PublishedFile, pruned, served } from '../look.ts';
import { configFile, geoOf, type Publication, placedIn, pointerOf, scriptFile } from '../publication.ts';
import { given } from '../script.ts';
import type { Pointer, Shown } from '../shapes.ts';
import { toWire } from '../wire.ts';
import { packIds } from './ids.ts';
import { declaredOf, keysOf, type Use, usageOf } from './list.ts';
import type { FirstLine, LayerItem, LayerVendor, TcfData, TcfLayer } from './shapes.ts';
import { timeOf } from './times.ts';

/** Official texts by language; English ones are the list's own. */
export type OfficialTexts = InLanguages<VendorListTexts>;

export interface TcfPublishInput extends Publication {
	config: TcfConfig;
	list: VendorList;
	texts: OfficialTexts;
	cmpId: number;
	cmpVersion: number;
	/** Strings made on an older list are asked again. */
	reaskBelow: number;
	/** Texts of the build outputs `tcfsdk.js` (`tcfsdkus.js` where US laws are heeded), `tcf.js`, `tcflayer.js`, `gpp.js`, `frames.js`, `declaration.js`. */
	builds: Record<'sdk' | 'tcf' | 'layer' | 'gpp' | 'frames' | 'declaration', string>;
	/** Text of `tcfstub.js` of a loader before 0.4.0, which puts its API in the place of a stub. */
	stub?: string | undefined;
	/** Text of `wake.js`; a version before 0.4.0 has none. */
	wake?: string | undefined;
}

/** Shape of the light banner for each template; a configuration without one (NA) is a bar. */
const SHAPES: Record<string, string> = { 'tcf-bar': 'bottom-bar', 'tcf-box': 'box', 'tcf-dialog': 'centre-dialog' };
const shapeOf = (template: string): string => SHAPES[template] ?? 'bottom-bar';

/** The files of an immutable folder. */
export const assembleTcfFolder = (input: TcfPublishInput): PublishedFile[] => {
	const { config, list, texts } = input;
	const use = usageOf(config, list);
	const log = input.logId !== undefined && { log: input.logId };
	const perLanguage = config.languages.flatMap((language) => {
		const words = textsIn(input.words, language);
		const first = { domainId: input.domainId, ...served(tcfData(input.template, config, language, list, texts, words, use)) };
		// Placeholders and the cookie declaration are the light banner's, on the framework's purposes.
		const shown = served(asLight(input.template, config, language, list, texts, use));
		const shared = (['frames', 'declaration'] as const).flatMap((part) => {
			const data = { ...shown, words: words[part], ...(part === 'declaration' && log) };
			return scriptFile(`${part}.${language}.js`, given('LUVALLA_LIGHT', data, input.builds[part]));
		});
		const layer = tcfLayer(config, language, list, texts, words, use);
		return [
			...scriptFile(`tcf.${language}.js`, given('LUVALLA_TCF', first, pruned(input.builds.tcf, shapeOf(input.template), config))),
			...scriptFile(`tcflayer.${language}.js`, given('LUVALLA_LAYER', layer, input.builds.layer)),
			...shared,
		];
	});
	return [
		configFile(input, {
			vendorListVersion: list.vendorListVersion,
			tcfPolicyVersion: list.tcfPolicyVersion,
			cmpId: input.cmpId,
			cmpVersion: input.cmpVersion,
			reaskBelow: input.reaskBelow,
			vendors: use.vendors.map(({ id }) => id),
		}),
		...scriptFile('gpp.js', input.builds.gpp),
		...scriptFile('wake.js', input.wake),
		...perLanguage,
		...logoFiles(config),
	];
};

/** The text of `/cmp/d/{domainId}.js`: the API as its first statement, then the core. */
export const assembleTcfPointer = (input: TcfPublishInput, folder: string): string => {
	const { config, list } = input;
	const use = usageOf(config, list);
	const asked = keysOf(use);
	const storage: Record<string, string[]> = { ad_storage: [], ad_user_data: [], ad_personalization: [], analytics_storage: [] };
	const joint = new Set<string>();
	for (const [type, keys] of Object.entries(config.consentMode)) {
		// A storage type needs every one of its keys; a key that nobody asks for is never allowed.
		const key = keys.join('+');
		if (!keys.length || !keys.every((one) => asked.includes(one))) continue;
		storage[type] = [key];
		if (keys.length > 1) joint.add(key);
	}
	const pointer: Pointer = {
		// No purpose of the framework is `necessary`: what a site's own tags and a frame shown once are marked with.
		...pointerOf(input, folder, { necessary: ['necessary'], asked: [...asked, ...joint], storage }),
		// Every purpose of the framework hands data to partners: the signal turns them all off.
		sale: asked,
		...googleOf(config),
		...geoOf(config),
		tcf: {
			cmpId: input.cmpId,
			cmpVersion: input.cmpVersion,
			listVersion: list.vendorListVersion,
			policyVersion: list.tcfPolicyVersion,
			country: config.publisherCountry,
			reaskBelow: input.reaskBelow,
			ac: config.acProviders.length > 0,
		},
	};
	const loader = input.stub === undefined ? input.builds.sdk : `${input.stub.trim()}\n${input.builds.sdk}`;
	if (input.wired) return given('LUVALLA', toWire(pointer), withGoogle(loader, pointer, input.google));
	return given('LUVALLA', { ...pointer, domainId: input.domainId, necessary: [], bundle: 'tcf' }, loader);
};

/** Official texts in a language; the list's own are English. */
const officialIn = (language: BannerLanguage, list: VendorList, texts: OfficialTexts): VendorListTexts =>
	language === 'en' ? list : (texts[language] ?? list);

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Everything that the first layer shows in one language, and all that its two answers are made of. */
export const tcfData = (
	template: string,
	config: TcfConfig,
	language: BannerLanguage,
	list: VendorList,
	texts: OfficialTexts,
	words: LanguageWords,
	use: Use = usageOf(config, list),
): TcfData => {
	const official = officialIn(language, list, texts);
	const own = textsIn(config.texts, language);
	const partners = use.vendors.length + config.acProviders.length;
	const stacks = config.stacks.flatMap((id) => official.stacks[id] ?? []);
	const inStacks = new Set(stacks.flatMap((stack) => stack.purposes));
	const specialInStacks = new Set(stacks.flatMap((stack) => stack.specialFeatures));
	const named = (id: number): FirstLine => ({ name: tidy(official.purposes[id]?.name ?? ''), about: '' });
	const shown = [...new Set([...use.purposes, ...use.purposesLi])].sort((a, b) => a - b);
	const special = (v: Vendor) => !v.purposes.length && !v.legIntPurposes.length && v.specialPurposes.length > 0;
	const idsWhere = (test: (v: Vendor) => boolean) => packIds(use.vendors.filter(test).map(({ id }) => id));
	return {
		...placedIn(shapeOf(template), config, language),
		...lookOf(config, language),
		texts: own,
		words: firstWords(language, words, own, partners),
		lines: [
			...shown.filter((id) => !inStacks.has(id)).map(named),
			...stacks.map((stack) => ({ name: tidy(stack.name), about: tidy(stack.description) })),
		],
		specialLines: use.specialFeatures
			.filter((id) => !specialInStacks.has(id))
			.map((id) => ({ name: tidy(official.specialFeatures[id]?.name ?? ''), about: '' })),
		partners,
		purposes: use.purposes,
		purposesLi: use.purposesLi,
		specialFeatures: use.specialFeatures,
		vendors: idsWhere(({ id }) => (use.basis.get(id)?.consent.length ?? 0) > 0),
		vendorsLi: idsWhere(({ id }) => (use.basis.get(id)?.legitimate.length ?? 0) > 0),
		disclosed: idsWhere(() => true),
		vendorsSpecial: idsWhere(special),
		publisher: config.publisherPurposes.consents.filter((id) => use.purposes.includes(id)),
		publisherLi: config.publisherPurposes.legitimateInterests.filter((id) => use.purposesLi.includes(id)),
		restrictions: use.restrictions,
		ac: config.acProviders.map(({ id }) => id),
		storageDays: config.storageDays,
	};
};

/** The first layer's sentences, with what this configuration puts into them. */
const firstWords = (
	language: BannerLanguage,
	{ first, ...words }: LanguageWords,
	{ choose, reopen }: { choose: string; reopen: string },
	partners: number,
): TcfData['words'] => {
	const [before = '', after = ''] = first.device.split('{partners}');
	const { data, special, missing, retry, back } = first;
	return {
		...lightWords(words),
		gpc: first.gpc,
		device: [before, counted(language, first.partners, partners), after],
		data,
		special,
		legitimate: filled(first.legitimate, { choose }),
		withdraw: [first.scope, filled(first.withdraw, { reopen }), first.consequence].join(' '),
		missing,
		retry,
		back,
	};
};

/** The framework's purposes in the shape of light categories, for the parts that both kinds load. */
const asLight = (
	template: string,
	config: TcfConfig,
	language: BannerLanguage,
	list: VendorList,
	texts: OfficialTexts,
	use: Use,
): Shown => {
	const official = officialIn(language, list, texts);
	const { title, intro, refuse, accept, choose, save, choicesTitle, policyLabel, policyUrl } = textsIn(config.texts, language);
	return {
		...placedIn(shapeOf(template), config, language),
		texts: { title, body: intro, refuse, accept, choose, save, choicesTitle, alwaysOn: '', policyLabel, policyUrl },
		categories: keysOf(use).map((key) => {
			const entry = declaredOf(official, key);
			return {
				key,
				necessary: false,
				alone: false,
				name: tidy(entry?.name ?? ''),
				about: tidy(entry?.description ?? ''),
				cookies: [],
				count: '',
			};
		}),
	};
};

/** The second layer in one language: the whole list, as far as this configuration asks for it. */
export const tcfLayer = (
	config: TcfConfig,
	language: BannerLanguage,
	list: VendorList,
	texts: OfficialTexts,
	words: LanguageWords,
	use: Use = usageOf(config, list),
): TcfLayer => {
	const official = officialIn(language, list, texts);
	const { consentOf, legitimateOf, usedBy, ...plain } = words.layer;
	const vendors = use.vendors.map((vendor) => layerVendor(vendor, use, language));
	const howMany = (test: (v: Vendor) => boolean): number => use.vendors.filter(test).length;
	const item = (entries: Record<string, Declared>, id: number, count: number, countLi?: number): LayerItem => ({
		id,
		name: tidy(entries[id]?.name ?? ''),
		about: tidy(entries[id]?.description ?? ''),
		examples: (entries[id]?.illustrations ?? []).map(tidy).filter(Boolean),
		count,
		countLi: countLi ?? 0,
		counts:
			countLi === undefined
				? counted(language, usedBy, count)
				: [count > 0 && counted(language, consentOf, count), countLi > 0 && counted(language, legitimateOf, countLi)]
						.filter((said) => said !== false)
						.join(' · '),
	});
	const shown = [...new Set([...use.purposes, ...use.purposesLi])].sort((a, b) => a - b);
	const uses = (id: number, kind: 'consent' | 'legitimate') => howMany((v) => use.basis.get(v.id)?.[kind].includes(id) === true);
	const itemsOf = (kind: 'specialFeatures' | 'specialPurposes' | 'features') =>
		use[kind].map((id) =>
			item(
				official[kind],
				id,
				howMany((v) => v[kind].includes(id)),
			),
		);
	const updated = list.lastUpdated.slice(0, 10);
	return {
		words: {
			...plain,
			byPartner: filled(plain.byPartner, { n: new Intl.NumberFormat(language).format(vendors.length + config.acProviders.length) }),
			ownStorage: filled(plain.ownStorage, { time: timeIn(language, config.storageDays, 'day') }),
			updated: filled(plain.updated, { date: updated }),
		},
		times: timesOf(vendors, language),
		purposes: shown.map((id) => item(official.purposes, id, uses(id, 'consent'), uses(id, 'legitimate'))),
		specialFeatures: itemsOf('specialFeatures'),
		specialPurposes: itemsOf('specialPurposes'),
		features: itemsOf('features'),
		dataCategories: Object.fromEntries(
			use.dataCategories.flatMap((id) => {
				const category = official.dataCategories[id];
				return category ? [[id, [tidy(category.name), tidy(category.description)]]] : [];
			}),
		),
		vendors,
		ac: config.acProviders.map(({ id, name, policyUrl }) => ({ id, name, url: policyUrl })),
		updated,
	};
};

/** Every length of time that these vendors name, in words. */
const timesOf = (vendors: LayerVendor[], language: BannerLanguage): Record<string, string> => {
	const units = { d: 'day', h: 'hour', m: 'minute' } as const;
	const names = new Set(
		vendors.flatMap(({ m: [seconds], r: [usual, other] }) => [
			timeOf(seconds ?? 0),
			...[...(usual === null ? [] : [usual]), ...Object.values(other)].map((days) => `${days}d`),
		]),
	);
	return Object.fromEntries(
		[...names].flatMap((name) => {
			const [, n, unit] = /^(\d+)([dhm])$/.exec(name) ?? [];
			return unit === 'd' || unit === 'h' || unit === 'm' ? [[name, timeIn(language, Number(n), units[unit])]] : [];
		}),
	);
};

/** Only addresses that a browser opens as pages: a list may hold anything. */
const link = (url: string | undefined): string => (url && /^https?:\/\//i.test(url.trim()) ? url.trim() : '');

const layerVendor = (vendor: Vendor, use: Use, language: BannerLanguage): LayerVendor => {
	const basis = use.basis.get(vendor.id);
	const urls =
		vendor.urls.find((u) => u.langId.slice(0, 2) === language) ?? vendor.urls.find((u) => u.langId.startsWith('en')) ?? vendor.urls[0];
	const kept = vendor.dataRetention;
	const usual = kept?.stdRetention ?? null;
	const other = Object.fromEntries([
		...Object.entries(kept?.purposes ?? {}).map(([id, days]) => [`p${id}`, days] as const),
		...Object.entries(kept?.specialPurposes ?? {}).map(([id, days]) => [`s${id}`, days] as const),
	]);
	return {
		id: vendor.id,
		name: tidy(vendor.name),
		c: basis?.consent ?? [],
		l: basis?.legitimate ?? [],
		s: vendor.specialPurposes,
		f: vendor.features,
		x: vendor.specialFeatures.filter((id) => use.specialFeatures.includes(id)),
		d: vendor.dataDeclaration,
		u: [link(urls?.privacy), link(urls?.legIntClaim)],
		m: [vendor.usesCookies ? (vendor.cookieMaxAgeSeconds ?? 0) : null, vendor.cookieRefresh, vendor.usesNonCookieAccess],
		r: [usual, other],
		o: link(vendor.deviceStorageDisclosureUrl),
	};
};
