/** What may be called a domain of a customer: a name that somebody can own. */
import { domainToASCII, domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { refusals, refuse, type Sentences } from '#kernel/http/errors.ts';

const ENDING: Sentences = {
	en: 'Nobody owns this name by itself: it is an ending under which others register. Use a host name such as shop.example.com.',
	fi: 'Kukaan ei omista tätä nimeä sellaisenaan: se on pääte, jonka alle muut rekisteröivät. Anna verkkotunnus, esimerkiksi kauppa.example.com.',
};
const NO_LETTERS: Sentences = {
	en: 'The part that begins with xn-- stands for no letters. Write the name as people do',
	fi: 'Osa, joka alkaa xn--, ei vastaa mitään kirjaimia. Kirjoita nimi niin kuin ihmiset sen kirjoittavat',
};

const refuseHost = refusals({ no_host: [422, ENDING.en, ENDING.fi] });

const LOCAL = /\.localhost$/;

/** The host as people write it, where that is not how it is kept: köökki.example of xn--kkki-5qaa.example. */
export const lettersOf = (host: string): string | undefined => {
	const letters = domainToUnicode(host);
	return letters === host || letters === '' ? undefined : letters;
};

/** `*.localhost` is this machine's own: nobody else has it. */
export const isLocal = (host: string): boolean => LOCAL.test(host);

/** Each of its xn-- labels is how some letters are written, and how they are written always. */
const isSpelt = (host: string): boolean => {
	const letters = domainToUnicode(host);
	return !letters.split('.').some((label) => label.startsWith('xn--')) && domainToASCII(letters) === host;
};

/**
 * @param field the field of the form that it was named in
 * @throws Refused 422: names that nobody can have registered, and public suffixes, those of providers too, under which each
 * customer has a name of their own
 */
export const demandHost = (host: string, field = 'domain'): void => {
	const about = ({ en, fi }: Sentences): Record<string, Sentences> => ({
		[field]: field === 'domain' ? { en, fi } : { en: `${host}: ${en}`, fi: `${host}: ${fi}` },
	});
	if (!isSpelt(host)) throw refuse('not_usable', about(NO_LETTERS));
	if (isLocal(host)) return;
	if (parse(host, { allowPrivateDomains: true }).domain === null) throw refuseHost('no_host', about(ENDING));
};
