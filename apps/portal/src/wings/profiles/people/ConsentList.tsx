import { type KnownPerson, people, peopleFile } from '@luvalla/contract/consent/people';
import { purposes } from '@luvalla/contract/consent/purposes';
import { IconDownload, IconEraser, IconUserSearch } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asList, asQuery } from '#portal/lib/calls.ts';
import { ask, fetchFile } from '#portal/lib/client.ts';
import { notifyFailure } from '#portal/lib/notices.ts';
import { purposeName } from '#portal/lib/purpose-name.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { filterOf, listQueryOf } from '#portal/lib/search.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { downloadFile } from '#portal/ui/download.ts';
import type { BulkAction, PickedRows } from '#portal/ui/list/BulkBar.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { listWords } from '#portal/ui/list/list-words.ts';
import { selectionOf } from '#portal/ui/list/picked.ts';
import { useDomainFilter } from '#portal/ui/list/tenant-filters.ts';
import { NumberText, RelativeTime } from '#portal/ui/times.tsx';
import { ErasePeople, ErasureRun } from './ErasePeople.tsx';
import { type PeopleSearch, peopleSearch } from './people.search.ts';
import { usePeopleTexts } from './texts.ts';
import { type ListPart, useListHead } from './use-list-head.tsx';
import { nameOf } from './words.tsx';

/** What the list is narrowed by, besides what is searched for. */
const narrowed = ({ domain, purpose, answer }: PeopleSearch) => ({ domain, purpose, answer });

/** As on their page. */
const shownName = ({ name, identifiers, luvallaId }: KnownPerson): string => name ?? nameOf(identifiers, luvallaId);

/** What the list asks for. */
const asked = (search: PeopleSearch) => {
	const { sort: _, ...query } = listQueryOf(search);
	return { query: { ...query, filter: filterOf(narrowed(search)) } };
};

/** Everybody who has answered, and what holds for them. */
export function ConsentList(part: ListPart) {
	const { search, patch, page } = part;
	const t = usePeopleTexts();
	const language = useLanguage();
	const head = useListHead(part);
	const { customerId, domains } = page;
	const person = usePerson();
	const mayErase = person.isAdmin || person.isPartner || person.customerAdmin;
	const list = useQuery({ ...asList(people, asked(search), { customerId }), enabled: customerId !== null });
	useReloadOnNews('consents', [people], customerId, false);
	const known = useQuery({
		...asQuery(purposes, { params: { customerId: customerId ?? 0 }, query: search.domain ? { domainId: search.domain } : {} }),
		enabled: customerId !== null,
	});
	const askedAbout = (known.data?.data ?? [])
		.filter(({ legalBasis }) => legalBasis === 'consent')
		// Several domains have a purpose of one name.
		.map((one) => ({
			value: one.id,
			label: search.domain || domains.length < 2 ? purposeName(one, language) : `${purposeName(one, language)} · ${one.domain}`,
		}));
	const filters = [
		useDomainFilter(domains, search.domain),
		{ key: 'purpose', name: t('purpose'), options: askedAbout, value: search.purpose },
		{
			key: 'answer',
			name: t('answer'),
			options: [
				{ value: 'yes', label: t('yesCount') },
				{ value: 'no', label: t('noCount') },
			],
			value: search.answer,
		},
	];
	const columns = useColumns(head);
	const [doomed, setDoomed] = useState<PickedRows | null>(null);
	const selection = ({ picked }: PickedRows) => selectionOf(picked, { q: search.q, ...narrowed(search) });
	const take = useMutation({
		mutationFn: (rows: PickedRows) => fetchFile(peopleFile, { query: {}, body: { selection: selection(rows) } }, { customerId }),
		onSuccess: ({ name, blob }) => downloadFile(name, blob.type, blob),
		onError: (error: Error) => notifyFailure(error.message),
	});
	const bulk: BulkAction[] = [
		...(mayErase ? [{ label: t('eraseMany'), icon: IconEraser, onChoose: setDoomed }] : []),
		{ label: t('exportMany'), icon: IconDownload, onChoose: (rows) => take.mutate(rows) },
	];
	return (
		<ListScreen
			name="people"
			title={head.title}
			page={page}
			tools={
				<>
					{head.views}
					{head.uploadButton}
				</>
			}
			add={head.add}
			query={list}
			columns={columns}
			rowId={(row) => row.luvallaId}
			rowName={shownName}
			actions={(row) => [{ label: t('open'), icon: IconUserSearch, to: head.to(row.luvallaId), search: head.customer }]}
			search={search}
			onSearch={patch}
			{...listWords(t)}
			filters={filters}
			bulk={bulk}
			views={{ call: people, count: async (given) => (await ask(people, asked(peopleSearch.parse(given)), { customerId })).page }}
		>
			<ErasePeople
				rows={doomed}
				selection={doomed && selection(doomed)}
				customerId={customerId}
				onClose={() => setDoomed(null)}
				onRun={(run) => patch({ run, id: undefined })}
			/>
			<ErasureRun id={search.id === undefined ? search.run : undefined} customerId={customerId} onClose={head.close} />
			{head.drawers}
		</ListScreen>
	);
}

function useColumns(head: ReturnType<typeof useListHead>): Column<KnownPerson>[] {
	const t = usePeopleTexts();
	return [
		{
			key: 'person',
			header: t('person'),
			cell: (row) => (
				<RowLink to={head.to(row.luvallaId)} search={head.customer}>
					<span className="breaks">{shownName(row)}</span>
				</RowLink>
			),
			width: 240,
		},
		{
			key: 'also',
			header: t('also'),
			cell: (row) => {
				const name = shownName(row);
				return (
					row.identifiers
						.map(({ value }) => value)
						.filter((value) => value !== name)
						.join(', ') || null
				);
			},
		},
		{ key: 'yes', header: t('yesCount'), right: true, cell: (row) => <NumberText value={row.yes} />, width: 60 },
		{ key: 'no', header: t('noCount'), right: true, cell: (row) => <NumberText value={row.no} />, width: 60 },
		{ key: 'last', header: t('lastAnswer'), cell: (row) => (row.lastAt ? <RelativeTime at={row.lastAt} /> : null) },
	];
}
