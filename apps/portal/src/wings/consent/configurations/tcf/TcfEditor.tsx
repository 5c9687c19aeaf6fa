/** The TCF configurator: a bar, the form at the left, the real banner at the right. */
import { type OfficialTexts, tcfData, tcfLayer } from '@luvalla/banner/tcf/assemble';
import { tcfPolicy } from '@luvalla/banner/tcf/policy';
import type { AnswerOf } from '@luvalla/contract/call';
import { publishConfiguration, readConfiguration } from '@luvalla/contract/consent/configurations';
import type { Language } from '@luvalla/contract/consent/light';
import { saveTcfConfiguration, tcfConfigurations } from '@luvalla/contract/consent/tcf';
import { Tabs } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { useUnsaved } from '#portal/lib/unsaved.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { BannerPreview } from '#portal/ui/BannerPreview.tsx';
import { EditorBar } from '../EditorBar.tsx';
import styles from '../editor.module.css';
import { LeaveGuard } from '../LeaveGuard.tsx';
import { type Refused, RefusedNote } from '../RefusedNote.tsx';
import { useConfigurationTexts } from '../texts.ts';
import {
	cleanTcfMapper,
	drawableTcf,
	isTcfField,
	type TcfDraft,
	type TcfTabProps,
	tcfPayloadOf,
	tcfProblemsOf,
	tcfTabOf,
} from './draft.ts';
import type { TcfParts } from './TcfEditorScreen.tsx';
import { TcfReadiness } from './TcfReadiness.tsx';
import { BehaviourTab } from './tabs/BehaviourTab.tsx';
import { LookTab } from './tabs/LookTab.tsx';
import { MappingTab } from './tabs/MappingTab.tsx';
import { PartnersTab } from './tabs/PartnersTab.tsx';
import { PurposesTab } from './tabs/PurposesTab.tsx';
import { TextsTab } from './tabs/TextsTab.tsx';
import { type TcfTabName, tcfEditorSearch, tcfTabs } from './tcf.search.ts';
import { useTcfTexts } from './texts.ts';
import { VendorListNote } from './VendorListNote.tsx';

interface TcfEditorProps {
	initial: TcfDraft;
	/** Null: not saved yet. */
	stored: AnswerOf<typeof readConfiguration> | null;
	customerId: number;
	domains: readonly { id: string; domain: string }[];
	parts: TcfParts;
}

const RELOADED = [tcfConfigurations, readConfiguration];
const same = (a: TcfDraft, b: TcfDraft): boolean => JSON.stringify(a) === JSON.stringify(b);

export function TcfEditor({ initial, stored, customerId, domains, parts }: TcfEditorProps) {
	const t = useConfigurationTexts();
	const own = useTcfTexts();
	const navigate = useNavigate();
	const [search] = useScreenSearch(tcfEditorSearch);
	const [tab, setTab] = useState<TcfTabName>(search.tab ?? 'texts');
	const [draft, setDraft] = useState(initial);
	const [saved, setSaved] = useState<TcfDraft | null>(stored ? initial : null);
	const [row, setRow] = useState(stored);
	const [tried, setTried] = useState(false);
	const [refused, setRefused] = useState<Refused | null>(null);
	/** Saving is a part of publishing: the address changes after both. */
	const [underWay, setUnderWay] = useState(false);

	const dirty = !same(draft, saved ?? initial);
	const unsaved = useUnsaved(dirty);
	const problems = useMemo(() => tcfProblemsOf(draft), [draft]);
	const whole = Object.keys(problems).length === 0;
	const { list, finnish } = parts;
	const texts = useMemo((): OfficialTexts => (finnish ? { fi: finnish } : {}), [finnish]);
	// The list is long: points and preview follow the typing, they do not hold it up.
	const drawn = useDeferredValue(draft);
	const findings = useMemo(() => (list ? tcfPolicy(drawn.config, cleanTcfMapper(drawn.mapper), list, texts) : []), [drawn, list, texts]);
	const shown = useMemo(() => drawableTcf(drawn.config, initial.config.colours), [drawn.config, initial.config.colours]);
	const preview = useMemo(() => {
		if (!list) return undefined;
		const made = new Map<Language, { data: ReturnType<typeof tcfData>; layer: ReturnType<typeof tcfLayer> }>();
		return (language: Language) => {
			const known = made.get(language) ?? {
				data: tcfData(drawn.template, shown, language, list, texts),
				layer: tcfLayer(shown, language, list, texts),
			};
			made.set(language, known);
			return known;
		};
	}, [list, texts, shown, drawn.template]);

	const saving = useCall(saveTcfConfiguration, { reload: RELOADED });
	const publishing = useCall(publishConfiguration, { reload: RELOADED });
	const edit: TcfTabProps['edit'] = (change) => {
		const next = structuredClone(draft);
		change(next);
		setDraft(next);
		setRefused(null);
	};
	const problem: TcfTabProps['problem'] = (path) => refused?.fields[path] ?? (tried ? problems[path] : undefined);

	/** The row as saved, or null when something stands in the way; the person has been told. */
	const save = async (): Promise<{ id: string; folder: string } | null> => {
		setTried(true);
		setRefused(null);
		const [wrong] = Object.keys(problems);
		if (wrong !== undefined) {
			setRefused({ title: t('saveFailed'), sentence: fixedText(saveTcfConfiguration.invalid, currentLanguage()), fields: {} });
			setTab(tcfTabOf(wrong));
			return null;
		}
		try {
			const { data } = await saving.mutateAsync({ body: tcfPayloadOf(draft, customerId, row?.id) });
			setSaved(draft);
			setRow((before) => ({ config: '', mapper: '', can: before?.can ?? { publish: true, delete: true }, ...data }));
			setTried(false);
			return data;
		} catch (error) {
			if (error instanceof CallFailure && error.hasFields)
				setRefused({ title: t('saveFailed'), sentence: error.message, fields: error.fields });
			else if (!(error instanceof Error)) throw error;
			return null;
		}
	};
	const publish = async () => {
		setUnderWay(true);
		await publishSaved();
		setUnderWay(false);
	};
	const publishSaved = async () => {
		const ready = dirty || !row ? await save() : row;
		if (!ready) return;
		setRefused(null);
		try {
			const { data } = await publishing.mutateAsync({ params: { folder: ready.folder } });
			setRow((before) => (before ? { ...before, ...data.configuration } : before));
		} catch (error) {
			// What names no field is a notice, and the notice has been shown.
			if (error instanceof CallFailure && error.hasFields) {
				setRefused({ title: t('publishFailed'), sentence: error.message, fields: error.fields });
				const [field] = Object.keys(error.fields).filter(isTcfField);
				if (field !== undefined) setTab(tcfTabOf(field));
			} else if (!(error instanceof Error)) throw error;
		}
	};
	useHotkeys([['mod+S', () => void save()]], []);

	// A new one gets its own address once nothing is unsaved any more, so that the guard lets it through.
	const id = row?.id;
	const moved = stored === null && id !== undefined && !dirty && !underWay;
	useEffect(() => {
		if (moved) void navigate({ to: '/tcfconfig/$id', params: { id }, search: (old: object) => old, replace: true });
	}, [moved, id, navigate]);

	// What is served can change without the draft: by the history, or elsewhere.
	const shownRow = row && stored ? { ...row, live: stored.live, status: stored.status } : row;
	const tabProps: TcfTabProps = { draft, edit, problem };
	const names: Record<TcfTabName, string> = {
		texts: t('tabTexts'),
		partners: own('tabPartners'),
		purposes: own('tabPurposes'),
		look: t('tabLook'),
		behaviour: t('tabBehaviour'),
		mapping: t('tabMapping'),
	};
	const panels: Record<TcfTabName, React.ReactNode> = {
		texts: <TextsTab {...tabProps} domains={domains} fixedDomain={(row?.version ?? 0) > 0} finnish={finnish !== null} />,
		partners: <PartnersTab {...tabProps} list={list} />,
		purposes: <PurposesTab {...tabProps} list={list} />,
		look: <LookTab {...tabProps} templates={parts.templates} />,
		behaviour: <BehaviourTab {...tabProps} parts={parts} />,
		mapping: <MappingTab {...tabProps} list={list} />,
	};
	return (
		<div className={styles.editor}>
			<EditorBar
				title={draft.title || own('newTitle')}
				row={shownRow}
				domain={draft.domain}
				dirty={dirty}
				nextVersion={parts.nextVersion(draft.domain)}
				saving={saving.isPending}
				publishing={publishing.isPending}
				onSave={() => void save()}
				onPublish={() => void publish()}
			/>
			<section className={styles.form} aria-label={t('parts')}>
				{refused ? <RefusedNote refused={refused} /> : null}
				<VendorListNote list={list} cmpId={parts.cmpId} />
				<Tabs value={tab} onChange={(value) => setTab(tcfTabs.find((one) => one === value) ?? 'texts')} keepMounted={false}>
					<Tabs.List className={`${styles.tabs} ${styles.six}`}>
						{tcfTabs.map((one) => (
							<Tabs.Tab key={one} value={one}>
								{names[one]}
							</Tabs.Tab>
						))}
					</Tabs.List>
					{tcfTabs.map((one) => (
						<Tabs.Panel key={one} value={one} className={styles.panel}>
							{panels[one]}
						</Tabs.Panel>
					))}
				</Tabs>
				{list ? <TcfReadiness findings={findings} incomplete={!whole} /> : null}
			</section>
			<section className={styles.pane}>
				{preview ? <BannerPreview config={shown} tcf={preview} version={draft.bundleVersion} host={draft.domain || 'example.com'} /> : null}
			</section>
			<LeaveGuard unsaved={unsaved} />
		</div>
	);
}
