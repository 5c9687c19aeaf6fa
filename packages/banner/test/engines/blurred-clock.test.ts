// @vitest-environment node
/** A browser that blurs its clock says 1 ms of what has not been: Firefox does, one page of a thousand; here each page does. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publication } from '../published.ts';
import { ENGINES } from './engine.ts';
import { type Lab, startLab } from './lab.ts';

const BLUR = `for (const name of ['domInteractive', 'domContentLoadedEventStart', 'domComplete', 'loadEventStart']) {
	const { get } = Object.getOwnPropertyDescriptor(PerformanceNavigationTiming.prototype, name);
	Object.defineProperty(PerformanceNavigationTiming.prototype, name, { get() { return get.call(this) || 1; } });
}`;
const tag = (words: string): string =>
	`<script type="text/plain" data-luvalla="statistics">(window.ran ??= []).push('tag');${words}</script>`;

let out: string;
let lab: Lab;
beforeAll(async () => {
	out = await mkdtemp(join(tmpdir(), 'banner-'));
	lab = await startLab(await publication(out));
	lab.pages.set('/', {
		first: `<script>${BLUR}</script>`,
		head: tag(`document.addEventListener('DOMContentLoaded', () => ran.push('ready'));addEventListener('load', () => ran.push('loaded'))`),
		// The parser waits, so that the tag runs before both events.
		body: '<main><h1>Shop</h1></main><script src="{ads}/mark/slow?ms=1500"></script>',
	});
});
afterAll(async () => {
	await lab.close();
	await rm(out, { recursive: true });
});

it.each(ENGINES)('what waits for the page runs once in $name', async ({ open }) => {
	const engine = await open();
	if (!engine) return console.warn('This engine is not installed: nothing was seen.');
	try {
		const visitor = await engine.visitor();
		const tab = await visitor.tab();
		await tab.go(lab.url);
		await tab.run(
			`new Promise(done => luvalla.$.withUi((ui) => { ui.decide({ statistics: true, marketing: false, media: false }); done(1) }))`,
		);
		await tab.reload();
		const ran = await tab.run<string[]>(`new Promise((done) => { const look = () =>
			window.ran?.includes('loaded') ? setTimeout(() => done(ran), 100) : setTimeout(look, 20); look(); })`);
		expect(ran.filter((one) => one !== 'slow')).toEqual(['tag', 'ready', 'loaded']);
	} finally {
		await engine.close();
	}
});
