/**
 * From a press to the next picture, as browsers measure it (Event Timing: the longest of what each press or key was made of, in
 * steps of 8 ms), at a quarter of the processor's speed: on the list of users with its form beside the public react-admin packages
 * with the same list and form, and on the list of people, the heaviest of the portal. Rounds go by turns. A press that is drawn
 * within 16 ms is told by no entry and counts as 16. The goal is the longest act of ours in the median round.
 *
 * `npm run bench -- interaction [ROUNDS]`
 */
import type { BrowserContext, Page } from '@playwright/test';
import { buildPeer } from './lib/peer.ts';
import { LOOK, stagePortal } from './lib/portal-stage.ts';
import { spreadOf, writeResult } from './lib/result.ts';
import { serveFolder } from './lib/serve-folder.ts';

const PORT = 4594;
const ROUNDS = Number(process.argv[2] ?? 5);
const SLOWER = 4;
const GOAL_MS = 100;
/** The least that the browser tells. */
const LEAST_MS = 16;

type Act = readonly [name: string, act: (page: Page) => Promise<unknown>];

/** A page of each, with acts that follow each other; after each the page comes to rest. */
interface Side {
	readonly name: string;
	readonly url: string;
	readonly ready: (page: Page) => Promise<unknown>;
	readonly acts: readonly Act[];
}

const press = (role: Parameters<Page['getByRole']>[0], name: string | RegExp) => (page: Page) =>
	page.getByRole(role, { name }).first().click();

/** In the page: the longest entry of a press or key since the last time it was asked. */
const watch = (): void => {
	Object.assign(window, { longest: 0 });
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries())
			if ('interactionId' in entry && entry.interactionId !== 0)
				Object.assign(window, { longest: Math.max(Number(Reflect.get(window, 'longest')), entry.duration) });
	}).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
};

/** Nothing is being fetched and two pictures have been drawn. */
const rest = async (page: Page): Promise<void> => {
	await page.waitForLoadState('networkidle');
	await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
	await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
	// Entries are told after the picture, by a task of their own.
	await page.waitForTimeout(100);
};

const round = async (context: BrowserContext, { url, ready, acts }: Side): Promise<Record<string, number>> => {
	const page = await context.newPage();
	await page.addInitScript(watch);
	const browser = await context.newCDPSession(page);
	await page.goto(url);
	await ready(page);
	await rest(page);
	await browser.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
	const taken: Record<string, number> = {};
	for (const [name, act] of acts) {
		await page.evaluate(() => Object.assign(window, { longest: 0 }));
		await act(page);
		await rest(page);
		taken[name] = Math.max(LEAST_MS, await page.evaluate(() => Number(Reflect.get(window, 'longest'))));
	}
	await page.close();
	return taken;
};

const staged = await stagePortal(PORT);
const peer = await serveFolder(buildPeer('react-admin'));
try {
	const row = (page: Page) => page.getByRole('row').nth(1).waitFor();
	const sides: readonly Side[] = [
		{
			name: 'react-admin, users',
			url: `${peer.url}/#/users`,
			ready: (page) => page.getByText('user-1@example.com').waitFor(),
			acts: [
				[
					'a key in the search',
					async (page) => {
						await page.getByRole('textbox', { name: /search/i }).press('u');
						// It asks a while after the last key: the next press would meet rows that go away.
						await page.waitForURL(/filter/);
					},
				],
				['sort', press('button', /Sort by name/i)],
				[
					'open a row',
					(page) =>
						page
							.getByText(/^user-\d+@example.com$/)
							.first()
							.click(),
				],
				['a key in the form', (page) => page.getByRole('textbox', { name: /name/i }).last().press('x')],
			],
		},
		{
			name: 'users',
			url: `${staged.portal}/users`,
			ready: row,
			acts: [
				['a key in the search', (page) => page.getByRole('searchbox').first().press('a')],
				['sort', (page) => page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button').first().click()],
				['open a row', (page) => page.locator('tbody a').first().click()],
				['a key in the form', (page) => page.getByRole('dialog').getByRole('textbox').first().press('x')],
			],
		},
		{
			name: 'people',
			url: `${staged.portal}/domainprofiles?customer=1&show=consents&size=50`,
			ready: row,
			acts: [
				['a key in the search', (page) => page.getByRole('searchbox').first().press('a')],
				['tick a row', (page) => page.locator('tbody').getByRole('checkbox').first().click()],
				['tick all', (page) => page.locator('thead').getByRole('checkbox').first().click()],
				['open a person', (page) => page.locator('tbody a').first().click()],
			],
		},
	];
	const taken = new Map<string, Record<string, number>[]>(sides.map(({ name }) => [name, []]));
	for (let n = 0; n < ROUNDS; n++)
		for (const side of sides) {
			const context = await staged.browser.newContext({ ...LOOK, storageState: staged.admin });
			taken.get(side.name)?.push(await round(context, side));
			await context.close();
		}
	const medians: Record<string, Record<string, number>> = {};
	for (const { name, acts } of sides) {
		const rounds = taken.get(name) ?? [];
		console.log(`${name}, ms of ${ROUNDS} rounds at ${SLOWER} × slower (median, least–most):`);
		for (const [act] of acts) {
			const { median, least, most } = spreadOf(rounds.map((one) => one[act] ?? 0));
			medians[name] = { ...medians[name], [act]: median };
			console.log(`  ${String(median).padStart(5)} (${least}–${most})  ${act}`);
		}
	}
	for (const name of ['users', 'people']) {
		const worst = Math.max(...Object.values(medians[name] ?? {}));
		console.log(`  ${worst <= GOAL_MS ? '✓ met    ' : '✗ NOT met'} ${name}: the longest act ${worst} ms (≤ ${GOAL_MS})`);
	}
	await writeResult('interaction', { rounds: Object.fromEntries(taken), medians });
} finally {
	peer.stop();
	await staged.stop();
}
