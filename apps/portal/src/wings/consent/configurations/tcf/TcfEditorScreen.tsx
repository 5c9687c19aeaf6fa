/** The TCF editor's page: of a new configuration, or of one that is stored. */
import { tcfTemplate } from '@luvalla/contract/consent/tcf';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { draftFromTemplate, NewConfiguration, StoredConfiguration } from '../editing/LoadedEditor.tsx';
import { kinds } from '../kinds.ts';
import type { TcfDraft } from './kind.ts';
import { TcfEditor } from './TcfEditor.tsx';
import { tcfEditorSearch } from './tcf.search.ts';
import { useTcfTexts } from './texts.ts';
import { useTcfParts } from './use-parts.ts';

/** What both pages are drawn of. */
const useGiven = () => ({ title: useTcfTexts()('title'), kind: kinds.tcf, parts: useTcfParts(), Editor: TcfEditor });

/** `/tcfconfig/new` */
export function NewTcfScreen() {
	const given = useGiven();
	const { search, page } = usePage(tcfEditorSearch);
	const start = useQuery(asQuery(tcfTemplate, { params: { template: 'tcf-bar' } }));
	return (
		<NewConfiguration
			{...given}
			page={page}
			start={start}
			begin={(template) => {
				const draft: TcfDraft = draftFromTemplate(template, given.parts, page.domains, search.domain);
				// Without its official texts a language could not be published.
				return given.parts.finnish ? draft : { ...draft, config: { ...draft.config, languages: ['en' as const] } };
			}}
		/>
	);
}

/** `/tcfconfig/$id` */
export function TcfScreen() {
	return <StoredConfiguration {...useGiven()} />;
}
