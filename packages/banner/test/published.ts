/** A publication of a template, with the real build. For tests only. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LightConfig, TemplateName } from '@luvalla/contract/consent/light';
import { buildBanner } from '../build.ts';
import type { PublishInput } from '../src/assemble.ts';
import { wordsOf } from '../src/languages/load.ts';
import { textsIn } from '../src/languages/reading.ts';
import { templates } from '../src/templates.ts';

export const DOMAIN = '0198c0de-0000-7000-8000-000000000001';

/** A domain's first publication. */
export const FIRST = { domainId: DOMAIN, hostName: 'shop.localhost', configurationTitle: 'Test', version: 1 } as const;

/** Each place is built into once. */
const builds = new Map<string, Promise<unknown>>();

/** Builds into `out` and answers the input of a publication. */
export const publication = async (
	out: string,
	template: TemplateName = 'bottom-bar',
	change: Partial<LightConfig> = {},
): Promise<PublishInput> => {
	await (builds.get(out) ?? builds.set(out, buildBanner(out)).get(out));
	const built = (name: string) => readFile(join(out, `${name}.js`), 'utf8');
	const config: LightConfig = { ...structuredClone(templates[template].config), ...change };
	return {
		...FIRST,
		template,
		config,
		words: await wordsOf(config.languages),
		purposes: Object.fromEntries(
			config.categories
				.filter((c) => !c.necessary)
				.map((c, i) => [
					c.key,
					{ id: `0198c0de-0000-7000-8000-0000000001${i}0`, version: 1, name: textsIn(c.texts, config.languages[0] ?? 'en').name },
				]),
		),
		sdkVersion: '0.4.0',
		bundleVersion: '0.4.0',
		sdk: await built(config.blockKnown ? 'sdk' : 'sdkbare'),
		bare: await built('sdkbare'),
		google: await built('google'),
		light: await built('light'),
		wired: true,
		parts: {
			frames: await built('frames'),
			declaration: await built('declaration'),
			join: await built('join'),
			wake: await built('wake'),
			tidy: await built('tidy'),
			events: await built('events'),
			push: await built('push'),
			messages: await built('messages'),
			message: await built('message'),
		},
		strip: await built('strip'),
	};
};
