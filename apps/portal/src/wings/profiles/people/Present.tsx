import type { PersonDetail } from '@luvalla/contract/consent/people';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Badge } from '#portal/ui/Badge.tsx';
import { Card } from '#portal/ui/Card.tsx';
import { type Column, DataTable, RowLink } from '#portal/ui/list/DataTable.tsx';
import { SaidTime } from '#portal/ui/times.tsx';
import styles from './people.module.css';
import { RecordLink } from './RecordLink.tsx';
import { usePeopleTexts } from './texts.ts';
import { AnswerBadge, howText } from './words.tsx';

type Row = PersonDetail['present'][number];

/** What holds for somebody, purpose by purpose, and the record that it stands on. */
export function Present({ data, customer }: { data: PersonDetail; customer: Record<string, string> }) {
	const t = usePeopleTexts();
	const domains = new Set(data.present.map(({ domain }) => domain));
	const [only] = domains;
	const present: Column<Row>[] = [
		{
			key: 'purpose',
			header: t('purpose'),
			cell: (row) =>
				row.recordId ? (
					<RowLink to={`/reports/records/${row.recordId}`} search={customer}>
						{row.purpose}
					</RowLink>
				) : (
					<span className={styles.unanswered}>{row.purpose}</span>
				),
			width: 200,
		},
		...(domains.size > 1 ? [{ key: 'domain', header: t('domain'), cell: (row: Row) => row.domain }] : []),
		{
			key: 'answer',
			header: t('answer'),
			cell: (row) => (
				<span className={styles.badges}>
					<AnswerBadge value={row.value} />
					{row.value === true && !row.permitted ? (
						<Badge hue="amber" icon={IconAlertTriangle}>
							{t('outdated')}
						</Badge>
					) : null}
				</span>
			),
		},
		{ key: 'how', header: t('how'), cell: (row) => (row.how ? howText(t, row.how) : null) },
		{ key: 'at', header: t('since'), cell: (row) => (row.at ? <SaidTime at={row.at} how={row.how} /> : null) },
		{
			key: 'record',
			header: t('theRecord'),
			cell: (row) => (row.recordId ? <RecordLink id={row.recordId} purpose={row.purpose} customer={customer} /> : null),
			width: 130,
		},
	];
	return (
		<Card title={t('present')} aside={domains.size === 1 ? only : undefined} flush>
			<DataTable
				caption={t('present')}
				columns={present}
				rows={data.present.toSorted((a, b) => Number(a.value === null) - Number(b.value === null))}
				rowId={(row) => row.purposeId}
				rowName={(row) => row.purpose}
				expect={4}
			/>
		</Card>
	);
}
