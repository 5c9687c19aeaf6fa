import { roles, type User, userByEmail, users } from '@luvalla/contract/identity/users';
import { customerDomainList } from '@luvalla/contract/tenancy/customers';
import { IconPencil, IconTrash, IconUserShield } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asList, asQuery } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { late } from '#portal/lib/late.tsx';
import { listQueryOf } from '#portal/lib/search.ts';
import { type PatchSearch, useScreenSearch } from '#portal/lib/use-search.ts';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { useOnce } from '#portal/ui/late.ts';
import type { ListQuery } from '#portal/ui/list/DataList.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { listWords } from '#portal/ui/list/list-words.ts';
import { useDrawerRow } from '#portal/ui/list/use-drawer-row.ts';
import { NumberText, RelativeTime } from '#portal/ui/times.tsx';
import { RoleBadges } from './RoleBadges.tsx';
import { useUserTexts } from './texts.ts';
import { UserForm } from './UserForm.tsx';
import { type UserSearch, userSearch } from './users.search.ts';

const LogInAs = late(() => import('#portal/app/assist/LogInAs.tsx').then((module) => module.LogInAs));
const DeleteUser = late(() => import('./DeleteUser.tsx').then((module) => module.DeleteUser));

/** Names of customers in a cell; the others as a number. */
const NAMES_SHOWN = 2;

/** What the list asks for. */
const asked = (search: UserSearch) => ({ query: { ...listQueryOf(search), role: search.role } });

/** `/users`: everyone who has an account, for ADMIN. */
export function UserListScreen() {
	const t = useUserTexts();
	const [search, patch] = useScreenSearch(userSearch);
	const [doomed, setDoomed] = useState<User | null>(null);
	const [acting, setActing] = useState<string | null>(null);
	const query = useQuery(asList(users, asked(search)));
	const known = useQuery(asQuery(roles, { query: {} }));
	const columns: Column<User>[] = [
		{
			key: 'userName',
			header: t('userName'),
			sort: 'userName',
			cell: (row) => <RowLink search={{ id: row.userName }}>{row.userName}</RowLink>,
			width: 200,
		},
		{ key: 'name', header: t('name'), sort: 'name', cell: (row) => row.name },
		{ key: 'roles', header: t('roles'), cell: (row) => <RoleBadges roles={row.roles} />, width: 120 },
		{ key: 'domains', header: t('domains'), right: true, cell: (row) => <NumberText value={row.domains.length} />, width: 32 },
		{ key: 'customers', header: t('customers'), cell: (row) => <CustomerNames names={row.customers.map((one) => one.name)} /> },
		{
			key: 'signedIn',
			header: t('signedIn'),
			cell: (row) => (row.signedInAt === null ? t('never') : <RelativeTime at={row.signedInAt} />),
		},
		{ key: 'added', header: t('added'), sort: 'createdAt', cell: (row) => <RelativeTime at={row.createdAt} /> },
	];
	return (
		<ListScreen
			name="users"
			title={t('title')}
			query={query}
			columns={columns}
			rowId={(row) => row.id}
			rowName={(row) => row.userName}
			actions={(row) => [
				{ label: t('actionEdit'), icon: IconPencil, onSelect: () => patch({ id: row.userName }) },
				...(row.can.logInAs ? [{ label: t('logInAs'), icon: IconUserShield, onSelect: () => setActing(row.userName) }] : []),
				...(row.can.delete ? [{ label: t('actionDelete'), icon: IconTrash, danger: true, onSelect: () => setDoomed(row) }] : []),
			]}
			search={search}
			onSearch={patch}
			{...listWords(t)}
			filters={[
				{
					key: 'role',
					name: t('role'),
					// a role of the URL stays removable while the list of roles is on its way or lost
					options: [...new Set([...(known.data?.data.map((one) => one.name) ?? []), ...(search.role ? [search.role] : [])])].map(
						(name) => ({ value: name, label: name }),
					),
					value: search.role,
				},
			]}
			views={{ call: users, count: async (given) => (await ask(users, asked(userSearch.parse(given)))).page }}
		>
			<UserDrawer list={query} search={search} patch={patch} />
			{useOnce(acting !== null) ? <LogInAs userName={acting} verb={t('logInAs')} onClose={() => setActing(null)} /> : null}
			{useOnce(doomed !== null) ? <DeleteUser row={doomed} onDone={() => setDoomed(null)} /> : null}
		</ListScreen>
	);
}

function CustomerNames({ names }: { names: readonly string[] }) {
	const t = useUserTexts();
	if (names.length === 0) return '—';
	const over = names.length - NAMES_SHOWN;
	const shown = names.slice(0, NAMES_SHOWN).join(', ');
	return over > 0 ? t('more', { names: shown, count: over }) : shown;
}

/** Edit (`?id=` user name); a user who is not on this page of the list is looked up by it. */
function UserDrawer({ list, search: { id }, patch }: { list: ListQuery<User>; search: UserSearch; patch: PatchSearch<UserSearch> }) {
	const t = useUserTexts();
	const { row, opened, loading } = useDrawerRow({
		// Nobody is added here: people come by invitation, or by themselves.
		id: id === 'new' ? undefined : id,
		list,
		idOf: (one) => one.userName,
		call: userByEmail,
		input: (email) => ({ query: { email } }),
	});
	const known = useQuery({ ...asQuery(roles, { query: {} }), enabled: opened });
	const customers = useQuery({ ...asQuery(customerDomainList, {}), enabled: opened });
	return (
		<FormDrawer
			opened={opened}
			title={t('edit')}
			thing={row?.userName}
			subtitle={
				row ? (
					<>
						{row.userName} {row.roles.length > 0 ? <RoleBadges roles={row.roles} /> : null}
					</>
				) : null
			}
			onClose={() => patch({ id: undefined })}
			loading={row ? (known.data ? (customers.data ? undefined : customers) : known) : loading}
		>
			{row && known.data && customers.data ? (
				<UserForm key={row.id} row={row} roleNames={known.data.data.map((one) => one.name)} customers={customers.data.data} />
			) : null}
		</FormDrawer>
	);
}
