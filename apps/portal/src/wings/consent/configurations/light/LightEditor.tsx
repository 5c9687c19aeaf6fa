/** The light configurator: its tabs, what is judged of it, and the banner beside them. */
import { gate, purposeOf } from '@luvalla/banner/gate';
import type { InLanguages } from '@luvalla/contract/consent/languages';
import type { CategoryTexts } from '@luvalla/contract/consent/light';
import { useMemo } from 'react';
import { useLanguage } from '#portal/lib/say.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { BannerPreview } from '#portal/ui/BannerPreview.tsx';
import { editorSearch } from '../configurations.search.ts';
import { EditorFrame } from '../editing/EditorFrame.tsx';
import { lightDefaults } from '../editing/filling.ts';
import { JsonTab } from '../editing/JsonTab.tsx';
import type { EditorProps } from '../editing/LoadedEditor.tsx';
import { LookTab } from '../editing/LookTab.tsx';
import { TextsTab } from '../editing/TextsTab.tsx';
import { useConfigurator } from '../editing/use-configurator.ts';
import { kinds } from '../kinds.ts';
import { nameIn } from '../place.ts';
import { useConfigurationTexts } from '../texts.ts';
import type { LightDraft } from './kind.ts';
import { LightReadiness } from './LightReadiness.tsx';
import { BehaviourTab } from './tabs/BehaviourTab.tsx';
import { CategoriesTab } from './tabs/CategoriesTab.tsx';
import { MappingTab } from './tabs/MappingTab.tsx';
import type { LightParts } from './use-parts.ts';

export function LightEditor({ parts, ...given }: EditorProps<LightDraft, LightParts>) {
	const t = useConfigurationTexts();
	const [search] = useScreenSearch(editorSearch);
	const { customerId, domains } = given;
	const { editing, part, setPart, placeOf, previewed, frame } = useConfigurator(kinds.light, given, {
		tab: search.tab ?? 'texts',
		part: search.category,
	});
	const language = useLanguage();
	const { draft, colours, tabProps, textsProps } = editing;
	const shown = { ...draft.config, colours };
	const findings = useMemo(() => gate(draft.config, kinds.light.clean(draft)), [draft]);
	/** What is said in the banner's languages; others may have texts from before. */
	const chosen = (texts: InLanguages<CategoryTexts>) =>
		Object.fromEntries(draft.config.languages.flatMap((one) => (texts[one] ? [[one, texts[one]]] : [])));
	return (
		<EditorFrame
			{...frame}
			newTitle={t('newTitle')}
			granted={draft.config.categories
				.filter(({ necessary }) => !necessary)
				.map(({ key, texts }) => ({
					key,
					name: nameIn(texts, [language, ...draft.config.languages]) || key,
					purpose: { name: purposeOf(draft.config, draft.mapper, key), wording: chosen(texts) },
				}))}
			tabs={[
				{
					name: 'texts',
					label: t('tabTexts'),
					panel: (
						<TextsTab
							{...tabProps}
							{...textsProps}
							domains={domains}
							defaults={lightDefaults}
							body={{ key: 'body', label: t('textBody'), most: 1200, long: true }}
							second={{ key: 'alwaysOn', label: t('textAlwaysOn'), most: 40 }}
						/>
					),
				},
				{
					name: 'categories',
					label: t('tabCategories'),
					panel: (
						<CategoriesTab
							{...tabProps}
							wrong={textsProps.wrong}
							language={textsProps.language}
							onLanguage={textsProps.onLanguage}
							selected={part}
							onSelect={setPart}
						/>
					),
				},
				{ name: 'look', label: t('tabLook'), panel: <LookTab {...tabProps} templates={parts.templates} placeOf={placeOf} /> },
				{ name: 'behaviour', label: t('tabBehaviour'), panel: <BehaviourTab {...tabProps} parts={parts} /> },
				{ name: 'mapping', label: t('tabMapping'), panel: <MappingTab {...tabProps} {...{ customerId, domains, findings }} /> },
				{ name: 'json', label: t('tabJson'), panel: <JsonTab config={draft.config} mapper={kinds.light.clean(draft)} /> },
			]}
			readiness={
				<LightReadiness
					findings={findings}
					incomplete={!editing.whole}
					noMonths={draft.config.reask.noMonths}
					categories={draft.config.categories}
				/>
			}
			preview={<BannerPreview {...previewed} config={shown} template={draft.template === 'NA' ? 'bottom-bar' : draft.template} />}
		/>
	);
}
