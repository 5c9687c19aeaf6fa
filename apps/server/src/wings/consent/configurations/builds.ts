/**
 * The banner's build outputs: real, versioned files that configurations choose from. What was released stands in the
 * repository, what the sources build now beside it; of a version that is in both, the released bytes count.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PARTS, type PartName } from '@luvalla/banner/assemble.ts';
import type { BannerLanguage } from '@luvalla/contract/consent/languages.ts';
import * as z from 'zod';

const BANNER = join(import.meta.dirname, '../../../../../../packages/banner');
const RELEASES = join(BANNER, 'releases');
const DIST = join(BANNER, 'dist');
const Listing = z.object({
	version: z.string(),
	files: z.array(z.object({ file: z.string(), bytes: z.int(), brotli: z.int(), sha256: z.string() })),
});
const VERSION = /^\d+\.\d+\.\d+$/;
const FILE = /^[a-z]+\.(js|html)$/;

export interface BuiltFile {
	readonly version: string;
	readonly file: string;
	readonly bytes: number;
	readonly sha256: string;
}

/** Every version's file of this name, newest first. */
export const builtFiles = async (file: 'sdk.js' | 'light.js' | 'tcf.js'): Promise<BuiltFile[]> => {
	const names = (await Promise.all([RELEASES, DIST].map((folder) => readdir(folder)))).flat();
	const versions = [...new Set(names.filter((name) => VERSION.test(name)))];
	const listings = await Promise.all(versions.map(async (v) => Listing.parse(JSON.parse((await readFrom(v, 'build.json')) ?? 'null'))));
	return listings
		.flatMap((l) =>
			l.files.filter((f) => f.file === file).map((f) => ({ version: l.version, file: f.file, bytes: f.bytes, sha256: f.sha256 })),
		)
		.sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));
};

/** The version that the sources build, built already or not. */
export const currentVersion = async (): Promise<string> =>
	z.object({ version: z.string() }).parse(JSON.parse(await readFile(join(BANNER, 'package.json'), 'utf8'))).version;

/** The text of a build output; null when there is no such version or file. */
export const readBuilt = async (version: string, file: string): Promise<string | null> => {
	if (!VERSION.test(version) || !FILE.test(file)) return null;
	return readFrom(version, file);
};

const readFrom = async (version: string, file: string): Promise<string | null> =>
	(await textOf(join(RELEASES, version, 'build.json'))) === null
		? textOf(join(DIST, version, file))
		: textOf(join(RELEASES, version, file));

const textOf = async (path: string): Promise<string | null> => {
	try {
		return await readFile(path, 'utf8');
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
		throw error;
	}
};

/** First version whose words come with its files; older bundles carry English and Finnish. */
const SPEAKS_FROM = '0.4.0';

/** Whether a version of the banner has words of its own in a language. */
export const speaks = (version: string, language: BannerLanguage): boolean =>
	language === 'en' || language === 'fi' || version.localeCompare(SPEAKS_FROM, 'en', { numeric: true }) >= 0;

/** The text of a version's loader; before 0.3.0 one alone, to which `guard.js` is put in front. */
export const readLoader = async (version: string, blockKnown: boolean): Promise<string | null> =>
	(blockKnown ? null : await readBuilt(version, 'sdkbare.js')) ?? readBuilt(version, 'sdk.js');

/** The text of a version's loader for the framework; before 0.4.0 one alone, which speaks the Global Privacy Platform too. */
export const readTcfLoader = async (version: string, unitedStates: boolean): Promise<string | null> =>
	(unitedStates ? await readBuilt(version, 'tcfsdkus.js') : null) ?? readBuilt(version, 'tcfsdk.js');

/** Whether a version's loaders read the pointer as a list; the first that do came with a loader without known tags. */
export const readsList = async (version: string): Promise<boolean> => (await readBuilt(version, 'sdkbare.js')) !== null;

/** Parts of a bundle that only some pages load: those that the version has. */
export const readParts = async (version: string): Promise<Partial<Record<PartName, string>>> => {
	const names = [...PARTS.spoken, ...PARTS.silent];
	const texts = await Promise.all(names.map((name) => readBuilt(version, `${name}.js`)));
	return Object.fromEntries(names.flatMap((name, at) => (texts[at] == null ? [] : [[name, texts[at]]])));
};

/** Text of a build output that reads a rendered page; always of the newest build, whatever build is measured. */
export const measuringScript = async (file: 'measure.js' | 'tcfmeasure.js'): Promise<string> => {
	const script = await readBuilt(await currentVersion(), file);
	if (script === null) throw new Error(`${file} is not built.`);
	return script;
};
