/** Cookie scans as people start and read them: a run in a real browser, its findings, its draft, its sites, and who may do what. */
import type {
	CookieScan,
	CookieScanDetail,
	ScanDraft,
	ScannedItem,
	ScanSite,
	SeenOnSites,
} from '@luvalla/contract/consent/cookie-scans.ts';
import type { ScanFinding } from '@luvalla/contract/consent/scans.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../src/kernel/browsers/find.ts';
import { newId } from '../src/kernel/clock.ts';
import { sweepFiles } from '../src/kernel/files/files.ts';
import { int, row, sql, text } from '../src/kernel/storage/rows.ts';
import { balanceOf, book } from '../src/wings/billing/wing.ts';
import { bringStarters } from '../src/wings/consent/wing.ts';
import { ORIGIN, type Person, type Tenant, type TestApp, testApp } from './app.ts';
import { mailsTo } from './fixtures.ts';
import { pagesAt } from './scans/stage.ts';

const SCAN = '/api/manage/browserscan';
const html = (head: string, body: string): string =>
	`<!doctype html><html lang="en"><head><title>s</title>${head}</head><body>${body}</body></html>`;
const TAG = `document.cookie = '_ga=1; max-age=63072000; path=/';`;
const ASK = `<div id="ask" role="dialog"><p>We use cookies</p><button onclick="document.cookie='choice=yes; path=/';document.cookie='_fbp=2; max-age=60; path=/';ask.remove()">Accept all</button>
<button onclick="document.cookie='choice=no; path=/';ask.remove()">Reject all</button></div>`;
let extra = '';

let t: TestApp;
let shop: Awaited<ReturnType<typeof pagesAt>>;
beforeAll(async () => {
	shop = await pagesAt({
		'/': (_got, answer) =>
			void answer
				.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'session_id=a; HttpOnly; Secure; SameSite=Lax' })
				.end(html('\n<script src="/tag.js"></script>', `${ASK}<a href="/more">more</a><script>${extra}</script>`)),
		'/more': html('', `<p>more</p>`),
		'/tag.js': (_got, answer) => void answer.writeHead(200, { 'content-type': 'text/javascript' }).end(TAG),
	});
	t = await testApp({ CHROMIUM_PATH: findChromium() ?? '', PORT: String(shop.port - 1), PUBLIC_URL: ORIGIN });
	await bringStarters(t.server.kernel.storage);
});
afterAll(async () => {
	await t.stop();
	await shop.close();
	await t.storage.asOwner((owner) => owner.query('delete from cookie_entry; delete from cookie_starter'));
});

const HOST = 'shop.localhost';
const owned = async (): Promise<{ tenant: Tenant; owner: Person }> => {
	const tenant = await t.tenant();
	return { tenant, owner: await t.person([], { adminOf: [tenant] }) };
};
const data = async <T>(who: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object): Promise<T> => {
	const answer = await t.send(who, method, url, body && { body });
	if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
	return answer.json().data;
};
const start = (who: Person, { customerId }: Tenant, body: object = {}, way = 'cookie') =>
	data<CookieScan & { others: { id: string; domain: string }[] }>(who, 'POST', `${SCAN}/${way}`, { customerId, domain: HOST, ...body });
const of = ({ customerId }: Tenant, id: string, more = '') => `${SCAN}/customer/${customerId}/scan/${id}${more}`;
const ended = async (who: Person, tenant: Tenant, id: string): Promise<CookieScanDetail> => {
	let scan: CookieScanDetail | null = null;
	await expect
		.poll(
			async () => {
				scan = await data<CookieScanDetail>(who, 'GET', of(tenant, id));
				return ['done', 'failed', 'cancelled'].includes(scan.status);
			},
			{ timeout: 180_000, interval: 500 },
		)
		.toBe(true);
	if (!scan) throw new Error('There is no scan.');
	return scan;
};
const names = (cookies: CookieScan['beforeAcceptCookies']) => cookies.map(({ name }) => name).sort();

test('a scan answers at once, is one run, grows, and names what was set before consent with the line to change; its draft is saved once', async () => {
	const { tenant, owner } = await owned();
	const begun = await start(owner, tenant, { pages: 2 });
	expect(begun).toMatchObject({ domain: HOST, url: `http://${HOST}:${shop.port}/`, nonCmp: false, others: [], beforeAcceptCookies: [] });
	expect(['waiting', 'running']).toContain(begun.status);
	expect((await start(owner, tenant)).id).toBe(begun.id);
	const early = await t.send(owner, 'POST', of(tenant, begun.id, '/draft'));
	expect([early.status, early.json().code]).toEqual([409, 'scan_not_done']);

	const scan = await ended(owner, tenant, begun.id);
	expect(scan).toMatchObject({ status: 'done', way: 'buttons', progress: null, problem: null, previousId: null, domainId: null });
	expect(names(scan.beforeAcceptCookies)).toEqual(['_ga', 'session_id']);
	expect(names(scan.afterAcceptCookies)).toEqual(['_fbp', '_ga', 'choice', 'session_id']);
	expect(names(scan.afterRejectCookies)).toEqual(['_ga', 'choice', 'session_id']);
	expect(scan.beforeAcceptCookies.find(({ name }) => name === '_ga')).toMatchObject({ type: 'statistics' });
	expect(scan.counts).toMatchObject({ before: 2, accept: 4, reject: 3, pages: 6, fresh: 0, gone: 0 });
	expect(scan.pictures).toEqual(['before', 'accept', 'reject']);

	const findings = await data<ScanFinding[]>(owner, 'GET', of(tenant, begun.id, '/findings?size=100'));
	const first = findings.find(({ code, item }) => code === 'before-consent' && item?.name === '_ga');
	expect(first?.fix).toEqual({
		page: `http://${HOST}:${shop.port}/`,
		line: 2,
		before: '<script src="/tag.js">',
		after: '<script type="text/plain" data-luvalla="statistics" data-src="/tag.js">',
		category: 'statistics',
		container: null,
		tag: null,
	});
	expect(first?.sentence.fi).toBe(`Eväste _ga (${HOST}) tallentuu ennen kuin keneltäkään on kysytty.`);
	expect(findings.map(({ code }) => code)).toContain('unknown-cookie');
	const items = await data<ScannedItem[]>(owner, 'GET', of(tenant, begun.id, '/items?filter=group:cookies&size=100'));
	expect(items.find(({ name }) => name === '_ga')).toMatchObject({
		is: { type: 'statistics', ground: 'name' },
		findings: ['before-consent', 'after-reject', 'long-lifetime', 'not-secure'],
	});
	const ofReject = await data<ScannedItem[]>(owner, 'GET', of(tenant, begun.id, '/items?filter=pass:reject&q=ga'));
	expect(ofReject.map(({ name }) => name)).toEqual(['_ga']);

	const seen = `/api/manage/browserscan/cookierepo/customer/${tenant.customerId}/seen`;
	const onSites = await t.send(owner, 'GET', `${seen}?size=100`);
	const [ga] = onSites.json().data.filter(({ name }: SeenOnSites) => name === '_ga');
	expect(ga).toMatchObject({ kind: 'cookie', sites: [HOST], seenOn: 1, is: { type: 'statistics', ground: 'name' } });
	expect(onSites.json().page.total).toBe(onSites.json().data.length);
	expect((await data<SeenOnSites[]>(owner, 'GET', `${seen}?filter=type:marketing&q=fb`)).map(({ name }) => name)).toEqual(['_fbp']);
	const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
	expect(await data<SeenOnSites[]>(editor, 'GET', seen)).toEqual([]);

	const har = await t.send(owner, 'GET', of(tenant, begun.id, '/har'));
	expect(JSON.parse(har.text).log.entries.length).toBeGreaterThan(5);
	expect((await t.send(owner, 'GET', of(tenant, begun.id, '/picture/accept'))).bytes.subarray(1, 4).toString()).toBe('PNG');
	const history = await t.send(owner, 'GET', `${SCAN}/history?customerId=${tenant.customerId}`);
	expect(history.json().data.map(({ id }: CookieScan) => id)).toEqual([begun.id]);

	const lost = await t.send(owner, 'POST', of(tenant, begun.id, '/draft'));
	expect([lost.status, lost.json().code]).toEqual([409, 'no_domain']);
	// The customer's own host, whatever other files of this worker's database call it theirs.
	await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query('update domain set host = $2 where customer_id = $1', [tenant.customerId, HOST]),
	);
	const draft = await data<ScanDraft>(owner, 'POST', of(tenant, begun.id, '/draft'));
	expect(draft).toMatchObject({ cookies: 2, categories: 3, unplaced: [] });
	expect(draft.undecided.map(({ name }) => name).sort()).toEqual(['choice', 'session_id']);
	expect(draft.fixes.map(({ line }) => line)).toContain(2);
	const saved = await data<{ config: string }>(owner, 'GET', `/api/cmpconfigurator/${draft.configurationId}`);
	const categories: { key: string; cookies: { name: string }[] }[] = JSON.parse(saved.config).categories;
	expect(categories.map(({ key, cookies }) => [key, cookies.map(({ name }) => name)])).toEqual([
		['necessary', ['luvalla']],
		['statistics', ['_ga']],
		['marketing', ['_fbp']],
		['media', []],
	]);
	// As data: its lifetime, and what it is for in the configuration's languages.
	const [line] = JSON.parse(saved.config).categories[1].cookies;
	expect(line).toMatchObject({ provider: 'Google', keeps: '', lifetimeSeconds: 63_072_000 });
	expect(Object.keys(line.about)).toEqual(['en', 'fi']);
	const again = await data<ScanDraft>(owner, 'POST', of(tenant, begun.id, '/draft'));
	expect(again).toMatchObject({ configurationId: draft.configurationId, cookies: 2 });
	// What an officer wrote into it stays: a cookie that they placed, one that they moved, and their words.
	const path = `/api/cmpconfigurator/${draft.configurationId}`;
	const written = await data<Record<string, unknown> & { config: string }>(owner, 'GET', path);
	const decided = JSON.parse(written.config);
	decided.categories[1].texts.en.about = 'How our shop is used.';
	decided.categories[2].cookies = [{ name: 'choice', provider: 'Shop', keeps: '' }, ...decided.categories[1].cookies.splice(0)];
	const kind = { type: 0, template: written.template, sdkVersion: written.sdkVersion, bundleVersion: written.bundleVersion };
	const save = (title: unknown, config: string) =>
		data(owner, 'POST', '/api/cmpconfigurator/lightconfig', {
			...{ ...kind, customerId: tenant.customerId, domain: HOST, title, mapper: written.mapper, config },
		});
	await save(written.title, JSON.stringify(decided));
	await save('Saved last', saved.config);
	const third = await data<ScanDraft>(owner, 'POST', of(tenant, begun.id, '/draft'));
	expect([third.configurationId, third.undecided.map(({ name }) => name)]).toEqual([draft.configurationId, ['session_id']]);
	const stays = JSON.parse((await data<{ config: string }>(owner, 'GET', path)).config);
	expect([
		stays.categories[1].texts.en.about,
		stays.categories.map(({ cookies }: { cookies: { name: string }[] }) => cookies.map(({ name }) => name)),
	]).toEqual(['How our shop is used.', [['luvalla'], [], ['choice', '_ga', '_fbp'], []]]);
	// A draft of another scan keeps what the categories are purposes of: a yes stays a yes to the same.
	await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query(`update configuration set mapper = '{"purposes":{"statistics":"Counting"}}' where customer_id = $1`, [tenant.customerId]),
	);
	const next = await ended(owner, tenant, (await start(owner, tenant, { pages: 1 }, 'cookie/noncmp')).id);
	const other = await data<ScanDraft>(owner, 'POST', of(tenant, next.id, '/draft'));
	expect(other.configurationId).not.toBe(draft.configurationId);
	const kept = await data<{ mapper: string }>(owner, 'GET', `/api/cmpconfigurator/${other.configurationId}`);
	expect(JSON.parse(kept.mapper)).toEqual({ purposes: { statistics: 'Counting' } });
	// A configuration that has all the categories it may have gets no more: what belongs to none of them is named, and the draft is saved.
	const full = JSON.parse(saved.config);
	const texts = { en: { name: 'Own', about: 'Own things.' }, fi: { name: 'Oma', about: 'Omia asioita.' } };
	full.categories = [full.categories[0], ...Array.from({ length: 11 }, (_, n) => ({ key: `own-${n}`, texts, cookies: [] }))];
	await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query('update configuration set config = $2 where customer_id = $1', [tenant.customerId, JSON.stringify(full)]),
	);
	const crowded = await data<ScanDraft>(owner, 'POST', of(tenant, next.id, '/draft'));
	expect(crowded.unplaced).toEqual([{ name: '_ga', domain: HOST, type: 'statistics', why: 'categories' }]);
	const whole = await data<{ config: string }>(owner, 'GET', `/api/cmpconfigurator/${crowded.configurationId}`);
	expect(JSON.parse(whole.config).categories).toHaveLength(12);
}, 240_000);

test('a scheduled scan says what is new and what is gone, and mails the admins once', async () => {
	const { tenant, owner } = await owned();
	// Java's longest lifetime, and a key that no store takes as it is.
	const odd = `document.cookie = 'java=1; max-age=9223372036854775807; path=/'; localStorage.setItem('odd\\u0000', '1');`;
	extra = odd;
	const first = await start(owner, tenant, { pages: 1 }, 'cookie/noncmp');
	const before = await ended(owner, tenant, first.id);
	expect(before).toMatchObject({ status: 'done', way: null, nonCmp: true, afterAcceptCookies: [] });
	const site = await data<ScanSite>(owner, 'POST', '/api/customer/createcustomerscan', {
		customerId: tenant.customerId,
		domain: HOST,
		every: 'day',
		nonCmp: true,
		pages: 1,
	});
	expect(site).toMatchObject({ domain: HOST, every: 'day', last: { id: first.id, status: 'done', early: before.counts.early } });
	extra = `${odd} localStorage.setItem('fresh-key', '1')`;
	await t.storage.asOwner((sql) =>
		sql.query(`update scan_site set next_at = now() - interval '1 minute' where customer_id = ${tenant.customerId}`),
	);
	const { scanDue, scanKind } = await runs();
	await scanDue(t.server.kernel, scanKind(t.server.kernel));
	await scanDue(t.server.kernel, scanKind(t.server.kernel));
	const history = (await t.send(owner, 'GET', `${SCAN}/history?customerId=${tenant.customerId}`)).json().data as CookieScan[];
	expect(history.map(({ scheduled }) => scheduled)).toEqual([true, false]);
	const second = await ended(owner, tenant, history[0]?.id ?? '');
	extra = odd;
	expect(second).toMatchObject({ status: 'done', previousId: first.id, counts: { fresh: 1, gone: 0 }, groups: { new: 1, storage: 2 } });
	const fresh = await data<ScannedItem[]>(owner, 'GET', of(tenant, second.id, '/items?filter=group:new'));
	expect(fresh.map(({ kind, name }) => [kind, name])).toEqual([['localStorage', 'fresh-key']]);
	const mails = await mailsTo(t, owner.email);
	expect(mails.map(({ subject }) => subject)).toEqual([`1 new thing on ${HOST}`]);
	expect(mails[0]?.bodyText).toContain(`/cookiescan?scan=${second.id}`);
	const third = await ended(owner, tenant, (await start(owner, tenant, { pages: 1 }, 'cookie/noncmp')).id);
	expect(third).toMatchObject({ counts: { fresh: 0, gone: 1 }, gone: [{ kind: 'localStorage', name: 'fresh-key' }] });
	extra = '';
}, 240_000);
const runs = async () => ({
	...(await import('../src/wings/consent/cookie-scans/start.ts')),
	...(await import('../src/wings/consent/cookie-scans/run.ts')),
});

test('a host that leads nowhere or inside ends as failed, with the sentence in both languages', async () => {
	const { tenant, owner } = await owned();
	const scan = await ended(owner, tenant, (await start(owner, tenant, { domain: 'nowhere.invalid' })).id);
	expect(scan).toMatchObject({ status: 'failed', problem: { en: 'The name nowhere.invalid leads nowhere.' }, can: { draft: false } });
	const inside = await ended(owner, tenant, (await start(owner, tenant, { domain: 'inside.localhost' })).id);
	expect(inside.status).toBe('failed');
	expect(inside.problem?.fi).toContain('OUTBOUND_ALLOW');
}, 60_000);

test('a scan is cancelled as any run: what was found stays, nothing goes on, the next one begins', async () => {
	const { tenant, owner } = await owned();
	const { id } = await start(owner, tenant);
	await expect.poll(async () => (await data<CookieScan>(owner, 'GET', of(tenant, id))).progress !== null, { timeout: 60_000 }).toBe(true);
	const headers = { customer_key: String(tenant.customerId) };
	expect((await t.send(owner, 'POST', `/api/manage/runs/${id}/cancel`, { headers })).status).toBe(200);
	const scan = await data<CookieScan>(owner, 'GET', of(tenant, id));
	expect(scan).toMatchObject({ status: 'cancelled', progress: null, can: { cancel: false, draft: false } });
	const next = await start(owner, tenant);
	expect(next.id).not.toBe(id);
	await t.send(owner, 'POST', `/api/manage/runs/${next.id}/cancel`, { headers });
}, 120_000);

test('the list of sites: added once, changed, scanned together, taken off; scans stay', async () => {
	const { tenant, owner } = await owned();
	const add = (body: object) =>
		t.send(owner, 'POST', '/api/customer/createcustomerscan', {
			body: { customerId: tenant.customerId, domain: 'nowhere.invalid', ...body },
		});
	const none = await t.send(owner, 'POST', `${SCAN}/cookie`, { body: { customerId: tenant.customerId } });
	expect([none.status, none.json().code]).toEqual([422, 'no_scan_sites']);
	const site: ScanSite = (await add({ every: 'week' })).json().data;
	expect(Date.parse(site.nextAt ?? '') - Date.now()).toBeGreaterThan(6 * 86_400_000);
	const again = await add({});
	expect(again.status).toBe(409);
	expect(again.json()).toMatchObject({ code: 'site_known', fields: { domain: expect.any(String) } });
	await add({ domain: 'https://Second.invalid/x' });
	const list = () => data<ScanSite[]>(owner, 'GET', `/api/customer/${tenant.customerId}/getcustomerscan`);
	expect((await list()).map(({ domain }) => domain)).toEqual(['nowhere.invalid', 'second.invalid']);
	const changed = await data<ScanSite>(owner, 'PUT', `/api/customer/${tenant.customerId}/customerscan/${site.id}`, {
		every: 'never',
		pages: 3,
	});
	expect(changed).toMatchObject({ every: 'never', nextAt: null, pages: 3, depth: 2 });
	const both = await data<CookieScan & { others: { domain: string }[] }>(owner, 'POST', `${SCAN}/cookie`, {
		customerId: tenant.customerId,
	});
	expect([both.domain, both.others.map(({ domain }) => domain)]).toEqual(['nowhere.invalid', ['second.invalid']]);
	await ended(owner, tenant, both.id);
	await data(owner, 'DELETE', `/api/customer/${tenant.customerId}/deletecustomerscandomain?customerScanDomainId=${site.id}`);
	expect((await list()).map(({ domain }) => domain)).toEqual(['second.invalid']);
	expect((await t.send(owner, 'GET', `${SCAN}/history?customerId=${tenant.customerId}`)).json().page.total).toBe(2);
}, 60_000);

test('another company sees nothing of a scan; a domain’s own admin scans and sees their own domains alone', async () => {
	const [mine, other] = [await owned(), await owned()];
	const begun = await start(mine.owner, mine.tenant, { domain: mine.tenant.host });
	const elsewhere = await start(mine.owner, mine.tenant, { domain: 'nowhere.invalid' });
	for (const more of ['', '/items', '/findings', '/har', '/picture/before']) {
		expect((await t.send(other.owner, 'GET', of(mine.tenant, begun.id, more))).status, more).toBe(404);
		expect((await t.send(other.owner, 'GET', of(other.tenant, begun.id, more))).status, more).toBe(404);
	}
	const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [mine.tenant] });
	expect((await t.send(editor, 'GET', of(mine.tenant, begun.id))).status).toBe(200);
	expect((await t.send(editor, 'GET', of(mine.tenant, elsewhere.id))).status).toBe(404);
	const history = await t.send(editor, 'GET', `${SCAN}/history?customerId=${mine.tenant.customerId}`);
	expect(history.json().data.map(({ id }: CookieScan) => id)).toEqual([begun.id]);
	const foreign = { customerId: mine.tenant.customerId, domain: 'nowhere.invalid' };
	expect((await t.send(editor, 'POST', `${SCAN}/cookie`, { body: foreign })).status).toBe(404);
	expect((await t.send(editor, 'POST', '/api/customer/createcustomerscan', { body: foreign })).status).toBe(404);
	const own = { customerId: mine.tenant.customerId, domain: mine.tenant.host };
	expect((await t.send(editor, 'POST', '/api/customer/createcustomerscan', { body: own })).status).toBe(200);
	// A pipeline of the customer's own starts one, and reads it.
	const headers = await t.machine(await t.person(['ADMIN']), mine.tenant);
	const piped = await t.send(null, 'POST', `${SCAN}/cookie`, { headers, body: { ...own, domain: 'piped.invalid' } });
	expect([piped.status, piped.json().data?.domain]).toEqual([200, 'piped.invalid']);
	const read = await t.send(null, 'GET', of(mine.tenant, piped.json().data.id), { headers });
	expect(read.status).toBe(200);
	expect((await t.send(null, 'GET', of(other.tenant, piped.json().data.id), { headers })).status).toBe(404);
	await Promise.all([begun, elsewhere, piped.json().data].map(({ id }) => ended(mine.owner, mine.tenant, id)));
}, 60_000);

test('what is kept of a scan goes in its time: its files after 90 days', async () => {
	const { tenant, owner } = await owned();
	const scan = await ended(owner, tenant, (await start(owner, tenant, { pages: 1 }, 'cookie/noncmp')).id);
	expect(scan.har).toBe(true);
	await t.storage.asOwner((sql) =>
		sql.query(`update file set expires_at = now() - interval '1 minute' where customer_id = ${tenant.customerId}`),
	);
	expect(await sweepFiles(t.storage)).toBeGreaterThan(0);
	expect((await t.send(owner, 'GET', of(tenant, scan.id, '/har'))).status).toBe(404);
	expect((await t.send(owner, 'GET', of(tenant, scan.id))).status).toBe(200);
}, 60_000);

/** Credits of a customer, and what stands in its ledger. */
const spent = (tenant: Tenant) =>
	t.storage.inTenant(tenant.customerId, async (tx) => ({
		balance: await balanceOf(tx, tenant.customerId),
		moves: (
			await tx.rows(
				row({ kind: text, micros: int }),
				sql`select kind, micros from credit_entry where customer_id = ${tenant.customerId} and account = 'customer' order by number`,
			)
		).map(({ kind, micros }) => [kind, micros]),
	}));
const give = (tenant: Tenant, micros: number) =>
	t.storage.inTenant(tenant.customerId, (tx) =>
		book(tx, { customerId: tenant.customerId, kind: 'voucher', reference: newId(), other: 'vouchers', micros, about: {} }),
	);

test('who is charged has the pages of a scan reserved and pays those that were looked at; without credits it is refused, and a scheduled one says why', async () => {
	const { tenant, owner } = await owned();
	// A page is 0.10, and a credit 1.00.
	const PAGE = 100_000;
	await give(tenant, 4 * PAGE);
	const refused = await t.send(owner, 'POST', `${SCAN}/cookie`, { body: { customerId: tenant.customerId, domain: HOST, pages: 5 } });
	expect([refused.status, refused.json()]).toMatchObject([
		409,
		{ code: 'no_credits', error: expect.stringMatching(/^0\.100 credits short: this needs 0\.500/) },
	]);
	const begun = await start(owner, tenant, { pages: 4 });
	expect(await spent(tenant)).toMatchObject({ balance: 0 });
	expect(await ended(owner, tenant, begun.id)).toMatchObject({ status: 'done' });
	expect(await spent(tenant)).toEqual({
		balance: 2 * PAGE,
		moves: [
			['voucher', 4 * PAGE],
			['reserved', -4 * PAGE],
			['released', 4 * PAGE],
			// The site has two pages.
			['scans', -2 * PAGE],
		],
	});
	await data(owner, 'POST', '/api/customer/createcustomerscan', { customerId: tenant.customerId, domain: HOST, every: 'day', pages: 3 });
	await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.run(sql`update scan_site set next_at = now() - interval '1 minute' where customer_id = ${tenant.customerId}`),
	);
	const { scanDue, scanKind } = await runs();
	await scanDue(t.server.kernel, scanKind(t.server.kernel));
	await expect
		.poll(
			async () =>
				(await data<CookieScan[]>(owner, 'GET', `${SCAN}/history?customerId=${tenant.customerId}`)).find(
					({ status }) => status === 'failed',
				)?.problem ?? null,
			{ timeout: 180_000, interval: 500 },
		)
		.toMatchObject({ en: expect.stringMatching(/^0\.100 credits short/), fi: expect.stringMatching(/^Puuttuu 0,100 krediittiä/) });
	expect(await spent(tenant)).toMatchObject({ balance: 2 * PAGE });
});
