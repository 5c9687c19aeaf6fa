/** Where a point was measured, in words: `fi phone` is the Finnish banner on a phone. */
import { useConfigurationTexts } from './texts.ts';

/** Words of a finding's `where` in brackets, or null when it is the path of a field. */
export function usePlaceWords(): (where: string) => string | null {
	const t = useConfigurationTexts();
	return (where) => {
		const [, language, device] = /^(en|fi) (desktop|phone)$/.exec(where) ?? [];
		if (!language) return null;
		return `(${device === 'phone' ? t('onPhone') : t('onDesktop')}, ${language === 'fi' ? t('inFinnish') : t('inEnglish')})`;
	};
}
