/**
 * A site of two pages in each framework, with what its own tools make of it: packages from npm, installed when first wanted and kept out
 * of ours, and its production build. Addresses that only a run knows stand in it as `http://cmp.invalid` and the like. For tests only.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { type Lab, OPEN } from '../engines/lab.ts';

const SITES = join(import.meta.dirname, 'sites');
/** Where each puts what is to be served. */
export const FRAMEWORKS = {
	Next: { folder: 'next', built: 'dist' },
	Nuxt: { folder: 'nuxt', built: '.output/public' },
	SvelteKit: { folder: 'sveltekit', built: 'dist' },
	/** Its router swaps the page by a view transition. */
	Astro: { folder: 'astro', built: 'dist' },
	Angular: { folder: 'angular', built: 'dist' },
} as const;
export type Framework = keyof typeof FRAMEWORKS;

const TYPES: Readonly<Record<string, string>> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.mjs': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.json': 'application/json; charset=utf-8',
	'.txt': 'text/plain; charset=utf-8',
};

const runIn = (cwd: string, args: readonly string[]): void => {
	const done = spawnSync('npm', args, {
		cwd,
		// The tools of a site are run by this very Node, and tell nobody.
		env: {
			...process.env,
			PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
			...{
				NODE_ENV: undefined,
				VITEST: undefined,
				NEXT_TELEMETRY_DISABLED: '1',
				NUXT_TELEMETRY_DISABLED: '1',
				ASTRO_TELEMETRY_DISABLED: '1',
			},
			...{ NG_CLI_ANALYTICS: 'false', CI: '1' },
		},
		encoding: 'utf8',
	});
	if (done.status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${cwd}:\n${done.stdout}\n${done.stderr}`);
};

/** The built site's files by path, made anew. */
export const buildSite = (framework: Framework): Map<string, { type: string; text: string }> => {
	const { folder, built } = FRAMEWORKS[framework];
	const home = join(SITES, folder);
	if (!existsSync(join(home, 'node_modules')))
		runIn(home, ['install', '--no-audit', '--no-fund', '--no-package-lock', '--workspaces=false', '--loglevel=error']);
	runIn(home, ['run', 'build']);
	const out = join(home, built);
	const files = new Map<string, { type: string; text: string }>();
	for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
		const type = TYPES[extname(entry.name)];
		if (!entry.isFile() || !type) continue;
		const path = join(entry.parentPath, entry.name);
		files.set(`/${relative(out, path)}`, { type, text: readFileSync(path, 'utf8') });
	}
	return files;
};

/** Keeps what the page complains of. It stands in the loader's file: what else stood in `head` would be the framework's to complain of. */
const WATCH = `window.complaints=[];addEventListener('error',(e)=>complaints.push(String(e.message)));addEventListener('unhandledrejection',(e)=>complaints.push(String(e.reason)));
{const c=console.error;console.error=(...a)=>{complaints.push(a.map(String).join(' '));c(...a)}};`;

/** Serves it in a lab, with the lab's addresses; every page by its path, as hosts of files do. */
export const serveSite = (lab: Lab, files: ReturnType<typeof buildSite>): void => {
	const named = (text: string): string =>
		text
			.replaceAll('http://cmp.invalid', lab.cmp)
			.replaceAll(/http:\/\/(stats|video)\.invalid/g, (_, name: string) => lab.named(`{${name}}`));
	lab.before = OPEN + WATCH;
	lab.files.clear();
	for (const [path, { type, text }] of files) {
		const file = { type, text: named(text) };
		lab.files.set(path, file);
		if (path.endsWith('.html'))
			for (const bare of [path.replace(/\.html$/, ''), path.replace(/index\.html$/, ''), path.replace(/\/index\.html$/, '')])
				lab.files.set(bare || '/', file);
	}
	// A site of one page is given for each address.
	const home = lab.files.get('/');
	if (home && !lab.files.has('/other')) lab.files.set('/other', home);
};
