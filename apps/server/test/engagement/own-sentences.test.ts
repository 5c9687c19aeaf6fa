/** What the program itself says of a message it could not make is kept in English, and said in the reader's language. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWN_SENTENCES, ownSaid, ownSentence } from '@luvalla/contract/engagement/own-sentences.ts';
import { expect, test } from 'vitest';

test('A sentence of our own is found again with its values, and nothing that another server said', () => {
	expect(ownSaid(ownSentence('tooSlow'), 'fi')).toBe('Sähköpostipalvelin ei vastannut ajoissa.');
	expect(ownSaid(ownSentence('tooManyParts', 9, 6), 'fi')).toBe('Siitä tulee 9 osaa, enintään 6 käy');
	// a value may look like one
	expect(ownSaid(ownSentence('noFont', '{} $& ☂'), 'en')).toBe('No font has {} $& ☂');
	for (const said of ['', '550 5.1.1 No such user', 'The mail server hung up', 'x The mail server hung up.'])
		expect(ownSaid(said, 'fi')).toBeNull();
});

test('Each has as many values in both languages, and is taken for no other', () => {
	const valuesOf = (text: string): number => text.split('{}').length - 1;
	for (const [key, { en, fi }] of Object.entries(OWN_SENTENCES)) {
		expect(valuesOf(fi), key).toBe(valuesOf(en));
		expect(ownSaid(en, 'fi'), key).toBe(fi);
	}
});

test('Whoever cannot make a message says so in one of them, or in the words of what failed', () => {
	const source = join(import.meta.dirname, '../../src/wings/engagement');
	const thrown = globSync('**/*.ts', { cwd: source }).flatMap((file) =>
		[...readFileSync(join(source, file), 'utf8').matchAll(/new TemplateFailed\((.*)/g)].map(([, given = '']) => given),
	);
	expect(thrown.length).toBeGreaterThan(12);
	// a picture's own fault stands behind its address
	expect(thrown.filter((given) => /^['"`]/.test(given) && !given.includes('cannot be printed'))).toEqual([]);
});
