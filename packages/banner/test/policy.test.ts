import type { SnippetTag } from '@luvalla/contract/consent/snippet';
import { describe, expect, it } from 'vitest';
import { markedForm, policyOf } from '../src/policy.ts';

const tag = (kind: SnippetTag['kind'], host: string, marked = false): SnippetTag => ({
	host,
	kind,
	categories: ['statistics', 'marketing'],
	marked,
	address: kind === 'inserted' ? null : `https://${host}/x?a=1&b="`,
	pages: ['/'],
});
const ORIGIN = 'https://consent.example';
const origins = { script: ['https://cdn.example'], frame: ['https://maps.example'], image: [] };

describe('what an owner copies', () => {
	it('is the marked form of each tag', () => {
		expect(markedForm(tag('script', 'clarity.ms'))).toBe(
			'<script type="text/plain" data-luvalla="statistics marketing" data-src="https://clarity.ms/x?a=1&amp;b=&quot;"></script>',
		);
		expect(markedForm(tag('frame', 'youtube.com/embed'))).toMatch(/^<iframe data-luvalla="[^"]+" data-src="[^"]+" title=""><\/iframe>$/);
		expect(markedForm(tag('image', 'facebook.com/tr'))).toMatch(/^<img data-luvalla="[^"]+" data-src="[^"]+" alt="">$/);
		expect(markedForm(tag('inserted', 'hotjar.com'))).toBeNull();
	});
	it('is a policy that names what was seen and leaves unmarked hosts out, for the kinds that they are of', () => {
		const known = [tag('script', 'clarity.ms'), tag('frame', 'youtube.com/embed', true), tag('inserted', 'hotjar.com')];
		expect(policyOf(ORIGIN, { known, origins, inline: true })).toBe(
			"Content-Security-Policy: script-src 'self' 'unsafe-inline' https://consent.example https://cdn.example",
		);
		expect(policyOf(ORIGIN, { known: [tag('frame', 'a.example'), tag('image', 'b.example')], origins, inline: false })).toBe(
			"Content-Security-Policy: frame-src 'self' https://maps.example; img-src 'self' data:",
		);
		expect(policyOf(ORIGIN, { known: known.slice(1), origins, inline: true })).toBeNull();
	});
});
