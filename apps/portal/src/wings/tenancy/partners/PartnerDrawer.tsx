import { readPartner } from '@luvalla/contract/tenancy/partners';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { FormDrawer } from '#portal/ui/FormDrawer.tsx';
import { ActiveBadge } from './ActiveBadge.tsx';
import { PartnerCustomers } from './PartnerCustomers.tsx';
import { PartnerForm } from './PartnerForm.tsx';
import { PartnerUsers } from './PartnerUsers.tsx';
import styles from './partners.module.css';
import { type PartnerSearch, partnerTabs } from './partners.search.ts';
import { usePartnerTexts } from './texts.ts';

/** A partner's page: add (`?id=new`), or details, users and customers (`?id=…&tab=…`). */
export function PartnerDrawer({ search, patch }: { search: PartnerSearch; patch: PatchSearch<PartnerSearch> }) {
	const t = usePartnerTexts();
	const { id } = search;
	const isNew = id === 'new';
	const read = useQuery({ ...asQuery(readPartner, { params: { id: id ?? '' } }), enabled: id !== undefined && !isNew });
	const partner = id === undefined || isNew ? undefined : read.data?.data;
	return (
		<FormDrawer
			opened={id !== undefined}
			title={isNew ? t('add') : t('edit')}
			wide={!isNew}
			subtitle={
				partner ? (
					<>
						{partner.name} <ActiveBadge active={partner.isActive} />
					</>
				) : null
			}
			onClose={() => patch({ id: undefined, tab: undefined })}
			loading={isNew || partner ? undefined : read}
		>
			{isNew ? <PartnerForm key="new" row={null} /> : null}
			{partner && !partner.isActive ? <p className={styles.note}>{t('inactiveNote')}</p> : null}
			{partner ? (
				<Tabs
					key={partner.id}
					className={styles.tabs}
					value={search.tab ?? 'details'}
					keepMounted={false}
					// the address changes first, so that the guard of unsaved edits may hold it
					onChange={(value) => patch({ tab: partnerTabs.find((one) => one === value && one !== 'details') }, { replace: true })}
				>
					<Tabs.List aria-label={t('tabs')}>
						<Tabs.Tab value="details">{t('details')}</Tabs.Tab>
						<Tabs.Tab value="users">{`${t('users')} ${partner.userList.length}`}</Tabs.Tab>
						<Tabs.Tab value="customers">{`${t('customers')} ${partner.customerList.length}`}</Tabs.Tab>
					</Tabs.List>
					<Tabs.Panel value="details" className={styles.panel}>
						<PartnerForm row={partner} />
					</Tabs.Panel>
					<Tabs.Panel value="users" className={styles.panel}>
						<PartnerUsers partner={partner} people={partner.userList} />
					</Tabs.Panel>
					<Tabs.Panel value="customers" className={styles.panel}>
						<PartnerCustomers partner={partner} assigned={partner.customerList} />
					</Tabs.Panel>
				</Tabs>
			) : null}
		</FormDrawer>
	);
}
