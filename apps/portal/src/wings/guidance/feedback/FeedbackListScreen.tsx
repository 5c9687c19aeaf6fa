import { type Feedback, feedback, feedbackFile, markFeedback, readFeedback } from '@luvalla/contract/guidance/feedback';
import { IconArrowBackUp, IconCheck, IconMail, IconMessage2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asList, useCall } from '#portal/lib/calls.ts';
import { ask, fetchFile } from '#portal/lib/client.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { ListExport } from '#portal/ui/list/CsvExport.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { labelFilter } from '#portal/ui/list/list-words.ts';
import { useDrawerRow } from '#portal/ui/list/use-drawer-row.ts';
import { RelativeTime } from '#portal/ui/times.tsx';
import { answerTo } from './answer.ts';
import { FeedbackDrawer } from './FeedbackDrawer.tsx';
import { type FeedbackSearch, feedbackSearch } from './feedback.search.ts';
import { useFeedbackTexts } from './texts.ts';

const asked = (search: FeedbackSearch) => ({ query: { ...listQueryOf(search), status: search.status } });

/** Of a message its beginning; the drawer has all of it. */
const SHOWN = 120;
const beginning = (message: string): string => {
	const line = message.replace(/\s+/g, ' ');
	return line.length > SHOWN ? `${line.slice(0, SHOWN).trimEnd()}…` : line;
};

/** `/portalActivity/feedback`: what people wrote in the box of the header, for ADMIN; one message whole (`?id=`). */
export function FeedbackListScreen() {
	const t = useFeedbackTexts();
	const [search, patch] = useScreenSearch(feedbackSearch);
	const query = useQuery(asList(feedback, asked(search)));
	const mark = useCall(markFeedback, { reload: [feedback, readFeedback] });
	const drawer = useDrawerRow({
		id: search.id,
		list: query,
		idOf: (one) => one.id,
		call: readFeedback,
		input: (id) => ({ params: { id } }),
	});
	const columns: Column<Feedback>[] = [
		{
			key: 'message',
			header: t('message'),
			width: 320,
			cell: (row) => <RowLink search={{ id: row.id }}>{beginning(row.message)}</RowLink>,
		},
		{ key: 'who', header: t('who'), width: 200, cell: (row) => row.who ?? t('gone') },
		{ key: 'when', header: t('when'), sort: 'at', width: 120, cell: (row) => <RelativeTime at={row.at} /> },
		{ key: 'page', header: t('page'), cell: (row) => (row.page === null ? null : <span className="mono">{row.page}</span>) },
		{ key: 'status', header: t('status'), cell: (row) => <FeedbackBadge row={row} /> },
		{ key: 'by', header: t('answeredBy'), extra: true, cell: (row) => row.answeredBy },
	];
	return (
		<ListScreen
			name="feedback"
			title={t('title')}
			tools={<ListExport read={() => fetchFile(feedbackFile, { query: { q: search.q, status: search.status, sort: search.sort } })} />}
			query={query}
			columns={columns}
			rowId={(row) => row.id}
			rowName={(row) => `${t('from', { who: row.who ?? t('gone') })}, ${beginning(row.message)}`}
			actions={(row) => [
				{ label: t('read'), icon: IconMessage2, onSelect: () => patch({ id: row.id }) },
				...(row.who === null ? [] : [{ label: t('reply'), icon: IconMail, onSelect: () => reply(row.who ?? '', t('replySubject')) }]),
				row.status === 'open'
					? { label: t('mark'), icon: IconCheck, onSelect: () => mark.mutate({ params: { id: row.id }, body: { status: 'answered' } }) }
					: {
							label: t('reopen'),
							icon: IconArrowBackUp,
							onSelect: () => mark.mutate({ params: { id: row.id }, body: { status: 'open' } }),
						},
			]}
			search={search}
			onSearch={patch}
			searchLabel={t('search')}
			filters={[labelFilter('status', t('status'), search.status, { open: t('open'), answered: t('answered') })]}
			views={{ call: feedback, count: async (given) => (await ask(feedback, asked(feedbackSearch.parse(given)))).page }}
			count={(count) => t('count', { count })}
			empty={{ title: t('empty'), why: t('emptyWhy') }}
		>
			<FeedbackDrawer
				row={drawer.row}
				opened={drawer.opened}
				loading={drawer.loading}
				marking={mark.isPending}
				onMark={(row, status) => mark.mutate({ params: { id: row.id }, body: { status } })}
				onClose={() => patch({ id: undefined })}
			/>
		</ListScreen>
	);
}

/** Opens the reader's own mail program. */
const reply = (who: string, subject: string): void => {
	window.location.href = answerTo(who, subject);
};

function FeedbackBadge({ row }: { row: Feedback }) {
	const t = useFeedbackTexts();
	return row.status === 'open' ? (
		<Badge hue="blue" icon={IconMessage2}>
			{t('open')}
		</Badge>
	) : (
		<Badge hue="green" icon={IconCheck}>
			{t('answered')}
		</Badge>
	);
}
