/** A real Chromium on a real site with the banner. For tests only. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdgeRecord } from '@luvalla/contract/consent/edge';
import type { LightConfig } from '@luvalla/contract/consent/light';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { PublishInput } from '../src/assemble.ts';
import type { Serving } from '../src/serving.ts';
import type { templates } from '../src/templates.ts';
import { CHROMIUM_FLAGS } from './chromium-flags.ts';
import { publication } from './published.ts';
import { type Site, startSite } from './site.ts';
import { watchedPage } from './taken.ts';

let browser: Browser;
/** Where the banner was built for this file. */
export let out: string;
let site: Site | undefined;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
	out = await mkdtemp(join(tmpdir(), 'banner-'));
	browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: CHROMIUM_FLAGS });
});
afterAll(async () => {
	await browser.close();
	await rm(out, { recursive: true });
});
afterEach(() => leave());

export interface Opening {
	change?: Partial<LightConfig>;
	template?: keyof typeof templates;
	viewport?: { width: number; height: number };
	page?: string;
	lang?: string;
	strict?: boolean;
	input?: (input: PublishInput) => void;
	serving?: Serving;
	gpc?: boolean;
	/** Stands before the snippet. */
	above?: string;
	head?: string;
	/** In place of the list's known tags; `{stats}`, `{ads}`, `{video}` in a page are their addresses. */
	known?: Record<string, string>;
	/** The snippet's inline form, allowed by its nonce or its hash. */
	inline?: 'nonce' | 'hash';
	/** Runs in every page and frame before anything else. */
	before?: () => void;
}

/** Ends the present site: the next visit opens its own. */
export const leave = async (): Promise<void> => {
	for (const context of contexts.splice(0)) await context.close();
	await site?.close();
	site = undefined;
};

/** A new visitor on the site. The shadow root is closed for the page; for the test it is opened before anything runs. */
export const visit = async (opening: Opening = {}): Promise<{ page: Page; problems: string[]; site: Site }> => {
	const input = await publication(out, opening.template, opening.change);
	opening.input?.(input);
	site = await startSite(input, out, {
		page: opening.page,
		above: opening.above,
		head: opening.head,
		lang: opening.lang,
		strict: opening.strict,
		serving: opening.serving,
		known: opening.known,
		inline: opening.inline,
	});
	const context = await browser.newContext({ viewport: opening.viewport ?? { width: 1280, height: 800 }, reducedMotion: 'reduce' });
	contexts.push(context);
	await context.addInitScript(() => {
		const attach = Element.prototype.attachShadow;
		Element.prototype.attachShadow = function (this: Element, init: ShadowRootInit) {
			return attach.call(this, { ...init, mode: 'open' });
		};
	});
	if (opening.gpc) await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
	if (opening.before) await context.addInitScript(opening.before);
	const { page, problems } = await watchedPage(context);
	await page.goto(site.url);
	return { page, problems, site };
};
/** Records that the site's intake got, in order. */
export const recordsOf = (s: Site) =>
	s.taken.flatMap(({ body }) => (JSON.parse(body) as { records: unknown[] }).records.map((r) => EdgeRecord.parse(r)));
