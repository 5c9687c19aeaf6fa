/** What the hosts of one customer answer with, beside what is stored for them. Nobody is connected to until it is pressed. */
import { type CheckedCertificate, checkCertificates } from '@luvalla/contract/tenancy/admin-hosts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCertificate, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { Empty } from '#portal/ui/Empty.tsx';
import { Facts } from '#portal/ui/Facts.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { DataList } from '#portal/ui/list/DataList.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { usePageCustomer } from '#portal/ui/list/pickers.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import { Expiry, HostStatus } from './HostStatus.tsx';
import styles from './hosts.module.css';
import type { CertCheckSearch } from './hosts.search.ts';
import { useHostTexts } from './texts.ts';

interface CheckedListProps {
	search: CertCheckSearch;
	patch: PatchSearch<CertCheckSearch>;
}

export function CheckedList({ search, patch }: CheckedListProps) {
	const t = useHostTexts();
	const page = usePageCustomer(search);
	const { customerId } = page;
	/** Whose hosts were asked about on this page. */
	const [asked, setAsked] = useState<number | null>(null);
	const query = useQuery({
		...asQuery(checkCertificates, { query: { ...listQueryOf(search), customerId: customerId ?? 0 } }),
		enabled: customerId !== null && asked === customerId,
	});
	const row = query.data?.data.find(({ id }) => id === search.id);
	const isAsked = customerId !== null && asked === customerId;
	const press = () => {
		if (isAsked) void query.refetch();
		else setAsked(customerId);
	};
	return (
		<CustomerGate page={page}>
			<div className="below-16 row-8">
				{page.picker}
				<Button
					h={36}
					leftSection={<IconCertificate size={16} stroke={1.75} aria-hidden="true" />}
					loading={query.isFetching}
					onClick={press}
				>
					{t(isAsked ? 'checkAgain' : 'checkNow')}
				</Button>
			</div>
			{isAsked ? (
				<DataList
					name="checkedcertificates"
					caption={t('checked')}
					query={query}
					columns={columnsOf(t)}
					rowId={({ id }) => id}
					rowName={({ domain }) => domain}
					actions={(one) => [{ label: t('open'), icon: IconCertificate, onSelect: () => patch({ id: one.id }) }]}
					search={search}
					onSearch={patch}
					searchLabel={t('search')}
					count={(total) => t('countHosts', { count: total })}
					failed={t('failed')}
					empty={<Empty title={t('noCertificates')}>{t('noCertificatesWhy')}</Empty>}
					before={
						query.data ? (
							query.isError ? (
								<p className={styles.stale} role="alert">
									{t('checkFailed')}
								</p>
							) : (
								<p className={styles.checked}>
									{t('checkedAt')} <RelativeTime at={new Date(query.dataUpdatedAt).toISOString()} />
								</p>
							)
						) : null
					}
				/>
			) : (
				<Empty title={t('notChecked')}>{t('notCheckedWhy')}</Empty>
			)}
			<FormDrawer
				opened={isAsked && search.id !== undefined}
				title={row?.domain ?? t('host')}
				subtitle={row ? <HostStatus status={row.status} /> : null}
				onClose={() => patch({ id: undefined })}
				loading={row ? undefined : query}
				missing={t('missing')}
			>
				<div className={styles.body}>{row ? <Compared row={row} /> : null}</div>
			</FormDrawer>
		</CustomerGate>
	);
}

const columnsOf = (t: ReturnType<typeof useHostTexts>): Column<CheckedCertificate>[] => [
	{ key: 'host', header: t('host'), sort: 'domain', cell: (row) => <RowLink search={{ id: row.id }}>{row.domain}</RowLink> },
	{ key: 'status', header: t('status'), sort: 'status', cell: (row) => <HostStatus status={row.status} />, width: 100 },
	{ key: 'found', header: t('found'), cell: (row) => <Found row={row} />, width: 200 },
	{
		key: 'stored',
		header: t('stored'),
		sort: 'notAfter',
		cell: (row) => (row.stored.notAfter === '' ? null : <Expiry at={row.stored.notAfter} />),
		width: 160,
	},
	{
		key: 'served',
		header: t('served'),
		cell: (row) => (row.served ? <Expiry at={row.served.notAfter} /> : <span className="aside">{t('nothingServed')}</span>),
		width: 160,
	},
];

/** Whether it is as it should be, and what was found in a sentence. */
function Found({ row }: { row: CheckedCertificate }) {
	const t = useHostTexts();
	return (
		<span className={styles.found}>
			{row.ok ? (
				<Badge hue="green" icon={IconCheck}>
					{t('same')}
				</Badge>
			) : (
				<Badge hue="red" icon={IconAlertTriangle}>
					{t('differs')}
				</Badge>
			)}
			<span className="aside">{row.sentence}</span>
		</span>
	);
}

/** Both certificates, fact by fact. */
function Compared({ row }: { row: CheckedCertificate }) {
	const t = useHostTexts();
	const { stored, served } = row;
	return (
		<Facts
			facts={[
				{ label: t('found'), value: <Found row={row} /> },
				{ label: t('storedSerial'), value: stored.serial, mono: true },
				{ label: t('servedSerial'), value: served?.serial, mono: true },
				{ label: t('storedEnds'), value: stored.notAfter === '' ? null : <Expiry at={stored.notAfter} /> },
				{ label: t('servedEnds'), value: served && <Expiry at={served.notAfter} /> },
				{ label: t('servedIssuer'), value: served?.issuer },
			]}
		/>
	);
}
