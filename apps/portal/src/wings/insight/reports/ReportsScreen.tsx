import '#portal/theme/tabs-styles.ts';
import { consents } from '@luvalla/contract/consent/ledger';
import { domainCounts } from '@luvalla/contract/insight/counts';
import { ActionIcon, Button, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCertificate, IconChartDots3, IconDots, IconMail, IconUsers, type TablerIcon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { late } from '#portal/lib/late.tsx';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { StreamBadge } from '#portal/ui/Badge.tsx';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { LateMenu } from '#portal/ui/LateMenu.tsx';
import { LinkButton } from '#portal/ui/LinkButton.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { useOnce } from '#portal/ui/late.ts';
import { type PageCustomer, usePage } from '#portal/ui/list/pickers.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { useNow } from '#portal/ui/times.tsx';
import { ChoicesCsv, ChoicesTab } from './ChoicesTab.tsx';
import { RatesCsv, RatesTab } from './RatesTab.tsx';
import styles from './Reports.module.css';
import { DEFAULT_TAB, type ReportSearch, type ReportTab, reportSearch, reportTabs } from './reports.search.ts';
import { useReportTexts } from './texts.ts';
import { type Choices, useChoices, useRates } from './use-report.ts';

const ProfilesTab = late(() => import('./ProfilesTab.tsx').then((m) => m.ProfilesTab), PageSkeleton);
const LedgerTab = late(() => import('./LedgerTab.tsx').then((m) => m.LedgerTab), PageSkeleton);
const EventsTab = late(() => import('./EventsTab.tsx').then((m) => m.EventsTab), PageSkeleton);
const ChannelsTab = late(() => import('./ChannelsTab.tsx').then((m) => m.ChannelsTab), PageSkeleton);
const CostsTab = late(() => import('./CostsTab.tsx').then((m) => m.CostsTab), PageSkeleton);
const ConsumersTab = late(() => import('./ConsumersTab.tsx').then((m) => m.ConsumersTab), PageSkeleton);
const ScheduleDrawer = late(() => import('./ScheduleDrawer.tsx').then((m) => m.ScheduleDrawer));

/** Reports of what was paid are of customer admins, and of who looks after customers. */
const OF_CUSTOMER_ADMINS: readonly ReportTab[] = ['ledger', 'costs'];

/** `/reports`: profiles, consents and their rates, credits, events, channels, costs, consumers. */
export function ReportsScreen() {
	const t = useReportTexts();
	const { search, patch, page, customerId, domains, picker, whose: customer } = usePage(reportSearch);
	const person = usePerson();
	const mayCosts = person.isAdmin || person.isPartner || person.customerAdmin;
	const tabs = reportTabs.filter((one) => mayCosts || !OF_CUSTOMER_ADMINS.includes(one));
	const tab = tabs.find((one) => one === search.tab) ?? DEFAULT_TAB;
	const by = search.by ?? 'day';
	const choices = useChoices(search, customerId);
	const byDay = useRates(search, customerId, 'day');
	const rates = useRates(search, customerId, by);
	const [paused, setPaused] = useState(false);
	useReloadOnNews('consents', [consents, domainCounts], customerId, paused);
	const mails = useOnce(search.mail !== undefined);
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
						<PagesBeside customer={customer} />
						{tab === 'consent' ? <ChoicesCsv search={search} customerId={customerId} short /> : null}
						{tab === 'rates' ? <RatesCsv by={by} rows={rates.data?.data} short /> : null}
						<Button
							variant="default"
							h={36}
							leftSection={<IconMail size={16} stroke={1.75} aria-hidden="true" />}
							onClick={() => patch({ mail: 'list' })}
						>
							{t('mailReports')}
						</Button>
					</>
				}
			/>
			<CustomerGate page={page}>
				<Tabs
					value={tab}
					keepMounted={false}
					mb="md"
					onChange={(value) =>
						patch(
							{ tab: tabs.find((one) => one === value && one !== DEFAULT_TAB), page: undefined, at: undefined, q: undefined },
							{ replace: true },
						)
					}
				>
					<Tabs.List aria-label={t('title')}>
						{tabs.map((one) => (
							<Tabs.Tab key={one} value={one}>
								{t(`${one}Tab`)}
							</Tabs.Tab>
						))}
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
					{customerId === null ? null : <LateTabs search={search} patch={patch} customerId={customerId} domains={domains} />}
				</Tabs>
				{mails && customerId !== null ? <ScheduleDrawer search={search} patch={patch} customerId={customerId} domains={domains} /> : null}
			</CustomerGate>
		</>
	);
}

/** The pages that reports lead to: people behind what is counted, the log, two spans compared. */
function PagesBeside({ customer }: { customer: Record<string, string> }) {
	const t = useReportTexts();
	const narrow = useMediaQuery('(max-width: 37.49em)', false, { getInitialValueInEffect: false });
	const pages: readonly Page[] = [
		{ to: '/domainprofiles', search: { show: 'consents' }, label: t('peopleLink'), icon: IconUsers },
		{ to: '/reports/ledger', label: t('ledgerLink'), icon: IconCertificate },
		{ to: '/comparetrends', label: t('trendsLink'), icon: IconChartDots3 },
	];
	if (narrow) return <MorePages pages={pages} search={customer} />;
	return pages.map(({ to, search, label, icon }) => (
		<LinkButton key={to} h={36} sign={icon} to={to} search={{ ...customer, ...search }}>
			{label}
		</LinkButton>
	));
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

interface LateTabsProps {
	search: ReportSearch;
	patch: PatchSearch<ReportSearch>;
	customerId: number;
	domains: PageCustomer['domains'];
}

/** The tabs whose code comes once one of them is opened. */
function LateTabs({ search, patch, customerId, domains }: LateTabsProps) {
	return (
		<>
			<Tabs.Panel value="profiles" pt="md">
				<ProfilesTab search={search} patch={patch} customerId={customerId} domains={domains} />
			</Tabs.Panel>
			<Tabs.Panel value="ledger" pt="md">
				<LedgerTab search={search} patch={patch} customerId={customerId} />
			</Tabs.Panel>
			<Tabs.Panel value="events" pt="md">
				<EventsTab search={search} patch={patch} customerId={customerId} domains={domains} />
			</Tabs.Panel>
			<Tabs.Panel value="channels" pt="md">
				<ChannelsTab search={search} patch={patch} customerId={customerId} domains={domains} />
			</Tabs.Panel>
			<Tabs.Panel value="costs" pt="md">
				<CostsTab search={search} patch={patch} customerId={customerId} />
			</Tabs.Panel>
			<Tabs.Panel value="consumers" pt="md">
				<ConsumersTab search={search} patch={patch} customerId={customerId} domains={domains} />
			</Tabs.Panel>
		</>
	);
}

const MINUTE_MS = 60_000;

/** Whether something came in within the last minute; of a list that could not be read nothing is said. */
function Stream({ query, paused }: { query: Choices; paused: boolean }) {
	const t = useReportTexts();
	const now = useNow(5000);
	if (query.isError) return null;
	if (!query.data)
		return (
			<span className={styles.waits} aria-hidden="true">
				<StreamBadge state="live">{t('live')}</StreamBadge>
			</span>
		);
	const live = query.data.data.some(({ how, receivedAt }) => LIVE.has(how) && now.getTime() - Date.parse(receivedAt) < MINUTE_MS);
	return (
		<StreamBadge state={paused ? 'paused' : live ? 'live' : 'quiet'}>{paused ? t('paused') : live ? t('live') : t('quiet')}</StreamBadge>
	);
}

/** What people answer themselves; the rest is brought by others. */
const LIVE: ReadonlySet<string> = new Set(['banner', 'privacy-centre']);
