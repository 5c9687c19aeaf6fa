import { type Constellation, constellations, removeConstellation } from '@luvalla/contract/engagement/constellations';
import { channelOf } from '@luvalla/contract/engagement/content-types';
import { IconMailForward, IconWorldUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asList, useCall } from '#portal/lib/calls.ts';
import { late } from '#portal/lib/late.tsx';
import { useLanguage } from '#portal/lib/say.ts';
import { filterOf, listQueryOf } from '#portal/lib/search.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { ContentOff } from '#portal/ui/ContentOff.tsx';
import { channelSigns } from '#portal/ui/channels.ts';
import { useOnce } from '#portal/ui/late.ts';
import type { Column } from '#portal/ui/list/DataTable.tsx';
import { DraftList } from '#portal/ui/list/DraftList.tsx';
import { NumberText } from '#portal/ui/times.tsx';
import { usePlace } from '#portal/ui/use-place.ts';
import styles from './constellations.module.css';
import { constellationSearch } from './constellations.search.ts';
import { StateBadges } from './StateBadges.tsx';
import { useConstellationTexts } from './texts.ts';
import { useActs } from './use-acts.ts';

const ConstellationDrawer = late(() => import('./ConstellationDrawer.tsx').then((module) => module.ConstellationDrawer));

/** `/constellations`: contents of one channel made ready to send, of the header's domain; ADMIN picks on the page. */
export function ConstellationsScreen() {
	const t = useConstellationTexts();
	const [search, patch] = useScreenSearch(constellationSearch);
	const place = usePlace(search);
	const { page, chosen, scope } = place;
	const asked = { query: { ...listQueryOf(search), filter: filterOf({ status: search.status }) } };
	const list = useQuery({ ...asList(constellations, asked, scope), enabled: page.customerId !== null && chosen });
	const acts = useActs(page.customerId);
	const remove = useCall(removeConstellation, { reload: [constellations], scope: { customerId: page.customerId, domainId: null } });
	const opened = useOnce(search.id !== undefined);
	const columns: Column<Constellation>[] = [
		{ key: 'channel', header: t('channel'), cell: (row) => <ChannelOf row={row} />, width: 120 },
		{ key: 'contents', header: t('contents'), right: true, cell: (row) => <NumberText value={row.contents.length} />, width: 60 },
		{ key: 'status', header: t('status'), sort: 'status', cell: (row) => <StateBadges row={row} />, width: 180 },
	];
	return (
		<>
			<ContentOff />
			<DraftList
				name="constellations"
				about={t('about')}
				t={t}
				place={place}
				query={list}
				columns={columns}
				changedAt={(row) => row.changedAt}
				statuses={{ 0: t('draft'), 1: t('published') }}
				remove={remove}
				search={search}
				onSearch={patch}
				actions={(row) => [
					...(row.hints.some(({ level }) => level === 'error')
						? []
						: [{ label: t('publish'), icon: IconWorldUpload, onSelect: () => acts.publish(row) }]),
					...(row.uat.trim() === '' ? [] : [{ label: t('sendUat'), icon: IconMailForward, onSelect: () => acts.tryOut(row) }]),
				]}
			>
				{opened ? <ConstellationDrawer place={place} search={search} patch={patch} /> : null}
			</DraftList>
		</>
	);
}

function ChannelOf({ row }: { row: Constellation }) {
	const language = useLanguage();
	const channel = channelOf(row.channel);
	// one that nobody knows any more says its number, and passes for no other
	if (channel === null) return <span className="num">{row.channel}</span>;
	const { icon: Sign, label } = channelSigns[channel];
	return (
		<span className={styles.channel}>
			<Sign size={16} stroke={1.75} aria-hidden="true" />
			{label[language]}
		</span>
	);
}
