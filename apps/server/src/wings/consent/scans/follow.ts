/** Which pages of a site a scan goes to: its own links, and what robots.txt closes. */
import { parse } from 'tldts';

/** The registrable domain of a host, or the host where there is none (an address, a name of this machine). */
export const siteOf = (host: string): string => parse(host, { allowPrivateDomains: true }).domain ?? host;

const MOST_ADDRESS = 2000;
/** What a browser would keep as a file, or show without scripts. */
const NO_PAGE =
	/\.(?:avif|bmp|css|csv|docx?|eps|epub|exe|gif|gz|ico|ics|jpe?g|js|json|m4a|mov|mp3|mp4|ogg|pdf|png|pptx?|rar|svg|tar|tgz|txt|wav|webm|webp|xlsx?|xml|zip|dmg|apk|msi|iso|woff2?)$/i;

/** The page behind a link, without its fragment; null: another site, or no page. */
export const pageOf = (link: string, site: string): string | null => {
	const url = URL.parse(link);
	if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.href.length > MOST_ADDRESS) return null;
	if (siteOf(url.hostname) !== site || NO_PAGE.test(url.pathname)) return null;
	url.hash = '';
	return url.href;
};

interface Rule {
	readonly allows: boolean;
	readonly path: string;
}
/** Whether an address may be visited. */
export type Robots = (url: string) => boolean;
const EVERYBODY: Robots = () => true;
export const ROBOT = 'luvalla';

/** `*` is anything, `$` at the end is the end (RFC 9309, 2.2.3). */
const matches = (path: string, pattern: string): boolean => {
	const ends = pattern.endsWith('$');
	const [first = '', ...rest] = (ends ? pattern.slice(0, -1) : pattern).split('*');
	if (!path.startsWith(first)) return false;
	let at = first.length;
	for (const [place, part] of rest.entries()) {
		const isLast = place === rest.length - 1;
		const found = ends && isLast ? path.length - part.length : path.indexOf(part, at);
		if (found < at || !path.startsWith(part, found)) return false;
		at = found + part.length;
	}
	return !ends || at === path.length;
};

/** Rules of the groups that name us, else of those for everybody; the longest that fits decides, of equals the one that allows (RFC 9309). */
export const readRobots = (text: string): Robots => {
	const groups = new Map<string, Rule[]>();
	let agents: string[] = [];
	let inRules = true;
	for (const line of text.split(/\r\n|\n|\r/)) {
		const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? [];
		const kind = key.toLowerCase();
		const said = value.trim();
		if (kind === 'user-agent') {
			if (inRules) agents = [];
			inRules = false;
			const agent = said.toLowerCase();
			agents.push(agent);
			if (!groups.has(agent)) groups.set(agent, []);
		} else if (kind === 'allow' || kind === 'disallow') {
			inRules = true;
			if (said !== '') for (const agent of agents) groups.get(agent)?.push({ allows: kind === 'allow', path: said });
		}
	}
	const rules = groups.get(ROBOT) ?? groups.get('*');
	if (!rules) return EVERYBODY;
	return (address) => {
		const { pathname, search } = new URL(address);
		const fitting = rules.filter(({ path }) => matches(pathname + search, path));
		const longest = Math.max(...fitting.map(({ path }) => path.length));
		return fitting.length === 0 || fitting.some(({ allows, path }) => allows && path.length === longest);
	};
};
