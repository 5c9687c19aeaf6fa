import { type Campaign, campaigns, copyCampaign, publishCampaign, removeCampaign } from '@luvalla/contract/engagement/campaigns';
import { channelOf } from '@luvalla/contract/engagement/content-types';
import { IconListCheck, IconWorldUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asList, useCall } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { useSay } from '#portal/lib/say.ts';
import { filterOf, listQueryOf } from '#portal/lib/search.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { ContentOff } from '#portal/ui/ContentOff.tsx';
import { channelSigns } from '#portal/ui/channels.ts';
import { CampaignBadge } from '#portal/ui/deliveries/badges.tsx';
import type { Column } from '#portal/ui/list/DataTable.tsx';
import { DraftList } from '#portal/ui/list/DraftList.tsx';
import { usePlace } from '#portal/ui/use-place.ts';
import { CampaignDrawer } from './CampaignDrawer.tsx';
import { CampaignTabs } from './CampaignTabs.tsx';
import styles from './campaigns.module.css';
import { type CampaignSearch, campaignSearch } from './campaigns.search.ts';
import { PublishQuestion, published } from './PublishQuestion.tsx';
import { useCampaignTexts } from './texts.ts';

/** What the list asks for. */
const asked = (search: CampaignSearch) => ({ query: { ...listQueryOf(search), filter: filterOf({ status: search.status }) } });

/** `/campaigns`: the campaigns of the header's domain; to ADMIN of every domain of the page's customer. */
export function CampaignsScreen() {
	const t = useCampaignTexts();
	const [search, patch] = useScreenSearch(campaignSearch);
	const place = usePlace(search);
	const { page, chosen, scope, address } = place;
	useReloadOnNews('campaigns', [campaigns], page.customerId);
	const list = useQuery({ ...asList(campaigns, asked(search), scope), enabled: page.customerId !== null && chosen });
	const copy = useCall(copyCampaign, { reload: [campaigns], scope, onSuccess: ({ id }) => patch({ id }) });
	const publish = useCall(publishCampaign, { reload: [campaigns], scope });
	const remove = useCall(removeCampaign, { reload: [campaigns], scope: scope });
	const [reasoned, setReasoned] = useState<Campaign | null>(null);
	const columns: Column<Campaign>[] = [
		{ key: 'channels', header: t('channels'), cell: (row) => <Channels row={row} />, width: 90 },
		{ key: 'status', header: t('status'), sort: 'status', cell: (row) => <CampaignBadge campaign={row} />, width: 90 },
	];
	return (
		<>
			<ContentOff />
			<DraftList
				name="campaigns"
				t={t}
				place={place}
				tabs={<CampaignTabs search={address} />}
				query={list}
				columns={columns}
				changedAt={(row) => row.lastUpdatedAt}
				statuses={Object.fromEntries((['0', '1', '2', '3', '4'] as const).map((value) => [value, t(`status_${value}`)]))}
				copy={{ label: t('copy'), call: copy }}
				remove={remove}
				search={search}
				onSearch={patch}
				actions={(row) => [
					...(row.status === 0
						? [
								{
									label: t('publish'),
									icon: IconWorldUpload,
									onSelect: () => (row.isTransactional ? setReasoned(row) : publish.mutate(published(row))),
								},
							]
						: []),
					{ label: t('before'), icon: IconListCheck, to: '/campaigns/before', search: { ...address, id: row.id } },
				]}
				views={{ call: campaigns, count: async (given) => (await ask(campaigns, asked(campaignSearch.parse(given)), scope)).page }}
			>
				<CampaignDrawer list={list} search={search} patch={patch} place={place} />
				<PublishQuestion row={reasoned} scope={scope} onClose={() => setReasoned(null)} />
			</DraftList>
		</>
	);
}

/** The signs of what it is sent by. */
function Channels({ row }: { row: Campaign }) {
	const say = useSay();
	if (row.constellation.length === 0) return '—';
	return (
		<span className={styles.channels}>
			{row.constellation.map(({ channel: code }) => {
				const channel = channelOf(code);
				if (channel === null) return null;
				const { label, icon: Icon } = channelSigns[channel];
				return (
					<span key={code}>
						<Icon size={16} stroke={1.75} aria-hidden="true" />
						{say(label)}
					</span>
				);
			})}
		</span>
	);
}
