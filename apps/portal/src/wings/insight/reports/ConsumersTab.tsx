/** The consumer report: who answered on which domain, from yesterday to today while no other span is chosen. */
import { consentRate } from '@luvalla/contract/consent/consent-rate';
import { dateText, numberText, percentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { inOrder } from '#portal/lib/spans.ts';
import { ChoicesChart } from '#portal/ui/chart/ChoicesChart.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { CsvExport } from '#portal/ui/list/CsvExport.tsx';
import { type Column, DataTable, RowLink } from '#portal/ui/list/DataTable.tsx';
import { Answer } from './Answer.tsx';
import { ReportTools, type TabProps } from './ReportTools.tsx';
import { sinceYesterday } from './since-yesterday.ts';
import { useReportTexts } from './texts.ts';
import { type LookedCounts, useConsentCounts } from './use-report.ts';

type Row = LookedCounts<{ domains: readonly DomainRow[] }>['now']['domains'][number];
interface DomainRow {
	id: string;
	domain: string;
	choices: number;
	acceptedAll: number;
	acceptedSome: number;
	refused: number;
	records: number;
	withdrawn: number;
}

export function ConsumersTab({ search, patch, customerId, domains }: TabProps) {
	const t = useReportTexts();
	const language = useLanguage();
	const spanned = sinceYesterday(search);
	const query = useConsentCounts({ search: spanned, customerId, tab: 'consumers', days: 1 });
	const { now, before, looked } = query.data ?? {};
	const number = (value: number) => numberText(value, language);
	const { from, to } = inOrder(spanned);
	const rowsOf = (row: Row): Record<string, string> => ({
		domain: row.id,
		...(from && { from }),
		...(to && { to }),
		...(search.customer && { customer: String(search.customer) }),
	});
	const rateOf = (row: Row) => consentRate({ choices: row.choices, accepted: row.acceptedAll + row.acceptedSome });
	const columns: Column<Row>[] = [
		{
			key: 'domain',
			header: t('domain'),
			cell: (row) => (
				<RowLink to="/reports" search={rowsOf(row)}>
					{row.domain}
				</RowLink>
			),
			width: 140,
		},
		{ key: 'choices', header: t('consumers'), right: true, cell: (row) => number(row.choices), width: 48 },
		{ key: 'all', header: t('acceptedAll'), right: true, cell: (row) => number(row.acceptedAll), width: 48 },
		{ key: 'some', header: t('acceptedSome'), right: true, cell: (row) => number(row.acceptedSome), width: 48 },
		{ key: 'none', header: t('refusedAll'), right: true, cell: (row) => number(row.refused), width: 48 },
		{ key: 'withdrawn', header: t('withdrawn'), right: true, cell: (row) => number(row.withdrawn), width: 48 },
		{ key: 'records', header: t('records'), right: true, cell: (row) => number(row.records), width: 48 },
		{
			key: 'rate',
			header: t('rate'),
			right: true,
			cell: (row) => {
				const rate = rateOf(row);
				return rate === null ? null : percentText(rate, language);
			},
			width: 48,
		},
	];
	const rows = now?.domains.toSorted((a, b) => b.choices - a.choices);
	return (
		<div className="column-16">
			<ReportTools search={spanned} patch={patch} domains={domains} days={1}>
				<CsvExport
					short
					name="consumers"
					rows={() => [
						columns.map(({ header }) => header),
						...(rows ?? []).map((row) => [
							row.domain,
							row.choices,
							row.acceptedAll,
							row.acceptedSome,
							row.refused,
							row.withdrawn,
							row.records,
							rateOf(row),
						]),
					]}
				/>
			</ReportTools>
			{query.isError && !query.data ? (
				<Failed sentence={t('countsFailed')} query={query} />
			) : (
				<>
					<ChoicesChart
						title={t('consumers')}
						head={
							<Answer now={now?.choices} before={before?.choices} one={t('consumerChose')}>
								{t('consumersChose')}
							</Answer>
						}
						counts={now}
						span={looked ?? NO_SPAN}
					/>
					{rows?.length === 0 ? (
						<Empty title={t('noConsumers')} part>
							{t('noConsumersWhy', { day: dateText(looked?.now.from ?? new Date(), language) })}
						</Empty>
					) : (
						<DataTable
							caption={t('consumersByDomain')}
							columns={columns}
							rows={rows}
							rowId={(row) => row.id}
							rowName={(row) => row.domain}
							expect={3}
						/>
					)}
				</>
			)}
		</div>
	);
}

const NO_SPAN = { ms: 1, stepMinutes: 60 };
