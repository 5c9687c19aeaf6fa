/** The three passes over a site: untouched, after accepting, after rejecting. Each begins with a fresh profile. */
import type { ScanItem, ScanOrder, ScanPage, ScanPass, ScanPress, ScanProblem, ScanReport } from '@luvalla/contract/consent/scans.ts';
import type { Said } from '@luvalla/contract/words.ts';
import type { BrowserContext, Page } from 'playwright-core';
import type { BrowserPool } from '#kernel/browsers/browsers.ts';
import { now } from '#kernel/clock.ts';
import { type Guard, OutboundRefused } from '#kernel/outbound/guard.ts';
import type { ContainerTag } from './containers.ts';
import { choiceOf, type MetBanner, meetBanner } from './fairness.ts';
import { findingsOf, itemsOf, type Knowledge } from './findings.ts';
import { pageOf, type Robots, readRobots, siteOf } from './follow.ts';
import type { HarLog } from './har.ts';
import { answer, isAsking } from './press.ts';
import { closedNetwork, FAILURES, notOpened, nowhere, PROBLEMS } from './sentences.ts';
import { Sights } from './sights.ts';
import type { PageTag } from './tags.ts';
import { linksOf, onPage, open, PATIENCE, type Patience, quiet, VisitProblem } from './visit.ts';
import { late, Watch } from './watch.ts';

/** The scan could not be done at all. */
export class ScanFailed extends Error {
	override readonly name = 'ScanFailed';
	readonly sentence: Said;
	constructor(sentence: Said) {
		super(sentence.en);
		this.sentence = sentence;
	}
}

/** How far a scan is. */
export interface ScanNews {
	readonly pass: ScanPass;
	readonly page: string;
	/** Which page of the pass this is, of how many that are known by now. */
	readonly number: number;
	readonly of: number;
	/** What was found in all passes so far. */
	readonly found: number;
	/** All of it. */
	readonly items: () => ScanItem[];
}

export interface ScanParts {
	readonly pool: BrowserPool;
	/** The pool's: asked before, so that what it refuses is said in words. */
	readonly guard: Guard;
	readonly patience?: Patience;
	/** Origin of this installation: what a scan answers to our own banner is nobody's consent, and is not sent there. */
	readonly own?: string;
	/** Text of the build output `measure.js`: absent, nothing is said of how fair a banner is. */
	readonly meter?: string;
	/** What is known of items beside the names of the order. */
	readonly known?: Knowledge;
	/** Gets what is asked for and answered; absent: no network log is kept. */
	readonly har?: HarLog;
	/** Before each page. */
	readonly tell?: (news: ScanNews) => void;
	/** Ends the scan; it then fails with the signal's reason. */
	readonly signal?: AbortSignal;
}

export interface Scanned {
	readonly report: ScanReport;
	/** PNG of the first page of each pass. */
	readonly pictures: ReadonlyMap<ScanPass, Buffer>;
}

const CONTEXT = {
	viewport: { width: 1280, height: 800 },
	acceptDownloads: false,
	serviceWorkers: 'allow',
	reducedMotion: 'reduce',
} as const;
/** A banner may take so long to come on a page where one came before. */
const BANNER_MS = 10_000;
/** A page that ended its browser is not gone to again; a site that does so with each is given up. */
const MOST_CRASHES = 3;
const MOST_ROBOTS = 512 * 1024;
const MOST_WAITING = 5000;

interface Stop {
	readonly url: string;
	readonly depth: number;
}

/** @throws ScanFailed, and the reason of `signal` */
export const scan = async (order: ScanOrder, parts: ScanParts): Promise<Scanned> => {
	const startedAt = now().toISOString();
	await demandReach(order.url, parts.guard);
	if (!parts.pool.available) throw new ScanFailed(FAILURES.noChromium);
	const trip = new Trip(order, parts);
	await trip.before();
	const presses: ScanPress[] = [];
	if (!order.nonCmp)
		for (const pass of ['accept', 'reject'] as const) {
			const press = await trip.after(pass);
			if (press) presses.push(press);
		}
	const items = trip.items();
	const facts = { order, site: trip.site, pages: trip.pages, presses, choice: choiceOf(trip.met, presses), items };
	return {
		report: {
			...facts,
			startedAt,
			endedAt: now().toISOString(),
			findings: findingsOf({ ...facts, popups: trip.popups, tags: trip.tags, containers: trip.containers }, parts.known),
		},
		pictures: trip.pictures,
	};
};

/** Said in words before a browser is started. */
const demandReach = async (url: string, guard: Guard): Promise<void> => {
	const { hostname, port, protocol } = new URL(url);
	const number = Number(port || (protocol === 'https:' ? 443 : 80));
	const host = hostname.replace(/^\[|\]$/g, '');
	try {
		guard.check(host, number);
		await new Promise<void>((resolve, reject) => {
			guard.lookupFor(number)(host, { all: true }, (error) => (error ? reject(error) : resolve()));
		});
	} catch (error) {
		if (error instanceof OutboundRefused) throw new ScanFailed(closedNetwork(host, error.message));
		throw new ScanFailed(nowhere(host));
	}
};

/** One scan on its way. */
class Trip {
	readonly pages: ScanPage[] = [];
	readonly pictures = new Map<ScanPass, Buffer>();
	/** What stands on each page, by its address. */
	readonly tags = new Map<string, readonly PageTag[]>();
	/** What stands in the containers of tag managers that pages loaded, by their ids. */
	readonly containers = new Map<string, readonly ContainerTag[]>();
	popups = 0;
	/** The first banner that was met. */
	met: MetBanner | null = null;
	site: string;
	readonly #order: ScanOrder;
	readonly #parts: ScanParts;
	readonly #patience: Patience;
	readonly #passes: Sights[] = [];
	/** Of the profile that is open. */
	#watch: Watch | null = null;

	constructor(order: ScanOrder, parts: ScanParts) {
		this.#order = order;
		this.#parts = parts;
		this.#patience = parts.patience ?? PATIENCE;
		this.site = siteOf(new URL(order.url).hostname);
	}

	/** What was found so far. */
	items(): ScanItem[] {
		return itemsOf(this.#passes, this.site);
	}

	/** Untouched; finds the pages. @throws ScanFailed when the first page does not open */
	async before(): Promise<void> {
		const mayVisit = this.#order.robots ? await this.#robots() : () => true;
		const first = new URL(this.#order.url);
		first.hash = '';
		if (!mayVisit(first.href)) throw new ScanFailed(FAILURES.robots);
		const stops: Stop[] = [{ url: first.href, depth: 0 }];
		const met = new Set([first.href]);
		await this.#pass('before', stops, async (page, stop, watch) => {
			await quiet(page, watch, this.#patience);
			if (stop.depth === 0) {
				const arrived = pageOf(page.url(), siteOf(new URL(page.url()).hostname));
				if (arrived) {
					this.site = siteOf(new URL(arrived).hostname);
					met.add(arrived);
				}
			}
			const asks = this.#order.nonCmp ? null : await isAsking(page);
			if (asks && !this.met && this.#parts.meter !== undefined) this.met = await meetBanner(page, this.#parts.meter);
			if (stop.depth < this.#order.depth)
				for (const link of await linksOf(page)) {
					const url = pageOf(link, this.site);
					if (!url || met.has(url) || met.size > MOST_WAITING || !mayVisit(url)) continue;
					met.add(url);
					stops.push({ url, depth: stop.depth + 1 });
				}
			return asks;
		});
		if (!this.pages.some(({ problem }) => problem === null))
			throw new ScanFailed(notOpened(this.#order.url, this.pages[0]?.problem ?? null));
	}

	/** After an answer, over the pages that pass 1 could open; those where it met a banner come first. */
	async after(pass: 'accept' | 'reject'): Promise<ScanPress | null> {
		const known = this.pages.filter((one) => one.pass === 'before' && one.problem === null);
		const [ask, ...others] = [...known].sort((a, b) => Number(b.banner) - Number(a.banner));
		const stops = [...(ask ? [ask] : []), ...others].map(({ url, depth }) => ({ url, depth }));
		// What an answer lets in may come with the next page.
		if (stops.length === 1) stops.push(...stops);
		let press: ScanPress | null = null;
		const asks = known.some(({ banner }) => banner === true);
		await this.#pass(
			pass,
			stops,
			async (page, _stop, watch) => {
				let found: boolean | null = null;
				if (!watch.isAnswered) {
					const given = await answer(page, pass, asks ? BANNER_MS : this.#patience.stayMs, () => watch.answered());
					found = given.way !== 'none';
					if (press === null || (press.taken !== true && given.taken !== null)) press = given;
				}
				await quiet(page, watch, this.#patience);
				return found;
			},
			() => press !== null && press.way === 'none',
		);
		return press;
	}

	/** Goes from stop to stop in one profile; a browser that ends costs the page it was on, and the next has a profile of its own. */
	async #pass(
		pass: ScanPass,
		stops: Stop[],
		onEach: (page: Page, stop: Stop, watch: Watch) => Promise<boolean | null>,
		isVain: () => boolean = () => false,
	): Promise<void> {
		const sights = new Sights(pass);
		this.#passes.push(sights);
		const most = pass === 'before' ? this.#order.pages : stops.length;
		let at = 0;
		let crashes = 0;
		const rest = (): boolean => at < Math.min(stops.length, most) && crashes < MOST_CRASHES && !isVain();
		while (rest()) {
			this.#parts.signal?.throwIfAborted();
			try {
				const visitAll = async (context: BrowserContext): Promise<void> => {
					const watching = await Watch.of(context, sights, this.#parts.har ?? null);
					if (this.#parts.own !== undefined) await answerInPlace(context, this.#parts.own);
					this.#watch = watching;
					while (rest()) {
						const stop = stops[at];
						if (!stop) break;
						const found = this.#passes.reduce((sum, one) => sum + one.size, 0);
						this.#parts.tell?.({
							pass,
							page: stop.url,
							number: at + 1,
							of: Math.min(stops.length, most),
							found,
							items: () => this.items(),
						});
						this.#parts.signal?.throwIfAborted();
						at += 1;
						await this.#visit(context, pass, stop, watching, onEach);
					}
				};
				await this.#parts.pool.use(CONTEXT, (context) => unlessStopped(this.#parts.signal, () => visitAll(context)));
			} catch (error) {
				this.#parts.signal?.throwIfAborted();
				if (!(error instanceof BrowserEnded)) throw error;
				crashes += 1;
			} finally {
				const seen = this.#watch;
				this.#watch = null;
				if (seen) {
					for (const [url, tags] of seen.tags) this.tags.set(url, tags);
					for (const [id, tags] of seen.containers) this.containers.set(id, tags);
					this.popups += seen.popups;
				}
			}
		}
	}

	async #visit(
		context: BrowserContext,
		pass: ScanPass,
		stop: Stop,
		watch: Watch,
		onEach: (page: Page, stop: Stop, watch: Watch) => Promise<boolean | null>,
	): Promise<void> {
		const began = performance.now();
		let status: number | null = null;
		let banner: boolean | null = null;
		let problem: ScanProblem | null = null;
		let ended: BrowserEnded | null = null;
		try {
			const page = await context.newPage();
			const closeOthers = watch.closesOthers(page);
			watch.begins(stop.url);
			try {
				await onPage(page, watch, this.#patience, async () => {
					status = await open(page, stop.url, this.#patience);
					banner = await onEach(page, stop, watch);
					await watch.look(page);
					if (!this.pictures.has(pass))
						this.pictures.set(pass, await page.screenshot({ animations: 'disabled', timeout: this.#patience.openMs }));
				});
			} finally {
				closeOthers();
				await closed(page);
			}
		} catch (error) {
			this.#parts.signal?.throwIfAborted();
			if (error instanceof VisitProblem) problem = error.problem;
			else if (isEnd(error) || context.browser()?.isConnected() !== true) {
				problem = { code: 'browser-ended', sentence: PROBLEMS['browser-ended'] };
				ended = new BrowserEnded();
			} else throw error;
		}
		this.pages.push({ pass, url: stop.url, depth: stop.depth, status, tookMs: Math.round(performance.now() - began), banner, problem });
		if (ended) throw ended;
	}

	/** What robots.txt says, read in a profile of its own; none, or one that does not open, closes nothing. */
	#robots(): Promise<Robots> {
		const url = new URL('/robots.txt', this.#order.url).href;
		const read = async (context: BrowserContext): Promise<Robots> => {
			try {
				const answered = await context.request.get(url, { timeout: this.#patience.openMs, failOnStatusCode: false });
				return readRobots(answered.ok() ? (await answered.text()).slice(0, MOST_ROBOTS) : '');
			} catch (error) {
				if (isEnd(error)) throw error;
				return readRobots('');
			}
		};
		return this.#parts.pool.use(CONTEXT, (context) => unlessStopped(this.#parts.signal, () => read(context)));
	}
}

const TAKEN = JSON.stringify({ data: { stored: 0, known: 0, refused: [] } });
/** Answers what pages tell the installation's intake (choices, impressions, events), so that a visit that was none is recorded nowhere. */
const answerInPlace = async (context: BrowserContext, own: string): Promise<void> => {
	await context.route(
		(url) => url.origin === own && url.pathname.startsWith('/edge/v1/'),
		(route) =>
			route.request().method() === 'GET'
				? route.continue()
				: route.fulfill({ contentType: 'application/json', headers: { 'access-control-allow-origin': '*' }, body: TAKEN }),
	);
	// A page that is closed still sends its beacons, past every route.
	await context.addInitScript(`(() => {
		const send = navigator.sendBeacon;
		navigator.sendBeacon = function (url, body) {
			return String(url).startsWith(${JSON.stringify(`${own}/edge/v1/`)}) || send.call(this, url, body);
		};
	})()`);
};

class BrowserEnded extends Error {
	override readonly name = 'BrowserEnded';
}
const isEnd = (error: unknown): boolean =>
	error instanceof Error && /has been closed|Target crashed|browser has disconnected/i.test(error.message);

const CLOSE_MS = 5000;
/** A page that cannot be closed takes its browser's context with it. */
const closed = (page: Page): Promise<void> => Promise.race([page.close(), late(CLOSE_MS, new BrowserEnded('has been closed'))]);

/** Fails with the signal's reason as soon as it comes; whose context `work` has then closes it, which ends what is left of the work. */
const unlessStopped = async <T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> => {
	signal?.throwIfAborted();
	let stop = (): void => undefined;
	const stopped = new Promise<never>((_, reject) => {
		stop = () => reject(signal?.reason);
	});
	signal?.addEventListener('abort', stop, { once: true });
	const mine = work();
	// After a stop nobody else hears how it ended.
	mine.catch(() => undefined);
	try {
		return await Promise.race([mine, stopped]);
	} finally {
		signal?.removeEventListener('abort', stop);
	}
};
