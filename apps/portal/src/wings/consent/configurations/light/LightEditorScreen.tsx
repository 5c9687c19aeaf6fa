/** The light editor's page: of a new configuration, or of one that is stored. */
import { lightTemplate } from '@luvalla/contract/consent/configurations';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { editorSearch } from '../configurations.search.ts';
import { draftFromTemplate, NewConfiguration, StoredConfiguration } from '../editing/LoadedEditor.tsx';
import { kinds } from '../kinds.ts';
import { useConfigurationTexts } from '../texts.ts';
import { LightEditor } from './LightEditor.tsx';
import { useLightParts } from './use-parts.ts';

/** What both pages are drawn of. */
const useGiven = () => ({ title: useConfigurationTexts()('title'), kind: kinds.light, parts: useLightParts(), Editor: LightEditor });

/** `/lightconfig/new` */
export function NewLightScreen() {
	const given = useGiven();
	const { search, page } = usePage(editorSearch);
	const start = useQuery(asQuery(lightTemplate, { params: { template: 'bottom-bar' } }));
	return (
		<NewConfiguration
			{...given}
			page={page}
			start={start}
			begin={(template) => draftFromTemplate(template, given.parts, page.domains, search.domain)}
		/>
	);
}

/** `/lightconfig/$id` */
export function LightScreen() {
	return <StoredConfiguration {...useGiven()} />;
}
