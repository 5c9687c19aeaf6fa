/** `/certCheck`: certificates of all customers' custom domains, and what a customer's hosts answer with when they are asked now. */
import { checkCertificates, renewedDomains, validatedDomains } from '@luvalla/contract/tenancy/admin-hosts';
import { RENEW_DAYS } from '@luvalla/contract/tenancy/custom-domains';
import { IconCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asList } from '#portal/lib/calls.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { type PatchSearch, useScreenSearch } from '#portal/lib/use-search.ts';
import { Empty } from '#portal/ui/Empty.tsx';
import { DataList } from '#portal/ui/list/DataList.tsx';
import { useCustomerFilter } from '#portal/ui/list/tenant-filters.ts';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { CheckedList } from './CheckedList.tsx';
import { hostColumns } from './columns.tsx';
import { HostDrawer } from './HostDrawer.tsx';
import { type CertCheckSearch, certCheckSearch } from './hosts.search.ts';
import { COUNT_ONLY, HostTabs } from './Tabs.tsx';
import { useHostTexts } from './texts.ts';
import { useBusy } from './use-busy.ts';

interface ListProps {
	search: CertCheckSearch;
	patch: PatchSearch<CertCheckSearch>;
}

export function CertCheckScreen() {
	const t = useHostTexts();
	const [search, patch] = useScreenSearch(certCheckSearch);
	const busy = useBusy(LISTS);
	return (
		<>
			<PageHeader title={t('certTitle')} about={t('certAbout')} busy={busy} />
			<CertTabs search={search} patch={patch} />
			{search.show === 'checked' ? (
				<CheckedList search={search} patch={patch} />
			) : (
				// each of the two remembers nothing of the other
				<CertificateList key={search.show ?? ''} search={search} patch={patch} />
			)}
		</>
	);
}

const LISTS = [validatedDomains, renewedDomains, checkCertificates];
const SHOWN = [undefined, 'renewed', 'checked'] as const;

function CertTabs({ search, patch }: ListProps) {
	const t = useHostTexts();
	const query = { ...COUNT_ONLY, q: search.q, customerId: search.customer };
	const validated = useQuery(asList(validatedDomains, { query }));
	const renewed = useQuery(asList(renewedDomains, { query }));
	return (
		<HostTabs
			label={t('whichCerts')}
			options={SHOWN}
			value={search.show}
			patch={patch}
			nameOf={(show) => (show === 'checked' ? t('checked') : t(show === 'renewed' ? 'Renewed' : 'Validated'))}
			pageOf={(show) => (show === 'checked' ? null : (show === 'renewed' ? renewed : validated).data?.page)}
		/>
	);
}

function CertificateList({ search, patch }: ListProps) {
	const t = useHostTexts();
	const ofCustomer = useCustomerFilter(search.customer);
	const renewed = search.show === 'renewed';
	const query = useQuery(
		asList(renewed ? renewedDomains : validatedDomains, { query: { ...listQueryOf(search), customerId: search.customer } }),
	);
	return (
		<>
			<DataList
				name="certcheck"
				caption={t(renewed ? 'Renewed' : 'Validated')}
				query={query}
				columns={hostColumns(t)}
				rowId={({ id }) => id}
				rowName={({ domain }) => domain}
				actions={(row) => [
					{ label: t('open'), icon: IconCertificate, onSelect: () => patch({ id: row.id }) },
					{
						label: t('checkNow'),
						icon: IconCertificate,
						onSelect: () => patch({ show: 'checked', customer: row.customerId, q: row.domain, page: undefined, sort: undefined }),
					},
				]}
				search={search}
				onSearch={patch}
				searchLabel={t('search')}
				filters={[ofCustomer]}
				count={(total) => t('countHosts', { count: total })}
				failed={t('failed')}
				empty={
					renewed ? (
						<Empty title={t('noRenewed')}>{t('noRenewedWhy', { days: RENEW_DAYS })}</Empty>
					) : (
						<Empty title={t('noValidated')}>{t('noValidatedWhy')}</Empty>
					)
				}
			/>
			<HostDrawer id={search.id} query={query} onClose={() => patch({ id: undefined })} />
		</>
	);
}
