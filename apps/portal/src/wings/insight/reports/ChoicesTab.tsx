import { type Choice, consentsFile } from '@luvalla/contract/consent/ledger';
import { ActionIcon } from '@mantine/core';
import { IconCertificate, IconClockExclamation, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { fetchFile } from '#portal/lib/client.ts';
import { languageName, momentText, timeText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { ChoicesChart } from '#portal/ui/chart/ChoicesChart.tsx';
import { stepAt } from '#portal/ui/chart/clock.ts';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { ListExport } from '#portal/ui/list/CsvExport.tsx';
import { DataList } from '#portal/ui/list/DataList.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { valueFilter } from '#portal/ui/list/list-words.ts';
import { whoseOf } from '#portal/ui/list/picker-search.ts';
import { useDomainFilter } from '#portal/ui/list/tenant-filters.ts';
import { Tip } from '#portal/ui/Tip.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import { Answer } from './Answer.tsx';
import { choiceSaid, deviceText, howText, kinds, kindText } from './choices.tsx';
import reports from './Reports.module.css';
import { daysOf, type ReportSearch } from './reports.search.ts';
import { SpanControl } from './SpanControl.tsx';
import { useReportTexts } from './texts.ts';
import { useFresh } from './use-fresh.ts';
import { type Choices, rowsSpan, useConsentCounts } from './use-report.ts';

interface ChoicesTabProps {
	query: Choices;
	search: ReportSearch;
	patch: PatchSearch<ReportSearch>;
	customerId: number | null;
	domains: readonly { id: string; domain: string }[];
	paused: boolean;
	onPause: (paused: boolean) => void;
}

/** Every choice of the span, as it arrives. */
export function ChoicesTab({ query, search, patch, customerId, domains, paused, onPause }: ChoicesTabProps) {
	const t = useReportTexts();
	const ofDomain = useDomainFilter(domains, search.domain);
	const language = useLanguage();
	const fresh = useFresh(query.data?.data, `${customerId} ${JSON.stringify(search)}`);
	const customer = whoseOf(search);
	const record = (row: Choice) => `/reports/records/${row.recordId}`;
	const columns: Column<Choice>[] = [
		{
			key: 'choice',
			header: t('choice'),
			cell: (row) => (
				<RowLink to={record(row)} search={customer}>
					<Badge hue={choiceSaid(row).hue} icon={choiceSaid(row).icon}>
						{choiceSaid(row).label}
					</Badge>
				</RowLink>
			),
			width: 110,
		},
		{ key: 'yes', header: t('yesTo'), cell: (row) => <Names names={row.yes} />, oneLine: true },
		{ key: 'no', header: t('noTo'), cell: (row) => <Names names={row.no} />, oneLine: true },
		{ key: 'domain', header: t('domain'), cell: (row) => <Whole text={row.domain} />, oneLine: true },
		{ key: 'when', header: t('when'), cell: (row) => <When row={row} />, oneLine: true },
		{ key: 'how', header: t('givenBy'), cell: (row) => <Whole text={row.person ?? howText(row.how)} />, oneLine: true },
		{ key: 'browser', header: t('browser'), cell: (row) => row.browser, oneLine: true, extra: true },
		{ key: 'device', header: t('device'), cell: (row) => (row.browser === '' ? null : deviceText(row.device)), extra: true },
		{
			key: 'language',
			header: t('language'),
			cell: (row) => (row.language === 'und' ? null : languageName(row.language, language)),
			extra: true,
		},
		{ key: 'gpc', header: t('gpc'), cell: (row) => (row.gpc ? t('sent') : null), extra: true },
		{ key: 'version', header: t('version'), right: true, cell: (row) => row.version || null, width: 24, extra: true },
	];
	const PauseIcon = paused ? IconPlayerPlay : IconPlayerPause;
	const pauseName = paused ? t('resume') : t('pause');
	const list = (
		<DataList
			name="consents"
			caption={t('ledger')}
			query={query}
			columns={columns}
			rowId={(row) => row.choiceId}
			rowName={(row) => `${choiceSaid(row).label}, ${row.domain}, ${momentText(row.at, language, true)}`}
			actions={(row) => [{ label: t('openRecord'), icon: IconCertificate, to: record(row), search: customer }]}
			search={search}
			onSearch={patch}
			filters={[ofDomain, valueFilter('kind', t('choice'), search.kind, kinds, (kind) => kindText(kind))]}
			more={
				<>
					<SpanControl search={search} days={daysOf(search)} patch={patch} />
					<Tip label={pauseName}>
						<ActionIcon variant="default" size={30} aria-label={pauseName} aria-pressed={paused} onClick={() => onPause(!paused)}>
							<PauseIcon size={16} stroke={1.75} />
						</ActionIcon>
					</Tip>
				</>
			}
			count={(total) => t('count', { count: total })}
			failed={t('failed')}
			emptyKeepsTools
			empty={<Empty title={t('empty')}>{t('emptyWhy')}</Empty>}
			fresh={fresh}
		/>
	);
	return (
		<div className="column-16">
			<ConsentChart search={search} patch={patch} customerId={customerId} />
			<div>{list}</div>
		</div>
	);
}

/** What the choices of the span come to, step by step; a step leads to its rows. */
function ConsentChart({ search, patch, customerId }: Pick<ChoicesTabProps, 'search' | 'patch' | 'customerId'>) {
	const t = useReportTexts();
	const language = useLanguage();
	const query = useConsentCounts({ search, customerId, tab: 'consent', days: daysOf(search) });
	const { now, before, looked } = query.data ?? {};
	const step = search.at === undefined || !looked ? null : stepAt(looked.now, search.at);
	const chosen = step?.from.toISOString();
	if (query.isError && !query.data) return <Failed sentence={t('countsFailed')} query={query} />;
	return (
		<>
			<ChoicesChart
				title={t('choicesByTime')}
				others
				head={
					<Answer now={now && now.choices + now.others} before={before && before.choices + before.others} one={t('choiceMade')}>
						{t('choicesMade')}
					</Answer>
				}
				counts={now}
				span={looked ?? NO_SPAN}
				chosen={chosen}
				onChoose={(at) => patch({ at: at === chosen ? undefined : at, page: undefined }, { replace: true })}
			/>
			<div className={reports.rowsOf}>
				{step ? (
					<>
						<h2>{t('rowsOf', { from: momentText(step.from, language), to: timeText(step.to, language) })}</h2>
						<button type="button" className="link" onClick={() => patch({ at: undefined, page: undefined }, { replace: true })}>
							{t('wholeSpan')}
						</button>
					</>
				) : (
					<p className={reports.hint}>{t('chooseColumn')}</p>
				)}
			</div>
		</>
	);
}

/** Until the counts are there nothing is drawn by it. */
const NO_SPAN = { ms: 1, stepMinutes: 60 };

/** Names of purposes in one line: as many as have room, and all of them to who points at it. */
const NAMES_SHOWN = 2;
function Names({ names }: { names: readonly string[] }) {
	const t = useReportTexts();
	if (names.length === 0) return '—';
	const more = names.length - NAMES_SHOWN;
	if (more <= 0) return <Whole text={names.join(', ')} />;
	return (
		<Tip label={names.join(', ')}>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard reads the rest here, as the pointer does */}
			<span tabIndex={0}>
				{names.slice(0, NAMES_SHOWN).join(', ')}{' '}
				<span className="aside" aria-hidden="true">
					{t('more', { count: more })}
				</span>
				<span className="visually-hidden">, {names.slice(NAMES_SHOWN).join(', ')}</span>
			</span>
		</Tip>
	);
}

/** A text that a narrow column may cut, whole to who points at it. */
function Whole({ text }: { text: string }) {
	return (
		<Tip label={text}>
			<span>{text}</span>
		</Tip>
	);
}

function When({ row }: { row: Choice }) {
	const t = useReportTexts();
	return (
		<>
			<RelativeTime at={row.at} />{' '}
			{row.clockSkewed ? (
				<Badge hue="amber" icon={IconClockExclamation}>
					{t('clockOff')}
				</Badge>
			) : null}
		</>
	);
}

/** The choices that the list is narrowed to. */
export function ChoicesCsv({ search, customerId, short }: { search: ReportSearch; customerId: number | null; short: boolean }) {
	const query = { days: daysOf(search), ...rowsSpan(search), kind: search.kind };
	return <ListExport short={short} read={() => fetchFile(consentsFile, { query }, { customerId, domainId: search.domain ?? null })} />;
}
