// @vitest-environment node
/** What a visitor's place and Global Privacy Control do, in Chromium: who is asked, what runs, what is said and recorded. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { PointerGeo } from '../src/shapes.ts';
import { violations } from './axe.ts';
import { recordsOf, visit } from './visit.ts';

const MARKED = `<main><h1>Shop</h1>
	<script type="text/plain" data-luvalla="statistics" data-src="{cmp}/mark/statistics"></script>
	<script type="text/plain" data-luvalla="marketing" data-src="{cmp}/mark/marketing"></script></main>`;
const at = (mode: PointerGeo['mode']) => ({
	geo: (rule: PointerGeo['rule']): PointerGeo => ({
		rule,
		country: mode === 'opt-in' ? 'FI' : 'US',
		region: mode === 'opt-out' ? 'CA' : null,
		mode,
	}),
});
const ran = (page: Page) => page.evaluate(() => ('ran' in window ? window.ran : []));
/** Everything said to Google about consent, in order. */
const said = (page: Page) =>
	page.evaluate(() => (window.dataLayer ?? []).map((entry) => Object.values(entry as object)).filter(([what]) => what === 'consent'));
const dialogs = (page: Page) => page.getByRole('dialog').count();

describe('where nothing has to be asked', () => {
	it('everything runs, nobody is asked, nothing is stored, and the choices are one press away', async () => {
		const { page, site, problems } = await visit({ change: { geo: 'eea' }, serving: at('none'), page: MARKED, strict: false });
		await expect.poll(() => ran(page)).toEqual(['/mark/statistics', '/mark/marketing']);
		await page.getByRole('button', { name: 'Cookie settings' }).waitFor();
		expect([await dialogs(page), await page.evaluate(() => document.cookie), site.taken.length, site.seen.length]).toEqual([0, '', 0, 0]);
		expect((await said(page))[0]).toMatchObject(['consent', 'default', { ad_storage: 'granted', analytics_storage: 'granted' }]);
		expect(site.asked.filter((path) => path.includes('light'))).toEqual([]);
		await page.getByRole('button', { name: 'Cookie settings' }).click();
		await page.getByRole('switch', { name: 'Statistics' }).uncheck();
		await page.getByRole('button', { name: 'Save my choices' }).click();
		await expect
			.poll(() => recordsOf(site).map((r) => [r.category, r.value]))
			.toEqual([
				['statistics', false],
				['marketing', true],
				['media', true],
			]);
		expect((await said(page)).at(-1)).toMatchObject(['consent', 'update', { ad_storage: 'granted', analytics_storage: 'denied' }]);
		await page.reload();
		await expect.poll(() => ran(page)).toEqual(['/mark/marketing']);
		expect(problems).toEqual([]);
	});

	it('an unknown place is asked, as the law asks of the strictest', async () => {
		const { page } = await visit({ change: { geo: 'us-optout' }, page: MARKED, strict: false });
		await page.getByRole('dialog').waitFor();
		expect(await ran(page)).toEqual([]);
		expect((await said(page))[0]).toMatchObject(['consent', 'default', { ad_storage: 'denied', analytics_storage: 'denied' }]);
	});
});

describe('where a law gives a way out', () => {
	it('the link says "Your privacy choices", in Finnish too, and opting out stops what ran', async () => {
		const { page, site } = await visit({ change: { geo: 'us-optout' }, serving: at('opt-out'), page: MARKED, strict: false });
		const link = page.getByRole('button', { name: 'Your privacy choices' });
		await link.waitFor();
		expect([await dialogs(page), await ran(page)]).toEqual([0, ['/mark/statistics', '/mark/marketing']]);
		expect(await violations(page)).toEqual([]);
		await link.click();
		expect(await page.getByRole('switch', { name: 'Marketing' }).isChecked()).toBe(true);
		await page.getByRole('button', { name: 'Refuse all' }).click();
		await expect.poll(() => recordsOf(site).map((r) => r.value)).toEqual([false, false, false]);
		await page.reload();
		await link.waitFor();
		expect(await ran(page)).toEqual([]);
		await page
			.evaluate(() => window.luvalla?.choices())
			.then((choices) => expect(choices).toEqual({ statistics: false, marketing: false, media: false }));
	});

	it('speaks the visitor’s language', async () => {
		const { page } = await visit({ change: { geo: 'us-optout' }, serving: at('opt-out'), lang: 'fi' });
		await page.getByRole('button', { name: 'Tietosuojavalintasi' }).waitFor();
	});

	it('Global Privacy Control opts out of sale and sharing at once, on record, and leaves the rest', async () => {
		const { page, site } = await visit({ change: { geo: 'us-optout' }, serving: at('opt-out'), gpc: true, page: MARKED, strict: false });
		await page.getByRole('button', { name: 'Opt-out request honoured' }).waitFor();
		expect([await dialogs(page), await ran(page)]).toEqual([0, ['/mark/statistics']]);
		// From the first word on, which tags hear before any answer is drawn.
		expect((await said(page))[0]).toMatchObject(['consent', 'default', { ad_storage: 'denied', analytics_storage: 'granted' }]);
		await expect
			.poll(() => recordsOf(site).map((r) => [r.category, r.value, r.gpc]))
			.toEqual([
				['marketing', false, true],
				['sale_sharing', false, true],
			]);
		// Said once, not on every page.
		await page.reload();
		await page.getByRole('button', { name: 'Opt-out request honoured' }).waitFor();
		expect(await ran(page)).toEqual(['/mark/statistics']);
		expect(recordsOf(site).length).toBe(2);
	});
});

describe('Global Privacy Control where one must ask', () => {
	it('counts as a refusal: no banner, a record, and the visitor may still open the choices and say yes', async () => {
		const { page, site, problems } = await visit({ gpc: true, page: MARKED, strict: false });
		const link = page.getByRole('button', { name: 'Opt-out request honoured' });
		await link.waitFor();
		expect([await dialogs(page), await ran(page), site.seen]).toEqual([0, [], []]);
		await expect
			.poll(() => recordsOf(site).map((r) => [r.category, r.value, r.gpc]))
			.toEqual([
				['statistics', false, true],
				['marketing', false, true],
				['media', false, true],
				['sale_sharing', false, true],
			]);
		await link.click();
		await page.getByText('Opt-out request honoured: your browser sends Global Privacy Control.').waitFor();
		await page.getByRole('switch', { name: 'Statistics' }).check();
		await page.getByRole('button', { name: 'Save my choices' }).click();
		await expect.poll(() => ran(page)).toEqual(['/mark/statistics']);
		await page.reload();
		await expect.poll(() => ran(page)).toEqual(['/mark/statistics']);
		// What the signal said stands beside it.
		expect(await page.evaluate(() => window.luvalla?.choices())).toEqual({
			statistics: true,
			marketing: false,
			media: false,
			sale_sharing: false,
		});
		// An answer that was given against it stands as long as any: half a year later the signal is on record once more, and no more than that.
		await link.click();
		await page.getByRole('switch', { name: 'Marketing' }).check();
		await page.getByRole('button', { name: 'Save my choices' }).click();
		await expect.poll(() => recordsOf(site).length).toBe(10);
		await page.context().addInitScript(() => {
			const clock = Date.now;
			Date.now = () => clock() + 190 * 86_400_000;
		});
		await page.reload();
		await expect
			.poll(() =>
				recordsOf(site)
					.slice(10)
					.map((r) => [r.category, r.value]),
			)
			.toEqual([
				['media', false],
				['sale_sharing', false],
			]);
		expect(await page.evaluate(() => window.luvalla?.choices())).toMatchObject({ statistics: true, marketing: true });
		expect(problems).toEqual([]);
	});

	it('that is switched on later takes back a marketing yes, and keeps the other answers', async () => {
		const { page, site } = await visit({ page: MARKED, strict: false });
		await page.getByRole('button', { name: 'Accept all' }).click();
		await expect.poll(() => recordsOf(site).length).toBe(3);
		await page.context().addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
		await page.reload();
		await expect
			.poll(() =>
				recordsOf(site)
					.slice(3)
					.map((r) => [r.category, r.value]),
			)
			.toEqual([
				['marketing', false],
				['sale_sharing', false],
			]);
		await page.reload();
		await expect.poll(() => ran(page)).toEqual(['/mark/statistics']);
	});
});

describe('signals', () => {
	it('tell Google, Microsoft Advertising and Clarity the same, denied before any tag can look', async () => {
		const head = `<script src="{cmp}/mark/first"></script>`;
		const { page } = await visit({ head, strict: false });
		const words = () =>
			page.evaluate(() => ({
				uet: [...(window.uetq as unknown as unknown[])],
				clarity: (window.clarity?.q ?? []).map((one) => [...(one as unknown[])]),
			}));
		expect(await words()).toEqual({
			uet: ['consent', 'default', { ad_storage: 'denied' }],
			clarity: [['consentv2', { ad_Storage: 'denied', analytics_Storage: 'denied' }]],
		});
		await page.getByRole('button', { name: 'Choose' }).click();
		await page.getByRole('switch', { name: 'Statistics' }).check();
		await page.getByRole('button', { name: 'Save my choices' }).click();
		await expect.poll(async () => (await words()).uet.slice(3)).toEqual(['consent', 'update', { ad_storage: 'denied' }]);
		expect((await words()).clarity.at(-1)).toEqual(['consentv2', { ad_Storage: 'denied', analytics_Storage: 'granted' }]);
		expect((await said(page)).at(-1)).toMatchObject([
			'consent',
			'update',
			{ analytics_storage: 'granted', ad_storage: 'denied', ad_user_data: 'denied' },
		]);
	});
});
