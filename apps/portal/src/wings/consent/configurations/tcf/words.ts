/** What the TCF configurator alone calls a field, by its path. */
import { inLanguage } from '#portal/lib/language-names.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { languageOf } from '../editing/draft.ts';
import { useTcfTexts } from './texts.ts';

const fields = {
	publisherRestrictions: 'restrictions',
	publisherPurposes: 'publisherPurposes',
	vendors: 'whichPartners',
	acProviders: 'additional',
	stacks: 'stacks',
	specialFeatures: 'specialFeatures',
	legitimateInterest: 'legitimateInterest',
	publisherCountry: 'country',
	storageDays: 'storageDays',
} as const;

export function useTcfWords(): (path: string) => string | undefined {
	const t = useTcfTexts();
	const own = useLanguage();
	return (path) => {
		if (/^texts\.[a-z]{2}\.intro$/.test(path)) return `${t('textIntro')}, ${inLanguage(languageOf(path) ?? 'en', own)}`;
		const [head = ''] = path.split('.');
		return Object.entries(fields).flatMap(([field, words]) => (field === head ? [t(words)] : []))[0];
	};
}
