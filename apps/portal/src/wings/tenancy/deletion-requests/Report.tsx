/** What was erased and what stays, table by table, with the signature of the ledger's key. */
import type { ErasureReport, RequestDetail } from '@luvalla/contract/tenancy/deletion-requests';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Card } from '#portal/ui/Card.tsx';
import { downloadFile } from '#portal/ui/download.ts';
import { Technical } from '#portal/ui/Technical.tsx';
import { NumberText } from '#portal/ui/times.tsx';
import styles from './requests.module.css';
import { useRequestTexts } from './texts.ts';

export function Report({ request, report }: { request: RequestDetail; report: ErasureReport }) {
	const t = useRequestTexts();
	const table = (name: string, rows: Readonly<Record<string, number>>) =>
		Object.values(rows).every((n) => n === 0) ? (
			<p>{t('nothing')}</p>
		) : (
			<table className={styles.report}>
				<caption className="visually-hidden">{name}</caption>
				<thead>
					<tr>
						<th scope="col">{t('table')}</th>
						<th scope="col">{t('rows')}</th>
					</tr>
				</thead>
				<tbody>
					{Object.entries(rows)
						.filter(([, n]) => n > 0)
						.sort(([, a], [, b]) => b - a)
						.map(([key, n]) => (
							<tr key={key}>
								<th scope="row" className="mono">
									{key}
								</th>
								<td>
									<NumberText value={n} />
								</td>
							</tr>
						))}
				</tbody>
			</table>
		);
	return (
		<>
			<div className={styles.cards}>
				<Card title={t('reportTitle')}>{table(t('reportTitle'), report.erased)}</Card>
				<Card title={t('reportStays')}>{table(t('reportStays'), report.stays)}</Card>
			</div>
			<div className="above-4 wrap-8">
				<Button
					variant="default"
					leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
					onClick={() =>
						downloadFile(
							`erasure-${request.domain}.json`,
							'application/json',
							JSON.stringify({ body: report.body, signature: report.signature, keyId: report.keyId }, null, '\t'),
						)
					}
				>
					{t('reportFile')}
				</Button>
			</div>
			<Technical
				facts={[
					{ label: t('signature'), value: report.signature },
					{ label: t('key'), value: report.keyId },
				]}
			/>
		</>
	);
}
