// @vitest-environment node
/** A site of forty tags of every kind, drawn anew (five times in a long run): what runs, in which order and how often, in each engine. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '../../../../scripts/length.ts';
import { publication } from '../published.ts';
import { ENGINES, type Engine, ONCE_MORE, type Tab } from './engine.ts';
import { asPage, fortyTags, inPageOrder, type Tag } from './forty.ts';
import { type Lab, startLab } from './lab.ts';

const SEEDS = someOf([1, 2, 3, 4, 5], 1);
/** What is answered, and what it allows. */
const CHOICES = {
	nothing: [],
	'Refuse all': [],
	'Statistics alone': ['statistics'],
	'Accept all': ['statistics', 'marketing', 'media'],
} as const;

let out: string;
let lab: Lab;
beforeAll(async () => {
	out = await mkdtemp(join(tmpdir(), 'banner-'));
	lab = await startLab(await publication(out), {
		known: { statistics: 'stats.localhost', marketing: 'ads.localhost', media: 'video.localhost' },
	});
	for (const seed of SEEDS) lab.pages.set(`/${seed}`, asPage(fortyTags(seed)));
});
afterAll(async () => {
	await lab.close();
	await rm(out, { recursive: true });
});

/** What has run once as much as should has, and the page has stood still for a while; or after ten seconds. */
const ranOn = (tab: Tab, wanted: number): Promise<string[]> =>
	tab.run(`new Promise((done) => {
		let before = -1, still = 0, rounds = 0;
		const look = () => {
			const count = (window.ran ?? []).length;
			still = count >= ${wanted} && count === before && document.readyState === 'complete' ? still + 1 : 0;
			before = count;
			if (still >= 6 || rounds++ > 150) done(window.ran ?? []);
			else setTimeout(look, 70);
		};
		look();
	})`);
const answer = (choice: keyof typeof CHOICES): string =>
	choice === 'nothing'
		? '1'
		: choice === 'Statistics alone'
			? `new Promise(done => luvalla.$.withUi((ui) => { ui.decide({ statistics: true, marketing: false, media: false }); done(1) }))`
			: `new Promise((done, failed) => { let tries = 0; const look = () => {
				const button = [...document.querySelectorAll('luvalla-layer')].flatMap((one) => [...(one.shadowRoot?.querySelectorAll('button') ?? [])]).find((one) => one.textContent === '${choice}');
				if (button) { button.click(); setTimeout(() => done(1), 300); } else if (tries++ > 100) failed('no button'); else setTimeout(look, 50);
			}; look(); })`;

const expected = (tags: Tag[], choice: keyof typeof CHOICES): string[] => {
	const allowed: readonly string[] = CHOICES[choice];
	return tags.filter(({ category }) => !category || allowed.includes(category)).map(({ name }) => name);
};

/** What ran differently from what is wanted, by name; empty: nothing did. */
const wrongIn = (list: string[], wanted: string[]): string =>
	[...new Set([...list, ...wanted])]
		.map((name) => ({ name, times: list.filter((one) => one === name).length, due: wanted.includes(name) ? 1 : 0 }))
		.filter(({ times, due }) => times !== due)
		.map(({ name, times, due }) => `${name}: ${times} times, not ${due}`)
		.join('; ');

// Most of a visit is waiting: the engines wait at the same time, each for one visit after the other.
describe.each(ENGINES)('forty tags in $name', { concurrent: true }, ({ open }) => {
	let engine: Engine | null;
	beforeAll(async () => {
		engine = await open();
	});
	afterAll(() => engine?.close());
	/** Whatever a test ends with, its visitors leave. */
	const after: (() => Promise<void>)[] = [];
	afterEach(async () => {
		for (const leave of after.splice(0)) await leave();
	});

	it.each(SEEDS)('run exactly as the categories say, once and in order: seed %i', { concurrent: false, retry: ONCE_MORE }, async (seed) => {
		if (!engine) return console.warn('This engine is not installed: nothing was seen.');
		const tags = inPageOrder(fortyTags(seed));
		for (const choice of Object.keys(CHOICES) as (keyof typeof CHOICES)[]) {
			const visitor = await engine.visitor();
			after.push(visitor.leave);
			const tab = await visitor.tab();
			await tab.go(`${lab.url}${seed}`);
			const wanted = expected(tags, choice);
			await ranOn(tab, expected(tags, 'nothing').length);
			await tab.run(answer(choice));
			const first = await ranOn(tab, wanted.length);
			await tab.reload();
			const again = await ranOn(tab, wanted.length);
			for (const [visit, list] of Object.entries({ first, again })) expect(wrongIn(list, wanted), `${visit} visit, ${choice}`).toBe('');
			// What runs in order: marked classic scripts among themselves, and the site's own among theirs.
			const inOrder = (free: boolean) =>
				tags.filter((tag) => tag.ordered && !tag.category === free && wanted.includes(tag.name)).map(({ name }) => name);
			for (const list of [first, again])
				for (const free of [true, false]) expect(list.filter((name) => inOrder(free).includes(name))).toEqual(inOrder(free));
		}
	});
});
