/** Stored words as people read them, where the server's files and the portal say the same. */
export interface Said {
	readonly en: string;
	readonly fi: string;
}
export type Words = Readonly<Record<string, Said>>;

/** A stored word in a language; one that has no words yet stands as it was written, with spaces. */
export const said = (words: Words, word: string, language: keyof Said): string =>
	(Object.hasOwn(words, word) ? words[word]?.[language] : undefined) ?? word.replaceAll('_', ' ');
