/** The TCF configurator. */
import type { LanguageWords } from '@luvalla/banner/languages/words';
import { reopenLook } from '@luvalla/banner/look';
import { tcfData, tcfLayer } from '@luvalla/banner/tcf/assemble';
import { grantedWords } from '@luvalla/banner/tcf/granted';
import { tcfPolicy } from '@luvalla/banner/tcf/policy';
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import { useDeferredValue, useMemo, useState } from 'react';
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
import { askedOf, MappingTab } from './tabs/MappingTab.tsx';
import { PartnersTab } from './tabs/PartnersTab.tsx';
import { PurposesTab } from './tabs/PurposesTab.tsx';
import { RestrictionsTab } from './tabs/RestrictionsTab.tsx';
import { tcfEditorSearch } from './tcf.search.ts';
import { useTcfTexts } from './texts.ts';
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
	// The list is long: points and preview follow the typing and the official texts that come, they do not hold them up.
	const texts = useDeferredValue(official.texts);
	const drawn = useDeferredValue(draft);
	const drawnColours = useDeferredValue(colours);
	const findings = useMemo(() => (list ? tcfPolicy(drawn.config, kinds.tcf.clean(drawn), list, texts) : []), [drawn, list, texts]);
	const granted = useMemo(() => {
		if (!list) return [];
		const asked = askedOf(drawn.config, list);
		return [...grantedWords(drawn.config, drawn.mapper, list, texts)].flatMap(([name, { keys, wording }]) =>
			asked.filter(({ key }) => keys.includes(key)).map((one) => ({ ...one, purpose: { name, wording } })),
		);
	}, [drawn, list, texts]);
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
