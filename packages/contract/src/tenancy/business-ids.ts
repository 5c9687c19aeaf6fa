/** Check digits of business ids, by country: they tell a slip of the hand, not whether there is such a company. */

const digitsOf = (text: string): number[] => [...text].map(Number);
const weighed = (digits: readonly number[], weights: readonly number[]): number =>
	weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0);

/** Y-tunnus: seven digits and a check digit, modulus 11. */
const finnish = (digits: readonly number[]): boolean => {
	const rest = weighed(digits, [7, 9, 10, 5, 8, 4, 2]) % 11;
	return rest !== 1 && digits[7] === (rest === 0 ? 0 : 11 - rest);
};
/** Organisationsnummer: ten digits, Luhn. */
const swedish = (digits: readonly number[]): boolean =>
	digits.reduce((sum, digit, at) => {
		const twice = at % 2 === 0 ? digit * 2 : digit;
		return sum + (twice > 9 ? twice - 9 : twice);
	}, 0) %
		10 ===
	0;
/** Organisasjonsnummer: nine digits, modulus 11. */
const norwegian = (digits: readonly number[]): boolean => {
	const rest = weighed(digits, [3, 2, 7, 6, 5, 4, 3, 2]) % 11;
	return rest !== 1 && digits[8] === (rest === 0 ? 0 : 11 - rest);
};
/** CVR-nummer: eight digits, modulus 11. */
const danish = (digits: readonly number[]): boolean => weighed(digits, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
/** Registrikood: eight digits, modulus 11 in two steps. */
const estonian = (digits: readonly number[]): boolean => {
	const first = weighed(digits, [1, 2, 3, 4, 5, 6, 7]) % 11;
	const check = first < 10 ? first : (weighed(digits, [3, 4, 5, 6, 7, 8, 9]) % 11) % 10;
	return digits[7] === check;
};

const CHECKS: ReadonlyMap<string, readonly [length: number, check: (digits: readonly number[]) => boolean]> = new Map([
	['FI', [8, finnish]],
	['SE', [10, swedish]],
	['NO', [9, norwegian]],
	['DK', [8, danish]],
	['EE', [8, estonian]],
] as const);

/**
 * Whether a business id can be right in its country; null where no check is known, or nothing is written. Blanks, hyphens, dots and the
 * country's code before it do not matter (`FI 1234567-1`).
 */
export const businessIdFits = (countryCode: string, businessId: string): boolean | null => {
	const known = CHECKS.get(countryCode);
	const plain = businessId
		.toUpperCase()
		.replace(/[\s.-]/g, '')
		.replace(new RegExp(`^${countryCode}`), '');
	if (!known || plain === '') return null;
	const [length, check] = known;
	return /^\d+$/.test(plain) && plain.length === length && check(digitsOf(plain));
};
