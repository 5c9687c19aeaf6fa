/** `/cookierepo/seen`: what the newest scan of each site saw, what the repository says of it and how sure that is, and on how many sites it is. */
import { type SeenOnSites, seenCookies } from '@luvalla/contract/consent/cookie-scans';
import { Button } from '@mantine/core';
import { IconEye, IconPlus, IconRadar2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { asList } from '#portal/lib/calls.ts';
import { filterOf, listQueryOf } from '#portal/lib/search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import type { Column, RowAction } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { valueFilter } from '#portal/ui/list/list-words.ts';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { Tip } from '#portal/ui/Tip.tsx';
import { NumberText } from '#portal/ui/times.tsx';
import { Confidence } from './Confidence.tsx';
import styles from './repository.module.css';
import { seenSearch, TYPES } from './repository.search.ts';
import { useRepositoryTexts } from './texts.ts';

export function SeenScreen() {
	const t = useRepositoryTexts();
	const person = usePerson();
	const navigate = useNavigate();
	const { search, patch, page, customerId, whose } = usePage(seenSearch);
	const list = useQuery({
		...asList(seenCookies, {
			params: { id: customerId ?? 0 },
			query: { ...listQueryOf(search), filter: filterOf({ type: search.type }) },
		}),
		enabled: customerId !== null,
	});
	const mayEdit = person.isAdmin || person.isPartner || person.customerAdmin;
	const columns: Column<SeenOnSites>[] = [
		{
			key: 'name',
			header: t('name'),
			cell: (one) => (
				<>
					<span className={styles.name}>{one.name}</span>
					<span className={styles.host}>{one.host}</span>
				</>
			),
		},
		{ key: 'category', header: t('category'), cell: ({ is }) => t(is.type) },
		{ key: 'provider', header: t('provider'), cell: ({ is }) => is.provider },
		{ key: 'confidence', header: t('confidence'), cell: ({ is }) => <Confidence is={is} />, width: 260 },
		{
			key: 'seenOn',
			header: t('seenOn'),
			right: true,
			cell: ({ sites, seenOn }) => (
				<Tip label={sites.join(', ')}>
					<span>
						<NumberText value={seenOn} />
					</span>
				</Tip>
			),
			width: 90,
		},
	];
	const actions = ({ name, host, is }: SeenOnSites): RowAction[] =>
		is.entryId !== null
			? [{ label: t('openEntry'), icon: IconEye, to: '/cookierepo', search: { ...whose, q: name, id: is.entryId } }]
			: mayEdit
				? [
						{
							label: t('add'),
							icon: IconPlus,
							onSelect: () => void navigate({ to: '/cookierepo', search: { ...whose, id: 'new', name, host: host.replace(/^\./, '') } }),
						},
					]
				: [];
	return (
		<ListScreen
			name="cookierepo-seen"
			title={t('seenTitle')}
			about={t('seenAbout')}
			crumbs={[{ label: t('title'), to: '/cookierepo', search: whose }, { label: t('seenTitle') }]}
			page={page}
			query={list}
			columns={columns}
			rowId={({ kind, name, host }) => `${kind} ${name} ${host}`}
			rowName={({ name }) => name}
			actions={actions}
			search={search}
			onSearch={patch}
			searchLabel={t('search')}
			filters={[valueFilter('type', t('category'), search.type, TYPES, (value) => t(value))]}
			count={(total) => t('count', { count: total })}
			failed={t('failed')}
			empty={{
				title: t('seenEmpty'),
				why: t('seenEmptyWhy'),
				action: (
					<Button
						leftSection={<IconRadar2 size={16} stroke={1.75} aria-hidden="true" />}
						renderRoot={(props: object) => <Link {...props} to="/cookiescan" search={{ ...whose, id: 'new' }} />}
					>
						{t('scanSite')}
					</Button>
				),
			}}
		/>
	);
}
