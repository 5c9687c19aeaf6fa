/** The four things the sample shop sells. */
export type Good = 'chair' | 'throw' | 'lamp' | 'cushion';
export type Section = 'new' | 'home' | 'textiles' | 'gifts';

interface Item {
	key: Good;
	priceEuros: number;
	sections: readonly Section[];
}

export const goods: readonly Item[] = [
	{ key: 'chair', priceEuros: 189, sections: ['new', 'home'] },
	{ key: 'throw', priceEuros: 79, sections: ['textiles', 'gifts'] },
	{ key: 'lamp', priceEuros: 129, sections: ['new', 'home', 'gifts'] },
	{ key: 'cushion', priceEuros: 39, sections: ['textiles', 'gifts'] },
];
export const sections: readonly Section[] = ['new', 'home', 'textiles', 'gifts'];
export const isGood = (text: string): text is Good => goods.some((item) => item.key === text);

/** What is in the basket: its cookie reads `chair.1-lamp.2`. Anything else in it is passed over. */
export const readBasket = (cookie: string | undefined): Map<Good, number> => {
	const basket = new Map<Good, number>();
	for (const part of (cookie ?? '').split('-')) {
		const [key = '', count = ''] = part.split('.');
		if (isGood(key) && /^[1-9]\d?$/.test(count)) basket.set(key, Number(count));
	}
	return basket;
};
export const writeBasket = (basket: Map<Good, number>): string => [...basket].map(([key, count]) => `${key}.${count}`).join('-');
