/** The course of editing, of either kind: change, save, publish, and where the person stands in the form. */
import type { CallShape } from '@luvalla/contract/call';
import { type Configuration, nextPublication, publishConfiguration, readConfiguration } from '@luvalla/contract/consent/configurations';
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import type { Category } from '@luvalla/contract/consent/light';
import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { currentLanguage, useLanguage } from '#portal/lib/say.ts';
import { useUnsaved } from '#portal/lib/unsaved.ts';
import { useConfigurationTexts } from '../texts.ts';
import {
	type Colours,
	changedPaths,
	type DraftOf,
	drawable,
	isFieldOf,
	languageOf,
	type Problems,
	type ReadRow,
	type Stored,
	same,
	type TabPropsOf,
} from './draft.ts';
import type { Refused } from './RefusedNote.tsx';

export type AnyDraft = DraftOf<{ colours: Colours; categories?: readonly Category[] }, object, string>;

interface EditingOptions<Draft, Tab> {
	initial: Draft;
	/** Null: not saved yet. */
	stored: Stored | null;
	/** The list's path; editors stand below it. */
	root: '/lightconfig' | '/tcfconfig';
	/** The tab to begin with. */
	tab: Tab;
	tabOf: (path: string) => Tab;
	/** Everything that keeps a draft from being saved. */
	problemsOf: (draft: Draft) => Problems;
	config: { shape: object };
	/** A draft as it is stored. */
	asStored: (draft: Draft) => Draft;
	/** The call that saves, what it says instead of sending what is not whole, and the list that it changes. */
	save: {
		/** `quietly`: as a part of publishing, which says itself what came of it. */
		send: (draft: Draft, row: ReadRow, quietly: boolean) => Promise<{ data: Configuration }>;
		invalid: string;
		list: CallShape;
	};
	/** Opens what a path names below its tab. */
	onGo?: (path: string) => void;
}

export function useEditing<Draft extends AnyDraft, Tab extends string>(options: EditingOptions<Draft, Tab>) {
	const { initial, stored, root, problemsOf, tabOf, asStored, save: saver, onGo } = options;
	const t = useConfigurationTexts();
	const navigate = useNavigate();
	// Where one is in the form begins with the URL and then stays here: a guarded address would ask at every tab.
	const [tab, setTab] = useState(options.tab);
	const [language, setLanguage] = useState<BannerLanguage>(useLanguage());
	const [draft, setDraft] = useState(initial);
	const [saved, setSaved] = useState<Draft | null>(stored ? initial : null);
	const [row, setRow] = useState(stored);
	const [tried, setTried] = useState(false);
	const [refused, setRefused] = useState<Refused | null>(null);
	/** Saving is a part of publishing: the address changes after both. */
	const [publishes, setPublishes] = useState(false);
	/** It is on its way: a key that is pressed twice saves once. */
	const sending = useRef(false);
	/** Saved in order to leave: the address is no longer ours to change. */
	const [leaves, setLeaves] = useState(false);
	/** Somebody else has saved it, and the person was told: what they save next takes its place. */
	const [told, setTold] = useState(false);
	/** How often theirs took the place of what was written: fields that keep their own text begin anew. */
	const [shown, setShown] = useState(0);
	const [lastColours, setLastColours] = useState(initial.config.colours);

	const dirty = !same(draft, saved ?? initial);
	const unsaved = useUnsaved(dirty, { page: true });
	const problems = useMemo(() => problemsOf(draft), [draft, problemsOf]);
	const whole = drawable(draft.config.colours, lastColours);
	// Kept while they are the same, so that what is drawn of them is not drawn anew.
	const colours = same(whole, lastColours) ? lastColours : whole;
	if (colours !== lastColours) setLastColours(colours);
	const shownProblems: Problems = { ...(tried ? problems : {}), ...refused?.fields };

	const publishing = useCall(publishConfiguration, { reload: [saver.list, readConfiguration, nextPublication] });
	const edit: TabPropsOf<Draft>['edit'] = (change) => {
		const next = structuredClone(draft);
		change(next);
		setDraft(next);
		setRefused(null);
	};
	const isField = (path: string) => isFieldOf(path, options.config);
	/** To the place of a field: its tab, and the language of its text. */
	const go = (path: string) => {
		setTab(tabOf(path));
		setLanguage(languageOf(path) ?? language);
		onGo?.(path);
	};
	const refuse = (next: Refused, paths: readonly string[]) => {
		setRefused(next);
		const field = paths.find(isField);
		if (field !== undefined) go(field);
	};
	/** As it stands now, whatever was written here. */
	const showTheirs = () => {
		setRow(stored);
		setSaved(initial);
		setDraft(initial);
		setTried(false);
		setRefused(null);
		setTold(false);
		setShown(shown + 1);
	};
	// Nothing is written that could be lost: else publishing would be refused for ever.
	const behind = told && !dirty && stored !== null && stored.savedAt !== row?.savedAt;
	const follow = useEffectEvent(showTheirs);
	useEffect(() => {
		if (behind) follow();
	}, [behind]);
	/** What names no field is a notice, and the notice has been shown. */
	const refuseBy = (error: unknown, title: string, more = '') => {
		if (row && error instanceof CallFailure && error.code === 'changed_meanwhile') setTold(true);
		if (error instanceof CallFailure && error.hasFields)
			refuse({ title, sentence: `${error.message}${more}`, fields: error.fields }, Object.keys(error.fields));
		else if (!(error instanceof Error)) throw error;
	};

	/** Whether it is whole; what is not has been named. */
	const check = (title: string): boolean => {
		setTried(true);
		setRefused(null);
		const wrong = Object.keys(problems);
		if (wrong.length === 0) return true;
		refuse({ title, sentence: fixedText(saver.invalid, currentLanguage()), fields: problems }, wrong);
		return false;
	};
	/** The row as saved, or null when something stands in the way; the person has been told. */
	const save = async (quietly = false): Promise<Pick<Configuration, 'id' | 'folder' | 'savedAt'> | null> => {
		if (sending.current || !check(t('saveFailed'))) return null;
		sending.current = true;
		try {
			const { data } = await saver.send(draft, { id: row?.id, savedAt: told ? undefined : row?.savedAt }, quietly);
			setSaved(draft);
			setRow((before) => ({ config: '', mapper: '', can: before?.can ?? { publish: true, delete: true }, ...data }));
			setTried(false);
			setTold(false);
			return data;
		} catch (error) {
			refuseBy(error, t('saveFailed'));
			return null;
		} finally {
			sending.current = false;
		}
	};
	/** For who leaves: goes on once it is saved, and stays with what is wrong where it cannot be. */
	const saveAndLeave = async () => {
		setLeaves(true);
		if (await save()) return unsaved.proceed();
		setLeaves(false);
		unsaved.stay();
	};
	/** @param version the one that was announced */
	const publish = async (version: number | undefined) => {
		setPublishes(true);
		const saves = dirty || !row;
		const ready = saves ? await save(true) : row;
		if (ready) {
			setRefused(null);
			try {
				const { data } = await publishing.mutateAsync({ params: { folder: ready.folder }, query: { version, savedAt: ready.savedAt } });
				setRow((before) => (before ? { ...before, ...data.configuration } : before));
			} catch (error) {
				refuseBy(error, t('publishFailed'), saves ? ` ${t('draftKept')}` : '');
			}
		}
		setPublishes(false);
	};
	useHotkeys([['mod+S', () => void save()]], []);

	// A new one gets its own address once nothing is unsaved any more, so that the guard lets it through.
	const id = row?.id;
	const moved = stored === null && id !== undefined && !dirty && !publishes && !leaves;
	useEffect(() => {
		if (moved) void navigate({ to: `${root}/$id`, params: { id }, search: (old: object) => old, replace: true });
	}, [moved, id, navigate, root]);

	return {
		draft,
		/** What can be drawn of the draft's colours. */
		colours,
		// What is served can change without the draft: by the history, or elsewhere.
		row: row && stored ? { ...row, live: stored.live, inTest: stored.inTest, status: stored.status } : row,
		dirty,
		/** Paths of what was changed since it was saved. */
		changed: () => changedPaths(saved ?? initial, draft),
		/** Paths of what somebody else changed, once the person was told and it is here. */
		theirs: () => (told && stored && saved ? changedPaths(asStored(saved), initial) : []),
		showTheirs,
		shown,
		unsaved,
		saveAndLeave,
		whole: Object.keys(problems).length === 0,
		refused,
		isField,
		tab,
		setTab,
		go,
		tabOf,
		save,
		check: () => check(t('publishFailed')),
		publish,
		publishing: publishes,
		tabProps: { draft, edit, problem: (path: string) => shownProblems[path] } satisfies TabPropsOf<Draft>,
		/** What the texts' tab gets besides. */
		textsProps: { language, onLanguage: setLanguage, wrong: Object.keys(shownProblems), fixedDomain: (row?.version ?? 0) > 0 },
	};
}
export type Editing<Draft extends AnyDraft, Tab extends string> = ReturnType<typeof useEditing<Draft, Tab>>;
