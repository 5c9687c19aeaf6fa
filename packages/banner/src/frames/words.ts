/** What a placeholder says, beside the category's own name. */
export interface FrameWords {
	from(host: string): string;
	once: string;
	always(category: string): string;
}

const en: FrameWords = {
	from: (host) => `This content comes from ${host}.`,
	once: 'Show this once',
	always: (category) => `Always allow: ${category}`,
};
const fi: FrameWords = {
	from: (host) => `Tämä sisältö tulee palvelusta ${host}.`,
	once: 'Näytä tämän kerran',
	always: (category) => `Salli aina: ${category}`,
};

export const frameWordsIn = (language: string): FrameWords => (language === 'fi' ? fi : en);
