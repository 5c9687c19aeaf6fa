/** What was recorded, put together by item, and what is wrong with it. Pure. */
import {
	LONG_LIFETIME_DAYS,
	type ScanFinding,
	type ScanItem,
	ScanItemKind,
	type ScanOrder,
	type ScanPage,
	ScanPass,
	type ScanPress,
	type ScanReport,
} from '@luvalla/contract/consent/scans.ts';
import type { Said } from '@luvalla/contract/words.ts';
import type { ContainerTag } from './containers.ts';
import { fixOf } from './fix.ts';
import { siteOf } from './follow.ts';
import {
	longSentence,
	NO_BANNER,
	NO_BANNER_HERE,
	nothingToPress,
	notTaken,
	perhapsSentence,
	seenSentence,
	unfairSentence,
	unknownSentence,
	unsafeSentence,
	windowsSentence,
} from './sentences.ts';
import type { Sights } from './sights.ts';
import type { PageTag } from './tags.ts';

/** What happens and is gone; all else is kept, and counts as long as it is there. */
const EVENTS: ReadonlySet<string> = new Set(['request', 'beacon', 'fingerprint', 'frame', 'font']);
/** What makes a finding by being there: what is kept on the device, read from it, or tells about it. A font alone tells nobody. */
const JUDGED: ReadonlySet<string> = new Set(ScanItemKind.options.filter((kind) => kind !== 'frame' && kind !== 'font'));

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

/** One item for all that bears one name at one place; in the order in which they were first seen. */
export const itemsOf = (passes: readonly Sights[], site: string): ScanItem[] => {
	const items = new Map<string, ScanItem>();
	for (const sights of passes)
		for (const [key, { first, isEarly, times, source }] of sights.counted()) {
			const item = items.get(key) ?? {
				kind: first.kind,
				name: first.name,
				host: first.host,
				party: siteOf(first.host.replace(/^\./, '')) === site ? ('first' as const) : ('third' as const),
				bytes: first.bytes,
				cookie: first.cookie,
				seen: { before: null, accept: null, reject: null },
			};
			items.set(key, item);
			// What was kept already before the answer is nothing new after it.
			const isNew = sights.pass === 'before' || !isEarly || EVENTS.has(first.kind);
			item.seen[sights.pass] = { page: first.page, isNew, times, source };
		}
	return [...items.values()];
};

const asPattern = (name: string): RegExp =>
	new RegExp(
		`^${name
			.split('*')
			.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
			.join('.*')}$`,
		'i',
	);

const CHOICES = CHOICE_KEPT.map(asPattern);
/** Whether a banner remembers the answer in it. */
export const keepsChoice = ({ name }: Pick<ScanItem, 'name'>): boolean => CHOICES.some((one) => one.test(name));

/** What is needed without consent: named in the order, or a banner's own memory of the answer. */
const neededBy = (order: ScanOrder): ((item: ScanItem) => boolean) => {
	const patterns = order.necessary.map(asPattern);
	return (item) => keepsChoice(item) || patterns.some((one) => one.test(item.name) || one.test(item.host.replace(/^\./, '')));
};

const about = ({ kind, name, host }: ScanItem): ScanFinding['item'] => ({ kind, name, host });

/** It comes with either answer, which is what a banner's own memory does, and a tag that waits for any answer. */
export const isMemory = ({ kind, party, seen }: ScanItem): boolean =>
	!EVENTS.has(kind) && party === 'first' && !seen.before && seen.accept?.isNew === true && seen.reject?.isNew === true;

/** What somebody who knows cookies says of an item; the engine itself knows names of banners alone. */
export interface Knowledge {
	/** It needs no consent. */
	readonly isNeeded: (item: ScanItem) => boolean;
	/** It may need no consent: somebody has to say so. */
	readonly isPerhapsNeeded: (item: ScanItem) => boolean;
	/** No list says what it is for. */
	readonly isUnknown: (item: ScanItem) => boolean;
	/** The category that it would wait for. */
	readonly categoryOf: (item: ScanItem) => string;
}
/** Nothing is known: what needs no consent is what the order names. */
export const NOTHING_KNOWN: Knowledge = {
	isNeeded: () => false,
	isPerhapsNeeded: () => false,
	isUnknown: () => false,
	categoryOf: () => 'marketing',
};

interface Facts extends Pick<ScanReport, 'order' | 'pages' | 'presses' | 'choice' | 'items'> {
	/** Windows that pages opened by themselves, which were closed. */
	readonly popups: number;
	/** What stands on each page, by its address. */
	readonly tags: ReadonlyMap<string, readonly PageTag[]>;
	/** What stands in the containers of tag managers that pages loaded, by their ids. */
	readonly containers?: ReadonlyMap<string, readonly ContainerTag[]>;
}

/** What is wrong, the worst first. */
export const findingsOf = (
	{ order, pages, presses, choice, items, popups, tags, containers }: Facts,
	known: Knowledge = NOTHING_KNOWN,
): ScanFinding[] => {
	const isNamed = neededBy(order);
	const isNeeded = (item: ScanItem): boolean => isNamed(item) || known.isNeeded(item);
	const judged = byWeight(items.filter((item) => JUDGED.has(item.kind) && !isNeeded(item) && !known.isPerhapsNeeded(item)));
	const seenIn = (code: 'before-consent' | 'after-reject', pass: 'before' | 'reject'): ScanFinding[] =>
		judged.flatMap((item) => {
			const seen = item.seen[pass];
			if (!seen) return [];
			const sentence = seenSentence(item, pass, pass === 'reject' && isMemory(item));
			const fix = fixOf(item, seen.source, tags, known.categoryOf(item), containers);
			return [{ code, sentence, pass, page: seen.page, item: about(item), source: seen.source, fix }];
		});
	const rejected = presses.some(({ pass, taken }) => pass === 'reject' && taken === true);
	return [
		...seenIn('before-consent', 'before'),
		...(rejected ? seenIn('after-reject', 'reject') : []),
		...missing(order, pages),
		...presses.flatMap(notAnswered),
		...unfair(choice),
		...pages.flatMap(({ pass, url, problem }) => (problem ? [page('page-failed', pass, url, problem.sentence)] : [])),
		...items.filter((item) => KEPT.has(item.kind) && !isNamed(item)).flatMap((item) => undecided(item, known)),
		...items.flatMap(cookieFaults),
		...(popups > 0 ? [page('too-many', null, null, windowsSentence(popups))] : []),
	];
};

/** Named like a cookie, and kept: what the repository may know. */
const KEPT: ReadonlySet<string> = new Set(['cookie', 'localStorage', 'sessionStorage']);

const page = (code: ScanFinding['code'], pass: ScanPass | null, url: string | null, sentence: Said): ScanFinding => ({
	...{ code, sentence, pass },
	...{ page: url, item: null, source: null, fix: null },
});

const missing = ({ nonCmp }: ScanOrder, pages: readonly ScanPage[]): ScanFinding[] => {
	const looked = pages.filter(({ pass, problem }) => pass === 'before' && problem === null);
	if (nonCmp || looked.length === 0) return [];
	if (looked.every(({ banner }) => !banner)) return [page('banner-missing', 'before', null, NO_BANNER)];
	return looked.filter(({ banner }) => !banner).map(({ url }) => page('banner-missing', 'before', url, NO_BANNER_HERE));
};

const notAnswered = ({ pass, way, page: url, taken, labels }: ScanPress): ScanFinding[] =>
	taken === true ? [] : [page('not-answered', pass, url, way === 'none' ? nothingToPress(pass) : notTaken(labels))];

const unfair = (choice: ScanReport['choice']): ScanFinding[] =>
	(choice?.points ?? []).flatMap(({ ok, measured, sentence }) =>
		ok ? [] : [page('unfair-choice', 'before', choice?.page ?? null, unfairSentence(sentence, measured))],
	);

/** A finding about an item wherever it was seen first. */
const anywhere = (code: ScanFinding['code'], item: ScanItem, sentence: Said): ScanFinding => {
	const pass = ScanPass.options.find((one) => item.seen[one] !== null) ?? null;
	const seen = pass === null ? null : item.seen[pass];
	return { code, sentence, pass, page: seen?.page ?? null, item: about(item), source: seen?.source ?? null, fix: null };
};

const undecided = (item: ScanItem, { isPerhapsNeeded, isUnknown }: Knowledge): ScanFinding[] =>
	isPerhapsNeeded(item) || isUnknown(item)
		? [anywhere('unknown-cookie', item, isPerhapsNeeded(item) ? perhapsSentence(item) : unknownSentence(item))]
		: [];

/** Cookies first, then what else is kept, then what is asked. */
const byWeight = (items: readonly ScanItem[]): ScanItem[] => {
	const weight = ({ kind }: ScanItem): number => (kind === 'cookie' ? 0 : EVENTS.has(kind) ? 2 : 1);
	return [...items].sort((a, b) => weight(a) - weight(b));
};

const cookieFaults = (item: ScanItem): ScanFinding[] => {
	if (!item.cookie) return [];
	const days = Math.round((item.cookie.lifetimeSeconds ?? 0) / DAY);
	return [
		...(days > LONG_LIFETIME_DAYS ? [anywhere('long-lifetime', item, longSentence(item, days))] : []),
		...(item.cookie.secure ? [] : [anywhere('not-secure', item, unsafeSentence(item))]),
	];
};
