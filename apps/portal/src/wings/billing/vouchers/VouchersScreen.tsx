/** `/vouchers`: all vouchers of the installation, for ADMIN. */

import { revokeVoucher, VOUCHER_KINDS, type Voucher, voucherReport, voucherReportFile } from '@luvalla/contract/billing/vouchers';
import { VOUCHER_STATUS } from '@luvalla/contract/constants';
import { IconTicketOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { asList, useCall } from '#portal/lib/calls.ts';
import { fetchFile } from '#portal/lib/client.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { ListExport } from '#portal/ui/list/CsvExport.tsx';
import type { Column, RowAction } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { listWords, valueFilter } from '#portal/ui/list/list-words.ts';
import { DateText, RelativeTime } from '#portal/ui/times.tsx';
import { useVoucherTexts } from './texts.ts';
import { NewCode, VoucherForm } from './VoucherForm.tsx';
import styles from './vouchers.module.css';
import { voucherSearch } from './vouchers.search.ts';
import { goodFor, VoucherBadge } from './words.tsx';

const STATUSES = ['0', '1', '2', '3'] as const;

export function VouchersScreen() {
	const t = useVoucherTexts();
	const [search, patch] = useScreenSearch(voucherSearch);
	const [made, setMade] = useState<Voucher | null>(null);
	const [revoking, setRevoking] = useState<Voucher | null>(null);
	const { kind, q, sort } = search;
	const status = search.status === undefined ? undefined : Number(search.status);
	const query = useQuery(asList(voucherReport, { query: { ...listQueryOf(search), status, kind } }));
	const revoke = useCall(revokeVoucher, { reload: [voucherReport] });
	const columns: Column<Voucher>[] = [
		{ key: 'code', header: t('code'), cell: ({ code }) => <span className="mono whole">{code}</span>, width: 120 },
		{ key: 'status', header: t('status'), cell: (one) => <VoucherBadge status={one.status} /> },
		{ key: 'good', header: t('good'), sort: 'value', cell: (one) => goodFor(one, t) },
		{ key: 'note', header: t('note'), cell: ({ note }) => note },
		{ key: 'made', header: t('made'), sort: 'createdAt', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
		{ key: 'expires', header: t('expires'), cell: ({ expiresAt }) => (expiresAt === null ? t('never') : <DateText at={expiresAt} />) },
		{
			key: 'redeemed',
			header: t('redeemed'),
			cell: ({ customerId, customerName, redeemedAt }) =>
				customerId === null ? null : (
					<span className={styles.redeemed}>
						<Link to="/manageaccount/vouchers" search={{ customer: String(customerId) }} className="link">
							{customerName ?? customerId}
						</Link>
						{redeemedAt === null ? null : <RelativeTime at={redeemedAt} />}
					</span>
				),
		},
	];
	const actions = (one: Voucher): RowAction[] =>
		one.status === VOUCHER_STATUS.open ? [{ label: t('revoke'), icon: IconTicketOff, danger: true, onSelect: () => setRevoking(one) }] : [];
	const close = () => {
		setMade(null);
		patch({ id: undefined });
	};
	return (
		<ListScreen
			name="vouchers"
			title={t('title')}
			tools={<ListExport read={() => fetchFile(voucherReportFile, { query: { q, sort, status, kind } })} />}
			add={{ label: t('add') }}
			query={query}
			columns={columns}
			rowId={(one) => one.id}
			rowName={(one) => one.code}
			actions={actions}
			search={search}
			onSearch={patch}
			{...listWords(t)}
			filters={[
				valueFilter('status', t('status'), search.status, STATUSES, (one) => t(`status${one}`)),
				valueFilter('kind', t('kind'), kind, VOUCHER_KINDS, (value) => t(`kind_${value}`)),
			]}
		>
			<FormDrawer opened={search.id === 'new' || made !== null} title={t('add')} onClose={close}>
				{made ? <NewCode voucher={made} onDone={close} /> : search.id === 'new' ? <VoucherForm onMade={setMade} /> : null}
			</FormDrawer>
			<CallQuestion
				call={revoke}
				input={revoking && { params: { id: revoking.id } }}
				onClose={() => setRevoking(null)}
				title={t('revokeQuestion', { code: revoking?.code ?? '' })}
				verb={t('revoke')}
				danger
			>
				{t('revokeWhat', { what: revoking ? goodFor(revoking, t) : '' })}
			</CallQuestion>
		</ListScreen>
	);
}
