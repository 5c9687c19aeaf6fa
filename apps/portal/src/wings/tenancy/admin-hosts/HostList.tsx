/** Custom domains of all customers as a list, and the drawer of the one that is open. */
import type { CustomDomain } from '@luvalla/contract/tenancy/custom-domains';
import type { ReactNode } from 'react';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { DataList, type DataListProps } from '#portal/ui/list/DataList.tsx';
import { useCustomerFilter } from '#portal/ui/list/tenant-filters.ts';
import { hostColumns } from './columns.tsx';
import { HostDrawer } from './HostDrawer.tsx';
import type { CertCheckSearch } from './hosts.search.ts';
import { useHostTexts } from './texts.ts';

type Shown = Pick<CertCheckSearch, 'id' | 'customer' | 'q' | 'page' | 'size' | 'sort'>;

interface HostListProps extends Pick<DataListProps<CustomDomain>, 'name' | 'caption' | 'actions'> {
	query: DataListProps<CustomDomain>['query'] & Parameters<typeof HostDrawer>[0]['query'];
	search: Shown;
	patch: PatchSearch<Shown>;
	empty: ReactNode;
}

export function HostList({ query, search, patch, ...list }: HostListProps) {
	const t = useHostTexts();
	const ofCustomer = useCustomerFilter(search.customer);
	return (
		<>
			<DataList
				{...list}
				query={query}
				columns={hostColumns(t)}
				rowId={({ id }) => id}
				rowName={({ domain }) => domain}
				search={search}
				onSearch={patch}
				searchLabel={t('search')}
				filters={[ofCustomer]}
				count={(total) => t('countHosts', { count: total })}
				failed={t('failed')}
			/>
			<HostDrawer id={search.id} query={query} onClose={() => patch({ id: undefined })} />
		</>
	);
}
