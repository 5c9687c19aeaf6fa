import '#portal/theme/tabs-styles.ts';
import { consents } from '@luvalla/contract/consent/ledger';
import { Button, Tabs } from '@mantine/core';
import { IconCertificate, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { LiveBadge } from '#portal/ui/Badge.tsx';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { usePageCustomer } from '#portal/ui/pickers.tsx';
import { ChoicesCsv, ChoicesTab } from './ChoicesTab.tsx';
import { RatesCsv, RatesTab } from './RatesTab.tsx';
import { reportSearch, reportTabs } from './reports.search.ts';
import { useReportTexts } from './texts.ts';
import { useChoices, useRates } from './use-report.ts';

/** `/reports`: the consent report. Choices one by one, and the rates counted over them. */
export function ReportsScreen() {
	const t = useReportTexts();
	const [search, patch] = useScreenSearch(reportSearch);
	const page = usePageCustomer(search, patch);
	const { customerId, domains, picker } = page;
	const tab = search.tab ?? reportTabs[0];
	const by = search.by ?? 'day';
	const choices = useChoices(search, customerId);
	const byDay = useRates(search, customerId, 'day');
	const rates = useRates(search, customerId, by);
	const [paused, setPaused] = useState(false);
	useReloadOnNews('consents', [consents], customerId, paused);
	const customer: Record<string, string> = search.customer ? { customer: String(search.customer) } : {};
	const busy = [choices, byDay, rates].some((query) => query.isFetching && !query.isPending);
	return (
		<>
			<PageHeader
				title={t('title')}
				busy={busy}
				badge={tab === 'consent' ? <LiveBadge paused={paused}>{paused ? t('paused') : t('live')}</LiveBadge> : null}
				actions={
					<>
						{picker}
						<Button
							variant="default"
							h={36}
							renderRoot={(props: object) => <Link {...props} to="/reports/people" search={customer} />}
							leftSection={<IconUsers size={16} stroke={1.75} aria-hidden="true" />}
						>
							{t('peopleLink')}
						</Button>
						<Button
							variant="default"
							h={36}
							renderRoot={(props: object) => <Link {...props} to="/reports/ledger" search={customer} />}
							leftSection={<IconCertificate size={16} stroke={1.75} aria-hidden="true" />}
						>
							{t('ledgerLink')}
						</Button>
						{tab === 'consent' ? <ChoicesCsv search={search} customerId={customerId} /> : <RatesCsv by={by} rows={rates.data?.data} />}
					</>
				}
			/>
			<CustomerGate page={page}>
				<Tabs
					value={tab}
					keepMounted={false}
					mb="md"
					onChange={(value) =>
						patch({ tab: reportTabs.find((one) => one === value && one !== reportTabs[0]), page: undefined }, { replace: true })
					}
				>
					<Tabs.List aria-label={t('title')}>
						<Tabs.Tab value="consent">{t('consentTab')}</Tabs.Tab>
						<Tabs.Tab value="rates">{t('ratesTab')}</Tabs.Tab>
					</Tabs.List>
					<Tabs.Panel value="consent" pt="md">
						<ChoicesTab
							query={choices}
							search={search}
							patch={patch}
							customerId={customerId}
							domains={domains}
							paused={paused}
							onPause={setPaused}
						/>
					</Tabs.Panel>
					<Tabs.Panel value="rates" pt="md">
						<RatesTab by={by} byDay={byDay} rates={rates} search={search} patch={patch} domains={domains} />
					</Tabs.Panel>
				</Tabs>
			</CustomerGate>
		</>
	);
}
