/** How far roll-ups are behind, and what came into them by this process. */

import { CHANNELS } from '@luvalla/contract/channels.ts';
import { counted, type Measures } from '#kernel/http/measures.ts';
import { float, int, orNull, row, sql } from '#kernel/storage/rows.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { GivenNews } from '#kernel/tally/news.ts';
import { READER } from './consents.ts';

const messages = counted<'channel' | 'outcome'>(
	'luvalla_messages_total',
	'Messages of campaigns by channel and what became of them, as this worker counted them.',
);
const events = counted('luvalla_events_total', 'Events that sites, applications and servers told of, as this worker counted them.');

/** Told after the commit. */
export const measureNews = (news: readonly GivenNews[]): void => {
	for (const { what, key, n } of news) {
		if (n <= 0) continue;
		if (what === 'event') events({}, n);
		if (what !== 'message') continue;
		const [channel, outcome = ''] = key.split(' ');
		messages({ channel: CHANNELS[Number(channel)] ?? '', outcome }, n);
	}
};

const Waiting = row({ n: int, seconds: orNull(float) });
const Unread = row({ n: int });

export const measureRollUps = (measures: Measures, storage: Pick<Storage, 'acrossInReport'>): void => {
	const waiting = async () =>
		(await storage.acrossInReport.first(
			Waiting,
			sql`select count(*)::int8 as n, extract(epoch from now() - min(told_at))::float8 as seconds from count_news`,
		)) ?? { n: 0, seconds: null };
	measures.gauge(
		'luvalla_roll_up_waiting',
		'What stands in no roll-up yet: transactions that told news, and records of the ledger.',
		async () => {
			const unread = await storage.acrossInReport.first(
				Unread,
				sql`select coalesce(sum(l.size - coalesce(r.position, 0)), 0)::int8 as n from ledger_log l
				left join ledger_reader r on r.customer_id = l.customer_id and r.reader = ${READER}`,
			);
			return [
				{ labels: { kind: 'news' }, value: (await waiting()).n },
				{ labels: { kind: 'records' }, value: unread?.n ?? 0 },
			];
		},
	);
	measures.gauge('luvalla_roll_up_lag_seconds', 'For how long the first of the news has waited.', async () => [
		{ value: (await waiting()).seconds ?? 0 },
	]);
};
