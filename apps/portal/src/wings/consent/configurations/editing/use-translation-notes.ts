/** A note of *Ready to publish?*: languages whose texts nobody has looked at. */
import type { GateFinding } from '@luvalla/contract/consent/configurations';
import { languageName } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useConfigurationTexts } from '../texts.ts';
import type { ReadyLine } from './ReadyList.tsx';

/** Which languages still have texts that nobody has looked at; a note that stops nothing. */
export function useTranslationNotes(findings: readonly GateFinding[]): ReadyLine[] {
	const t = useConfigurationTexts();
	const language = useLanguage();
	const measured = findings.find(({ code }) => code === 'translations' || code === 'tcf_translations')?.measured ?? '';
	if (measured === '') return [];
	const named = measured.split(', ').map((one) => {
		const [code = '', count = ''] = one.split(' ');
		return `${languageName(code, language)} ${count}`;
	});
	return [
		{ key: 'translations', ok: 'note', bold: t('note_translations'), more: t('note_translations_more', { where: named.join(', ') }) },
	];
}
