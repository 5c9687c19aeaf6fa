/**
 * Why no consent might be needed, as entries that we or the Open Cookie Database bring say it. An entry keeps its reason in English, as
 * people and files write theirs in whatever language; these sentences are said in the reader's.
 */
import type { Language, Sentences } from '#kernel/http/errors.ts';

const sentence = (en: string, fi: string): Sentences => ({ en, fi });

/** What the Open Cookie Database calls it, in small letters. */
export const CALLED = {
	functional: sentence(
		'The Open Cookie Database calls it functional, which is its word for strictly necessary. Decide whether the visitor asked for it.',
		'Open Cookie Database kutsuu sitä toiminnalliseksi, mikä on sen sana välttämättömälle. Päätä, pyysikö kävijä sitä.',
	),
	security: sentence(
		'The Open Cookie Database calls it a cookie for security. One that protects a service which the visitor asked for may need no consent.',
		'Open Cookie Database kutsuu sitä turvallisuusevästeeksi. Kävijän pyytämää palvelua suojaava eväste ei välttämättä vaadi lupaa.',
	),
	necessary: sentence(
		'The Open Cookie Database calls it necessary. Decide whether the service that the visitor asked for fails without it.',
		'Open Cookie Database kutsuu sitä välttämättömäksi. Päätä, lakkaako kävijän pyytämä palvelu toimimasta ilman sitä.',
	),
} as const;

/** Of the starter list (ePrivacy Directive, article 5(3); Article 29 Working Party, opinion 04/2012). */
export const EXEMPT = {
	chosen: sentence('It remembers a choice about cookies that the visitor made.', 'Se muistaa valinnan, jonka kävijä teki evästeistä.'),
	visit: sentence(
		'Signing in and filling in forms may need it. It is exempt as far as the visitor asked for that.',
		'Kirjautuminen ja lomakkeiden täyttäminen voivat vaatia sen. Lupaa ei tarvita siltä osin kuin kävijä pyysi sitä.',
	),
	safety: sentence(
		'It protects a service against misuse. It is exempt as far as the visitor asked for that service, and it serves nothing else.',
		'Se suojaa palvelua väärinkäytöltä. Lupaa ei tarvita, jos kävijä pyysi palvelua eikä eväste palvele muuta.',
	),
	balance: sentence(
		'It spreads visitors over servers. It is exempt as long as it serves nothing else and ends with the visit.',
		'Se jakaa kävijät eri palvelimille. Lupaa ei tarvita, jos se ei palvele muuta ja päättyy käynnin mukana.',
	),
	cart: sentence(
		'It keeps the shopping cart, which the visitor asked for by putting something in.',
		'Se säilyttää ostoskorin, jota kävijä pyysi lisätessään siihen jotakin.',
	),
	chat: sentence(
		'It keeps a conversation together. It is exempt only from when the visitor opens the chat.',
		'Se pitää keskustelun koossa. Lupaa ei tarvita vasta siitä alkaen, kun kävijä avaa keskustelun.',
	),
} as const;

/** Of what is only proposed: the exemption's own words (ePrivacy Directive, article 5(3)). */
export const PROPOSED = sentence(
	'It may be strictly necessary for a service that the visitor asked for: decide whether it is.',
	'Se voi olla välttämätön palvelulle, jota kävijä pyysi: päätä, onko se.',
);

const ALL = [...Object.values(CALLED), ...Object.values(EXEMPT), PROPOSED];
const KNOWN: ReadonlyMap<string, Sentences> = new Map(ALL.map((one) => [one.en, one]));
const FINNISH: ReadonlyMap<string, string> = new Map(ALL.map((one) => [one.fi, one.en]));

/** A reason in the reader's language, where it is one of these. */
export const reasonIn = (language: Language, reason: string): string => KNOWN.get(reason)?.[language] ?? reason;

/** As it is kept, where whoever sends it back had it in Finnish. */
export const reasonKept = (reason: string): string => FINNISH.get(reason) ?? reason;
