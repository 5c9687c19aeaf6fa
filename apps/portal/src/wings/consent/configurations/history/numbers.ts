/** Differences of shares, written as percentage points. */
import { type Language, locales } from '#portal/lib/say.ts';

/** +2.1; −0.4; 0.0; in Finnish with a comma. Takes a difference of shares, -1 to 1. */
export const pointsText = (difference: number, language: Language): string => {
	const rounded = Math.round(difference * 1000) / 10;
	const size = new Intl.NumberFormat(locales[language], {
		minimumFractionDigits: 1,
		maximumFractionDigits: 1,
	}).format(Math.abs(rounded));
	return rounded === 0 ? size : `${rounded > 0 ? '+' : '−'}${size}`;
};
