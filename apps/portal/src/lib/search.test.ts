import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listQueryOf, parseSearch, stringifySearch } from './search.ts';

it('is plain: numbers and words stay readable', () => {
	expect(stringifySearch({ page: 2, q: 'a b', status: undefined, id: null, empty: '' })).toBe('?page=2&q=a+b');
	expect(stringifySearch({})).toBe('');
	expect(parseSearch('?page=2&q=%7B%22a%22%3A1%7D')).toEqual({ page: '2', q: '{"a":1}' });
});
it('comes back as it was written', () => {
	const name = fc.stringMatching(/^[a-z]{1,8}$/);
	const text = fc.string({ minLength: 1, unit: 'grapheme' });
	const search = fc.dictionary(name, fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 4 })));
	fc.assert(
		fc.property(search, (one) => {
			expect(parseSearch(stringifySearch(one))).toEqual({ ...one });
		}),
	);
});
it('offers 10, 25 or 50 rows a page and nothing else', () => {
	expect([10, 25, 50, 7, 1000, undefined].map((size) => listQueryOf({ size }).size)).toEqual([10, 25, 50, 10, 10, 10]);
});
