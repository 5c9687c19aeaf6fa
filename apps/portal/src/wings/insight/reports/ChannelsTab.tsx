/** The channel count report: who may be written to by each channel, and what became of what was sent. */
import { channelAt } from '@luvalla/contract/channels';
import { channelCount } from '@luvalla/contract/insight/event-counts';
import { useQuery } from '@tanstack/react-query';
import { asList } from '#portal/lib/calls.ts';
import { useSay } from '#portal/lib/say.ts';
import { instantsOf } from '#portal/lib/spans.ts';
import { Card } from '#portal/ui/Card.tsx';
import { channelSigns } from '#portal/ui/channels.ts';
import { ChannelBars } from '#portal/ui/chart/ChannelBars.tsx';
import { ChannelTable } from '#portal/ui/chart/ChannelTable.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { CsvExport } from '#portal/ui/list/CsvExport.tsx';
import { whoseOf } from '#portal/ui/list/picker-search.ts';
import { ReportTools, type TabProps } from './ReportTools.tsx';
import { daysOf } from './reports.search.ts';
import { useReportTexts } from './texts.ts';

export function ChannelsTab({ search, patch, customerId, domains }: TabProps) {
	const t = useReportTexts();
	const say = useSay();
	const days = daysOf(search);
	const query = useQuery(asList(channelCount, { query: { days, ...instantsOf(search) } }, { customerId, domainId: search.domain ?? null }));
	const data = query.data?.data;
	const whose = whoseOf(search);
	return (
		<div className="column-16">
			<ReportTools search={search} patch={patch} domains={domains} days={days}>
				<CsvExport
					short
					name="channels"
					rows={() => [
						[t('channel'), t('reachable'), t('accepted'), t('opened'), t('clicked'), t('leftOut'), t('failedOnes')],
						...(data?.channelCounts ?? []).map((row) => [
							say(channelSigns[channelAt(row.channel)].label),
							row.count,
							row.accepted,
							row.opened,
							row.clicked,
							row.skipped,
							row.failed,
						]),
					]}
				/>
			</ReportTools>
			{query.isError && !data ? (
				<Failed sentence={t('countsFailed')} query={query} />
			) : (
				<>
					<Card title={t('channelsTitle')} aside={t('channelsNote')}>
						<ChannelTable caption={t('channelsTitle')} counts={data?.channelCounts} rows={{ to: '/campaigndashboard', search: whose }} />
					</Card>
					<Card title={t('reachTitle')} aside={data === undefined ? null : t('peopleThere', { count: data.userCount })}>
						<ChannelBars
							counts={(channel) => data?.channelCounts.find((row) => channelAt(row.channel) === channel)?.count}
							most={data?.userCount ?? 0}
						/>
						<p className="aside">{t('reachNote')}</p>
					</Card>
				</>
			)}
		</div>
	);
}
