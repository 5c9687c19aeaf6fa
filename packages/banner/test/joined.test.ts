// @vitest-environment node
/** One choice for several hosts, in Chromium: hosts under one domain by a cookie, other domains by a link; and two publications side by side. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assemblePointer } from '../src/assemble.ts';
import type { KeptAnswers } from '../src/core/store.ts';
import { handed, taken } from '../src/join/handover.ts';
import { textsIn } from '../src/languages/reading.ts';
import { openPointer } from '../src/serving.ts';
import { publication } from './published.ts';
import { out, recordsOf, visit } from './visit.ts';

const key = fc.constantFrom('statistics', 'marketing', 'media', 'other');
const keptOf = fc.dictionary(key, fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 2_000_000_000 })));
const ASKED = ['statistics', 'marketing', 'media'];
const NOW = 2_000_000_100;

describe('a choice handed over', () => {
	it('never widens a no, takes a yes only where there was no answer, and leaves what is not asked here', () => {
		fc.assert(
			fc.property(keptOf, keptOf, (there, here: KeptAnswers) => {
				const kept = taken(handed(there, NOW), here, ASKED, NOW + 10) ?? here;
				for (const [name, [yes, at]] of Object.entries(kept)) {
					if (here[name] && !here[name][0]) expect([name, yes, at]).toEqual([name, ...here[name]]);
					if (yes) expect(here[name]?.[0] ?? there[name]?.[0]).toBe(true);
					if (!ASKED.includes(name)) expect(kept[name]).toEqual(here[name]);
				}
				for (const name of ASKED)
					if (there[name] && !there[name][0] && (here[name]?.[1] ?? 0) < there[name][1]) expect(kept[name]?.[0]).toBe(false);
			}),
		);
	});

	it('is worth nothing when it is old, from the future or broken', () => {
		const text = handed({ media: [true, NOW - 5] }, NOW);
		expect(taken(text, {}, ASKED, NOW + 299)).toEqual({ media: [true, NOW - 5] });
		for (const now of [NOW + 301, NOW - 301]) expect(taken(text, {}, ASKED, now)).toBeNull();
		expect(taken(handed({ media: [true, NOW + 1000] }, NOW), {}, ASKED, NOW)).toBeNull();
		fc.assert(
			fc.property(fc.string(), (noise) => {
				expect(taken(noise, {}, ASKED, NOW)).toBeNull();
			}),
		);
	});

	it('follows a link from one joined domain to another, out of the address at once, and from nowhere else', async () => {
		const joined = { subdomains: false, domains: ['one.localhost', 'two.localhost'] };
		const page =
			'<main><h1>Shop</h1><a id="joined" href="http://two.localhost:{port}/">Our other shop</a> <a id="own" href="/?again">Here</a></main>';
		const { page: tab, site, problems } = await visit({ change: { joined }, page, strict: false });
		const at = (host: string) => site.url.replace('localhost', host);
		await tab.goto(at('one.localhost'));
		await tab.getByRole('button', { name: 'Choose' }).click();
		await tab.getByRole('switch', { name: 'Statistics' }).check();
		await tab.getByRole('button', { name: 'Save my choices' }).click();
		await expect.poll(() => recordsOf(site).length).toBe(3);
		await tab.locator('#joined').click();
		await tab.getByRole('button', { name: 'Cookie settings' }).waitFor();
		expect(tab.url()).toBe(at('two.localhost'));
		expect(await tab.evaluate(() => window.luvalla?.choices())).toEqual({ statistics: true, marketing: false, media: false });
		expect(await tab.getByRole('dialog').count()).toBe(0);
		// It was chosen there, so the record stands there: nothing is recorded again.
		expect(recordsOf(site).length).toBe(3);
		await tab.locator('#own').click();
		expect(tab.url()).not.toContain('luvalla');
		expect(problems).toEqual([]);

		// A no goes the same way and replaces the yes.
		await tab.goto(at('one.localhost'));
		await tab.evaluate(() => void window.luvalla?.withdraw());
		await expect.poll(() => recordsOf(site).length).toBe(4);
		await tab.locator('#joined').click();
		await tab.waitForURL(/two\.localhost/);
		await expect.poll(() => tab.evaluate(() => window.luvalla?.choices())).toEqual({ statistics: false, marketing: false, media: false });

		// The same address from a page that is not joined, or typed, brings nothing.
		const { page: other, site: second } = await visit({
			change: { joined },
			page: '<a id="evil" href="http://two.localhost:{port}/#luvalla=zz">x</a>',
			strict: false,
		});
		const address = `${second.url.replace('localhost', 'two.localhost')}#luvalla=${handed({ statistics: [true, 1] }, Date.now() / 1000)}`;
		await other.goto(second.url.replace('localhost', 'evil.localhost'));
		await other.locator('#evil').evaluate((link, to) => link.setAttribute('href', to), address);
		await other.getByRole('button', { name: 'Refuse all' }).waitFor();
		await other.locator('#evil').click();
		await other.waitForURL(/two\.localhost/);
		await other.getByRole('button', { name: 'Refuse all' }).waitFor();
		expect(await other.evaluate(() => window.luvalla?.choices())).toEqual({});
	});

	it('is written by the runtime of the page that is left only: a yes that somebody put into a text of it is refused', async () => {
		const joined = { subdomains: false, domains: ['one.localhost', 'two.localhost'] };
		const forged = (made: number) => `luvalla=${handed({ statistics: [true, made], media: [true, made] }, made)}`;
		const { page: tab, site } = await visit({
			change: { joined },
			page: '<main><h1>Guest book</h1><a id="evil" href="http://two.localhost:{port}/">Look</a></main>',
			strict: false,
		});
		const at = (host: string) => site.url.replace('localhost', host);
		const follow = async (ending: string, how: 'click' | 'Enter') => {
			await tab.goto(at('one.localhost'));
			await tab.waitForFunction(() => window.luvalla && document.querySelector('script[src*="/join."]'));
			await expect
				.poll(() => tab.evaluate(() => window.luvalla?.$.ui !== undefined || Object.keys(window.luvalla?.choices() ?? {}).length > 0))
				.toBe(true);
			await tab.locator('#evil').evaluate((link: HTMLAnchorElement, to) => {
				link.hash = to;
			}, ending);
			if (how === 'click') await tab.locator('#evil').click();
			else await tab.locator('#evil').press('Enter');
			await tab.waitForURL(/two\.localhost/);
			return tab.evaluate(() => location.hash);
		};
		const now = () => Math.floor(Date.now() / 1000);
		for (const [ending, how] of [
			[forged(now()), 'click'],
			[`part&${forged(now())}`, 'Enter'],
			[`${forged(now())}&${forged(now())}`, 'click'],
		] as const) {
			expect(await follow(ending, how)).toBe(ending.startsWith('part') ? '#part' : '');
			await tab.getByRole('button', { name: 'Refuse all' }).waitFor();
			expect(await tab.evaluate(() => [window.luvalla?.choices(), document.cookie])).toEqual([{}, '']);
		}
		// Who refused there carries the refusal, whatever the link said.
		await tab.goto(at('one.localhost'));
		await tab.getByRole('button', { name: 'Refuse all' }).click();
		await expect.poll(() => recordsOf(site).length).toBe(3);
		await follow(forged(now()), 'click');
		await expect.poll(() => tab.evaluate(() => window.luvalla?.choices())).toEqual({ statistics: false, marketing: false, media: false });
	});
});

describe('hosts under one registrable domain', () => {
	it('share one cookie, and an older one of a host alone does not stand beside it', async () => {
		const { page: tab, site } = await visit({
			input: (input) => {
				input.cookieDomain = 'shop.localhost';
			},
		});
		const at = (host: string) => site.url.replace('localhost', host);
		await tab.goto(at('a.shop.localhost'));
		await tab.context().addCookies([{ name: 'luvalla', value: '1~old~media.1.s00000', url: at('a.shop.localhost') }]);
		await tab.reload();
		await tab.getByRole('button', { name: 'Refuse all' }).click();
		await tab.goto(at('b.shop.localhost'));
		await tab.getByRole('button', { name: 'Cookie settings' }).waitFor();
		expect(await tab.evaluate(() => window.luvalla?.choices())).toEqual({ statistics: false, marketing: false, media: false });
		expect((await tab.context().cookies()).map(({ name, domain }) => [name, domain])).toEqual([['luvalla', '.shop.localhost']]);
		await tab.goto(at('localhost'));
		await tab.getByRole('button', { name: 'Refuse all' }).waitFor();
	});

	it('lose the cookies of a withdrawn category on the parent domain too', async () => {
		const { page: tab, site } = await visit({
			input: ({ config }) => {
				const statistics = config.categories.find((c) => c.key === 'statistics');
				if (statistics) statistics.cookies = [{ name: '_st*', provider: '', keeps: '' }];
			},
		});
		await tab.goto(site.url.replace('localhost', 'www.shop.localhost'));
		await tab.getByRole('button', { name: 'Accept all' }).click();
		await tab.evaluate(() => {
			for (const where of ['', '; Domain=shop.localhost', '; Path=/']) {
				// biome-ignore lint/suspicious/noDocumentCookie: as a tag sets them
				document.cookie = `_st${where.length}=1${where}`;
			}
		});
		const left = tab.evaluate(() => new Promise((done) => window.luvalla?.on('choice', (detail) => done(detail.left))));
		await tab.evaluate(() => void window.luvalla?.withdraw('statistics'));
		expect(await left).toEqual([]);
		expect((await tab.context().cookies()).map(({ name }) => name)).toEqual(['luvalla']);
	});

	it('each keep their own where the browser takes no cookie for the parent', async () => {
		const { page: tab } = await visit({
			input: (input) => {
				input.cookieDomain = 'elsewhere.example';
			},
		});
		await tab.getByRole('button', { name: 'Refuse all' }).click();
		await tab.reload();
		await tab.getByRole('button', { name: 'Cookie settings' }).waitFor();
	});
});

describe('two publications side by side', () => {
	it('are drawn anew on each view until a choice, which then keeps its own; each view is counted once', async () => {
		const second = await publication(out, 'box');
		textsIn(second.config.texts, 'en').title = 'The second wording';
		const other = openPointer(assemblePointer(second, 'f0000000000000000000000000000000b'));
		for (const [share, drawn] of [
			[1, true],
			[0, false],
		] as const) {
			const { page: tab, site } = await visit({ serving: { test: { other, share } }, strict: false });
			await tab.getByRole('dialog').waitFor();
			const folder = await tab.evaluate(() => window.luvalla?.$.wire[0]);
			expect(folder === other.pointer.folder).toBe(drawn);
			expect(await tab.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])).toEqual(['', 0, 0]);
			await tab.getByRole('button', { name: 'Choose' }).click();
			await tab.getByRole('button', { name: 'Refuse all' }).last().click();
			await expect.poll(() => recordsOf(site).length).toBe(3);
			await tab.reload();
			await tab.getByRole('button', { name: 'Cookie settings' }).waitFor();
			expect(await tab.evaluate(() => window.luvalla?.$.wire[0])).toBe(folder);
			// Counted when the first page was left; the second showed no banner.
			await expect.poll(() => site.seen).toEqual([{ domainId: second.domainId, configuration: folder, language: 'en' }]);
			// Kept though the share turned round.
			site.share(1 - share);
			await tab.reload();
			await tab.getByRole('button', { name: 'Cookie settings' }).waitFor();
			expect(await tab.evaluate(() => window.luvalla?.$.wire[0])).toBe(folder);
			expect(site.seen.length).toBe(1);
		}
	});
});
