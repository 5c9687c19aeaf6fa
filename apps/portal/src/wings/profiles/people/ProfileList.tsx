import { type Profile, profiles, profilesFile } from '@luvalla/contract/profiles/profiles';
import { IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asList } from '#portal/lib/calls.ts';
import { ask, fetchFile } from '#portal/lib/client.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { ListExport } from '#portal/ui/list/CsvExport.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { useDomainFilter } from '#portal/ui/list/tenant-filters.ts';
import { DateText, RelativeTime } from '#portal/ui/times.tsx';
import styles from './people.module.css';
import { type PeopleSearch, peopleSearch } from './people.search.ts';
import { useProfileTexts } from './profile-texts.ts';
import { usePeopleTexts } from './texts.ts';
import { type ListPart, useListHead } from './use-list-head.tsx';
import { calledOf } from './words.tsx';

type Kind = Profile['identifiers'][number]['kind'];

const asked = (search: PeopleSearch) => ({ query: listQueryOf(search) });

/** What is known of people: everybody, those who became known last first. */
export function ProfileList(part: ListPart) {
	const { search, patch, page } = part;
	const t = usePeopleTexts();
	const p = useProfileTexts();
	const head = useListHead(part);
	const { customerId, domains } = page;
	const scope = { customerId, domainId: search.domain ?? null };
	const list = useQuery({ ...asList(profiles, asked(search), scope), enabled: customerId !== null });
	const known = (kind: Kind, header: string, width: number): Column<Profile> => ({
		key: kind,
		header,
		cell: ({ identifiers }) => {
			const [first, ...more] = identifiers.filter((one) => one.kind === kind).map(({ value }) => value);
			if (first === undefined) return null;
			return (
				// A number is read in one piece.
				<span className={kind === 'phone' ? 'whole' : undefined}>
					<Several first={first} more={more.length} />
				</span>
			);
		},
		width,
	});
	const columns: Column<Profile>[] = [
		{
			key: 'name',
			header: p('name'),
			sort: 'lastName',
			cell: (row) => (
				<RowLink to={head.to(row.luvallaId)} search={head.customer}>
					<span className="breaks">{calledOf(row, row.identifiers, row.luvallaId)}</span>
				</RowLink>
			),
			width: 220,
		},
		known('email', t('email'), 220),
		known('phone', t('phone'), 150),
		known('externalId', p('externalId'), 120),
		{ key: 'city', header: p('fact_city'), cell: ({ city }) => city },
		{ key: 'created', header: p('knownSince'), sort: 'createdAt', cell: ({ createdAt }) => <DateText at={createdAt} /> },
		{ key: 'seen', header: p('seen'), sort: 'seenAt', cell: ({ seenAt }) => (seenAt ? <RelativeTime at={seenAt} /> : null) },
	];
	const sorted = search.sort?.replace(/^-/, '');
	return (
		<ListScreen
			name="profiles"
			title={head.title}
			about={sorted === 'lastName' ? p('namedOnly') : sorted === 'seenAt' ? p('seenOnly') : undefined}
			page={page}
			tools={
				<>
					{head.views}
					{head.uploadButton}
					<ListExport read={() => fetchFile(profilesFile, { query: { q: search.q, sort: search.sort } }, scope)} />
				</>
			}
			add={head.add}
			query={list}
			columns={columns}
			rowId={(row) => row.luvallaId}
			rowName={(row) => calledOf(row, row.identifiers, row.luvallaId)}
			actions={(row) => [{ label: t('open'), icon: IconUserSearch, to: head.to(row.luvallaId), search: head.customer }]}
			search={search}
			onSearch={patch}
			searchLabel={p('search')}
			filters={[useDomainFilter(domains, search.domain)]}
			count={(total) => t('count', { count: total })}
			failed={t('failed')}
			empty={{ title: t('empty'), why: p('emptyWhy') }}
			views={{
				call: profiles,
				count: async (given) => {
					const wanted = peopleSearch.parse(given);
					return (await ask(profiles, asked(wanted), { customerId, domainId: wanted.domain ?? null })).page;
				},
			}}
		>
			{head.drawers}
		</ListScreen>
	);
}

/** The first of several, and how many more there are. */
function Several({ first, more }: { first: string; more: number }) {
	const p = useProfileTexts();
	return (
		<span className="breaks" translate="no">
			{first}
			{more > 0 ? <span className={styles.quiet}> {p('andMore', { count: more })}</span> : null}
		</span>
	);
}
