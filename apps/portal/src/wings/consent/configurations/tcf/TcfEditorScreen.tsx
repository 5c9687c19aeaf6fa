/** Loads what the TCF editor needs: a configuration or a template, the versions there are, and the newest vendor list. */
import { tcfTemplate } from '@luvalla/contract/consent/tcf';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { usePageCustomer } from '#portal/ui/list/pickers.tsx';
import { draftFromTemplate, useStored, Waiting } from '../editing/LoadedEditor.tsx';
import { type TcfDraft, tcfDraftOf } from './draft.ts';
import { TcfEditor } from './TcfEditor.tsx';
import { tcfEditorSearch } from './tcf.search.ts';
import { useTcfTexts } from './texts.ts';
import { useTcfParts } from './use-parts.ts';

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
