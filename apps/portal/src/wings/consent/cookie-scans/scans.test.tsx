/** Cookie scans as people use them: one that goes on, one that is done, one that failed; its draft; and the list of sites. */
import {
	addScanSite,
	type CookieScanDetail,
	cookieScan,
	cookieScanFindings,
	cookieScanItems,
	deleteScanSite,
	draftFromScan,
	type ScannedItem,
	type ScanSite,
	scanCookies,
	scanCookiesWithoutBanner,
	scanHistory,
	scanSites,
} from '@luvalla/contract/consent/cookie-scans';
import type { ScanFinding } from '@luvalla/contract/consent/scans';
import { cancelRun, type Run } from '@luvalla/contract/runs';
import { screen, waitForElementToBeRemoved, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const PAGE = 'https://shop.example.com/';
const NO_GROUPS = { cookies: 0, storage: 0, hosts: 0, fingerprinting: 0, new: 0 };
const NO_COUNTS = { before: 0, accept: 0, reject: 0, early: 0, late: 0, fresh: 0, gone: 0, findings: 0, pages: 0 };
const scan = (more: Partial<CookieScanDetail> = {}): CookieScanDetail => ({
	...{
		id: idOf(1),
		customerId: 1,
		domain: 'shop.example.com',
		domainId: idOf(50),
		url: PAGE,
		status: 'done',
		nonCmp: false,
		scheduled: false,
	},
	...{ beforeAcceptCookies: [], afterAcceptCookies: [], afterRejectCookies: [] },
	counts: { ...NO_COUNTS, before: 3, accept: 9, reject: 2, early: 2, late: 0, fresh: 1, gone: 1, findings: 5, pages: 12 },
	...{ progress: null, problem: null, way: 'luvalla', previousId: idOf(2) },
	...{ createdAt: '2026-11-18T08:12:00.000Z', startedAt: '2026-11-18T08:12:00.000Z', endedAt: '2026-11-18T08:16:12.000Z' },
	can: { cancel: false, draft: true },
	pages: [],
	presses: (['accept', 'reject'] as const).map((pass) => ({ pass, way: 'luvalla', page: PAGE, labels: ['x'], taken: true })),
	choice: null,
	groups: { cookies: 9, storage: 1, hosts: 2, fingerprinting: 0, new: 1 },
	gone: [{ kind: 'cookie', name: 'old_one', host: 'shop.example.com' }],
	pictures: ['before', 'accept', 'reject'],
	har: true,
	...more,
});
const source = {
	by: 'script',
	url: 'https://www.googletagmanager.com/gtag/js',
	line: 1,
	column: 1,
	chain: [{ url: PAGE, line: 14, column: 1 }],
} as const;
const findings: ScanFinding[] = [
	{
		code: 'before-consent',
		sentence: { en: 'Cookie _ga is kept before anybody was asked.', fi: 'Eväste _ga tallentuu ennen kuin keneltäkään on kysytty.' },
		...{ pass: 'before', page: PAGE, item: { kind: 'cookie', name: '_ga', host: 'shop.example.com' } },
		source: { ...source, chain: [{ url: 'https://www.googletagmanager.com/gtm.js?id=GTM-AB12', line: 7, column: 1 }, ...source.chain] },
		fix: {
			...{
				page: PAGE,
				line: 14,
				before: '<script async src="x.js">',
				category: 'statistics',
				container: 'GTM-AB12',
				tag: { id: 12, kind: 'googtag' },
			},
			after: '<script type="text/plain" data-luvalla="statistics" async data-src="x.js">',
		},
	},
	{
		code: 'banner-missing',
		sentence: { en: 'No banner was found on this page.', fi: 'Tältä sivulta ei löytynyt banneria.' },
		...{ pass: 'before', page: `${PAGE}gift`, item: null, source: null, fix: null },
	},
];
const seen = { page: PAGE, isNew: true, times: 1, source: { ...source, chain: [] } };
const item: ScannedItem = {
	...{ kind: 'cookie', name: '_ga', host: 'shop.example.com', party: 'first', bytes: 20 },
	cookie: { path: '/', httpOnly: false, secure: true, sameSite: 'Lax', lifetimeSeconds: 60 },
	seen: { before: seen, accept: seen, reject: null },
	is: { type: 'statistics', provider: 'Google', confidence: 85, ground: 'name', entryId: null, description: {}, reason: '' },
	fresh: true,
	findings: ['before-consent'],
};
const page = { total: 5, next: null };
const around = [answers(cookieScanFindings, findings, page), answers(cookieScanItems, [item], { total: 1, next: null })];
const site = (n: number, more: Partial<ScanSite> = {}): ScanSite => ({
	...{
		id: idOf(n),
		customerId: 1,
		domain: `${n}.example.com`,
		domainId: null,
		every: 'week',
		nonCmp: false,
		pages: 10,
		depth: 2,
		robots: false,
	},
	...{ addedAt: '2026-11-01T00:00:00.000Z', nextAt: '2026-12-01T00:00:00.000Z', last: null, can: { change: true, delete: true } },
	...more,
});

let asked: Asked[];
beforeEach(() => {
	asked = [];
});
const keep = <T,>(one: Asked, answer: T): T => {
	asked.push(one);
	return answer;
};
const nothingRuns = answers(scanHistory, [], { total: 0, next: null });
const open = (path: string, ...handlers: HttpHandler[]) =>
	renderApp(path, { handlers: [...handlers, nothingRuns, ...bootOf('customerAdmin')] });

it('a scan that is done: its finding is the title, the line to change is copied, the three visits stand side by side', async () => {
	await open('/cookiescan?scan=1', answers(cookieScan, scan()), ...around);
	expect(await screen.findByRole('heading', { level: 1, name: '2 cookies were set before a choice' })).toBeVisible();
	expect(screen.getByText('4 min 12 s')).toBeVisible();
	const card = (await screen.findByText('Cookie _ga is kept before anybody was asked.')).closest('article');
	expect(card?.textContent).toContain(
		'Page / → line 14 → www.googletagmanager.com/gtm.js → tag 12 (Google tag) → www.googletagmanager.com/gtag/js',
	);
	expect(card?.textContent).toContain('data-luvalla="statistics"');
	expect(within(card ?? document.body).getByRole('button', { name: 'Copy line' })).toBeVisible();
	const heads = await screen.findAllByRole('columnheader');
	expect(heads.slice(-3).map((head) => [head.getAttribute('abbr'), head.firstElementChild?.textContent])).toEqual([
		['Untouched', 'Untouched3 cookies2 too early'],
		['After accept', 'After accept9 cookies\u00a0'],
		['After reject', 'After reject2 cookiesonly necessary'],
	]);
	const row = (await screen.findAllByRole('row')).find((one) => one.textContent?.includes('_ga'));
	expect(row?.textContent).toContain('Statistics, 85%');
	expect(row?.textContent).toContain('Set on /');
	expect(screen.getByText('1 thing of the previous scan is gone')).toBeVisible();
});

it('how fair the banner is stands there point by point: open where one does not hold, in the reader’s language', async () => {
	const sentence = { en: 'They must be of the same size.', fi: 'Niiden pitää olla yhtä suuret.' };
	const choice = (ok: boolean): CookieScanDetail['choice'] => ({
		page: PAGE,
		points: [
			{ code: 'measured_size', ok, measured: '80 × 20 px / 160 × 40 px', sentence },
			{ code: 'measured_presses', ok: true, measured: '1 / 1', sentence: { en: 'No more presses.', fi: 'Ei enempää painalluksia.' } },
		],
	});
	const lists = [answers(cookieScanFindings, [], { total: 0, next: null }), answers(cookieScanItems, [], { total: 0, next: null })];
	const first = await open('/cookiescan?scan=1', answers(cookieScan, scan({ choice: choice(false) })), ...lists);
	expect(await screen.findByText('How fair the banner is: 1 of 2 points hold')).toBeVisible();
	expect(screen.getByText('They must be of the same size.')).toBeVisible();
	expect(screen.getByRole('img', { name: 'Does not hold' })).toBeVisible();
	expect(screen.getByText('80 × 20 px / 160 × 40 px')).toBeVisible();
	first.unmount();
	chooseLanguage('fi');
	await open('/cookiescan?scan=1', answers(cookieScan, scan({ choice: choice(true) })), ...lists);
	expect(await screen.findByText('Bannerin tasapuolisuus: 2/2 kohtaa toteutuu')).toBeVisible();
	expect(screen.getByText('Niiden pitää olla yhtä suuret.')).not.toBeVisible();
	chooseLanguage('en');
});

it('visits whose banner could not be answered claim nothing', async () => {
	const presses: CookieScanDetail['presses'] = [{ pass: 'reject', way: 'none', page: null, labels: [], taken: null }];
	open(
		'/cookiescan?scan=1',
		answers(cookieScan, scan({ way: 'none', counts: NO_COUNTS, presses, groups: NO_GROUPS })),
		answers(cookieScanFindings, [], { total: 0, next: null }),
		answers(cookieScanItems, [], { total: 0, next: null }),
	);
	expect(await screen.findByRole('heading', { level: 1, name: /Nobody is asked/ })).toBeVisible();
	expect(screen.queryByText('only necessary')).toBeNull();
	expect(screen.getAllByText('not visited')).toHaveLength(2);
});

it('a scan that goes on says how far it is, grows, and is cancelled after a question', async () => {
	let looks = 0;
	const { user } = await open(
		'/cookiescan?scan=1',
		answers(cookieScan, () => {
			looks += 1;
			const progress = { pass: 'accept', page: PAGE, number: looks, of: 40 } as const;
			return scan({
				status: 'running',
				progress,
				endedAt: null,
				way: null,
				presses: [],
				har: false,
				pictures: [],
				can: { cancel: true, draft: false },
			});
		}),
		...around,
		answers(cancelRun, (one) => keep(one, run)),
	);
	expect(await screen.findByRole('heading', { level: 1, name: 'Scanning shop.example.com' })).toBeVisible();
	expect(await screen.findByText('After accept: page 2 of 40', {}, { timeout: 10_000 })).toBeVisible();
	expect(Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(33);
	expect(screen.queryByRole('button', { name: 'Make a draft' })).toBeNull();
	await user.click(screen.getByRole('button', { name: 'Cancel' }));
	await user.click(
		within(await screen.findByRole('dialog'))
			.getAllByRole('button', { name: 'Cancel' })
			.at(-1) ?? document.body,
	);
	expect(asked.map(({ url }) => url.pathname)).toEqual([`/api/manage/runs/${idOf(1)}/cancel`]);
});
const run: Run = {
	...{ id: idOf(1), kind: 'scan', state: 'cancelled', domainId: null, about: {}, total: 40, done: 3, counts: {}, found: 0, problem: null },
	...{
		createdAt: '2026-11-18T08:12:00.000Z',
		startedAt: null,
		endedAt: '2026-11-18T08:13:00.000Z',
		createdBy: null,
		can: { cancel: false },
	},
} as const;

it('a scan that goes on stands below the result of another, leads to itself and is cancelled there', async () => {
	let state: 'running' | 'cancelled' = 'running';
	const { pages: _, presses: _presses, choice: _choice, groups: _groups, gone: _gone, pictures: _pictures, har: _har, ...whole } = scan();
	const other = {
		...whole,
		...{ id: idOf(9), domain: 'klubi.example.com', status: 'running' as const, endedAt: null },
		progress: { pass: 'accept' as const, page: PAGE, number: 14, of: 40 },
		can: { cancel: true, draft: false },
	};
	const { user } = await open(
		'/cookiescan?scan=1',
		answers(cookieScan, scan()),
		...around,
		answers(scanHistory, ({ url }) => {
			expect(url.searchParams.getAll('filter')).toEqual(['status:running']);
			return state === 'running' ? [other] : [];
		}),
		answers(cancelRun, (one) => {
			state = 'cancelled';
			return keep(one, run);
		}),
	);
	const strip = await screen.findByRole('region', { name: 'Progress of the scan' });
	expect(strip).toHaveTextContent('After accept: page 14 of 40');
	expect(strip).toHaveTextContent('9 cookies so far');
	expect(within(strip).getByRole('link', { name: 'Show the scan of klubi.example.com' })).toHaveAttribute(
		'href',
		expect.stringContaining(`scan=${idOf(9)}`),
	);
	await user.click(within(strip).getByRole('button', { name: 'Cancel' }));
	await user.click(
		within(await screen.findByRole('dialog'))
			.getAllByRole('button', { name: 'Cancel' })
			.at(-1) ?? document.body,
	);
	await waitForElementToBeRemoved(strip);
	expect(asked.map(({ url }) => url.pathname)).toEqual([`/api/manage/runs/${idOf(9)}/cancel`]);
});

it('a scan that failed says why in the reader’s language, and offers another', async () => {
	chooseLanguage('fi');
	const problem = { en: 'The name x leads nowhere.', fi: 'Nimi x ei johda mihinkään.' };
	await open(
		'/cookiescan?scan=1',
		answers(cookieScan, scan({ status: 'failed', problem, counts: NO_COUNTS, can: { cancel: false, draft: false } })),
		...around,
	);
	expect(await screen.findByRole('alert')).toHaveTextContent('Nimi x ei johda mihinkään.');
	expect(screen.getByRole('button', { name: 'Skannaa uudelleen' })).toBeVisible();
	// it was on no page, so it is not said that it found nothing there
	expect(screen.queryByRole('button', { name: /^Evästeet/ })).toBeNull();
	expect(screen.queryByText('Skannaus ei löytänyt yhtään.')).toBeNull();
});

it('a scan that failed says why in the list, too', async () => {
	const problem = { en: 'The name x leads nowhere.', fi: 'Nimi x ei johda mihinkään.' };
	await open(
		'/cookiescan',
		answers(scanHistory, [scan({ status: 'failed', problem }), scan({ id: idOf(3), domain: 'club.example.com' })], page),
	);
	const failed = (await screen.findByRole('link', { name: 'shop.example.com' })).closest('tr') as HTMLElement;
	expect(within(failed).getByText('The name x leads nowhere.')).toBeVisible();
	expect(screen.getAllByText(/leads nowhere/)).toHaveLength(1);
});

it('a draft of a scan leads on to the configurator, and names what waits for a decision and the lines to mark', async () => {
	const fix = findings[0]?.fix;
	const draft = {
		...{ configurationId: idOf(9), folder: 'd9', title: 'x', categories: 3, cookies: 7 },
		undecided: [{ name: 'session_id', domain: 'shop.example.com', reason: 'Holds the visit.' }],
		unplaced: [{ name: '_fbp', domain: 'shop.example.com', type: 'marketing' as const, why: 'categories' as const }],
		fixes: fix ? [fix] : [],
	};
	const { user } = await open(
		'/cookiescan?scan=1',
		answers(cookieScan, scan()),
		...around,
		answers(draftFromScan, (one) => keep(one, draft)),
	);
	await user.click(await screen.findByRole('button', { name: 'Make a draft' }));
	expect(await screen.findByRole('link', { name: 'Open the draft' })).toHaveAttribute('href', `/lightconfig/${idOf(9)}?tab=categories`);
	expect(screen.getByRole('link', { name: 'Decide in the repository' })).toHaveAttribute('href', '/cookierepo?state=undecided');
	await user.click(screen.getByText('1 needs your decision'));
	expect(screen.getByText('Holds the visit.')).toBeVisible();
	expect(screen.getByText('1 found no place in the draft')).toBeVisible();
	expect(screen.getByText(/^Marketing: the configuration has all twelve categories/)).toBeVisible();
});

it('a scan is started with the call of its kind, and leads to itself', async () => {
	const started = { ...scan({ status: 'waiting' }), others: [] };
	const handlers = [
		answers(scanHistory, [], { total: 0, next: null }),
		answers(scanSites, [site(3)], { total: 1, next: null }),
		answers(scanCookies, (one) => keep(one, started)),
		answers(scanCookiesWithoutBanner, (one) => keep(one, started)),
		answers(cookieScan, scan({ status: 'waiting', can: { cancel: true, draft: false } })),
		...around,
	];
	const { user } = await open('/cookiescan', ...handlers);
	// The list is known to be empty: the press stands there, and no longer in the head.
	await screen.findByText('No scans yet');
	await user.click(screen.getByRole('button', { name: 'Scan a site' }));
	const domain = await screen.findByRole('combobox', { name: 'Domain' });
	await user.clear(domain);
	await user.type(domain, 'https://Shop.example.com/x');
	await user.click(screen.getByRole('switch', { name: 'The site has no consent banner' }));
	await user.click(screen.getByRole('button', { name: 'Scan and watch' }));
	expect(await screen.findByRole('heading', { level: 1, name: 'shop.example.com waits for its turn' })).toBeVisible();
	expect(asked.map(({ url, body }) => [url.pathname, body])).toEqual([
		['/api/manage/browserscan/cookie/noncmp', { customerId: 1, domain: 'https://Shop.example.com/x', pages: 10, depth: 2, robots: false }],
	]);
});

it('the list of sites: added, scanned together, and what the server refuses is said in its own words', async () => {
	const { user } = await open(
		'/customerdomainscan',
		answers(scanSites, [site(3), site(4)], { total: 2, next: null }),
		answers(addScanSite, (one) => keep(one, site(5))),
		refuses(deleteScanSite, 500, { code: 'internal' }),
		answers(scanCookies, (one) => keep(one, { ...scan({ status: 'waiting' }), others: [{ id: idOf(7), domain: '4.example.com' }] })),
		answers(scanHistory, [], { total: 0, next: null }),
	);
	await user.click(await screen.findByRole('button', { name: 'Add site' }));
	await user.type(await screen.findByLabelText('Domain'), 'new.example.com');
	await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add site' }));
	expect(await screen.findByText('Domain added successfully.')).toBeVisible();
	expect(asked[0]?.body).toEqual({
		customerId: 1,
		domain: 'new.example.com',
		every: 'week',
		nonCmp: false,
		pages: 10,
		depth: 2,
		robots: false,
	});
	await user.click(screen.getAllByRole('button', { name: /3\.example\.com/ })[0] ?? document.body);
	await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
	await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
	expect(await screen.findByText('Failed to remove the domain.')).toBeVisible();
	await user.click(screen.getByRole('button', { name: 'Scan all sites' }));
	await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Scan all sites' }));
	expect(await screen.findByRole('heading', { level: 1, name: 'Cookie Scan' })).toBeVisible();
	expect(asked.at(-1)?.body).toEqual({ customerId: 1 });
});
