import '#portal/theme/tabs-styles.ts';
import { consents } from '@luvalla/contract/consent/ledger';
import { ActionIcon, Button, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCertificate, IconDots, IconUsers, type TablerIcon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { StreamBadge } from '#portal/ui/Badge.tsx';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { LateMenu } from '#portal/ui/LateMenu.tsx';
import { usePageCustomer } from '#portal/ui/list/pickers.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { useNow } from '#portal/ui/times.tsx';
import { ChoicesCsv, ChoicesTab } from './ChoicesTab.tsx';
import { RatesCsv, RatesTab } from './RatesTab.tsx';
import { reportSearch, reportTabs } from './reports.search.ts';
import { useReportTexts } from './texts.ts';
import { type Choices, useChoices, useRates } from './use-report.ts';

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
	const narrow = useMediaQuery('(max-width: 37.49em)', false, { getInitialValueInEffect: false });
	const pages: readonly Page[] = [
		{ to: '/domainprofiles', search: { show: 'consents' }, label: t('peopleLink'), icon: IconUsers },
		{ to: '/reports/ledger', label: t('ledgerLink'), icon: IconCertificate },
	];
	const busy = [choices, byDay, rates].some((query) => query.isFetching && !query.isPending);
	return (
		<>
			<PageHeader
				title={t('title')}
				busy={busy}
				badge={tab === 'consent' ? <Stream query={choices} paused={paused} /> : null}
				actions={
					<>
						{picker}
						{narrow ? (
							<MorePages pages={pages} search={customer} />
						) : (
							pages.map(({ to, search: own, label, icon: Icon }) => (
								<Button
									key={to}
									variant="default"
									h={36}
									renderRoot={(props: object) => <Link {...props} to={to} search={{ ...customer, ...own }} />}
									leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
								>
									{label}
								</Button>
							))
						)}
						{tab === 'consent' ? (
							<ChoicesCsv search={search} customerId={customerId} short={narrow} />
						) : (
							<RatesCsv by={by} rows={rates.data?.data} short={narrow} />
						)}
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

interface Page {
	to: string;
	search?: Record<string, string>;
	label: string;
	icon: TablerIcon;
}

/** On a phone the pages beside this one are behind one button, so that the numbers are nearer. */
function MorePages({ pages, search }: { pages: readonly Page[]; search: Record<string, string> }) {
	const t = useReportTexts();
	return (
		<LateMenu
			position="bottom-end"
			button={
				<ActionIcon variant="default" size={36} aria-label={t('moreActs')}>
					<IconDots size={18} stroke={1.75} />
				</ActionIcon>
			}
		>
			{(Menu) =>
				pages.map(({ to, search: own, label, icon: Icon }) => (
					<Menu.Item
						key={to}
						leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
						renderRoot={(props: object) => <Link {...props} to={to} search={{ ...search, ...own }} />}
					>
						{label}
					</Menu.Item>
				))
			}
		</LateMenu>
	);
}

const MINUTE_MS = 60_000;

/** Whether something came in within the last minute; of a list that could not be read nothing is said. */
function Stream({ query, paused }: { query: Choices; paused: boolean }) {
	const t = useReportTexts();
	const now = useNow(5000);
	if (query.isError || !query.data) return null;
	const live = query.data.data.some(({ how, receivedAt }) => LIVE.has(how) && now.getTime() - Date.parse(receivedAt) < MINUTE_MS);
	return (
		<StreamBadge state={paused ? 'paused' : live ? 'live' : 'quiet'}>{paused ? t('paused') : live ? t('live') : t('quiet')}</StreamBadge>
	);
}

/** What people answer themselves; the rest is brought by others. */
const LIVE: ReadonlySet<string> = new Set(['banner', 'privacy-centre']);
