import { allDomainsFile, customerDomainsFile, type Domain } from '@luvalla/contract/tenancy/domains';
import { Button } from '@mantine/core';
import { IconKey, IconMinus, IconPencil, IconPlus, IconShield, IconWebhook } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { fetchFile } from '#portal/lib/client.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { Badge, StatusBadge } from '#portal/ui/Badge.tsx';
import { ListExport } from '#portal/ui/CsvExport.tsx';
import { DataList, type ListQuery } from '#portal/ui/DataList.tsx';
import { type Column, RowLink } from '#portal/ui/DataTable.tsx';
import { Empty } from '#portal/ui/Empty.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import { DomainDrawer } from './DomainDrawer.tsx';
import styles from './domains.module.css';
import type { DomainSearch } from './domains.search.ts';
import { useDomainTexts } from './texts.ts';

interface DomainListProps {
	name: string;
	title: string;
	query: ListQuery<Domain> & { isFetching: boolean; isPending: boolean };
	search: DomainSearch;
	patch: PatchSearch<DomainSearch>;
	/** The page's customer; null on the list of all customers. */
	customerId: number | null;
	picker?: ReactNode;
	withCustomer?: boolean;
}

/** What both domain lists draw. */
export function DomainList({ name, title, query, search, patch, customerId, picker, withCustomer = false }: DomainListProps) {
	const t = useDomainTexts();
	const person = usePerson();
	const mayAdd = person.isAdmin || person.isPartner || person.customerAdmin;
	const mayEdit = (row: Domain) => mayAdd || row.isAdmin;
	const add = mayAdd ? (
		<Button leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />} onClick={() => patch({ id: 'new' })}>
			{t('add')}
		</Button>
	) : null;
	// an empty list offers it below its drawing: one filled button a view
	const nothing = query.data?.data.length === 0 && !search.q && !search.banner;
	const narrowed = { q: search.q, sort: search.sort, banner: search.banner };
	const columns: Column<Domain>[] = [
		{
			key: 'domain',
			header: t('domain'),
			sort: 'domain',
			cell: (row) => (mayEdit(row) ? <RowLink search={{ id: row.id }}>{row.domain}</RowLink> : row.domain),
		},
		{ key: 'name', header: t('name'), sort: 'name', cell: (row) => row.name },
		...(withCustomer ? [{ key: 'customer', header: t('customer'), cell: (row: Domain) => row.customerName }] : []),
		{ key: 'banner', header: t('banner'), cell: (row) => <BannerState row={row} />, width: 150 },
		{
			key: 'token',
			header: t('token'),
			cell: (row) =>
				row.accessToken === null ? null : (
					<span className={styles.withIcon}>
						<IconKey size={16} stroke={1.75} aria-hidden="true" />
						{t('tokenEnds', { end: row.accessToken })}
					</span>
				),
		},
		{
			key: 'webhook',
			header: t('webhook'),
			cell: (row) =>
				row.consentChangeWebHook?.url ? (
					<span className={styles.withIcon}>
						<IconWebhook size={16} stroke={1.75} aria-hidden="true" />
						{t('webhookSet')}
					</span>
				) : null,
		},
		{ key: 'added', header: t('added'), sort: 'createdAt', cell: (row) => <RelativeTime at={row.createdAt} /> },
	];
	return (
		<>
			<PageHeader
				title={title}
				busy={query.isFetching && !query.isPending}
				actions={
					<>
						{picker}
						<ListExport
							read={() =>
								customerId === null
									? fetchFile(allDomainsFile, { query: narrowed })
									: fetchFile(customerDomainsFile, { params: { id: customerId }, query: narrowed })
							}
						/>
						{nothing ? null : add}
					</>
				}
			/>
			<DataList
				name={name}
				caption={title}
				query={query}
				columns={columns}
				rowId={(row) => row.id}
				rowName={(row) => row.domain}
				actions={(row) => [
					...(mayEdit(row) ? [{ label: t('actionEdit'), icon: IconPencil, onSelect: () => patch({ id: row.id }) }] : []),
					{
						label: t('openBanner'),
						icon: IconShield,
						to: '/lightconfig',
						search: { domain: row.id, ...(person.isAdmin ? { customer: String(row.customerId) } : {}) },
					},
				]}
				search={search}
				onSearch={patch}
				searchLabel={t('search')}
				filter={{
					name: t('banner'),
					options: [
						{ value: 'published', label: t('published') },
						{ value: 'none', label: t('noBanner') },
					],
					value: search.banner,
					onChange: (value) =>
						patch({ banner: value === 'published' || value === 'none' ? value : undefined, page: undefined }, { replace: true }),
				}}
				onClear={() => patch({ banner: undefined, q: undefined, page: undefined }, { replace: true })}
				count={(total) => t('count', { count: total })}
				failed={t('failed')}
				empty={
					<Empty title={t('empty')} action={add}>
						{t('emptyWhy')}
					</Empty>
				}
			/>
			<DomainDrawer rows={query.data?.data} listFailed={query.isError} search={search} patch={patch} customerId={customerId} />
		</>
	);
}

function BannerState({ row }: { row: Domain }) {
	const t = useDomainTexts();
	if (!row.banner)
		return (
			<Badge hue="gray" icon={IconMinus}>
				{t('noBanner')}
			</Badge>
		);
	return (
		<span className={styles.withIcon}>
			<StatusBadge status="published" />
			{t('version', { version: row.banner.version })}
		</span>
	);
}
