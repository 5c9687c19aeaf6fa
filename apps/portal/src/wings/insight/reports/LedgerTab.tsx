/** The ledger report: what a customer has to spend, and the newest moves of it. */
import { CREDIT_KINDS, type CreditRow, ledgerBalance, ledgerReport, ledgerReportFile } from '@luvalla/contract/billing/credits';
import { Button } from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { asList, asQuery } from '#portal/lib/calls.ts';
import { fetchFile } from '#portal/lib/client.ts';
import { costMicros, creditText, moveText } from '#portal/lib/credits.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { useMoveTexts } from '#portal/ui/credits/texts.ts';
import { detailOf, titleOf } from '#portal/ui/credits/words.ts';
import { moneyText } from '#portal/ui/deliveries/words.ts';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { ListExport } from '#portal/ui/list/CsvExport.tsx';
import { DataList } from '#portal/ui/list/DataList.tsx';
import type { Column } from '#portal/ui/list/DataTable.tsx';
import { whoseOf } from '#portal/ui/list/picker-search.ts';
import { DateText } from '#portal/ui/times.tsx';
import styles from './Reports.module.css';
import type { TabProps } from './ReportTools.tsx';
import { useReportTexts } from './texts.ts';

export function LedgerTab({ search, patch, customerId }: Omit<TabProps, 'domains'>) {
	const t = useReportTexts();
	const move = useMoveTexts();
	const language = useLanguage();
	const balance = useQuery(asQuery(ledgerBalance, { query: { customerId } }));
	const query = useQuery(asList(ledgerReport, { query: { ...listQueryOf(search), customerId, reservations: 'false' } }));
	const whose = whoseOf(search);
	const has = balance.data?.data;
	const columns: Column<CreditRow>[] = [
		{
			key: 'what',
			header: t('what'),
			cell: (row) => (
				<span>
					<strong>{titleOf(row, move)}</strong> <span className="aside">{detailOf(row, move)}</span>
				</span>
			),
			width: 180,
		},
		{ key: 'kind', header: t('kind'), cell: (row) => move(`kind_${CREDIT_KINDS.find((kind) => kind === row.kind) ?? 'sending'}`) },
		{ key: 'date', header: t('when'), cell: (row) => <DateText at={row.at} />, oneLine: true },
		{ key: 'credits', header: t('credits'), right: true, cell: (row) => moveText(row.micros, language) },
		{
			key: 'after',
			header: t('balance'),
			right: true,
			cell: (row) => creditText(row.balanceMicros + row.reservedMicros, language),
		},
	];
	return (
		<div className="column-16">
			{balance.isError && !has ? (
				<Failed sentence={undefined} query={balance} />
			) : (
				<p className={styles.answer}>
					{has === undefined ? (
						'\u00a0'
					) : (
						<>
							<strong>{creditText(has.balanceMicros, language)}</strong>{' '}
							<span>
								{t('creditsLeft', { sum: moneyText(costMicros(has.balanceMicros, has.creditPriceCents), has.currency, language) })}
							</span>
						</>
					)}
				</p>
			)}
			<DataList
				name="credit-moves"
				caption={t('moves')}
				query={query}
				columns={columns}
				rowId={(row) => String(row.number)}
				rowName={(row) => titleOf(row, move)}
				search={search}
				onSearch={patch}
				searchLabel={t('searchMoves')}
				more={
					<>
						<ListExport short read={() => fetchFile(ledgerReportFile, { query: { customerId, q: search.q } })} />
						<Button
							variant="default"
							size="compact-md"
							renderRoot={(props: object) => <Link {...props} to="/manageaccount/credits" search={whose} />}
							leftSection={<IconWallet size={16} stroke={1.75} aria-hidden="true" />}
						>
							{t('openCredits')}
						</Button>
					</>
				}
				count={(total) => t('moves_count', { count: total })}
				empty={<Empty title={t('noMoves')}>{t('noMovesWhy')}</Empty>}
			/>
		</div>
	);
}
