/**
 * How many of a run are where, and what came of it, counted by the statement or in the transaction that changes the rows. A state is
 * counted in the minute that its row says: in which it was settled, or else in which it entered. So the counts are at any time those of
 * the rows, minute by minute, and can be made anew from them.
 */
import type { DeliveryState } from '@luvalla/contract/engagement/deliveries.ts';
import { type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type CountNews, tellCounts } from '#kernel/tally/news.ts';
import type { Recount } from '#kernel/tally/recount.ts';
import { counterOf, type Tally } from '#kernel/tally/tally.ts';

export const DELIVERY_COUNT = counterOf({
	table: 'delivery_count',
	grain: 'minute',
	key: { run_id: 'uuid', channel: 'int', what: 'text', reason: 'text' },
});
export type DeliveryTally = Tally<typeof DELIVERY_COUNT.key>;

/** Links that were followed without anybody being followed: there are no rows of who did. */
export const LINK_COUNT = counterOf({ table: 'link_count', grain: 'day', key: { run_id: 'uuid', link: 'int' } });

/** What is counted beside states. */
type Counted =
	| 'targeted'
	| 'trackable'
	| 'cost_micros'
	| 'size'
	| 'opened'
	| 'clicked'
	| 'machine'
	| 'left'
	| 'arrived'
	| 'complained'
	| 'bounced';

/** Keys of a run's counts by one channel. */
export const keysOf =
	(runId: string, channel: number) =>
	(what: DeliveryState | Counted, reason = '') => ({ run_id: runId, channel, what, reason });

/** @param part the writer's */
export const writeCounts = async (tx: Tx, customerId: number, part: number, tally: DeliveryTally): Promise<void> => {
	const adding = tally.adding(customerId, part);
	if (adding) await tx.run(adding);
	await tellMessages(tx, customerId, tally);
};

/** What roll-ups count of messages. */
const TOLD: readonly (number | string | undefined)[] = ['accepted', 'failed', 'skipped', 'opened', 'clicked'];

const RunRow = row({ domain_id: uuid, kind: text });
/** Of runs that were asked about last: on which domain, and whether they are real. Neither ever changes. */
const runs = new Map<string, RowOf<typeof RunRow>>();
const RUNS_KEPT = 1000;

const runOf = async (tx: Tx, customerId: number, runId: string): Promise<RowOf<typeof RunRow> | null> => {
	const known = runs.get(runId);
	if (known) return known;
	const found = await tx.first(
		RunRow,
		sql`select domain_id, kind from campaign_run where customer_id = ${customerId} and run_id = ${runId}`,
	);
	if (found) {
		if (runs.size >= RUNS_KEPT) runs.clear();
		runs.set(runId, found);
	}
	return found;
};

/** Tells the roll-ups what became of messages; in the transaction that writes the counts. Rehearsals are none. */
export const tellMessages = async (tx: Tx, customerId: number, tally: DeliveryTally): Promise<void> => {
	const news: CountNews[] = [];
	for (const { key, minute, n } of tally.counts()) {
		if (!TOLD.includes(key.what)) continue;
		const run = await runOf(tx, customerId, key.run_id);
		if (run?.kind === 'real') news.push({ what: 'message', domainId: run.domain_id, key: `${key.channel} ${key.what}`, at: minute, n });
	}
	await tellCounts(tx, customerId, news);
};

/** Of whoever was erased these have no rows any more, and stay counted. */
const FOLLOWED = ['opened', 'clicked', 'machine', 'trackable'];

/** Of runs in which somebody was erased, opens and clicks are left as they are: whoever was written to had an address until then. */
export const deliveryRecount: Recount = {
	counter: DELIVERY_COUNT,
	rows: (customerId) => sql`select x.run_id, x.channel, x.what, x.reason, date_trunc('minute', x.at, 'UTC') as minute, sum(x.n) as n from (
			select d.run_id, d.channel, v.what, v.reason, v.at, v.n from delivery d cross join lateral (values
				(d.state, case when d.state = 'deferred' then '' else coalesce(d.reason, '') end, coalesce(d.settled_at, d.at), 1),
				('targeted', '', d.at, 1),
				('trackable', '', d.settled_at, case when d.state = 'accepted' and d.tracked_id is not null then 1 end),
				('cost_micros', '', d.settled_at, case when d.state = 'accepted' then d.cost_micros end),
				('size', '', d.settled_at, case when d.state = 'accepted' then d.size end),
				('left', '', d.left_at, 1), ('arrived', '', d.arrived_at, 1), ('complained', '', d.complained_at, 1), ('bounced', '', d.bounced_at, 1)
			) v (what, reason, at, n) where d.customer_id = ${customerId} and v.at is not null
			union all
			select f.run_id, f.channel, case f.kind when 'open' then 'opened' else 'clicked' end, '', f.at, 1
			from delivery_first f where f.customer_id = ${customerId}
			union all
			select h.run_id, h.channel, 'machine', '', h.at, 1 from delivery_hit h where h.customer_id = ${customerId} and h.machine
		) x where x.n <> 0 group by 1, 2, 3, 4, 5`,
	covers: (customerId) => sql`not (c.what = any(${FOLLOWED}::text[]) and (c.run_id, c.channel) in (
			select e.run_id, e.channel from delivery e
			where e.customer_id = ${customerId} and e.settled_at is not null and e.state <> 'skipped' and e.address is null))`,
};
