import { type Domain, INVALID_DOMAIN, readDomain } from '@luvalla/contract/tenancy/domains';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { StatusBadge } from '#portal/ui/Badge.tsx';
import { DrawerTabs } from '#portal/ui/form/DrawerTabs.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import type { ListQuery } from '#portal/ui/list/DataList.tsx';
import { useDrawerRow } from '#portal/ui/list/use-drawer-row.ts';
import { AccessToken } from './AccessToken.tsx';
import { Deliveries } from './Deliveries.tsx';
import { DomainForm, EditedDomain } from './DomainForm.tsx';
import { type DomainSearch, drawerClosed } from './domains.search.ts';
import { Proof, UnprovenBadge } from './Proof.tsx';
import { useDomainTexts } from './texts.ts';

interface DomainDrawerProps {
	search: DomainSearch;
	patch: PatchSearch<DomainSearch>;
	/** The page's customer; null on the list of all customers. */
	customerId: number | null;
	list: ListQuery<Domain>;
}

/** Add (`?id=new`), or details and deliveries (`?id=…&tab=…`); a row that is not on this page of the list is read by itself. */
export function DomainDrawer({ list, search, patch, customerId }: DomainDrawerProps) {
	const t = useDomainTexts();
	const { id } = search;
	const { row, isNew, opened, loading } = useDrawerRow({
		id,
		list,
		idOf: (one) => one.id,
		call: readDomain,
		input: (wanted) => ({ params: { id: wanted } }),
		// Another customer's is not worked on under this one's name.
		belongs: (one) => customerId === null || one.customerId === customerId,
	});
	return (
		<FormDrawer
			opened={opened}
			title={isNew ? t('add') : t('edit')}
			thing={row?.letters ?? row?.domain}
			wide={!isNew}
			subtitle={
				row ? (
					<>
						{row.letters === undefined ? row.domain : `${row.letters} (${row.domain})`}{' '}
						{row.banner ? <StatusBadge status="published" /> : null} <UnprovenBadge row={row} leads />
					</>
				) : null
			}
			onClose={() => patch(drawerClosed)}
			loading={loading}
			missing={fixedText(INVALID_DOMAIN, currentLanguage())}
		>
			{isNew ? (
				<DomainForm key="new" row={null} customerId={customerId} onAdded={(added) => patch({ ...drawerClosed, id: added, tab: 'proof' })} />
			) : null}
			{id !== undefined && row ? (
				<DrawerTabs
					key={id}
					label={t('tabs')}
					value={search.tab}
					onChange={(tab) => patch({ ...drawerClosed, id, tab }, { replace: true })}
					tabs={[
						{ name: 'details', label: t('details'), panel: <EditedDomain row={row} customerId={customerId} /> },
						{ name: 'proof', label: t('proof'), panel: <Proof row={row} /> },
						{ name: 'token', label: t('token'), panel: <AccessToken row={row} /> },
						{ name: 'deliveries', label: t('deliveries'), panel: <Deliveries row={row} search={search} patch={patch} /> },
					]}
				/>
			) : null}
		</FormDrawer>
	);
}
