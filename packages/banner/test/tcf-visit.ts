/** The framework's banner in the system's Chromium, on a site whose policy forbids every style and every other origin. For tests only. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdgeRecord } from '@luvalla/contract/consent/edge';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { PointerGeo } from '../src/shapes.ts';
import { CHROMIUM_FLAGS } from './chromium-flags.ts';
import { publication } from './published.ts';
import { type Site, startSite } from './site.ts';
import { watchedPage } from './taken.ts';
import { type TcfOpening, tcfInput, tcfPublished } from './tcf-published.ts';

let browser: Browser;
/** Where the banner was built for this file. */
export let out: string;
let site: Site | undefined;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
	out = await mkdtemp(join(tmpdir(), 'tcf-'));
	browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: CHROMIUM_FLAGS });
});
afterAll(async () => {
	await browser.close();
	await rm(out, { recursive: true });
});
afterEach(async () => {
	for (const context of contexts.splice(0)) await context.close();
	await endSite();
});

/** Ends the present site: the next visit opens its own. */
export const endSite = async (): Promise<void> => {
	await site?.close();
	site = undefined;
};

interface Opening extends TcfOpening {
	lang?: string;
	strict?: boolean;
	page?: string;
	/** Stands before the snippet, and right after it. */
	above?: string;
	head?: string;
	viewport?: { width: number; height: number };
	/** What the server finds out about the visitor's place. */
	geo?: PointerGeo;
	gpc?: boolean;
	/** Files of the folder that do not answer. */
	without?: string[];
}

export const visit = async (opening: Opening = {}) => {
	const light = await publication(out);
	const input = await tcfInput(out, opening);
	const published = tcfPublished(input);
	published.files = published.files.filter((file) => !opening.without?.includes(file.path));
	const { geo } = opening;
	site = await startSite(light, out, {
		page: opening.page,
		above: opening.above,
		head: opening.head,
		lang: opening.lang,
		strict: opening.strict,
		published,
		serving: geo ? { geo: () => geo } : {},
	});
	const context = await browser.newContext({ viewport: opening.viewport ?? { width: 1280, height: 800 }, reducedMotion: 'reduce' });
	contexts.push(context);
	if (opening.gpc) await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
	await context.addInitScript(() => {
		const attach = Element.prototype.attachShadow;
		Element.prototype.attachShadow = function (this: Element, init: ShadowRootInit) {
			return attach.call(this, { ...init, mode: 'open' });
		};
	});
	const { page, problems } = await watchedPage(context);
	await page.goto(site.url);
	return { page, problems, site, input };
};

/** What `getTCData` answers, as far as the tests read it. */
export interface TcData {
	tcString: string;
	eventStatus: string;
	gdprApplies: boolean;
	listenerId: number;
	addtlConsent?: string;
	purpose: { consents: Record<string, boolean>; legitimateInterests: Record<string, boolean> };
	vendor: Record<'consents' | 'legitimateInterests' | 'disclosedVendors', Record<string, boolean>>;
	specialFeatureOptins: Record<string, boolean>;
}
export const call = <T>(page: Page, command: string, parameter?: unknown): Promise<[T, boolean]> =>
	page.evaluate(
		([name, given]) =>
			new Promise<[never, boolean]>((done) =>
				window.__tcfapi?.(name as string, 2, (data, success) => done([data as never, success]), given),
			),
		[command, parameter] as const,
	);
declare global {
	interface Window {
		/** What a partner's listener was told since the page began. */
		tcTold: TcData[];
	}
}

/** Pages loaded from now on have a partner that listens from the start. */
export const listens = (page: Page): Promise<unknown> =>
	page.context().addInitScript(() => {
		window.tcTold = [];
		const look = setInterval(() => {
			if (!window.__tcfapi) return;
			clearInterval(look);
			window.__tcfapi('addEventListener', 2, (given) => window.tcTold.push(given as TcData));
		});
	});
export const told = (page: Page): Promise<TcData[]> => page.evaluate(() => window.tcTold);

export const data = async (page: Page): Promise<TcData> => (await call<TcData>(page, 'getTCData'))[0];
export const recordsOf = (s: Site) =>
	s.taken.flatMap(({ body }) => (JSON.parse(body) as { records: unknown[] }).records.map((r) => EdgeRecord.parse(r)));
export const refuse = (page: Page) => page.getByRole('button', { name: 'Refuse all' });
export const accept = (page: Page) => page.getByRole('button', { name: 'Accept all' });
export const cookies = (page: Page) => page.evaluate(() => document.cookie);
export const yes = (vector: Iterable<[number, boolean]>) => [...vector].filter(([, on]) => on).map(([id]) => id);
export const focused = (page: Page) =>
	page.evaluate(() => {
		let at: Element | null = document.activeElement;
		while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
		return at?.getAttribute('aria-label') || at?.textContent || at?.getAttribute('type') || at?.tagName || '';
	});
