// @vitest-environment node
/** What goes wrong on other people's machines, in Chromium: the banner stays usable, a no stays a no, nothing throws. */

import { describe, expect, it } from 'vitest';
import { textsIn } from '../src/languages/reading.ts';
import { leave, recordsOf, visit } from './visit.ts';

const MARKED = '<main><h1>Shop</h1><script type="text/plain" data-luvalla="statistics" data-src="{cmp}/mark/1"></script></main>';
const ran = () => ('ran' in window ? window.ran : []);

describe('storage', () => {
	it('that is forbidden costs the memory of the choice, not the choice', async () => {
		const { page, site, problems } = await visit({
			page: MARKED,
			strict: false,
			before: () => {
				const forbidden = () => {
					throw new DOMException('blocked', 'SecurityError');
				};
				Object.defineProperty(Document.prototype, 'cookie', { get: forbidden, set: forbidden });
				Object.defineProperty(window, 'localStorage', { get: forbidden });
			},
		});
		await page.getByRole('button', { name: 'Accept all' }).click();
		await expect.poll(() => page.evaluate(ran)).toEqual(['/mark/1']);
		await expect.poll(() => recordsOf(site).length).toBe(3);
		await page.reload();
		await page.getByRole('button', { name: 'Accept all' }).waitFor();
		expect(await page.evaluate(ran)).toEqual([]);
		expect(problems).toEqual([]);
	});

	it('that is full or takes no cookie still lets the record go', async () => {
		const { page, site, problems } = await visit({
			before: () => {
				Storage.prototype.setItem = () => {
					throw new DOMException('full', 'QuotaExceededError');
				};
				Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} });
			},
		});
		await page.getByRole('button', { name: 'Refuse all' }).click();
		await expect.poll(() => recordsOf(site).map((r) => r.value)).toEqual([false, false, false]);
		await page.getByRole('button', { name: 'Cookie settings' }).waitFor();
		expect(problems).toEqual([]);
	});

	it('with a corrupted cookie, or one from a clock far off, is no consent: the visitor is asked', async () => {
		const { page, site } = await visit({ page: MARKED, strict: false });
		const far = Math.floor(Date.now() / 1000 + 3 * 366 * 86_400).toString(36);
		for (const value of [
			'1~f~statistics.yes.1',
			'%%%~~~',
			'9~f~statistics.1.tn2k9c',
			`1~f~statistics.1.${far}~marketing.1.${far}~media.1.${far}`,
		]) {
			await page.context().clearCookies();
			await page.context().addCookies([{ name: 'luvalla', value, url: site.url }]);
			await page.reload();
			await page.getByRole('button', { name: 'Refuse all' }).waitFor();
			expect([value, await page.evaluate(ran)]).toEqual([value, []]);
		}
	});
});

describe('a frame of another site', () => {
	it('with or without storage of its own shows the banner and sends the answer', async () => {
		for (const sandbox of ['', 'sandbox="allow-scripts"']) {
			const { page, site } = await visit({ page: '<main><h1>Shop</h1></main>', strict: false });
			await page.goto(`${site.cmpUrl}/mark/1`);
			await page.setContent(`<iframe title="shop" width="1000" height="700" ${sandbox} src="${site.url}"></iframe>`);
			const frame = page.frameLocator('iframe');
			await frame.getByRole('button', { name: 'Refuse all' }).click();
			await expect.poll(() => recordsOf(site).map((r) => r.value)).toEqual([false, false, false]);
			await frame.getByRole('button', { name: 'Cookie settings' }).waitFor();
			await leave();
		}
	});
});

describe('leaving at once', () => {
	it('after the press still delivers the choice, and once', async () => {
		const { page, site } = await visit({ page: '<main><h1>Shop</h1></main>', strict: false });
		await page.getByRole('button', { name: 'Refuse all' }).waitFor();
		await page.getByRole('button', { name: 'Refuse all' }).evaluate((button, to) => {
			if (button instanceof HTMLElement) button.click();
			location.href = to;
		}, `${site.url}next`);
		await page.waitForURL(/next$/);
		await page.getByRole('button', { name: 'Cookie settings' }).waitFor();
		await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
		// However often it was handed over: by its ids it is one choice.
		expect(new Set(recordsOf(site).map((r) => r.id)).size).toBe(3);
	});
});

describe('two tabs at once', () => {
	it('hear of each other at once, deliver their own choice once, and keep the last one', async () => {
		const { page, site } = await visit();
		const second = await page.context().newPage();
		await second.goto(site.url);
		await second.getByRole('button', { name: 'Accept all' }).waitFor();
		await page.getByRole('button', { name: 'Accept all' }).click();
		// The other tab has nothing to ask any more; the visitor looks again there.
		await expect.poll(() => second.getByRole('dialog').count(), { timeout: 1000 }).toBe(0);
		expect(await second.evaluate(() => window.luvalla?.choices())).toEqual({ statistics: true, marketing: true, media: true });
		// What is not answered for yet, any tab would hand over once more.
		await expect.poll(() => second.evaluate(() => localStorage.length)).toBe(0);
		await second.evaluate(() => window.luvalla?.show());
		await second.getByRole('button', { name: 'Refuse all' }).click();
		await expect.poll(() => recordsOf(site).length).toBe(6);
		const records = recordsOf(site);
		expect([new Set(records.map((r) => r.id)).size, new Set(records.map((r) => r.choiceId)).size]).toEqual([6, 2]);
		await expect
			.poll(() => page.evaluate(() => window.luvalla?.choices()), { timeout: 1000 })
			.toEqual({ statistics: false, marketing: false, media: false });
		// The tab that was answered takes the choice out of the storage of both.
		await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
	});
});

describe('a part that cannot be loaded', () => {
	it('leaves everything off and the page whole; a stored choice stands', async () => {
		const { page, site } = await visit({ page: MARKED, strict: false });
		await page.getByRole('button', { name: 'Accept all' }).click();
		await expect.poll(() => recordsOf(site).length).toBe(3);
		await page.route('**/light.*', (route) => route.abort());
		await page.reload();
		await expect.poll(() => page.evaluate(ran)).toEqual(['/mark/1']);
		await page.context().clearCookies();
		await page.reload();
		await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete');
		expect([await page.evaluate(ran), await page.getByRole('dialog').count(), await page.getByRole('heading').count()]).toEqual([[], 0, 1]);
		// The next wish tries again.
		await page.unroute('**/light.*');
		await page.evaluate(() => window.luvalla?.show());
		await page.getByRole('dialog', { name: 'Choose what we may use' }).waitFor();
		// What was to be asked while it was away is asked now.
		await page.keyboard.press('Escape');
		await page.getByRole('dialog', { name: 'Your choice, your data' }).waitFor();
	});
});

describe('the inline form', () => {
	it('runs by its nonce or by its printed hash under a policy without unsafe-inline', async () => {
		for (const inline of ['nonce', 'hash'] as const) {
			const { page, site, problems } = await visit({ inline });
			await page.getByRole('button', { name: 'Refuse all' }).click();
			await expect.poll(() => recordsOf(site).length).toBe(3);
			expect([problems, site.asked.some((path) => path.startsWith('/cmp/d/'))]).toEqual([[], false]);
		}
	});
});

describe('small and turned screens', () => {
	it('at 400 % zoom and from right to left nothing is cut off, with texts of 20 kB too', async () => {
		// 1280 × 1024 at 400 %.
		for (const dir of ['ltr', 'rtl'])
			for (const long of [false, true]) {
				const { page } = await visit({
					viewport: { width: 320, height: 256 },
					input: ({ config }) => {
						if (long) textsIn(config.texts, 'en').body = `${'word '.repeat(4000)}end`;
					},
				});
				await page.evaluate((to) => document.documentElement.setAttribute('dir', to), dir);
				for (const name of ['Refuse all', 'Accept all', 'Choose']) {
					const button = page.getByRole('button', { name });
					await button.scrollIntoViewIfNeeded();
					const box = await button.boundingBox();
					expect([
						name,
						dir,
						(box?.x ?? -1) >= 0,
						(box?.x ?? 0) + (box?.width ?? 999) <= 320,
						(box?.y ?? -1) >= 0,
						(box?.y ?? 0) + (box?.height ?? 999) <= 256,
					]).toEqual([name, dir, true, true, true, true]);
				}
				await page.getByRole('button', { name: 'Choose' }).click();
				const save = page.getByRole('button', { name: 'Save my choices' });
				await save.scrollIntoViewIfNeeded();
				await save.click();
				expect(await page.getByRole('dialog').count()).toBe(0);
			}
	});
});
