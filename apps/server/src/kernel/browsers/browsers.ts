/**
 * The system's Chromium, for looking at pages. Each use has a process, a limit and a line of its own: what one use waits for, eats or
 * breaks costs no other anything. A process starts when first wanted and ends when nobody wanted it for a while; each context has its own
 * way to the network, behind the outbound guard (`forward.ts`).
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { Log } from '../log.ts';
import { type Guard, OutboundRefused } from '../outbound/guard.ts';
import { FEATURES_OFF } from './features-off.ts';
import { findChromium } from './find.ts';
import { openForward } from './forward.ts';

const FLAGS = [
	FEATURES_OFF,
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--no-first-run',
	'--disable-quic',
	'--hide-scrollbars',
	// No name is looked up and no packet sent past the proxy.
	'--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
	'--webrtc-ip-handling-policy=disable_non_proxied_udp',
];
const IDLE_MS = 30_000;
/** Work that goes on for so long after the program is to end is not waited for. */
const CLOSE_MS = 5_000;

/** The browser of one use. */
export interface BrowserPool {
	/** Whether there is a browser at all. */
	readonly available: boolean;
	/** Runs `work` in a fresh context, after whoever came first. @throws when the browser cannot be started, or ends meanwhile */
	use<T>(options: BrowserContextOptions, work: (context: BrowserContext) => Promise<T>): Promise<T>;
}

/** What a use may do. */
export interface Use {
	/** Contexts at once. */
	readonly atOnce: number;
	/** Where its pages may connect; null: nowhere, all they load comes from the caller's hands. */
	readonly guard: Guard | null;
	/**
	 * Cookies of third parties are taken, as by a visitor's window; Chromium's contexts are windows without a history, which refuse them
	 * unless its profile says otherwise. Not set: as Chromium would.
	 */
	readonly takesThirdPartyCookies?: boolean;
}

export interface Browsers<U extends string> {
	of(use: U): BrowserPool;
	/** Ends every process; work that does not end by itself fails. */
	close(): Promise<void>;
}

const notAsked = (host: string): OutboundRefused => new OutboundRefused(`${host} is not asked: these pages are given all that they load.`);
const NOWHERE: Guard = {
	allows: () => false,
	check: (host) => {
		throw notAsked(host);
	},
	lookupFor: () => (host, _, answer) => answer(notAsked(host), '', 4),
};

/** What a profile says that takes cookies of third parties in every window (`CookieControlsMode::kOff`). */
const TAKES_COOKIES = JSON.stringify({ profile: { cookie_controls_mode: 0 } });
const REMOVAL = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const;

interface Launched {
	readonly browser: Browser;
	/** Fulfilled when the browser has ended and left nothing behind. */
	readonly gone: Promise<void>;
}

const launch = async (executablePath: string, { takesThirdPartyCookies }: Use): Promise<Launched> => {
	// Large, and wanted seldom: not before its time.
	const { chromium } = await import('playwright-core');
	const options = {
		executablePath,
		args: [...FLAGS, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
		// A proxy of each context is heeded only where the process has one.
		proxy: { server: 'http://127.0.0.1:9', bypass: '<-loopback>' },
	};
	const end = (browser: Browser): Promise<void> => new Promise((resolve) => browser.once('disconnected', () => resolve()));
	if (!takesThirdPartyCookies) {
		const browser = await chromium.launch(options);
		return { browser, gone: end(browser) };
	}
	const folder = await mkdtemp(join(tmpdir(), 'luvalla-browser-'));
	try {
		await mkdir(join(folder, 'Default'));
		await writeFile(join(folder, 'Default', 'Preferences'), TAKES_COOKIES);
		const browser = (await chromium.launchPersistentContext(folder, options)).browser();
		if (!browser) throw new Error('Chromium’s profile has no browser.');
		return { browser, gone: end(browser).then(() => rm(folder, REMOVAL)) };
	} catch (error) {
		await rm(folder, REMOVAL);
		throw error;
	}
};

class Pool implements BrowserPool {
	readonly available: boolean;
	readonly #executable: string;
	readonly #use: Use;
	readonly #log: Log;
	#running: Promise<Launched> | null = null;
	#idle: NodeJS.Timeout | undefined;
	#busy = 0;
	readonly #line: (() => void)[] = [];
	readonly #works = new Set<Promise<unknown>>();
	#isClosed = false;

	constructor(executable: string | null, use: Use, log: Log) {
		this.available = executable !== null;
		this.#executable = executable ?? '';
		this.#use = use;
		this.#log = log;
	}

	use<T>(options: BrowserContextOptions, work: (context: BrowserContext) => Promise<T>): Promise<T> {
		const mine = this.#place().then(() => this.#work(options, work).finally(() => this.#leave()));
		this.#works.add(mine);
		mine.catch(() => undefined).finally(() => this.#works.delete(mine));
		return mine;
	}

	async close(): Promise<void> {
		this.#isClosed = true;
		for (const next of this.#line.splice(0)) next();
		await Promise.race([Promise.allSettled([...this.#works]), sleep(CLOSE_MS, undefined, { ref: false })]);
		await this.#end();
	}

	/** In the order in which they come. */
	async #place(): Promise<void> {
		if (this.#busy < this.#use.atOnce) this.#busy += 1;
		// Whoever leaves hands the place over.
		else await new Promise<void>((resolve) => this.#line.push(resolve));
	}

	#leave(): void {
		const next = this.#line.shift();
		next?.();
		if (!next) this.#busy -= 1;
		if (this.#busy > 0 || this.#isClosed) return;
		this.#idle = setTimeout(() => this.#end().catch((error) => this.#log.warn('Chromium did not end', { error })), IDLE_MS);
		this.#idle.unref();
	}

	async #work<T>(options: BrowserContextOptions, work: (context: BrowserContext) => Promise<T>): Promise<T> {
		if (this.#isClosed) throw new Error('The program ends.');
		clearTimeout(this.#idle);
		const { browser } = await this.#start();
		const forward = await openForward(this.#use.guard ?? NOWHERE);
		try {
			const context = await browser.newContext({ ...options, proxy: forward.proxy });
			try {
				return await work(context);
			} finally {
				// A browser that ended has ended its contexts.
				await context.close().catch((error) => this.#log.warn('a browser’s context did not end', { error }));
			}
		} finally {
			await forward.close();
		}
	}

	#start(): Promise<Launched> {
		if (this.#running) return this.#running;
		const started = launch(this.#executable, this.#use);
		const forget = (): void => {
			// An old one says so late.
			if (this.#running === started) this.#running = null;
		};
		this.#running = started;
		started.then(({ browser, gone }) => {
			browser.once('disconnected', forget);
			gone.catch((error) => this.#log.warn('a browser’s profile was not removed', { error }));
		}, forget);
		return started;
	}

	async #end(): Promise<void> {
		clearTimeout(this.#idle);
		const running = this.#running;
		this.#running = null;
		const launched = await running?.catch(() => null);
		await launched?.browser.close();
		await launched?.gone;
	}
}

/** @param path of Chromium; null: the first that is found, if any */
export const openBrowsers = <U extends string>(path: string | null, log: Log, uses: Readonly<Record<U, Use>>): Browsers<U> => {
	const executable = findChromium(path);
	const pools = Object.fromEntries(Object.entries<Use>(uses).map(([name, use]) => [name, new Pool(executable, use, log)])) as Record<
		U,
		Pool
	>;
	return {
		of: (use) => pools[use],
		close: async () => void (await Promise.all(Object.values<Pool>(pools).map((pool) => pool.close()))),
	};
};
