import { checkSender, removeSender, type Sender, senders } from '@luvalla/contract/engagement/senders';
import { IconMail, IconPencil, IconRadar2, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asList, useCall } from '#portal/lib/calls.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { ConnectorTabs } from '#portal/ui/ConnectorTabs.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { labelFilter, listWords } from '#portal/ui/list/list-words.ts';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { useDomainFilter } from '#portal/ui/list/tenant-filters.ts';
import { RelativeTime } from '#portal/ui/times.tsx';
import { CheckMarks, ReadyBadge } from './checks.tsx';
import { SenderDrawer } from './SenderDrawer.tsx';
import { type SenderSearch, senderSearch } from './senders.search.ts';
import { useSenderTexts } from './texts.ts';

/** A customer has few senders, all of them loaded: the page narrows them. */
const matching = (all: readonly Sender[], { q, domain, state }: SenderSearch): Sender[] => {
	const wanted = q?.trim().toLocaleLowerCase() ?? '';
	return all.filter(
		(one) =>
			(domain === undefined || one.domainId === domain) &&
			(state === undefined || one.ready === (state === 'ready')) &&
			[one.name, one.address].some((text) => text.toLocaleLowerCase().includes(wanted)),
	);
};

/** `/connectors/senders`: who letters are from, and whether the world's mail servers believe it. */
export function SendersScreen() {
	const t = useSenderTexts();
	const person = usePerson();
	const { search, patch, page, customerId, domains } = usePage(senderSearch);
	const scope = { customerId, domainId: null };
	const ofDomain = useDomainFilter(domains, search.domain);
	const list = useQuery({ ...asList(senders, { query: {} }, scope), enabled: customerId !== null });
	const look = useCall(checkSender, { quiet: true, reload: [senders], scope });
	const [doomed, setDoomed] = useState<Sender | null>(null);
	const remove = useCall(removeSender, { reload: [senders], scope });
	// Domain admins see who letters are from and look at the DNS; who writes in the company's name is not theirs to say.
	const mayWrite = person.isAdmin || person.isPartner || person.customerAdmin;
	const query = { ...list, data: list.data && { data: matching(list.data.data, search), page: null } };
	const columns: readonly Column<Sender>[] = [
		{ key: 'name', header: t('name'), cell: (row) => <Name row={row} />, width: 240 },
		{ key: 'domain', header: t('domain'), cell: (row) => row.domain, width: 120 },
		{ key: 'state', header: t('state'), cell: (row) => <ReadyBadge sender={row} />, width: 90 },
		{ key: 'checks', header: t('checks'), cell: (row) => <CheckMarks sender={row} />, width: 220 },
		{
			key: 'checked',
			header: t('checked'),
			cell: (row) => (row.checkedAt === null ? null : <RelativeTime at={row.checkedAt} />),
			width: 90,
		},
	];
	return (
		<ListScreen
			name="senders"
			title={t('title')}
			about={mayWrite ? t('about') : `${t('about')} ${t('whoAdds')}`}
			page={page}
			tabs={<ConnectorTabs customer={search.customer} />}
			add={mayWrite ? { label: t('add') } : undefined}
			query={query}
			columns={columns}
			rowId={(row) => row.id}
			rowName={(row) => row.address}
			actions={(row) => [
				{ label: t('open'), icon: IconPencil, onSelect: () => patch({ id: row.id }) },
				{ label: t('look'), icon: IconRadar2, onSelect: () => look.mutate({ params: { id: row.id }, query: {} }) },
				...(mayWrite ? [{ label: t('remove'), icon: IconTrash, danger: true, onSelect: () => setDoomed(row) }] : []),
			]}
			search={search}
			onSearch={patch}
			{...listWords(t)}
			filters={[ofDomain, labelFilter('state', t('state'), search.state, { ready: t('ready'), not: t('notReady') })]}
		>
			<SenderDrawer list={list} page={page} search={search} patch={patch} mayWrite={mayWrite} />
			<CallQuestion
				call={remove}
				input={doomed && { query: { id: doomed.id } }}
				onClose={() => setDoomed(null)}
				title={t('removeQuestion', { address: doomed?.address ?? '' })}
				verb={t('removeVerb')}
				danger
			>
				{t('removeText')}
			</CallQuestion>
		</ListScreen>
	);
}

function Name({ row }: { row: Sender }) {
	return (
		<span className="named">
			<IconMail size={18} stroke={1.75} aria-hidden="true" />
			<span>
				<RowLink search={{ id: row.id }}>{row.name}</RowLink>
				<span className="note">{row.address}</span>
			</span>
		</span>
	);
}
