/** Loads what the light editor needs: a stored configuration or a template to start from, and the versions there are. */
import { lightTemplate } from '@luvalla/contract/consent/configurations';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { usePageCustomer } from '#portal/ui/list/pickers.tsx';
import { editorSearch } from './configurations.search.ts';
import { draftOf } from './draft.ts';
import { Editor, useParts } from './Editor.tsx';
import { draftFromTemplate, useStored, Waiting } from './editing/LoadedEditor.tsx';
import { useConfigurationTexts } from './texts.ts';

/** `/lightconfig/new` */
export function NewConfigurationScreen() {
	const t = useConfigurationTexts();
	const [search, patch] = useScreenSearch(editorSearch);
	const { customerId, domains } = usePageCustomer(search, patch);
	const start = useQuery(asQuery(lightTemplate, { params: { template: 'bottom-bar' } }));
	const parts = useParts();
	if (!start.data || !parts.ready || customerId === null)
		return <Waiting title={t('title')} root="/lightconfig" queries={[start, ...parts.queries]} />;
	const initial = draftFromTemplate(start.data.data, parts, domains, search.domain);
	return <Editor initial={initial} stored={null} customerId={customerId} domains={domains} parts={parts} />;
}

/** `/lightconfig/$id` */
export function ConfigurationScreen() {
	const t = useConfigurationTexts();
	const { id, stored, customerId, domains } = useStored();
	const parts = useParts();
	if (!stored.data || !parts.ready || customerId === null)
		return <Waiting title={t('title')} root="/lightconfig" queries={[stored, ...parts.queries]} />;
	const row = stored.data.data;
	return <Editor key={id} initial={draftOf(row)} stored={row} customerId={customerId} domains={domains} parts={parts} />;
}
