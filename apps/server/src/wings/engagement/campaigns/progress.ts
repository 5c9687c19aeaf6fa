/** How far runs are: read from what is counted beside them, so that a run of a million costs what one of a hundred does. */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import type { CampaignRun } from '@luvalla/contract/engagement/campaign-run.ts';
import { DELIVERY_STATES, type DeliveryState } from '@luvalla/contract/engagement/deliveries.ts';
import { now } from '#kernel/clock.ts';
import { instant, int, orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { sumsBy } from '#kernel/tally/tally.ts';
import { isOnSite } from '../channels/site-store.ts';
import { DELIVERY_COUNT } from '../runs/counts.ts';
import { waitsOf } from '../runs/paid.ts';
import type { CampaignRunRow } from '../runs/runs.ts';
import { timeOf } from '../runs/token.ts';

/** Prices are in this currency until the Administration issue lets it be chosen. */
export const CURRENCY = 'EUR';
/** Minutes of a series. */
const MINUTES = 120;
/** The rate is that of the last minutes. */
const RATE_MINUTES = 3;

const SumRow = row({ what: text, reason: text, n: int });
const MinuteRow = row({ what: text, at: instant, n: int });
const HandRow = row({ in_hand: int });
const DueRow = row({ due: orNull(instant) });
const RunSum = row({ run_id: uuid, what: text, n: int });

export const shownRun = (run: CampaignRunRow): CampaignRun => ({
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
	runs: readonly CampaignRunRow[],
): Promise<ReadonlyMap<string, { targeted: number; opens: number; clicks: number }>> => {
	const rows = await tx.rows(
		RunSum,
		sumsBy(DELIVERY_COUNT, customerId, {
			by: ['run_id', 'what'],
			where: sql`c.run_id = any(${runs.map((run) => run.run_id)}::uuid[]) and c.what in ('targeted', 'opened', 'clicked')`,
		}),
	);
	return new Map(
		runs.map((run) => {
			const of = (what: string): number => rows.find((one) => one.run_id === run.run_id && one.what === what)?.n ?? 0;
			// Every lane targets the same people.
			return [run.run_id, { targeted: of('targeted') / Math.max(1, run.plan.lanes.length), opens: of('opened'), clicks: of('clicked') }];
		}),
	);
};

const firstOf = (times: readonly Date[]): string | null =>
	times.length === 0 ? null : new Date(Math.min(...times.map((one) => one.getTime()))).toISOString();

export const readProgress = async (tx: Tx, customerId: number, run: CampaignRunRow) => {
	const at = now();
	const of = sql`c.run_id = ${run.run_id}`;
	const [rows, counted, [hand], credits, onSite, due] = await Promise.all([
		tx.rows(SumRow, sumsBy(DELIVERY_COUNT, customerId, { by: ['what', 'reason'], where: of })),
		tx.rows(
			MinuteRow,
			sql`${sumsBy(DELIVERY_COUNT, customerId, {
				by: ['what'],
				per: 'minute',
				where: sql`${of} and c.what in ('accepted', 'opened')`,
			})} order by at desc limit ${2 * MINUTES}`,
		),
		tx.rows(
			HandRow,
			sql`select coalesce(sum(cardinality(members)), 0)::int8 as in_hand from delivery_lease where customer_id = ${customerId} and run_id = ${run.run_id}`,
		),
		run.plan.charged ? waitsOf(tx, customerId, run.run_id) : null,
		run.kind === 'real' && isOnSite(tx, customerId, run.run_id),
		// the first of each lane's index, however many there are
		Promise.all(
			run.plan.lanes.map(({ channel }) =>
				tx.rows(
					DueRow,
					sql`select min(due_at) as due from delivery where customer_id = ${customerId} and at >= ${timeOf(run.run_id)} and run_id = ${run.run_id}
						and channel = ${CHANNELS.indexOf(channel)} and due_at is not null and state = 'deferred'`,
				),
			),
		),
	]);
	// A minute has two of these at most: so many minutes are whole.
	const minutes = [...Map.groupBy(counted, (one) => one.at.getTime())].slice(0, MINUTES).map(([time, own]) => ({
		time,
		sent: own.find(({ what }) => what === 'accepted')?.n ?? 0,
		opened: own.find(({ what }) => what === 'opened')?.n ?? 0,
	}));
	const sum = (what: string): number => rows.reduce((n, one) => (one.what === what ? n + one.n : n), 0);
	const states = Object.fromEntries(DELIVERY_STATES.map((state) => [state, sum(state)])) as Record<DeliveryState, number>;
	const open = states.waiting + states.deferred;
	const recent = minutes.filter(({ time }) => time > at.getTime() - RATE_MINUTES * 60_000);
	const first = recent.at(-1)?.time ?? at.getTime();
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
		arrived: sum('arrived'),
		bounced: sum('bounced'),
		costMicros: sum('cost_micros'),
		currency: CURRENCY,
		perMinute: Math.round(perMinute),
		minutesLeft: perMinute > 0 && states.waiting > 0 ? states.waiting / perMinute : null,
		deferredTo: firstOf(due.flat().flatMap((one) => one.due ?? [])),
		throttle: run.plan.options.throttle,
		credits,
		onSite,
		series: minutes.reverse().map(({ time, sent, opened }) => ({ at: new Date(time).toISOString(), sent, opened })),
		at: at.toISOString(),
	};
};
