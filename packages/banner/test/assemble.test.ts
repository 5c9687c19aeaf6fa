// @vitest-environment node
import vm from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleFolder, assemblePointer, lightData, type PublishInput, snippetOf } from '../src/assemble.ts';
import { words as en } from '../src/languages/en.ts';
import { words as fi } from '../src/languages/fi.ts';
import { wordsOf } from '../src/languages/load.ts';
import { textsIn } from '../src/languages/reading.ts';
import { openPointer, servePointer } from '../src/serving.ts';
import { type StartingConfig, templates } from '../src/templates.ts';
import { fromWire, type Wire } from '../src/wire.ts';

const words = await wordsOf(['en', 'fi']);
const input = (change: (c: StartingConfig) => void = () => {}): PublishInput => {
	const config = structuredClone(templates.box.config);
	change(config);
	return {
		domainId: 'd',
		hostName: 'shop.example',
		configurationTitle: 'T',
		version: 3,
		template: 'box',
		config,
		words,
		purposes: {},
		sdkVersion: '0.4.0',
		bundleVersion: '0.4.0',
		sdk: 'globalThis.out=LUVALLA;\n',
		light: 'globalThis.out=LUVALLA_LIGHT;',
		wired: true,
	};
};
const run = (text: string): unknown => {
	const context: { out?: unknown } = {};
	vm.runInNewContext(text, context);
	return JSON.parse(JSON.stringify(context.out));
};

describe('publishing', () => {
	it('gives the same bytes for the same input, and names no folder inside', () => {
		expect(assembleFolder(input())).toEqual(assembleFolder(input()));
		expect(assembleFolder(input()).map((file) => file.path)).toEqual(['config.json', 'light.en.js', 'light.fi.js', 'sdk.js']);
	});

	it('carries any text through unchanged and unrun', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				const made = input((c) => {
					c.texts.fi.body = text;
					c.texts.fi.reopen = text;
				});
				const light = assembleFolder(made).find((file) => file.path === 'light.fi.js')?.text ?? '';
				expect(run(light)).toEqual({ domainId: 'd', ...lightData('box', made.config, 'fi', fi) });
				expect(light).not.toContain('</');
				const pointer = assemblePointer(made, 'f');
				expect(fromWire(run(pointer) as Wire)).toEqual(openPointer(pointer).pointer);
				expect(openPointer(pointer).pointer).toMatchObject({
					folder: 'f',
					reopen: { en: 'Cookie settings', fi: text },
					days: [183, 366],
				});
				// Loaders before 0.3.0 read the object itself.
				expect(run(assemblePointer({ ...made, wired: false }, 'f'))).toMatchObject({
					folder: 'f',
					domainId: 'd',
					reopen: { en: 'Cookie settings', fi: text },
				});
			}),
		);
	});

	it('marks a switch that lets messages be sent, so that accepting all leaves it off', () => {
		const made = { ...input(), purposes: { marketing: { id: 'p', version: 1, name: 'Newsletter' } } };
		expect(lightData('box', made.config, 'en', en, made.purposes).categories.map((c) => c.alone)).toEqual([false, false, true, false]);
	});

	it('draws a bottom bar where no template was chosen', () => {
		expect(lightData('NA', input().config, 'en', en).template).toBe('bottom-bar');
	});

	it('puts in what is known only as it is served, whatever the texts hold, and else serves the stored bytes', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				const made = input((c) => {
					c.geo = 'us-optout';
					c.texts.fi.reopen = `${text}\n})({"geo":1});\n`;
				});
				const stored = assemblePointer(made, 'f');
				expect(servePointer(openPointer(stored))).toBe(stored);
				const geo = { rule: 'us-optout', country: 'US', region: 'CA', mode: 'opt-out' } as const;
				const served = servePointer(openPointer(stored), { geo: () => geo });
				const [folder, , free, asked, , , reopen, , , , more] = run(served) as Wire;
				expect([folder, reopen.fi, more?.geo, more?.optOut]).toEqual(['f', textsIn(made.config.texts, 'fi').reopen, geo, true]);
				// Nothing is asked first there, so everything runs without an answer.
				expect(free).toEqual(['necessary', ...asked]);
				const test = { other: openPointer(assemblePointer(made, 'g')), share: 0.5 };
				const both = servePointer(openPointer(stored), { geo: () => geo, test });
				expect(openPointer(both).pointer).toEqual({
					...openPointer(served).pointer,
					test: [0.5, { ...openPointer(served).pointer, folder: 'g' }],
				});
				const old = assemblePointer({ ...made, wired: false }, 'f');
				expect(servePointer(openPointer(old))).toBe(old);
				expect(run(servePointer(openPointer(old), { geo: () => geo }))).toMatchObject({ folder: 'f', domainId: 'd', geo });
			}),
		);
		const asksEverywhere = assemblePointer(input(), 'f');
		expect(servePointer(openPointer(asksEverywhere), { geo: () => expect.fail('nobody was to be asked where') })).toBe(asksEverywhere);
		expect(() => openPointer('alert(1)')).toThrow('no pointer file');
	});

	it('carries each part of the bundle per language, and knows what the signal is about by the category’s kind', () => {
		const made = { ...input(), parts: { frames: 'f', declaration: 'd', join: 'j' } };
		expect(assembleFolder(made).map((file) => file.path)).toEqual([
			'config.json',
			...['light', 'frames', 'declaration', 'join'].flatMap((part) => ['en', 'fi'].map((language) => `${part}.${language}.js`)),
			'sdk.js',
		]);
		const { pointer } = openPointer(assemblePointer(made, 'f'));
		expect([pointer.sale, Object.keys(pointer.known ?? {}), pointer.geo, pointer.joined, pointer.cookie]).toEqual([
			['marketing'],
			['statistics', 'marketing', 'media'],
			undefined,
			undefined,
			undefined,
		]);
		const named = input((c) => {
			for (const category of c.categories) if (category.key === 'media') category.kind = 'marketing';
		});
		expect(openPointer(assemblePointer(named, 'f')).pointer.sale).toEqual(['marketing', 'media']);
	});

	it('offers a line to copy', () => {
		expect(snippetOf('http://localhost:4000/', 'abc')).toBe('<script src="http://localhost:4000/cmp/d/abc.js"></script>');
	});
});

it('tells a cookie in the banner’s language: its lifetime as data, its description where there is one', () => {
	const about = { en: 'Tells visitors apart.', fi: 'Erottaa kävijät.' };
	const { config } = input((change) => {
		const [first] = change.categories;
		if (first)
			first.cookies = [
				{ name: '_a', provider: 'Maker', keeps: '', lifetimeSeconds: 63_072_000, about },
				{ name: '_b', provider: '', keeps: '30 d', lifetimeSeconds: 60 },
				{ name: '_c', provider: '', keeps: '', lifetimeSeconds: 0, about: { en: 'English alone.' } },
			];
	});
	expect(lightData('box', config, 'en', en).categories[0]?.cookies).toEqual([
		['_a', 'Maker', '2 years', 'Tells visitors apart.'],
		['_b', '', '30 d'],
		['_c', '', '', 'English alone.'],
	]);
	expect(lightData('box', config, 'fi', fi).categories[0]?.cookies).toEqual([
		['_a', 'Maker', '2 vuotta', 'Erottaa kävijät.'],
		['_b', '', '30 d'],
		['_c', '', ''],
	]);
});
