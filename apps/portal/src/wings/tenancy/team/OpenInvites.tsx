import { type Invite, invites, revokeInvite } from '@luvalla/contract/tenancy/invites';
import { IconClockX, IconMail, IconMailX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '#portal/ui/DataTable.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { DateText } from '#portal/ui/times.tsx';
import styles from './team.module.css';
import { useTeamTexts } from './texts.ts';

/** Invitations that nobody used yet: open ones can be revoked, expired ones say why a colleague is not in. */
export function OpenInvites({ customerId }: { customerId: number }) {
	const t = useTeamTexts();
	const query = useQuery(asQuery(invites, { query: { customerId } }, { customerId }));
	const revoke = useCall(revokeInvite, { reload: [invites], scope: { customerId } });
	const [doomed, setDoomed] = useState<Invite | null>(null);
	const rows = query.data?.data.filter((row) => row.status === 'open' || row.status === 'expired');
	const columns: Column<Invite>[] = [
		{ key: 'email', header: t('email'), cell: (row) => <span className={styles.person}>{row.email}</span>, width: 220 },
		{ key: 'role', header: t('role'), cell: (row) => t(row.role) },
		{
			key: 'domains',
			header: t('domains'),
			cell: (row) => (row.role === 'customerAdmin' ? t('allDomains') : row.domains.join(', ')),
		},
		{ key: 'invitedBy', header: t('invitedBy'), cell: (row) => row.invitedBy },
		{ key: 'ends', header: t('ends'), cell: (row) => <DateText at={row.expiresAt} /> },
		{
			key: 'state',
			header: t('state'),
			cell: (row) =>
				row.status === 'open' ? (
					<Badge hue="blue" icon={IconMail}>
						{t('open')}
					</Badge>
				) : (
					<Badge hue="gray" icon={IconClockX}>
						{t('expired')}
					</Badge>
				),
		},
	];
	return (
		<section className={styles.section} aria-labelledby="invitations">
			<h2 id="invitations">{t('invitations')}</h2>
			{query.isError && !rows ? (
				<Failed sentence={t('invitationsFailed')} error={query.error} onRetry={() => void query.refetch()} />
			) : rows?.length === 0 ? (
				<p className={styles.none}>{t('noInvitations')}</p>
			) : (
				<DataTable
					caption={t('invitations')}
					columns={columns}
					rows={rows}
					rowId={(row) => row.id}
					rowName={(row) => row.email}
					expect={2}
					actions={(row) =>
						row.status === 'open' ? [{ label: t('revoke'), icon: IconMailX, danger: true, onSelect: () => setDoomed(row) }] : []
					}
				/>
			)}
			<ConfirmDialog
				opened={doomed !== null}
				title={t('revokeQuestion', { who: doomed?.email ?? '' })}
				verb={t('revoke')}
				danger
				working={revoke.isPending}
				onConfirm={() => {
					if (doomed) revoke.mutate({ params: { id: doomed.id }, query: { customerId } }, { onSettled: () => setDoomed(null) });
				}}
				onCancel={() => setDoomed(null)}
			>
				{t('revokeWhat')}
			</ConfirmDialog>
		</section>
	);
}
