import { cut } from '@luvalla/contract/well-formed.ts';

/** Words of another server, as they are kept: one line, and no longer than somebody reads. They may hold anything, and no store takes a NUL. */
export const said = (words: string): string =>
	cut(words.replace(/\p{Cc}+/gu, ' '), 300)
		.toWellFormed()
		.trim();
