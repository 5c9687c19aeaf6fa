/** Where a point was measured, in words: `fi phone` is the Finnish banner on a phone. */
import { inLanguage } from '#portal/lib/language-names.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useConfigurationTexts } from './texts.ts';

/** Words of a finding's `where` in brackets, or null when it is the path of a field. */
export function usePlaceWords(): (where: string) => string | null {
	const t = useConfigurationTexts();
	const own = useLanguage();
	return (where) => {
		const [, language, device] = /^([a-z]{2}) (desktop|phone)$/.exec(where) ?? [];
		if (!language) return null;
		return `(${device === 'phone' ? t('onPhone') : t('onDesktop')}, ${inLanguage(language, own)})`;
	};
}
