/** The configurator: a bar, the form at the left, the real banner at the right. */
import { gate } from '@luvalla/banner/gate';
import type { AnswerOf } from '@luvalla/contract/call';
import {
	lightConfigurations,
	publishConfiguration,
	readConfiguration,
	saveLightConfiguration,
} from '@luvalla/contract/consent/configurations';
import { Tabs } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { useUnsaved } from '#portal/lib/unsaved.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { BannerPreview } from '#portal/ui/BannerPreview.tsx';
import { editorSearch } from './configurations.search.ts';
import { cleanMapper, type Draft, drawable, isField, payloadOf, problemsOf, sameDraft, type TabName, tabOf } from './draft.ts';
import { EditorBar } from './EditorBar.tsx';
import type { Parts } from './EditorScreen.tsx';
import styles from './editor.module.css';
import { LeaveGuard } from './LeaveGuard.tsx';
import { Readiness } from './Readiness.tsx';
import { type Refused, RefusedNote } from './RefusedNote.tsx';
import { BehaviourTab } from './tabs/BehaviourTab.tsx';
import { CategoriesTab } from './tabs/CategoriesTab.tsx';
import { JsonTab } from './tabs/JsonTab.tsx';
import { LookTab } from './tabs/LookTab.tsx';
import { MappingTab } from './tabs/MappingTab.tsx';
import { TextsTab } from './tabs/TextsTab.tsx';
import { useConfigurationTexts } from './texts.ts';

/** What every tab gets: the draft, how to change it, and the sentence of a field in error. */
export interface TabProps {
	draft: Draft;
	/** Changes a copy of the draft in place. */
	edit: (change: (draft: Draft) => void) => void;
	problem: (path: string) => string | undefined;
}

interface EditorProps {
	initial: Draft;
	/** Null: not saved yet. */
	stored: AnswerOf<typeof readConfiguration> | null;
	customerId: number;
	domains: readonly { id: string; domain: string }[];
	parts: Parts;
}

const TABS: readonly TabName[] = ['texts', 'categories', 'look', 'behaviour', 'mapping', 'json'];
const PUBLISHED_CALLS = [lightConfigurations, readConfiguration];

export function Editor({ initial, stored, customerId, domains, parts }: EditorProps) {
	const t = useConfigurationTexts();
	const navigate = useNavigate();
	const [search] = useScreenSearch(editorSearch);
	// Where one is in the form begins with the URL and then stays here: a guarded address would ask at every tab.
	const [tab, setTab] = useState<TabName>(search.tab ?? 'texts');
	const [category, setCategory] = useState(search.category);
	const [draft, setDraft] = useState(initial);
	const [saved, setSaved] = useState<Draft | null>(stored ? initial : null);
	const [row, setRow] = useState(stored);
	const [tried, setTried] = useState(false);
	const [refused, setRefused] = useState<Refused | null>(null);
	const [lastColours, setLastColours] = useState(initial.config.colours);

	const dirty = saved ? !sameDraft(draft, saved) : !sameDraft(draft, initial);
	const unsaved = useUnsaved(dirty);
	const problems = useMemo(() => problemsOf(draft), [draft]);
	const findings = useMemo(() => gate(draft.config, cleanMapper(draft)), [draft]);
	const shown = useMemo(() => drawable(draft.config, lastColours), [draft.config, lastColours]);
	if (shown.colours.button !== lastColours.button || JSON.stringify(shown.colours) !== JSON.stringify(lastColours))
		setLastColours(shown.colours);

	const saving = useCall(saveLightConfiguration, { reload: PUBLISHED_CALLS });
	const publishing = useCall(publishConfiguration, { reload: PUBLISHED_CALLS });
	const edit: TabProps['edit'] = (change) => {
		const next = structuredClone(draft);
		change(next);
		setDraft(next);
		setRefused(null);
	};
	const problem: TabProps['problem'] = (path) => refused?.fields[path] ?? (tried ? problems[path] : undefined);

	/** The row as saved, or null when something stands in the way; the person has been told. */
	const save = async (): Promise<{ id: string; folder: string } | null> => {
		setTried(true);
		setRefused(null);
		const wrong = Object.keys(problems);
		if (wrong[0] !== undefined) {
			setRefused({ title: t('saveFailed'), sentence: fixedText(saveLightConfiguration.invalid, currentLanguage()), fields: {} });
			setTab(tabOf(wrong[0]));
			return null;
		}
		try {
			const { data } = await saving.mutateAsync({ body: payloadOf(draft, customerId, row?.id) });
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
				const [field] = Object.keys(error.fields).filter(isField);
				if (field !== undefined) setTab(tabOf(field));
			} else if (!(error instanceof Error)) throw error;
		}
	};
	useHotkeys([['mod+S', () => void save()]], []);

	// A new one gets its own address once nothing is unsaved any more, so that the guard lets it through.
	const id = row?.id;
	// Publishing takes seconds and ends here, so it is waited for.
	const moved = stored === null && id !== undefined && !dirty && !publishing.isPending;
	useEffect(() => {
		if (moved) void navigate({ to: '/lightconfig/$id', params: { id }, search: (old: object) => old, replace: true });
	}, [moved, id, navigate]);

	// What is served can change without the draft: by the history, or elsewhere.
	const shownRow = row && stored ? { ...row, live: stored.live, status: stored.status } : row;
	const tabProps: TabProps = { draft, edit, problem };
	return (
		<div className={styles.editor}>
			<EditorBar
				title={draft.title || t('newTitle')}
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
				<Tabs value={tab} onChange={(value) => setTab(TABS.find((one) => one === value) ?? 'texts')} keepMounted={false}>
					<Tabs.List className={styles.tabs}>
						<Tabs.Tab value="texts">{t('tabTexts')}</Tabs.Tab>
						<Tabs.Tab value="categories">{t('tabCategories')}</Tabs.Tab>
						<Tabs.Tab value="look">{t('tabLook')}</Tabs.Tab>
						<Tabs.Tab value="behaviour">{t('tabBehaviour')}</Tabs.Tab>
						<Tabs.Tab value="mapping">{t('tabMapping')}</Tabs.Tab>
						<Tabs.Tab value="json">{t('tabJson')}</Tabs.Tab>
					</Tabs.List>
					<Tabs.Panel value="texts" className={styles.panel}>
						<TextsTab {...tabProps} domains={domains} fixedDomain={(row?.version ?? 0) > 0} />
					</Tabs.Panel>
					<Tabs.Panel value="categories" className={styles.panel}>
						<CategoriesTab {...tabProps} selected={category} onSelect={setCategory} />
					</Tabs.Panel>
					<Tabs.Panel value="look" className={styles.panel}>
						<LookTab {...tabProps} templates={parts.templates} />
					</Tabs.Panel>
					<Tabs.Panel value="behaviour" className={styles.panel}>
						<BehaviourTab {...tabProps} parts={parts} />
					</Tabs.Panel>
					<Tabs.Panel value="mapping" className={styles.panel}>
						<MappingTab {...tabProps} findings={findings} />
					</Tabs.Panel>
					<Tabs.Panel value="json" className={styles.panel}>
						<JsonTab draft={draft} />
					</Tabs.Panel>
				</Tabs>
				<Readiness findings={findings} incomplete={Object.keys(problems).length > 0} noMonths={draft.config.reask.noMonths} />
			</section>
			<section className={styles.pane}>
				<BannerPreview
					config={shown}
					template={draft.template === 'NA' ? 'bottom-bar' : draft.template}
					version={draft.bundleVersion}
					host={draft.domain || 'example.com'}
				/>
			</section>
			<LeaveGuard unsaved={unsaved} />
		</div>
	);
}
