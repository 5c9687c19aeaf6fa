import { CHANNELS } from '@luvalla/contract/channels';
import { type Constellation, constellations, removeConstellation } from '@luvalla/contract/engagement/constellations';
import { IconMailForward, IconPencil, IconTrash, IconWorldUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { asList, useCall } from '#portal/lib/calls.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { filterOf, listQueryOf } from '#portal/lib/search.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { ContentOff } from '#portal/ui/ContentOff.tsx';
import { channelSigns } from '#portal/ui/channels.ts';
import { type Column, RowLink } from '#portal/ui/DataTable.tsx';
import { ListScreen } from '#portal/ui/ListScreen.tsx';
import { useOnce } from '#portal/ui/late.ts';
import { NoDomain } from '#portal/ui/NoDomain.tsx';
import { RemoveQuestion } from '#portal/ui/RemoveQuestion.tsx';
import { useDomainFilter } from '#portal/ui/tenant-filters.ts';
import { NumberText, RelativeTime } from '#portal/ui/times.tsx';
import { usePlace } from '#portal/ui/use-place.ts';
import styles from './constellations.module.css';
import { constellationSearch } from './constellations.search.ts';
import { StateBadges } from './StateBadges.tsx';
import { useConstellationTexts } from './texts.ts';
import { useActs } from './use-acts.ts';

const ConstellationDrawer = lazy(() => import('./ConstellationDrawer.tsx').then((module) => ({ default: module.ConstellationDrawer })));

/** `/constellations`: contents of one channel made ready to send, of the header's domain; ADMIN picks on the page. */
export function ConstellationsScreen() {
	const t = useConstellationTexts();
	const { isAdmin } = usePerson();
	const [search, patch] = useScreenSearch(constellationSearch);
	const place = usePlace(search, patch);
	const { page, domains, chosen, scope } = place;
	const ofDomain = useDomainFilter(domains, search.domain);
	const asked = { query: { ...listQueryOf(search), filter: filterOf({ status: search.status }) } };
	const list = useQuery({ ...asList(constellations, asked, scope), enabled: page.customerId !== null && chosen });
	const acts = useActs(page.customerId);
	const remove = useCall(removeConstellation, { reload: [constellations], scope: { customerId: page.customerId, domainId: null } });
	const [doomed, setDoomed] = useState<Constellation | null>(null);
	const opened = useOnce(search.id !== undefined);
	if (!chosen) return <NoDomain title={t('title')} any={domains.length > 0} t={t} />;
	const columns: Column<Constellation>[] = [
		{ key: 'title', header: t('name'), sort: 'title', cell: (row) => <RowLink search={{ id: row.id }}>{row.title}</RowLink>, width: 220 },
		{ key: 'channel', header: t('channel'), cell: (row) => <ChannelOf row={row} />, width: 120 },
		...(isAdmin ? [{ key: 'domain', header: t('domain'), cell: (row: Constellation) => row.domain }] : []),
		{ key: 'contents', header: t('contents'), right: true, cell: (row) => <NumberText value={row.contents.length} />, width: 60 },
		{ key: 'status', header: t('status'), sort: 'status', cell: (row) => <StateBadges row={row} />, width: 180 },
		{ key: 'changed', header: t('changed'), sort: 'changedAt', cell: (row) => <RelativeTime at={row.changedAt} />, width: 90 },
	];
	return (
		<>
			<ContentOff />
			<ListScreen
				name="constellations"
				title={t('title')}
				about={t('about')}
				page={page}
				add={{ label: t('add') }}
				query={list}
				columns={columns}
				rowId={(row) => row.id}
				rowName={(row) => row.title}
				actions={(row) => [
					{ label: t('edit'), icon: IconPencil, onSelect: () => patch({ id: row.id }) },
					...(row.hints.some(({ level }) => level === 'error')
						? []
						: [{ label: t('publish'), icon: IconWorldUpload, onSelect: () => acts.publish(row) }]),
					...(row.uat.trim() === '' ? [] : [{ label: t('sendUat'), icon: IconMailForward, onSelect: () => acts.tryOut(row) }]),
					{ label: t('remove'), icon: IconTrash, danger: true, onSelect: () => setDoomed(row) },
				]}
				search={search}
				onSearch={patch}
				searchLabel={t('search')}
				filters={[
					...(isAdmin ? [ofDomain] : []),
					{
						key: 'status',
						name: t('status'),
						options: [
							{ value: '0', label: t('draft') },
							{ value: '1', label: t('published') },
						],
						value: search.status,
					},
				]}
				count={(total) => t('count', { count: total })}
				failed={t('failed')}
				empty={{ title: t('empty'), why: t('emptyWhy') }}
			>
				{opened ? (
					<Suspense fallback={null}>
						<ConstellationDrawer place={place} search={search} patch={patch} />
					</Suspense>
				) : null}
				<RemoveQuestion
					row={doomed}
					title={t('removeQuestion', { title: doomed?.title ?? '' })}
					text={t('removeText')}
					verb={t('removeVerb')}
					remove={remove}
					onClose={() => setDoomed(null)}
				/>
			</ListScreen>
		</>
	);
}

function ChannelOf({ row }: { row: Constellation }) {
	const language = useLanguage();
	const { icon: Sign, label } = channelSigns[CHANNELS[row.channel] ?? 'email'];
	return (
		<span className={styles.channel}>
			<Sign size={16} stroke={1.75} aria-hidden="true" />
			{label[language]}
		</span>
	);
}
