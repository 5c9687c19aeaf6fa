import { type Choice, consents } from '@luvalla/contract/consent/ledger';
import { ActionIcon, Button, SegmentedControl, Tabs, Tooltip } from '@mantine/core';
import { IconCertificate, IconClockExclamation, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { asList } from '#portal/lib/calls.ts';
import { languageName } from '#portal/lib/dates.ts';
import { readAll } from '#portal/lib/read-all.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { Badge, LiveBadge } from '#portal/ui/Badge.tsx';
import { CsvExport } from '#portal/ui/CsvExport.tsx';
import { DataList } from '#portal/ui/DataList.tsx';
import { type Column, RowLink } from '#portal/ui/DataTable.tsx';
import { Empty } from '#portal/ui/Empty.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { CustomerGate, DomainPicker, usePageCustomer } from '#portal/ui/pickers.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import { deviceText, kindOf, kinds } from './choices.tsx';
import { daySpans, daysOf, reportSearch } from './reports.search.ts';
import { useReportTexts } from './texts.ts';
import { useFresh } from './use-fresh.ts';

/** `/reports`: the consent report. One tab so far; others join it. */
export function ReportsScreen() {
	const t = useReportTexts();
	const [search, patch] = useScreenSearch(reportSearch);
	const page = usePageCustomer(search, patch);
	const { customerId, domains, picker } = page;
	const days = daysOf(search);
	const language = useLanguage();
	const scope = { customerId, domainId: search.domain ?? null };
	const query = useQuery({
		...asList(consents, { query: { ...listQueryOf(search), days, kind: search.kind } }, scope),
		enabled: customerId !== null,
	});
	const [paused, setPaused] = useState(false);
	useReloadOnNews('consents', [consents], customerId, paused);
	const fresh = useFresh(query.data?.data, `${customerId} ${JSON.stringify(search)}`);
	const customer: Record<string, string> = search.customer ? { customer: String(search.customer) } : {};
	const record = (row: Choice) => `/reports/records/${row.recordId}`;
	const columns: Column<Choice>[] = [
		{
			key: 'choice',
			header: t('choice'),
			cell: (row) => (
				<RowLink to={record(row)} search={customer}>
					<Badge hue={kindOf(row).hue} icon={kindOf(row).icon}>
						{t(kindOf(row).label)}
					</Badge>
				</RowLink>
			),
			width: 110,
		},
		{ key: 'yes', header: t('yesTo'), cell: (row) => row.yes.join(', ') },
		{ key: 'no', header: t('noTo'), cell: (row) => row.no.join(', ') },
		{ key: 'domain', header: t('domain'), cell: (row) => row.domain },
		{ key: 'when', header: t('when'), cell: (row) => <When row={row} /> },
		{ key: 'browser', header: t('browser'), cell: (row) => row.browser },
		{ key: 'device', header: t('device'), cell: (row) => deviceText(t, row.device) },
		{ key: 'language', header: t('language'), cell: (row) => languageName(row.language, language) },
		{ key: 'gpc', header: t('gpc'), cell: (row) => (row.gpc ? t('sent') : null) },
		{ key: 'version', header: t('version'), right: true, cell: (row) => row.version, width: 24 },
	];
	const PauseIcon = paused ? IconPlayerPlay : IconPlayerPause;
	const pauseName = paused ? t('resume') : t('pause');
	return (
		<>
			<PageHeader
				title={t('title')}
				busy={query.isFetching && !query.isPending}
				badge={<LiveBadge paused={paused}>{paused ? t('paused') : t('live')}</LiveBadge>}
				actions={
					<>
						{picker}
						<Button
							variant="default"
							h={36}
							renderRoot={(props: object) => <Link {...props} to="/reports/ledger" search={customer} />}
							leftSection={<IconCertificate size={16} stroke={1.75} aria-hidden="true" />}
						>
							{t('ledgerLink')}
						</Button>
						<CsvExport
							name="consents"
							rows={async () => [
								[
									t('choice'),
									t('yesTo'),
									t('noTo'),
									t('domain'),
									t('when'),
									t('received'),
									t('browser'),
									t('device'),
									t('language'),
									t('gpc'),
									t('version'),
									t('choiceId'),
								],
								...(
									await readAll(
										consents,
										(part) => ({ query: { ...part, days, kind: search.kind, q: search.q } }),
										(data) => data,
										scope,
									)
								).map((row) => [
									t(kindOf(row).label),
									row.yes.join(', '),
									row.no.join(', '),
									row.domain,
									row.at,
									row.receivedAt,
									row.browser,
									row.device,
									row.language,
									row.gpc ? t('sent') : t('notSent'),
									row.version,
									row.choiceId,
								]),
							]}
						/>
					</>
				}
			/>
			<CustomerGate page={page}>
				<Tabs value="consent" mb="md">
					<Tabs.List>
						<Tabs.Tab value="consent">{t('consentTab')}</Tabs.Tab>
					</Tabs.List>
					<Tabs.Panel value="consent" pt="md">
						<DataList
							name="consents"
							caption={t('ledger')}
							query={query}
							columns={columns}
							rowId={(row) => row.choiceId}
							rowName={(row) => `${t(kindOf(row).label)}, ${row.domain}`}
							actions={(row) => [{ label: t('openRecord'), icon: IconCertificate, to: record(row), search: customer }]}
							search={search}
							onSearch={patch}
							filter={{
								name: t('choice'),
								options: kinds.map((one) => ({ value: one.kind, label: t(one.label) })),
								value: search.kind,
								onChange: (value) => patch({ kind: kinds.find((one) => one.kind === value)?.kind, page: undefined }, { replace: true }),
							}}
							more={
								<>
									<SegmentedControl
										size="xs"
										aria-label={t('span')}
										value={String(days)}
										onChange={(value) =>
											patch({ days: Number(value) === daySpans[0].days ? undefined : Number(value), page: undefined }, { replace: true })
										}
										data={daySpans.map((one) => ({ value: String(one.days), label: t(one.label) }))}
									/>
									<DomainPicker
										domains={domains}
										value={search.domain}
										onChange={(domain) => patch({ domain, page: undefined }, { replace: true })}
									/>
									<Tooltip label={pauseName}>
										<ActionIcon variant="default" size={30} aria-label={pauseName} aria-pressed={paused} onClick={() => setPaused(!paused)}>
											<PauseIcon size={16} stroke={1.75} />
										</ActionIcon>
									</Tooltip>
								</>
							}
							narrowedByMore={search.domain !== undefined}
							onClear={() => patch({ kind: undefined, domain: undefined, q: undefined, page: undefined }, { replace: true })}
							count={(total) => t('count', { count: total })}
							failed={t('failed')}
							emptyKeepsTools
							empty={<Empty title={t('empty')}>{t('emptyWhy')}</Empty>}
							fresh={fresh}
						/>
					</Tabs.Panel>
				</Tabs>
			</CustomerGate>
		</>
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
