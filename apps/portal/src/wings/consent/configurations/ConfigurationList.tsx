/** What the lists of light and of TCF configurations draw: rows, their acts, and the dialogs of those acts. */

import type { Configuration } from '@luvalla/contract/consent/configurations';
import { IconAlertTriangle, IconArrowsSplit2, IconCode, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { usePerson } from '#portal/lib/use-session.ts';
import { Badge, BadgeLink, LiveBadge, StatusBadge } from '#portal/ui/Badge.tsx';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { labelFilter } from '#portal/ui/list/list-words.ts';
import type { PageCustomer } from '#portal/ui/list/pickers.tsx';
import { useDomainFilter } from '#portal/ui/list/tenant-filters.ts';
import { RelativeTime } from '#portal/ui/times.tsx';
import { LateHistory } from './history/LateHistory.tsx';
import { type KindName, kinds } from './kinds.ts';
import { SnippetDialog } from './snippet/SnippetDialog.tsx';
import { kindOf, useConfigurationTexts } from './texts.ts';
import { matching, useListing } from './use-listing.ts';

interface ConfigurationListProps {
	kind: KindName;
	title: string;
	emptyTitle: string;
	emptyText: string;
	/** More beside the button that adds. */
	more?: (beside: Beside) => ReactNode;
}

/** What stands beside the list knows of its page. */
interface Beside {
	/** Of the page's customer and domain. */
	address: Record<string, string>;
	page: PageCustomer;
	/** The domain that the list is narrowed to. */
	domainId: string | undefined;
}

export function ConfigurationList({ kind, title, emptyTitle, emptyText, more }: ConfigurationListProps) {
	const { root, list: name } = kinds[kind];
	const { page, search, patch, list, views, onRemove, removing } = useListing(kind);
	const { customerId, domains } = page;
	const t = useConfigurationTexts();
	const ofDomain = useDomainFilter(domains, search.domain);
	const shown = list.data && matching(list.data.data, search);
	const query = { ...list, data: shown && { data: shown, page: null } };
	const [doomed, setDoomed] = useState<Configuration | null>(null);
	const [snippet, setSnippet] = useState<Configuration | null>(null);
	const address: Record<string, string> = {
		...(customerId === null ? {} : { customer: String(customerId) }),
		...(search.domain === undefined ? {} : { domain: search.domain }),
	};
	const columns = useColumns(root, address, domains);

	return (
		<ListScreen
			name={name}
			title={title}
			page={page}
			tools={more?.({ address, page, domainId: search.domain })}
			add={{ label: t('add'), to: `${root}/new`, search: address }}
			query={query}
			columns={columns}
			rowId={(row) => row.id}
			rowName={(row) => row.title}
			search={search}
			onSearch={patch}
			searchLabel={t('find')}
			filters={[ofDomain, labelFilter('status', t('status'), search.status, { 0: t('draft'), 1: t('published') })]}
			views={views}
			count={(total) => t('count', { count: total })}
			actions={(row) => [
				{ label: t('edit'), icon: IconPencil, to: `${root}/${row.id}`, search: address },
				{ label: t('history'), icon: IconHistory, onSelect: () => patch({ id: row.id }) },
				{ label: t('copySnippet'), icon: IconCode, onSelect: () => setSnippet(row) },
				// A live one cannot go: its domain would be left without what visitors were asked.
				...(row.live ? [] : [{ label: t('remove'), icon: IconTrash, danger: true, onSelect: () => setDoomed(row) }]),
			]}
			empty={{ title: emptyTitle, why: emptyText }}
		>
			<ConfirmDialog
				opened={doomed !== null}
				title={t('removeQuestion', { name: doomed?.title ?? '' })}
				verb={t('removeVerb')}
				danger
				working={removing}
				onConfirm={() => doomed && onRemove(doomed.folder, () => setDoomed(null))}
				onCancel={() => setDoomed(null)}
			>
				{t('removeText')}
			</ConfirmDialog>
			<LateHistory of={list.data?.data.find((row) => row.id === search.id) ?? null} onClose={() => patch({ id: undefined })} />
			<SnippetDialog configuration={snippet} onClose={() => setSnippet(null)} />
		</ListScreen>
	);
}

function useColumns(root: string, address: Record<string, string>, domains: PageCustomer['domains']): readonly Column<Configuration>[] {
	const t = useConfigurationTexts();
	const { isAdmin } = usePerson();
	return [
		{
			key: 'title',
			header: t('name'),
			cell: (row) => (
				<RowLink to={`${root}/${row.id}`} search={address}>
					{row.title}
				</RowLink>
			),
		},
		{ key: 'kind', header: t('configurationKind'), cell: (row) => kindOf(t, row.type), width: 40 },
		{
			key: 'domain',
			header: t('domain'),
			cell: (row) => (
				<span className="in-row-4-8">
					{row.domain}
					{domains.find(({ id }) => id === row.domainId)?.proven === false ? (
						<BadgeLink
							hue="amber"
							icon={IconAlertTriangle}
							to="/customerdomains"
							search={{ id: row.domainId, tab: 'proof', ...(isAdmin && { customer: row.customerId }) }}
							name={t('unprovenHow', { domain: row.domain })}
						>
							{t('unprovenBadge')}
						</BadgeLink>
					) : null}
				</span>
			),
		},
		{ key: 'status', header: t('status'), cell: (row) => <ConfigurationStatus configuration={row} />, width: 80 },
		{ key: 'version', header: t('version'), cell: (row) => (row.version > 0 ? row.version : null), right: true, width: 24 },
		{ key: 'saved', header: t('saved'), cell: (row) => <RelativeTime at={row.savedAt} />, width: 64 },
		{ key: 'savedBy', header: t('savedBy'), cell: (row) => row.savedBy },
	];
}

/** Draft or Published, whether it is what visitors see now, and whether a test of it runs. */
export function ConfigurationStatus({ configuration }: { configuration: Pick<Configuration, 'status' | 'live' | 'inTest'> }) {
	const t = useConfigurationTexts();
	return (
		<span className="in-row-4-8">
			<StatusBadge status={configuration.status === 1 ? 'published' : 'draft'} />
			{configuration.live ? <LiveBadge>{t('live')}</LiveBadge> : null}
			{configuration.inTest ? (
				<Badge hue="blue" icon={IconArrowsSplit2}>
					{t('inTest')}
				</Badge>
			) : null}
		</span>
	);
}
