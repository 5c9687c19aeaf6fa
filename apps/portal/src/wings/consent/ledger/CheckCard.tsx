import type { Finding, SelfCheck } from '@luvalla/contract/consent/proof';
import { IconCertificate } from '@tabler/icons-react';
import { Card } from '#portal/ui/Card.tsx';
import { type Column, DataTable, RowLink } from '#portal/ui/DataTable.tsx';
import { Facts } from '#portal/ui/Facts.tsx';
import { ExactTime, NumberText } from '#portal/ui/times.tsx';
import styles from './Ledger.module.css';
import { useLedgerTexts } from './texts.ts';

/** Places are told from 1, as people count. */
const countFromOne = (position: number | null): number | string => (position === null ? '—' : position + 1);

/** A finding in words. */
function sayFinding(t: ReturnType<typeof useLedgerTexts>, { kind, position, other }: Finding): string {
	switch (kind) {
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

/** What the daily self-check said last, and where something is not as it was. */
export function CheckCard({ check, customer }: { check: SelfCheck | null; customer: Record<string, string> }) {
	const t = useLedgerTexts();
	const columns: Column<Finding>[] = [
		{ key: 'place', header: t('place'), cell: (row) => countFromOne(row.position), width: 70 },
		{ key: 'what', header: t('what'), cell: (row) => sayFinding(t, row) },
		{
			key: 'record',
			header: t('record'),
			cell: (row) =>
				row.recordId ? (
					<RowLink to={`/reports/records/${row.recordId}`} search={customer}>
						<span className="mono">{`${row.recordId.slice(0, 8)}…${row.recordId.slice(-4)}`}</span>
					</RowLink>
				) : null,
		},
	];
	return (
		<Card title={t('check')}>
			<p className={styles.text}>{t('checkText')}</p>
			{check ? (
				<Facts
					facts={[
						{ label: t('checkedAt'), value: <ExactTime at={check.endedAt} seconds={false} /> },
						{ label: t('checkedEntries'), value: <NumberText value={check.size} /> },
						{ label: t('checkedHeads'), value: <NumberText value={check.heads} /> },
					]}
				/>
			) : (
				<p>{t('firstCheck')}</p>
			)}
			{check && check.found > 0 ? (
				<div className={styles.found}>
					<DataTable
						caption={t('check')}
						columns={columns}
						rows={check.findings}
						rowId={(row) => `${row.kind} ${row.position} ${row.recordId} ${row.other}`}
						rowName={(row) => sayFinding(t, row)}
						expect={check.findings.length}
						actions={(row) =>
							row.recordId
								? [{ label: t('openRecord'), icon: IconCertificate, to: `/reports/records/${row.recordId}`, search: customer }]
								: []
						}
					/>
					{check.found > check.findings.length ? <p className={styles.text}>{t('moreFound', { count: check.findings.length })}</p> : null}
				</div>
			) : null}
		</Card>
	);
}
