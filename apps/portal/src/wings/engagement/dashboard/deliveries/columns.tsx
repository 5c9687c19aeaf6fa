import { channelOf } from '@luvalla/contract/engagement/content-types';
import type { Delivery } from '@luvalla/contract/engagement/deliveries';
import { useSay } from '#portal/lib/say.ts';
import { channelSigns } from '#portal/ui/channels.ts';
import { DeliveryBadge } from '#portal/ui/deliveries/badges.tsx';
import { RecordLink } from '#portal/ui/deliveries/RecordLink.tsx';
import { useDeliveryTexts } from '#portal/ui/deliveries/texts.ts';
import { reasonText } from '#portal/ui/deliveries/words.ts';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ExactTime } from '#portal/ui/times.tsx';
import { useCampaignDashboardTexts } from '../texts.ts';

/** Who, what became of it, when, and by which record. @param whole with the channel and what they did */
export function useDeliveryColumns(id: string, address: Record<string, string>, whole: boolean): Column<Delivery>[] {
	const t = useCampaignDashboardTexts();
	const d = useDeliveryTexts();
	const say = useSay();
	const did = (row: Delivery): string => [...(row.opened ? [t('did_opened')] : []), ...(row.clicked ? [t('did_clicked')] : [])].join(', ');
	const channel = (row: Delivery): string => {
		const known = channelOf(row.channel);
		return known ? say(channelSigns[known].label) : String(row.channel);
	};
	return [
		{
			key: 'person',
			header: t('person'),
			cell: (row) => (
				<RowLink to="/campaigndashboard/delivery" search={{ ...address, id, delivery: row.id }}>
					{/* where a message is addressed to the person, their name says more than their id */}
					{(row.address === row.person ? row.name : null) ?? row.address ?? row.name ?? t('noAddress')}
				</RowLink>
			),
			width: 220,
		},
		...(whole ? [{ key: 'channel', header: t('channel'), cell: channel, width: 64 }] : []),
		{ key: 'state', header: t('state'), cell: (row) => <DeliveryBadge of={row} />, width: 96 },
		{
			key: 'time',
			header: t('time'),
			cell: (row) => (row.at ? <ExactTime at={row.at} /> : row.dueAt ? <ExactTime at={row.dueAt} /> : null),
			width: 140,
		},
		...(whole ? [{ key: 'did', header: t('did'), cell: did, width: 80 }] : []),
		{
			key: 'permitted',
			header: t('permittedBy'),
			cell: (row) =>
				row.reason !== null && row.state !== 'accepted' ? (
					reasonText(d, row.reason)
				) : row.recordId ? (
					<RecordLink id={row.recordId} name={t('recordOf', { name: row.address ?? row.person })} search={customerOf(address)} />
				) : null,
			width: 130,
		},
	];
}

/** The record's page knows customers alone. */
const customerOf = ({ customer }: Record<string, string>): Record<string, string> => (customer === undefined ? {} : { customer });
