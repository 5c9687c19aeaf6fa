// @vitest-environment node
/** The real banner in the system's Chromium, on a site whose policy forbids every style and every other origin. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { assembleFolder, assemblePointer } from '../src/assemble.ts';
import { words as finnish } from '../src/languages/fi.ts';
import { textsIn } from '../src/languages/reading.ts';
import { templates } from '../src/templates.ts';
import { violations } from './axe.ts';
import { DOMAIN, publication } from './published.ts';
import { leave, out, recordsOf, visit } from './visit.ts';

const refuse = (page: Page) => page.getByRole('button', { name: 'Refuse all' });
const accept = (page: Page) => page.getByRole('button', { name: 'Accept all' });
const saved = (page: Page) => page.evaluate(() => document.cookie);
const focused = (page: Page) =>
	page.evaluate(() => {
		let at: Element | null = document.activeElement;
		while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
		return at?.textContent || at?.id || at?.tagName || '';
	});

describe('the banner in a browser', () => {
	it('works under a policy that forbids styles, and its records arrive', async () => {
		const { page, problems, site } = await visit();
		await accept(page).click();
		await expect.poll(() => site.taken.length).toBe(1);
		const [first] = site.taken;
		expect(first?.type).toBe('text/plain;charset=UTF-8');
		expect(JSON.parse(first?.body ?? '')).toMatchObject({ domainId: DOMAIN, configuration: expect.stringMatching(/^f/) });
		const records = recordsOf(site);
		expect(records.map((r) => [r.category, r.value])).toEqual([
			['statistics', true],
			['marketing', true],
			['media', true],
		]);
		expect(new Set(records.map((r) => r.choiceId)).size).toBe(1);
		expect(new Set(records.map((r) => r.id)).size).toBe(3);
		for (const { id, at, choiceId } of records) {
			expect(new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toISOString()).toBe(at);
			expect(choiceId.slice(0, 13)).toBe(id.slice(0, 13));
		}
		// Acknowledged: the queue is empty again.
		await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
		expect(problems).toEqual([]);
	});

	it('draws refuse and accept alike, and stores nothing before a choice', async () => {
		for (const template of Object.keys(templates) as (keyof typeof templates)[])
			for (const viewport of [
				{ width: 1280, height: 800 },
				{ width: 390, height: 780 },
			]) {
				const { page, problems } = await visit({ template, viewport });
				const [no, yes] = [await refuse(page).boundingBox(), await accept(page).boundingBox()];
				expect([yes?.width, yes?.height, yes?.y], `${template} ${viewport.width}`).toEqual([no?.width, no?.height, no?.y]);
				expect(no?.height).toBeGreaterThanOrEqual(44);
				expect(no?.x).toBeLessThan(yes?.x ?? 0);
				const look = (name: string) =>
					page.getByRole('button', { name }).evaluate((b) => {
						const s = getComputedStyle(b);
						return [s.color, s.backgroundColor, s.fontSize, s.fontWeight, s.borderColor, s.opacity];
					});
				expect(await look('Accept all')).toEqual(await look('Refuse all'));
				const area = await page.getByRole('dialog').boundingBox();
				if (viewport.width < 600) expect(area?.height ?? 0).toBeLessThanOrEqual(viewport.height * 0.4 + 1);
				expect(await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])).toEqual(['', 0, 0]);
				expect(problems).toEqual([]);
				await leave();
			}
	});

	it('is used by keyboard only: first in the order, focus in, kept in, back, and Esc decides nothing', async () => {
		const { page, site } = await visit();
		await refuse(page).waitFor();
		expect(await focused(page)).not.toContain('Refuse');
		await page.keyboard.press('Tab');
		expect(await focused(page)).toBe('Refuse all');
		await page.keyboard.press('Tab');
		expect(await focused(page)).toBe('Accept all');
		await page.keyboard.press('Tab');
		expect(await focused(page)).toBe('Choose');
		await page.keyboard.press('Enter');
		await page.getByRole('dialog', { name: 'Choose what we may use' }).waitFor();
		const stops: string[] = [];
		for (let i = 0; i < 8; i++) {
			await page.keyboard.press('Tab');
			stops.push(await focused(page));
		}
		expect(stops).toEqual([
			'1 cookie',
			'c-statistics',
			'c-marketing',
			'c-media',
			'Refuse all',
			'Accept all',
			'Save my choices',
			'1 cookie',
		]);
		await page.keyboard.press('Shift+Tab');
		expect(await focused(page)).toBe('Save my choices');
		await page.keyboard.press('Escape');
		expect(await focused(page)).toBe('Choose');
		expect(await saved(page)).toBe('');
		await page.keyboard.press('Enter');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Space');
		for (let i = 0; i < 5; i++) await page.keyboard.press('Tab');
		expect(await focused(page)).toBe('Save my choices');
		await page.keyboard.press('Enter');
		await expect.poll(() => recordsOf(site).map((r) => r.value)).toEqual([true, false, false]);
		expect(await page.getByRole('dialog').count()).toBe(0);
		// The small button brings the choices back and gets its focus back.
		await page.getByRole('button', { name: 'Cookie settings' }).press('Enter');
		expect(await page.getByRole('switch', { name: 'Statistics' }).isChecked()).toBe(true);
		await page.keyboard.press('Escape');
		expect(await page.getByRole('button', { name: 'Cookie settings' }).evaluate((b) => b.matches(':focus'))).toBe(true);
	});

	it('has nothing that axe objects to, on both layers, in both languages and from the right', async () => {
		for (const lang of ['en', 'fi']) {
			const { page } = await visit({ lang, strict: false });
			await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
			await page.getByRole('dialog').waitFor();
			expect(await violations(page)).toEqual([]);
			await page.getByRole('button', { name: lang === 'en' ? 'Choose' : 'Valitse' }).click();
			await page.getByText(lang === 'en' ? '1 cookie' : '1 eväste').click();
			expect(await violations(page)).toEqual([]);
			await page
				.getByRole('button', { name: lang === 'en' ? 'Refuse all' : 'Hylkää kaikki' })
				.last()
				.click();
			await page.getByRole('button', { name: lang === 'en' ? 'Cookie settings' : 'Evästeasetukset' }).waitFor();
			expect(await violations(page)).toEqual([]);
			await leave();
		}
	});

	it('runs marked scripts in order after a yes, and not before or after a no', async () => {
		const page = `<main><h1>Shop</h1>
			<script type="text/plain" data-luvalla="statistics" data-src="{cmp}/mark/1"></script>
			<script type="text/plain" data-luvalla="statistics">window.ran=[...(window.ran??[]),'inline']</script>
			<script type="text/plain" data-luvalla="statistics" data-src="{cmp}/mark/2"></script>
			<script type="text/plain" data-luvalla="marketing" data-src="{cmp}/mark/3"></script>
			<iframe title="Video" data-luvalla="media" data-src="{cmp}/mark/4"></iframe></main>`;
		const { page: tab, site } = await visit({ page, strict: false });
		const ran = () => tab.evaluate(() => ('ran' in window ? window.ran : null));
		await refuse(tab).waitFor();
		expect(await ran()).toBeNull();
		await tab.getByRole('button', { name: 'Choose' }).click();
		await tab.getByRole('switch', { name: 'Statistics' }).check();
		await tab.getByRole('button', { name: 'Save my choices' }).click();
		await expect.poll(ran).toEqual(['/mark/1', 'inline', '/mark/2']);
		// One that comes later runs at once.
		await tab.evaluate(() => {
			const late = document.createElement('script');
			late.type = 'text/plain';
			late.dataset.luvalla = 'statistics';
			late.text = "window.ran.push('late')";
			document.body.append(late);
		});
		await expect.poll(ran).toEqual(['/mark/1', 'inline', '/mark/2', 'late']);
		expect(site.asked.filter((path) => path.startsWith('/mark'))).toEqual(['/mark/1', '/mark/2']);
		// The stored choice runs them on the next page in the same order, and loads no banner.
		site.asked.length = 0;
		await tab.reload();
		await expect.poll(ran).toEqual(['/mark/1', 'inline', '/mark/2']);
		await tab.getByRole('button', { name: 'Cookie settings' }).waitFor();
		expect(site.asked.filter((path) => path.includes('light'))).toEqual([]);
	});

	it('withdraws: signals, cookies and records say no, and what a script cannot remove is named', async () => {
		const { page, site } = await visit({
			input: ({ config }) => {
				for (const c of config.categories)
					if (c.key === 'statistics')
						c.cookies = [
							{ name: '_st_*', provider: '', keeps: '' },
							{ name: 'hidden', provider: 'Other', keeps: '' },
							{ name: 'deep', provider: '', keeps: '' },
						];
			},
		});
		await accept(page).click();
		await page.context().addCookies(['_st_1', 'basket'].map((name) => ({ name, value: '1', url: site.url })));
		// One that no script can remove: here, one that a page's own script keeps writing. One that never was is not named.
		await page.evaluate(() => {
			const own = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
			Object.defineProperty(document, 'cookie', {
				get: () => `${own?.get?.call(document)}; deep=1`,
				set: (text) => own?.set?.call(document, text),
			});
		});
		const left = page.evaluate(
			() =>
				new Promise((done) =>
					document.addEventListener('luvalla:choice', (e) => done(e instanceof CustomEvent && e.detail), { once: true }),
				),
		);
		await page.evaluate(() => window.luvalla?.withdraw('statistics'));
		expect(await left).toEqual({
			choices: { statistics: false, marketing: true, media: true },
			left: ['deep'],
			records: { statistics: expect.stringMatching(/^[0-9a-f-]{36}$/) },
		});
		expect(await saved(page)).not.toContain('_st_1');
		expect(await saved(page)).toContain('basket=1');
		await expect.poll(() => recordsOf(site).at(-1)).toMatchObject({ category: 'statistics', value: false });
		const consent = await page.evaluate(() => (window.dataLayer ?? []).map((entry) => Object.values(entry as object)));
		expect(consent[0]).toMatchObject([
			'consent',
			'default',
			{ analytics_storage: 'denied', ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' },
		]);
		expect(consent.at(-1)).toMatchObject(['consent', 'update', { analytics_storage: 'denied', ad_storage: 'granted' }]);
	});

	it('keeps a choice while the server is away and delivers it once it is back', async () => {
		const { page, site } = await visit();
		await refuse(page).waitFor();
		site.intake = null;
		await refuse(page).click();
		await page.waitForTimeout(300);
		expect(await page.evaluate(() => localStorage.length)).toBe(1);
		site.intake = 200;
		await page.reload();
		await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
		expect(new Set(recordsOf(site).map((r) => r.id)).size).toBe(3);
		expect(recordsOf(site).every((r) => !r.value)).toBe(true);
		// A refusal leaves values and times on the device, and no id.
		expect(await saved(page)).toMatch(/^luvalla=1~f[0-9a-f]+(~(statistics|marketing|media)\.0\.[0-9a-z]+){3}$/);
	});

	it('never runs a text, however hostile, and holds a long one', async () => {
		const hostile = '</script><script>window.pwned=1</script><img src=x onerror="window.pwned=1">';
		const { page, problems } = await visit({
			strict: false,
			viewport: { width: 320, height: 568 },
			input: ({ config }) => {
				textsIn(config.texts, 'en').title = hostile;
				textsIn(config.texts, 'en').body = hostile + 'long '.repeat(4000);
				textsIn(config.texts, 'en').reopen = hostile;
			},
		});
		await page.getByRole('dialog').waitFor();
		expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
		const area = await page.getByRole('dialog').boundingBox();
		expect(area?.height ?? 999).toBeLessThanOrEqual(568 * 0.4 + 1);
		await refuse(page).click();
		expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
		expect(problems).toEqual([]);
	});

	it('runs in a sandboxed preview on what is posted to it, and records nothing', async () => {
		const { page, site } = await visit({ page: '<h1>Portal</h1>', strict: false });
		const config = structuredClone(templates.box.config);
		Object.assign(config.texts.fi, { ownDataLabel: 'Omat tietoni', ownDataUrl: '/omat' });
		await page.evaluate(
			async ({ src, message }) => {
				const frame = document.createElement('iframe');
				frame.setAttribute('sandbox', 'allow-scripts');
				frame.title = 'preview';
				const ready = new Promise((done) =>
					addEventListener('message', ({ data, source }) => source === frame.contentWindow && data.type === 'ready' && done(0)),
				);
				frame.src = src;
				document.body.append(frame);
				await ready;
				frame.contentWindow?.postMessage(message, '*');
			},
			{
				src: `${site.cmpUrl}/cmp/preview/0.4.0`,
				message: { config, template: 'box', language: 'fi', words: finnish, layer: 2, gpc: true },
			},
		);
		const frame = page.frameLocator('iframe');
		await frame.getByRole('dialog', { name: 'Valitse, mitä saamme käyttää' }).waitFor();
		expect(await frame.getByText('Global Privacy Control').count()).toBe(1);
		// Another page would take the banner's place in the frame.
		await frame.getByRole('link', { name: 'Omat tietoni' }).click();
		expect(await frame.getByRole('link', { name: 'Omat tietoni' }).getAttribute('href')).toBe('#');
		await frame.getByRole('button', { name: 'Hyväksy kaikki' }).click();
		await page.waitForTimeout(300);
		expect(site.taken).toEqual([]);
	});

	it('shows Luvalla’s own preferences with nothing to decide, in both languages', async () => {
		const { outputFiles } = await build({
			stdin: {
				contents: "import { openCookieSettings } from './portal.ts'; window.openIt = openCookieSettings;",
				resolveDir: join(import.meta.dirname, '../src'),
				loader: 'ts',
			},
			bundle: true,
			write: false,
		});
		const { page, site } = await visit({ strict: false });
		await refuse(page).click();
		await expect.poll(() => site.taken.length).toBe(1);
		site.taken.length = 0;
		await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
		for (const [language, title, close] of [
			['en', 'What Luvalla keeps in your browser', 'Close'],
			['fi-FI', 'Mitä Luvalla säilyttää selaimessasi', 'Sulje'],
		] as const) {
			await page.evaluate((one) => 'openIt' in window && window.openIt instanceof Function && window.openIt(one), language);
			const dialog = page.getByRole('dialog', { name: title });
			await dialog.waitFor();
			expect(await dialog.getByRole('button').allTextContents()).toEqual([close]);
			expect(await violations(page)).toEqual([]);
			if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `settings-${language}.png`) });
			await dialog.getByRole('button').click();
			expect(await page.getByRole('dialog').count()).toBe(0);
		}
		expect(site.taken).toEqual([]);
	});

	it('leads from the second layer to what is kept of its reader, where the customer says where', async () => {
		const { texts } = structuredClone(templates['bottom-bar'].config);
		Object.assign(texts.en, { ownDataLabel: 'See and change your data', ownDataUrl: 'https://luvalla.localhost/profile/privacy' });
		const { page, problems, site } = await visit({ change: { texts }, gpc: false });
		await refuse(page).waitFor();
		const link = page.getByRole('link', { name: 'See and change your data' });
		expect(await link.count()).toBe(0);
		await page.getByRole('button', { name: 'Choose' }).click();
		expect(await link.getAttribute('href')).toBe('https://luvalla.localhost/profile/privacy');
		// It is a stop like the switches: the first after the heading, and the next after the last.
		const stops: string[] = [];
		for (let i = 0; i < 9; i++) {
			await page.keyboard.press('Tab');
			stops.push(await focused(page));
		}
		expect([stops[0], stops[7], stops[8]]).toEqual(['See and change your data', 'Save my choices', 'See and change your data']);
		await page.keyboard.press('Shift+Tab');
		expect(await focused(page)).toBe('Save my choices');
		expect(await violations(page)).toEqual([]);
		if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, 'own-data.png') });
		expect([site.taken, problems]).toEqual([[], []]);
		// A language that has no such text has no such link.
		await leave();
		const finn = await visit({ change: { texts }, lang: 'fi' });
		await finn.page.getByRole('button', { name: 'Valitse' }).click();
		await finn.page.getByRole('dialog').waitFor();
		expect(await finn.page.getByRole('dialog').getByRole('link').count()).toBe(0);
	});

	it('takes a language by its whole name: Filipino (`fil`) is no Finnish', async () => {
		const { page } = await visit({ lang: 'fil' });
		await page.getByRole('button', { name: 'Accept all' }).waitFor();
	});

	it('is light enough', async () => {
		// Where the look at the site found no known tag, nothing looks for them.
		const input = await publication(out, 'bottom-bar', { blockKnown: false });
		const stopping = await publication(out);
		const size = (text: string) => brotliCompressSync(text).length;
		const returning = size(assemblePointer(input, 'f'.repeat(64)));
		const first = returning + size(assembleFolder(input).find((f) => f.path === 'light.en.js')?.text ?? '');
		const full = size(assemblePointer(stopping, 'f'.repeat(64)));
		console.log(`banner, brotli: first visit ${first} B, returning ${returning} B, with every known tag ${full} B`);
		expect(first).toBeLessThanOrEqual(9_000);
		// The goal is 2,000; what it is made of stands in docs/decisions/2026-11-21-waking-tags.md.
		expect(returning).toBeLessThanOrEqual(2_250);
		expect(full).toBeLessThanOrEqual(3_700);
		expect(JSON.parse(await readFile(join(out, 'build.json'), 'utf8'))).toMatchObject({ version: '0.4.0' });
	});

	it('starts where an element of the page bears its name', async () => {
		const { page } = await visit({ above: '<a id="luvalla"></a>' });
		await page.getByRole('button', { name: 'Refuse all' }).waitFor();
	});

	it('stands on the screen where the page’s body holds what is fixed', async () => {
		for (const style of ['transform:translateX(0)', 'filter:grayscale(0)', 'contain:paint']) {
			const head = `<style>body{${style};font-family:monospace}main{height:4000px}</style>`;
			const { page } = await visit({ strict: false, head, page: '<main><h1>Shop</h1></main>' });
			const layer = page.locator('luvalla-layer .f');
			await expect.poll(async () => (await layer.boundingBox())?.y ?? 9999, { message: style }).toBeLessThan(800);
			expect(await layer.evaluate((one) => getComputedStyle(one).fontFamily)).toBe('monospace');
			await leave();
		}
	});

	it('takes a yes back in every tab, also where the clock was set back since it was given', async () => {
		const { page } = await visit();
		await page.evaluate(() => {
			const clock = Date.now;
			const shift = { ms: 7_200_000 };
			Date.now = () => clock() + shift.ms;
			Object.assign(window, { shift });
		});
		await page.getByRole('button', { name: 'Accept all' }).click();
		const other = await page.context().newPage();
		await other.goto(page.url());
		await expect.poll(() => other.evaluate(() => window.luvalla?.choices().marketing)).toBe(true);
		await page.evaluate(() => {
			(window as unknown as { shift: { ms: number } }).shift.ms = 0;
			window.luvalla?.withdraw('marketing');
		});
		await expect.poll(() => other.evaluate(() => window.luvalla?.choices().marketing)).toBe(false);
	});
});
