/** Columns of custom domains, which several lists have. */
import type { CustomDomain } from '@luvalla/contract/tenancy/custom-domains';
import type { Say } from '#portal/lib/say.ts';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { Records } from './HostDrawer.tsx';
import { Expiry, HostStatus } from './HostStatus.tsx';
import type { en } from './messages/en.ts';

export const hostColumns = (t: Say<typeof en>): Column<CustomDomain>[] => [
	{
		key: 'host',
		header: t('host'),
		sort: 'domain',
		cell: (row) => <RowLink search={{ id: row.id }}>{row.letters ?? row.domain}</RowLink>,
	},
	{ key: 'customer', header: t('customer'), sort: 'customerName', cell: (row) => row.customerName },
	{ key: 'status', header: t('status'), sort: 'status', cell: (row) => <HostStatus status={row.status} />, width: 100 },
	{
		key: 'expires',
		header: t('expires'),
		sort: 'notAfter',
		cell: (row) => row.certificate && <Expiry at={row.certificate.notAfter} />,
		width: 160,
	},
	{ key: 'records', header: t('records'), cell: (row) => <Records row={row} />, width: 100 },
	{ key: 'issuer', header: t('issuer'), cell: (row) => row.certificate?.issuer, extra: true },
];
