/** How far runs are: read from what is counted beside them, so that a run of a million costs what one of a hundred does. */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import type { CampaignRun } from '@luvalla/contract/engagement/campaign-run.ts';
import { DELIVERY_STATES, type DeliveryState } from '@luvalla/contract/engagement/deliveries.ts';
import { now } from '#kernel/clock.ts';
import { instant, int, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { RunRow } from './runs.ts';

/** Prices are in this currency until the Administration issue lets it be chosen. */
export const CURRENCY = 'EUR';
/** Minutes of a series. */
const MINUTES = 120;
/** The rate is that of the last minutes. */
const RATE_MINUTES = 3;

const SumRow = row({ what: text, reason: text, n: int });
const MinuteRow = row({ minute: instant, sent: int, opened: int });
const HandRow = row({ in_hand: int });
const RunSum = row({ run_id: uuid, what: text, n: int });

export const shownRun = (run: RunRow): CampaignRun => ({
	id: run.run_id,
	kind: run.kind,
	state: run.state,
	why: run.why,
	beginsAt: run.begins_at.toISOString(),
	preparedAt: run.prepared_at?.toISOString() ?? null,
	endedAt: run.ended_at?.toISOString() ?? null,
});

const isState = (word: string): word is DeliveryState => (DELIVERY_STATES as readonly string[]).includes(word);

/** People of runs, and how many opened and clicked, by run. A person whom two channels reach is one. */
export const peopleOfRuns = async (
	tx: Tx,
	customerId: number,
	runs: readonly RunRow[],
): Promise<ReadonlyMap<string, { targeted: number; opens: number; clicks: number }>> => {
	const rows = await tx.rows(
		RunSum,
		sql`select run_id, what, sum(n)::int8 as n from delivery_count where customer_id = ${customerId}
			and run_id = any(${runs.map((run) => run.run_id)}::uuid[]) and what in ('targeted', 'opened', 'clicked') group by run_id, what`,
	);
	return new Map(
		runs.map((run) => {
			const of = (what: string): number => rows.find((one) => one.run_id === run.run_id && one.what === what)?.n ?? 0;
			// Every lane targets the same people.
			return [run.run_id, { targeted: of('targeted') / Math.max(1, run.plan.lanes.length), opens: of('opened'), clicks: of('clicked') }];
		}),
	);
};

export const readProgress = async (tx: Tx, customerId: number, run: RunRow) => {
	const at = now();
	const rows = await tx.rows(
		SumRow,
		sql`select what, reason, sum(n)::int8 as n from delivery_count where customer_id = ${customerId} and run_id = ${run.run_id} group by what, reason`,
	);
	const minutes = await tx.rows(
		MinuteRow,
		sql`select minute, coalesce(sum(n) filter (where what = 'accepted'), 0)::int8 as sent, coalesce(sum(n) filter (where what = 'opened'), 0)::int8 as opened
		from delivery_count where customer_id = ${customerId} and run_id = ${run.run_id} and what in ('accepted', 'opened')
		group by minute order by minute desc limit ${MINUTES}`,
	);
	const [hand] = await tx.rows(
		HandRow,
		sql`select coalesce(sum(cardinality(members)), 0)::int8 as in_hand from delivery_lease where customer_id = ${customerId} and run_id = ${run.run_id}`,
	);
	const sum = (what: string): number => rows.reduce((n, one) => (one.what === what ? n + one.n : n), 0);
	const states = Object.fromEntries(DELIVERY_STATES.map((state) => [state, sum(state)])) as Record<DeliveryState, number>;
	const open = states.waiting + states.deferred;
	const recent = minutes.filter(({ minute }) => minute.getTime() > at.getTime() - RATE_MINUTES * 60_000);
	const first = recent.at(-1)?.minute.getTime() ?? at.getTime();
	const began = Math.max(first, run.prepared_at?.getTime() ?? first);
	const perMinute =
		run.state === 'sending' ? (recent.reduce((n, { sent }) => n + sent, 0) * 60_000) / Math.max(1000, at.getTime() - began) : 0;
	return {
		run: shownRun(run),
		targeted: sum('targeted'),
		states,
		inHand: Math.min(open, hand?.in_hand ?? 0),
		reasons: rows
			.flatMap(({ what, reason, n }) => (isState(what) && reason !== '' && n > 0 ? [{ state: what, reason, count: n }] : []))
			.sort((a, b) => b.count - a.count),
		opened: sum('opened'),
		clicked: sum('clicked'),
		machines: sum('machine'),
		trackable: sum('trackable'),
		left: sum('left'),
		complained: sum('complained'),
		bounced: sum('bounced'),
		costMicros: sum('cost_micros'),
		currency: CURRENCY,
		perMinute: Math.round(perMinute),
		minutesLeft: perMinute > 0 && open > 0 ? open / perMinute : null,
		throttle: run.plan.options.throttle,
		series: minutes.reverse().map(({ minute, sent, opened }) => ({ at: minute.toISOString(), sent, opened })),
		at: at.toISOString(),
	};
};

/** Names of channels by code. */
export const channelWord = (code: number): (typeof CHANNELS)[number] => CHANNELS[code] ?? 'email';
