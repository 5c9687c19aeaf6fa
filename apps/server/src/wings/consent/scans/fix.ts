/** The line of a page that lets an item in, and how it has to stand so that it waits. Pure. */
import type { ScanFix, ScanItem, ScanPlace, ScanSource } from '@luvalla/contract/consent/scans.ts';
import { type ContainerTag, containerOf, tagFor } from './containers.ts';
import type { PageTag } from './tags.ts';

const withoutFragment = (url: string): string => url.replace(/#.*$/, '');

/** What a request, a frame or a beacon is asked of; others are no addresses. */
const asks = (item: ScanItem, { address }: PageTag): boolean =>
	address !== null &&
	(item.kind === 'request' ? URL.parse(address)?.hostname === item.name : address.replace(/[?#].*$/, '').startsWith(item.name)) &&
	['request', 'frame', 'font', 'beacon'].includes(item.kind);

const ATTRIBUTE = (name: string): RegExp => new RegExp(`\\s${name}(\\s*=\\s*("[^"]*"|'[^']*'|[^\\s"'>]+))?(?=[\\s/>])`, 'i');

/** The start tag, marked. A script's own type is kept where it is a module's. */
const marked = ({ kind, text, address }: PageTag, category: string): string => {
	const source = (tag: string): string => (address === null ? tag : tag.replace(/(\s)src(\s*=)/i, '$1data-src$2'));
	const named = /^<[a-z]+/i.exec(text)?.[0] ?? '';
	const rest = text.slice(named.length);
	if (kind !== 'script') return `${named} data-luvalla="${category}"${source(rest)}`;
	const module = /\stype\s*=\s*["']?module\b/i.test(rest) ? ' data-type="module"' : '';
	return `${named} type="text/plain" data-luvalla="${category}"${module}${source(rest.replace(ATTRIBUTE('type'), ''))}`;
};

/**
 * Goes from who did it up to the page: the outermost place that stands on a page whose tags are known.
 * @param tags what stands on each page, by its address without a fragment
 * @param containers tags of the containers that pages loaded, by the containers' ids
 * @returns null where no tag is known, or the tag waits already
 */
export const fixOf = (
	item: ScanItem,
	source: ScanSource | null,
	tags: ReadonlyMap<string, readonly PageTag[]>,
	category: string,
	containers: ReadonlyMap<string, readonly ContainerTag[]> = new Map(),
): ScanFix | null => {
	if (!source) return null;
	const places: ScanPlace[] = [source, ...source.chain];
	for (let at = places.length - 1; at >= 0; at--) {
		const place = places[at];
		const page = place && withoutFragment(place.url);
		const here = page === undefined ? undefined : tags.get(page);
		if (!place || page === undefined || !here) continue;
		const loaded = places[at - 1]?.url;
		const tag =
			here.find(({ address }) => address !== null && address === loaded) ??
			here.find((one) => one.address === null && place.line !== null && one.line <= place.line && place.line <= one.endLine) ??
			(loaded === undefined ? here.find((one) => asks(item, one)) : undefined);
		if (!tag || /\sdata-luvalla[\s=]/i.test(tag.text)) continue;
		const loader = places.findIndex(({ url }) => containerOf(url) !== undefined);
		const container = containerOf(places[loader]?.url ?? '') ?? null;
		const within = container === null ? null : tagFor(containers.get(container) ?? [], places[loader - 1]?.url, item);
		return { page, line: tag.line, before: tag.text, after: marked(tag, category), category, container, tag: within };
	}
	return null;
};
