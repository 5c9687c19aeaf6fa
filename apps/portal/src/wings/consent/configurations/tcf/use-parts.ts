/** What the TCF editor loads. */
import { tcfBundles, tcfTemplates } from '@luvalla/contract/consent/tcf';
import { gvlFile, gvlFiles, type VendorList } from '@luvalla/contract/consent/vendor-lists';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { usePartsOf } from '../editing/LoadedEditor.tsx';

/** What every editor loads, and the newest list with its Finnish texts where there is one. */
export function useTcfParts() {
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
