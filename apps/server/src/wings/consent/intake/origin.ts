/** From which pages records and views are taken, and what a browser is told about it. */

import type { Visit } from '#kernel/http/door.ts';
import { refusals } from '#kernel/http/errors.ts';
import type { PublishedFor } from './store.ts';

export const refuseIntake = refusals({
	unknown_domain: [404, 'There is no such domain.', 'Tällaista verkkotunnusta ei ole.'],
	unknown_configuration: [
		422,
		'This configuration was never published on this domain.',
		'Tätä banneria ei ole julkaistu tällä verkkotunnuksella.',
	],
	wrong_origin: [
		403,
		'Records are taken only from pages of the domain itself.',
		'Tietueita otetaan vastaan vain verkkotunnuksen omilta sivuilta.',
	],
});

/**
 * A page of the domain: its host name over https; any scheme and port on localhost names. `shared` is the registrable
 * domain whose hosts share one choice, where the publication says so.
 */
export const isOriginOf = (origin: string, host: string, shared: string | null = null): boolean => {
	if (!URL.canParse(origin)) return false;
	const url = new URL(origin);
	const name = url.hostname;
	if (name !== host && !(shared !== null && (name === shared || name.endsWith(`.${shared}`)))) return false;
	return host.endsWith('localhost') ? true : url.protocol === 'https:' && url.port === '';
};

type Admitted = Pick<Visit, 'headers' | 'tell'> & Partial<Pick<Visit, 'servedOn'>>;

/**
 * What was published, when this page may send for it; the browser is told so, and may read when to come back.
 * @throws Refused 404 unknown_domain, 403 wrong_origin
 */
export const admit = (published: PublishedFor | null, { headers, tell, servedOn = null }: Admitted): PublishedFor => {
	if (!published) throw refuseIntake('unknown_domain');
	const { origin } = headers;
	if (origin === undefined || !isOriginOf(origin, published.host, published.sharedDomain)) throw refuseIntake('wrong_origin');
	allow(origin, tell);
	// By a customer's own host the banner sends the site's cookies along, so that refused ones can be expired. Nothing is decided by them.
	if (servedOn !== null) tell('access-control-allow-credentials', 'true');
	return published;
};

export const allow = (origin: string, tell: Visit['tell']): void => {
	tell('access-control-allow-origin', origin);
	tell('access-control-expose-headers', 'retry-after');
	tell('cross-origin-resource-policy', 'cross-origin');
	tell('vary', 'origin');
};
