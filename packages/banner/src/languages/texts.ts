/** The texts that a configuration begins with, made from a language's own words. */
import type { BannerTexts, Category } from '@luvalla/contract/consent/light';
import type { TcfTexts } from '@luvalla/contract/consent/tcf';
import type { LanguageWords } from './words.ts';

/** Templates with little room say less. */
const SMALL: readonly string[] = ['inline-strip', 'minimal-corner'];

/** Where links lead is the customer's to say. */
const NO_LINKS = { policyLabel: '', policyUrl: '', ownDataLabel: '', ownDataUrl: '' };

export const lightTextsOf = ({ banner, short }: LanguageWords, template: string): BannerTexts => ({
	...banner,
	...(SMALL.includes(template) && short),
	...NO_LINKS,
});

export const tcfTextsOf = ({ banner, tcf }: LanguageWords): TcfTexts => {
	const { title, refuse, accept, choose, save } = banner;
	return { title, intro: '', refuse, accept, choose, save, ...tcf, ...NO_LINKS };
};

/** Name and reason of a category that a template has; null: it is one of the customer's own. */
export const categoryTextsOf = ({ categories }: LanguageWords, { key }: Pick<Category, 'key'>): { name: string; about: string } | null =>
	key === 'necessary' || key === 'statistics' || key === 'marketing' || key === 'media' ? categories[key] : null;
