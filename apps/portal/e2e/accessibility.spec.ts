/**
 * Every screen of the list, in both languages and both schemes, with at least three rows, empty, and with its calls
 * failing: axe finds nothing, the page does not scroll sideways, and the state says itself. Rows are real; the empty and
 * the failed answer are put in the browser's way.
 *
 * A screen is opened once for each state. The other looks are switched to in the page, as when the person chooses them in
 * another tab, and the full one is then narrowed to 320 px, as a window is: the page is then judged by all of axe's rules, as
 * it was when opened. In a short run each state is judged in a look of its own, the two others than the full one on each third screen; in
 * a long run the full one in all four, and the others of every screen in one and its opposite.
 *
 * A worker's sweeps share a page and follow each other by state: it is loaded for the first of a state, with local and session
 * storage as after the sign-in, and goes on to the next as by a link, half the time of a load. Between two it rests on a plain
 * page, so that nothing of a screen is left. What was fetched stays what was fetched in that state. A test that fails ends its worker,
 * and the next has a new page.
 */
import { type Browser, expect, type Page, type Request, test } from '@playwright/test';
// The router shows itself as `__TSR_ROUTER__` of the window.
import type {} from '@tanstack/react-router';
import { atLength, someOf } from '../../../scripts/length.ts';
import { screens } from '../src/app/screens.ts';
import { check } from './check.ts';
import { stateFile } from './people.ts';
import { FULLER, placeOf } from './places.ts';
import { type Stage, stage } from './stage.ts';
import { type CampaignStage, stageCampaigns } from './stage-campaigns.ts';
import { MOVED } from './stage-lists.ts';

// ADMIN opens every screen of the portal; what others get beside it has a sweep of its own below.
// A recording keeps the whole page at each question asked of it, and a sweep asks many: it names what it finds. `E2E_TRACE=1` keeps the steps.
test.use({
	storageState: stateFile('admin'),
	trace: process.env.E2E_TRACE ? { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false } : 'off',
});

let rows: Stage;
let sent: CampaignStage;
test.beforeAll(async () => {
	rows = await stage();
	sent = await stageCampaigns(rows);
});

/** A document of our origin that runs nothing: where the storage of the shared page is put right. */
const BLANK = '/icon.svg';
/** A page of the portal without a screen, where the shared page rests. */
const RESTING = '/contact';
const SCREEN = { width: 1440, height: 900 };
interface Shared {
	readonly page: Page;
	/** What a person who has just signed in has stored. */
	readonly stored: Readonly<Record<string, string>>;
	/** What it was loaded for; null: to be loaded. */
	state: State | null;
}
let shared: Promise<Shared> | undefined;
const open = async (browser: Browser): Promise<Shared> => {
	const page = await (await browser.newContext()).newPage();
	await page.goto(BLANK);
	return { page, stored: await page.evaluate(() => ({ ...localStorage })), state: null };
};

/** A test with the worker's page: at rest, full size, in one state, nothing put in its way. */
const sweep = test.extend<{ state: State }>({
	state: ['full', { option: true }],
	page: async ({ browser, state }, use, { errors }) => {
		shared ??= open(browser);
		const kept = await shared;
		const { page } = kept;
		await page.setViewportSize(SCREEN);
		if (kept.state !== state) {
			kept.state = null;
			await page.goto(BLANK);
			await page.evaluate((stored) => {
				sessionStorage.clear();
				localStorage.clear();
				for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
			}, kept.stored);
		}
		await use(page);
		// It may stand anywhere, and its worker ends.
		if (errors.length > 0) return;
		await goOn(page, RESTING);
		await page.unrouteAll({ behavior: 'ignoreErrors' });
		kept.state = state;
	},
});

interface Look {
	language: 'en' | 'fi';
	scheme: 'light' | 'dark';
}
/** In a ring: each differs from its neighbours by one thing. */
const LOOKS: readonly Look[] = [
	{ language: 'en', scheme: 'light' },
	{ language: 'en', scheme: 'dark' },
	{ language: 'fi', scheme: 'dark' },
	{ language: 'fi', scheme: 'light' },
];
type State = 'full' | 'empty' | 'failing';
/** The states, and the looks of each in their order: it is loaded with the first. A short run takes one of each. */
const STATES: Record<State, readonly number[]> = atLength(
	{ full: [2], empty: [0], failing: [1] },
	{ full: [0, 1, 2, 3], empty: [2, 0], failing: [3, 1] },
);
const states: readonly State[] = ['full', 'empty', 'failing'];
const looksOf = (state: State): Look[] => STATES[state].flatMap((place) => LOOKS[place] ?? []);

/** Calls that make the shell itself; a screen's own calls are the rest. */
const SHELL = /\/(identity\/|api\/(user|live|content|customer\/current|manage\/domain\/users))/;

const intercept = async (page: Page, state: State): Promise<void> => {
	if (state === 'full') return;
	await page.route(/\/api\//, async (route) => {
		const call = route.request();
		if (SHELL.test(call.url())) return route.continue();
		if (state === 'failing') return route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":"unavailable"}' });
		const answer = await route.fetch();
		const json = await answer.json();
		// Lists lose their rows; what the pickers need stays.
		if (!Array.isArray(json.data) || /customerdomainlist|\/api\/customer\?/.test(call.url()))
			return route.fulfill({ response: answer, json });
		return route.fulfill({ response: answer, json: { ...json, data: [], ...(json.page && { page: { total: 0, next: null } }) } });
	});
};

const pathOf = (path: string): string => placeOf(path, rows, sent);

/**
 * Loaded, failed or empty: nothing is still being fetched, and no colour is on its way to another. Asked in the page at each
 * frame: a sweep waits often and briefly.
 */
const settled = (page: Page): Promise<unknown> =>
	page.waitForFunction(
		() =>
			document.querySelector('main')?.checkVisibility() &&
			document.querySelector('[aria-busy=true], .mantine-Skeleton-root') === null &&
			document.getAnimations().every(({ playState }) => playState !== 'running'),
	);

const KEYS = { language: 'luvalla.language', scheme: 'luvalla.scheme' } as const;

/** In the page: the look that the next load begins with. */
const wear = ([keys, { language, scheme }]: readonly [typeof KEYS, Look]): void => {
	localStorage.setItem(keys.language, language);
	localStorage.setItem(keys.scheme, scheme);
};
/** The same for a page that has not been anywhere yet. */
const dress = (page: Page, look: Look): Promise<unknown> => page.addInitScript(wear, [KEYS, look] as const);

/** To another page as by a link: without a load. */
const goOn = async (page: Page, path: string): Promise<void> => {
	await page.evaluate((to) => history.pushState(null, '', to), path);
	await page.waitForFunction(
		(to) => {
			const router = window.__TSR_ROUTER__?.state;
			return router?.status === 'idle' && router.location.pathname === to && router.resolvedLocation?.pathname === to;
		},
		path.replace(/\?.*/, ''),
	);
};

/** Loads it where the portal does not run yet, else goes on to it. */
const arrive = async (page: Page, path: string, look: Look): Promise<void> => {
	if (await page.evaluate(() => '__TSR_ROUTER__' in window)) {
		await change(page, look);
		await goOn(page, path);
	} else {
		await page.evaluate(wear, [KEYS, look] as const);
		await page.goto(path);
	}
};

/** Another look for the page that is open: what the browser tells it when the person chooses in another tab. */
const change = (page: Page, { language, scheme }: Look): Promise<void> =>
	page.evaluate(
		([keys, l, s]) => {
			for (const [key, newValue] of [
				[keys.language, l],
				[keys.scheme, s],
			] as const) {
				if (localStorage.getItem(key) === newValue) continue;
				localStorage.setItem(key, newValue);
				window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
			}
		},
		[KEYS, language, scheme] as const,
	);

/**
 * What stands on the page, whatever the language: a page that fetches again in another one is done when it is all back. Null
 * while something stands in for what is still to come: that may be more than what comes.
 */
const shapeOf = (page: Page): Promise<number[] | null> =>
	page.evaluate(() =>
		document.querySelector('[aria-busy=true], .mantine-Skeleton-root') === null
			? ['h1, h2, h3', 'button, a[href], input, textarea', 'tr, li', 'svg'].map((parts) => document.querySelectorAll(parts).length)
			: null,
	);
/** What is told live, as on the dashboard, may have added to it. */
const isBack = (shape: readonly number[], before: readonly number[]): boolean => before.every((count, part) => (shape[part] ?? 0) >= count);
const SOON = { intervals: [20] };

/** Comes to `path` with the first look in a page at rest, then takes on the others; `judge` is asked in each, and `narrow` in the first one at 320 px. */
const inEachLook = async (
	page: Page,
	path: string,
	looks: readonly Look[],
	judge: () => Promise<unknown>,
	narrow?: () => Promise<unknown>,
): Promise<void> => {
	const calls = new Set<Request>();
	const begun = (request: Request): void => {
		if (/\/api\/(?!live)/.test(request.url())) calls.add(request);
	};
	const ended = (request: Request): void => void calls.delete(request);
	page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended);
	const shown = async ({ language, scheme }: Look): Promise<void> => {
		await expect(page.locator(`html[lang=${language}][data-mantine-color-scheme=${scheme}]`)).toBeVisible();
		await expect.poll(() => calls.size, SOON).toBe(0);
		await settled(page);
	};
	let loaded = null as number[] | null;
	for (const look of looks) {
		if (loaded) await change(page, look);
		else await arrive(page, path, look);
		await shown(look);
		// A page without a heading has not begun: its code may still be on its way.
		const before = loaded ?? [1];
		// Both are said where it never comes back.
		await expect
			.poll(async () => {
				const shape = await shapeOf(page);
				if (shape === null || calls.size > 0 || !isBack(shape, before)) return `${shape?.join(' ')}, not ${before.join(' ')}`;
				loaded = shape;
				return 'back';
			}, SOON)
			.toBe('back');
		await judge();
	}
	const [first] = looks;
	if (narrow && first) {
		await change(page, first);
		await page.setViewportSize({ width: 320, height: 640 });
		await shown(first);
		await narrow();
	}
	page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended);
};

/** Each worker takes an equal number of tests that follow each other, and the full state costs most: each has a part of every state. */
const PARTS = 3;
const partOf = <T>(all: readonly T[], part: number): T[] => all.filter((_, at) => at % PARTS === part);
/** A short run looks at each when it is full, and at some when there is nothing or nothing comes. */
const someIn = <T>(all: readonly T[], state: State): readonly T[] => (state === 'full' ? all : someOf(all, all.length / 3));

const sweepScreens = (state: State, part: number): void => {
	for (const screen of partOf(someIn(screens, state), part))
		sweep(`${screen.path}, ${state}`, async ({ page }) => {
			await intercept(page, state);
			const judge = async () => {
				if (state === 'full' && (await page.getByRole('table').count()) > 0) {
					const rows = (await page.getByRole('table').all()).map((table) => table.getByRole('row').count());
					expect(Math.max(...(await Promise.all(rows)))).toBeGreaterThan(3);
				}
				await check(page);
			};
			await inEachLook(
				page,
				pathOf(screen.path) + (FULLER[screen.path] ?? ''),
				looksOf(state),
				judge,
				state === 'full' ? () => check(page, 'at 320 px') : undefined,
			);
		});
};

/** What stands behind a tab or in a drawer, swept as its screen is. */
const BEHIND_TABS = [
	{ what: 'consents', path: '/domainprofiles', search: () => '&show=consents' },
	{ what: 'a new answer', path: '/domainprofiles', search: () => '&id=new' },
	{ what: 'import', path: '/domainprofiles', search: () => '&id=import' },
	{ what: 'facts', path: '/domainprofiles/$id', search: () => '&open=facts' },
	{ what: 'merge', path: '/domainprofiles/$id', search: () => '&open=merge' },
	{ what: 'examples', path: '/domainprofiles/$id', search: () => '&open=api' },
	{ what: 'a new purpose', path: '/lightconfig/purposes', search: () => '&id=new' },
	{ what: 'rates', path: '/reports', search: () => '&tab=rates&by=country' },
	{ what: 'profiles', path: '/reports', search: () => '&tab=profiles' },
	{ what: 'ledger', path: '/reports', search: () => '&tab=ledger' },
	{ what: 'events', path: '/reports', search: () => '&tab=events' },
	{ what: 'channels', path: '/reports', search: () => '&tab=channels' },
	{ what: 'costs', path: '/reports', search: () => '&tab=costs' },
	{ what: 'consumers', path: '/reports', search: () => '&tab=consumers' },
	{ what: 'a report by mail', path: '/reports', search: () => '&mail=new' },
	{ what: 'a new one', path: '/connectors', search: () => '&id=new' },
	{ what: 'one', path: '/connectors', search: () => `&id=${rows.connectorId}` },
	{ what: 'a new one', path: '/connectors/senders', search: () => '&id=new' },
	{ what: 'one', path: '/connectors/senders', search: () => `&id=${rows.senderId}` },
	{ what: 'a new one', path: '/campaigns', search: () => '&id=new' },
	{ what: 'one', path: '/campaigns', search: () => `&id=${sent.campaignId}` },
	{ what: 'a run', path: '/campaigndashboard', search: () => `&id=${sent.campaignId}&run=${sent.runId}` },
	{ what: 'one', path: '/customerdomains', search: () => `&id=${rows.domainId}` },
	{ what: 'a deletion to ask for', path: '/customerdomains', search: () => '&ask=choose' },
	{ what: 'one', path: '/requests', search: () => `&request=${rows.requestId}` },
	{ what: 'token', path: '/customerdomains', search: () => `&id=${rows.domainId}&tab=token` },
	{ what: 'a vendor', path: '/gvlupdates', search: () => `&id=${MOVED}` },
	{ what: 'a new domain property', path: '/domainproperties', search: () => '&id=new' },
	{ what: 'with a live banner', path: '/domainCounts', search: () => '' },
	{ what: 'renewed', path: '/certCheck', search: () => '&show=renewed' },
	{ what: 'served now', path: '/certCheck', search: () => '&show=checked' },
	{ what: 'a new app', path: '/firstpartyApps', search: () => '&id=new' },
	{ what: 'a new app', path: '/customerDomainApps', search: () => '&id=new' },
	{ what: 'a custom domain to add', path: '/managecustomdomains', search: () => '&id=new' },
	{ what: 'a new cookie', path: '/cookierepo', search: () => '&id=new' },
	{ what: 'what a cookie is', path: '/cookierepo', search: () => '&id=what' },
	{ what: 'a new scan', path: '/cookiescan', search: () => '&id=new' },
	{ what: 'a scan', path: '/cookiescan', search: () => `&scan=${rows.scanId}` },
	{ what: 'its findings', path: '/cookiescan', search: () => `&scan=${rows.scanId}&tab=findings` },
	{ what: 'a new licence', path: '/manageaccount/licences', search: () => '&id=new' },
	{ what: 'one of a domain', path: '/manageaccount/licences', search: () => `&id=new&for=${rows.domainId}` },
	{ what: 'both sides of a move', path: '/manageaccount/credits', search: () => '&row=9' },
	{ what: 'all invoices', path: '/manageaccount/credits', search: () => '&show=invoices' },
	{ what: 'one', path: '/portalActivity/feedback', search: () => `&id=${rows.feedbackId}` },
	{ what: 'a new voucher', path: '/vouchers', search: () => '&id=new' },
	{ what: 'a new site', path: '/customerdomainscan', search: () => '&id=new' },
	{ what: 'deliveries', path: '/customerdomains', search: () => `&id=${rows.domainId}&tab=deliveries` },
	{ what: 'a new constellation', path: '/constellations', search: () => '&id=new' },
	{ what: 'on a site', path: '/contents/$placed', search: () => '' },
	{ what: 'a constellation', path: '/constellations', search: () => `&id=${rows.constellationId}` },
];
const sweepBehindTabs = (state: State, part: number): void => {
	for (const { what, path, search } of partOf(someIn(BEHIND_TABS, state), part))
		sweep(`${path} (${what}), ${state}`, async ({ page }) => {
			await intercept(page, state);
			const narrow = state === 'full' ? () => check(page, 'at 320 px') : undefined;
			const drawer = page.getByRole('dialog');
			const judge = async () => {
				// An empty drawer is accessible: that there is more in it than how to close it is asked apart.
				if (state === 'full' && (await drawer.count()) > 0)
					expect(await drawer.locator('input, textarea, button, a').count()).toBeGreaterThan(1);
				await check(page);
			};
			await inEachLook(page, pathOf(path) + search(), looksOf(state), judge, narrow);
		});
};

for (let part = 0; part < PARTS; part++)
	for (const state of states)
		test.describe(() => {
			sweep.use({ state });
			sweepScreens(state, part);
			sweepBehindTabs(state, part);
		});

for (const width of [1280, 320])
	sweep(`rows that are picked, and the question before they are erased, at ${width} px`, async ({ page }) => {
		await page.setViewportSize({ width, height: 640 });
		await inEachLook(page, `${pathOf('/domainprofiles')}&show=consents`, LOOKS, async () => {
			const box = page.locator('tbody').getByRole('checkbox').first();
			const bar = page.getByRole('region', { name: /^(Selected rows|Valitut rivit)$/ });
			await box.check();
			await expect(bar).toBeVisible();
			await check(page);
			await page.getByRole('button', { name: /^(Erase|Poista)$/ }).click();
			await expect(page.getByRole('dialog')).toBeVisible();
			await check(page);
			await page.keyboard.press('Escape');
			await expect(page.getByRole('dialog')).toHaveCount(0);
			await box.uncheck();
			await expect(bar).toHaveCount(0);
		});
	});

sweep('a span of days, while it is chosen', async ({ page }) => {
	await inEachLook(page, '/portalActivity', LOOKS, async () => {
		await page.getByRole('button', { name: /^(Time|Aika)/ }).click();
		const panel = page.getByRole('dialog', { name: /^(Time|Aika)/ });
		await expect(panel.getByRole('table')).toBeVisible();
		await settled(page);
		await check(page);
		await page.keyboard.press('Escape');
		await expect(panel).toHaveCount(0);
	});
});

sweep('the history of a configuration with its pictures, and what stands over it', async ({ page }) => {
	test.slow();
	await inEachLook(page, `/lightconfig?customer=${rows.customerId}&id=${rows.configurationId}`, LOOKS, async () => {
		const history = page.getByRole('dialog', { name: /^(History|Historia)$/ });
		const pictures = history.getByRole('img', { name: /layer|taso/ });
		await expect(pictures).toHaveCount(8);
		for (const picture of await pictures.all()) {
			await picture.scrollIntoViewIfNeeded();
			await expect(picture).toHaveJSProperty('naturalHeight', /desktop/.test((await picture.getAttribute('src')) ?? '') ? 800 : 844);
		}
		await settled(page);
		await check(page);
		await pictures.first().click();
		await expect(page.getByRole('dialog')).toHaveCount(2);
		await check(page);
		await page.keyboard.press('Escape');
		await expect(page.getByRole('dialog')).toHaveCount(1);
		await expect(history).toBeVisible();
	});
});

test('what is on is seen where the system chooses the colours', async ({ page }) => {
	await page.emulateMedia({ forcedColors: 'active' });
	await page.goto(`/domainprofiles?customer=${rows.customerId}&id=new`);
	// As the browser draws it, with a dot.
	await expect(page.getByRole('radio', { name: 'Said yes' })).toHaveCSS('appearance', 'auto');
	await page.goto(pathOf('/audiences/$id'));
	const segment = page.locator('.mantine-Switch-track').first();
	const on = await segment.screenshot();
	await segment.click();
	await page.mouse.move(0, 0);
	expect((await segment.screenshot()).equals(on)).toBe(false);
});

test('a name without spaces leaves the other columns in view', async ({ page }) => {
	await page.goto('/customers?q=Koivu');
	const name = page.locator('tbody a').first();
	await name.evaluate((link) => {
		link.textContent = 'Pitkäniminen'.repeat(16);
	});
	const table = page.getByRole('table').locator('..');
	for (const width of [1440, 320]) {
		await page.setViewportSize({ width, height: 640 });
		expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
		expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
	}
});

test.describe('outside the admin area', () => {
	test('the sign-in area, its link page, the plain pages and access denied', async ({ browser }) => {
		const anyone = await browser.newContext({ storageState: undefined });
		const page = await anyone.newPage();
		for (const look of LOOKS) {
			await dress(page, look);
			for (const path of ['/', '/identity/link?token=x', '/contact']) {
				await page.goto(path);
				await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
				await check(page);
			}
		}
		await anyone.close();
	});
	test('access denied, in the specified words', async ({ page }) => {
		await page.goto('/nothing/here');
		await expect(page.getByRole('heading', { name: 'OOPS! Something went wrong here' })).toBeVisible();
		await expect(page.getByText('Looks like you do not have rights to access requested functionality')).toBeVisible();
		await check(page);
	});
	test('the normal user’s page, and the way from an admin path to /redirect', async ({ browser }) => {
		const person = await browser.newContext({ storageState: stateFile('person') });
		const page = await person.newPage();
		await page.goto('/customerdashboard');
		await expect(page).toHaveURL(/\/redirect$/);
		await check(page);
		await page.goto('/');
		await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
		await expect(page.getByRole('navigation')).toHaveCount(1);
		for (const [path, name] of [
			['/', 'You decide'],
			['/profile/privacy/messages', 'Messages I got'],
			['/profile/privacy/data', 'My data'],
			['/profile/privacy/devices', 'My devices'],
			['/profile/privacy/erase', 'Erase me'],
			['/profile', 'Profile'],
		] as const) {
			await page.goto(path);
			await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
			await check(page);
		}
		await person.close();
	});
});
