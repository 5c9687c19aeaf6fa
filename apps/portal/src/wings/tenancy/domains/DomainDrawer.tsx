import { type Domain, INVALID_DOMAIN, readDomain } from '@luvalla/contract/tenancy/domains';
import { Tabs } from '@mantine/core';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { StatusBadge } from '#portal/ui/Badge.tsx';
import type { ListQuery } from '#portal/ui/DataList.tsx';
import { FormDrawer } from '#portal/ui/FormDrawer.tsx';
import { useDrawerRow } from '#portal/ui/use-drawer-row.ts';
import { Deliveries } from './Deliveries.tsx';
import { DomainForm } from './DomainForm.tsx';
import styles from './domains.module.css';
import { type DomainSearch, domainTabs, drawerClosed } from './domains.search.ts';
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
	});
	return (
		<FormDrawer
			opened={opened}
			title={isNew ? t('add') : t('edit')}
			wide={!isNew}
			subtitle={
				row ? (
					<>
						{row.domain} {row.banner ? <StatusBadge status="published" /> : null}
					</>
				) : null
			}
			onClose={() => patch(drawerClosed)}
			loading={loading}
			missing={fixedText(INVALID_DOMAIN, currentLanguage())}
		>
			{isNew ? <DomainForm key="new" row={null} customerId={customerId} /> : null}
			{id !== undefined && row ? (
				<Tabs
					key={id}
					className={styles.tabs}
					value={search.tab ?? domainTabs[0]}
					keepMounted={false}
					// the address changes first, so that the guard of unsaved edits may hold it
					onChange={(value) =>
						patch({ ...drawerClosed, id, tab: domainTabs.find((one) => one === value && one !== domainTabs[0]) }, { replace: true })
					}
				>
					<Tabs.List aria-label={t('tabs')}>
						<Tabs.Tab value="details">{t('details')}</Tabs.Tab>
						<Tabs.Tab value="deliveries">{t('deliveries')}</Tabs.Tab>
					</Tabs.List>
					<Tabs.Panel value="details" className={styles.panel}>
						<DomainForm row={row} customerId={customerId} />
					</Tabs.Panel>
					<Tabs.Panel value="deliveries" className={styles.panel}>
						<Deliveries row={row} search={search} patch={patch} />
					</Tabs.Panel>
				</Tabs>
			) : null}
		</FormDrawer>
	);
}
