/** Which addresses are whose, before any of their code is loaded. */

/** The other paths of portal.md section 2: all of them show the one shared page. */
export const SHARED_PATHS = ['/home', '/about', '/help', '/privacy'] as const;

/** Addresses of before, which links that were kept still name. */
export const MOVED = [
	{ from: '/reports/people', to: '/domainprofiles', search: { show: 'consents' } },
	{ from: '/reports/people/$id', to: '/domainprofiles/$id', search: {} },
] as const;

/** Pages about the reader's own data, which a normal user has as the whole app; `/` is the first of them there. */
export const OWN_PAGES = [
	'/profile/privacy',
	'/profile/privacy/messages',
	'/profile/privacy/data',
	'/profile/privacy/devices',
	'/profile/privacy/erase',
	'/profile',
] as const;

/** Every page that is no screen, beside those of the sign-in itself. */
export const PLAIN_PATHS = [
	'/',
	'/redirect',
	'/contact',
	'/welcome',
	'/register',
	'/confirmaddress',
	'/termsandconditions',
	'/magiclinkinviteconfirmation',
	...SHARED_PATHS,
] as const;
export type PlainPath = (typeof PLAIN_PATHS)[number];

/** Pages that are the same for everybody, beside those of the sign-in. */
export const SESSIONLESS: readonly string[] = [
	'/magiclinkinviteconfirmation',
	'/welcome',
	'/register',
	'/termsandconditions',
	'/contact',
	...SHARED_PATHS,
];

/** Pages of the sign-in itself: the server has routes of its own to them. */
export type SignInPath = '/identity/interaction/$uid' | '/identity/link';

export const isSignIn = (pathname: string): boolean => /^\/identity\/(interaction\/|link$)/.test(pathname);

/** Addresses that need no session, however the router lets them be written; the page does not even ask for one there. */
export const isSessionless = (pathname: string): boolean =>
	SESSIONLESS.includes(pathname.toLowerCase().replace(/\/$/, '')) || isSignIn(pathname);
