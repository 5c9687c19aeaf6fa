/** The banners of the comparison: what each puts on the page, as files. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { folderOf } from '../../apps/server/src/wings/consent/configurations/folder.ts';
import { buildBanner } from '../../packages/banner/build.ts';
import { assembleFolder, assemblePointer, type PublishInput } from '../../packages/banner/src/assemble.ts';
import { wordsOf } from '../../packages/banner/src/languages/load.ts';
import { templates } from '../../packages/banner/src/templates.ts';
import { testLists } from '../../packages/banner/test/lists.ts';
import { FOLDER } from '../../packages/banner/test/site.ts';
import { tcfInput, tcfPublished } from '../../packages/banner/test/tcf-published.ts';

const OUT = join(import.meta.dirname, '../../packages/banner/dist/bench');
const PEER = join(import.meta.dirname, '../peers/banners');
const MODULES = join(PEER, 'node_modules');

export interface Shown {
	readonly name: string;
	/** What goes into `head`. */
	readonly head: string;
	/** Path → content. */
	readonly files: ReadonlyMap<string, { type: string; text: string }>;
}

const JS = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const module = (path: string): string => readFileSync(join(MODULES, path), 'utf8');

/** A configuration of ours for the page, bundled as a website's own build would. */
const bundled = async (entry: string): Promise<string> => {
	const { outputFiles } = await build({
		entryPoints: [join(PEER, entry)],
		bundle: true,
		minify: true,
		format: 'iife',
		target: 'es2020',
		define: { 'process.env.NODE_ENV': '"production"' },
		write: false,
		logLevel: 'error',
	});
	return outputFiles[0]?.text ?? '';
};

const shown = (name: string, head: string, files: Record<string, string>): Shown => ({
	name,
	head,
	files: new Map(Object.entries(files).map(([path, text]) => [path, { type: path.endsWith('.css') ? CSS : JS, text }])),
});

export const ours = async (name: string, blockKnown: boolean): Promise<Shown> => {
	await buildBanner(OUT);
	const built = (file: string): string => readFileSync(join(OUT, `${file}.js`), 'utf8');
	const config = { ...structuredClone(templates['bottom-bar'].config), blockKnown };
	const input: PublishInput = {
		domainId: '0198c0de-0000-7000-8000-000000000001',
		hostName: 'shop.example',
		configurationTitle: 'Bench',
		version: 1,
		template: 'bottom-bar',
		config,
		words: await wordsOf(config.languages),
		purposes: {},
		sdkVersion: '0.4.0',
		bundleVersion: '0.4.0',
		sdk: built(blockKnown ? 'sdk' : 'sdkbare'),
		light: built('light'),
		wired: true,
		parts: { wake: built('wake'), tidy: built('tidy') },
	};
	// As in life, a hash, which no packing makes shorter.
	const folder = folderOf(createHash('sha256').update(name).digest());
	const pointer = `/cmp/d/${input.domainId}.js`;
	return shown(name, `<script src="${pointer}"></script>`, {
		[pointer]: assemblePointer(input, folder),
		...Object.fromEntries(assembleFolder(input).map(({ path, text }) => [`/cmp/${folder}/${path}`, text])),
	});
};

/** The framework's banner, its first layer; with a real vendor list where one is at hand (`LUVALLA_TEST_DATA`). */
const oursTcf = async (): Promise<Shown> => {
	const [made, ...real] = testLists();
	const used = real.toSorted((a, b) => b.list.vendorListVersion - a.list.vendorListVersion)[0] ?? made;
	const input = await tcfInput(OUT, used && { list: used.list });
	const { files, pointer } = tcfPublished(input);
	const path = `/cmp/d/${input.domainId}.js`;
	return shown(`luvalla TCF (${used?.name})`, `<script src="${path}"></script>`, {
		[path]: pointer,
		...Object.fromEntries(files.map((file) => [`/cmp/${FOLDER}/${file.path}`, file.text])),
	});
};

const script = (path: string): string => `<script src="${path}"></script>`;
const style = (path: string): string => `<link rel="stylesheet" href="${path}">`;

/** The folder of the peers' packages, which are installed when first wanted. */
export const peerModules = (): string => {
	if (existsSync(MODULES)) return MODULES;
	process.stderr.write('Installing the peers …\n');
	const done = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'], {
		cwd: PEER,
		stdio: ['ignore', 2, 2],
	});
	if (done.status !== 0) throw new Error('The peers could not be installed.');
	return MODULES;
};

/** Ours and the peers. */
export const banners = async (): Promise<Shown[]> => {
	peerModules();
	const deferred = (path: string): string => `<script defer src="${path}"></script>`;
	return [
		// What the page itself costs.
		shown('no banner', '', {}),
		// As it is after a look at the site that found no known tag, and as it is where nobody has looked.
		await ours('luvalla', false),
		await ours('luvalla, every known tag', true),
		await oursTcf(),
		shown('vanilla-cookieconsent 3.1.0', style('/cc.css') + deferred('/cc.js') + deferred('/config.js'), {
			'/cc.css': module('vanilla-cookieconsent/dist/cookieconsent.css'),
			'/cc.js': module('vanilla-cookieconsent/dist/cookieconsent.umd.js'),
			'/config.js': await bundled('vanilla-cookieconsent.js'),
		}),
		shown('klaro 0.7.22', deferred('/config.js') + deferred('/klaro.js'), {
			'/klaro.js': module('klaro/dist/klaro-no-translations.js'),
			'/config.js': await bundled('klaro.js'),
		}),
		shown('orejime 3.2.1', style('/orejime.css') + deferred('/config.js') + deferred('/orejime.js'), {
			'/orejime.css': module('orejime/dist/orejime-standard.css'),
			'/orejime.js': module('orejime/dist/orejime-standard-en.js'),
			'/config.js': await bundled('orejime.js'),
		}),
		shown('tarteaucitronjs 1.34.0', script('/tac/tarteaucitron.min.js') + script('/config.js'), {
			'/tac/tarteaucitron.min.js': module('tarteaucitronjs/tarteaucitron.min.js'),
			'/tac/tarteaucitron.services.min.js': module('tarteaucitronjs/tarteaucitron.services.min.js'),
			'/tac/lang/tarteaucitron.en.min.js': module('tarteaucitronjs/lang/tarteaucitron.en.min.js'),
			'/tac/css/tarteaucitron.min.css': module('tarteaucitronjs/css/tarteaucitron.min.css'),
			'/config.js': await bundled('tarteaucitron.js'),
		}),
		shown('@c15t/react 2.2.1', style('/c15t.css') + deferred('/c15t.js'), {
			'/c15t.css': await bundled('node_modules/@c15t/react/dist/styles.css'),
			'/c15t.js': await bundled('c15t.js'),
		}),
	];
};
