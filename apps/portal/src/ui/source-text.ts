/** Where an answer came from: in the reader's language where the sentence is ours, else as it was said. */
import { readFormSource } from '@luvalla/contract/consent/form-source';
import { momentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useKitTexts } from './texts.ts';

export function useSourceText(): (source: string, how: string) => string {
	const t = useKitTexts();
	const language = useLanguage();
	return (source, how) => {
		const found = readFormSource(source, how);
		if (found === null) return source;
		const { form, host, version, way, asked, confirmed } = found;
		const said = { form, host, version, way: t(WAYS[way]), asked: momentText(asked, language) };
		return confirmed === null ? t('formSignedIn', said) : t('formConfirmed', { ...said, confirmed: momentText(confirmed, language) });
	};
}

const WAYS = { script: 'formScript', page: 'formPage', server: 'formServer' } as const;
