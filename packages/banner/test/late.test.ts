/** A snippet that stands where it cannot stop everything. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { warnWhereLate } from '../src/core/late.ts';

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
afterEach(() => warn.mockClear());

/** How often the console was told on such a page; `{}` is where the snippet stands. */
const told = (head: string, body = ''): number => {
	const snippet = '<script id="me" type="text/x-test" src="/cmp/d/1.js"';
	document.head.innerHTML = head.replace('{', snippet).replace('}', '></script>');
	document.body.innerHTML = body.replace('{', snippet).replace('}', '></script>');
	warnWhereLate(document.querySelector('#me') as HTMLScriptElement);
	return warn.mock.calls.length;
};

describe('a snippet', () => {
	it.each([
		['{}', ''],
		['<meta charset="utf-8">{}<script type="text/javascript;held">1</script>', ''],
		['<script type="application/ld+json">1</script><script type="text/plain" data-luvalla="statistics">1</script>{}', ''],
		// As a tag inserts another, before the first script.
		['<script async type="text/javascript;held" src="/tag.js"></script>{}', ''],
	])('that stands first says nothing: %s', (head, body) => expect(told(head, body)).toBe(0));

	it.each([
		['<script type="module;held">1</script>{}', ''],
		['{ async }', ''],
		['{ defer }', ''],
		['', '<p>Shop</p>{}'],
	])('that stands elsewhere, or is async or deferred, says so once: %s%s', (head, body) => {
		expect(told(head, body)).toBe(1);
		expect(warn).toHaveBeenCalledWith(
			'Luvalla is not the first script of head, or is async or deferred: what runs before it is not stopped.',
		);
	});
});
