/** Asks the vendor list's source, daily and when somebody wants it now. */
import type { BannerLanguage, InLanguages } from '@luvalla/contract/consent/languages.ts';
import { hasOfficialTexts, VENDOR_LIST_MAX_BYTES, type VendorListTexts } from '@luvalla/contract/consent/vendor-lists.ts';
import { Refused, refusals } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createGuard, type Guard, OutboundRefused } from '#kernel/outbound/guard.ts';
import { OutboundFailed, sendHttp } from '#kernel/outbound/http.ts';
import { etagOf, noteSource, readOfficialTexts, readVendorList, storedLanguages, storeList, storeTexts } from './store.ts';
import { readList, readTexts } from './validate.ts';

const refuseFetch = refusals({
	gvl_unreachable: [422, 'The vendor list’s source cannot be used now.', 'Kumppaniluettelon lähdettä ei voi nyt käyttää.'],
	no_official_texts: [
		422,
		'IAB Europe has no official texts in this language, so a TCF banner cannot speak it.',
		'IAB Europella ei ole virallisia tekstejä tällä kielellä, joten TCF-banneri ei voi käyttää sitä.',
	],
});

/** Always here; other languages from when a banner first needs them. */
const ALWAYS: readonly BannerLanguage[] = ['fi'];
/** Where a file of official texts is not called by the language alone. */
const FILES: InLanguages<string> = { pt: 'pt-pt' };

type Needs = Pick<Kernel, 'settings' | 'storage'>;

/** The source's address: a folder, or the list itself with the texts beside it. */
export const sourceOf = (gvlUrl: string): { list: string; texts: (language: BannerLanguage) => string } => {
	const list = new URL(gvlUrl.endsWith('.json') ? gvlUrl : `${gvlUrl.replace(/\/+$/, '')}/vendor-list.json`);
	return { list: list.href, texts: (language) => new URL(`purposes-${FILES[language] ?? language}.json`, list).href };
};

/** Packed lists are some 200 kB, from a network of caches. */
const TIMEOUT_MS = 20_000;

/** A file with what it calls itself; null when it is still what `etag` says. @throws OutboundFailed, OutboundRefused */
const getFile = async (
	address: string,
	{ guard, trusted, etag }: { guard: Guard; trusted: string; etag: string },
): Promise<{ body: Buffer; etag: string } | null> => {
	const { status, url, headers, body } = await sendHttp(address, {
		guard,
		trusted,
		mostBytes: VENDOR_LIST_MAX_BYTES,
		timeoutMs: TIMEOUT_MS,
		headers: { accept: 'application/json', ...(etag && { 'if-none-match': etag }) },
		follow: (to, from) =>
			from.protocol === 'https:' && to.protocol === 'http:' ? `${from.host} sends us to an address that is not safe.` : null,
	});
	if (status === 304) return null;
	if (status !== 200) throw new OutboundFailed(`${url.host} answers ${status}.`);
	return { body, etag: headers.etag ?? '' };
};

/** Asks the source for one of its files, uses it when it changed, and notes how that went. @throws Refused gvl_unreachable or not_a_list */
const taking =
	({ settings, storage }: Needs) =>
	async <T>(url: string, stored: boolean, use: (body: Buffer) => Promise<T>): Promise<T | null> => {
		// The source's word that nothing changed counts only for what is here.
		const etag = stored ? await storage.inPlatform((tx) => etagOf(tx, url)) : '';
		try {
			const got = await getFile(url, { guard: createGuard(settings.outboundAllow), trusted: settings.gvlUrl, etag });
			const used = got === null ? null : await use(got.body);
			await storage.inPlatform((tx) => noteSource(tx, url, got?.etag ?? etag, null));
			return used;
		} catch (error) {
			const known = error instanceof OutboundFailed || error instanceof OutboundRefused;
			if (!known && !(error instanceof Refused)) throw error;
			const reason = error instanceof Refused ? (error.fields?.file?.en ?? error.message) : error.message;
			await storage.inPlatform((tx) => noteSource(tx, url, '', reason));
			throw error instanceof Refused ? error : refuseFetch('gvl_unreachable', { source: { en: reason, fi: reason } });
		}
	};

const takeTexts = async (needs: Needs, language: BannerLanguage, stored: boolean): Promise<void> => {
	const { settings, storage } = needs;
	await taking(needs)(sourceOf(settings.gvlUrl).texts(language), stored, (body) =>
		storage.inPlatform((tx) => storeTexts(tx, language, readTexts(body))),
	);
};

/**
 * Stores the newest list and the official texts of every language that is in use when they changed; answers whether a
 * list is new.
 * @throws Refused gvl_unreachable or not_a_list, with the reason; what is wrong is noted with the source
 */
export const fetchLists = async (needs: Needs): Promise<boolean> => {
	const { settings, storage } = needs;
	const haveList = (await storage.inPlatform((tx) => readVendorList(tx, 'newest'))) !== null;
	const outcome = await taking(needs)(sourceOf(settings.gvlUrl).list, haveList, (body) =>
		storage.inPlatform((tx) => storeList(tx, readList(body), 'fetched')),
	);
	const stored = await storage.inPlatform(storedLanguages);
	const failures: unknown[] = [];
	for (const language of new Set([...ALWAYS, ...stored])) {
		try {
			await takeTexts(needs, language, stored.includes(language));
		} catch (error) {
			// One file that is missing keeps none of the others away.
			failures.push(error);
		}
	}
	if (failures[0]) throw failures[0];
	return outcome === 'stored';
};

/**
 * Official texts in a language: those that are stored, else the source's, which are stored from then on.
 * @throws Refused no_official_texts, gvl_unreachable or not_a_list
 */
export const officialTextsIn = async (needs: Needs, language: BannerLanguage): Promise<VendorListTexts> => {
	if (!hasOfficialTexts(language)) throw refuseFetch('no_official_texts');
	const read = () => needs.storage.inPlatform((tx) => readOfficialTexts(tx, language));
	const stored = await read();
	if (stored) return stored;
	await takeTexts(needs, language, false);
	const fetched = await read();
	if (!fetched) throw new Error(`The texts in ${language} were stored and are not there.`);
	return fetched;
};

/** Brings the official texts that a publication will need. What cannot be had is a finding of the policies later on. */
export const bringOfficialTexts = async (needs: Needs, languages: readonly BannerLanguage[]): Promise<void> => {
	for (const language of languages) {
		if (language === 'en' || !hasOfficialTexts(language)) continue;
		try {
			await officialTextsIn(needs, language);
		} catch (error) {
			if (!(error instanceof Refused)) throw error;
		}
	}
};

/** The daily job. A source that is away today is asked again tomorrow; the log and the source's row say why. */
export const fetchDaily = async (kernel: Needs & Pick<Kernel, 'log'>): Promise<void> => {
	try {
		await fetchLists(kernel);
	} catch (error) {
		if (!(error instanceof Refused)) throw error;
		const reason = Object.values(error.fields ?? {})[0]?.en ?? error.message;
		kernel.log.warn('the vendor list could not be fetched', { source: kernel.settings.gvlUrl, reason });
	}
};
