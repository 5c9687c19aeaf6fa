// @vitest-environment node
/**
 * The snippet in sites that five frameworks built, in three engines: before an answer, after a yes, a no and a withdrawal, and over pages
 * that the framework changes without loading one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES, type Engine, ONCE_MORE, type Tab, type Visitor } from '../engines/engine.ts';
import { asked, choices, press, ran, settled, until } from '../engines/journeys.ts';
import { type Lab, startLab } from '../engines/lab.ts';
import { publication } from '../published.ts';
import { buildSite, FRAMEWORKS, type Framework, serveSite } from './sites.ts';

const filmShown = (tab: Tab): Promise<boolean> => tab.run(`!!document.querySelector('iframe[title=Film]')?.getAttribute('src')`);
const on = (name: string): string => `document.querySelector('h1')?.textContent === '${name}'`;
/** By the framework's own link: no page is loaded. */
const follow = async (tab: Tab, name: 'Home' | 'Other'): Promise<void> => {
	await tab.run(`(window.stays = true, [...document.querySelectorAll('a')].find((one) => one.textContent === '${name}').click(), 1)`);
	await until(tab, on(name));
	expect(await tab.run('window.stays === true')).toBe(true);
};

let out: string;
let lab: Lab;
const sites = new Map<Framework, ReturnType<typeof buildSite>>();
beforeAll(async () => {
	out = await mkdtemp(join(tmpdir(), 'banner-'));
	lab = await startLab(await publication(out));
	for (const name of Object.keys(FRAMEWORKS) as Framework[]) sites.set(name, buildSite(name));
}, 1_200_000);
afterAll(async () => {
	await lab.close();
	await rm(out, { recursive: true });
});

describe.each(ENGINES)('in $name', ({ name, open: start }) => {
	let engine: Engine | null;
	let visitor: Visitor | undefined;
	beforeAll(async () => {
		engine = await start();
	});
	afterAll(() => engine?.close());
	afterEach(() => visitor?.leave());

	/** The home page of a framework's site, once it is alive. */
	const open = async (framework: Framework): Promise<Tab | null> => {
		if (!engine) {
			console.warn(`${name} is not installed.`);
			return null;
		}
		serveSite(lab, sites.get(framework) ?? new Map());
		visitor = await engine.visitor();
		const tab = await visitor.tab();
		await tab.go(lab.url);
		await until(tab, `${on('Home')} && document.readyState === 'complete'`);
		lab.asked.splice(0);
		await settled(tab);
		return tab;
	};

	describe.each(Object.keys(FRAMEWORKS) as Framework[])('%s', (framework) => {
		it('holds until a yes, goes on over its pages, and stops after a withdrawal', { retry: ONCE_MORE }, async () => {
			const tab = await open(framework);
			if (!tab) return;
			expect([await asked(tab), await ran(tab), await filmShown(tab), lab.asked]).toEqual([true, [], false, []]);
			await press(tab, 'Accept all');
			await until(tab, `window.ran?.includes('home')`);
			await until(tab, `document.querySelector('iframe[title=Film]').getAttribute('src')`);
			await follow(tab, 'Other');
			await until(tab, `window.ran.includes('other')`);
			expect(await asked(tab)).toBe(false);
			await tab.run('luvalla.withdraw()');
			await until(tab, 'Object.values(luvalla.choices()).every((yes) => !yes)');
			const before = (await ran(tab)).length;
			await follow(tab, 'Home');
			await settled(tab);
			expect([(await ran(tab)).length, await filmShown(tab), await asked(tab)]).toEqual([before, false, false]);
			expect(await tab.run('complaints')).toEqual([]);
			await tab.reload();
			await until(tab, `window.luvalla && ${on('Home')}`);
			await settled(tab);
			expect([await ran(tab), await filmShown(tab), await asked(tab)]).toEqual([[], false, false]);
		});
		it('remembers a no over its pages', { retry: ONCE_MORE }, async () => {
			const tab = await open(framework);
			if (!tab) return;
			await press(tab, 'Refuse all');
			for (const page of ['Other', 'Home'] as const) {
				await follow(tab, page);
				await settled(tab);
				expect([page, await ran(tab), await filmShown(tab), await asked(tab), lab.asked]).toEqual([page, [], false, false, []]);
			}
			expect(Object.values(await choices(tab))).toEqual([false, false, false]);
			expect(await tab.run('complaints')).toEqual([]);
		});
		it('still asks on the next page who has not answered', { retry: ONCE_MORE }, async () => {
			const tab = await open(framework);
			if (!tab) return;
			await follow(tab, 'Other');
			await settled(tab);
			expect([await asked(tab), await ran(tab), lab.asked]).toEqual([true, [], []]);
			await press(tab, 'Accept all');
			await until(tab, `window.ran?.includes('other')`);
			await follow(tab, 'Home');
			await until(tab, `window.ran.includes('home') && document.querySelector('iframe[title=Film]').getAttribute('src')`);
			expect(await tab.run('complaints')).toEqual([]);
		});
	});
});
