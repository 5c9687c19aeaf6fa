/** The TCF configurator. */
import { useState } from 'react';
import { useLanguage } from '#portal/lib/say.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { BannerPreview } from '#portal/ui/BannerPreview.tsx';
import { EditorFrame } from '../editing/EditorFrame.tsx';
import { tcfDefaults } from '../editing/filling.ts';
import { JsonTab } from '../editing/JsonTab.tsx';
import type { EditorProps } from '../editing/LoadedEditor.tsx';
import { LookTab } from '../editing/LookTab.tsx';
import { TextsTab } from '../editing/TextsTab.tsx';
import { useConfigurator } from '../editing/use-configurator.ts';
import styles from '../editor.module.css';
import { kinds } from '../kinds.ts';
import { useConfigurationTexts } from '../texts.ts';
import type { TcfDraft } from './kind.ts';
import { LateUpload } from './LateUpload.tsx';
import { NoList } from './NoList.tsx';
import { TcfReadiness } from './TcfReadiness.tsx';
import { BehaviourTab } from './tabs/BehaviourTab.tsx';
import { MappingTab } from './tabs/MappingTab.tsx';
import { PartnersTab } from './tabs/PartnersTab.tsx';
import { PurposesTab } from './tabs/PurposesTab.tsx';
import { RestrictionsTab } from './tabs/RestrictionsTab.tsx';
import { tcfEditorSearch } from './tcf.search.ts';
import { useTcfTexts } from './texts.ts';
import { useDrawn } from './use-drawn.ts';
import { useOfficialTexts } from './use-official-texts.ts';
import type { TcfParts } from './use-parts.ts';
import { VendorListNote } from './VendorListNote.tsx';
import { useTcfWords } from './words.ts';

/** The framework's policies demand more contrast for its answers than WCAG does. */
const LEAST_ANSWER_CONTRAST = 5;

export function TcfEditor({ parts, ...given }: EditorProps<TcfDraft, TcfParts>) {
	const t = useConfigurationTexts();
	const own = useTcfTexts();
	const [search] = useScreenSearch(tcfEditorSearch);
	const language = useLanguage();
	const [uploads, setUploads] = useState(false);
	const onUpload = () => setUploads(true);
	const { customerId, domains } = given;
	const { editing, part, setPart, placeOf, previewed, frame } = useConfigurator(kinds.tcf, given, {
		tab: search.tab ?? 'texts',
		part: undefined,
	});
	const { draft, colours, tabProps, textsProps } = editing;
	const { list, finnish } = parts;
	const official = useOfficialTexts(draft.config.languages);
	/** For the form: purposes in the reader's language where their official words are stored. */
	const named = language === 'fi' ? (finnish ?? list) : list;
	const { findings, granted, shown, preview } = useDrawn(draft, colours, list, official.texts);
	return (
		<EditorFrame
			{...frame}
			newTitle={own('newTitle')}
			granted={granted}
			ownWords={useTcfWords()}
			closed={!list ? own('closedNoList') : parts.cmpId === null ? own('closedNoCmpId') : undefined}
			note={
				<>
					<VendorListNote list={list} cmpId={parts.cmpId} onUpload={onUpload} />
					<LateUpload opened={uploads} onClose={() => setUploads(false)} />
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
							about={(one) => official.problems[one] ?? (official.waiting.includes(one) ? own('officialComing') : undefined)}
							note={<p className={styles.quiet}>{own('officialNote')}</p>}
						/>
					),
				},
				{ name: 'partners', label: own('tabPartners'), panel: <PartnersTab {...tabProps} list={named} /> },
				{ name: 'purposes', label: own('tabPurposes'), panel: <PurposesTab {...tabProps} list={named} /> },
				{
					name: 'restrictions',
					label: own('tabRestrictions'),
					panel: (
						<RestrictionsTab
							{...tabProps}
							list={named}
							open={part === undefined ? null : Number(part)}
							onOpen={(at) => setPart(at === null ? undefined : String(at))}
						/>
					),
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
				{ name: 'json', label: t('tabJson'), panel: <JsonTab config={draft.config} mapper={kinds.tcf.clean(draft)} /> },
			]}
			readiness={list ? <TcfReadiness findings={findings} incomplete={!editing.whole} /> : null}
			preview={preview ? <BannerPreview {...previewed} config={shown} tcf={preview} /> : <NoList onUpload={onUpload} />}
		/>
	);
}
