/** Builds what others install into `dist/`: `node packages/client/build.ts`. JavaScript for Node.js 20 and browsers, and its types. */
import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const here = import.meta.dirname;
const dist = join(here, 'dist');

await rm(dist, { recursive: true, force: true });
await build({
	entryPoints: [join(here, 'src/index.ts')],
	outfile: join(dist, 'index.js'),
	bundle: true,
	format: 'esm',
	platform: 'neutral',
	target: ['es2022', 'node20'],
	logLevel: 'warning',
});
await promisify(execFile)(process.execPath, [join(here, '../../node_modules/typescript/bin/tsc'), '-p', here]);
if (!(await readdir(dist)).includes('index.d.ts')) throw new Error('The types were not built.');
