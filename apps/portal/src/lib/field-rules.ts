/** The sentences of the contract's field rules; the Finnish ones come when Finnish is shown. */
import type { Language } from './say.ts';

let finnish: Readonly<Record<string, string>> = {};

/** From now on these are the Finnish ones. */
export const takeFieldRules = (rules: Readonly<Record<string, string>>): void => {
	finnish = rules;
};

/** The message of a field rule in a language; unknown ones (zod's own) stay as they came. */
export const fieldRule = (text: string, language: Language): string => (language === 'fi' ? (finnish[text] ?? text) : text);
