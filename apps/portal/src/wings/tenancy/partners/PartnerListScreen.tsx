import { changePartner, deactivatePartner, type Partner, partners, readPartner } from '@luvalla/contract/tenancy/partners';
import { IconBuilding, IconPencil, IconPlayerPause, IconPlayerPlay, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asList, useCall } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { countryText } from '#portal/lib/country-text.ts';
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { labelFilter, listWords } from '#portal/ui/list/list-words.ts';
import { NumberText } from '#portal/ui/times.tsx';
import { ActiveBadge } from './ActiveBadge.tsx';
import { PartnerDrawer } from './PartnerDrawer.tsx';
import { type PartnerSearch, partnerSearch } from './partners.search.ts';
import { usePartnerTexts } from './texts.ts';

/** What the list asks for. */
const asked = (search: PartnerSearch) => ({ query: { ...listQueryOf(search), isActive: search.active } });

/** `/partners`: agencies that look after customers, for ADMIN. */
export function PartnerListScreen() {
	const t = usePartnerTexts();
	const language = useLanguage();
	const [search, patch] = useScreenSearch(partnerSearch);
	const [doomed, setDoomed] = useState<Partner | null>(null);
	const query = useQuery(asList(partners, asked(search)));
	const change = useCall(changePartner, { reload: [partners, readPartner] });
	const columns: Column<Partner>[] = [
		{ key: 'name', header: t('name'), sort: 'name', cell: (row) => <RowLink search={{ id: row.id }}>{row.name}</RowLink> },
		{ key: 'country', header: t('country'), cell: (row) => countryText(row.countryCode, language) },
		{ key: 'businessId', header: t('businessId'), cell: (row) => row.businessId },
		{ key: 'state', header: t('state'), cell: (row) => <ActiveBadge active={row.isActive} />, width: 90 },
		{ key: 'users', header: t('users'), sort: 'users', right: true, cell: (row) => <NumberText value={row.users} />, width: 32 },
		{
			key: 'customers',
			header: t('customers'),
			sort: 'customers',
			right: true,
			cell: (row) => <NumberText value={row.customers} />,
			width: 32,
		},
	];
	const activate = ({ id, name, countryCode, businessId, detail }: Partner) =>
		change.mutate({ body: { id, name, countryCode, businessId, detail, isActive: true } });
	return (
		<ListScreen
			name="partners"
			title={t('title')}
			query={query}
			columns={columns}
			rowId={(row) => row.id}
			rowName={(row) => row.name}
			actions={(row) => [
				{ label: t('actionEdit'), icon: IconPencil, onSelect: () => patch({ id: row.id }) },
				{ label: t('openUsers'), icon: IconUsers, onSelect: () => patch({ id: row.id, tab: 'users' }) },
				{ label: t('openCustomers'), icon: IconBuilding, onSelect: () => patch({ id: row.id, tab: 'customers' }) },
				row.isActive
					? { label: t('deactivate'), icon: IconPlayerPause, danger: true, onSelect: () => setDoomed(row) }
					: { label: t('activate'), icon: IconPlayerPlay, onSelect: () => activate(row) },
			]}
			search={search}
			onSearch={patch}
			{...listWords(t)}
			filters={[labelFilter('active', t('state'), search.active, { true: t('active'), false: t('inactive') })]}
			views={{ call: partners, count: async (given) => (await ask(partners, asked(partnerSearch.parse(given)))).page }}
			add={{ label: t('add') }}
		>
			<PartnerDrawer search={search} patch={patch} />
			<Deactivate row={doomed} onDone={() => setDoomed(null)} />
		</ListScreen>
	);
}

function Deactivate({ row, onDone }: { row: Partner | null; onDone: () => void }) {
	const t = usePartnerTexts();
	const language = useLanguage();
	const stop = useCall(deactivatePartner, { reload: [partners, readPartner], onSuccess: onDone });
	return (
		<ConfirmDialog
			opened={row !== null}
			title={t('deactivateTitle', { name: row?.name ?? '' })}
			verb={t('deactivateVerb')}
			danger
			working={stop.isPending}
			onCancel={onDone}
			onConfirm={() => {
				if (row) stop.mutate({ params: { id: row.id } });
			}}
		>
			<p>
				{t('deactivateText', {
					users: numberText(row?.users ?? 0, language),
					customers: numberText(row?.customers ?? 0, language),
				})}
			</p>
		</ConfirmDialog>
	);
}
