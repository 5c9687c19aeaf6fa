/** What of campaigns waits for somebody: runs that paused themselves, messages in doubt, senders whose DNS is not ready. */
import type { Need } from '@luvalla/contract/insight/needs.ts';
import { now } from '#kernel/clock.ts';
import type { ForWhom } from '#kernel/hooks.ts';
import { instant, int, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { isReady } from './senders/sentences.ts';
import { readSenders } from './senders/store.ts';

const RunRow = row({ campaign_id: uuid, title: text, domain_id: uuid, at: instant });
const DoubtRow = row({ campaign_id: uuid, title: text, domain_id: uuid, at: instant, n: int });
/** Doubts of older runs are settled by nobody any more. */
const DOUBT_DAYS = 30;
const DAY_MS = 86_400_000;

export const campaignNeeds = async (tx: Tx, { customerId, domainIds }: ForWhom): Promise<Need[]> => {
	const seen = sql`(${domainIds}::uuid[] is null or r.domain_id = any(${domainIds}::uuid[]))`;
	const paused = await tx.rows(
		RunRow,
		sql`select r.campaign_id, r.plan ->> 'title' as title, r.domain_id, r.begins_at as at from campaign_run r
		where r.customer_id = ${customerId} and r.kind = 'real' and r.state = 'paused' and r.why <> all(array['asked', 'domain']) and ${seen}
		order by r.begins_at limit 20`,
	);
	const doubt = await tx.rows(
		DoubtRow,
		sql`select r.campaign_id, r.plan ->> 'title' as title, r.domain_id, min(r.begins_at) as at, sum(c.n)::int8 as n
		from campaign_run r join delivery_count c on c.customer_id = ${customerId} and c.run_id = r.run_id and c.what = 'unknown'
		where r.customer_id = ${customerId} and r.kind = 'real' and r.begins_at > ${new Date(now().getTime() - DOUBT_DAYS * DAY_MS)} and ${seen}
		group by r.campaign_id, r.plan ->> 'title', r.domain_id having sum(c.n) > 0 order by 4 limit 20`,
	);
	const senders = (await readSenders(tx, customerId, domainIds)).filter(({ checked }) => !isReady(checked));
	const about = ({ campaign_id: id, title: name, domain_id: domainId, at }: (typeof paused)[number]) => ({
		...{ id, name, domainId, at: at.toISOString() },
	});
	return [
		...paused.map((one): Need => ({ need: 'run-paused', ...about(one), count: null })),
		...doubt.map((one): Need => ({ need: 'messages-unknown', ...about(one), count: one.n })),
		...senders.map(
			(one): Need => ({
				...{ need: 'sender-not-ready', id: one.sender_id, name: one.address, domainId: one.domain_id, count: null },
				at: one.checked_at?.toISOString() ?? null,
			}),
		),
	];
};
