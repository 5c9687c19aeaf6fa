/**
 * A Vite plugin that writes each file of text a second and a third time, packed as small as brotli and gzip can: what is made
 * once may take its time, and the server packs none of it again. Beside `x.js` lie `x.js.br` and `x.js.gz`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fonts are packed already. */
const TEXT = /\.(js|css|svg|json)$/;
const [packBrotli, packGzip] = [promisify(brotliCompress), promisify(gzip)];

export function compress(): Plugin {
	return {
		name: 'luvalla:compress',
		apply: 'build',
		async writeBundle({ dir = '' }, bundle) {
			await Promise.all(
				Object.keys(bundle)
					.filter((name) => TEXT.test(name) && name.startsWith('assets/'))
					.map((name) => pack(join(dir, name))),
			);
		},
	};
}

async function pack(file: string): Promise<void> {
	const bytes = await readFile(file);
	const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
	const best = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_LGWIN]: 22, ...size };
	await writeFile(`${file}.br`, await packBrotli(bytes, { params: best }));
	await writeFile(`${file}.gz`, await packGzip(bytes, { level: constants.Z_BEST_COMPRESSION }));
}
