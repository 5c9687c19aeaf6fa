import type { Finding, SelfCheck } from '@luvalla/contract/consent/proof';
import { IconCertificate } from '@tabler/icons-react';
import { type Column, DataTable, RowLink } from '#portal/ui/list/DataTable.tsx';
import styles from './Ledger.module.css';
import { useLedgerTexts } from './texts.ts';

/** Places are told from 1, as people count. */
const countFromOne = (position: number | null): number | string => (position === null ? '—' : position + 1);

/** A finding in words. */
function sayFinding(t: ReturnType<typeof useLedgerTexts>, { kind, position, other }: Finding, ofRecords: boolean): string {
	switch (kind) {
		case 'entry':
			return ofRecords ? t('entry') : t('headEntry');
		case 'reordered':
			return t('reordered', { other: countFromOne(other) });
		case 'head':
			return position === null ? t('headGone') : t('headRange', { other: other ?? '—' });
		case 'installation':
			return t('installation', { other: other ?? '—' });
		case 'shrunk':
			return t('shrunk', { other: other ?? '—' });
		default:
			return t(kind);
	}
}

/** What a self-check found, each with its place; leads to the record where the log is a customer's. */
export function FindingsTable({
	caption,
	check: { found, findings },
	customer,
}: {
	caption: string;
	check: Pick<SelfCheck, 'found' | 'findings'>;
	/** The customer in the URL; nothing where entries are no records. */
	customer?: Record<string, string>;
}) {
	const t = useLedgerTexts();
	if (found === 0) return null;
	const columns: Column<Finding>[] = [
		{ key: 'place', header: t('place'), cell: (row) => countFromOne(row.position), width: 70 },
		{ key: 'what', header: t('what'), cell: (row) => sayFinding(t, row, customer !== undefined) },
	];
	if (customer)
		columns.push({
			key: 'record',
			header: t('record'),
			cell: (row) =>
				row.recordId ? (
					<RowLink to={`/reports/records/${row.recordId}`} search={customer}>
						<span className="mono whole">{`${row.recordId.slice(0, 8)}…${row.recordId.slice(-4)}`}</span>
					</RowLink>
				) : null,
		});
	return (
		<div className="above-16">
			<DataTable
				caption={caption}
				columns={columns}
				rows={findings}
				rowId={(row) => `${row.kind} ${row.position} ${row.recordId} ${row.other}`}
				rowName={(row) => sayFinding(t, row, customer !== undefined)}
				expect={findings.length}
				actions={(row) =>
					row.recordId && customer
						? [{ label: t('openRecord'), icon: IconCertificate, to: `/reports/records/${row.recordId}`, search: customer }]
						: []
				}
			/>
			{found > findings.length ? <p className={styles.text}>{t('moreFound', { count: findings.length })}</p> : null}
		</div>
	);
}
