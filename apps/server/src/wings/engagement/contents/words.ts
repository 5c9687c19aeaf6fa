/** What stands in every letter beside its author's words, in the languages that we speak. */
interface FootWords {
	readonly why: string;
	readonly preferences: string;
	readonly unsubscribe: string;
}

const EN: FootWords = { why: 'Why did I get this?', preferences: 'Change what you get', unsubscribe: 'Unsubscribe' };
const WORDS: Readonly<Record<string, FootWords>> = {
	en: EN,
	fi: { why: 'Miksi sain tämän?', preferences: 'Valitse, mitä saat', unsubscribe: 'Peru tilaus' },
};

/** To readers of other languages in English. */
export const footWords = (language: string): FootWords => (Object.hasOwn(WORDS, language) ? WORDS[language] : undefined) ?? EN;
