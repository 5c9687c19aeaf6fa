/** Prices of the tariff as people write and read them: of one, so with up to six decimals. */
import { type Language, locales } from '#portal/lib/say.ts';

const MICROS = 1_000_000;
/** The most that one may cost: the contract's limit. */
const MOST_MICROS = 1_000_000_000;

/** 0.065; 0,065 in Finnish. @param micros of the currency */
export const priceNumber = (micros: number, language: Language): string =>
	new Intl.NumberFormat(locales[language], { maximumFractionDigits: 6, useGrouping: false }).format(micros / MICROS);

/** 0.065 €; the sign stands behind in both languages. */
export function priceText(micros: number, currency: string, language: Language): string {
	const parts = new Intl.NumberFormat(locales[language], {
		style: 'currency',
		currency,
		minimumFractionDigits: 2,
		maximumFractionDigits: 6,
	}).formatToParts(micros / MICROS);
	const of = (wanted: (type: string) => boolean) =>
		parts
			.filter(({ type }) => wanted(type))
			.map(({ value }) => value)
			.join('');
	return `${of((type) => type !== 'currency' && type !== 'literal')}\u00a0${of((type) => type === 'currency')}`;
}

/** Millionths of the currency, written with a point or a comma; null: it is no price. */
export function priceMicros(text: string): number | null {
	const [, whole = '', decimals = ''] = /^(\d{1,4})(?:[.,](\d{1,6}))?$/.exec(text.trim()) ?? [];
	if (whole === '') return null;
	const micros = Number(whole) * MICROS + Number(decimals.padEnd(6, '0'));
	return micros <= MOST_MICROS ? micros : null;
}
