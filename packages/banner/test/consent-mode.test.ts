// @vitest-environment node
/** Google Consent Mode in Chromium: what is said, when, and what becomes of it on pages that handle `dataLayer` themselves. */
import { ConsentModeOptions } from '@luvalla/contract/consent/light';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { googleOf } from '../src/google.ts';
import { endSite, accept as tcfAccept, visit as tcfVisit } from './tcf-visit.ts';
import { visit } from './visit.ts';

const options = (given: Partial<ConsentModeOptions> = {}) => ({ consentModeOptions: ConsentModeOptions.parse(given) });
/** Every entry of the data layer as a list of its values. */
const layer = (page: Page) => page.evaluate(() => (window.dataLayer ?? []).map((entry) => Object.values(entry as object)));
const DENIED = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied', analytics_storage: 'denied' };
const GRANTED = { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted', analytics_storage: 'granted' };
const DEFAULT = ['consent', 'default', DENIED];
const UPDATE = ['consent', 'update', GRANTED];

describe('a page that puts its own dataLayer after the snippet', () => {
	it.each(["var dataLayer = [{ event: 'own' }]", "window.dataLayer = [{ event: 'own' }]", "dataLayer = [{ event: 'own' }]"])(
		'by %s has the default first in it, and the update after the choice',
		async (statement) => {
			const { page, problems } = await visit({
				strict: false,
				head: `<script>${statement}; window.same = dataLayer === window.dataLayer</script>`,
			});
			expect(await layer(page)).toEqual([DEFAULT, ['own']]);
			await page.getByRole('button', { name: 'Accept all' }).click();
			await expect.poll(() => layer(page)).toEqual([DEFAULT, ['own'], UPDATE]);
			// Whoever puts yet another one finds all of it, in order.
			await page.evaluate(() => {
				window.dataLayer = [];
			});
			expect(await layer(page)).toEqual([DEFAULT, UPDATE]);
			expect(await page.evaluate(() => 'same' in window && window.same)).toBe(true);
			expect(problems).toEqual([]);
		},
	);

	it('as Google’s own snippets do keeps the list that is there, and says nothing twice', async () => {
		const head = `<script>window.dataLayer = window.dataLayer || []; function gtag(){dataLayer.push(arguments)} gtag('js', 1); dataLayer = dataLayer;</script>`;
		const { page } = await visit({ strict: false, head });
		expect(await layer(page)).toEqual([DEFAULT, ['js', 1]]);
		// Google tells a command from an array by this.
		expect(await page.evaluate(() => String(window.dataLayer?.[0]))).toBe('[object Arguments]');
	});

	it('with a name of its own, or with what is no list, is left alone', async () => {
		const head = `<script>window.dataLayer = null; window.dataLayer = undefined; delete window.dataLayer;</script><script>let dataLayer = [1]; window.declared = dataLayer[0];</script>`;
		const { page, problems } = await visit({ strict: false, head });
		await page.getByRole('button', { name: 'Accept all' }).click();
		await page.getByRole('button', { name: 'Cookie settings' }).waitFor();
		expect(await page.evaluate(() => ['declared' in window && window.declared, window.luvalla?.choices().marketing])).toEqual([1, true]);
		expect(problems).toEqual([]);
	});

	it('that was declared before the snippet is used as it is', async () => {
		const { page, problems } = await visit({ strict: false, above: `<script>var dataLayer = [{ event: 'before' }];</script>` });
		expect(await layer(page)).toEqual([['before'], DEFAULT]);
		await page.getByRole('button', { name: 'Accept all' }).click();
		await expect.poll(() => layer(page)).toEqual([['before'], DEFAULT, UPDATE]);
		expect(problems).toEqual([]);
	});
});

describe('what can be set', () => {
	const all = options({ waitForUpdateMs: 500, adsDataRedaction: true, urlPassthrough: true, regions: ['FI', 'US-CA'] });

	it('stands in the default alone and beside it, before any tag of the page', async () => {
		const head = '<script>window.before = dataLayer.length</script>';
		const { page } = await visit({ strict: false, change: all, head });
		const said = [
			['consent', 'default', { ...DENIED, wait_for_update: 500, region: ['FI', 'US-CA'] }],
			['set', 'ads_data_redaction', true],
			['set', 'url_passthrough', true],
		];
		expect(await layer(page)).toEqual(said);
		expect(await page.evaluate(() => 'before' in window && window.before)).toBe(3);
		await page.getByRole('button', { name: 'Accept all' }).click();
		await expect.poll(() => layer(page)).toEqual([...said, UPDATE]);
		await page.reload();
		expect(await layer(page)).toEqual([said[0], UPDATE, ...said.slice(1)]);
		// A list that the page puts in its place has it all.
		await page.evaluate(() => {
			window.dataLayer = [];
		});
		expect(await layer(page)).toEqual([said[0], UPDATE, ...said.slice(1)]);
	});

	it('leaves no region to a visitor whose browser sends Global Privacy Control', async () => {
		const { page } = await visit({ strict: false, change: all, gpc: true });
		expect((await layer(page))[0]).toEqual(['consent', 'default', { ...DENIED, wait_for_update: 500 }]);
	});

	it('holds with the framework, too', async () => {
		const { page } = await tcfVisit({ strict: false, change: options({ waitForUpdateMs: 2000, urlPassthrough: true }) });
		expect(await layer(page)).toEqual([
			['consent', 'default', { ...DENIED, wait_for_update: 2000 }],
			['set', 'url_passthrough', true],
		]);
		await tcfAccept(page).click();
		expect((await layer(page)).at(-1)).toEqual(UPDATE);
		await endSite();
	});

	it('loads nothing where nothing is set, and names no region where the place decides', () => {
		const none = options();
		expect(none.consentModeOptions).toEqual({ waitForUpdateMs: 0, adsDataRedaction: false, urlPassthrough: false, regions: [] });
		expect(googleOf({ ...none, geo: 'everywhere' })).toEqual({});
		expect(googleOf({ ...all, geo: 'eea' }).google).toEqual([{ wait_for_update: 500 }, 'ads_data_redaction', 'url_passthrough']);
		expect(googleOf({ ...options({ regions: ['FI'] }), geo: 'us-optout' })).toEqual({});
		expect(googleOf({ ...options({ regions: ['FI'] }), geo: 'everywhere' })).toEqual({ google: [{ region: ['FI'] }] });
		for (const regions of [['fi'], ['Finland'], ['US-CALIF']]) expect(ConsentModeOptions.safeParse({ regions }).success).toBe(false);
		for (const waitForUpdateMs of [-1, 10_001, 0.5]) expect(ConsentModeOptions.safeParse({ waitForUpdateMs }).success).toBe(false);
	});
});
