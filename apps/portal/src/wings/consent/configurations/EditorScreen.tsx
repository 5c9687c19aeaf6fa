/** Loads what the editor needs: a stored configuration or a template to start from, and the versions there are. */
import {
	lightBundles,
	lightConfigurations,
	lightTemplate,
	lightTemplates,
	readConfiguration,
	sdkFiles,
} from '@luvalla/contract/consent/configurations';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { asQuery } from '#portal/lib/calls.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { usePageCustomer } from '#portal/ui/pickers.tsx';
import { configurationSearch, editorSearch } from './configurations.search.ts';
import { type Draft, draftOf } from './draft.ts';
import { Editor } from './Editor.tsx';
import { useConfigurationTexts } from './texts.ts';

/** `/lightconfig/new` */
export function NewConfigurationScreen() {
	const [search, patch] = useScreenSearch(editorSearch);
	const { customerId, domains } = usePageCustomer(search, patch);
	const start = useQuery(asQuery(lightTemplate, { params: { template: 'bottom-bar' } }));
	const parts = useParts(customerId);
	const failed = [start, ...parts.queries].find((query) => query.isError);
	if (failed) return <LoadFailed query={failed} />;
	if (!start.data || !parts.ready || customerId === null) return <Loading />;
	const [sdk] = parts.sdkFiles;
	const [bundle] = parts.bundles;
	const initial: Draft = {
		title: '',
		domain:
			domains.find((one) => one.domain === search.domain || one.id === search.domain)?.domain ??
			(domains.length === 1 ? (domains[0]?.domain ?? '') : ''),
		template: start.data.data.name,
		sdkVersion: sdk?.version ?? '',
		bundleVersion: bundle?.version ?? '',
		config: start.data.data.config,
		mapper: { purposes: {} },
	};
	return <Editor initial={initial} stored={null} customerId={customerId} domains={domains} parts={parts} />;
}

/** `/lightconfig/$id` */
export function ConfigurationScreen() {
	const { id = '' } = useParams({ strict: false });
	const [search, patch] = useScreenSearch(configurationSearch);
	const { domains } = usePageCustomer(search, patch);
	const stored = useQuery(asQuery(readConfiguration, { params: { id } }));
	const customerId = stored.data?.data.customerId ?? null;
	const parts = useParts(customerId);
	const failed = [stored, ...parts.queries].find((query) => query.isError);
	if (failed) return <LoadFailed query={failed} />;
	if (!stored.data || !parts.ready || customerId === null) return <Loading />;
	return (
		<Editor
			key={id}
			initial={draftOf(stored.data.data)}
			stored={stored.data.data}
			customerId={customerId}
			domains={domains}
			parts={parts}
		/>
	);
}

/** Templates, versions, and the customer's other configurations: the next version is counted per domain. */
function useParts(customerId: number | null) {
	const templates = useQuery(asQuery(lightTemplates, {}));
	const sdk = useQuery(asQuery(sdkFiles, {}));
	const bundles = useQuery(asQuery(lightBundles, {}));
	const others = useQuery({ ...asQuery(lightConfigurations, { params: { customerId: customerId ?? 0 } }), enabled: customerId !== null });
	return {
		queries: [templates, sdk, bundles, others],
		ready: templates.data !== undefined && sdk.data !== undefined && bundles.data !== undefined && others.data !== undefined,
		templates: templates.data?.data.templates ?? [],
		sdkFiles: sdk.data?.data.sdkFiles ?? [],
		bundles: bundles.data?.data.bundles ?? [],
		/** What the next publication on a domain is numbered. */
		nextVersion: (domain: string) =>
			1 + Math.max(0, ...(others.data?.data ?? []).filter((one) => one.domain === domain).map((one) => one.version)),
	};
}
export type Parts = ReturnType<typeof useParts>;

function LoadFailed({ query }: { query: { error: unknown; refetch: () => unknown } }) {
	const t = useConfigurationTexts();
	return (
		<>
			<PageHeader title={t('title')} crumbs={[{ label: t('title'), to: '/lightconfig' }]} />
			<Failed error={query.error} onRetry={() => query.refetch()} />
		</>
	);
}

function Loading() {
	return (
		<div aria-busy="true">
			<Skeleton height={44} width={360} />
			<Skeleton height={480} mt={24} />
		</div>
	);
}
