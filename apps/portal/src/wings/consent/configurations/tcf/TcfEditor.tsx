/** The TCF configurator. */
import type { LanguageWords } from '@luvalla/banner/languages/words';
import { reopenLook } from '@luvalla/banner/look';
import { tcfData, tcfLayer } from '@luvalla/banner/tcf/assemble';
import { tcfPolicy } from '@luvalla/banner/tcf/policy';
import { readConfiguration } from '@luvalla/contract/consent/configurations';
import { CONFIGURATION_UPDATED } from '@luvalla/contract/consent/drafts';
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import { saveTcfConfiguration, TcfConfig, type TcfTemplateName, tcfConfigurations, tcfTemplate } from '@luvalla/contract/consent/tcf';
import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { BannerPreview } from '#portal/ui/BannerPreview.tsx';
import { EditorFrame } from '../editing/EditorFrame.tsx';
import { tcfDefaults } from '../editing/filling.ts';
import { JsonTab } from '../editing/JsonTab.tsx';
import { type EditorProps, useNext } from '../editing/LoadedEditor.tsx';
import { LookTab } from '../editing/LookTab.tsx';
import { TextsTab } from '../editing/TextsTab.tsx';
import { useEditing } from '../editing/use-editing.ts';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';
import { cleanTcfMapper, type TcfDraft, tcfPayloadOf, tcfProblemsOf, tcfTabOf } from './draft.ts';
import { NoList } from './NoList.tsx';
import { TcfReadiness } from './TcfReadiness.tsx';
import { BehaviourTab } from './tabs/BehaviourTab.tsx';
import { MappingTab } from './tabs/MappingTab.tsx';
import { PartnersTab } from './tabs/PartnersTab.tsx';
import { PurposesTab } from './tabs/PurposesTab.tsx';
import { RestrictionsTab } from './tabs/RestrictionsTab.tsx';
import { tcfEditorSearch } from './tcf.search.ts';
import { useTcfTexts } from './texts.ts';
import { UploadDialog } from './UploadDialog.tsx';
import { useOfficialTexts } from './use-official-texts.ts';
import type { TcfParts } from './use-parts.ts';
import { VendorListNote } from './VendorListNote.tsx';
import { useTcfWords } from './words.ts';

/** The framework's policies demand more contrast for its answers than WCAG does. */
const LEAST_ANSWER_CONTRAST = 5;

export function TcfEditor({ initial, stored, customerId, domains, parts }: EditorProps<TcfDraft, TcfParts>) {
	const t = useConfigurationTexts();
	const own = useTcfTexts();
	const [search] = useScreenSearch(tcfEditorSearch);
	const language = useLanguage();
	const [restriction, setRestriction] = useState<number | null>(null);
	const [uploads, setUploads] = useState(false);
	const onUpload = () => setUploads(true);
	const client = useQueryClient();
	const saving = useCall(saveTcfConfiguration, {
		reload: [tcfConfigurations, readConfiguration],
		done: () => (stored ? CONFIGURATION_UPDATED : saveTcfConfiguration.success),
	});
	const savingQuietly = useCall(saveTcfConfiguration, { reload: [tcfConfigurations, readConfiguration], quiet: true });
	const editing = useEditing({
		initial,
		stored,
		root: '/tcfconfig',
		tab: search.tab ?? 'texts',
		tabOf: tcfTabOf,
		problemsOf: tcfProblemsOf,
		config: TcfConfig,
		save: {
			send: (draft: TcfDraft, id, quietly) => (quietly ? savingQuietly : saving).mutateAsync({ body: tcfPayloadOf(draft, customerId, id) }),
			invalid: saveTcfConfiguration.invalid,
			list: tcfConfigurations,
		},
		onGo: (path) => {
			const [, at] = /^publisherRestrictions\.(\d+)/.exec(path) ?? [];
			if (at !== undefined) setRestriction(Number(at));
		},
	});
	const { draft, colours, tabProps, textsProps } = editing;
	const placeOf = async (template: TcfTemplateName) =>
		(await client.fetchQuery(asQuery(tcfTemplate, { params: { template } }))).data.config.position;
	const { list, finnish } = parts;
	const { texts, waiting, problems } = useOfficialTexts(draft.config.languages);
	/** For the form: purposes in the reader's language where their official words are stored. */
	const named = language === 'fi' ? (finnish ?? list) : list;
	// The list is long: points and preview follow the typing, they do not hold it up.
	const drawn = useDeferredValue(draft);
	const drawnColours = useDeferredValue(colours);
	const findings = useMemo(() => (list ? tcfPolicy(drawn.config, cleanTcfMapper(drawn.mapper), list, texts) : []), [drawn, list, texts]);
	const shown = useMemo(() => ({ ...drawn.config, colours: drawnColours }), [drawn.config, drawnColours]);
	const preview = useMemo(
		() =>
			list
				? (one: BannerLanguage, words: LanguageWords) => ({
						data: tcfData(drawn.template, shown, one, list, texts, words),
						layer: tcfLayer(shown, one, list, texts, words),
						look: reopenLook(shown),
					})
				: undefined,
		[list, texts, shown, drawn.template],
	);
	return (
		<EditorFrame
			editing={editing}
			newTitle={own('newTitle')}
			next={useNext(customerId, domains, draft.domain)}
			ownWords={useTcfWords()}
			domains={domains}
			customerId={customerId}
			saving={saving.isPending}
			closed={!list ? own('closedNoList') : parts.cmpId === null ? own('closedNoCmpId') : undefined}
			note={
				<>
					<VendorListNote list={list} cmpId={parts.cmpId} onUpload={onUpload} />
					<UploadDialog opened={uploads} onClose={() => setUploads(false)} />
				</>
			}
			tabs={[
				{
					name: 'texts',
					label: t('tabTexts'),
					panel: (
						<TextsTab
							{...tabProps}
							{...textsProps}
							domains={domains}
							defaults={tcfDefaults}
							body={{ key: 'intro', label: own('textIntro'), most: 600, long: true, optional: true }}
							about={(one) => problems[one] ?? (waiting.includes(one) ? own('officialComing') : undefined)}
							note={<p className={styles.quiet}>{own('officialNote')}</p>}
						/>
					),
				},
				{ name: 'partners', label: own('tabPartners'), panel: <PartnersTab {...tabProps} list={named} /> },
				{ name: 'purposes', label: own('tabPurposes'), panel: <PurposesTab {...tabProps} list={named} /> },
				{
					name: 'restrictions',
					label: own('tabRestrictions'),
					panel: <RestrictionsTab {...tabProps} list={named} open={restriction} onOpen={setRestriction} />,
				},
				{
					name: 'look',
					label: t('tabLook'),
					panel: (
						<LookTab
							{...tabProps}
							templates={parts.templates}
							placeOf={placeOf}
							answers={{ least: LEAST_ANSWER_CONTRAST, hint: (ratio) => own('contrastAnswers', { ratio }) }}
						/>
					),
				},
				{ name: 'behaviour', label: t('tabBehaviour'), panel: <BehaviourTab {...tabProps} parts={parts} list={named} /> },
				{ name: 'mapping', label: own('tabMapping'), panel: <MappingTab {...tabProps} {...{ customerId, domains, list }} /> },
				{ name: 'json', label: t('tabJson'), panel: <JsonTab config={draft.config} mapper={cleanTcfMapper(draft.mapper)} /> },
			]}
			readiness={list ? <TcfReadiness findings={findings} incomplete={!editing.whole} /> : null}
			preview={
				preview ? (
					<BannerPreview
						config={shown}
						tcf={preview}
						version={draft.bundleVersion}
						host={draft.domain || 'example.com'}
						language={textsProps.language}
					/>
				) : (
					<NoList onUpload={onUpload} />
				)
			}
		/>
	);
}
