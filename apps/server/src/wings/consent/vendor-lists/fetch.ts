/** Asks the vendor list's source, daily and when somebody wants it now. */
import { VENDOR_LIST_MAX_BYTES } from '@luvalla/contract/consent/vendor-lists.ts';
import { Refused, refusals } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createGuard, type Guard, OutboundRefused } from '#kernel/outbound/guard.ts';
import { OutboundFailed, sendHttp } from '#kernel/outbound/http.ts';
import { etagOf, noteSource, readOfficialTexts, readVendorList, storeList, storeTexts } from './store.ts';
import { readList, readTexts } from './validate.ts';

const refuseFetch = refusals({
	gvl_unreachable: [422, 'The vendor list’s source cannot be used now.', 'Kumppaniluettelon lähdettä ei voi nyt käyttää.'],
});

/** Languages of banners whose official texts are files of their own. */
const LANGUAGES = ['fi'] as const;

type Needs = Pick<Kernel, 'settings' | 'storage'>;

/** The source's address: a folder, or the list itself with the texts beside it. */
export const sourceOf = (gvlUrl: string): { list: string; texts: (language: string) => string } => {
	const list = new URL(gvlUrl.endsWith('.json') ? gvlUrl : `${gvlUrl.replace(/\/+$/, '')}/vendor-list.json`);
	return { list: list.href, texts: (language) => new URL(`purposes-${language}.json`, list).href };
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

/**
 * Stores the newest list and the official texts when they changed; answers whether a list is new.
 * @throws Refused gvl_unreachable or not_a_list, with the reason; what is wrong is noted with the source
 */
export const fetchLists = async ({ settings, storage }: Needs): Promise<boolean> => {
	const guard = createGuard(settings.outboundAllow);
	const source = sourceOf(settings.gvlUrl);
	const get = async <T>(url: string, stored: boolean, use: (body: Buffer) => Promise<T>): Promise<T | null> => {
		// The source's word that nothing changed counts only for what is here.
		const etag = stored ? await storage.inPlatform((tx) => etagOf(tx, url)) : '';
		try {
			const got = await getFile(url, { guard, trusted: settings.gvlUrl, etag });
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

	const haveList = (await storage.inPlatform((tx) => readVendorList(tx, 'newest'))) !== null;
	const outcome = await get(source.list, haveList, (body) => storage.inPlatform((tx) => storeList(tx, readList(body), 'fetched')));
	for (const language of LANGUAGES) {
		const have = (await storage.inPlatform((tx) => readOfficialTexts(tx, language))) !== null;
		await get(source.texts(language), have, (body) => storage.inPlatform((tx) => storeTexts(tx, language, readTexts(body))));
	}
	return outcome === 'stored';
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
