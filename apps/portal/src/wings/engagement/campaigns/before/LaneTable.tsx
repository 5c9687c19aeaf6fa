import { isFiled, isPrinted } from '@luvalla/contract/channels';
import { MOST_MADE, SKIP_REASONS } from '@luvalla/contract/engagement/campaign-runs';
import type { Campaign } from '@luvalla/contract/engagement/campaigns';
import { channelOf } from '@luvalla/contract/engagement/content-types';
import { IconCertificate } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { channelSigns } from '#portal/ui/channels.ts';
import { useDeliveryTexts } from '#portal/ui/deliveries/texts.ts';
import { moneyText, reasonSign, reasonText } from '#portal/ui/deliveries/words.ts';
import { RelativeTime } from '#portal/ui/times.tsx';
import { useCampaignTexts } from '../texts.ts';
import styles from './before.module.css';
import type { Lane, Sheet } from './sheet.ts';

interface LaneTableProps {
	sheet: Sheet;
	campaign: Campaign;
	address: Record<string, string>;
}

/** One column a channel: from who is meant to what it costs. A number leads to its people once they were rehearsed. */
export function LaneTable({ sheet, campaign, address }: LaneTableProps) {
	const t = useCampaignTexts();
	const d = useDeliveryTexts();
	const language = useLanguage();
	const number = (value: number) => numberText(value, language);
	const { lanes, targeted, currency } = sheet;
	const { reasons, units } = rowsOf(lanes);
	const rehearsed = campaign.rehearsal?.state === 'done' ? campaign.rehearsal.id : null;
	// Without one and with nothing in the way, letters go where the installation's own mail goes.
	const connectorMissing = sheet.problems.some(({ code }) => code === 'no_connector' || code === 'cannot_send_yet');
	const printed = (lane: Lane): boolean => isPrinted(lane.channel);
	const onPaper = lanes.every(printed);
	const leftOf = (lane: Lane): number => lane.left.reduce((sum, { count }) => sum + count, 0);
	const line = (key: string, name: ReactNode, cell: (lane: Lane) => ReactNode, kind?: string) => (
		<tr key={key} data-kind={kind}>
			<th scope="row">{name}</th>
			{lanes.map((lane) => (
				<td key={lane.channel}>{cell(lane)}</td>
			))}
		</tr>
	);
	return (
		<div className={styles.tableFrame}>
			<table className={styles.table}>
				<caption className="visually-hidden">{t('whoGets')}</caption>
				<thead>
					<tr>
						<th scope="col">
							<h2>{t('whoGets')}</h2>
						</th>
						{lanes.map(({ channel }) => (
							<ChannelHead key={channel} code={channel} />
						))}
					</tr>
				</thead>
				<tbody>
					{line('targeted', t('targeted'), () => number(targeted))}
					{line('left', t('leftOut'), (lane) => number(leftOf(lane)))}
					{reasons.map((reason) => {
						const Icon = reasonSign(reason);
						return line(
							reason,
							<span className={styles.reason}>
								<Icon size={16} stroke={1.75} aria-hidden="true" />
								{reasonText(d, reason)}
							</span>,
							(lane) => {
								const count = lane.left.find((one) => one.reason === reason)?.count ?? 0;
								if (count === 0 || rehearsed === null) return number(count);
								const search = { ...address, id: campaign.id, run: rehearsed, state: 'skipped', reason };
								return (
									<Link to="/campaigndashboard/deliveries" search={search} className="link">
										{number(count)}
									</Link>
								);
							},
							'reason',
						);
					})}
					{line(
						'reachable',
						<span className={styles.reason}>
							<IconCertificate size={16} stroke={1.75} aria-hidden="true" />
							{campaign.isTransactional ? t('reachableAnyway') : t('reachable')}
						</span>,
						(lane) => number(lane.reachable),
						'reachable',
					)}
					{line('trackable', t('trackable'), (lane) => number(lane.trackable))}
					{units.map((count) =>
						line(
							`units${count}`,
							<span className={styles.reason}>{t(onPaper ? 'pagesEach' : 'units', { count })}</span>,
							(lane) => (lane.units === null ? '—' : number(lane.units.find((one) => one.units === count)?.people ?? 0)),
							'reason',
						),
					)}
					{lanes.some(({ baseMicros }) => baseMicros > 0)
						? line('base', t('priceBase'), (lane) => (lane.baseMicros > 0 ? moneyText(lane.baseMicros, currency, language) : '—'))
						: null}
					{line('price', units.length > 0 && lanes.length === 1 ? t(onPaper ? 'pricePage' : 'priceUnit') : t('price'), (lane) =>
						moneyText(lane.priceMicros, currency, language),
					)}
					{line('cost', t('cost'), (lane) => {
						const sum = moneyText(lane.costMicros, currency, language);
						return <strong>{lane.isExact ? sum : t('about', { sum })}</strong>;
					})}
					{line('time', t('timeToSend'), (lane) => (
						<TimeOf lane={lane} />
					))}
					{line('connector', t('connector'), (lane) => (
						<WayOf lane={lane} isMissing={connectorMissing} address={address} />
					))}
				</tbody>
			</table>
			{lanes.every((lane) => lane.isExact) ? null : <p className="small">{t('aboutWhy', { made: number(MOST_MADE) })}</p>}
			{rehearsed === null && reasons.length > 0 ? <p className="small">{t('listsAfter')}</p> : null}
		</div>
	);
}

/** Why people are left out by any of these, and of how many parts messages are. */
const rowsOf = (lanes: readonly Lane[]) => ({
	reasons: SKIP_REASONS.filter((reason) => lanes.some((lane) => lane.left.some((one) => one.reason === reason))),
	units: [...new Set(lanes.flatMap((lane) => lane.units?.map((one) => one.units) ?? []))].sort((a, b) => a - b),
});

/** Without a connector a message for the web is not pushed: it waits on the site. */
const standsOnSite = ({ channel, connector }: Lane): boolean => channelOf(channel) === 'web' && connector === null;

function ChannelHead({ code }: { code: Lane['channel'] }) {
	const say = useSay();
	const channel = channelOf(code);
	if (channel === null) return <th>{code}</th>;
	const { label, icon: Icon } = channelSigns[channel];
	return (
		<th scope="col">
			<span className={styles.channel}>
				<Icon size={16} stroke={1.75} aria-hidden="true" />
				{say(label)}
			</span>
		</th>
	);
}

/** How long it takes, where its connector says how fast it goes. */
function TimeOf({ lane }: { lane: Lane }) {
	const t = useCampaignTexts();
	if (lane.minutes === null || lane.perMinute === null) return t(standsOnSite(lane) ? 'onTheSiteAtOnce' : 'asFast');
	return (
		<>
			{t('minutes', { count: Math.max(1, Math.ceil(lane.minutes)) })} <span className="small">{t('atRate', { rate: lane.perMinute })}</span>
		</>
	);
}

/** As a file, by a connector, on the site, or as the installation's own mail. */
function WayOf({ lane, isMissing, address }: { lane: Lane; isMissing: boolean; address: Record<string, string> }) {
	const t = useCampaignTexts();
	const d = useDeliveryTexts();
	if (isFiled(lane.channel)) return t('asFile');
	if (lane.connector) return <ConnectorOf connector={lane.connector} address={address} />;
	if (isMissing) return t('noConnector');
	return standsOnSite(lane) ? t('onTheSite') : d('ownMailbox');
}

/** By what it goes, and whether that answered when it was last asked. */
function ConnectorOf({ connector, address }: { connector: NonNullable<Lane['connector']>; address: Record<string, string> }) {
	const t = useCampaignTexts();
	const { id, name, testedAt, isSuccessful } = connector;
	const said = isSuccessful === null ? 'connectorUntested' : isSuccessful ? 'connectorAnswered' : 'connectorSilent';
	return (
		<>
			<Link to="/connectors" search={{ ...address, id }} className="link">
				{name}
			</Link>{' '}
			<span className="small">
				{t(said)} {testedAt ? <RelativeTime at={testedAt} /> : null}
			</span>
		</>
	);
}
