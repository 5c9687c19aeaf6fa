/** How numbers and their changes are written, in the reader's language. */
import { numberText, percentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import type { Written } from './figures.ts';
import { useChartTexts } from './texts.ts';

export function useWritten(): Written {
	const t = useChartTexts();
	const language = useLanguage();
	return {
		share: (value) => percentText(value, language),
		points: (value) => t('points', { value: numberText(value, language) }),
		noneBefore: t('noneBefore'),
		noChange: t('noChange'),
	};
}
