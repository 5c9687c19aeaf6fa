// @vitest-environment node
/** Known tags that a site did not mark, and frames with a placeholder, in Chromium: what is asked for and what runs. */
import type { LightConfig } from '@luvalla/contract/consent/light';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import list from '../src/known.json' with { type: 'json' };
import { knownEntries, knownSeen, knownTags, unfolded } from '../src/known.ts';
import { templates } from '../src/templates.ts';
import { violations } from './axe.ts';
import { type Opening, recordsOf, visit } from './visit.ts';

const ran = (page: Page) => page.evaluate(() => ('ran' in window ? window.ran : []));
/** A visit on which `known.localhost` stands for a service of the list; the site serves `/mark/…` under that name too. */
const visitKnown = (opening: Opening) =>
	visit({
		strict: false,
		...opening,
		serving: { ...opening.serving },
		known: { statistics: 'stats.localhost', marketing: 'ads.localhost', media: 'video.localhost' },
	});

describe('the list', () => {
	it('is dated, names no host twice in a kind, and no host of a kind that nobody can allow', () => {
		expect(list.dated).toMatch(/^\d{4}-\d\d-\d\d$/);
		for (const kind of ['statistics', 'marketing', 'media'] as const) expect(new Set(list[kind]).size).toBe(list[kind].length);
		const { config } = templates.box;
		expect(Object.keys(knownTags(config))).toEqual(['statistics', 'marketing', 'media']);
		expect(knownTags({ ...config, blockKnown: false })).toEqual({});
		const some: LightConfig = { ...config, categories: config.categories.filter((c) => c.key !== 'media') };
		expect(Object.keys(knownTags(some))).toEqual(['statistics', 'marketing']);
		const renamed: LightConfig = {
			...config,
			categories: config.categories.map((c) => (c.key === 'statistics' ? { ...c, key: 'numbers', kind: 'statistics' as const } : c)),
		};
		expect(Object.keys(knownTags(renamed))).toContain('numbers');
		expect('google-analytics.com').toMatch(new RegExp(`^(${knownTags(config).statistics})$`));
		expect('clarity.ms').toMatch(new RegExp(`^(${knownTags(config).statistics})$`));
		expect(knownTags({ ...config, consentModeKind: 'advanced' }).statistics).not.toContain('google');
	});

	it('is narrowed to what a look has seen, and is whole where a container was', () => {
		const tags = knownTags(templates.box.config);
		for (const [key, hosts] of Object.entries(tags))
			expect([...unfolded(hosts)].sort()).toEqual(
				[...knownEntries].flatMap(([host, kinds]) => (kinds.some((kind) => kind === key) ? host : [])).sort(),
			);
		expect(knownSeen(tags, ['clarity.ms', 'hotjar.com', 'bat.bing.com', 'facebook.com/tr', 'ads-twitter.com'])).toEqual({
			statistics: 'hotjar.com|clarity.ms',
			marketing: '(bat.bing|ads-twitter).com|facebook.com/tr',
		});
		expect(knownSeen(tags, [])).toEqual({});
		expect(knownSeen(tags, ['googletagmanager.com'])).toEqual(tags);
	});

	it('matches services and nobody who is called like them', () => {
		const tags = knownTags(templates.box.config);
		const kindOf = (address: string) =>
			Object.entries(tags).find(([, hosts]) => new RegExp(`^https?://([^/]*[.])?(${hosts})([/:?]|$)`).test(address))?.[0];
		expect(
			[
				'https://www.googletagmanager.com/gtag/js?id=G-1',
				'https://connect.facebook.net/en_US/fbevents.js',
				'https://www.facebook.com/tr?id=1&ev=PageView',
				'https://www.youtube.com/embed/abc',
				'https://www.youtube-nocookie.com/embed/abc',
				'https://www.google.com/maps/embed?pb=1',
			].map(kindOf),
		).toEqual(['statistics', 'marketing', 'marketing', 'media', 'media', 'media']);
		for (const other of [
			'https://shop.example/google-analytics.com/x.js',
			'https://nothotjar.com/x.js',
			'https://hotjar.com.shop.example/x.js',
			'https://www.facebook.com/shop',
			'https://www.facebook.com/trade',
			'https://www.youtube.com/watch?v=1',
			'https://www.google.com/recaptcha/api.js',
		])
			expect(kindOf(other), other).toBeUndefined();
	});
});

describe('known tags that nobody marked', () => {
	it('do not run and are not asked for until allowed, whichever way they come in', async () => {
		const page = `<main><h1>Shop</h1>
			<script>
				const inserted = document.createElement('script');
				inserted.async = true;
				inserted.src = '{stats}/mark/inserted';
				inserted.addEventListener('load', () => (window.heard = true));
				document.head.insertBefore(inserted, document.head.firstChild);
				const set = document.createElement('script');
				set.setAttribute('src', '{ads}/mark/set');
				document.head.append(set);
				new Image().src = '{ads}/mark/pixel';
				document.write('<script src="{ads}/mark/written"></' + 'script>');
			</script>
			<script src="{stats}/mark/parsed" defer></script>
			<script src="{cmp}/mark/own"></script>
			<script data-luvalla="necessary" src="{stats}/mark/needed"></script>
			<p>What follows it: it is whole, so it could be taken up.</p></main>`;
		const { page: tab, site, problems } = await visitKnown({ page });
		await tab.getByRole('button', { name: 'Refuse all' }).waitFor();
		await tab.waitForLoadState('networkidle');
		expect(await ran(tab)).toEqual(['/mark/own', '/mark/needed']);
		// A script that the parser meets never runs; the browser may fetch it ahead of any script of the page.
		expect(site.known.filter((path) => path !== '/mark/parsed')).toEqual(['/mark/needed']);
		await tab.getByRole('button', { name: 'Choose' }).click();
		await tab.getByRole('switch', { name: 'Statistics' }).check();
		await tab.getByRole('button', { name: 'Save my choices' }).click();
		const allRan = async () => [...((await ran(tab)) as string[])].sort();
		const once = ['/mark/inserted', '/mark/needed', '/mark/own', '/mark/parsed'];
		await expect.poll(allRan).toEqual(once);
		// and nothing comes a second time
		await tab.waitForLoadState('networkidle');
		await tab.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2000 })));
		expect(await allRan()).toEqual(once);
		expect(await tab.evaluate(() => 'heard' in window)).toBe(true);
		expect(site.known).not.toContain('/mark/set');
		await tab.evaluate(() => window.luvalla?.$.withUi((ui) => ui.decide({ marketing: true })));
		await expect.poll(() => ran(tab)).toEqual(expect.arrayContaining(['/mark/set', '/mark/written']));
		expect(problems).toEqual([]);
	});

	it('are not asked for as a script puts their text into the page, and come with the yes', async () => {
		const page = `<main><div id="place"></div><script>
			setTimeout(() => {
				place.innerHTML = '<p><iframe title="Film" src="{video}/mark/film"></iframe>';
				setTimeout(() => place.insertAdjacentHTML('beforeend', '<img alt="" src="{ads}/mark/pixel"><iframe title="More" src="{video}/mark/more"></iframe>'));
			});
		</script></main>`;
		const { page: tab, site } = await visitKnown({ page });
		await tab.getByRole('group', { name: 'More' }).waitFor();
		await tab.waitForLoadState('networkidle');
		expect(site.known).toEqual([]);
		await tab.getByRole('button', { name: 'Accept all' }).click();
		await expect.poll(() => [...site.known].sort()).toEqual(['/mark/film', '/mark/more', '/mark/pixel']);
	});

	it('are not even fetched ahead where the page’s own policy leaves their host out', async () => {
		const page =
			'<main><h1>Shop</h1><script id="unmarked" src="{stats}/mark/parsed" defer></script><img src="{ads}/mark/pixel" alt=""></main>';
		const { page: tab, site } = await visitKnown({ page, strict: true });
		await tab.getByRole('button', { name: 'Refuse all' }).waitFor();
		await tab.waitForLoadState('networkidle');
		expect(await tab.locator('#unmarked').getAttribute('data-luvalla')).toBe('statistics');
		// What reads or copies the tag finds no address to ask.
		expect(await tab.locator('#unmarked').getAttribute('src')).toBeNull();
		// And it is no script, whatever starts scripts anew.
		expect(await tab.locator('#unmarked').getAttribute('type')).toBe('text/plain');
		expect(site.known).toEqual([]);
	});

	it('run untouched once allowed, also those that come later', async () => {
		const { page } = await visitKnown({});
		await page.getByRole('button', { name: 'Accept all' }).click();
		await page.evaluate(() => {
			const script = document.createElement('script');
			script.src = `http://stats.localhost:${new URL(window.luvalla?.$.base ?? '').port}/mark/late`;
			document.head.append(script);
		});
		await expect.poll(() => ran(page)).toEqual(['/mark/late']);
	});
});

describe('a frame that waits', () => {
	const page = `<main><h1>Shop</h1><iframe title="How it is made" width="480" height="270" data-luvalla="media" data-src="{video}/mark/film"></iframe>
		<iframe title="Second" width="480" height="270" src="{video}/mark/second"></iframe></main>`;

	it('shows who would be asked, in the same place, and loads for this once or from now on', async () => {
		const { page: tab, site, problems } = await visitKnown({ page });
		await tab.getByRole('button', { name: 'Refuse all' }).click();
		const place = tab.getByRole('group', { name: 'How it is made' });
		await place.getByText('This content comes from video.localhost.').waitFor();
		const box = await place.boundingBox();
		expect([box?.width, (box?.height ?? 0) >= 270]).toEqual([484, true]);
		expect(await violations(tab)).toEqual([]);
		const [once, always] = [
			place.getByRole('button', { name: 'Show this once' }),
			place.getByRole('button', { name: 'Always allow: Media' }),
		];
		const look = (one: typeof once) =>
			one.evaluate((b) => [getComputedStyle(b).backgroundColor, getComputedStyle(b).fontSize, b.getBoundingClientRect().height]);
		expect(await look(once)).toEqual(await look(always));
		const before = site.taken.length;
		await once.press('Enter');
		await expect.poll(() => site.known).toContain('/mark/film');
		await expect.poll(() => place.count()).toBe(0);
		// For this frame only, and no answer was given.
		expect(await tab.getByRole('group', { name: 'Second' }).count()).toBe(1);
		expect(site.taken.length).toBe(before);
		await tab.reload();
		await tab.getByRole('group', { name: 'How it is made' }).getByRole('button', { name: 'Always allow: Media' }).click();
		await expect.poll(() => recordsOf(site).at(-1)).toMatchObject({ category: 'media', value: true });
		await expect.poll(() => tab.getByRole('group').count()).toBe(0);
		await expect.poll(() => site.known.filter((path) => path === '/mark/second').length).toBeGreaterThan(0);
		// Taken back: asleep again, with its placeholder.
		await tab.evaluate(() => window.luvalla?.withdraw('media'));
		await tab.getByRole('group', { name: 'Second' }).waitFor();
		expect(await tab.locator('iframe[title="Second"]').getAttribute('src')).toBeNull();
		expect(problems).toEqual([]);
	});

	it('leaves no layer open that has nothing to ask any more', async () => {
		const { page: tab } = await visitKnown({ page });
		await tab.getByRole('button', { name: 'Refuse all' }).waitFor();
		await tab.evaluate(() => window.luvalla?.$.ui?.decide({ statistics: false, marketing: false }));
		expect(await tab.getByRole('button', { name: 'Refuse all' }).count()).toBe(1);
		await tab.getByRole('group', { name: 'How it is made' }).getByRole('button', { name: 'Always allow: Media' }).press('Enter');
		await expect.poll(() => tab.getByRole('button', { name: 'Refuse all' }).count()).toBe(0);
	});

	it('speaks Finnish, and loads nothing for a page without frames', async () => {
		const { page: tab } = await visitKnown({ page, lang: 'fi' });
		await tab.getByRole('button', { name: 'Hylkää kaikki' }).click();
		await tab.getByRole('group', { name: 'Second' }).getByRole('button', { name: 'Näytä tämän kerran' }).waitFor();
		const { page: plain, site } = await visitKnown({});
		await plain.getByRole('button', { name: 'Refuse all' }).click();
		expect(site.asked.filter((path) => path.includes('frames'))).toEqual([]);
	});
});

describe('what starts marked tags', () => {
	const page = `<main><h1>Shop</h1><script type="text/plain" data-luvalla="statistics">window.ran = [...(window.ran ?? []), 'stats']</script>
		<img alt="" data-luvalla="marketing" data-src="{ads}/mark/pixel"></main>`;
	const loaded = (asked: readonly string[]) => asked.filter((path) => path.endsWith('/wake.js')).length;

	it('is not loaded before a choice nor after a no, and with the first yes that lets one of them run', async () => {
		const { page: tab, site } = await visitKnown({ page });
		await tab.getByRole('button', { name: 'Refuse all' }).click();
		await tab.reload();
		await tab.waitForFunction('document.readyState === "complete"');
		// It lies there still when it came late, and another that waits for nothing.
		await tab.evaluate(() => {
			const late = document.createElement('script');
			late.type = 'text/plain';
			late.dataset.luvalla = 'statistics';
			late.text = `window.ran = [...(window.ran ?? []), 'late']`;
			document.body.append(late);
		});
		await tab.evaluate(() => window.luvalla?.show());
		const preferences = tab.getByRole('dialog').last();
		await preferences.getByRole('button', { name: 'Accept all' }).waitFor();
		expect([loaded(site.asked), await ran(tab)]).toEqual([0, []]);
		await preferences.getByRole('button', { name: 'Accept all' }).click();
		await expect.poll(() => ran(tab)).toEqual(['stats', 'late']);
		await expect.poll(() => site.known).toContain('/mark/pixel');
		expect(loaded(site.asked)).toBe(1);
	});
});
