// @vitest-environment node
/** How the banner looks, measured in the system's Chromium: right to left, one layer at a time, the way back, the strip, the logo. */
import type { LightConfig } from '@luvalla/contract/consent/light';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { someOf } from '../../../scripts/length.ts';
import { templates } from '../src/templates.ts';
import { violations } from './axe.ts';
import { PNG, pngOf } from './pictures.ts';
import { visit as visitTcf } from './tcf-visit.ts';
import { leave, visit } from './visit.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const answers = (page: Page) => page.getByRole('button', { name: /^(Refuse|Accept) all$/ });
const boxOf = async (page: Page, selector: string) => {
	const box = await page.locator(selector).first().boundingBox();
	if (!box) throw new Error(`${selector} is not drawn`);
	return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};
/** Layout shifts that no act of the visitor explains, added up. */
const countShifts = (): void => {
	Object.assign(window, { shifted: 0 });
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries())
			if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
				Object.assign(window, { shifted: Number(Reflect.get(window, 'shifted')) + Number(entry.value) });
	}).observe({ type: 'layout-shift', buffered: true });
};
const shifted = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'shifted')));
const HEADER = `<style>body{margin:0}</style><header id="own" style="height:60px;background:#eee">Shop</header><main><h1>Shop</h1>${'<p>A line of the page.</p>'.repeat(60)}</main>`;

describe('from right to left', () => {
	it('keeps the room around the answers, and refuses where reading begins', async () => {
		for (const template of Object.keys(templates) as (keyof typeof templates)[]) {
			const { page } = await visit({ template, strict: false });
			await answers(page).first().waitFor();
			await page.locator('.f').evaluate((layer) => layer.setAttribute('dir', 'rtl'));
			const [layer, row] = [await boxOf(page, '.f'), await boxOf(page, '.r')];
			expect(row.x - layer.x, template).toBeGreaterThanOrEqual(20);
			expect(layer.right - row.right, template).toBeGreaterThanOrEqual(20);
			const [no, yes] = [await button(page, 'Refuse all').boundingBox(), await button(page, 'Accept all').boundingBox()];
			expect(no?.x).toBeGreaterThan(yes?.x ?? 0);
			await leave();
		}
	});

	it('is a language’s own affair: an English banner on a page from right to left reads from left to right', async () => {
		const { page } = await visit({ strict: false, lang: 'en" dir="rtl' });
		const [no, yes] = [await button(page, 'Refuse all').boundingBox(), await button(page, 'Accept all').boundingBox()];
		expect(no?.x).toBeLessThan(yes?.x ?? 0);
	});

	it('has the switches on their side, off where reading begins', async () => {
		const { page } = await visit({ strict: false });
		await button(page, 'Choose').click();
		await page.locator('dialog').evaluate((layer) => layer.setAttribute('dir', 'rtl'));
		const [name, control] = [await boxOf(page, 'label.h'), await boxOf(page, 'input')];
		expect(control.right).toBeLessThan(name.x);
		const knob = () =>
			page
				.locator('input')
				.first()
				.evaluate((input) => getComputedStyle(input, '::before').left);
		const off = Number.parseFloat(await knob());
		await page.locator('input').first().check();
		await expect.poll(async () => Number.parseFloat(await knob())).toBeLessThan(off);
	});
});

describe('one layer at a time', () => {
	it('hides the first while the second is open, and shows it again with the focus where it was', async () => {
		const { page } = await visit();
		await button(page, 'Choose').click();
		expect(await answers(page).count()).toBe(2);
		expect(await page.locator('.f').isVisible()).toBe(false);
		await page.keyboard.press('Escape');
		expect(await page.locator('.f').isVisible()).toBe(true);
		expect(await button(page, 'Choose').evaluate((b) => b.matches(':focus'))).toBe(true);
	});

	it('does so with the framework’s banner, also while the list cannot be had', async () => {
		const { page } = await visitTcf({ without: ['tcflayer.en.js'] });
		await button(page, 'Choose').click();
		await page.getByRole('alert').waitFor();
		expect(await page.locator('.f').isVisible()).toBe(false);
		await button(page, 'Back').click();
		expect(await page.locator('.f').isVisible()).toBe(true);
	});
});

describe('the way back', () => {
	const open = async (reopen: LightConfig['reopen'], change: Partial<LightConfig> = {}) => {
		const { page } = await visit({ change: { ...change, reopen } });
		await button(page, 'Refuse all').click();
		return page;
	};
	const WINDOW = { width: 1280, height: 800 };

	it('is a narrow tab at its edge that unfolds to its name, with a target of 24 and more', async () => {
		for (const place of ['bottom-left', 'bottom-right', 'left', 'right'] as const) {
			const page = await open({ place, sign: 'cookie' });
			const way = button(page, 'Cookie settings');
			const rest = await way.boundingBox();
			expect(rest?.width, place).toBeLessThanOrEqual(30);
			expect(rest?.width, place).toBeGreaterThanOrEqual(24);
			expect(rest?.height, place).toBeGreaterThanOrEqual(44);
			expect(place.endsWith('left') ? rest?.x : WINDOW.width - (rest?.x ?? 0) - (rest?.width ?? 0), place).toBe(0);
			await way.hover();
			expect((await way.boundingBox())?.width, place).toBeGreaterThan(90);
			await page.mouse.move(640, 300);
			while (!(await way.evaluate((b) => b.matches(':focus-visible')))) await page.keyboard.press('Tab');
			expect((await way.boundingBox())?.width, place).toBeGreaterThan(90);
			expect(await violations(page)).toEqual([]);
			await way.press('Enter');
			await page.getByRole('dialog').waitFor();
			await leave();
		}
	});

	it('may be the words, and then shows them', async () => {
		for (const place of ['bottom-left', 'right'] as const) {
			const page = await open({ place, sign: 'words' });
			const box = await button(page, 'Cookie settings').boundingBox();
			const [long, short] = [Math.max(box?.width ?? 0, box?.height ?? 0), Math.min(box?.width ?? 0, box?.height ?? 0)];
			expect(long, place).toBeGreaterThan(90);
			expect(short, place).toBeGreaterThanOrEqual(24);
			expect(short, place).toBeLessThanOrEqual(34);
			await leave();
		}
	});

	it('is left to the site where that has one', async () => {
		const { page } = await visit({
			change: { reopen: { place: 'none', sign: 'cookie' } },
			page: '<main><h1>Shop</h1><button data-luvalla-show>Our cookies</button></main>',
		});
		await button(page, 'Refuse all').click();
		await page.waitForTimeout(200);
		expect(await page.getByRole('button').allTextContents()).toEqual(['Our cookies']);
		await button(page, 'Our cookies').click();
		await page.getByRole('dialog').waitFor();
	});

	it('keeps its sign where colours are forced, and is not printed', async () => {
		const page = await open({ sign: 'cookie' });
		const way = button(page, 'Cookie settings');
		await page.emulateMedia({ forcedColors: 'active' });
		const [ink, ground] = await way.evaluate((b) => [getComputedStyle(b, '::before').borderTopColor, getComputedStyle(b).backgroundColor]);
		expect(ink).not.toBe(ground);
		await page.emulateMedia({ media: 'print', forcedColors: 'none' });
		expect(await way.isVisible()).toBe(false);
	});
});

describe('the strip along the top', () => {
	const strip = (page = HEADER, viewport = { width: 1280, height: 800 }) =>
		visit({ template: 'inline-strip', page, viewport, strict: false, before: countShifts });

	it('stands above the site’s own header, and nothing shifts', async () => {
		const { page } = await strip();
		await answers(page).first().waitFor();
		const [layer, own] = [await boxOf(page, '.f'), await boxOf(page, '#own')];
		expect([layer.x, layer.y, layer.width]).toEqual([0, 0, 1280]);
		expect(own.y).toBe(layer.bottom);
		await page.waitForTimeout(300);
		expect(await shifted(page)).toBe(0);
		// It scrolls with the page: whatever stands fixed at the top is reached.
		await page.mouse.wheel(0, 300);
		await expect.poll(async () => (await boxOf(page, '.f')).bottom).toBeLessThanOrEqual(0);
		await page.evaluate(() => scrollTo(0, 0));
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		// The room goes with the answer, which is no shift: the visitor did it.
		await expect.poll(async () => (await boxOf(page, '#own')).y).toBe(0);
		await page.waitForTimeout(300);
		expect(await shifted(page)).toBe(0);
		// Nobody who has answered is kept room for.
		await page.reload();
		await button(page, 'Cookie settings').waitFor();
		expect((await boxOf(page, '#own')).y).toBe(0);
	});

	it('stands above in a body that is positioned, and in its font', async () => {
		const { page } = await strip(`<style>body{position:relative;margin:40px;font-family:monospace}</style>${HEADER}`);
		await answers(page).first().waitFor();
		const layer = await boxOf(page, '.f');
		expect([layer.x, layer.y, layer.width]).toEqual([0, 0, 1280]);
		expect(await page.locator('.f p').evaluate((p) => getComputedStyle(p).fontFamily)).toBe('monospace');
	});

	it('stands at the foot on a narrow page, and where the page does not scroll', async () => {
		for (const [body, width] of [
			[HEADER, 800],
			[`<style>html,body{height:100%;margin:0;overflow:hidden}</style>${HEADER}`, 1280],
		] as const) {
			const { page } = await strip(body, { width, height: 700 });
			await answers(page).first().waitFor();
			const [layer, own] = [await boxOf(page, '.f'), await boxOf(page, '#own')];
			expect(Math.round(layer.bottom)).toBe(700);
			expect(own.y).toBe(0);
			await leave();
		}
	});

	it('gives the room back when the layers do not come', async () => {
		const { page } = await visit({
			template: 'inline-strip',
			page: HEADER,
			strict: false,
			before: countShifts,
		});
		await page.route('**/light.*', (route) => route.abort());
		await page.reload();
		await expect.poll(async () => (await boxOf(page, '#own')).y).toBe(0);
	});
});

describe('on small screens', () => {
	it('has both answers on the screen down to 320 × 256, and says where there is more', async () => {
		for (const viewport of [
			{ width: 320, height: 640 },
			{ width: 320, height: 256 },
			{ width: 640, height: 320 },
		])
			for (const template of someOf(Object.keys(templates) as (keyof typeof templates)[], 3)) {
				const { page } = await visit({ template, viewport, lang: 'fi', strict: false, change: { logo: { image: PNG, alt: {} } } });
				const name = `${template} ${viewport.width} × ${viewport.height}`;
				for (const layer of [1, 2]) {
					for (const label of ['Hylkää kaikki', 'Hyväksy kaikki']) {
						const box = await button(page, label).boundingBox();
						expect(box?.y, `${name} ${layer}`).toBeGreaterThanOrEqual(0);
						expect((box?.y ?? 0) + (box?.height ?? 0), `${name} ${layer}`).toBeLessThanOrEqual(viewport.height);
						expect(box?.height, name).toBeGreaterThanOrEqual(44);
					}
					expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(viewport.width);
					if (layer === 2) continue;
					// Said once the page has been drawn (a frame after it can be measured): asked until it is so.
					const text = page.locator('.m');
					await expect
						.poll(
							() =>
								text.evaluate((m) => {
									const more = m.scrollHeight > m.clientHeight + 1;
									const cue = getComputedStyle(m).maskImage !== 'none' && m.getAttribute('tabindex') === '0';
									return cue === more;
								}),
							{ message: name },
						)
						.toBe(true);
					await button(page, 'Valitse').click();
				}
				await leave();
			}
	});
});

describe('the logo', () => {
	const logo = { image: pngOf(800, 200), alt: { en: 'Aalto' } };

	it('comes from the publication’s folder under a policy that forbids everything else, in its own room, on both layers', async () => {
		const { page, problems, site } = await visit({ change: { logo }, before: countShifts });
		const image = page.getByRole('img', { name: 'Aalto' });
		await image.waitFor();
		expect(site.asked.filter((path) => path.includes('logo'))).toEqual([expect.stringMatching(/^\/cmp\/f\w+\/logo\.png$/)]);
		const box = await image.boundingBox();
		expect([box?.width, box?.height]).toEqual([128, 32]);
		expect(await image.evaluate((i) => i instanceof HTMLImageElement && i.naturalWidth)).toBe(800);
		await page.waitForTimeout(200);
		expect(await shifted(page)).toBe(0);
		await button(page, 'Choose').click();
		expect(await page.getByRole('img', { name: 'Aalto' }).count()).toBe(1);
		expect(await page.getByRole('dialog', { name: 'Choose what we may use' }).count()).toBe(1);
		expect(await violations(page)).toEqual([]);
		expect(problems).toEqual([]);
	});

	it('leaves no broken picture where it cannot be had', async () => {
		const { page } = await visit({
			change: { logo },
			head: `<meta http-equiv="content-security-policy" content="img-src 'none'">`,
		});
		await answers(page).first().waitFor();
		await expect.poll(() => page.locator('img').count()).toBe(0);
		expect(await answers(page).count()).toBe(2);
	});

	it('is in the framework’s banner, too', async () => {
		const { page } = await visitTcf({ change: { logo } });
		await page.getByRole('img', { name: 'Aalto' }).waitFor();
		await button(page, 'Choose').click();
		await page.getByRole('dialog').waitFor();
		await expect.poll(() => page.locator('dialog img').count()).toBe(1);
	});
});

describe('corners and font', () => {
	it('are those of the site', async () => {
		for (const [change, radius, font] of [
			[{}, '14px', 'monospace'],
			[{ corners: 'square', font: 'serif' }, '0px', /Georgia/],
			[{ corners: 'round', font: 'named', fontName: 'Aalto Sans' }, '24px', /^"?Aalto Sans/],
		] as const) {
			const { page } = await visit({
				change,
				strict: false,
				page: '<style>body{font-family:monospace}</style><main><h1>Shop</h1></main>',
				template: 'box',
			});
			await answers(page).first().waitFor();
			const look = await page.locator('.f').evaluate((f) => [getComputedStyle(f).borderTopLeftRadius, getComputedStyle(f).fontFamily]);
			expect(look).toEqual([radius, typeof font === 'string' ? font : expect.stringMatching(font)]);
			await leave();
		}
	});
});
