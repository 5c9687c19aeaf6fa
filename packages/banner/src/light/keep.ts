import { DAY, type KeptAnswers, safely } from '../core/store.ts';

/**
 * Keeps answers on the device for so many days. Where storage is blocked they stand for this page only. `domain` is the
 * registrable domain that shares the choice; where the browser does not take it (a public suffix) this host keeps its own.
 */
export const keep = (folder: string, kept: KeptAnswers, days: number, domain?: string): void => {
	const answers = Object.entries(kept).map(([key, [answer, at]]) => `${key}.${answer ? 1 : 0}.${at.toString(36)}`);
	const words = [`luvalla=1~${folder}`, ...answers].join('~');
	// Blocked, as in a sandboxed frame.
	safely(() => {
		const text = `${words}; Path=/; SameSite=${sameSite()}; Max-Age=`;
		// This host's own would stand beside the shared one and go on saying what it said.
		if (domain) write(`${text}0`);
		if (domain) write(`${text}${days * DAY}; Domain=${domain}`);
		if (!domain || !document.cookie.includes(`luvalla=1~${folder}`)) write(text + days * DAY);
		tellTabs(words);
		// A worker of the site's holds tags until it knows of a yes.
		navigator.serviceWorker?.controller?.postMessage(words);
	});
};

/** In a page of another site, cookies are kept in a jar of their own for that site, or not at all. */
export const sameSite = (): string =>
	safely(() => top?.location.host) !== location.host
		? 'None; Secure; Partitioned'
		: `Lax${location.protocol === 'https:' ? '; Secure' : ''}`;

/**
 * Tells the open tabs and frames of this origin, in the words of cookies: a cookie reaches another tab later than this.
 * Nothing of it stays.
 */
export const tellTabs = (words: string): void =>
	// Blocked or full: other tabs read the cookie when they are looked at.
	safely(() => {
		localStorage.setItem('luvalla', words);
		localStorage.removeItem('luvalla');
	});

const write = (text: string): void => {
	// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere
	document.cookie = text;
};
