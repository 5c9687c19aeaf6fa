/**
 * What each list costs until its first rows stand, within the app and at a quarter of the processor's speed: milliseconds of
 * its own processor time that the page's thread spends in script. The goal (issue 'Sound': first rows of each list ≤ 100 ms
 * script at 4 × throttle) is held against what stands between a person's press and the rows, on both visits:
 *
 * - `first`: the first list of a tab that has stood on the profile's page until nothing came any more. The browser has the
 *   files, since nobody installs a release at every visit; this tab has run none of the list's code. The menu's entry has the
 *   focus before it is pressed, as with every key, pointer and finger. What that lets the page do in the meantime stands
 *   beside it as `ahead`: it keeps nobody waiting, but it is no less work.
 * - `again`: the same list once more, after another page. What is left is the drawing.
 *
 * `drawing` is what the browser itself spends on styles and layout, `wait` what a person waits, the server included. Rows are
 * made through the calls.
 *
 * `npm run bench -- first-rows [ROUNDS] [PATH]`; with a PATH, that list alone, with the profiles of its processor beside the
 * result.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { spreadOf, writeResult } from './lib/result.ts';

// the portal's own browser tests start a server and make rows; this one has a port of its own
process.env.E2E_PORT = '4592';
const { startServer } = await import('../apps/portal/e2e/server.ts');
const { STATES, stateFile } = await import('../apps/portal/e2e/people.ts');
const { fillLists, vendorLists } = await import('./lib/list-rows.ts');

const ROUNDS = Number(process.argv[2] ?? 5);
const ONLY = process.argv[3];
const SLOWER = 4;
const GOAL_MS = 100;
const LOOK = { viewport: { width: 1440, height: 900 }, locale: 'en-US', timezoneId: 'Europe/Helsinki' };
/** Where a tab stands before: a page without a table. */
const START = '/profile';

interface List {
	path: string;
	who: 'admin' | 'owner';
	/** The page with the link that leads there, where the menu has none. */
	from?: string;
}

/** Two lists of IAB Europe's, compared; where there are none, it is left out. */
const VENDORS = '/gvlupdates';

const LISTS: readonly List[] = [
	{ path: '/domains', who: 'admin' },
	{ path: '/customers', who: 'admin' },
	{ path: '/partners', who: 'admin' },
	{ path: '/users', who: 'admin' },
	{ path: '/roles', who: 'admin' },
	{ path: '/portalActivity', who: 'admin' },
	{ path: VENDORS, who: 'owner' },
	{ path: '/customerdomains', who: 'owner' },
	{ path: '/lightconfig', who: 'owner' },
	{ path: '/lightconfig/purposes', who: 'owner' },
	{ path: '/applications', who: 'owner' },
	{ path: '/manageaccount', who: 'owner' },
	{ path: '/reports', who: 'owner' },
	{ path: '/reports/people', who: 'owner', from: '/reports' },
	{ path: '/reports/ledger', who: 'owner', from: '/reports' },
];

/** Milliseconds of one visit. */
interface Visit {
	/** Script between the focus on the entry and its press. */
	ahead: number;
	/** Script between the press and the rows. */
	script: number;
	/** Styles and layout. */
	drawing: number;
	/** All that the page's thread did. */
	all: number;
	wait: number;
	rows: number;
}

const metricsOf = async (cdp: CDPSession): Promise<(name: string) => number> => {
	const { metrics } = await cdp.send('Performance.getMetrics');
	return (name) => (metrics.find((one) => one.name === name)?.value ?? 0) * 1000;
};

/** Nothing is on its way any more, and nothing is done. */
const quiet = async (page: Page): Promise<void> => {
	await page.waitForLoadState('networkidle');
	await page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => setTimeout(done, 600))));
};

/** The focus comes to a link, as it does before a press by keyboard, by pointer and by finger, and what that fetches ahead comes. */
const reach = async (page: Page, path: string): Promise<void> => {
	await page.evaluate((to) => {
		const link = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].find((one) => one.pathname === to);
		const closed = link?.closest('[hidden]')?.id;
		if (closed) document.querySelector<HTMLElement>(`[aria-controls="${closed}"]`)?.click();
		// once its group is drawn open
		requestAnimationFrame(() => setTimeout(() => link?.focus()));
	}, path);
	await quiet(page);
};

/** Presses a link and waits until `path` is open and, with `rows`, until its table has some and is painted. */
const press = (page: Page, path: string, rows: boolean): Promise<number> =>
	page.evaluate(
		([to, wanted]) =>
			new Promise<number>((done, failed) => {
				const link = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].find((one) => one.pathname === to);
				if (!link) return void failed(new Error(`Nothing leads to ${to}`));
				const began = performance.now();
				const head = document.querySelector('main h1')?.textContent;
				const look = () => {
					const now = document.querySelector('main h1')?.textContent;
					const busy = document.querySelector('main table[aria-busy=true]') !== null;
					const some = document.querySelector('main table tbody tr') !== null;
					const there = location.pathname === to && now !== undefined && now !== head && (!wanted || (some && !busy));
					if (there) requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
					else requestAnimationFrame(look);
				};
				link.click();
				look();
			}),
		[path, rows] as const,
	);

const visit = async (page: Page, cdp: CDPSession, list: List, profile?: string): Promise<Visit> => {
	if (list.from) await press(page, list.from, true);
	await quiet(page);
	const idle = await metricsOf(cdp);
	await reach(page, list.path);
	if (profile) {
		await cdp.send('Profiler.enable');
		await cdp.send('Profiler.setSamplingInterval', { interval: 200 });
		await cdp.send('Profiler.start');
	}
	const before = await metricsOf(cdp);
	const wait = await press(page, list.path, true);
	const after = await metricsOf(cdp);
	if (profile) writeFileSync(profile, JSON.stringify((await cdp.send('Profiler.stop')).profile));
	const spent = (name: string) => after(name) - before(name);
	return {
		ahead: before('ScriptDuration') - idle('ScriptDuration'),
		script: spent('ScriptDuration'),
		drawing: spent('LayoutDuration') + spent('RecalcStyleDuration'),
		all: spent('TaskDuration'),
		wait,
		rows: await page.locator('main table tbody tr').count(),
	};
};

/** A fresh tab: the first visit, and the one after another page. */
const round = async (context: BrowserContext, portal: string, list: List, profile?: string): Promise<{ first: Visit; again: Visit }> => {
	const page = await context.newPage();
	await page.goto(`${portal}${START}`);
	await page.locator('main h1').waitFor();
	const cdp = await context.newCDPSession(page);
	// the thread's own time: what else the machine does is not counted
	await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
	await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
	const first = await visit(page, cdp, list, profile && `${profile}-first.cpuprofile`);
	await press(page, START, false);
	const again = await visit(page, cdp, list, profile && `${profile}-again.cpuprofile`);
	await page.close();
	return { first, again };
};

const signIn = async (browser: Browser, link: string, file: string): Promise<void> => {
	const context = await browser.newContext(LOOK);
	const page = await context.newPage();
	await page.goto(link);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.getByRole('button', { name: 'Logout' }).waitFor();
	await context.storageState({ path: file, indexedDB: true });
	await context.close();
};

const { ready, stop } = await startServer();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
	mkdirSync(STATES, { recursive: true });
	await signIn(browser, ready.admin, stateFile('admin'));
	await signIn(browser, ready.signIn, stateFile('owner'));
	await fillLists(ready.portal);
	const lists = LISTS.filter(({ path }) => (ONLY === undefined ? path !== VENDORS || vendorLists().length > 1 : path === ONLY));
	const visits = new Map(lists.map((list) => [list, { first: [] as Visit[], again: [] as Visit[] }]));
	const contexts = {
		admin: await browser.newContext({ ...LOOK, storageState: stateFile('admin') }),
		owner: await browser.newContext({ ...LOOK, storageState: stateFile('owner') }),
	};
	// one round beforehand: the files come, and the server is warm
	for (let n = 0; n <= ROUNDS; n++)
		for (const list of lists) {
			const profile =
				ONLY !== undefined && n === ROUNDS
					? join(import.meta.dirname, 'results', `first-rows${list.path.replaceAll('/', '-')}`)
					: undefined;
			const { first, again } = await round(contexts[list.who], ready.portal, list, profile);
			if (n === 0) continue;
			visits.get(list)?.first.push(first);
			visits.get(list)?.again.push(again);
		}
	const median = (of: readonly Visit[], what: keyof Visit): number => Math.round(spreadOf(of.map((one) => one[what])).median);
	const rows = [...visits].map(([{ path }, { first, again }]) => ({
		list: path,
		rows: median(again, 'rows'),
		'first: ahead ms': median(first, 'ahead'),
		'first: script ms': median(first, 'script'),
		'first: drawing ms': median(first, 'drawing'),
		'first: wait ms': median(first, 'wait'),
		'again: script ms': median(again, 'script'),
		'again: drawing ms': median(again, 'drawing'),
		'again: wait ms': median(again, 'wait'),
		met: median(first, 'script') <= GOAL_MS && median(again, 'script') <= GOAL_MS,
	}));
	console.table(rows);
	await writeResult('first-rows', {
		rounds: ROUNDS,
		slower: SLOWER,
		goalMs: GOAL_MS,
		rows,
		visits: [...visits].map(([list, of]) => ({ ...list, ...of })),
	});
} finally {
	await browser.close();
	await stop();
}
