/** Removes listed cookies, on this host and its parents, and names those that no script can remove. */
import { cookies } from '../core/store.ts';

const names = (): string[] =>
	cookies()
		.split('; ')
		.map((pair) => pair.split('=')[0] ?? '');

/** `_ga_*` stands for every name that begins with `_ga_`. */
const matches = (pattern: string, name: string): boolean =>
	pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

const expire = (name: string): void => {
	const labels = location.hostname.split('.');
	const hosts = ['', ...labels.slice(0, -1).map((_, i) => `; Domain=${labels.slice(i).join('.')}`)];
	const steps = location.pathname.split('/');
	const paths = steps.flatMap((_, i) => [steps.slice(0, i).join('/') || '/', `${steps.slice(0, i + 1).join('/')}`]).filter(Boolean);
	// `__Secure-` ones go only as they came; partitioned ones stand in a jar of their own.
	const kinds = location.protocol === 'https:' || window.isSecureContext ? ['; Secure', '; Secure; SameSite=None; Partitioned'] : [''];
	for (const kind of ['', ...kinds])
		for (const host of hosts)
			for (const path of new Set(paths)) {
				// biome-ignore lint/suspicious/noDocumentCookie: must also work where the Cookie Store API does not exist
				document.cookie = `${name}=; Path=${path}${host}; Max-Age=0${kind}`;
			}
};

/** Answers the listed cookies that are still there: set for a path that is not this page's, or refused to go. */
export const removeCookies = (patterns: string[]): string[] => {
	const listed = (): string[] => names().filter((name) => name && name !== 'luvalla' && patterns.some((pattern) => matches(pattern, name)));
	for (const name of listed()) expire(name);
	return [...new Set(listed())];
};
