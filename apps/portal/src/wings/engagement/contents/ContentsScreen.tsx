import { CHANNELS } from '@luvalla/contract/channels';
import { codeOf } from '@luvalla/contract/engagement/content-types';
import { approveContent, type Content, contents, copyContent, removeContent } from '@luvalla/contract/engagement/contents';
import { useQuery } from '@tanstack/react-query';
import { asList, useCall } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { filterOf, listQueryOf } from '#portal/lib/search.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { ContentOff } from '#portal/ui/ContentOff.tsx';
import { channelSigns } from '#portal/ui/channels.ts';
import { LacksBadge } from '#portal/ui/hints/LacksBadge.tsx';
import type { Column } from '#portal/ui/list/DataTable.tsx';
import { DraftList } from '#portal/ui/list/DraftList.tsx';
import { NumberedStatus } from '#portal/ui/NumberedStatus.tsx';
import { usePlace } from '#portal/ui/use-place.ts';
import { type ContentSearch, contentSearch } from './contents.search.ts';
import { kindOf, kindText } from './kinds.ts';
import { nameOf } from './Languages.tsx';
import styles from './list.module.css';
import { useContentTexts } from './texts.ts';

/** What the list asks for. */
const asked = (search: ContentSearch) => ({
	query: { ...listQueryOf(search), filter: filterOf({ status: search.status, channel: search.channel }) },
});

/** `/contents`: the contents of the header's domain; to ADMIN of every domain of the page's customer. */
export function ContentsScreen() {
	const t = useContentTexts();
	const language = useLanguage();
	const [search, patch] = useScreenSearch(contentSearch);
	const place = usePlace(search);
	const { page, chosen, scope } = place;
	const list = useQuery({ ...asList(contents, asked(search), scope), enabled: page.customerId !== null && chosen });
	const approve = useCall(approveContent, { reload: [contents], scope });
	const copy = useCall(copyContent, { reload: [contents], scope });
	const remove = useCall(removeContent, { reload: [contents], scope: { customerId: page.customerId, domainId: null } });
	const columns: Column<Content>[] = [
		{ key: 'type', header: t('type'), cell: (row) => <Type row={row} />, width: 130 },
		{
			key: 'languages',
			header: t('languages'),
			cell: (row) =>
				[row.language, ...Object.keys(row.controls).filter((one) => one !== row.language)].map((one) => nameOf(one, language)).join(', '),
			width: 120,
		},
		{ key: 'status', header: t('status'), sort: 'status', cell: (row) => <State row={row} />, width: 140 },
		{
			key: 'uses',
			header: t('uses'),
			cell: (row) => (row.uses === 0 ? t('unused') : t('usesCount', { count: row.uses })),
			width: 110,
		},
	];
	return (
		<>
			<ContentOff />
			<DraftList
				name="contents"
				about={t('about')}
				t={t}
				place={place}
				path="/contents"
				query={list}
				columns={columns}
				changedAt={(row) => row.changedAt}
				statuses={{ 0: t('draft'), 5: t('approved') }}
				copy={{ label: t('copy'), call: copy }}
				approve={{ label: t('approve'), call: approve }}
				remove={remove}
				search={search}
				onSearch={patch}
				filters={[
					{
						key: 'channel',
						name: t('type'),
						options: CHANNELS.map((one) => ({ value: String(codeOf(one)), label: channelSigns[one].label[language] })),
						value: search.channel,
					},
				]}
				views={{ call: contents, count: async (given) => (await ask(contents, asked(contentSearch.parse(given)), scope)).page }}
			/>
		</>
	);
}

function Type({ row }: { row: Content }) {
	const t = useContentTexts();
	const language = useLanguage();
	const { channel } = kindOf(row.contentType);
	const Sign = channel ? channelSigns[channel].icon : null;
	return (
		<span className={styles.type}>
			{Sign ? <Sign size={16} stroke={1.75} aria-hidden="true" /> : null}
			{kindText(t, row.contentType, language)}
		</span>
	);
}

/** Its status, and whether something is still missing. */
function State({ row }: { row: Content }) {
	const t = useContentTexts();
	return (
		<span className={styles.state}>
			<NumberedStatus status={row.status} />
			<LacksBadge hints={row.hints}>{t('lacks')}</LacksBadge>
		</span>
	);
}
