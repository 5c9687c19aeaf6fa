/** What may be called a domain of a customer: a name that somebody can own. */
import { parse } from 'tldts';
import { refusals } from '#kernel/http/errors.ts';

const refuseHost = refusals({
	no_host: [
		422,
		'Nobody owns this name by itself: it is an ending under which others register. Use a host name such as shop.example.com.',
		'Kukaan ei omista tätä nimeä sellaisenaan: se on pääte, jonka alle muut rekisteröivät. Anna verkkotunnus, esimerkiksi kauppa.example.com.',
	],
});

const LOCAL = /\.localhost$/;

/** `*.localhost` is this machine's own: nobody else has it. */
export const isLocal = (host: string): boolean => LOCAL.test(host);

/** @throws Refused 422: public suffixes, those of providers too, under which each customer has a name of their own */
export const demandHost = (host: string): void => {
	if (isLocal(host)) return;
	if (parse(host, { allowPrivateDomains: true }).domain === null) throw refuseHost('no_host');
};
