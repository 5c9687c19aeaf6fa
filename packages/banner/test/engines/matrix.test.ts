// @vitest-environment node
/** Engine × journey: the table of what holds where. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { someOf } from '../../../../scripts/length.ts';
import { publication } from '../published.ts';
import { tcfInput, tcfPublished } from '../tcf-published.ts';
import { ENGINES, type Engine, ONCE_MORE, type Visitor } from './engine.ts';
import { framework, journeys } from './journeys.ts';
import { type Lab, startLab } from './lab.ts';
import { untidy } from './untidy.ts';

const all = { ...journeys, ...framework, ...untidy };
const passed = new Map<string, Record<string, string>>(Object.keys(all).map((name) => [name, {}]));
let out: string;
let app: string;
beforeAll(async () => {
	out = await mkdtemp(join(tmpdir(), 'banner-'));
	const { outputFiles } = await build({
		entryPoints: [join(import.meta.dirname, '../../../../docs/examples/react/app.tsx')],
		bundle: true,
		format: 'iife',
		jsx: 'automatic',
		define: { 'process.env.NODE_ENV': '"production"' },
		write: false,
	});
	app = outputFiles[0]?.text ?? '';
});
afterAll(async () => {
	console.table(Object.fromEntries(passed));
	await rm(out, { recursive: true });
});

describe.each(someOf(ENGINES, 1))('in $name', ({ name: engineName, open: start }) => {
	let engine: Engine | null;
	let visitor: Visitor | undefined;
	let lab: Lab | undefined;
	beforeAll(async () => {
		engine = await start();
		if (!engine) console.warn(`${engineName} is not installed: none of its journeys was made.`);
	});
	afterAll(() => engine?.close());
	afterEach(async () => {
		await visitor?.leave();
		await lab?.close();
		visitor = lab = undefined;
	});

	// A short run makes each third one, in the first engine.
	const made = Object.entries(all);
	it.each(someOf(made, made.length / 3))('%s', { retry: ONCE_MORE }, async (name, journey) => {
		const row = passed.get(name) ?? {};
		row[engineName] = engine ? '✗' : 'not installed';
		if (!engine) return;
		const input = await publication(out);
		for (const category of input.config.categories)
			if (category.key === 'statistics') category.cookies = [{ name: '_ga_*', provider: '', keeps: '' }];
		const opened = await startLab(input, {
			...(name in framework && { published: tcfPublished(await tcfInput(out)) }),
			known: { statistics: 'stats.localhost', marketing: 'ads.localhost|video.localhost/both', media: 'video.localhost' },
		});
		lab = opened;
		opened.files.set('/app.js', { type: 'text/javascript', text: app });
		const present = await engine.visitor();
		visitor = present;
		const cannot = await journey({
			engine: engineName,
			lab: opened,
			visitor: present,
			open: async (page = {}) => {
				opened.pages.set('/', page);
				const tab = await present.tab();
				await tab.go(opened.url);
				return tab;
			},
		});
		row[engineName] = typeof cannot === 'string' ? `cannot ${cannot}` : '✓';
	});
});
