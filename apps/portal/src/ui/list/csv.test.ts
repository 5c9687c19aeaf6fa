import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

it('quotes what has to be quoted and doubles quotes', () => {
	expect(csvOf([['a,b', 'say "hi"', 'two\nlines', 3, null, true]])).toBe('"a,b","say ""hi""","two\nlines",3,,true');
});
it('disarms texts that a spreadsheet would run', () => {
	expect(csvOf([['=1+1', '+358', '-2', '@sum', -2]])).toBe("'=1+1,'+358,'-2,'@sum,-2");
});
