import { type Domain, INVALID_DOMAIN, readDomain } from '@luvalla/contract/tenancy/domains';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { StatusBadge } from '#portal/ui/Badge.tsx';
import { FormDrawer } from '#portal/ui/FormDrawer.tsx';
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
	/** The list behind; undefined while it loads. */
	rows: readonly Domain[] | undefined;
	/** Then the row is read by itself too: the drawer does not wait for a list that does not come. */
	listFailed: boolean;
}

/** Add (`?id=new`), or details and deliveries (`?id=…&tab=…`); a row that is not on this page of the list is read by itself. */
export function DomainDrawer({ rows, listFailed, search, patch, customerId }: DomainDrawerProps) {
	const t = useDomainTexts();
	const { id } = search;
	const isNew = id === 'new';
	const listed = rows?.find((row) => row.id === id);
	const read = useQuery({
		...asQuery(readDomain, { params: { id: id ?? '' } }),
		enabled: id !== undefined && !isNew && (rows !== undefined || listFailed) && !listed,
	});
	const row = listed ?? read.data?.data;
	return (
		<FormDrawer
			opened={id !== undefined}
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
			loading={isNew || row ? undefined : read}
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
