import { countries } from '@luvalla/contract/tenancy/countries';
import { countryName } from './dates.ts';
import type { Language } from './say.ts';

const shown = ({ code, name, dial_code }: (typeof countries)[number], language: Language): string =>
	`${language === 'fi' ? countryName(code, 'fi') : name} (${dial_code})`;

/** *Finland (+358)*; *Suomi (+358)*. Empty for no country; a code that the list does not have stands as it is. */
export function countryText(code: string, language: Language): string {
	const one = countries.find((entry) => entry.code === code);
	return one ? shown(one, language) : code;
}

/** The options of a country select, in the order of their own language. */
export const countryOptions = (language: Language): { value: string; label: string }[] =>
	countries.map((one) => ({ value: one.code, label: shown(one, language) })).toSorted((a, b) => a.label.localeCompare(b.label, language));
