/** The light configurator. */
import { gate } from '@luvalla/banner/gate';
import {
	lightBundles,
	lightConfigurations,
	lightTemplate,
	lightTemplates,
	readConfiguration,
	saveLightConfiguration,
} from '@luvalla/contract/consent/configurations';
import { CONFIGURATION_UPDATED } from '@luvalla/contract/consent/drafts';
import { LightConfig, type TemplateName } from '@luvalla/contract/consent/light';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { BannerPreview } from '#portal/ui/BannerPreview.tsx';
import { editorSearch } from './configurations.search.ts';
import { cleanMapper, type Draft, payloadOf, problemsOf, tabOf } from './draft.ts';
import { EditorFrame } from './editing/EditorFrame.tsx';
import { lightDefaults } from './editing/filling.ts';
import { JsonTab } from './editing/JsonTab.tsx';
import { type EditorProps, useNext, usePartsOf } from './editing/LoadedEditor.tsx';
import { LookTab } from './editing/LookTab.tsx';
import { TextsTab } from './editing/TextsTab.tsx';
import { useEditing } from './editing/use-editing.ts';
import { Readiness } from './Readiness.tsx';
import { BehaviourTab } from './tabs/BehaviourTab.tsx';
import { CategoriesTab } from './tabs/CategoriesTab.tsx';
import { MappingTab } from './tabs/MappingTab.tsx';
import { useConfigurationTexts } from './texts.ts';

export function useParts() {
	return usePartsOf(useQuery(asQuery(lightTemplates, {})), useQuery(asQuery(lightBundles, {})));
}

export function Editor({ initial, stored, customerId, domains, parts }: EditorProps<Draft, ReturnType<typeof useParts>>) {
	const t = useConfigurationTexts();
	const [search] = useScreenSearch(editorSearch);
	const client = useQueryClient();
	const [category, setCategory] = useState(search.category);
	const saving = useCall(saveLightConfiguration, {
		reload: [lightConfigurations, readConfiguration],
		done: () => (stored ? CONFIGURATION_UPDATED : saveLightConfiguration.success),
	});
	const savingQuietly = useCall(saveLightConfiguration, { reload: [lightConfigurations, readConfiguration], quiet: true });
	const editing = useEditing({
		initial,
		stored,
		root: '/lightconfig',
		tab: search.tab ?? 'texts',
		tabOf,
		problemsOf,
		config: LightConfig,
		save: {
			send: (draft: Draft, id, quietly) => (quietly ? savingQuietly : saving).mutateAsync({ body: payloadOf(draft, customerId, id) }),
			invalid: saveLightConfiguration.invalid,
			list: lightConfigurations,
		},
		onGo: (path) => setCategory((open) => /^categories\.(\d+)\./.exec(path)?.[1] ?? open),
	});
	const { draft, colours, tabProps, textsProps } = editing;
	const placeOf = async (template: TemplateName) =>
		(await client.fetchQuery(asQuery(lightTemplate, { params: { template } }))).data.config.position;
	const shown = { ...draft.config, colours };
	const findings = useMemo(() => gate(draft.config, cleanMapper(draft)), [draft]);
	return (
		<EditorFrame
			editing={editing}
			newTitle={t('newTitle')}
			next={useNext(customerId, domains, draft.domain)}
			domains={domains}
			customerId={customerId}
			saving={saving.isPending}
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
							selected={category}
							onSelect={setCategory}
						/>
					),
				},
				{ name: 'look', label: t('tabLook'), panel: <LookTab {...tabProps} templates={parts.templates} placeOf={placeOf} /> },
				{ name: 'behaviour', label: t('tabBehaviour'), panel: <BehaviourTab {...tabProps} parts={parts} /> },
				{ name: 'mapping', label: t('tabMapping'), panel: <MappingTab {...tabProps} {...{ customerId, domains, findings }} /> },
				{ name: 'json', label: t('tabJson'), panel: <JsonTab config={draft.config} mapper={cleanMapper(draft)} /> },
			]}
			readiness={
				<Readiness
					findings={findings}
					incomplete={!editing.whole}
					noMonths={draft.config.reask.noMonths}
					categories={draft.config.categories}
				/>
			}
			preview={
				<BannerPreview
					config={shown}
					template={draft.template === 'NA' ? 'bottom-bar' : draft.template}
					version={draft.bundleVersion}
					host={draft.domain || 'example.com'}
					language={textsProps.language}
				/>
			}
		/>
	);
}
