/** The event report: what people did, by time and by type, and everything that happened with one person. */

import { Email } from '@luvalla/contract/fields';
import { eventReport, type PersonEvent } from '@luvalla/contract/insight/event-counts';
import { Button } from '@mantine/core';
import { IconActivity, IconCertificate, IconSearch, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { numberText } from '#portal/lib/dates.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Card } from '#portal/ui/Card.tsx';
import { markOf } from '#portal/ui/chart/clock.ts';
import { ShareBar } from '#portal/ui/chart/ShareBar.tsx';
import { StackChart } from '#portal/ui/chart/StackChart.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { CsvExport } from '#portal/ui/list/CsvExport.tsx';
import { type Column, DataTable, RowLink } from '#portal/ui/list/DataTable.tsx';
import { whoseOf } from '#portal/ui/list/picker-search.ts';
import { ExactTime } from '#portal/ui/times.tsx';
import { Answer } from './Answer.tsx';
import styles from './Reports.module.css';
import { ReportTools, type TabProps } from './ReportTools.tsx';
import { rateDaysOf } from './reports.search.ts';
import { useReportTexts } from './texts.ts';
import { useEventCounts } from './use-report.ts';

export function EventsTab({ search, patch, customerId, domains }: TabProps) {
	const t = useReportTexts();
	const language = useLanguage();
	const days = rateDaysOf(search);
	const query = useEventCounts({ search, customerId, tab: 'events', days });
	const { now, before, looked } = query.data ?? {};
	const number = (value: number) => numberText(value, language);
	return (
		<div className="column-16">
			<ReportTools search={search} patch={patch} domains={domains} days={days}>
				<CsvExport
					short
					name="events"
					rows={() => [
						[t('time'), t('events')],
						...(now?.steps ?? []).map(({ at, events }) => [at, events]),
						[],
						[t('type'), t('events')],
						...(now?.types ?? []).map(({ type, count }) => [type === '' ? t('otherTypes') : type, count]),
					]}
				/>
			</ReportTools>
			{query.isError && !query.data ? (
				<Failed sentence={t('countsFailed')} query={query} />
			) : (
				<StackChart
					title={t('events')}
					head={
						<Answer now={now?.events} before={before?.events} one={t('eventTold')}>
							{t('eventsTold')}
						</Answer>
					}
					stepLabel={t('time')}
					groups={[{ key: 'events', label: t('events'), colour: 1 }]}
					steps={
						looked &&
						now?.steps.map(({ at, events }) => ({
							key: at,
							...markOf(at, now.steps.at(-1)?.at ?? at, looked, language),
							values: { events },
						}))
					}
					format={number}
				/>
			)}
			<div className={styles.halves}>
				<Card title={t('byType')}>
					{now === undefined ? (
						<p className="aside">…</p>
					) : now.types.length === 0 ? (
						<p className="aside">{t('noEvents')}</p>
					) : (
						<table className={styles.table}>
							<caption className="visually-hidden">{t('byType')}</caption>
							<thead>
								<tr>
									<th>{t('type')}</th>
									<th>{t('events')}</th>
									<td className={styles.share} />
								</tr>
							</thead>
							<tbody>
								{now.types.map(({ type, count }) => (
									<tr key={type}>
										<th scope="row">{type === '' ? t('otherTypes') : type}</th>
										<td>
											<strong>{number(count)}</strong>
										</td>
										<td className={styles.share}>
											<span>
												<ShareBar share={now.events === 0 ? 0 : count / now.events} />
											</span>
										</td>
									</tr>
								))}
							</tbody>
						</table>
					)}
				</Card>
				<PersonCard search={search} patch={patch} customerId={customerId} />
			</div>
		</div>
	);
}

const signs = { event: IconActivity, consent: IconCertificate, message: IconSend } as const;

/** Everything that happened with whoever has an address. */
function PersonCard({ search, patch, customerId }: Omit<TabProps, 'domains'>) {
	const t = useReportTexts();
	const language = useLanguage();
	const [email, setEmail] = useState(search.email ?? '');
	const [error, setError] = useState<string>();
	const query = useQuery({
		...asQuery(eventReport, { query: { email: search.email ?? '' } }, { customerId, domainId: search.domain ?? null }),
		enabled: search.email !== undefined,
	});
	const rows = query.data?.data;
	const whose = whoseOf(search);
	const find = (event: FormEvent) => {
		event.preventDefault();
		const parsed = Email.safeParse(email);
		setError(parsed.success ? undefined : fixedText('Please enter a valid email address', language));
		if (parsed.success) patch({ email: parsed.data }, { replace: true });
	};
	const columns: Column<PersonEvent>[] = [
		{ key: 'what', header: t('what'), cell: (row) => <What row={row} whose={whose} />, width: 120 },
		{ key: 'came', header: t('came'), cell: (row) => cameText(t, row) },
		{ key: 'domain', header: t('domain'), cell: (row) => row.domain, oneLine: true },
		{ key: 'when', header: t('when'), cell: (row) => <ExactTime at={row.at} seconds={false} />, oneLine: true },
	];
	return (
		<Card title={t('onePerson')}>
			<form onSubmit={find} className={styles.find} noValidate>
				<TextField
					label={t('email')}
					type="email"
					autoComplete="off"
					value={email}
					error={error}
					onChange={(event) => setEmail(event.currentTarget.value)}
				/>
				<Button type="submit" variant="default" data-strong leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}>
					{t('find')}
				</Button>
			</form>
			{search.email === undefined ? (
				<p className="aside">{t('onePersonWhy')}</p>
			) : query.isError && !rows ? (
				<Failed sentence={t('personFailed')} query={query} />
			) : rows?.length === 0 ? (
				<Empty title={t('nobody', { email: search.email })} part>
					{t('nobodyWhy')}
				</Empty>
			) : (
				<DataTable
					caption={t('onePerson')}
					columns={columns}
					rows={rows}
					rowId={(row) => `${row.kind} ${row.id}`}
					rowName={(row) => row.what}
					expect={4}
				/>
			)}
			{rows?.[0] ? (
				<p className="above-8">
					<Link to="/domainprofiles" search={{ ...whose, id: rows[0].luvallaId }} className="link">
						{t('openPerson')}
					</Link>
				</p>
			) : null}
		</Card>
	);
}

function What({ row, whose }: { row: PersonEvent; whose: Record<string, string> }) {
	const Icon = signs[row.kind];
	const text = (
		<span className={styles.named}>
			<Icon size={16} stroke={1.75} aria-hidden="true" />
			{row.what}
		</span>
	);
	return row.recordId === null ? (
		text
	) : (
		<RowLink to={`/reports/records/${row.recordId}`} search={whose}>
			{text}
		</RowLink>
	);
}

const CAME = ['yes', 'no', 'accepted', 'failed', 'skipped', 'waiting', 'deferred', 'unknown'] as const;

/** What it came to, in words; how an event was told stands as it came. */
function cameText(t: ReturnType<typeof useReportTexts>, { kind, came }: PersonEvent): string {
	const known = kind === 'event' ? undefined : CAME.find((one) => one === came);
	return known ? t(`came_${known}`) : came;
}
