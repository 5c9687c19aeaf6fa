import type { Invite } from '@luvalla/contract/tenancy/invites';
import { IconClockX, IconMail, IconMailX } from '@tabler/icons-react';
import { useState } from 'react';
import { Badge } from '#portal/ui/Badge.tsx';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { type Column, DataTable } from '#portal/ui/list/DataTable.tsx';
import { DateText } from '#portal/ui/times.tsx';
import { useInviteListTexts } from './texts.ts';

interface InviteListProps {
	query: { data?: { data: Invite[] } | undefined; isError: boolean; error: unknown; refetch: () => unknown };
	revoke: { isPending: boolean; mutate: (id: string, done: () => void) => void };
	/** With what the invitation gives: role and domains. */
	gives: boolean;
}

/** Invitations that nobody used yet: open ones can be revoked, expired ones say why somebody is not in. */
export function InviteList({ query, revoke, gives }: InviteListProps) {
	const t = useInviteListTexts();
	const [doomed, setDoomed] = useState<Invite | null>(null);
	const rows = query.data?.data.filter((row) => row.status === 'open' || row.status === 'expired');
	const given: Column<Invite>[] = [
		{ key: 'role', header: t('role'), cell: (row) => (row.role === 'partner' ? '' : t(row.role)) },
		{
			key: 'domains',
			header: t('domains'),
			cell: (row) => (row.role === 'customerAdmin' ? t('allDomains') : row.domains.join(', ')),
		},
	];
	const columns: Column<Invite>[] = [
		{ key: 'email', header: t('email'), cell: (row) => <span className="person-name">{row.email}</span>, width: 220 },
		...(gives ? given : []),
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
		<section className="people-section" aria-labelledby="invitations">
			<h2 id="invitations">{t('invitations')}</h2>
			{query.isError && !rows ? (
				<Failed sentence={t('invitationsFailed')} query={query} />
			) : rows?.length === 0 ? (
				<p className="quiet above-8">{t('noInvitations')}</p>
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
					if (doomed) revoke.mutate(doomed.id, () => setDoomed(null));
				}}
				onCancel={() => setDoomed(null)}
			>
				{t('revokeWhat')}
			</ConfirmDialog>
		</section>
	);
}
