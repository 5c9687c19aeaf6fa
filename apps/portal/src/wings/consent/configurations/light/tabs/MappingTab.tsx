/** Which purpose a yes to each category grants, and which segments it fills. */
import type { GateFinding } from '@luvalla/contract/consent/configurations';
import { useLanguage } from '#portal/lib/say.ts';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { PurposeLines, type Whose } from '../../editing/PurposeLines.tsx';
import { nameIn } from '../../place.ts';
import { useConfigurationTexts } from '../../texts.ts';
import type { LightTabProps } from '../kind.ts';

export function MappingTab({ findings, ...props }: LightTabProps & Whose & { findings: readonly GateFinding[] }) {
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
	const { draft, edit, problem } = props;
	return (
		<div className="stack-16">
			<PurposeLines {...props} text={t('mappingText')} lines={lines} />
			<SelectField
				label={t('remembers')}
				hint={t('remembersHint')}
				data={[{ value: '', label: t('remembersNone') }, ...lines.map(({ key, name }) => ({ value: key, label: name }))]}
				value={draft.mapper.remembers}
				error={problem('mapper.remembers')}
				onChange={(value) =>
					edit((next) => {
						next.mapper.remembers = value ?? '';
					})
				}
			/>
			<SelectField
				label={t('pushes')}
				hint={t('pushesHint')}
				data={[{ value: '', label: t('remembersNone') }, ...lines.map(({ key, name }) => ({ value: key, label: name }))]}
				value={draft.mapper.pushes}
				error={problem('mapper.pushes')}
				onChange={(value) =>
					edit((next) => {
						next.mapper.pushes = value ?? '';
					})
				}
			/>
		</div>
	);
}
