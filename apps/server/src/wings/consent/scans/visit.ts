/** One page in one context: opened, scrolled, waited for, left; whatever it does, the visit ends. */
import type { ScanProblem } from '@luvalla/contract/consent/scans.ts';
import type { Said } from '@luvalla/contract/words.ts';
import type { Page, Response } from 'playwright-core';
import { PROBLEMS, statusSentence } from './sentences.ts';
import type { Watch } from './watch.ts';

/** How long a page may take, in milliseconds, and how much. */
export interface Patience {
	/** To answer at all. */
	readonly openMs: number;
	/** Every page is stayed on for so long, since some tags wait. */
	readonly stayMs: number;
	/** Nothing begins or ends for so long: it is quiet. */
	readonly quietMs: number;
	/** A page that never goes quiet is left then. */
	readonly mostStayMs: number;
	/** Everything together. */
	readonly mostMs: number;
	/** A page that loads more is left. */
	readonly mostBytes: number;
}
export const PATIENCE: Patience = {
	openMs: 30_000,
	stayMs: 4000,
	quietMs: 750,
	mostStayMs: 15_000,
	mostMs: 75_000,
	mostBytes: 150 * 1024 * 1024,
};

/** The visit cannot go on. */
export class VisitProblem extends Error {
	override readonly name = 'VisitProblem';
	readonly problem: ScanProblem;
	constructor(code: ScanProblem['code'], sentence: Said) {
		super(sentence.en);
		this.problem = { code, sentence };
	}
}

/** What the browser says when a page does not open (net errors of Chromium), and what we say. */
const SENTENCES: readonly (readonly [RegExp, ScanProblem['code'], Said])[] = [
	[/ERR_CERT|ERR_SSL|ERR_BAD_SSL/, 'certificate', PROBLEMS.certificate],
	[/ERR_TOO_MANY_REDIRECTS/, 'redirects', PROBLEMS.redirects],
	[/Download is starting|ERR_ABORTED/, 'download', PROBLEMS.download],
	[/ERR_TUNNEL_CONNECTION_FAILED/, 'unreachable', PROBLEMS.unreachable],
	[/ERR_/, 'unreachable', PROBLEMS.closed],
	[/Timeout \d+ms exceeded/, 'too-slow', PROBLEMS.late],
];
const STEPS = 12;

/** The status of an answer. @throws VisitProblem where it is none of the page's */
const statusOf = (response: Response | null): number | null => {
	const status = response?.status() ?? null;
	const own = response?.headers()['proxy-status'] ?? '';
	if (status === 403 && own.includes('destination_ip_prohibited')) throw new VisitProblem('refused', PROBLEMS.refused);
	if (status === 502 && own.includes('destination_unavailable')) throw new VisitProblem('unreachable', PROBLEMS.closed);
	if (status !== null && status >= 400) throw new VisitProblem('status', statusSentence(status));
	return status;
};

/** @throws VisitProblem in plain words */
const opened = async (page: Page, url: string, patience: Patience): Promise<number | null> => {
	let last: Response | null = null;
	page.on('response', (response) => {
		if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) last = response;
	});
	try {
		return statusOf(await page.goto(url, { waitUntil: 'domcontentloaded', timeout: patience.openMs }));
	} catch (error) {
		if (error instanceof VisitProblem) throw error;
		const said = error instanceof Error ? error.message : String(error);
		// A failure without a body: the browser shows a page of its own.
		if (said.includes('ERR_HTTP_RESPONSE_CODE_FAILURE')) return statusOf(last);
		const known = SENTENCES.find(([words]) => words.test(said));
		if (known && !page.isClosed()) throw new VisitProblem(known[1], known[2]);
		throw error;
	}
};

/** Down the page and up again, as far as a visitor might; a page that grows without end is left at some point. */
const scroll = async (page: Page): Promise<void> => {
	for (let step = 0; step < STEPS; step++) {
		const isAtEnd = await page.evaluate<boolean>(
			'(() => { scrollBy(0, innerHeight * 0.9); return scrollY + innerHeight >= document.documentElement.scrollHeight - 2; })()',
		);
		if (isAtEnd) break;
		await page.waitForTimeout(80);
	}
	await page.evaluate('scrollTo(0, 0)');
};

/** Until nothing more happens, and no longer than patience lasts. */
export const quiet = async (page: Page, watch: Watch, { stayMs, quietMs, mostStayMs }: Patience): Promise<void> => {
	const began = performance.now();
	for (;;) {
		const stayed = performance.now() - began;
		if (stayed > mostStayMs || (stayed >= stayMs && watch.quietMs >= quietMs)) return;
		await page.waitForTimeout(100);
	}
};

/** Runs `work` on a new page, and watches over it. @throws VisitProblem when the page is too large, too slow or ends */
export const onPage = async <T>(page: Page, watch: Watch, patience: Patience, work: () => Promise<T>): Promise<T> => {
	let ends: (problem: VisitProblem) => void = () => undefined;
	const ended = new Promise<never>((_, reject) => {
		ends = reject;
	});
	ended.catch(() => undefined);
	page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
	page.on('crash', () => ends(new VisitProblem('page-crashed', PROBLEMS['page-crashed'])));
	const timer = setTimeout(() => ends(new VisitProblem('too-slow', PROBLEMS.busy)), patience.mostMs);
	try {
		await watch.opens(page, patience.mostBytes, () => ends(new VisitProblem('too-large', PROBLEMS['too-large'])));
		const mine = work();
		// Closing the page ends what still waits for it.
		mine.catch(() => undefined);
		return await Promise.race([mine, ended]);
	} finally {
		clearTimeout(timer);
	}
};

/** Opens a page and goes down it. Answers its status. @throws VisitProblem */
export const open = async (page: Page, url: string, patience: Patience): Promise<number | null> => {
	const status = await opened(page, url, patience);
	await scroll(page);
	return status;
};

/** Addresses of all links, as the page shows them. */
export const linksOf = (page: Page): Promise<string[]> =>
	page.evaluate<string[]>(`[...document.querySelectorAll('a[href]')].slice(0, 2000).map((one) => String(one.href))`);
