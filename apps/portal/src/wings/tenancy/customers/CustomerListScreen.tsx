import { type Customer, currentCustomer, customers, customersFile, setEnterprise } from '@luvalla/contract/tenancy/customers';
import {
	IconBuildingSkyscraper,
	IconCheck,
	IconCircleDashed,
	IconCoin,
	IconCoins,
	IconLicense,
	IconPencil,
	IconPlayerPause,
	IconPlayerPlay,
	IconReceiptEuro,
	IconRotate2,
	IconWorld,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asList, useCall } from '#portal/lib/calls.ts';
import { ask, fetchFile } from '#portal/lib/client.ts';
import { countryText } from '#portal/lib/country-text.ts';
import { late } from '#portal/lib/late.tsx';
import { useLanguage } from '#portal/lib/say.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { type PatchSearch, useScreenSearch } from '#portal/lib/use-search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { useOnce } from '#portal/ui/late.ts';
import { ListExport } from '#portal/ui/list/CsvExport.tsx';
import type { ListQuery } from '#portal/ui/list/DataList.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { listWords } from '#portal/ui/list/list-words.ts';
import { useDrawerRow } from '#portal/ui/list/use-drawer-row.ts';
import { NumberText, RelativeTime } from '#portal/ui/times.tsx';
import { CustomerForm } from './CustomerForm.tsx';
import type { Move } from './CustomerStateDialog.tsx';
import { type CustomerSearch, customerSearch } from './customers.search.ts';
import { useCustomerTexts } from './texts.ts';

const ApproveForm = late(() => import('./ApproveForm.tsx').then((module) => module.ApproveForm));

const ChargedForm = late(() => import('./ChargedForm.tsx').then((module) => module.ChargedForm));

const CustomerStateDialog = late(() => import('./CustomerStateDialog.tsx').then((module) => module.CustomerStateDialog));

const states = [
	{ status: 0, key: 'notOnboarded', hue: 'gray', icon: IconCircleDashed },
	{ status: 1, key: 'onboarded', hue: 'green', icon: IconCheck },
	{ status: 2, key: 'onHold', hue: 'amber', icon: IconPlayerPause },
] as const;

/** What the list asks for. */
const asked = (search: CustomerSearch) => ({ query: { ...listQueryOf(search), status: search.status } });

/** `/customers`: all for ADMIN, the assigned ones for PARTNER. */
export function CustomerListScreen() {
	const t = useCustomerTexts();
	const person = usePerson();
	const language = useLanguage();
	const [search, patch] = useScreenSearch(customerSearch);
	const query = useQuery(asList(customers, asked(search)));
	const enterprise = useCall(setEnterprise, { reload: [customers, currentCustomer] });
	const [moving, setMoving] = useState<{ row: Customer; move: Move } | null>(null);
	const columns: Column<Customer>[] = [
		{
			key: 'name',
			header: t('name'),
			sort: 'name',
			cell: (row) => (row.can.edit ? <RowLink search={{ id: String(row.id) }}>{row.name}</RowLink> : row.name),
		},
		{ key: 'businessId', header: t('businessId'), cell: (row) => row.businessId },
		{ key: 'country', header: t('country'), cell: (row) => countryText(row.countryCode, language) },
		{ key: 'status', header: t('status'), cell: (row) => <CustomerState status={row.status} />, width: 110 },
		{ key: 'type', header: t('type'), cell: (row) => (row.type ? t('enterprise') : t('standard')) },
		{ key: 'useCM', header: t('useCM'), cell: (row) => (row.useCM ? t('on') : t('off')) },
		{ key: 'domains', header: t('domains'), right: true, cell: (row) => <NumberText value={row.domains} />, width: 32 },
		{ key: 'added', header: t('added'), sort: 'createdAt', cell: (row) => <RelativeTime at={row.createdAt} /> },
	];
	return (
		<ListScreen
			name="customers"
			title={t('title')}
			tools={<ListExport read={() => fetchFile(customersFile, { query: { q: search.q, sort: search.sort, status: search.status } })} />}
			add={{ label: t('add') }}
			query={query}
			columns={columns}
			rowId={(row) => String(row.id)}
			rowName={(row) => row.name}
			actions={(row) => [
				...(row.can.edit ? [{ label: t('actionEdit'), icon: IconPencil, onSelect: () => patch({ id: String(row.id) }) }] : []),
				...movesOf(row).map(({ label, icon, move }) => ({
					label: t(label),
					icon,
					danger: move === 'cancel',
					onSelect: () => (move === 'approve' ? patch({ id: String(row.id), act: 'approve' }) : setMoving({ row, move })),
				})),
				...(person.isAdmin
					? [
							{
								label: t(row.type ? 'makeStandard' : 'makeEnterprise'),
								icon: IconBuildingSkyscraper,
								onSelect: () => enterprise.mutate({ params: { id: row.id, bool: row.type ? 'false' : 'true' } }),
							},
							{ label: t('chargedAct'), icon: IconCoin, onSelect: () => patch({ id: String(row.id), act: 'charged' }) },
							{ label: t('openDomains'), icon: IconWorld, to: '/customerdomains', search: { customer: String(row.id) } },
							...ACCOUNT.map(({ label, icon, to }) => ({ label: t(label), icon, to, search: { customer: String(row.id) } })),
						]
					: []),
			]}
			search={search}
			onSearch={patch}
			{...listWords(t)}
			filters={[
				{
					key: 'status',
					name: t('status'),
					options: states.map((one) => ({ value: String(one.status), label: t(one.key) })),
					value: search.status,
				},
			]}
			views={{ call: customers, count: async (given) => (await ask(customers, asked(customerSearch.parse(given)))).page }}
		>
			<CustomerDrawer list={query} search={search} patch={patch} />
			{useOnce(moving !== null) ? <CustomerStateDialog asked={moving} onDone={() => setMoving(null)} /> : null}
		</ListScreen>
	);
}

/** Parts of its account, which ADMIN opens for it. */
const ACCOUNT = [
	{ label: 'openLicences', icon: IconLicense, to: '/manageaccount/licences' },
	{ label: 'openCredits', icon: IconCoins, to: '/manageaccount/credits' },
	{ label: 'openCosts', icon: IconReceiptEuro, to: '/manageaccount/costs' },
] as const;

/** What may be done about its state by whoever is looking. */
const movesOf = ({ status, can: { states: open } }: Customer) => [
	...(status === 0 && open.includes(1) ? [{ label: 'approve', icon: IconCheck, move: 'approve' } as const] : []),
	...(open.includes(2) ? [{ label: 'hold', icon: IconPlayerPause, move: 'hold' } as const] : []),
	...(status === 2 && open.includes(1) ? [{ label: 'resume', icon: IconPlayerPlay, move: 'resume' } as const] : []),
	...(open.includes(0) ? [{ label: 'cancel', icon: IconRotate2, move: 'cancel' } as const] : []),
];

function CustomerState({ status }: { status: Customer['status'] }) {
	const t = useCustomerTexts();
	const state = states[status];
	return (
		<Badge hue={state.hue} icon={state.icon}>
			{t(state.key)}
		</Badge>
	);
}

function CustomerDrawer({
	list,
	search: { id, act },
	patch,
}: {
	list: ListQuery<Customer>;
	search: CustomerSearch;
	patch: PatchSearch<CustomerSearch>;
}) {
	const t = useCustomerTexts();
	const { isAdmin } = usePerson();
	const { row, isNew, opened, loading } = useDrawerRow({
		id,
		list,
		idOf: (one) => String(one.id),
		call: currentCustomer,
		input: (wanted) => ({ params: { id: wanted } }),
	});
	// It may have been approved by somebody else meanwhile.
	const approving = act === 'approve' && (row === undefined || (row.status === 0 && row.can.states.includes(1)));
	const saysWhoPays = act === 'charged' && isAdmin;
	return (
		<FormDrawer
			opened={opened}
			title={isNew ? t('add') : approving ? t('approve') : saysWhoPays ? t('chargedTitle') : t('edit')}
			thing={row?.name}
			subtitle={
				row ? (
					<>
						{row.name} <CustomerState status={row.status} />
					</>
				) : null
			}
			onClose={() => patch({ id: undefined, act: undefined })}
			loading={loading}
		>
			{approving && row ? (
				<ApproveForm key={row.id} row={row} />
			) : saysWhoPays && row ? (
				<ChargedForm key={row.id} row={row} />
			) : id === undefined ? null : (
				<CustomerForm key={id} row={row ?? null} />
			)}
		</FormDrawer>
	);
}
