/**
 * Builds what websites load into `dist/<version>/`: `node packages/banner/build.ts`. The same sources give the same
 * bytes. An old version's folder is never written again by a newer one. With `--release` the build is kept in the
 * repository, in `releases/<version>/`: from then on that version has these bytes, and other ones are refused.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { minify } from '@swc/core';
import { build } from 'esbuild';

const here = import.meta.dirname;
const RELEASES = join(here, 'releases');
const version = /"version": "(\d+\.\d+\.\d+)"/.exec(await readFile(join(here, 'package.json'), 'utf8'))?.[1];
if (!version) throw new Error('packages/banner/package.json has no version');

/** esbuild joins, swc shortens: after packing, what a visitor loads is 2 to 5 % smaller than by esbuild alone. */
const shortened = async (text: string): Promise<string> => {
	const { code } = await minify(text, { compress: { inline: 0 }, mangle: true, module: false });
	return `${code}\n`;
};

/** A released version's build came out with other bytes. */
export class Released extends Error {
	override readonly name = 'Released';
}

/** @throws Released where `kept`, the folder of a version's release, holds another file list or other bytes than were built */
const demandSame = async (kept: string, listing: string, files: readonly { file: string; text: string }[]): Promise<void> => {
	const there = (file: string) => readFile(join(kept, file), 'utf8').catch(() => null);
	if (!existsSync(kept)) return;
	for (const { file, text } of [...files, { file: 'build.json', text: listing }])
		if ((await there(file)) !== text)
			throw new Released(
				`Banner ${version} is released, and ${file} is not what was released: raise "version" in packages/banner/package.json.`,
			);
};

/**
 * Builds every file and answers each with its size; `out` is made when it is not there.
 * @throws Released, before anything is written
 */
export const buildBanner = async (
	out = join(here, 'dist', version),
	releases = RELEASES,
): Promise<{ file: string; bytes: number; brotli: number; sha256: string }[]> => {
	const { outputFiles } = await build({
		absWorkingDir: here,
		entryPoints: {
			sdk: 'src/core/light.ts',
			sdkbare: 'src/core/bare.ts',
			google: 'src/core/google.ts',
			strip: 'src/core/strip.ts',
			light: 'src/light/main.ts',
			frames: 'src/frames/main.ts',
			declaration: 'src/declaration/main.ts',
			join: 'src/join/main.ts',
			wake: 'src/wake/main.ts',
			tidy: 'src/tidy/main.ts',
			events: 'src/events/main.ts',
			push: 'src/push/main.ts',
			messages: 'src/messages/main.ts',
			message: 'src/message/main.ts',
			form: 'src/form/main.ts',
			formpreview: 'src/form/preview.ts',
			preview: 'src/preview/main.ts',
			measure: 'src/measure/main.ts',
			tcfsdk: 'src/tcf/sdk.ts',
			tcfsdkus: 'src/tcf/sdk-us.ts',
			tcf: 'src/tcf/main.ts',
			tcflayer: 'src/tcf/layer.ts',
			tcfmeasure: 'src/tcf/measure.ts',
			gpp: 'src/tcf/gpp/main.ts',
			worker: 'src/worker/main.ts',
			pushworker: 'src/worker/push.ts',
		},
		bundle: true,
		format: 'iife',
		target: 'es2021',
		tsconfigRaw: { compilerOptions: { strict: false } },
		charset: 'utf8',
		legalComments: 'none',
		write: false,
		outdir: out,
	});
	const page = (await readFile(join(here, 'src/preview/preview.html'), 'utf8')).replaceAll('{version}', version);
	const files = [
		...(await Promise.all(
			outputFiles.map(async (file) => ({ file: file.path.split(/[\\/]/).at(-1) ?? '', text: await shortened(file.text) })),
		)),
		{ file: 'preview.html', text: page },
	].sort((a, b) => (a.file < b.file ? -1 : 1));
	const listed = files.map(({ file, text }) => ({
		file,
		bytes: Buffer.byteLength(text),
		brotli: brotliCompressSync(text).length,
		sha256: createHash('sha256').update(text).digest('hex'),
	}));
	const listing = `${JSON.stringify({ version, files: listed }, null, '\t')}\n`;
	await demandSame(join(releases, version), listing, files);
	await mkdir(out, { recursive: true });
	for (const { file, text } of files) await writeFile(join(out, file), text);
	await writeFile(join(out, 'build.json'), listing);
	return listed;
};

if (import.meta.main) {
	console.table(await buildBanner());
	if (process.argv.includes('--release')) await cp(join(here, 'dist', version), join(RELEASES, version), { recursive: true });
}
