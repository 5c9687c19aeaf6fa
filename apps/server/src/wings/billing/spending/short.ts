/** The refusal that says how many credits lack. */
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants.ts';
import { type Language, Refused, type Sentences } from '#kernel/http/errors.ts';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', fi: 'fi-FI' };

/** With three decimals, the last of them rounded up: so many are enough. */
export const creditsIn = (micros: number, language: Language): string =>
	new Intl.NumberFormat(LOCALES[language], { minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(
		Math.ceil((micros * 1000) / MICROS_PER_CREDIT) / 1000,
	);

/** @param short of `needed`, what the balance does not cover; all in millionths of a credit */
export const shortSentences = (needed: number, short: number): Sentences => ({
	en: `${creditsIn(short, 'en')} credits short: this needs ${creditsIn(needed, 'en')}. Buy credits or redeem a voucher under Account, Credits and payments.`,
	fi: `Puuttuu ${creditsIn(short, 'fi')} krediittiä: tähän tarvitaan ${creditsIn(needed, 'fi')}. Osta krediittejä tai lunasta arvoseteli kohdassa Tili, Krediitit ja maksut.`,
});

export const refuseShort = (needed: number, short: number): Refused => new Refused(409, 'no_credits', shortSentences(needed, short));
