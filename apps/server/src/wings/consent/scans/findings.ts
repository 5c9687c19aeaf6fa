/** What was recorded, put together by item, and what is wrong with it. Pure. */
import {
	LONG_LIFETIME_DAYS,
	type ScanFinding,
	type ScanItem,
	type ScanOrder,
	type ScanPage,
	type ScanPass,
	type ScanPress,
	type ScanReport,
	type ScanSource,
} from '@luvalla/contract/consent/scans.ts';
import { siteOf } from './follow.ts';
import type { Sight } from './watch.ts';

/** All sights of one pass. */
export interface PassSights {
	readonly pass: ScanPass;
	readonly sights: Sight[];
}

/** What happens and is gone; all else is kept, and counts as long as it is there. */
const EVENTS: ReadonlySet<string> = new Set(['request', 'beacon', 'fingerprint', 'frame', 'font']);
/** What makes a finding by being there: what is kept on the device, read from it, or tells about it. A font alone tells nobody. */
const JUDGED: ReadonlySet<string> = new Set([
	'cookie',
	'localStorage',
	'sessionStorage',
	'indexedDb',
	'cacheStorage',
	'serviceWorker',
	'request',
	'beacon',
	'fingerprint',
]);

/** What banners keep to remember the answer itself: names that their makers document. */
const CHOICE_KEPT = [
	'luvalla*',
	'euconsent-v2',
	'addtl_consent',
	'OptanonConsent',
	'OptanonAlertBoxClosed',
	'CookieConsent',
	'cookieyes-consent',
	'didomi_token',
	'uc_settings',
	'uc_user_interaction',
	'klaro',
	'cc_cookie',
	'cookieconsent_status',
	'cmplz_*',
	'borlabs-cookie',
	'axeptio_cookies',
	'tarteaucitron',
	'_iub_cs-*',
	'CybotCookiebotDialog*',
];

const DAY = 86_400;

/** In a pass with an answer counts what is there after it. */
const counts = (pass: ScanPass, sight: Sight): boolean => pass === 'before' || sight.isNew;

/** One item for all that bears one name at one place; in the order in which they were first seen. */
export const itemsOf = (passes: readonly PassSights[], site: string): ScanItem[] => {
	const items = new Map<string, ScanItem>();
	for (const { pass, sights } of passes) {
		// What was kept already before the answer is nothing new after it.
		const early = new Set(sights.filter(({ isNew }) => !isNew).map(keyOf));
		for (const sight of sights) {
			if (!counts(pass, sight)) continue;
			const key = keyOf(sight);
			const item = items.get(key) ?? {
				kind: sight.kind,
				name: sight.name,
				host: sight.host,
				party: siteOf(sight.host.replace(/^\./, '')) === site ? ('first' as const) : ('third' as const),
				bytes: sight.bytes,
				cookie: sight.cookie,
				seen: { before: null, accept: null, reject: null },
			};
			items.set(key, item);
			const seen = item.seen[pass];
			if (!seen) item.seen[pass] = { page: sight.page, isNew: !early.has(key) || EVENTS.has(sight.kind), times: 1, source: sight.source };
			else {
				seen.times += 1;
				seen.source ??= sight.source;
			}
		}
	}
	return [...items.values()];
};

const keyOf = ({ kind, name, host, cookie }: Sight): string => JSON.stringify([kind, name, host, cookie?.path ?? '']);

const asPattern = (name: string): RegExp =>
	new RegExp(
		`^${name
			.split('*')
			.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
			.join('.*')}$`,
		'i',
	);

/** What is needed without consent: named in the order, or a banner's own memory of the answer. */
const neededBy = (order: ScanOrder): ((item: ScanItem) => boolean) => {
	const patterns = [...CHOICE_KEPT, ...order.necessary].map(asPattern);
	return ({ name, host }) => patterns.some((one) => one.test(name) || one.test(host.replace(/^\./, '')));
};

/** What an item is called, and what it does in a sentence. */
const KINDS: Readonly<Record<ScanItem['kind'], readonly [string, string]>> = {
	cookie: ['Cookie', 'is kept'],
	localStorage: ['Local storage key', 'is kept'],
	sessionStorage: ['Session storage key', 'is kept'],
	indexedDb: ['Database', 'is kept'],
	cacheStorage: ['Cache', 'is kept'],
	serviceWorker: ['Service worker', 'is kept'],
	request: ['Requests to', 'are made'],
	beacon: ['Beacon to', 'is sent'],
	fingerprint: ['Reading of', 'happens'],
	frame: ['Frame', 'is shown'],
	font: ['Font', 'is loaded'],
};
export const wordsFor = ({ kind, name }: Pick<ScanItem, 'kind' | 'name'>): string => `${KINDS[kind][0]} ${name}`;
/** With its host, where the name does not hold it. */
const fullWords = (item: ScanItem): string => (item.name.includes(item.host) ? wordsFor(item) : `${wordsFor(item)} (${item.host})`);
const about = ({ kind, name, host }: ScanItem): ScanFinding['item'] => ({ kind, name, host });

/** It comes with either answer, which is what a banner's own memory does, and a tag that waits for any answer. */
const isMemory = ({ kind, party, seen }: ScanItem): boolean =>
	!EVENTS.has(kind) && party === 'first' && !seen.before && seen.accept?.isNew === true && seen.reject?.isNew === true;
const PERHAPS_MEMORY = ' It comes with either answer: if it is where the banner keeps the answer, name it as necessary.';

/** @param popups windows that pages opened by themselves, which were closed */
export const findingsOf = (
	{ order, pages, presses, items }: Pick<ScanReport, 'order' | 'pages' | 'presses' | 'items'>,
	popups: number,
): ScanFinding[] => {
	const isNeeded = neededBy(order);
	const judged = items.filter((item) => JUDGED.has(item.kind) && !isNeeded(item));
	const seenIn = (code: 'before-consent' | 'after-reject', pass: 'before' | 'reject', when: string): ScanFinding[] =>
		judged.flatMap((item) => {
			const seen = item.seen[pass];
			if (!seen) return [];
			const sentence = `${fullWords(item)} ${KINDS[item.kind][1]} ${when}.${pass === 'reject' && isMemory(item) ? PERHAPS_MEMORY : ''}`;
			return [{ code, sentence, pass, page: seen.page, item: about(item), source: seen.source }];
		});
	const rejected = presses.some(({ pass, taken }) => pass === 'reject' && taken === true);
	return [
		...pages.flatMap(({ pass, url, problem }) => (problem ? [page('page-failed', pass, url, problem.sentence)] : [])),
		...missing(order, pages),
		...presses.flatMap(notAnswered),
		...seenIn('before-consent', 'before', 'before anybody was asked'),
		...(rejected ? seenIn('after-reject', 'reject', 'after everything was refused') : []),
		...items.flatMap(cookieFaults),
		...(popups > 0 ? [page('too-many', null, null, `Pages opened windows by themselves, which were closed: ${popups}.`)] : []),
	];
};

const page = (code: ScanFinding['code'], pass: ScanPass | null, url: string | null, sentence: string): ScanFinding => ({
	code,
	sentence,
	pass,
	page: url,
	item: null,
	source: null,
});

const missing = ({ nonCmp }: ScanOrder, pages: readonly ScanPage[]): ScanFinding[] => {
	const looked = pages.filter(({ pass, problem }) => pass === 'before' && problem === null);
	if (nonCmp || looked.length === 0) return [];
	if (looked.every(({ banner }) => !banner)) return [page('banner-missing', 'before', null, 'No banner was found on any page.')];
	return looked
		.filter(({ banner }) => !banner)
		.map(({ url }) => page('banner-missing', 'before', url, 'No banner was found on this page, but on others.'));
};

const notAnswered = ({ pass, way, page: url, taken, labels }: ScanPress): ScanFinding[] => {
	if (taken === true) return [];
	const what = pass === 'accept' ? 'accepts' : 'refuses';
	if (way === 'none') return [page('not-answered', pass, url, `Nothing was found that ${what}, so this pass was not made.`)];
	return [
		page(
			'not-answered',
			pass,
			url,
			`Pressed ${labels.map((one) => `“${one}”`).join(', then ')}, but nothing shows that the choice was taken.`,
		),
	];
};

const firstSeen = ({ seen }: ScanItem): { pass: ScanPass | null; page: string | null; source: ScanSource | null } => {
	for (const pass of ['before', 'accept', 'reject'] as const) {
		const found = seen[pass];
		if (found) return { pass, page: found.page, source: found.source };
	}
	return { pass: null, page: null, source: null };
};

const cookieFaults = (item: ScanItem): ScanFinding[] => {
	if (!item.cookie) return [];
	const where = { ...firstSeen(item), item: about(item) };
	const { lifetimeSeconds, secure } = item.cookie;
	const days = Math.round((lifetimeSeconds ?? 0) / DAY);
	return [
		...(days > LONG_LIFETIME_DAYS
			? [
					{
						code: 'long-lifetime' as const,
						sentence: `${fullWords(item)} asks to be kept for ${days} days; 13 months are the most.`,
						...where,
					},
				]
			: []),
		...(secure
			? []
			: [
					{
						code: 'not-secure' as const,
						sentence: `${fullWords(item)} is sent without encryption, too: Secure is missing.`,
						...where,
					},
				]),
	];
};
