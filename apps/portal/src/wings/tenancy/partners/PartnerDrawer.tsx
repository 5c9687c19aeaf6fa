import { readPartner } from '@luvalla/contract/tenancy/partners';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { DrawerTabs } from '#portal/ui/form/DrawerTabs.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { ActiveBadge } from './ActiveBadge.tsx';
import { PartnerCustomers } from './PartnerCustomers.tsx';
import { PartnerForm } from './PartnerForm.tsx';
import { PartnerUsers } from './PartnerUsers.tsx';
import styles from './partners.module.css';
import type { PartnerSearch } from './partners.search.ts';
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
			thing={partner?.name}
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
				<DrawerTabs
					key={partner.id}
					label={t('tabs')}
					value={search.tab}
					onChange={(tab) => patch({ tab }, { replace: true })}
					tabs={[
						{ name: 'details', label: t('details'), panel: <PartnerForm row={partner} /> },
						{
							name: 'users',
							label: `${t('users')} ${partner.userList.length}`,
							panel: <PartnerUsers partner={partner} people={partner.userList} />,
						},
						{
							name: 'customers',
							label: `${t('customers')} ${partner.customerList.length}`,
							panel: <PartnerCustomers partner={partner} assigned={partner.customerList} />,
						},
					]}
				/>
			) : null}
		</FormDrawer>
	);
}
