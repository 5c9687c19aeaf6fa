/** Rules of scans without a browser: what is a page of the site, what robots.txt closes, who set something, what is found. */
import { json } from 'node:stream/consumers';
import { ScanOrder, type ScanPage, type ScanPass } from '@luvalla/contract/consent/scans.ts';
import { expect, test } from 'vitest';
import { findingsOf, itemsOf } from '../../src/wings/consent/scans/findings.ts';
import { pageOf, readRobots, siteOf } from '../../src/wings/consent/scans/follow.ts';
import { type HarEntry, HarLog } from '../../src/wings/consent/scans/har.ts';
import { MOST_THINGS, type Sight, Sights } from '../../src/wings/consent/scans/sights.ts';
import { tableOf } from '../../src/wings/consent/scans/table.ts';
import { lifetimeOf, placeOf } from '../../src/wings/consent/scans/watch.ts';

test.each([
	['https://www.shop.example.co.uk/a#b', 'https://www.shop.example.co.uk/a'],
	['https://example.co.uk/?q=1', 'https://example.co.uk/?q=1'],
	['https://other.co.uk/', null],
	['https://example.co.uk/terms.PDF', null],
	['mailto:x@example.co.uk', null],
	['javascript:void 0', null],
	['https://user@example.co.uk/', null],
	['nothing', null],
])('%s is the page %s', (link, page) => expect(pageOf(link, 'example.co.uk')).toBe(page));
test('hosts without a registrable domain are sites of their own', () => {
	expect(['a.shop.localhost', '127.0.0.1', 'localhost'].map(siteOf)).toEqual(['shop.localhost', '127.0.0.1', 'localhost']);
});

const ROBOTS = `User-agent: other
Disallow: /
User-agent: *
Disallow: /private # not this
Allow: /private/open
Disallow: /*.php$
Disallow:
User-agent: Luvalla
User-agent: more
Disallow: /ours`;
test('robots.txt: the group that names us, else everybody’s; the longest rule decides', () => {
	const named = readRobots(ROBOTS);
	expect(['/ours/x', '/private', '/'].map((path) => named(`https://a.example${path}`))).toEqual([false, true, true]);
	const all = readRobots(ROBOTS.replace('Luvalla', 'nobody'));
	expect(['/private/x', '/private/open', '/a.php', '/a.php?x', '/', '/ours'].map((path) => all(`https://a.example${path}`))).toEqual([
		false,
		true,
		false,
		true,
		true,
		true,
	]);
	expect(readRobots('<html>404</html>')('https://a.example/')).toBe(true);
});

test('the place of a script is the first in the stack that has an address', () => {
	const stack = `Error
    at tell (<anonymous>:12:3)
    at set cookie (<anonymous>:40:9)
    at run (https://a.example/tag.js?v=1:7:21)
    at https://a.example/:3:1`;
	expect(placeOf(stack)).toEqual({ url: 'https://a.example/tag.js?v=1', line: 7, column: 21 });
	expect(placeOf('Error\n    at <anonymous>:1:1')).toBeNull();
});
test('a lifetime is what was asked for: Max-Age before Expires', () => {
	const nowMs = Date.parse('2026-01-01T00:00:00Z');
	expect(lifetimeOf('a=1; Max-Age=60; Expires=Thu, 01 Jan 2032 00:00:00 GMT', nowMs)).toBe(60);
	expect(lifetimeOf('a=1; expires=Fri, 02 Jan 2026 00:00:00 GMT; path=/', nowMs)).toBe(86_400);
	expect(lifetimeOf('a=1; expires=never', nowMs)).toBeNull();
	expect(lifetimeOf('a=1; Max-Age=9223372036854775807', nowMs)).toBe(Number.MAX_SAFE_INTEGER);
});

/** No windows by themselves, no page's source. */
const NO_MORE = { popups: 0, choice: null, tags: new Map() } as const;
const order = (change: Partial<ScanOrder> = {}): ScanOrder => ScanOrder.parse({ url: 'https://shop.example/', ...change });
const page = (change: Partial<ScanPage> = {}): ScanPage => ({
	pass: 'before',
	url: 'https://shop.example/',
	depth: 0,
	status: 200,
	tookMs: 1,
	banner: true,
	problem: null,
	...change,
});
const sight = (name: string, change: Partial<Sight> = {}): Sight => ({
	kind: 'cookie',
	name,
	host: 'shop.example',
	page: 'https://shop.example/',
	isNew: true,
	bytes: 2,
	source: null,
	cookie: { path: '/', httpOnly: false, secure: true, sameSite: 'Lax', lifetimeSeconds: null },
	...change,
});
const passOf = (pass: ScanPass, ...sights: Sight[]): Sights => {
	const met = new Sights(pass);
	for (const one of sights) met.see(one);
	return met;
};
const pressed = { pass: 'reject' as const, way: 'buttons' as const, page: null, labels: ['No'], taken: true };
const codesOf = (findings: ReturnType<typeof findingsOf>): string[] =>
	findings.map(({ code, item }) => `${code} ${item?.name ?? ''}`.trim());

test('what is needed is no finding, and a choice that was not taken makes none after it', () => {
	const items = itemsOf(
		[
			passOf('before', sight('session_1'), sight('tracker')),
			passOf('reject', sight('tracker', { isNew: false }), sight('tracker'), sight('OptanonConsent')),
		],
		'shop.example',
	);
	const facts = { order: order({ necessary: ['session_*'] }), pages: [page()], items, ...NO_MORE };
	expect(codesOf(findingsOf({ ...facts, presses: [pressed] }))).toEqual(['before-consent tracker', 'after-reject tracker']);
	expect(codesOf(findingsOf({ ...facts, presses: [{ ...pressed, taken: false }] }))).toEqual(['before-consent tracker', 'not-answered']);
});
test('what happened before the answer counts in the first pass alone; what is kept counts as long as it is there', () => {
	const early = { kind: 'request', host: 'ads.example', isNew: false, cookie: null } as const;
	const items = itemsOf(
		[
			passOf('accept', sight('ads.example', early), sight('kept', { isNew: false }), sight('kept')),
			passOf('reject', sight('gone', { isNew: false })),
		],
		'shop.example',
	);
	expect(items.map(({ name, seen }) => [name, seen.accept?.isNew])).toEqual([['kept', false]]);
});
test('a thing is held once, however often it is met: counted, with the first page and the first who is known to have done it', () => {
	const met = new Sights('accept');
	const source = { by: 'script' as const, url: 'https://shop.example/a.js', line: 1, column: 1, chain: [] };
	met.see(sight('late', { isNew: false }));
	for (let page = 0; page < 5000; page++)
		met.see(sight('often', { page: `https://shop.example/${page}`, source: page < 3 ? null : source }));
	met.see(sight('late'));
	expect(met.size).toBe(2);
	const [often, late] = itemsOf([met], 'shop.example');
	expect(often?.seen.accept).toEqual({ page: 'https://shop.example/0', isNew: true, times: 5000, source });
	expect([late?.name, late?.seen.accept?.times, late?.seen.accept?.isNew]).toEqual(['late', 1, false]);
});
test('more things than a pass holds are left out, and those that are held count on', () => {
	const met = new Sights('before');
	for (let n = 0; n < MOST_THINGS + 5; n++) met.see(sight(`c${n}`));
	met.see(sight('c0'));
	const items = itemsOf([met], 'shop.example');
	expect(items).toHaveLength(MOST_THINGS);
	expect(items[0]?.seen.before?.times).toBe(2);
});
test('a network log is whole on disk, and one that could not be written is said to be none', async () => {
	const har = await HarLog.open();
	expect(har.begins('https://shop.example/', 'before')).toBe('before_1');
	const entry = { pageref: 'before_1', request: { url: 'https://shop.example/\u2028' } } as unknown as HarEntry;
	for (let n = 0; n < 3; n++) har.add(entry);
	const { log } = (await json(har.bytes())) as { log: { version: string; pages: object[]; entries: object[] } };
	expect([log.version, log.pages.length, log.entries]).toEqual(['1.2', 1, [entry, entry, entry]]);
	await har.close();
	har.add(entry);
	await expect(json(har.bytes())).rejects.toThrow(/closed|EBADF/);
});
test('long lifetimes, missing Secure and a banner that is missing somewhere are found', () => {
	const cookie = { path: '/', httpOnly: false, secure: false, sameSite: 'Lax' as const, lifetimeSeconds: 400 * 86_400 };
	const items = itemsOf([passOf('accept', sight('long', { cookie }))], 'shop.example');
	const pages = [page(), page({ url: 'https://shop.example/b', banner: false })];
	const findings = findingsOf({ order: order(), pages, presses: [], items, ...NO_MORE });
	expect(codesOf(findings)).toEqual(['banner-missing', 'long-lifetime long', 'not-secure long']);
	expect(findings[0]?.page).toBe('https://shop.example/b');
	expect(findingsOf({ order: order({ nonCmp: true }), pages, presses: [], items: [], ...NO_MORE })).toEqual([]);
});
test('a table is plain text, whatever a page calls its cookies', () => {
	const items = itemsOf([passOf('before', sight('\u001b[2Jevil\n'))], 'shop.example');
	const facts = { order: order(), site: 'shop.example', pages: [page()], presses: [], choice: null, items };
	const table = tableOf({ ...facts, findings: findingsOf({ ...facts, ...NO_MORE }), startedAt: '', endedAt: '' });
	expect(table).toContain('Cookie ?[2Jevil?');
	expect(table).not.toContain('\u001b');
});
