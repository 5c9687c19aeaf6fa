/** A published TCF configuration, with the real build. For tests only. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TcfConfig, type TcfTemplateName } from '@luvalla/contract/consent/tcf';
import type { VendorList } from '@luvalla/contract/consent/vendor-lists';
import { wordsOf } from '../src/languages/load.ts';
import { assembleTcfFolder, assembleTcfPointer, type TcfPublishInput } from '../src/tcf/assemble.ts';
import { tcfTemplates } from '../src/tcf/templates.ts';
import { madeList } from './lists.ts';
import { FIRST } from './published.ts';
import { FOLDER, type Published } from './site.ts';

/** Marked as a test's: no CMP of the world is meant. */
export const TEST_CMP_ID = 4095;

/** The official texts of a list, in words that can be told from English ones. */
export const translated = (list: VendorList, language: string): VendorList =>
	JSON.parse(JSON.stringify(list).replace(/"(name|description)":"([^"]*)"/g, `"$1":"${language}: $2"`)) as VendorList;

export interface TcfOpening {
	template?: TcfTemplateName | undefined;
	change?: Partial<TcfConfig> | undefined;
	list?: VendorList | undefined;
	reaskBelow?: number | undefined;
}

export const tcfInput = async (build: string, opening: TcfOpening = {}): Promise<TcfPublishInput> => {
	const { template = 'tcf-bar', list = madeList(), change = {}, reaskBelow = 0 } = opening;
	const text = (file: string) => readFile(join(build, file), 'utf8');
	const names = [change.geo === 'us-optout' ? 'tcfsdkus' : 'tcfsdk', 'tcf', 'tcflayer', 'gpp', 'frames', 'declaration'];
	const [sdk = '', tcf = '', layer = '', gpp = '', frames = '', declaration = ''] = await Promise.all(
		names.map((name) => text(`${name}.js`)),
	);
	const config = TcfConfig.parse({ ...structuredClone(tcfTemplates[template].config), specialFeatures: [1, 2], ...change });
	return {
		...FIRST,
		template,
		config,
		words: await wordsOf(config.languages),
		purposes: {},
		sdkVersion: '0.4.0',
		bundleVersion: '0.4.0',
		wired: true,
		list,
		texts: { fi: translated(list, 'fi') },
		cmpId: TEST_CMP_ID,
		cmpVersion: 1,
		reaskBelow,
		google: await text('google.js'),
		wake: await text('wake.js'),
		builds: { sdk, tcf, layer, gpp, frames, declaration },
	};
};

/** What the banner's origin serves for it. */
export const tcfPublished = (input: TcfPublishInput): Published => ({
	files: assembleTcfFolder(input),
	pointer: assembleTcfPointer(input, FOLDER),
});
