/** What both editors load before they are drawn, and what stands in their place until then. */
import { nextPublication, readConfiguration, sdkFiles } from '@luvalla/contract/consent/configurations';
import { Skeleton } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ComponentType, useDeferredValue } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { LinkButton } from '#portal/ui/LinkButton.tsx';
import { whoseOf } from '#portal/ui/list/picker-search.ts';
import { type PageCustomer, usePage } from '#portal/ui/list/pickers.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { configurationSearch } from '../configurations.search.ts';
import { useConfigurationTexts } from '../texts.ts';
import { type DraftOf, draftFrom, type ShapesOf, type Stored } from './draft.ts';
import type { AnyDraft } from './use-editing.ts';

/** What an editor gets once everything is there. */
export interface EditorProps<Draft, Parts> {
	initial: Draft;
	/** Null: not saved yet. */
	stored: Stored | null;
	customerId: number;
	domains: Domains;
	parts: Parts;
}
export type Domains = readonly { id: string; domain: string; proven?: boolean }[];
type Loads<T> = UseQueryResult<{ data: T }>;

/** Templates and versions. */
export function usePartsOf<Template, Bundles extends { bundles: readonly { version: string }[] }>(
	templates: Loads<{ templates: readonly Template[] }>,
	bundles: Loads<Bundles>,
) {
	const sdk = useQuery(asQuery(sdkFiles, {}));
	const queries = [templates, sdk, bundles];
	return {
		queries,
		ready: queries.every((query) => query.data !== undefined),
		templates: templates.data?.data.templates ?? [],
		sdkFiles: sdk.data?.data.sdkFiles ?? [],
		bundles: bundles.data?.data.bundles ?? [],
	};
}

/** What publishing on a domain would be, asked again with every publication there; undefined while it is being asked, null where nobody knows. */
export function useNext(customerId: number, domains: Domains, host: string) {
	const id = domains.find((one) => one.domain === host)?.id ?? '';
	useReloadOnNews('configurations', [nextPublication], customerId);
	const asked = useQuery({ ...asQuery(nextPublication, { params: { id } }), enabled: id !== '' });
	return asked.data?.data ?? (id !== '' && asked.isPending ? undefined : null);
}

export type Versions = Pick<ReturnType<typeof usePartsOf>, 'sdkFiles' | 'bundles'>;

/** A template as a draft: newest versions, and the domain that the address names or the only one there is. */
export const draftFromTemplate = <Template extends string, Config>(
	start: { name: Template; config: Config },
	{ sdkFiles: [sdk], bundles: [bundle] }: Versions,
	domains: Domains,
	wanted: string | undefined,
) => ({
	title: '',
	domain:
		domains.find((one) => one.domain === wanted || one.id === wanted)?.domain ?? (domains.length === 1 ? (domains[0]?.domain ?? '') : ''),
	template: start.name,
	sdkVersion: sdk?.version ?? '',
	bundleVersion: bundle?.version ?? '',
	config: start.config,
	mapper: { purposes: {}, segments: {}, remembers: '', pushes: '' },
});

/** The configuration that the address names, and the domains that the person may see. */
function useStored() {
	const { id = '' } = useParams({ strict: false });
	const { domains } = usePage(configurationSearch);
	const stored = useQuery(asQuery(readConfiguration, { params: { id } }));
	return { id, stored, customerId: stored.data?.data.customerId ?? null, domains };
}

interface ScreenProps<Draft extends AnyDraft, Parts> {
	/** Of the list above the editor. */
	title: string;
	kind: { root: string };
	parts: Parts & { ready: boolean; queries: readonly Loads<unknown>[] };
	Editor: ComponentType<EditorProps<Draft, Parts>>;
}

/** A new configuration. */
export function NewConfiguration<Draft extends AnyDraft, Parts extends Versions, Started>({
	title,
	kind,
	parts,
	Editor,
	page: { customerId, domains, list },
	start,
	begin,
}: ScreenProps<Draft, Parts> & {
	page: { customerId: number | null; domains: Domains; list: PageCustomer['list'] };
	/** The template that it starts from. */
	start: Loads<Started>;
	begin: (template: Started) => Draft;
}) {
	// Drawn in slices: pressing and typing elsewhere do not wait for a whole editor.
	// which domain it is for is chosen when it is drawn
	const known = domains.length > 0 || list.isSuccess;
	const there = useDeferredValue(start.data !== undefined && parts.ready && known && customerId !== null);
	if (!there || !start.data || !parts.ready || customerId === null)
		return <Waiting title={title} root={kind.root} queries={[start, ...parts.queries, ...(known ? [] : [list])]} />;
	return <Editor initial={begin(start.data.data)} stored={null} customerId={customerId} domains={domains} parts={parts} />;
}

/** The configuration that the address names. */
export function StoredConfiguration<Config extends AnyDraft['config'], Mapper extends object, Template extends string, Parts>({
	title,
	kind,
	parts,
	Editor,
}: ScreenProps<DraftOf<Config, Mapper, Template>, Parts> & { kind: { shapes: ShapesOf<Config, Mapper, Template> } }) {
	const { id, stored, customerId, domains } = useStored();
	const there = useDeferredValue(stored.data !== undefined && parts.ready && customerId !== null);
	if (!there || !stored.data || !parts.ready || customerId === null)
		return <Waiting title={title} root={kind.root} queries={[stored, ...parts.queries]} stored={stored} />;
	const row = stored.data.data;
	return <Editor key={id} initial={draftFrom(row, kind.shapes)} stored={row} customerId={customerId} domains={domains} parts={parts} />;
}

interface WaitingProps {
	title: string;
	root: string;
	queries: readonly Pick<PageCustomer['list'], 'isError' | 'error' | 'refetch'>[];
	/** The configuration that the address names; absent: a new one. */
	stored?: Loads<unknown>;
}

/** In an editor's place: what is not there, what did not load, or its layout while it is on the way. */
function Waiting({ title, root, queries, stored }: WaitingProps) {
	const t = useConfigurationTexts();
	const [search] = useScreenSearch(configurationSearch);
	const failed = queries.find((query) => query.isError);
	const missing = stored?.error instanceof CallFailure && stored.error.notThere;
	const customer = whoseOf(search);
	return missing || failed ? (
		<>
			<PageHeader title={title} crumbs={[{ label: title, to: root, search: customer }]} />
			{missing ? (
				<Empty
					title={t('missing')}
					action={
						<LinkButton to={root} search={customer}>
							{t('toBanners')}
						</LinkButton>
					}
				/>
			) : failed ? (
				<Failed sentence={t('editorFailed')} query={failed} />
			) : null}
		</>
	) : (
		<div aria-busy="true">
			<Skeleton height={44} width={360} maw="100%" />
			<Skeleton height={480} mt={24} />
		</div>
	);
}
