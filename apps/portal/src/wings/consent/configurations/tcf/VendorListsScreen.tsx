import { type GvlFile, gvlFiles } from '@luvalla/contract/consent/vendor-lists';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { type Column, DataTable } from '#portal/ui/list/DataTable.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { DateText, NumberText, RelativeTime } from '#portal/ui/times.tsx';
import { LateUpload } from './LateUpload.tsx';
import { ListActs } from './ListActs.tsx';
import { useTcfTexts } from './texts.ts';

/** `/tcfconfig/vendorlists`: the vendor lists of this installation, for ADMIN, who fetches and uploads them. */
export function VendorListsScreen() {
	const t = useTcfTexts();
	const query = useQuery(asQuery(gvlFiles, {}));
	const rows = query.data?.data;
	const [uploads, setUploads] = useState(false);
	const onUpload = () => setUploads(true);
	const columns: Column<GvlFile>[] = [
		{
			key: 'version',
			header: t('listVersion'),
			cell: (row) => (
				<>
					{row.vendorListVersion}{' '}
					{row.newest ? (
						<Badge hue="green" icon={IconCheck}>
							{t('listNewest')}
						</Badge>
					) : null}
				</>
			),
		},
		{ key: 'date', header: t('listDate'), cell: (row) => <DateText at={row.lastUpdated} /> },
		{ key: 'vendors', header: t('listVendors'), right: true, cell: (row) => <NumberText value={row.vendors} /> },
		{ key: 'left', header: t('listLeft'), right: true, cell: (row) => <NumberText value={row.deleted} /> },
		{ key: 'languages', header: t('listLanguages'), cell: (row) => ['en', ...row.languages].join(', ') },
		{ key: 'source', header: t('listSource'), cell: (row) => (row.source === 'fetched' ? t('listFetched') : t('listUploaded')) },
		{ key: 'stored', header: t('listStored'), cell: (row) => <RelativeTime at={row.storedAt} /> },
	];
	return (
		<>
			<PageHeader
				title={t('listsTitle')}
				about={t('listsAbout')}
				busy={query.isFetching && !query.isPending}
				actions={rows?.length !== 0 ? <ListActs onUpload={onUpload} /> : null}
			/>
			{query.isError && !rows ? (
				<Failed sentence={t('listsFailed')} query={query} />
			) : rows?.length === 0 ? (
				<Empty title={t('noList')} action={<ListActs filled onUpload={onUpload} />}>
					{t('noListAdmin')}
				</Empty>
			) : (
				<DataTable
					caption={t('listsTitle')}
					columns={columns}
					rows={rows}
					rowId={(row) => String(row.id)}
					rowName={(row) => String(row.vendorListVersion)}
					expect={2}
				/>
			)}
			<LateUpload opened={uploads} onClose={() => setUploads(false)} />
		</>
	);
}
