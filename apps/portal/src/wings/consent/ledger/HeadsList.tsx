import { type LedgerHead, ledgerHeads } from '@luvalla/contract/consent/proof';
import { useQuery } from '@tanstack/react-query';
import { asList } from '#portal/lib/calls.ts';
import { type ListSearch, listQueryOf } from '#portal/lib/search.ts';
import { DataList } from '#portal/ui/list/DataList.tsx';
import type { Column } from '#portal/ui/list/DataTable.tsx';
import { ExactTime, NumberText } from '#portal/ui/times.tsx';
import { useLedgerTexts } from './texts.ts';

interface HeadsListProps {
	customerId: number;
	search: ListSearch;
	patch: (patch: ListSearch, options?: { replace?: boolean }) => void;
}

/** Every head that was ever signed, newest first. */
export function HeadsList({ customerId, search, patch }: HeadsListProps) {
	const t = useLedgerTexts();
	const { page, size } = listQueryOf(search);
	const query = useQuery(asList(ledgerHeads, { query: { page, size } }, { customerId }));
	const columns: Column<LedgerHead>[] = [
		{ key: 'signed', header: t('signed'), cell: (row) => <ExactTime at={row.signedAt} />, width: 200 },
		{ key: 'entries', header: t('entries'), right: true, cell: (row) => <NumberText value={row.size} /> },
		{ key: 'root', header: t('root'), cell: (row) => <span className="mono">{`${row.root.slice(0, 12)}…${row.root.slice(-4)}`}</span> },
		{ key: 'key', header: t('key'), cell: (row) => <span className="mono">{row.keyId}</span> },
	];
	return (
		<section aria-labelledby="heads">
			<h2 id="heads">{t('heads')}</h2>
			<DataList
				name="heads"
				caption={t('heads')}
				query={query}
				columns={columns}
				rowId={(row) => row.id}
				rowName={(row) => row.signedAt}
				search={search}
				onSearch={patch}
				count={(total) => t('count', { count: total })}
				failed={t('headsFailed')}
				empty={null}
			/>
		</section>
	);
}
