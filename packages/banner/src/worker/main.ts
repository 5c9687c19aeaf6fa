/**
 * A service worker for the root of a site: from the second page on it holds what a browser fetches of known tags ahead of
 * every script. It answers in their place, with nothing, until their category is allowed. Documents are never touched.
 * Without the Cookie Store API it cannot know a choice, and holds nothing.
 */

import { type KeptAnswers, read, standing } from '../core/store.ts';
import { isKnown } from '../known-address.ts';
import type { WorkerData } from './file.ts';

/** Given by the file as it is served. */
declare const LUVALLA_WORKER: WorkerData;

/** What a service worker has beside a page's names. */
interface Scope {
	skipWaiting(): Promise<void>;
	addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
	addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
	cookieStore?: { getAll(name: string): Promise<{ name: string; value: string }[]> };
}
interface FetchEvent {
	request: Request;
	respondWith(answer: Promise<Response>): void;
}

const scope = globalThis as unknown as Scope;
const [known, asked, days, strict] = LUVALLA_WORKER;
const store = scope.cookieStore;
/** What a page said of a choice: in some browsers it is here before the cookie is. */
let told: KeptAnswers = {};

const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
/**
 * Nothing that stays when the tag may come. An image is an empty one; where WebKit holds on to it, the real one comes with
 * the next page. All else fails, as where a visitor's own blocker stands: Firefox would take an empty script, fetched
 * ahead, for the tag.
 */
const nothing = (wanted: RequestDestination): Response =>
	wanted === 'image'
		? new Response(
				Uint8Array.from(atob(PIXEL), (sign) => sign.charCodeAt(0)),
				{ headers: { 'content-type': 'image/gif', 'cache-control': 'no-store' } },
			)
		: Response.error();

/** Of several categories one is enough. */
const allowed = async (keys: string[]): Promise<boolean> => {
	const cookies = (await store?.getAll('luvalla')) ?? [];
	const values = standing(read(told, cookies.map(({ value }) => `luvalla=${value}`).join('; ')), asked, days);
	return keys.some((key) => values[key] ?? !strict);
};

scope.addEventListener('fetch', (event) => {
	const { request } = event;
	if (!store || request.mode === 'navigate') return;
	const keys = Object.keys(known).filter((key) => isKnown(request.url, known[key] ?? '', request.url));
	if (keys[0]) event.respondWith(allowed(keys).then((open) => (open ? fetch(request) : nothing(request.destination))));
});
scope.addEventListener('message', ({ data }) => {
	if (typeof data === 'string') told = read(told, data);
});
// A new file counts from the next page on.
void scope.skipWaiting();
