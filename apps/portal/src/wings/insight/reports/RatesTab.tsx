import { CONSENT_RATE, consentRate } from '@luvalla/contract/consent/consent-rate';
import type { Rate } from '@luvalla/contract/consent/rates';
import { numberText, percentText, wholePercentText } from '#portal/lib/dates.ts';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { TrendChart } from '#portal/ui/chart/Chart.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { CsvExport } from '#portal/ui/list/CsvExport.tsx';
import { type Column, DataTable } from '#portal/ui/list/DataTable.tsx';
import { DomainPicker } from '#portal/ui/list/pickers.tsx';
import { RadioRow } from '#portal/ui/RadioRow.tsx';
import { Interval } from './Interval.tsx';
import styles from './Rates.module.css';
import { csvRows, groupTexts, ordered, pointsOf, rateName } from './rates.ts';
import { type RateGroup, type ReportSearch, rateDaysOf, rateGroups } from './reports.search.ts';
import { SpanControl } from './SpanControl.tsx';
import { useReportTexts } from './texts.ts';
import type { Rates } from './use-report.ts';

const SKELETON_ROWS = 5;

interface RatesTabProps {
	by: RateGroup;
	byDay: Rates;
	/** By what was chosen; the same as `byDay` when that is the day. */
	rates: Rates;
	search: ReportSearch;
	patch: PatchSearch<ReportSearch>;
	domains: readonly { id: string; domain: string }[];
}

/** The consent rate over time, and what differs by publication, language, device and country. */
export function RatesTab({ by, byDay, rates, search, patch, domains }: RatesTabProps) {
	const t = useReportTexts();
	const language = useLanguage();
	const say = useSay();
	const days = byDay.data?.data;
	const whole = days && wholeOf(days);
	const rate = whole && consentRate(whole);
	const known = rate !== undefined && rate !== null;
	return (
		<div className="stack-16">
			<div className={styles.tools}>
				<SpanControl search={search} days={rateDaysOf(search)} patch={patch} />
				<DomainPicker domains={domains} value={search.domain} onChange={(domain) => patch({ domain }, { replace: true })} />
			</div>
			{byDay.isError && !days ? (
				<Failed sentence={t('ratesFailed')} query={byDay} />
			) : days?.length === 0 ? (
				<Empty title={t('empty')}>{t('emptyWhy')}</Empty>
			) : (
				<>
					<p className={styles.answer} data-waits={known ? undefined : ''} aria-hidden={!known || undefined}>
						<strong>{percentText(rate ?? 0, language)}</strong> <span>{t('rateOf', { count: whole?.choices ?? 0 })}</span>
					</p>
					<TrendChart
						title={t('rateByDay')}
						explains={say(CONSENT_RATE.means)}
						points={days ? pointsOf(days, language) : undefined}
						nowLabel={say(CONSENT_RATE.name)}
						format={(value) => percentText(value, language)}
						formatLevel={(value) => wholePercentText(value, language)}
						max={1}
					/>
					<p className="quiet measure">{t('ratesOver', { means: say(CONSENT_RATE.means) })}</p>
					<div className={styles.groups}>
						<RadioRow
							label={t('ratesBy')}
							value={by}
							onChange={(value) => patch({ by: value === rateGroups[0] ? undefined : value }, { replace: true })}
							options={rateGroups.map((one) => ({ value: one, label: t(groupTexts[one]) }))}
						/>
					</div>
					{rates.isError && !rates.data ? (
						<Failed sentence={t('ratesFailed')} query={rates} />
					) : (
						<RateTable by={by} rows={rates.data?.data} />
					)}
				</>
			)}
		</div>
	);
}

/** Of the whole span, from its days. */
const wholeOf = (days: readonly Rate[]) => ({
	choices: days.reduce((sum, row) => sum + row.choices, 0),
	accepted: days.reduce((sum, row) => sum + row.all + row.some, 0),
});

function RateTable({ by, rows }: { by: RateGroup; rows: readonly Rate[] | undefined }) {
	const t = useReportTexts();
	const language = useLanguage();
	const number = (value: number) => numberText(value, language);
	const columns: Column<Rate>[] = [
		{ key: 'key', header: t(groupTexts[by]), cell: (row) => rateName(t, by, row, language), width: 120 },
		// no view was counted: the banner of that time did not tell, which is not the same as nobody seeing it
		{ key: 'views', header: t('views'), right: true, cell: (row) => (row.shown === 0 ? null : number(row.shown)), width: 48 },
		{ key: 'choices', header: t('choices'), right: true, cell: (row) => number(row.choices), width: 48 },
		{ key: 'all', header: t('acceptedAll'), right: true, cell: (row) => number(row.all), width: 48 },
		{ key: 'some', header: t('acceptedSome'), right: true, cell: (row) => number(row.some), width: 48 },
		{ key: 'none', header: t('refusedAll'), right: true, cell: (row) => number(row.none), width: 48 },
		{ key: 'rate', header: t('rateWithInterval'), cell: (row) => <Interval share={row.rate} />, width: 240 },
	];
	return (
		<DataTable
			caption={t('ratesCaption', { by: t(groupTexts[by]) })}
			columns={columns}
			rows={rows && ordered(by, rows)}
			rowId={(row) => row.key}
			rowName={(row) => rateName(t, by, row, language)}
			expect={SKELETON_ROWS}
		/>
	);
}

/** The table that is shown. */
export function RatesCsv({ by, rows, short }: { by: RateGroup; rows: readonly Rate[] | undefined; short: boolean }) {
	const t = useReportTexts();
	const language = useLanguage();
	return <CsvExport short={short} name={`consent-rates-${by}`} rows={() => csvRows(t, by, rows ?? [], language)} />;
}
