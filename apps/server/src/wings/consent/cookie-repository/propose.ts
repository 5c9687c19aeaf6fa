/**
 * What a cookie may be that no entry names, 60 at most of 100:
 *
 *   its host is one that known cookies are set for     up to 50: 50 times the share of those cookies that are of one type
 *   a piece of its name says what it is for            35
 *   host and name say the same                         10 more than the surer of them
 *   its lifetime fits the type                         5 more
 *
 * Where they say different things, the surer counts, 10 less. A lifetime alone says nothing.
 */
import {
	type ClassifiedCookie,
	type CookieType,
	PROPOSED_CONFIDENCE,
	type SeenCookie,
} from '@luvalla/contract/consent/cookie-repository.ts';
import { plainHost } from './names.ts';
import { PROPOSED } from './reasons.ts';
import type { Stored } from './store.ts';

type Proposal = Pick<ClassifiedCookie, 'type' | 'provider' | 'confidence' | 'ground' | 'reason'>;

const BY_HOST = 50;
const BY_NAME = 35;
const AGREED = 10;
const FITTING = 5;

/** Pieces of names, in lower case, and what they say. */
const PIECES: ReadonlyMap<string, CookieType> = new Map(
	Object.entries({
		undecided: 'session sess sessionid sid csrf xsrf csrftoken auth token login cart basket checkout consent captcha balancer lb',
		preferences: 'lang language locale currency theme timezone font layout darkmode prefs preferences',
		statistics: 'analytics stats statistics visit visits visitor pageview pageviews utm heatmap metrics telemetry',
		marketing: 'ad ads advert adid campaign click clickid retargeting remarketing pixel affiliate conversion fbclid gclid',
	} satisfies Partial<Record<CookieType, string>>).flatMap(([type, words]) => words.split(' ').map((word) => [word, type as CookieType])),
);

/** `_myShop_sessionId` is my, shop, session, id. */
const piecesOf = (name: string): string[] =>
	name
		.slice(0, 200)
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z]+/);

interface Known {
	readonly types: Map<CookieType, number>;
	readonly providers: Map<string, number>;
	count: number;
}

const most = <K>(counts: ReadonlyMap<K, number>): [K, number] | undefined => [...counts].sort(([, one], [, other]) => other - one)[0];

const add = <K>(counts: Map<K, number>, key: K): Map<K, number> => counts.set(key, (counts.get(key) ?? 0) + 1);

/** A host and what it stands below, but its last part: a.b.example.com, b.example.com, example.com. */
const above = (host: string): string[] => {
	const parts = host.split('.');
	return parts.slice(0, -1).map((_, place) => parts.slice(place).join('.'));
};

const DAY = 86_400;
/** What is asked about is remembered; what a service needs ends with it. */
const fits = (type: CookieType, lifetime: number | null): boolean =>
	lifetime !== null && (type === 'undecided' || type === 'necessary' ? lifetime <= DAY : lifetime > DAY);

/** Reads the hosts of known entries once. */
export const createProposals = (entries: readonly Stored[]): ((seen: SeenCookie, host: string) => Proposal) => {
	const hosts = new Map<string, Known>();
	for (const { domain, type, provider } of entries) {
		if (domain === '') continue;
		const host = plainHost(domain);
		const known = hosts.get(host) ?? { types: new Map(), providers: new Map(), count: 0 };
		add(known.types, type);
		add(known.providers, provider);
		known.count++;
		hosts.set(host, known);
	}
	const byHost = new Map(
		[...hosts].map(([host, { types, providers, count }]) => {
			const [type, of] = most(types) ?? (['undecided', 0] as const);
			return [host, { type, provider: most(providers)?.[0] ?? '', confidence: Math.round((BY_HOST * of) / count) }];
		}),
	);
	return (seen, host) => {
		const near = above(host)
			.map((one) => byHost.get(one))
			.find((one) => one !== undefined);
		const named = piecesOf(seen.name)
			.map((piece) => PIECES.get(piece))
			.find((type) => type !== undefined);
		const surest = Math.max(near?.confidence ?? 0, named ? BY_NAME : 0);
		if (surest === 0) return { type: 'undecided', provider: '', confidence: 0, ground: 'unknown', reason: '' };
		const type = named !== undefined && BY_NAME >= (near?.confidence ?? 0) ? named : (near?.type ?? 'undecided');
		const apart = near === undefined || named === undefined ? 0 : near.type === named ? AGREED : -AGREED;
		const confidence = surest + apart + (fits(type, seen.lifetimeSeconds) ? FITTING : 0);
		return {
			// Nobody is told that a cookie which nobody knows is necessary.
			type: type === 'necessary' ? 'undecided' : type,
			provider: near?.provider ?? '',
			confidence: Math.max(1, Math.min(PROPOSED_CONFIDENCE, confidence)),
			ground: 'proposed',
			reason: type === 'undecided' || type === 'necessary' ? PROPOSED.en : '',
		};
	};
};
