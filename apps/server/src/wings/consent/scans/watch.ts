/** Records what a browser's context asks for and keeps, and who is behind it. One for each context. */
import { readFileSync } from 'node:fs';
import type { ScanItemKind, ScanPass, ScanPlace, ScanSource } from '@luvalla/contract/consent/scans.ts';
import type { BrowserContext, CDPSession, Frame, Page, Request, Response } from 'playwright-core';
import { type ContainerTag, containerOf, containerTags } from './containers.ts';
import { siteOf } from './follow.ts';
import { entryOf, type HarLog } from './har.ts';
import { owned } from './owned.ts';
import type { Sight, Sights } from './sights.ts';
import { type PageTag, tagsOf } from './tags.ts';

const script = (name: string): string =>
	readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8').replace(/^\/\*[\s\S]*?\*\/\s*/, '');
const RECORD = script('record.js');
const KEPT = script('kept.js');

/** Who set something, told as it happened. */
interface Setter {
	readonly kind: string;
	readonly name: string;
	readonly host: string;
	/** Seconds, as asked for; null: none was said. */
	readonly lifetimeSeconds: number | null;
	readonly at: Omit<ScanSource, 'chain'>;
}

const MOST_SETTERS = 20_000;
/** A longer address (a picture within it) is nobody's link in a chain. */
const MOST_ADDRESS = 2000;
/** What the tags of all pages together may hold, in letters; further pages are not read for them. */
const MOST_TAG_TEXT = 16 * 1024 * 1024;
const MOST_CHAIN = 12;
const FRAME_MS = 3000;
/** A page whose source is longer is not read for its tags. */
const MOST_SOURCE = 2 * 1024 * 1024;
const MOST_CONTAINERS = 20;

/** The first place in a stack that has an address: frames of our own have none. */
export const placeOf = (stack: string): ScanPlace | null => {
	for (const line of stack.split('\n')) {
		const [, url, row, column] = /((?:https?|blob|data):[^\s()]*?):(\d+):(\d+)\)?$/.exec(line.trim()) ?? [];
		if (url !== undefined) return { url, line: Number(row), column: Number(column) };
	}
	return null;
};

/** Lifetime that a Set-Cookie line or a script asks for, in seconds (Max-Age before Expires, RFC 6265, 5.3); Java's longest is no safe number. */
export const lifetimeOf = (line: string, nowMs: number): number | null => {
	const [, age] = /;\s*max-age\s*=\s*(-?\d+)/i.exec(line) ?? [];
	if (age !== undefined) return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(age)));
	const [, date] = /;\s*expires\s*=\s*([^;]+)/i.exec(line) ?? [];
	const until = date === undefined ? Number.NaN : Date.parse(date);
	return Number.isNaN(until) ? null : Math.round((until - nowMs) / 1000);
};

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? '';
const covers = (domain: string, host: string): boolean => {
	const bare = domain.replace(/^\./, '');
	return host === bare || host.endsWith(`.${bare}`);
};

export class Watch {
	/** Windows that pages opened by themselves. */
	popups = 0;
	/** What stands on the pages that were opened, by their addresses. */
	readonly tags = new Map<string, readonly PageTag[]>();
	/** What stands in the containers of tag managers that were loaded, by their ids. */
	readonly containers = new Map<string, readonly ContainerTag[]>();
	readonly #context: BrowserContext;
	readonly #pass: ScanPass;
	readonly #sights: Sights;
	readonly #har: HarLog | null;
	/** By kind and name; of each host the first. */
	readonly #setters = new Map<string, Setter[]>();
	#setterCount = 0;
	/** Who asked for an address first. */
	readonly #initiators = new Map<string, ScanPlace>();
	readonly #started = new WeakMap<Request, number>();
	readonly #open = new Set<Request>();
	readonly #reading = new Set<Promise<void>>();
	#site = '';
	#page = '';
	#pageId = '';
	#tagText = 0;
	#isNew: boolean;
	#lastMs = performance.now();
	/** How much the page may still load. */
	#bytes = 0;
	#tooLarge: (() => void) | null = null;

	private constructor(context: BrowserContext, sights: Sights, har: HarLog | null) {
		this.#context = context;
		this.#pass = sights.pass;
		this.#sights = sights;
		this.#har = har;
		this.#isNew = sights.pass === 'before';
	}

	/** @param sights gets what is seen @param har null: no network log is kept */
	static async of(context: BrowserContext, sights: Sights, har: HarLog | null): Promise<Watch> {
		const watch = new Watch(context, sights, har);
		await context.exposeBinding('luvallaScanTell', (_, told: unknown) => watch.#told(told));
		await context.addInitScript(RECORD);
		context.on('request', (request) => watch.#asked(request));
		context.on('response', (response) => watch.#read(watch.#answered(response)));
		context.on('requestfailed', (request) => watch.#read(watch.#ended(request, null, request.failure()?.errorText ?? 'failed')));
		context.on('requestfinished', (request) => watch.#open.delete(request));
		return watch;
	}

	/** A page is opened in a window of its own; `tooLarge` is called once when it loads more than `mostBytes`. */
	async opens(page: Page, mostBytes: number, tooLarge: () => void): Promise<void> {
		this.#bytes = mostBytes;
		this.#tooLarge = tooLarge;
		const session = await this.#context.newCDPSession(page);
		await this.#initiatorsOf(session);
	}

	begins(url: string): void {
		this.#page = url;
		this.#site = siteOf(hostOf(url));
		this.#open.clear();
		this.#pageId = this.#har?.begins(url, this.#pass) ?? '';
	}

	/** From now on, what is seen is there after the answer. */
	answered(): void {
		this.#isNew = true;
	}

	get isAnswered(): boolean {
		return this.#isNew;
	}

	/** Closes every window but this one as it comes; answers what ends that. */
	closesOthers(page: Page): () => void {
		const close = (other: Page): void => {
			if (other === page) return;
			this.popups += 1;
			// It may be gone by itself.
			other.close().catch(() => undefined);
		};
		this.#context.on('page', close);
		return () => this.#context.off('page', close);
	}

	/** Milliseconds since the last request began or ended; 0 while one is open. */
	get quietMs(): number {
		return this.#open.size > 0 ? 0 : performance.now() - this.#lastMs;
	}

	/** Everything that is kept now, in the jar and by every frame of the page. */
	async look(page: Page): Promise<void> {
		await Promise.race([Promise.allSettled([...this.#reading]), page.waitForTimeout(FRAME_MS)]);
		const nowMs = Date.now();
		for (const one of await this.#context.cookies()) {
			const set = this.#settersOf('cookie', one.name).find(({ host }) => covers(one.domain, host));
			this.#see({
				kind: 'cookie',
				name: one.name,
				host: one.domain,
				bytes: one.name.length + one.value.length,
				source: this.#withChain(set?.at ?? null),
				cookie: {
					path: one.path,
					httpOnly: one.httpOnly,
					secure: one.secure,
					sameSite: one.sameSite,
					lifetimeSeconds: one.expires < 0 ? null : (set?.lifetimeSeconds ?? Math.round(one.expires - nowMs / 1000)),
				},
			});
		}
		for (const frame of page.frames()) await this.#lookInto(frame);
		for (const worker of this.#context.serviceWorkers()) {
			const url = worker.url();
			this.#see({ kind: 'serviceWorker', name: url, host: hostOf(url), source: this.#setterOf('serviceWorker', url) });
		}
	}

	async #lookInto(frame: Frame): Promise<void> {
		const host = hostOf(frame.url());
		if (host === '') return;
		if (frame.parentFrame() && siteOf(host) !== this.#site)
			this.#see({ kind: 'frame', name: bare(frame.url()), host, source: this.#asker(frame.url()) });
		let kept: { kind: ScanItemKind; name: string; bytes: number | null }[];
		try {
			kept = (await Promise.race([frame.evaluate(KEPT), late(FRAME_MS, new Error('The frame does not answer.'))])) as typeof kept;
		} catch (error) {
			// A frame that went, or never answers, keeps what it keeps.
			if (frame.parentFrame()) return;
			throw error;
		}
		for (const one of kept) this.#see({ ...one, host, source: this.#setterOf(one.kind, one.name) });
	}

	#see(seen: Pick<Sight, 'kind' | 'name' | 'host' | 'source'> & Partial<Pick<Sight, 'bytes' | 'cookie'>>): void {
		this.#sights.see({ bytes: null, cookie: null, ...seen, page: this.#page, isNew: this.#isNew });
	}

	#told(told: unknown): void {
		this.#lastMs = performance.now();
		if (typeof told !== 'string') return;
		const report: unknown = JSON.parse(told);
		// Pages may call this, too, with whatever they like.
		if (!isReport(report)) return;
		const found = placeOf(report.stack);
		const place = found ? { ...found, url: owned(found.url) } : { url: report.url, line: null, column: null };
		const setter: Setter = {
			kind: report.kind,
			name: report.name,
			host: hostOf(report.url),
			lifetimeSeconds: lifetimeOf(report.text, Date.now()),
			at: { by: 'script', ...place },
		};
		this.#sets(setter);
		if (report.kind !== 'beacon' && report.kind !== 'fingerprint') return;
		const url = report.kind === 'beacon' ? report.name : place.url;
		this.#see({
			kind: report.kind,
			name: report.kind === 'beacon' ? bare(report.name) : report.name,
			host: hostOf(url),
			source: this.#withChain(setter.at),
		});
	}

	#asked(request: Request): void {
		this.#lastMs = performance.now();
		this.#started.set(request, Date.now());
		this.#open.add(request);
		const host = hostOf(request.url());
		if (host !== '' && siteOf(host) !== this.#site && request.isNavigationRequest() === false)
			this.#see({ kind: 'request', name: host, host, source: this.#asker(request.url()) });
	}

	#read(work: Promise<void>): void {
		const mine = work
			// The context ended while its answer was read: there is nothing more to learn.
			.catch(() => undefined)
			.finally(() => this.#reading.delete(mine));
		this.#reading.add(mine);
	}

	async #answered(response: Response): Promise<void> {
		this.#lastMs = performance.now();
		const headers = await response.headersArray();
		const url = response.url();
		for (const { name, value } of headers) {
			if (name.toLowerCase() !== 'set-cookie') continue;
			for (const line of value.split('\n'))
				this.#sets({
					kind: 'cookie',
					name: owned(line.split('=')[0]?.trim() ?? ''),
					host: hostOf(url),
					lifetimeSeconds: lifetimeOf(line, Date.now()),
					at: { by: 'response', url, line: null, column: null },
				});
		}
		await this.#ended(response.request(), response, null, headers);
		if (this.#pass !== 'before') return;
		await this.#readTags(response);
		await this.#readContainer(response);
	}

	async #readContainer(response: Response): Promise<void> {
		const id = containerOf(response.url());
		if (id === undefined || this.containers.has(id) || this.containers.size >= MOST_CONTAINERS || !response.ok()) return;
		const script = await response.text();
		if (script.length <= MOST_SOURCE) this.containers.set(id, containerTags(script));
	}

	/** Of the page itself, where it is one. */
	async #readTags(response: Response): Promise<void> {
		const request = response.request();
		if (!request.isNavigationRequest() || request.frame().parentFrame() !== null || !response.ok()) return;
		if (!/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(response.headers()['content-type'] ?? '')) return;
		const html = await response.text();
		if (html.length > MOST_SOURCE || this.#tagText >= MOST_TAG_TEXT) return;
		const tags = tagsOf(html, new URL(response.url()));
		for (const { text, address } of tags) this.#tagText += text.length + (address?.length ?? 0);
		this.tags.set(response.url(), tags);
	}

	async #ended(
		request: Request,
		response: Response | null,
		failure: string | null,
		answered: { name: string; value: string }[] = [],
	): Promise<void> {
		if (failure !== null) this.#open.delete(request);
		this.#lastMs = performance.now();
		if (!this.#har || this.#har.isFull) return;
		const pageId = this.#pageId;
		const endedAt = Date.now();
		const headers = Object.entries(request.headers()).map(([name, value]) => ({ name, value }));
		this.#har.add(entryOf(pageId, this.#started.get(request) ?? endedAt, endedAt, request, headers, response, answered, failure));
	}

	/** Stacks of requests, as the browser's own tools have them. */
	async #initiatorsOf(session: CDPSession): Promise<void> {
		session.on('Network.requestWillBeSent', ({ request, initiator, documentURL }) => {
			if (request.url.length > MOST_ADDRESS || this.#initiators.has(request.url) || this.#initiators.size >= MOST_SETTERS) return;
			let stack = initiator.stack;
			while (stack?.callFrames.every(({ url }) => url === '')) stack = stack.parent;
			const frame = stack?.callFrames.find(({ url }) => url !== '');
			if (frame) this.#initiators.set(request.url, { url: frame.url, line: frame.lineNumber + 1, column: frame.columnNumber + 1 });
			else if (initiator.url !== undefined)
				this.#initiators.set(request.url, {
					url: initiator.url,
					line: initiator.lineNumber === undefined ? null : initiator.lineNumber + 1,
					column: initiator.columnNumber === undefined ? null : initiator.columnNumber + 1,
				});
			else if (documentURL !== request.url) this.#initiators.set(request.url, { url: documentURL, line: null, column: null });
		});
		session.on('Network.dataReceived', ({ dataLength }) => {
			this.#bytes -= dataLength;
			if (this.#bytes >= 0) return;
			this.#tooLarge?.();
			this.#tooLarge = null;
		});
		await session.send('Network.enable');
	}

	#sets(setter: Setter): void {
		if (this.#setterCount >= MOST_SETTERS) return;
		const key = `${setter.kind} ${setter.name}`;
		const known = this.#setters.get(key) ?? [];
		if (known.some(({ host }) => host === setter.host)) return;
		this.#setterCount += 1;
		this.#setters.set(key, [...known, setter]);
	}
	#settersOf(kind: string, name: string): readonly Setter[] {
		return this.#setters.get(`${kind} ${name}`) ?? [];
	}
	#setterOf(kind: string, name: string): ScanSource | null {
		return this.#withChain(this.#settersOf(kind, name)[0]?.at ?? null);
	}

	/** Who asked for an address. */
	#asker(url: string): ScanSource | null {
		const place = this.#initiators.get(url);
		return place ? this.#withChain({ by: 'script', ...place }) : null;
	}

	#withChain(at: Omit<ScanSource, 'chain'> | null): ScanSource | null {
		if (!at) return null;
		const chain: ScanPlace[] = [];
		const met = new Set([at.url]);
		for (let next = this.#initiators.get(at.url); next && chain.length < MOST_CHAIN; next = this.#initiators.get(next.url)) {
			if (met.has(next.url)) break;
			met.add(next.url);
			chain.push(next);
		}
		return { ...at, chain };
	}
}

/** Without what differs at each visit. */
const bare = (url: string): string => url.replace(/[?#].*$/, '').slice(0, 500);

/** Fails after so long. */
export const late = (ms: number, error: Error): Promise<never> =>
	new Promise((_, reject) => {
		setTimeout(reject, ms, error).unref();
	});

interface Report {
	kind: 'cookie' | 'localStorage' | 'sessionStorage' | 'indexedDb' | 'cacheStorage' | 'serviceWorker' | 'beacon' | 'fingerprint';
	name: string;
	text: string;
	url: string;
	stack: string;
}
const isReport = (value: unknown): value is Report =>
	typeof value === 'object' &&
	value !== null &&
	['kind', 'name', 'text', 'url', 'stack'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string');
