import { assemblePointer, type PublishInput } from '@luvalla/banner/assemble';
import { inlineSnippetOf } from '@luvalla/banner/inline';
import { openPointer, servePointer } from '@luvalla/banner/serving';
import { templates } from '@luvalla/banner/templates';
import { describe, expect, it } from 'vitest';
import { inlineFormOf } from './inline.ts';

const input = (geo: 'everywhere' | 'eea'): PublishInput => ({
	domainId: '01900000-0000-7000-8000-000000000001',
	hostName: 'shop.example',
	configurationTitle: 'Front page',
	version: 1,
	template: 'bottom-bar',
	config: { ...templates['bottom-bar'].config, geo },
	purposes: {},
	sdkVersion: '0.2.0',
	bundleVersion: '0.2.0',
	sdk: 'globalThis.luvalla = LUVALLA;',
	light: '',
});
const stored = (geo: 'everywhere' | 'eea' = 'everywhere') => assemblePointer(input(geo), 'p1');
const ORIGIN = 'https://consent.example';

describe('the inline form made in the browser', () => {
	it('is the one that Node makes of the stored pointer, with its hash', async () => {
		expect(await inlineFormOf(ORIGIN, stored())).toEqual(inlineSnippetOf(ORIGIN, stored()));
	});

	it('forgets where its reader is, and a running test', async () => {
		const main = openPointer(stored('eea'));
		const served = servePointer(main, {
			geo: (rule) => ({ rule, country: 'US', region: 'CA', mode: 'none' }),
			test: { other: openPointer(stored()), share: 0.5 },
		});
		expect(served).toContain('"CA"');
		expect(await inlineFormOf(ORIGIN, served)).toEqual(inlineSnippetOf(ORIGIN, stored('eea')));
	});

	it('refuses what is no pointer, and what would end its script element', async () => {
		await expect(inlineFormOf(ORIGIN, '<html></html>')).rejects.toThrow('This is no pointer file.');
		const broken = assemblePointer({ ...input('everywhere'), sdk: 'document.write("</script>");' }, 'p1');
		await expect(inlineFormOf(ORIGIN, broken)).rejects.toThrow('cannot stand inside a script element');
	});
});
