/** Which purpose a yes to each category grants. */
import type { GateFinding } from '@luvalla/contract/consent/configurations';
import { useLanguage } from '#portal/lib/say.ts';
import { nameIn, type TabProps } from '../draft.ts';
import { PurposeLines } from '../editing/PurposeLines.tsx';
import { useConfigurationTexts } from '../texts.ts';

export function MappingTab({ findings, ...props }: TabProps & { findings: readonly GateFinding[] }) {
	const t = useConfigurationTexts();
	const language = useLanguage();
	const { categories, languages } = props.draft.config;
	const messaging = new Set(findings.filter(({ code, ok }) => code === 'messaging_switch' && !ok).map(({ where }) => where));
	const lines = categories
		.filter((category) => !category.necessary)
		.map(({ key, texts }) => ({
			key,
			name: nameIn(texts, [language, ...languages]) || key,
			// The purpose is named in the banner's first language unless a name is written here.
			empty: nameIn(texts, languages) || '—',
			warning: messaging.has(`mapper.purposes.${key}`) ? t('mappingMessages') : undefined,
		}));
	return <PurposeLines {...props} text={t('mappingText')} lines={lines} />;
}
