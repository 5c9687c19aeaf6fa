/** Reads a site's start page, pages that it links to and the scripts that they load: which known tags stand there. */

import { knownEntries } from '@luvalla/banner/known.ts';
import { isKnown } from '@luvalla/banner/known-address.ts';
import type { SnippetFound } from '@luvalla/contract/consent/snippet.ts';
import { cut } from '@luvalla/contract/well-formed.ts';
import type { Guard } from '#kernel/outbound/guard.ts';
import { type Answered, sendHttp } from '#kernel/outbound/http.ts';
import type { Loaded, Page } from './page.ts';

/** Beside the start page. */
const INNER_PAGES = 9;
const SCRIPTS = 30;
const PAGE_BYTES = 2 * 1024 * 1024;
const SCRIPT_BYTES = 4 * 1024 * 1024;
/** For all that comes after the start page, unless there is less. */
const TIME_MS = 25_000;
const ONE_MS = 8000;
/** At the same time: nobody's site is to feel it. */
const TOGETHER = 3;
/** Kept of a site; its narrow list is made of all. */
const MOST_TAGS = 100;
const LONGEST_ADDRESS = 1000;
const MOST_ORIGINS = 40;
/** What a link may lead to that is no page. */
const FILES = /\.(pdf|zip|gz|jpe?g|png|gif|webp|avif|svg|mp[34]|webm|docx?|xlsx?|pptx?|csv|xml|json|ics|txt|exe|dmg|apk)$/i;

interface Read {
	readonly path: string;
	readonly page: Page;
}

const isPage = ({ status, headers }: Answered): boolean => status >= 200 && status <= 299 && /^$|html/i.test(headers['content-type'] ?? '');

/** Each after the other, a few at a time, in their order; null where one could not be had. */
const inTurn = async <In, Out>(all: readonly In[], work: (one: In) => Promise<Out>): Promise<(Out | null)[]> => {
	const done: (Out | null)[] = [];
	for (let at = 0; at < all.length; at += TOGETHER)
		done.push(...(await Promise.all(all.slice(at, at + TOGETHER).map((one) => work(one).catch(() => null)))));
	return done;
};

/** Entries of the list that a script's text names. Somebody who only speaks of one is taken for a tag: that stops more, not less. */
const namedIn = (text: string): string[] => {
	const plain = text.toLowerCase().replaceAll('\\/', '/');
	return [...knownEntries.keys()].filter((entry) => {
		for (let at = plain.indexOf(entry); at >= 0; at = plain.indexOf(entry, at + 1))
			if (!/[a-z0-9-]/.test(plain[at - 1] ?? '') && !/[a-z0-9-]/.test(plain[at + entry.length] ?? '')) return true;
		return false;
	});
};

/**
 * @param start the start page as it was answered
 * @param snippet what the address of the domain's snippet ends with
 * @param guard where we may go
 * @param withinMs for all that comes after the start page; what was not read by then makes the look not whole
 */
export const readSite = async (start: Answered, snippet: string, guard: Guard, withinMs = TIME_MS): Promise<SnippetFound> => {
	const until = Date.now() + withinMs;
	const fetched = (url: URL, mostBytes: number, stays: boolean): Promise<Answered> => {
		const timeoutMs = Math.min(ONE_MS, until - Date.now());
		if (timeoutMs <= 0) throw new Error('No time is left.');
		const follow = (to: URL): string | null => (stays && to.host !== start.url.host ? `${to.host} is another site.` : null);
		return sendHttp(url.href, { guard, mostBytes, timeoutMs, follow, headers: { accept: stays ? 'text/html' : '*/*' } });
	};
	// its parser is held by whoever has looked at a site
	const { readPage } = await import('./page.ts');
	const first: Read = { path: start.url.pathname, page: readPage(start.body.toString('utf8'), start.url, snippet) };
	const inner = linkedFrom(first.page, start.url);
	const others = await inTurn(inner, async (url): Promise<Read | undefined> => {
		const answer = await fetched(url, PAGE_BYTES, true);
		if (!isPage(answer)) return undefined;
		return { path: url.pathname, page: readPage(answer.body.toString('utf8'), answer.url, snippet) };
	});
	const pages = [first, ...others.filter((one) => one != null)];

	const tags = new Map<string, SnippetFound['known'][number]>();
	const note = (path: string, tag: Omit<SnippetFound['known'][number], 'pages'>): void => {
		const key = JSON.stringify([tag.host, tag.kind, tag.marked, tag.address]);
		const had = tags.get(key)?.pages ?? [];
		tags.set(key, { ...tag, pages: had.includes(path) ? had : [...had, path] });
	};
	const origins = { script: new Set<string>(), frame: new Set<string>(), image: new Set<string>() };
	/** Scripts that may insert known tags, with the pages that load them. */
	const scripts = new Map<string, { url: URL; paths: string[] }>();
	for (const { path, page } of pages) {
		for (const one of page.loaded) {
			const host = [...knownEntries.keys()].find((entry) => isKnown(one.url.href, entry, one.url.href));
			if (host) note(path, { host, kind: one.kind, marked: one.marked, address: cut(one.address, LONGEST_ADDRESS) });
			if (one.url.origin !== start.url.origin && (!host || one.marked)) origins[one.kind].add(one.url.origin);
			if (!host && one.kind === 'script') noteScript(scripts, one, path);
		}
		for (const { text, marked } of page.inline)
			for (const host of namedIn(text)) note(path, { host, kind: 'inserted', marked, address: null });
	}
	const wanted = [...scripts.values()];
	const texts = await inTurn(wanted.slice(0, SCRIPTS), async ({ url }) => {
		const { status, body } = await fetched(url, SCRIPT_BYTES, false);
		// What is not there inserts nothing.
		return status >= 200 && status <= 299 ? namedIn(body.toString('utf8')) : [];
	});
	for (const [at, named] of texts.entries())
		for (const host of named ?? [])
			for (const path of wanted[at]?.paths ?? []) note(path, { host, kind: 'inserted', marked: false, address: null });

	const stands = pages.flatMap(({ page }) => page.snippet ?? []);
	return {
		pages: [...new Set(pages.map(({ path }) => path))],
		whole: !texts.includes(null) && wanted.length <= SCRIPTS && tags.size <= MOST_TAGS,
		problems: [
			...(stands.some(({ late }) => late) ? ['late' as const] : []),
			...(stands.some(({ deferred }) => deferred) ? ['deferred' as const] : []),
		],
		known: [...tags.values()].slice(0, MOST_TAGS),
		origins: {
			script: [...origins.script].slice(0, MOST_ORIGINS),
			frame: [...origins.frame].slice(0, MOST_ORIGINS),
			image: [...origins.image].slice(0, MOST_ORIGINS),
		},
		inline: pages.some(({ page }) => page.inline.some(({ marked }) => !marked)),
	};
};

const noteScript = (scripts: Map<string, { url: URL; paths: string[] }>, { url }: Loaded, path: string): void => {
	const had = scripts.get(url.href);
	if (!had) scripts.set(url.href, { url, paths: [path] });
	else if (!had.paths.includes(path)) had.paths.push(path);
};

/** Pages of the same host, in the order of their links. */
const linkedFrom = ({ links }: Page, start: URL): URL[] => {
	const found = new Map<string, URL>();
	for (const link of links)
		if (link.host === start.host && link.pathname !== start.pathname && !FILES.test(link.pathname) && !found.has(link.pathname)) {
			link.hash = '';
			found.set(link.pathname, link);
		}
	return [...found.values()].slice(0, INNER_PAGES);
};
