import { checkSnippets } from '@luvalla/contract/consent/snippet';
import { customerDomainList } from '@luvalla/contract/tenancy/customers';
import {
	allDomains,
	allDomainsFile,
	customerDomains,
	customerDomainsFile,
	type Domain,
	deleteDomain,
} from '@luvalla/contract/tenancy/domains';
import { Button } from '@mantine/core';
import {
	IconBraces,
	IconKey,
	IconMinus,
	IconPencil,
	IconRadar2,
	IconShield,
	IconShieldPlus,
	IconTrash,
	IconTrashX,
	IconWebhook,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { fetchFile } from '#portal/lib/client.ts';
import { rereadPlaces } from '#portal/lib/session.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { Badge, StatusBadge } from '#portal/ui/Badge.tsx';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import type { BulkAction } from '#portal/ui/list/BulkBar.tsx';
import { ListExport } from '#portal/ui/list/CsvExport.tsx';
import type { ListQuery } from '#portal/ui/list/DataList.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import type { Filter } from '#portal/ui/list/Filters.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { labelFilter, listWords } from '#portal/ui/list/list-words.ts';
import { selectionOf } from '#portal/ui/list/picked.ts';
import type { PageCustomer } from '#portal/ui/list/pickers.tsx';
import { useCustomerFilter } from '#portal/ui/list/tenant-filters.ts';
import type { ListViews } from '#portal/ui/list/use-views.ts';
import { RelativeTime } from '#portal/ui/times.tsx';
import { AskedStrips } from './AskedStrips.tsx';
import { AskForm } from './AskForm.tsx';
import { ConsentRate, RATE_DAYS, useDomainRates } from './ConsentRate.tsx';
import { DomainDrawer } from './DomainDrawer.tsx';
import { customerFilterOf, type DomainSearch } from './domains.search.ts';
import { LookRun } from './LookRun.tsx';
import { UnprovenBadge } from './Proof.tsx';
import { useDomainTexts } from './texts.ts';

/** What the editor of a new banner is told of the domain. */
const toNewBanner = (row: Domain): Record<string, string> => ({ customer: String(row.customerId), domain: row.id });

interface DomainListProps {
	name: string;
	title: string;
	query: ListQuery<Domain> & { isFetching: boolean; isPending: boolean };
	search: DomainSearch;
	patch: PatchSearch<DomainSearch>;
	/** The page's customer; none on the list of all customers. */
	page?: PageCustomer;
	views: ListViews;
}

/** What both domain lists draw. */
export function DomainList({ name, title, query, search, patch, page, views }: DomainListProps) {
	const t = useDomainTexts();
	const person = usePerson();
	const customerId = page?.customerId ?? null;
	const mayAdd = person.isAdmin || person.isPartner || person.customerAdmin;
	const mayEdit = (row: Domain) => mayAdd || row.isAdmin;
	// Where a banner is live the server says no, so it is not offered.
	const mayDelete = (row: Domain) => mayAdd && row.banner === null;
	const [going, setGoing] = useState<Domain | null>(null);
	const remove = useCall(deleteDomain, {
		reload: [customerDomains, allDomains, customerDomainList],
		onSuccess: () => void rereadPlaces(),
	});
	const bulk = useLooking(customerId, search, patch);
	const rates = useDomainRates(page === undefined ? undefined : customerId, query.data?.data.map((row) => row.id) ?? []);
	const ofCustomer = useCustomerFilter(search.customer, page === undefined);
	const narrowed = { q: search.q, sort: search.sort, banner: search.banner, proof: search.proof };
	const columns = useColumns({ ofAll: page === undefined, mayEdit, rates });
	return (
		<ListScreen
			name={name}
			title={title}
			page={page}
			before={customerId === null ? undefined : <AskedStrips customerId={customerId} />}
			tools={
				<>
					{page && query.data?.data.length !== 0 ? (
						<Button variant="default" h={36} onClick={() => patch({ ask: 'choose' })}>
							{t('requestDeletion')}
						</Button>
					) : null}
					<ListExport
						read={() =>
							customerId === null
								? fetchFile(allDomainsFile, { query: { ...narrowed, filter: customerFilterOf(search) } })
								: fetchFile(customerDomainsFile, { params: { id: customerId }, query: narrowed })
						}
					/>
				</>
			}
			add={mayAdd ? { label: t('add') } : undefined}
			query={query}
			columns={columns}
			rowId={(row) => row.id}
			rowName={(row) => row.domain}
			actions={(row) => [
				...(mayEdit(row) ? [{ label: t('actionEdit'), icon: IconPencil, onSelect: () => patch({ id: row.id }) }] : []),
				// where none is live, the list of banners may be empty
				...(row.banner === null && mayEdit(row)
					? [{ label: t('makeBanner'), icon: IconShieldPlus, to: '/lightconfig/new', search: toNewBanner(row) }]
					: []),
				{
					label: t('openBanner'),
					icon: IconShield,
					to: '/lightconfig',
					search: { domain: row.id, ...(person.isAdmin ? { customer: String(row.customerId) } : {}) },
				},
				{
					label: t('openProperties'),
					icon: IconBraces,
					to: '/domainproperties',
					search: { domain: row.id, ...(person.isAdmin ? { customer: String(row.customerId) } : {}) },
				},
				...(mayEdit(row) && page ? [{ label: t('requestDeletion'), icon: IconTrashX, onSelect: () => patch({ ask: row.id }) }] : []),
				...(mayDelete(row) ? [{ label: t('remove'), icon: IconTrash, danger: true, onSelect: () => setGoing(row) }] : []),
			]}
			search={search}
			onSearch={patch}
			{...listWords(t)}
			filters={[...(page ? [] : [ofCustomer]), ...stateFilters(t, search)]}
			bulk={page ? bulk : undefined}
			views={{
				...views,
				fixed: [
					{ key: 'live', name: t('viewLive'), search: { banner: 'published' } },
					{ key: 'none', name: t('noBanner'), search: { banner: 'none' } },
					{ key: 'unproven', name: t('unproven'), search: { proof: 'unproven' } },
				],
			}}
		>
			<LookRun id={search.run} customerId={customerId} onClose={() => patch({ run: undefined })} />
			<CallQuestion
				call={remove}
				input={going && { query: { id: going.id } }}
				onClose={() => setGoing(null)}
				title={t('removeTitle', { domain: going?.domain ?? '' })}
				verb={t('remove')}
				danger
			>
				{t('removeText')}
			</CallQuestion>
			{page ? <AskForm asked={search.ask} domains={page.domains} onClose={() => patch({ ask: undefined })} /> : null}
			<DomainDrawer list={query} search={search} patch={patch} customerId={customerId} />
		</ListScreen>
	);
}

const stateFilters = (t: ReturnType<typeof useDomainTexts>, search: DomainListProps['search']): Filter[] => [
	labelFilter('banner', t('banner'), search.banner, { published: t('published'), none: t('noBanner') }),
	labelFilter('proof', t('proof'), search.proof, { proven: t('proven'), unproven: t('unproven') }),
];

/** What is done to picked domains: the snippet is looked for on each. */
function useLooking(customerId: number | null, search: DomainListProps['search'], patch: DomainListProps['patch']): BulkAction[] {
	const t = useDomainTexts();
	const look = useCall(checkSnippets, { quiet: true });
	return [
		{
			label: t('look'),
			icon: IconRadar2,
			onChoose: ({ picked, clear }) =>
				customerId !== null &&
				look.mutate(
					{
						params: { id: customerId },
						body: { selection: selectionOf(picked, { q: search.q, banner: search.banner, proof: search.proof }) },
					},
					{
						onSuccess: ({ data }) => {
							clear();
							patch({ run: data.id });
						},
					},
				),
		},
	];
}

interface ColumnsGiven {
	/** The list is of all customers. */
	ofAll: boolean;
	mayEdit: (row: Domain) => boolean;
	rates: ReturnType<typeof useDomainRates>;
}

function useColumns({ ofAll, mayEdit, rates }: ColumnsGiven): Column<Domain>[] {
	const t = useDomainTexts();
	return [
		{
			key: 'domain',
			header: t('domain'),
			sort: 'domain',
			cell: (row) => (
				<span className="in-row-4-8">
					{mayEdit(row) ? <RowLink search={{ id: row.id }}>{row.letters ?? row.domain}</RowLink> : (row.letters ?? row.domain)}
					<KeptHost row={row} />
					<UnprovenBadge row={row} leads={mayEdit(row)} />
				</span>
			),
		},
		{ key: 'name', header: t('name'), sort: 'name', cell: (row) => row.name },
		...(ofAll ? [{ key: 'customer', header: t('customer'), cell: (row: Domain) => row.customerName }] : []),
		{ key: 'banner', header: t('banner'), cell: (row) => <BannerState row={row} mayMake={mayEdit(row)} />, width: 220 },
		{
			key: 'rate',
			header: t('rate', { days: RATE_DAYS }),
			cell: (row) => <ConsentRate domainId={row.id} rates={rates} />,
			width: 150,
		},
		{
			key: 'token',
			header: t('token'),
			cell: (row) =>
				row.hasToken ? (
					<span className="in-row-4-8">
						<IconKey size={16} stroke={1.75} aria-hidden="true" />
						{row.tokenLastUsedAt ? <RelativeTime at={row.tokenLastUsedAt} /> : t('tokenUnused')}
					</span>
				) : null,
		},
		{
			key: 'webhook',
			header: t('webhook'),
			cell: (row) =>
				row.consentChangeWebHook?.url ? (
					<span className="in-row-4-8">
						<IconWebhook size={16} stroke={1.75} aria-hidden="true" />
						{t('webhookSet')}
					</span>
				) : null,
		},
		{ key: 'added', header: t('added'), sort: 'createdAt', cell: (row) => <RelativeTime at={row.createdAt} /> },
	];
}

/** The name as the net knows it, beside what people write: letters of two scripts may look alike, this never does. */
function KeptHost({ row }: { row: Domain }) {
	return row.letters === undefined ? null : <span className="aside light">{row.domain}</span>;
}

function BannerState({ row, mayMake }: { row: Domain; mayMake: boolean }) {
	const t = useDomainTexts();
	if (!row.banner)
		return (
			<span className="in-row-4-8">
				<Badge hue="gray" icon={IconMinus}>
					{t('noBanner')}
				</Badge>
				{mayMake ? (
					<Link to="/lightconfig/new" search={toNewBanner(row)} className="link">
						{t('makeBanner')}
					</Link>
				) : null}
			</span>
		);
	return (
		<span className="in-row-4-8">
			<StatusBadge status="published" />
			{t('version', { version: row.banner.version })}
		</span>
	);
}
