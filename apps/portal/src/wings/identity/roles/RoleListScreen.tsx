import { deleteRole, type Role as RoleShape, roles, userByEmail, users } from '@luvalla/contract/identity/users';
import { IconLock, IconTag, IconTrash, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod';
import { asList, useCall } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { labelFilter, listWords } from '#portal/ui/list/list-words.ts';
import { wholePage } from '#portal/ui/list/use-views.ts';
import { NumberText } from '#portal/ui/times.tsx';
import { RoleForm } from './RoleForm.tsx';
import { type RoleSearch, roleSearch } from './roles.search.ts';
import { useRoleTexts } from './texts.ts';

type Role = z.infer<typeof RoleShape>;

/** The list is short: the page narrows it. */
const ofKind = (all: readonly Role[], { kind }: RoleSearch): Role[] =>
	all.filter((one) => kind === undefined || one.builtIn === (kind === 'builtIn'));

/** `/roles`: every role with how many people hold it. The list is short and comes whole. */
export function RoleListScreen() {
	const t = useRoleTexts();
	const [search, patch] = useScreenSearch(roleSearch);
	const [doomed, setDoomed] = useState<Role | null>(null);
	const list = useQuery(asList(roles, { query: { q: search.q } }));
	const query = { ...list, data: list.data && { ...list.data, data: ofKind(list.data.data, search) } };
	const columns: Column<Role>[] = [
		{
			key: 'name',
			header: t('name'),
			cell: (row) => (
				<RowLink to="/users" search={{ role: row.name }}>
					{row.name}
				</RowLink>
			),
		},
		{ key: 'users', header: t('users'), right: true, cell: (row) => <NumberText value={row.users} />, width: 32 },
		{ key: 'kind', header: t('kind'), cell: (row) => <Kind row={row} /> },
	];
	return (
		<ListScreen
			name="roles"
			title={t('title')}
			query={query}
			columns={columns}
			rowId={(row) => row.name}
			rowName={(row) => row.name}
			actions={(row) => [
				{ label: t('showUsers'), icon: IconUsers, to: '/users', search: { role: row.name } },
				...(row.builtIn ? [] : [{ label: t('actionDelete'), icon: IconTrash, danger: true, onSelect: () => setDoomed(row) }]),
			]}
			search={search}
			onSearch={patch}
			{...listWords(t)}
			filters={[labelFilter('kind', t('kind'), search.kind, { own: t('own'), builtIn: t('builtIn') })]}
			views={{
				call: roles,
				count: async (given) => {
					const wanted = roleSearch.parse(given);
					return wholePage(ofKind((await ask(roles, { query: { q: wanted.q } })).data, wanted));
				},
			}}
			add={{ label: t('add') }}
		>
			<FormDrawer opened={search.id === 'new'} title={t('add')} onClose={() => patch({ id: undefined })}>
				<RoleForm />
			</FormDrawer>
			<DeleteRole row={doomed} onDone={() => setDoomed(null)} />
		</ListScreen>
	);
}

function Kind({ row }: { row: Role }) {
	const t = useRoleTexts();
	if (!row.builtIn)
		return (
			<Badge hue="blue" icon={IconTag}>
				{t('own')}
			</Badge>
		);
	return (
		<span className="in-row-4-8">
			<Badge hue="gray" icon={IconLock}>
				{t('builtIn')}
			</Badge>
			{t('builtInWhy')}
		</span>
	);
}

function DeleteRole({ row, onDone }: { row: Role | null; onDone: () => void }) {
	const t = useRoleTexts();
	const remove = useCall(deleteRole, { reload: [roles, users, userByEmail], onSuccess: onDone });
	return (
		<ConfirmDialog
			opened={row !== null}
			title={t('deleteTitle', { name: row?.name ?? '' })}
			verb={t('deleteVerb')}
			danger
			working={remove.isPending}
			onCancel={onDone}
			onConfirm={() => {
				if (row) remove.mutate({ query: { roleName: row.name } });
			}}
		>
			<p>{row === null || row.users === 0 ? t('deleteNobody') : t('deleteText', { count: row.users })}</p>
		</ConfirmDialog>
	);
}
