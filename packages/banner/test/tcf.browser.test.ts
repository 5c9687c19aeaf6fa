// @vitest-environment node
/** The framework's banner in the system's Chromium, on a site whose policy forbids every style and every other origin. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import { TCString } from '@iabtechlabtcf/core';
import { EdgeRecord } from '@luvalla/contract/consent/edge';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PointerGeo } from '../src/shapes.ts';
import { tcfData, tcfLayer } from '../src/tcf/assemble.ts';
import { idsOf } from '../src/tcf/ids.ts';
import { usageOf } from '../src/tcf/list.ts';
import type {} from '../src/tcf/measure.ts';
import { tcfScreenCodes } from '../src/tcf/screen-codes.ts';
import { madeList, testLists } from './lists.ts';
import { publication } from './published.ts';
import { FOLDER, type Site, startSite } from './site.ts';
import { type TcfOpening, TEST_CMP_ID, tcfInput, tcfPublished } from './tcf-published.ts';

const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--no-first-run',
	'--disable-quic',
];
let browser: Browser;
let out: string;
let site: Site | undefined;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
	out = await mkdtemp(join(tmpdir(), 'tcf-'));
	browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
}, 60_000);
afterAll(async () => {
	await browser.close();
	await rm(out, { recursive: true });
});
afterEach(async () => {
	for (const context of contexts.splice(0)) await context.close();
	await site?.close();
	site = undefined;
});

interface Opening extends TcfOpening {
	lang?: string;
	strict?: boolean;
	page?: string;
	viewport?: { width: number; height: number };
	/** What the server finds out about the visitor's place. */
	geo?: PointerGeo;
	gpc?: boolean;
	/** Files of the folder that do not answer. */
	without?: string[];
}

const visit = async (opening: Opening = {}) => {
	const light = await publication(out);
	const input = await tcfInput(out, opening);
	const published = tcfPublished(input);
	published.files = published.files.filter((file) => !opening.without?.includes(file.path));
	const { geo } = opening;
	site = await startSite(light, out, {
		page: opening.page,
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
	const page = await context.newPage();
	const problems: string[] = [];
	page.on('pageerror', (error) => problems.push(String(error)));
	page.on('console', (message) => {
		if (message.type() === 'error') problems.push(message.text());
	});
	await page.goto(site.url);
	return { page, problems, site, input };
};

interface TcData {
	tcString: string;
	eventStatus: string;
	gdprApplies: boolean;
	listenerId: number;
	addtlConsent?: string;
	purpose: { consents: Record<string, boolean>; legitimateInterests: Record<string, boolean> };
	vendor: Record<'consents' | 'legitimateInterests' | 'disclosedVendors', Record<string, boolean>>;
	specialFeatureOptins: Record<string, boolean>;
}
const call = <T>(page: Page, command: string, parameter?: unknown): Promise<[T, boolean]> =>
	page.evaluate(
		([name, given]) =>
			new Promise<[never, boolean]>((done) =>
				window.__tcfapi?.(name as string, 2, (data, success) => done([data as never, success]), given),
			),
		[command, parameter] as const,
	);
const data = async (page: Page): Promise<TcData> => (await call<TcData>(page, 'getTCData'))[0];
const recordsOf = (s: Site) =>
	s.taken.flatMap(({ body }) => (JSON.parse(body) as { records: unknown[] }).records.map((r) => EdgeRecord.parse(r)));
const refuse = (page: Page) => page.getByRole('button', { name: 'Refuse all' });
const accept = (page: Page) => page.getByRole('button', { name: 'Accept all' });
const cookies = (page: Page) => page.evaluate(() => document.cookie);
const yes = (vector: Iterable<[number, boolean]>) => [...vector].filter(([, on]) => on).map(([id]) => id);
const focused = (page: Page) =>
	page.evaluate(() => {
		let at: Element | null = document.activeElement;
		while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
		return at?.getAttribute('aria-label') || at?.textContent || at?.getAttribute('type') || at?.tagName || '';
	});

describe('the framework’s banner in a browser', () => {
	it('works under a policy that forbids styles: string, API and records say what was clicked', async () => {
		const { page, problems, site, input } = await visit();
		await refuse(page).waitFor();
		expect(await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])).toEqual(['', 0, 0]);
		expect(await data(page)).toMatchObject({ gdprApplies: true, eventStatus: 'cmpuishown', tcString: '' });
		// The list of vendors has not been asked for.
		expect(site.asked.filter((path) => path.includes('tcflayer'))).toEqual([]);
		await accept(page).click();
		await expect.poll(() => site.taken.length).toBe(1);
		const now = await data(page);
		expect(now.eventStatus).toBe('useractioncomplete');
		const model = TCString.decode(now.tcString);
		const use = usageOf(input.config, input.list);
		expect(model.cmpId).toBe(TEST_CMP_ID);
		expect(yes(model.purposeConsents)).toEqual(use.purposes);
		expect(yes(model.vendorsDisclosed)).toEqual(use.vendors.map((v) => v.id));
		expect(JSON.parse(site.taken[0]?.body ?? '')).toMatchObject({ tcString: now.tcString });
		expect(recordsOf(site).map((r) => [r.category, r.value])).toEqual([
			...use.purposes.map((id) => [`p${id}`, true]),
			['sf1', true],
			['sf2', true],
		]);
		expect((await cookies(page)).split('; ').sort()).toEqual([`euconsent-v2=${now.tcString}`, `luvalla=1~${FOLDER}`]);
		expect(problems).toEqual([]);
	});

	it('refuses all: no consent, every legitimate interest objected to, and only special purposes left', async () => {
		const { page, site, input } = await visit();
		await refuse(page).click();
		await expect.poll(() => site.taken.length).toBe(1);
		const now = await data(page);
		const model = TCString.decode(now.tcString);
		expect([
			yes(model.purposeConsents),
			yes(model.purposeLegitimateInterests),
			yes(model.vendorConsents),
			yes(model.specialFeatureOptins),
		]).toEqual([[], [], [], []]);
		for (const id of yes(model.vendorLegitimateInterests)) {
			const vendor = input.list.vendors[id];
			expect([vendor?.purposes, vendor?.legIntPurposes]).toEqual([[], []]);
		}
		expect(yes(model.vendorsDisclosed).length).toBeGreaterThan(50);
		expect(recordsOf(site).every((r) => !r.value)).toBe(true);
	});

	it('draws refuse and accept alike in every template and width, with room to press them', async () => {
		for (const template of ['tcf-bar', 'tcf-box', 'tcf-dialog'] as const)
			for (const viewport of [
				{ width: 1280, height: 800 },
				{ width: 390, height: 780 },
				{ width: 320, height: 256 },
			]) {
				const { page, problems } = await visit({ template, viewport, change: { stacks: [2, 3] } });
				await refuse(page).waitFor();
				const [no, ok] = [await refuse(page).boundingBox(), await accept(page).boundingBox()];
				expect([ok?.width, ok?.height], `${template} ${viewport.width}`).toEqual([no?.width, no?.height]);
				expect(no?.height).toBeGreaterThanOrEqual(44);
				expect((ok?.x ?? 999) + (ok?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
				const look = (name: string) =>
					page.getByRole('button', { name }).evaluate((b) => {
						const s = getComputedStyle(b);
						return [s.color, s.backgroundColor, s.fontSize, s.fontWeight, s.borderColor, s.opacity];
					});
				expect(await look('Accept all')).toEqual(await look('Refuse all'));
				if (viewport.height > 700) {
					expect(no?.y ?? -1).toBeGreaterThan(0);
					expect((no?.y ?? 999) + (no?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
				}
				if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${template}-${viewport.width}.png`) });
				expect(problems).toEqual([]);
				await site?.close();
				site = undefined;
			}
	}, 90_000);

	it('lets purposes, partners and objections be chosen one by one, and shows them again', async () => {
		const { page, site, input } = await visit({
			change: { acProviders: [{ id: 89, name: 'Outside Ads', policyUrl: 'https://outside.example/' }] },
		});
		await page.getByRole('button', { name: 'Choose' }).click();
		const dialog = page.getByRole('dialog', { name: 'Choose who may use your data, and for what' });
		await dialog.waitFor();
		expect(
			await dialog.getByRole('switch').evaluateAll((all) => all.filter((one) => one instanceof HTMLInputElement && one.checked).length),
		).toBe(0);
		await dialog.getByRole('switch', { name: 'Allow: Purpose 1', exact: true }).check();
		await dialog.getByRole('switch', { name: 'Object to legitimate interest: Purpose 9', exact: true }).check();
		await dialog.getByRole('switch', { name: 'Allow: Special feature 2' }).check();
		await dialog.getByRole('tab', { name: /Partners/ }).click();
		await dialog.getByRole('searchbox').fill('partner 3 oy');
		expect(await dialog.getByRole('status').textContent()).toBe(`1 of ${usageOf(input.config, input.list).vendors.length + 1} partners`);
		await dialog.getByRole('switch', { name: 'Allow: Partner 3 Oy', exact: true }).check();
		await dialog.getByText('Details').click();
		await dialog.getByRole('link', { name: 'Privacy policy (opens in a new tab)' }).waitFor();
		await dialog.getByRole('searchbox').fill('outside');
		await dialog.getByRole('switch', { name: 'Allow: Outside Ads' }).check();
		if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, 'second-partners.png') });
		await dialog.getByRole('button', { name: 'Save my choices' }).click();
		await expect.poll(() => site.taken.length).toBe(1);
		const now = await data(page);
		const model = TCString.decode(now.tcString);
		expect([yes(model.purposeConsents), yes(model.vendorConsents), yes(model.specialFeatureOptins)]).toEqual([[1], [3], [2]]);
		const legitimate = usageOf(input.config, input.list).purposesLi;
		expect(yes(model.purposeLegitimateInterests)).toEqual(legitimate.filter((id) => id !== 9));
		expect(model.consentScreen).toBe(2);
		expect(now.addtlConsent).toBe('2~89~dv.');
		expect(await cookies(page)).toContain('addtl_consent=2~89~dv.');
		await page.getByRole('button', { name: 'Privacy settings' }).click();
		expect(await dialog.getByRole('switch', { name: 'Allow: Purpose 1', exact: true }).isChecked()).toBe(true);
		expect(await dialog.getByRole('switch', { name: 'Object to legitimate interest: Purpose 9', exact: true }).isChecked()).toBe(true);
		expect(await dialog.getByRole('switch', { name: 'Allow: Purpose 2', exact: true }).isChecked()).toBe(false);
	});

	it('finds any partner of the whole list and draws the rest as they are wanted', async () => {
		const { page, input } = await visit();
		await page.getByRole('button', { name: /our \d+ partners/ }).click();
		const dialog = page.getByRole('dialog', { name: 'Choose who may use your data, and for what' });
		const all = usageOf(input.config, input.list).vendors;
		await dialog.waitFor();
		expect(await dialog.locator('[data-vendor]').count()).toBe(40);
		await dialog.getByRole('button', { name: 'Show 40 more' }).click();
		expect(await dialog.locator('[data-vendor]').count()).toBe(80);
		const last = all.at(-1);
		await dialog.getByRole('searchbox').fill(last?.name ?? '');
		expect(await dialog.locator('[data-vendor] .h').allTextContents()).toEqual([last?.name]);
		await dialog.getByRole('searchbox').fill('no such partner');
		expect(await dialog.locator('[data-vendor]').count()).toBe(0);
	});

	it('is used by keyboard only: both layers, the tabs, and Esc decides nothing', async () => {
		const { page, site } = await visit();
		await refuse(page).waitFor();
		const stops: string[] = [];
		for (let i = 0; i < 6 && stops.at(-1) !== 'Choose'; i++) {
			await page.keyboard.press('Tab');
			stops.push(await focused(page));
		}
		expect(stops.filter((stop) => ['Refuse all', 'Accept all', 'Choose'].includes(stop))).toEqual(['Refuse all', 'Accept all', 'Choose']);
		await page.keyboard.press('Enter');
		const dialog = page.getByRole('dialog', { name: 'Choose who may use your data, and for what' });
		await dialog.waitFor();
		await page.keyboard.press('Tab');
		expect(await focused(page)).toBe('Purposes');
		await page.keyboard.press('ArrowRight');
		expect(await focused(page)).toMatch(/^Partners/);
		expect(await dialog.getByRole('searchbox').isVisible()).toBe(true);
		await page.keyboard.press('ArrowLeft');
		await page.keyboard.press('Shift+Tab');
		expect(await focused(page)).toBe('Save my choices');
		await page.keyboard.press('Tab');
		expect(await focused(page)).toBe('Purposes');
		await page.keyboard.press('Escape');
		expect(await dialog.count()).toBe(0);
		expect(await focused(page)).toBe('Choose');
		expect([await cookies(page), site.taken.length]).toEqual(['', 0]);
		await page.keyboard.press('Enter');
		await dialog.waitFor();
		for (let i = 0; i < 12 && !(await focused(page)).startsWith('Allow: Purpose 1'); i++) await page.keyboard.press('Tab');
		await page.keyboard.press('Space');
		await page.keyboard.press('Shift+Tab');
		for (let i = 0; i < 12 && (await focused(page)) !== 'Save my choices'; i++) await page.keyboard.press('Shift+Tab');
		await page.keyboard.press('Enter');
		await expect.poll(() => site.taken.length).toBe(1);
		expect(yes(TCString.decode((await data(page)).tcString).purposeConsents)).toEqual([1]);
		await page.getByRole('button', { name: 'Privacy settings' }).press('Enter');
		await dialog.waitFor();
		await page.keyboard.press('Escape');
		expect(await page.getByRole('button', { name: 'Privacy settings' }).evaluate((b) => b.matches(':focus'))).toBe(true);
	}, 60_000);

	it('has nothing that axe objects to, on both layers and both tabs, in both languages', async () => {
		for (const lang of ['en', 'fi']) {
			const { page } = await visit({ lang, strict: false, change: { stacks: [2] } });
			await page.getByRole('dialog').waitFor();
			const check = async () => expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
			await check();
			expect(await page.getByRole('dialog').textContent()).toContain(lang === 'fi' ? 'fi: Purpose 1' : 'Purpose 1');
			await page.getByRole('button', { name: lang === 'en' ? 'Choose' : 'Valitse' }).click();
			await page.getByRole('tab').first().waitFor();
			await check();
			if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `second-${lang}.png`) });
			await page.getByRole('tab').last().click();
			await page.locator('[data-vendor] summary').first().click();
			await check();
			await site?.close();
			site = undefined;
		}
	}, 90_000);

	it('returns with a valid choice without any layer, and the API answers at once', async () => {
		const { page, site, input } = await visit({
			page: '<main><h1>Shop</h1><script type="text/plain" data-luvalla="p7" data-src="{cmp}/mark/7"></script><script type="text/plain" data-luvalla="p8" data-src="{cmp}/mark/8"></script></main>',
			strict: false,
		});
		await page.getByRole('button', { name: 'Choose' }).click();
		await page.getByRole('switch', { name: 'Allow: Purpose 7', exact: true }).check();
		await page.getByRole('button', { name: 'Save my choices' }).click();
		await expect.poll(() => site.asked.includes('/mark/7')).toBe(true);
		site.asked.length = 0;
		await page.reload();
		await page.getByRole('button', { name: 'Privacy settings' }).waitFor();
		await expect.poll(() => site.asked.includes('/mark/7')).toBe(true);
		expect(site.asked.filter((path) => /tcf\.|tcflayer|mark\/8/.test(path))).toEqual([]);
		expect(await data(page)).toMatchObject({ eventStatus: 'tcloaded', purpose: { consents: { 7: true, 8: false } } });
		expect((await call(page, 'ping'))[0]).toMatchObject({
			cmpLoaded: true,
			cmpStatus: 'loaded',
			displayStatus: 'hidden',
			cmpId: TEST_CMP_ID,
			gvlVersion: input.list.vendorListVersion,
			tcfPolicyVersion: 5,
		});
		const consent = await page.evaluate(() => (window.dataLayer ?? []).map((entry) => Object.values(entry as object)));
		expect(consent[0]).toMatchObject(['consent', 'default', { ad_storage: 'denied', ad_user_data: 'denied' }]);
		// Purpose 7 alone is not all that this storage type needs.
		expect(consent.at(-1)).toMatchObject(['consent', 'update', { ad_storage: 'denied', ad_user_data: 'denied' }]);
	});

	it('tells listeners of every step, until they leave, and answers frames', async () => {
		const { page } = await visit({ strict: false });
		await refuse(page).waitFor();
		await page.evaluate(() => {
			const seen: string[] = [];
			Object.assign(window, { seen });
			window.__tcfapi?.('addEventListener', 2, (given) => {
				const { eventStatus, listenerId } = given as { eventStatus: string; listenerId: number };
				seen.push(`${listenerId} ${eventStatus}`);
			});
			window.__tcfapi?.('addEventListener', 2, (given) => {
				const { listenerId } = given as { listenerId: number };
				seen.push(`left ${listenerId}`);
				window.__tcfapi?.('removeEventListener', 2, () => {}, listenerId);
			});
		});
		await accept(page).click();
		expect(await page.evaluate(() => ('seen' in window ? window.seen : null))).toEqual(['1 cmpuishown', 'left 2', '1 useractioncomplete']);
		expect(await call(page, 'removeEventListener', 99)).toEqual([false, true]);
		expect(await call(page, 'noSuchCommand')).toEqual([null, false]);
		const framed = await page.evaluate(
			() =>
				new Promise<unknown>((done) => {
					const frame = document.createElement('iframe');
					document.body.append(frame);
					const inner = frame.contentWindow as Window & typeof globalThis;
					let found: Window | null = inner;
					while (found && !('__tcfapiLocator' in found.frames)) found = found === window.top ? null : found.parent;
					inner.addEventListener('message', ({ data: answer }) => done(answer));
					const script = inner.document.createElement('script');
					script.text = `parent.postMessage({ __tcfapiCall: { command: 'ping', version: 2, callId: 'x1' } }, '*')`;
					inner.document.body.append(script);
					if (!found) done('no locator');
				}),
		);
		expect(framed).toMatchObject({ __tcfapiReturn: { callId: 'x1', success: true, returnValue: { cmpLoaded: true } } });
	});

	it('asks again for a corrupted or foreign string, and never takes one for consent', async () => {
		for (const value of ['nonsense', 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA', '']) {
			const { page } = await visit();
			await page.context().addCookies([{ name: 'euconsent-v2', value, url: site?.url ?? '' }]);
			await page.reload();
			await refuse(page).waitFor();
			expect(await data(page)).toMatchObject({ tcString: '', purpose: { consents: { 1: false } } });
			await site?.close();
			site = undefined;
		}
	});

	it('withdraws by the page’s own call: all, or single purposes', async () => {
		const { page } = await visit();
		await accept(page).click();
		await page.evaluate(() => window.luvalla?.withdraw('p1'));
		await expect.poll(async () => (await data(page)).purpose.consents[1]).toBe(false);
		expect((await data(page)).purpose.consents[2]).toBe(true);
		await page.evaluate(() => window.luvalla?.withdraw());
		await expect.poll(async () => (await data(page)).purpose.consents[2]).toBe(false);
		expect(Object.values((await data(page)).vendor.consents)).not.toContain(true);
		expect(await page.evaluate(() => Object.values(window.luvalla?.choices() ?? {}).includes(true))).toBe(false);
	});

	it('says so when the list of partners is missing, allows nothing, and still takes both answers', async () => {
		const { page, site } = await visit({ without: ['tcflayer.en.js'] });
		await page.getByRole('button', { name: 'Choose' }).click();
		await page.getByRole('alert').getByText('could not be loaded').waitFor();
		expect(await cookies(page)).toBe('');
		await page.getByRole('button', { name: 'Back' }).click();
		await refuse(page).click();
		await expect.poll(() => site.taken.length).toBe(1);
		expect(recordsOf(site).some((r) => r.value)).toBe(false);
	});

	it('keeps a string too long for a cookie in local storage, and a choice for the page where storage is blocked', async () => {
		const long = await visit({
			change: {
				publisherRestrictions: [2, 7, 8, 9, 10, 11].flatMap((purpose) => [{ purpose, type: 0 as const, vendors: 'all' as const }]),
			},
			list: madeList(3000),
		});
		await accept(long.page).click();
		const { tcString } = await data(long.page);
		expect(tcString.length).toBeGreaterThan(3900);
		expect(await long.page.evaluate(() => localStorage.getItem('euconsent-v2'))).toBe(tcString);
		await long.page.reload();
		expect((await data(long.page)).tcString).toBe(tcString);
		await site?.close();
		const blocked = await visit();
		await blocked.page.evaluate(() => {
			Object.defineProperty(document, 'cookie', {
				get() {
					throw new Error('blocked');
				},
				set() {
					throw new Error('blocked');
				},
			});
		});
		await accept(blocked.page).click();
		expect((await data(blocked.page)).eventStatus).toBe('useractioncomplete');
		expect(blocked.problems).toEqual([]);
	}, 60_000);

	it('never runs a text of the list, however hostile', async () => {
		const hostile = '</script><img src=x onerror="window.pwned=1"><script>window.pwned=1</script>';
		const list = madeList();
		for (const one of [...Object.values(list.purposes), ...Object.values(list.vendors)]) one.name = hostile;
		const { page, problems } = await visit({ list, strict: false });
		await page.getByRole('button', { name: 'Choose' }).click();
		await page.getByRole('tab').last().click();
		await page.locator('[data-vendor] summary').first().click();
		expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
		expect(problems).toEqual([]);
	});

	it('speaks the Global Privacy Platform only where a US state’s rule holds', async () => {
		const change = { geo: 'us-optout' as const };
		const europe = await visit({ change, geo: { rule: 'us-optout', country: 'FI', region: null, mode: 'opt-in' } });
		await refuse(europe.page).waitFor();
		expect([europe.site.asked.some((path) => path.includes('gpp')), await europe.page.evaluate(() => '__gpp' in window)]).toEqual([
			false,
			false,
		]);
		expect((await data(europe.page)).gdprApplies).toBe(true);
		await site?.close();
		const { page, site: us } = await visit({ change, geo: { rule: 'us-optout', country: 'US', region: 'CA', mode: 'opt-out' } });
		await expect.poll(() => us.asked.includes(`/cmp/${FOLDER}/gpp.js`)).toBe(true);
		const ping = () => page.evaluate(() => new Promise((done) => window.__gpp?.('ping', done)));
		expect(await ping()).toMatchObject({ gppVersion: '1.1', applicableSections: [8], parsedSections: { usca: [{ SaleOptOut: 2 }, {}] } });
		expect((await data(page)).gdprApplies).toBe(false);
		await page.getByRole('button', { name: 'Your privacy choices' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Refuse all' }).last().click();
		expect(await ping()).toMatchObject({ parsedSections: { usca: [{ SaleOptOut: 1, SharingOptOut: 1 }, {}] } });
	});

	it('takes Global Privacy Control for a refusal: recorded once, nothing asked against it, open to the visitor', async () => {
		const { page, site } = await visit({ gpc: true });
		await expect.poll(() => site.taken.length).toBe(1);
		const values = Object.fromEntries(recordsOf(site).map((r) => [r.category, r.value]));
		expect(values.sale_sharing).toBe(false);
		expect(values.p1).toBe(false);
		expect(recordsOf(site).every((r) => r.gpc && !r.value)).toBe(true);
		const model = TCString.decode((await data(page)).tcString);
		expect([yes(model.purposeConsents), yes(model.purposeLegitimateInterests), yes(model.vendorConsents)]).toEqual([[], [], []]);
		expect(await refuse(page).count()).toBe(0);
		await page.reload();
		await page.getByRole('button', { name: 'Opt-out request honoured' }).click();
		await page.getByRole('switch', { name: 'Allow: Purpose 1', exact: true }).check();
		await page.getByRole('button', { name: 'Save my choices' }).click();
		await expect.poll(() => site.taken.length).toBe(2);
		expect((await data(page)).purpose.consents).toMatchObject({ 1: true, 2: false });
	});

	it('passes every policy point that is measured on the screen, and fails where one is taken away', async () => {
		const measure = await readFile(join(out, 'tcfmeasure.js'), 'utf8');
		for (const lang of ['en', 'fi'])
			for (const viewport of [
				{ width: 1280, height: 800 },
				{ width: 390, height: 780 },
			]) {
				const change = { stacks: [2], acProviders: [{ id: 89, name: 'Outside Ads', policyUrl: 'https://outside.example/' }] };
				const { page, input } = await visit({ lang, viewport, strict: false, change });
				const { config, list, texts } = input;
				const language = lang === 'fi' ? 'fi' : 'en';
				const shown = tcfData('tcf-bar', config, language, list, texts);
				const layer = tcfLayer(config, language, list, texts);
				await page.getByRole('dialog').waitFor();
				await page.addScriptTag({ content: measure });
				const points = (second: boolean) =>
					page.evaluate((given) => window.luvallaMeasureTcf?.(given) ?? [], second ? { data: shown, layer } : { data: shown });
				const failed = async (second = false) => (await points(second)).filter((p) => !p.ok).map((p) => p.code);
				const first = await points(false);
				expect(first.filter((p) => !p.ok)).toEqual([]);
				const spoil = (selector: string, css: string) =>
					page.evaluate(
						([where, style]) => {
							for (const host of document.querySelectorAll('div')) {
								const element = host.shadowRoot?.querySelector(where ?? '');
								if (element instanceof HTMLElement) element.style.cssText = style ?? '';
							}
						},
						[selector, css],
					);
				for (const [selector, css, code] of [
					['[data-tcf=device]', 'display:none', 'tcf_first_device'],
					['[data-tcf=data]', 'visibility:hidden', 'tcf_first_data'],
					['[data-tcf=device] button', 'opacity:0.01', 'tcf_first_partners'],
					['.m ul', 'display:none', 'tcf_first_purposes'],
					['[data-tcf=special] + ul', 'display:none', 'tcf_first_special'],
					['[data-tcf=legitimate]', 'display:none', 'tcf_first_legitimate'],
					['[data-tcf=withdraw]', 'display:none', 'tcf_first_withdraw'],
					['.r .no', 'font-size:8px', 'tcf_first_answers'],
					['.r .no', 'background:none', 'tcf_first_answers'],
					['.r .no', 'display:none', 'tcf_first_answers'],
					['.a .k', 'display:none', 'tcf_first_manage'],
				] as const) {
					await spoil(selector, css);
					expect(await failed(), `${selector} ${css}`).toContain(code);
					await spoil(selector, '');
				}
				expect(await failed()).toEqual([]);
				await page.getByRole('button', { name: lang === 'en' ? 'Choose' : 'Valitse' }).click();
				await page.getByRole('tab').first().waitFor();
				const second = await points(true);
				expect(second.filter((p) => !p.ok)).toEqual([]);
				expect(new Set([...first, ...second].map((p) => p.code))).toEqual(new Set(tcfScreenCodes));
				await page.getByRole('switch').first().check();
				expect(await failed(true)).toEqual(['tcf_second_off']);
				await page.getByRole('switch').first().uncheck();
				for (const [selector, code] of [
					['[data-purpose="3"]', 'tcf_second_purposes'],
					['[data-special="1"]', 'tcf_second_special'],
					['[data-purpose="9"] label:last-of-type', 'tcf_second_object'],
					['input[type=search]', 'tcf_second_partners'],
					['.z .no', 'tcf_second_answers'],
				] as const) {
					await page.evaluate((where) => {
						for (const host of document.querySelectorAll('div')) host.shadowRoot?.querySelector(`dialog ${where}`)?.remove();
					}, selector);
					expect(await failed(true), selector).toContain(code);
				}
				await site?.close();
				site = undefined;
			}
	}, 90_000);

	it('is light enough: everything of a first visit, on every list there is', async () => {
		await publication(out);
		const size = (text: string) => brotliCompressSync(text).length;
		for (const { name, list } of testLists()) {
			const published = tcfPublished(await tcfInput(out, { list, change: { stacks: [2, 3] } }));
			const of = (path: string) => size(published.files.find((file) => file.path === path)?.text ?? '');
			const returning = size(published.pointer);
			const first = returning + of('tcf.en.js');
			console.log(
				`TCF banner on ${name}, brotli: first visit ${first} B, returning ${returning} B, second layer ${of('tcflayer.en.js')} B`,
			);
			expect(first).toBeLessThanOrEqual(35_000);
			expect(published.files.find((file) => file.path === 'tcf.en.js')?.text).not.toContain(Object.values(list.vendors)[5]?.name);
			expect(idsOf([3, 1, 1])).toEqual([3, 4, 5]);
		}
	});
});
