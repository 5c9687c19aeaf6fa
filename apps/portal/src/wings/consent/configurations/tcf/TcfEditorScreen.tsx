/** Loads what the TCF editor needs: a configuration or a template, the versions there are, and the newest vendor list. */
import { tcfBundles, tcfTemplate, tcfTemplates } from '@luvalla/contract/consent/tcf';
import { gvlFile, gvlFiles, type VendorList } from '@luvalla/contract/consent/vendor-lists';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { usePageCustomer } from '#portal/ui/pickers.tsx';
import { draftFromTemplate, usePartsOf, useStored, Waiting } from '../editing/LoadedEditor.tsx';
import { type TcfDraft, tcfDraftOf } from './draft.ts';
import { TcfEditor } from './TcfEditor.tsx';
import { tcfEditorSearch } from './tcf.search.ts';
import { useTcfTexts } from './texts.ts';

/** `/tcfconfig/new` */
export function NewTcfScreen() {
	const t = useTcfTexts();
	const [search, patch] = useScreenSearch(tcfEditorSearch);
	const { customerId, domains } = usePageCustomer(search, patch);
	const start = useQuery(asQuery(tcfTemplate, { params: { template: 'tcf-bar' } }));
	const parts = useTcfParts();
	if (!start.data || !parts.ready || customerId === null)
		return <Waiting title={t('title')} root="/tcfconfig" queries={[start, ...parts.queries]} />;
	const initial: TcfDraft = draftFromTemplate(start.data.data, parts, domains, search.domain);
	// Without its official texts a language could not be published.
	if (!parts.finnish) initial.config = { ...initial.config, languages: ['en'] };
	return <TcfEditor initial={initial} stored={null} customerId={customerId} domains={domains} parts={parts} />;
}

/** `/tcfconfig/$id` */
export function TcfScreen() {
	const t = useTcfTexts();
	const { id, stored, customerId, domains } = useStored();
	const parts = useTcfParts();
	if (!stored.data || !parts.ready || customerId === null)
		return <Waiting title={t('title')} root="/tcfconfig" queries={[stored, ...parts.queries]} />;
	const row = stored.data.data;
	return <TcfEditor key={id} initial={tcfDraftOf(row)} stored={row} customerId={customerId} domains={domains} parts={parts} />;
}

/** What every editor loads, and the newest list with its Finnish texts where there is one. */
function useTcfParts() {
	const bundles = useQuery(asQuery(tcfBundles, {}));
	const parts = usePartsOf(useQuery(asQuery(tcfTemplates, {})), bundles);
	// No list yet is no failure: the editor says so and can still be used.
	const stored = useQuery(asQuery(gvlFiles, {}));
	const enabled = (stored.data?.data.length ?? 0) > 0;
	const english = useQuery({ ...asQuery(gvlFile, { params: { id: 'newest' } }), enabled });
	const finnish = useQuery({ ...asQuery(gvlFile, { params: { id: 'newest' }, query: { language: 'fi' } }), enabled });
	const list: VendorList | null = english.data?.data.list ?? null;
	const there = parts.ready && stored.data !== undefined && (!enabled || (english.data !== undefined && finnish.data !== undefined));
	// The first list that arrives takes no editor away with what was typed in it.
	const [ready, setReady] = useState(there);
	if (there && !ready) setReady(true);
	return {
		...parts,
		queries: [...parts.queries, stored, ...(enabled ? [english, finnish] : [])],
		ready,
		cmpId: bundles.data?.data.cmpId ?? null,
		list,
		/** The same list in its official Finnish words; null: they are not stored. */
		finnish: finnish.data?.data.language === 'fi' ? finnish.data.data.list : null,
	};
}
export type TcfParts = ReturnType<typeof useTcfParts>;
