import { ownSentence } from '@luvalla/contract/engagement/own-sentences';
import { expect, it } from 'vitest';
import { saidOf } from './said.ts';
import type { HintTexts } from './texts.ts';

it('What the program itself says of a template is said in the language of who reads it', () => {
	const why = (detail: string): string =>
		saidOf(
			((key: string) => key) as HintTexts,
			{ level: 'error', code: 'bad_template', language: 'fi', control: 'body', detail, instead: null, line: null, column: null },
			'fi',
			false,
		).why;
	expect(why(ownSentence('noZone', 'Foo/Bar'))).toBe('Aikavyöhykettä Foo/Bar ei ole');
	expect(why('tag "iff" not found')).toBe('tag "iff" not found');
});
