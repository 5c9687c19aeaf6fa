import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { assemblePointer, type PublishInput } from '../src/assemble.ts';
import { inlineSnippetOf } from '../src/inline.ts';
import { words as en } from '../src/languages/en.ts';
import { words as fi } from '../src/languages/fi.ts';
import { openPointer, servePointer } from '../src/serving.ts';
import { templates } from '../src/templates.ts';

const input = (geo: 'everywhere' | 'eea'): PublishInput => ({
	domainId: '01900000-0000-7000-8000-000000000001',
	hostName: 'shop.example',
	configurationTitle: 'Front page',
	version: 1,
	template: 'bottom-bar',
	config: { ...templates['bottom-bar'].config, geo },
	words: { en, fi },
	purposes: {},
	sdkVersion: '0.4.0',
	bundleVersion: '0.4.0',
	wired: true,
	sdk: 'globalThis.luvalla = LUVALLA;',
	light: '',
});
const stored = (geo: 'everywhere' | 'eea' = 'everywhere') => assemblePointer(input(geo), 'p1');
const ORIGIN = 'https://consent.example';

describe('the inline form', () => {
	it('is the stored pointer in a script element, with the hash of what stands between its tags', async () => {
		const { html, hash } = await inlineSnippetOf(`${ORIGIN}/`, stored());
		const text = /^<script>(.*)<\/script>$/s.exec(html)?.[1] ?? '';
		expect(openPointer(`${text}\n`).pointer).toEqual({ ...openPointer(stored()).pointer, base: ORIGIN });
		expect(hash).toBe(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
		expect((await inlineSnippetOf(ORIGIN, stored(), 'a"b+/=')).html).toBe(html.replace('<script>', '<script nonce="ab+/=">'));
	});

	it('forgets where its reader is, and a running test', async () => {
		const served = servePointer(openPointer(stored('eea')), {
			geo: (rule) => ({ rule, country: 'US', region: 'CA', mode: 'none' }),
			test: { other: openPointer(stored()), share: 0.5 },
		});
		expect(served).toContain('"CA"');
		expect(await inlineSnippetOf(ORIGIN, served)).toEqual(await inlineSnippetOf(ORIGIN, stored('eea')));
	});

	it('refuses what is no pointer, and what would end its script element', async () => {
		await expect(inlineSnippetOf(ORIGIN, '<html></html>')).rejects.toThrow('This is no pointer file.');
		const broken = assemblePointer({ ...input('everywhere'), sdk: 'document.write("</script>");' }, 'p1');
		await expect(inlineSnippetOf(ORIGIN, broken)).rejects.toThrow('cannot stand inside a script element');
	});
});
