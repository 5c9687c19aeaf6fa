/**
 * Stand-ins for services that websites embed. They come from other sites than the shop's, set a cookie as such scripts
 * do, and tell the page that they ran. They keep nothing about anybody.
 */
import type { ThirdParty } from './frame.ts';
import { html } from './html.ts';

const cookieOf: Record<ThirdParty, string> = { stats: '_stats_id', ads: '_ads_id', video: '_video_pref' };

const script = (name: ThirdParty): string => `(() => {
	document.cookie = '${cookieOf[name]}=sample; Path=/; Max-Age=2592000; SameSite=Lax';
	window.thirdPartiesThatRan = [...(window.thirdPartiesThatRan ?? []), '${name}'];
	document.dispatchEvent(new CustomEvent('third-party-ran', { detail: '${name}' }));
})();
`;

const film = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Film</title></head>
<body><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90" width="100%" height="100%" role="img" aria-label="A still of the film"><rect width="160" height="90" fill="#27332f"/><circle cx="80" cy="45" r="16" fill="#fbfaf7"/><path d="m75 36 15 9-15 9z" fill="#27332f"/></svg></body></html>`
	.markup;

/** What `name`.localhost answers on a path, or null. */
export const thirdParty = (name: string, path: string): { type: string; text: string } | null => {
	if (name !== 'stats' && name !== 'ads' && name !== 'video') return null;
	if (path === `/${name}.js`) return { type: 'text/javascript; charset=utf-8', text: script(name) };
	if (name === 'video' && path === '/film') return { type: 'text/html; charset=utf-8', text: film };
	return null;
};
