// @vitest-environment node
/** What the framework's banner looks like and how it is used, in Chromium: equality, keyboard, accessibility, policy points. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TCString } from '@iabtechlabtcf/core';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../src/languages/load.ts';
import { textsIn } from '../src/languages/reading.ts';
import { tcfData, tcfLayer } from '../src/tcf/assemble.ts';
import { usageOf } from '../src/tcf/list.ts';
import type {} from '../src/tcf/measure.ts';
import { tcfScreenCodes } from '../src/tcf/screen-codes.ts';
import { tcfTemplates } from '../src/tcf/templates.ts';
import { violations } from './axe.ts';
import { madeList } from './lists.ts';
import { accept, cookies, data, endSite, focused, out, recordsOf, refuse, visit, yes } from './tcf-visit.ts';

const words = await wordsOf(['en', 'fi']);

describe('the framework’s banner on the screen', () => {
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
				// Layouts are in 64ths of a pixel: of an odd number of them one button has one more.
				expect(Math.abs((ok?.width ?? 0) - (no?.width ?? 999)), `${template} ${viewport.width}`).toBeLessThanOrEqual(1 / 64);
				expect(ok?.height, `${template} ${viewport.width}`).toBe(no?.height);
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
				await endSite();
			}
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

	it('leads from the second layer to what is kept of its reader, where the customer says where', async () => {
		const { texts } = structuredClone(tcfTemplates['tcf-bar'].config);
		Object.assign(texts.en, { ownDataLabel: 'See and change your data', ownDataUrl: '/privacy' });
		const { page, problems } = await visit({ change: { texts } });
		await page.getByRole('button', { name: 'Choose' }).click();
		await page.getByRole('dialog').waitFor();
		const link = page.getByRole('link', { name: 'See and change your data' });
		expect(await link.getAttribute('href')).toBe('/privacy');
		await page.keyboard.press('Tab');
		expect(await focused(page)).toBe('See and change your data');
		expect(await violations(page)).toEqual([]);
		expect(problems).toEqual([]);
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
	});

	it('has nothing that axe objects to, on both layers and both tabs, in both languages', async () => {
		for (const lang of ['en', 'fi']) {
			const { page } = await visit({ lang, strict: false, change: { stacks: [2] } });
			await page.getByRole('dialog').waitFor();
			const check = async () => expect(await violations(page)).toEqual([]);
			await check();
			expect(await page.getByRole('dialog').textContent()).toContain(lang === 'fi' ? 'fi: Purpose 1' : 'Purpose 1');
			await page.getByRole('button', { name: lang === 'en' ? 'Choose' : 'Valitse' }).click();
			await page.getByRole('tab').first().waitFor();
			await check();
			if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `second-${lang}.png`) });
			await page.getByRole('tab').last().click();
			await page.locator('[data-vendor] summary').first().click();
			await check();
			await endSite();
		}
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
				const shown = tcfData('tcf-bar', config, language, list, texts, textsIn(words, language));
				const layer = tcfLayer(config, language, list, texts, textsIn(words, language));
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
							for (const host of document.querySelectorAll('luvalla-layer')) {
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
						for (const host of document.querySelectorAll('luvalla-layer')) host.shadowRoot?.querySelector(`dialog ${where}`)?.remove();
					}, selector);
					expect(await failed(true), selector).toContain(code);
				}
				await endSite();
			}
	});
});
