/** One lane's turn: its way is opened, and it is sent until nobody is left, the way closes or it is halted. */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { int, row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { sendingBy } from '../channels/all.ts';
import { type Channel, isFiling, type Sheets, type Way, WayGone } from '../channels/channel.ts';
import { changeCampaignRun, holdCampaignRun, readCampaignRun } from '../runs/runs.ts';
import { book } from './book.ts';
import { dressFor } from './dress.ts';
import { channelCode, REST_MS, restLane, type Work } from './lease.ts';
import { type PumpEnd, pump } from './pump.ts';
import type { Halts } from './turn.ts';

/** A lane of which nobody knows when it has somebody again is looked at after so long. */
export const LOOK_MS = 1_000;
/** A lane that waits for a moment is looked at again so often all the same. */
const MOST_REST_MS = 10_000;
/** A lane whose connector, or something of ours, fails rests, doubling from the first to the last; after so many times in a row the run is paused. */
const FIRST_REST_MS = 1_000;
const MOST_FAILURES = 8;

type Needs = Pick<Kernel, 'storage' | 'secrets' | 'settings' | 'log' | 'hooks'>;

export interface LaneAsked {
	readonly customerId: number;
	readonly runId: string;
	/** Its channel's place in `CHANNELS`. */
	readonly code: number;
	/** The worker's part of counts. */
	readonly part: number;
}

/** While a way is open it is asked so often whether what it was opened by still stands. */
const STANDS_MS = 500;
const StandingRow = row({ standing: text });

/** The connector that a lane sends by and who it writes as, as they are now: another answer, and one of them is not what it was. */
const standingOf = async (tx: Tx, { customerId, plan, lane }: Work): Promise<string> =>
	(
		await tx.first(
			StandingRow,
			sql`select concat(
				(select c.changed_at from connector c where c.customer_id = ${customerId} and c.connector_id = ${lane.connectorId}::uuid), ' ',
				(select concat(s.changed_at, s.checked) from sender s where s.customer_id = ${customerId} and s.sender_id = ${plan.options.senderId}::uuid)
			) as standing`,
		)
	)?.standing ?? '';

/**
 * Ends a turn as soon as a connector is turned off or leads elsewhere, or a sender is another or not in order any more: whoever comes next
 * opens the way anew, and is refused or sends by what is so by then. A turn may last for hours where nobody waits for its place.
 * @param since as it was before the way was opened
 */
const watchStanding = ({ storage, log }: Needs, work: Work, since: string, halts: Halts): { halts: Halts; stop: () => void } => {
	let changed = false;
	let asking = false;
	const look = async (): Promise<void> => {
		if (asking) return;
		asking = true;
		try {
			changed ||= (await storage.inTenantByKeys(work.customerId, (tx) => standingOf(tx, work))) !== since;
		} catch (error) {
			log.warn('it was not asked whether a campaign may go on as it began', { run: work.runId, error });
		} finally {
			asking = false;
		}
	};
	const timer = setInterval(() => void look(), STANDS_MS);
	timer.unref();
	return { halts: { ...halts, isOver: () => changed || halts.isOver() }, stop: () => clearInterval(timer) };
};

/** Null: the way is gone, and the run was paused. */
const openWay = async (kernel: Needs, channel: Channel, work: Work, plan: Work['plan']): Promise<Way | Sheets | null> => {
	const { customerId, runId, rehearsal, lane } = work;
	try {
		return await (isFiling(channel)
			? channel.sheets(kernel, customerId, plan, lane, { runId, rehearsal })
			: channel[rehearsal ? 'rehearse' : 'open'](kernel, customerId, plan, lane, runId));
	} catch (error) {
		if (!(error instanceof WayGone)) throw error;
		const { why } = error;
		await kernel.storage.inTenant(customerId, async (tx) => {
			const held = await holdCampaignRun(tx, customerId, runId);
			if (held?.state === 'sending') await changeCampaignRun(tx, customerId, held, { state: 'paused', why });
		});
		return null;
	}
};

/** Nothing can be sent on a lane for now. */
const close = ({ storage, log }: Needs, work: Work, end: PumpEnd): Promise<void> =>
	storage.inTenant(work.customerId, async (tx) => {
		// The run before its lane, as whoever stops it holds them.
		const run = await holdCampaignRun(tx, work.customerId, work.runId);
		const its = sql`customer_id = ${work.customerId} and run_id = ${work.runId} and channel = ${channelCode(work)}`;
		const [lane] = await tx.rows(
			row({ failures: int }),
			sql`update campaign_lane set failures = failures + 1 where customer_id = ${work.customerId} and ${its} returning failures`,
		);
		const failures = lane?.failures ?? 0;
		const restMs = Math.min(REST_MS, FIRST_REST_MS * 2 ** Math.min(failures - 1, 12));
		await tx.run(
			sql`update campaign_lane set free_at = ${new Date(now().getTime() + restMs)} where customer_id = ${work.customerId} and ${its}`,
		);
		log.warn('a lane of a campaign rests', { why: end.why, run: work.runId, channel: work.lane.channel, said: end.said, failures });
		if (run?.state === 'sending' && failures >= MOST_FAILURES)
			await changeCampaignRun(tx, work.customerId, run, { state: 'paused', why: end.why === 'fault' ? 'internal' : 'connector' });
	});

/** @returns whether somebody's time has come by now, of a run that stays open */
const succeed = ({ storage }: Needs, work: Work, rests: boolean): Promise<boolean> =>
	storage.inTenantByKeys(work.customerId, async (tx) => {
		await tx.run(
			sql`update campaign_lane set failures = 0 where customer_id = ${work.customerId} and run_id = ${work.runId} and channel = ${channelCode(work)} and failures > 0`,
		);
		return rests && restLane(tx, work);
	});

/** @returns for how long nothing is to be done for the lane; null: it may be looked at at once */
export const sendLane = async (kernel: Needs, { customerId, runId, code, part }: LaneAsked, halts: Halts): Promise<number | null> => {
	const run = await kernel.storage.inTenantByKeys(customerId, (tx) => readCampaignRun(tx, customerId, runId));
	const word = CHANNELS[code];
	const lane = run?.plan.lanes.find((one) => one.channel === word);
	const channel = sendingBy(word ?? null);
	if (run?.state !== 'sending' || !lane || !channel) return null;
	const rehearsal = run.kind === 'rehearsal';
	// Nothing leaves: neither the hour nor the pace matters to anybody.
	const plan = rehearsal ? { ...run.plan, options: { ...run.plan.options, quiet: null, throttle: null } } : run.plan;
	const work: Work = { customerId, runId, rehearsal, plan, lane, part };
	const standing = await kernel.storage.inTenantByKeys(customerId, (tx) => standingOf(tx, work));
	const way = await openWay(kernel, channel, work, run.plan);
	if (!way) return null;
	const watched = watchStanding(kernel, work, standing, halts);
	try {
		const dress = dressFor(kernel, work, await channel.sender(kernel, customerId, run.plan.options.senderId));
		const end = await ('make' in way ? book(kernel, work, way, dress, watched.halts) : pump(kernel, work, way, dress, watched.halts));
		if (end.why === 'closed' || end.why === 'fault') await close(kernel, work, end);
		else if (await succeed(kernel, work, end.why === 'idle' && run.open_until !== null)) return null;
		if (end.why !== 'idle') return null;
		// So long as the clock says by which the moment was told, and never for long: that clock may be put right.
		const restMs = end.after === null ? LOOK_MS : end.after.getTime() - now().getTime();
		return Math.min(Math.max(restMs, 0), MOST_REST_MS);
	} finally {
		watched.stop();
		if ('close' in way) way.close();
	}
};
