// @vitest-environment node
/** The service worker for a site's root, in three engines: what is fetched ahead of every script, page by page. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { assemblePointer } from '../../src/assemble.ts';
import { openPointer } from '../../src/serving.ts';
import { workerFile } from '../../src/worker/file.ts';
import { publication } from '../published.ts';
import { FOLDER } from '../site.ts';
import { ENGINES, type Engine, ONCE_MORE, type Visitor } from './engine.ts';
import { press, until } from './journeys.ts';
import { type Lab, startLab } from './lab.ts';

const KNOWN = { statistics: 'stats.localhost', marketing: 'ads.localhost' };
const PAGE = {
	head: `<script>navigator.serviceWorker.register('/luvalla-worker.js')</script>`,
	// A slow script of the site's own: the browser looks ahead meanwhile.
	body: `<main><h1>Shop</h1><script src="{video}/mark/own?ms=300"></script>
		<script src="{stats}/mark/s"></script><img src="{ads}/pixel/p" alt=""><iframe title="Film" src="{video}/frame/film"></iframe></main>`,
};

let out: string;
beforeAll(async () => {
	out = await mkdtemp(join(tmpdir(), 'banner-'));
});
afterAll(() => rm(out, { recursive: true }));

describe.each(ENGINES)('in $name', ({ name, open: start }) => {
	let engine: Engine | null;
	let visitor: Visitor | undefined;
	let lab: Lab | undefined;
	beforeAll(async () => {
		engine = await start();
	});
	afterAll(() => engine?.close());
	afterEach(async () => {
		await visitor?.leave();
		await lab?.close();
	});

	it('holds from the second page on, lets what was allowed through, and holds it again after a withdrawal', {
		retry: ONCE_MORE,
	}, async () => {
		if (!engine) return console.warn(`${name} is not installed.`);
		const input = await publication(out);
		lab = await startLab(input, { known: KNOWN });
		const { pointer } = openPointer(assemblePointer(input, FOLDER));
		const text = workerFile({ ...pointer, known: KNOWN }, await readFile(join(out, 'worker.js'), 'utf8')) ?? '';
		lab.files.set('/luvalla-worker.js', { type: 'text/javascript', text });
		lab.pages.set('/', PAGE);
		const { asked, url } = lab;
		/** What the known hosts were asked for since the last time. */
		const heard = () =>
			asked
				.splice(0)
				.filter((one) => !one.startsWith('video'))
				.sort();
		visitor = await engine.visitor();
		const tab = await visitor.tab();
		const settle = (): Promise<unknown> => tab.run('new Promise((done) => setTimeout(done, 700))');

		await tab.go(url);
		await tab.run('navigator.serviceWorker.ready.then(() => 1)');
		await settle();
		// Nobody stands before the first page.
		expect(heard()).not.toEqual([]);

		await tab.go(url);
		await settle();
		expect(await tab.run('[!!navigator.serviceWorker.controller, "cookieStore" in window]')).toEqual([true, true]);
		expect(heard()).toEqual([]);
		expect(await tab.run('window.ran')).toEqual(['own']);

		await press(tab, 'Accept all');
		await until(tab, `window.ran.includes('s')`);
		await settle();
		// In WebKit the picture may come with the next page only.
		expect(heard()).toContain('stats /mark/s');
		await tab.go(url);
		await until(tab, `window.ran?.includes('s')`);
		await settle();
		expect([...new Set(heard())]).toEqual(['ads /pixel/p', 'stats /mark/s']);

		await tab.run('luvalla.withdraw()');
		await until(tab, 'Object.values(luvalla.choices()).every((yes) => !yes)');
		await settle();
		heard();
		await tab.go(url);
		await settle();
		expect(heard()).toEqual([]);
		expect(await tab.run('window.ran')).toEqual(['own']);
	});
});
