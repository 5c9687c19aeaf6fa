/** `/requests`: domains that somebody wants deleted, for ADMIN; one of them with what will be lost (`?request=`). */

import { allDeletions, type DeletionRequest, processDeletion } from '@luvalla/contract/tenancy/deletion-requests';
import { Button } from '@mantine/core';
import { IconListSearch, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asList } from '#portal/lib/calls.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { notifyFailure } from '#portal/lib/notices.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { listWords, valueFilter } from '#portal/ui/list/list-words.ts';
import { RelativeTime } from '#portal/ui/times.tsx';
import { RequestPage } from './RequestPage.tsx';
import styles from './requests.module.css';
import { requestSearch } from './requests.search.ts';
import { useRequestTexts } from './texts.ts';
import { RequestBadge } from './words.tsx';

const STATUSES = ['0', '1', '2'] as const;

export function RequestsScreen() {
	const [search, patch] = useScreenSearch(requestSearch);
	if (search.request !== undefined) return <RequestPage id={search.request} onBack={() => patch({ request: undefined })} />;
	return <RequestList />;
}

function RequestList() {
	const t = useRequestTexts();
	const [search, patch] = useScreenSearch(requestSearch);
	const [chosen, setChosen] = useState<string | null>(null);
	const status = search.status === undefined ? undefined : Number(search.status);
	const query = useQuery(asList(allDeletions, { query: { ...listQueryOf(search), status } }));
	const rows = query.data?.data ?? [];
	const open = rows.find(({ id, status: now }) => id === chosen && now === 0);
	const columns: Column<DeletionRequest>[] = [
		{
			key: 'choose',
			header: t('choose'),
			width: 90,
			cell: (one) =>
				one.status === 0 ? (
					<label className={styles.choice}>
						<input type="radio" name="request" checked={chosen === one.id} onChange={() => setChosen(one.id)} />
						<span className="visually-hidden">{t('chooseRequest', { domain: one.domain })}</span>
					</label>
				) : null,
		},
		{
			key: 'domain',
			header: t('domain'),
			sort: 'domain',
			cell: (one) => <RowLink search={{ request: one.id }}>{one.domain}</RowLink>,
		},
		{ key: 'customer', header: t('customer'), sort: 'customerName', cell: (one) => one.customerName },
		{ key: 'by', header: t('by'), cell: (one) => one.askedBy ?? t('gone') },
		{ key: 'when', header: t('when'), sort: 'askedAt', cell: (one) => <RelativeTime at={one.askedAt} /> },
		{ key: 'status', header: t('status'), cell: (one) => <RequestBadge request={one} /> },
	];
	return (
		<ListScreen
			name="requests"
			title={t('title')}
			tools={
				query.data?.data.length === 0 ? null : (
					<Button
						h={36}
						leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
						onClick={() => (open ? patch({ request: open.id }) : notifyFailure(fixedText(processDeletion.invalid, currentLanguage())))}
					>
						{t('process')}
					</Button>
				)
			}
			query={query}
			columns={columns}
			rowId={(one) => one.id}
			rowName={(one) => one.domain}
			actions={(one) => [{ label: t('look'), icon: IconListSearch, onSelect: () => patch({ request: one.id }) }]}
			search={search}
			onSearch={patch}
			{...listWords(t)}
			filters={[valueFilter('status', t('status'), search.status, STATUSES, (one) => t(`status${one}`))]}
		/>
	);
}
