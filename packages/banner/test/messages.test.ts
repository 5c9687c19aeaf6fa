// @vitest-environment node
/** Messages that stand on a site, in Chromium: for who permits them alone, where they fit, as often as they may, and over when somebody says so. */
import { Placement, type SiteMessage } from '@luvalla/contract/placement';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { assembleFolder, assemblePointer, type PublishInput } from '../src/assemble.ts';
import { PUSH_WORDS } from '../src/push/words.ts';
import { violations } from './axe.ts';
import { publication } from './published.ts';
import { out, visit } from './visit.ts';

const permitting = (input: PublishInput) =>
	void Object.assign(input, { remembers: 'statistics', pushes: 'marketing', pushWords: PUSH_WORDS });
const messageOf = (placement: object, over: Partial<SiteMessage> = {}): SiteMessage => ({
	id: 'one',
	language: 'fi',
	title: 'Tammilamppu 109 €',
	body: 'Kerhohinta.\nSe on korissasi heti.',
	link: { to: 'https://shop.example/lamp', label: 'Katso lamppu' },
	image: null,
	alt: '',
	why: true,
	placement: Placement.parse({ shape: 'corner', ...placement }),
	...over,
});

/** A server that has `t.waiting`, and what it was asked with in `t.asked`. */
const server = (): void => {
	const list = (key: string) => JSON.parse(localStorage.getItem(key) ?? '[]');
	const { fetch } = window;
	window.fetch = async (to, init) => {
		if (!`${to}`.endsWith('/visitor/messages')) return fetch(to, init);
		const { over } = JSON.parse(`${init?.body}`);
		localStorage.setItem('t.asked', JSON.stringify([...list('t.asked'), over]));
		const left = list('t.waiting').filter(({ id }: { id: string }) => !over.includes(id));
		localStorage.setItem('t.waiting', JSON.stringify(left));
		return Response.json({ data: left });
	};
};
const kept = (page: Page, key: string) => page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key);
const put = (page: Page, key: string, value: unknown) =>
	page.evaluate(([name, text]) => localStorage.setItem(name ?? '', text ?? ''), [key, JSON.stringify(value)]);

/** A visitor who said yes to everything, is remembered, and comes back to these. */
const back = async (...waiting: SiteMessage[]) => {
	const opened = await visit({ input: permitting, before: server });
	const { page } = opened;
	await page.getByRole('button', { name: 'Accept all' }).click();
	await page.evaluate(() => window.luvalla?.$.withUi((ui) => ui.decide({ marketing: true, statistics: true })));
	await expect.poll(() => page.evaluate(() => localStorage.getItem('luvalla.v'))).not.toBeNull();
	// The first question of a page, in which nothing waits.
	await expect.poll(() => kept(page, 't.asked')).not.toBeNull();
	await put(page, 't.asked', []);
	await put(page, 't.waiting', waiting);
	const loaded: string[] = [];
	page.on('request', (request) => loaded.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''));
	/** Loads the page anew; what it asked was answered. */
	const again = async (): Promise<void> => {
		const before = (await kept(page, 't.asked')).length;
		await page.reload();
		await expect.poll(async () => (await kept(page, 't.asked')).length).toBe(before + 1);
		// And what came of it is under way.
		await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
	};
	await again();
	return { ...opened, again, loaded, card: page.getByRole('dialog', { name: 'Tammilamppu 109 €' }) };
};

describe('a site whose visitors may be sent messages', () => {
	it('draws one in its corner, heard and not in the way; "not now" ends it for good and is told', async () => {
		const { page, card, again, loaded, problems } = await back(messageOf({}));
		await card.waitFor();
		expect(loaded.filter((file) => file.startsWith('message'))).toEqual(['messages.js', 'message.en.js']);
		expect(await card.evaluate((one) => [one.closest('[aria-live]')?.getAttribute('aria-live'), document.activeElement?.tagName])).toEqual([
			'polite',
			'BODY',
		]);
		expect(await card.getByRole('heading').getAttribute('lang')).toBe('fi');
		expect(await card.getByRole('link', { name: 'Katso lamppu' }).getAttribute('href')).toBe('https://shop.example/lamp');
		expect(await card.getByRole('button', { name: 'Why do I see this?' }).count()).toBe(1);
		// The way back to the choices is never covered.
		const reopen = await page.getByRole('button', { name: 'Cookie settings' }).boundingBox();
		const place = await card.boundingBox();
		expect((reopen?.x ?? 0) + (reopen?.width ?? 0) < (place?.x ?? 0) || (reopen?.x ?? 0) > (place?.x ?? 0) + (place?.width ?? 0)).toBe(
			true,
		);
		expect(await violations(page)).toEqual([]);
		await card.getByRole('button', { name: 'Not now' }).click();
		expect(await card.count()).toBe(0);
		await expect.poll(() => kept(page, 't.asked')).toEqual([[], ['one']]);
		await expect.poll(() => kept(page, 'luvalla.o')).toBeNull();
		await again();
		expect(await card.count()).toBe(0);
		expect(problems).toEqual([]);
	});

	it('stands where it fits alone, as often as it may, and no part is loaded for one that does not', async () => {
		const { page, card, again, loaded } = await back(messageOf({ pages: ['/lamps/*', '/sale'] }));
		expect([await card.count(), loaded.filter((file) => file === 'message.en.js')]).toEqual([0, []]);
		const here = await page.evaluate(() => location.pathname);
		await put(page, 't.waiting', [messageOf({ notPages: [`${here}*`] })]);
		await again();
		expect(loaded.filter((file) => file === 'message.en.js')).toEqual([]);
		await put(page, 't.waiting', [messageOf({ pages: [here], perDay: 2, inAll: 3 })]);
		for (const n of [1, 2]) {
			await again();
			await card.waitFor();
			expect((await kept(page, 'luvalla.m')).one[0]).toBe(n);
		}
		const drawn = loaded.filter((file) => file === 'message.en.js').length;
		await again();
		expect(loaded.filter((file) => file === 'message.en.js')).toHaveLength(drawn);
		// The next day once more, and then never: of those who live where it has begun.
		const day = Math.floor(Date.now() / 86_400_000) + 1;
		await page.addInitScript(() => {
			Date.prototype.getTimezoneOffset = () => (Date.now() % 86_400_000) / 60_000 - 1440;
		});
		await put(page, 'luvalla.m', { one: [2, day - 1, 2] });
		await again();
		await card.waitFor();
		await put(page, 'luvalla.m', { one: [3, day - 1, 1] });
		await again();
		expect(loaded.filter((file) => file === 'message.en.js')).toHaveLength(drawn + 1);
		// What waits no more is not remembered.
		await put(page, 't.waiting', []);
		await again();
		await expect.poll(() => kept(page, 'luvalla.m')).toEqual({});
	});

	it('knows a page by its words, however its address and the path that was typed have the signs beyond ASCII', async () => {
		const { page, card, again } = await back();
		const here = await page.evaluate(() => location.href);
		await page.addInitScript(() => history.replaceState(null, '', '/k%c3%a4sity%C3%B6t/1'));
		const at = async (placement: object): Promise<void> => {
			await put(page, 't.waiting', [messageOf({ ...placement, inAll: 9, perDay: 9 })]);
			await page.evaluate((url) => history.replaceState(null, '', url), here);
			await again();
		};
		for (const path of ['/käsityöt/*', '/k%C3%A4sityöt/1']) {
			await at({ pages: [path] });
			await card.waitFor();
		}
		await at({ notPages: ['/käsityöt*'] });
		expect((await kept(page, 'luvalla.m')).one[0]).toBe(2);
	});

	it('waits for its moment: so much of the page', async () => {
		const { page, card, again, loaded } = await back();
		await page.addInitScript(() =>
			document.addEventListener('DOMContentLoaded', () => (document.body.style.cssText = 'min-height:4000px;transform:scale(1)')),
		);
		await put(page, 't.waiting', [messageOf({ afterPercent: 60, afterSeconds: 3600 })]);
		await again();
		expect(loaded.filter((file) => file === 'message.en.js')).toEqual([]);
		await page.evaluate(() => scrollTo(0, 2500));
		await card.waitFor();
		// On the screen also where the body holds what is fixed.
		expect((await card.boundingBox())?.y).toBeLessThan(800);
		// Until it comes it keeps back no other.
		const later = messageOf({ afterSeconds: 3600 }, { id: 'later', title: 'Later' });
		await put(page, 't.waiting', [later, messageOf({ afterSeconds: 1 }, { id: 'sooner' }), later]);
		await again();
		await card.waitFor();
	});

	it('as a dialog is answered first, and Escape is an answer; as a bar leaves the way back free', async () => {
		const { page, card, again } = await back(messageOf({ shape: 'dialog' }, { link: { to: 'javascript:alert(1)', label: 'Katso' } }));
		await card.waitFor();
		expect(await card.getByRole('link').count()).toBe(0);
		expect(await card.evaluate((one) => one.matches(':modal') && one.contains((one.getRootNode() as ShadowRoot).activeElement))).toBe(true);
		expect(await violations(page)).toEqual([]);
		await page.keyboard.press('Escape');
		expect(await card.count()).toBe(0);
		await expect.poll(() => kept(page, 't.asked')).toEqual([[], ['one']]);
		// Closed by the browser itself it is over, too; whoever was somewhere on the page is there again.
		await page.addInitScript(() =>
			document.addEventListener('DOMContentLoaded', () =>
				document.body.prepend(Object.assign(document.createElement('input'), { id: 'in' })),
			),
		);
		await put(page, 't.waiting', [messageOf({ shape: 'dialog', afterSeconds: 1 }, { id: 'back' })]);
		await again();
		await page.locator('#in').focus();
		await card.evaluate((one) => (one as HTMLDialogElement).close());
		await expect.poll(() => kept(page, 't.asked').then((asked) => asked.at(-1))).toEqual(['back']);
		expect([await card.count(), await page.evaluate(() => document.activeElement?.id)]).toEqual([0, 'in']);
		await put(page, 'luvalla.m', {});
		await put(page, 't.waiting', [messageOf({ shape: 'dialog', afterSeconds: 1 }, { id: 'three' })]);
		await again();
		await page.locator('#in').focus();
		await card.getByRole('button', { name: 'Not now' }).click();
		expect(await page.evaluate(() => document.activeElement?.id)).toBe('in');
		await put(page, 't.waiting', [messageOf({ shape: 'bar' }, { id: 'two' })]);
		for (const width of [1280, 360]) {
			await page.setViewportSize({ width, height: 700 });
			await put(page, 'luvalla.m', {});
			await again();
			await card.waitFor();
			// Pressed through whatever lies over it.
			await page.getByRole('button', { name: 'Cookie settings' }).click({ trial: true });
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
		}
	});

	it('says why by the choices that it rests on, and leaves them free', async () => {
		const { page, card } = await back(messageOf({}));
		await card.getByRole('button', { name: 'Why do I see this?' }).click();
		await page
			.getByRole('switch', { name: /^Marketing/ })
			.or(page.getByRole('checkbox', { name: /^Marketing/ }))
			.first()
			.waitFor();
		expect(await card.count()).toBe(0);
		expect(await kept(page, 'luvalla.o')).toBeNull();
	});

	it('goes with the yes, and what was kept of it; after a no nothing is asked or loaded', async () => {
		const { page, card, loaded } = await back(messageOf({}));
		await card.waitFor();
		await page.evaluate(() => window.luvalla?.withdraw('marketing'));
		await expect.poll(() => card.count()).toBe(0);
		expect(await kept(page, 'luvalla.m')).toBeNull();
		loaded.length = 0;
		await page.reload();
		await page.getByRole('button', { name: 'Cookie settings' }).waitFor();
		expect(loaded.filter((file) => file.startsWith('message'))).toEqual([]);
	});
});

it('costs sites without such a category no byte', async () => {
	const plain = await publication(out);
	const paths = (input: PublishInput) => assembleFolder(input).flatMap(({ path }) => (path.startsWith('message') ? [path] : []));
	const remembering = { ...plain, remembers: 'statistics', pushWords: PUSH_WORDS };
	expect([paths(plain), paths(remembering)]).toEqual([[], []]);
	expect(assemblePointer(remembering, 'f')).toBe(assemblePointer({ ...plain, remembers: 'statistics' }, 'f'));
	expect(paths({ ...remembering, pushes: 'marketing' }).toSorted()).toEqual(
		[...plain.config.languages.map((language) => `message.${language}.js`), 'messages.js'].toSorted(),
	);
});
