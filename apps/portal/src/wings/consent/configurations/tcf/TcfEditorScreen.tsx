/** Loads what the TCF editor needs: a configuration or a template, the versions there are, and the newest vendor list. */
import { readConfiguration, sdkFiles } from '@luvalla/contract/consent/configurations';
import { tcfBundles, tcfConfigurations, tcfTemplate, tcfTemplates } from '@luvalla/contract/consent/tcf';
import { gvlFile, type VendorList } from '@luvalla/contract/consent/vendor-lists';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { asQuery } from '#portal/lib/calls.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { usePageCustomer } from '#portal/ui/pickers.tsx';
import { configurationSearch } from '../configurations.search.ts';
import { type TcfDraft, tcfDraftOf } from './draft.ts';
import { TcfEditor } from './TcfEditor.tsx';
import { tcfEditorSearch } from './tcf.search.ts';
import { useTcfTexts } from './texts.ts';

/** `/tcfconfig/new` */
export function NewTcfScreen() {
	const [search, patch] = useScreenSearch(tcfEditorSearch);
	const { customerId, domains } = usePageCustomer(search, patch);
	const start = useQuery(asQuery(tcfTemplate, { params: { template: 'tcf-bar' } }));
	const parts = useTcfParts(customerId);
	const failed = [start, ...parts.queries].find((query) => query.isError);
	if (failed) return <LoadFailed query={failed} />;
	if (!start.data || !parts.ready || customerId === null) return <Loading />;
	const initial: TcfDraft = {
		title: '',
		domain:
			domains.find((one) => one.domain === search.domain || one.id === search.domain)?.domain ??
			(domains.length === 1 ? (domains[0]?.domain ?? '') : ''),
		template: start.data.data.name,
		sdkVersion: parts.sdkFiles[0]?.version ?? '',
		bundleVersion: parts.bundles[0]?.version ?? '',
		// Without its official texts a language could not be published.
		config: parts.finnish ? start.data.data.config : { ...start.data.data.config, languages: ['en'] },
		mapper: { purposes: {} },
	};
	return <TcfEditor initial={initial} stored={null} customerId={customerId} domains={domains} parts={parts} />;
}

/** `/tcfconfig/$id` */
export function TcfScreen() {
	const { id = '' } = useParams({ strict: false });
	const [search, patch] = useScreenSearch(configurationSearch);
	const { domains } = usePageCustomer(search, patch);
	const stored = useQuery(asQuery(readConfiguration, { params: { id } }));
	const customerId = stored.data?.data.customerId ?? null;
	const parts = useTcfParts(customerId);
	const failed = [stored, ...parts.queries].find((query) => query.isError);
	if (failed) return <LoadFailed query={failed} />;
	if (!stored.data || !parts.ready || customerId === null) return <Loading />;
	return (
		<TcfEditor
			key={id}
			initial={tcfDraftOf(stored.data.data)}
			stored={stored.data.data}
			customerId={customerId}
			domains={domains}
			parts={parts}
		/>
	);
}

/** Templates, versions, the customer's other configurations, and the newest list with its Finnish texts where they are stored. */
function useTcfParts(customerId: number | null) {
	const templates = useQuery(asQuery(tcfTemplates, {}));
	const sdk = useQuery(asQuery(sdkFiles, {}));
	const bundles = useQuery(asQuery(tcfBundles, {}));
	const others = useQuery({ ...asQuery(tcfConfigurations, { params: { customerId: customerId ?? 0 } }), enabled: customerId !== null });
	const english = useQuery(asQuery(gvlFile, { params: { id: 'newest' } }));
	const finnish = useQuery(asQuery(gvlFile, { params: { id: 'newest' }, query: { language: 'fi' } }));
	// No list yet is no failure: the editor says so and can still be used.
	const none = english.error instanceof CallFailure && english.error.status === 404;
	const list: VendorList | null = english.data?.data.list ?? null;
	return {
		queries: [templates, sdk, bundles, others, ...(none ? [] : [english, finnish])],
		ready:
			templates.data !== undefined &&
			sdk.data !== undefined &&
			bundles.data !== undefined &&
			others.data !== undefined &&
			(none || (english.data !== undefined && finnish.data !== undefined)),
		templates: templates.data?.data.templates ?? [],
		sdkFiles: sdk.data?.data.sdkFiles ?? [],
		bundles: bundles.data?.data.bundles ?? [],
		cmpId: bundles.data?.data.cmpId ?? null,
		list,
		/** The same list in its official Finnish words; null: they are not stored. */
		finnish: finnish.data?.data.language === 'fi' ? finnish.data.data.list : null,
		/** What the next publication on a domain is numbered. */
		nextVersion: (domain: string) =>
			1 + Math.max(0, ...(others.data?.data ?? []).filter((one) => one.domain === domain).map((one) => one.version)),
	};
}
export type TcfParts = ReturnType<typeof useTcfParts>;

function LoadFailed({ query }: { query: { error: unknown; refetch: () => unknown } }) {
	const t = useTcfTexts();
	return (
		<>
			<PageHeader title={t('title')} crumbs={[{ label: t('title'), to: '/tcfconfig' }]} />
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
