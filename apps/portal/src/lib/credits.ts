/** Credits as each language writes them: the ledger counts in millionths, people read three decimals (product.md, Administration). */
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants';
import { type Language, locales } from './say.ts';

const format = (language: Language, signDisplay: 'auto' | 'exceptZero') =>
	new Intl.NumberFormat(locales[language], { minimumFractionDigits: 3, maximumFractionDigits: 3, signDisplay });
const plain: Record<Language, Intl.NumberFormat> = { en: format('en', 'auto'), fi: format('fi', 'auto') };
const signed: Record<Language, Intl.NumberFormat> = { en: format('en', 'exceptZero'), fi: format('fi', 'exceptZero') };

/** A hyphen is read as one; what is taken away has a minus. */
const withMinus = (text: string): string => text.replace('-', '\u2212');

/** 64.208; 64,208 */
export const creditText = (micros: number, language: Language): string => withMinus(plain[language].format(micros / MICROS_PER_CREDIT));

/** +50.000, −2.642; +50,000, −2,642 */
export const moveText = (micros: number, language: Language): string => withMinus(signed[language].format(micros / MICROS_PER_CREDIT));

/** What credits cost, in millionths of the currency, as `moneyText` takes them. @param priceCents of one credit */
export const costMicros = (micros: number, priceCents: number): number => (micros * priceCents) / 100;

/** Hundredths of the currency as `moneyText` takes them. */
export const centMicros = (cents: number): number => cents * 10_000;
