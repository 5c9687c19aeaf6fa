import { domainUsers, type Person } from '@luvalla/contract/identity/account';
import { invites, removeFromTeam } from '@luvalla/contract/tenancy/invites';
import { Button } from '@mantine/core';
import { IconMailPlus, IconUser, IconUserMinus, IconUserStar, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod';
import { AccountPage } from '#portal/app/account/AccountPage.tsx';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { type Column, DataTable } from '#portal/ui/list/DataTable.tsx';
import { SearchBox } from '#portal/ui/list/ListTools.tsx';
import { usePageCustomer } from '#portal/ui/list/pickers.tsx';
import { InviteForm } from './InviteForm.tsx';
import { OpenInvites } from './OpenInvites.tsx';
import styles from './team.module.css';
import { teamSearch } from './team.search.ts';
import { useTeamTexts } from './texts.ts';

type Member = z.infer<typeof Person>;
/** More are searched. */
const MOST_READ = 10;

interface Customer {
	id: number;
	name: string;
}

/** `/manageaccount`: the account of the current customer: its team. */
export function AccountScreen() {
	const t = useTeamTexts();
	const person = usePerson();
	const [search, patch] = useScreenSearch(teamSearch);
	const page = usePageCustomer({});
	const customer = person.currentCustomer;
	const query = useQuery({
		...asQuery(domainUsers, { query: { customerId: customer?.id ?? 0 } }, { customerId: customer?.id, domainId: null }),
		enabled: customer !== null,
	});
	return (
		<AccountPage
			page={page}
			search={{}}
			busy={query.isFetching && !query.isPending}
			actions={
				customer ? (
					<Button leftSection={<IconMailPlus size={16} stroke={1.75} aria-hidden="true" />} onClick={() => patch({ id: 'new' })}>
						{t('invite')}
					</Button>
				) : null
			}
		>
			{customer ? (
				<>
					<section className="people-section" aria-labelledby="people">
						<h2 id="people">{t('people')}</h2>
						{query.isError && !query.data ? (
							<Failed sentence={t('failed')} query={query} />
						) : query.data?.data.length === 0 ? (
							<Empty title={t('empty')}>{t('emptyWhy')}</Empty>
						) : (
							<People
								rows={query.data?.data}
								customer={customer}
								q={search.q ?? ''}
								onSearch={(q) => patch({ q: q || undefined }, { replace: true })}
							/>
						)}
					</section>
					<OpenInvites customerId={customer.id} />
					<FormDrawer
						opened={search.id === 'new'}
						title={t('invite')}
						subtitle={t('inviteTo', { customer: customer.name })}
						onClose={() => patch({ id: undefined })}
					>
						{search.id === 'new' ? <InviteForm customerId={customer.id} /> : null}
					</FormDrawer>
				</>
			) : null}
		</AccountPage>
	);
}

interface PeopleProps {
	rows: readonly Member[] | undefined;
	customer: Customer;
	q: string;
	onSearch: (q: string) => void;
}

function People({ rows, customer, q, onSearch }: PeopleProps) {
	const t = useTeamTexts();
	const person = usePerson();
	const [doomed, setDoomed] = useState<Member | null>(null);
	const remove = useCall(removeFromTeam, { reload: [domainUsers, invites], scope: { customerId: customer.id } });
	const columns: Column<Member>[] = [
		{
			key: 'person',
			header: t('person'),
			cell: (row) => (
				<span className="person-name">
					{row.email}
					{row.userName !== '' && row.userName !== row.email ? <span className={styles.you}>{row.userName}</span> : null}
					{row.email === person.email ? <span className={styles.you}>{t('you')}</span> : null}
				</span>
			),
			width: 220,
		},
		{
			key: 'role',
			header: t('role'),
			cell: (row) =>
				row.isCustomerAdmin ? (
					<Badge hue="violet" icon={IconUserStar}>
						{t('customerAdmin')}
					</Badge>
				) : row.isDomainAdmin ? (
					<Badge hue="blue" icon={IconWorld}>
						{t('domainAdmin')}
					</Badge>
				) : (
					<Badge hue="gray" icon={IconUser}>
						{t('member')}
					</Badge>
				),
		},
		{ key: 'domains', header: t('domains'), cell: (row) => (row.isCustomerAdmin ? t('allDomains') : row.domains.join(', ')) },
	];
	const wanted = q.trim().toLowerCase();
	const found = rows?.filter((row) => [row.email, row.userName].some((text) => text.toLowerCase().includes(wanted)));
	return (
		<>
			{rows && (rows.length > MOST_READ || wanted !== '') ? (
				<div className={styles.search}>
					<SearchBox value={q} label={t('search')} onSearch={onSearch} />
				</div>
			) : null}
			<DataTable
				caption={t('people')}
				columns={columns}
				rows={found}
				rowId={(row) => row.id}
				rowName={(row) => row.email}
				expect={3}
				actions={(row) =>
					row.email === person.email ? [] : [{ label: t('remove'), icon: IconUserMinus, danger: true, onSelect: () => setDoomed(row) }]
				}
			/>
			<p className="quiet above-8" role="status">
				{found?.length === 0 ? t('foundNobody') : found ? t('count', { count: found.length }) : null}
			</p>
			<ConfirmDialog
				opened={doomed !== null}
				title={t('removeQuestion', { who: doomed?.email ?? '' })}
				verb={t('remove')}
				danger
				working={remove.isPending}
				onConfirm={() => remove.mutate({ query: { id: doomed?.id ?? '' } }, { onSettled: () => setDoomed(null) })}
				onCancel={() => setDoomed(null)}
			>
				{t('removeWhat', { customer: customer.name })}
			</ConfirmDialog>
		</>
	);
}
