/**
 * The worker's part: conducts runs, and sends what lanes have. Customers take turns; whoever waits longest is next, transactional runs
 * have places of their own, and any number of workers may do it at once.
 */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import { now } from '#kernel/clock.ts';
import { createRounds } from '#kernel/jobs/rounds.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { instant, int, oneOf, row, sql, uuid } from '#kernel/storage/rows.ts';
import { newPart } from '#kernel/tally/tally.ts';
import { sendingBy } from '../channels/all.ts';
import { isFiling, type Sheets, type Way, WayGone } from '../channels/channel.ts';
import { changeCampaignRun, customersWithRuns, holdCampaignRun, type OpenRun, readCampaignRun, TOPIC } from '../runs/runs.ts';
import { book } from './book.ts';
import { conduct } from './conduct.ts';
import { dressFor } from './dress.ts';
import { REST_MS, restLane, type Work } from './lease.ts';
import { type PumpEnd, pump } from './pump.ts';
import type { Halts } from './turn.ts';

/**
 * Lanes that one worker sends at once, of each kind so many. Those of triggered sends have a few messages at a time: a turn of theirs is
 * waiting for one statement after the other, so that many at once cost no more than few.
 */
const AT_ONCE = { marketing: 4, transactional: 2, triggered: 16 };
const KINDS = ['marketing', 'transactional', 'triggered'] as const;
type Kind = (typeof KINDS)[number];
/** How long a lane is sent while others wait. */
const SLICE_MS = 5_000;
/**
 * A lane whose turn is over and that still waits after so long waits for a mail server that takes its time, which may be minutes: its place
 * is somebody else's. So there may be so many times as many lanes; a customer has no more than there are places.
 */
const LINGER_MS = 2_000;
const LINGERING = 4;
/** Whoever had a turn so long ago waits no longer than anybody else. */
const FORGOTTEN_MS = 60_000;
/** Runs are looked for so often; news of them come at once. */
const LOOK_MS = 1_000;
/** A lane that waits for a moment is looked at again so often all the same. */
const MOST_REST_MS = 10_000;
/** A run that waits until its sets are counted is looked at so often: of that there is no news. */
const SOON_MS = 200;
/** A run that stays open is looked after so often. */
const OPEN_MS = 5_000;
/** A lane whose connector, or something of ours, fails rests, doubling from the first to the last; after so many times in a row the run is paused. */
const FIRST_REST_MS = 1_000;
const MOST_FAILURES = 8;

const LaneRow = row({
	customer_id: int,
	run_id: uuid,
	channel: int,
	kind: oneOf(KINDS),
	free_at: instant,
});

/** A lane's time at a place. */
interface Turn {
	/** Nobody more is begun since then: whoever is left waits for the other side. */
	overMs: number | null;
}

type Needs = Pick<Kernel, 'storage' | 'secrets' | 'settings' | 'log' | 'hooks'>;

/** Sends for as long as the process works. Answers how to stop: everything begun is settled first. */
export const workCampaigns = async (kernel: Needs): Promise<() => Promise<void>> => {
	const { storage, log } = kernel;
	const part = newPart();
	let stopping = false;
	/** Lanes that are sent here, and whether their slice is over for somebody else. */
	const sending = new Map<string, { customerId: number; kind: Kind; ended: Promise<void>; turn: Turn }>();
	/** Nothing is to be done for a lane before. */
	const notBefore = new Map<string, number>();
	/** When a customer, and a lane, had its last turn here. */
	const servedAt = new Map<number, number>();
	const lanesServedAt = new Map<string, number>();
	/** Lanes that wait for a place of their kind. */
	const others: Record<Kind, number> = { marketing: 0, transactional: 0, triggered: 0 };

	/** Customers that are looked at again soon. */
	const soon = new Map<number, NodeJS.Timeout>();
	const lookSoon = (customerId: number): void => {
		if (stopping || soon.has(customerId)) return;
		const timer = setTimeout(() => {
			soon.delete(customerId);
			rounds.wake(customerId);
		}, SOON_MS);
		soon.set(customerId, timer);
	};
	/** Runs that stay open are many and quiet: each is moved on so often, or when nobody may enter it any more. */
	const movedMs = new Map<string, number>();
	const isLookedAt = (run: OpenRun): boolean => {
		if (run.state !== 'sending' || run.open_until === null || run.open_until <= now()) return true;
		const last = movedMs.get(run.run_id) ?? Number.NEGATIVE_INFINITY;
		if (performance.now() - last < OPEN_MS) return false;
		movedMs.set(run.run_id, performance.now());
		return true;
	};
	const rounds = createRounds(
		async (customerId) => {
			const more = await conduct(storage, customerId, isLookedAt);
			if (more === 'soon') lookSoon(customerId);
			return more === 'now';
		},
		{
			atOnce: 2,
			restMs: 100,
			failed: (customerId, error) => log.error('campaigns were not conducted', { customerId, error }),
		},
	);

	/** Nothing can be sent on a lane for now. */
	const closed = (work: Work, end: PumpEnd): Promise<void> =>
		storage.inTenant(work.customerId, async (tx) => {
			// The run before its lane, as whoever stops it holds them.
			const run = await holdCampaignRun(tx, work.customerId, work.runId);
			const its = sql`customer_id = ${work.customerId} and run_id = ${work.runId} and channel = ${CHANNELS.indexOf(work.lane.channel)}`;
			const [lane] = await tx.rows(
				row({ failures: int }),
				sql`update campaign_lane set failures = failures + 1 where customer_id = ${work.customerId} and ${its} returning failures`,
			);
			const failures = lane?.failures ?? 0;
			const restMs = Math.min(REST_MS, FIRST_REST_MS * 2 ** Math.min(failures - 1, 12));
			await tx.run(
				sql`update campaign_lane set free_at = ${new Date(now().getTime() + restMs)} where customer_id = ${work.customerId} and ${its}`,
			);
			log.warn('a lane of a campaign rests', {
				why: end.why,
				run: work.runId,
				channel: work.lane.channel,
				said: end.said,
				failures,
			});
			if (run?.state === 'sending' && failures >= MOST_FAILURES)
				await changeCampaignRun(tx, work.customerId, run, { state: 'paused', why: end.why === 'fault' ? 'internal' : 'connector' });
		});

	const send = async (key: string, kind: Kind, customerId: number, runId: string, code: number, turn: Turn): Promise<void> => {
		const run = await storage.inTenantByKeys(customerId, (tx) => readCampaignRun(tx, customerId, runId));
		const word = CHANNELS[code];
		const lane = run?.plan.lanes.find((one) => one.channel === word);
		const channel = sendingBy(word ?? null);
		if (run?.state !== 'sending' || !lane || !channel) return;
		const rehearsal = run.kind === 'rehearsal';
		// Nothing leaves: neither the hour nor the pace matters to anybody.
		const plan = rehearsal ? { ...run.plan, options: { ...run.plan.options, quiet: null, throttle: null } } : run.plan;
		const work: Work = { customerId, runId, rehearsal, plan, lane, part };
		let way: Way | Sheets;
		try {
			way = await (isFiling(channel)
				? channel.sheets(kernel, customerId, run.plan, lane, { runId, rehearsal })
				: channel[rehearsal ? 'rehearse' : 'open'](kernel, customerId, run.plan, lane, runId));
		} catch (error) {
			if (!(error instanceof WayGone)) throw error;
			const { why } = error;
			await storage.inTenant(customerId, async (tx) => {
				const held = await holdCampaignRun(tx, customerId, runId);
				if (held?.state === 'sending') await changeCampaignRun(tx, customerId, held, { state: 'paused', why });
			});
			return;
		}
		try {
			const sender = await channel.sender(kernel, customerId, run.plan.options.senderId);
			const until = performance.now() + SLICE_MS;
			const dress = dressFor(kernel, work, sender);
			const halts: Halts = {
				isOver: () => {
					const over = stopping || (others[kind] > 0 && performance.now() > until);
					if (over) turn.overMs ??= performance.now();
					return over;
				},
				isWaitedFor: () => others[kind] > 0,
				isStopping: () => stopping,
			};
			const end = await ('make' in way ? book(kernel, work, way, dress, halts) : pump(kernel, work, way, dress, halts));
			let isDue = false;
			if (end.why === 'closed' || end.why === 'fault') await closed(work, end);
			else
				isDue = await storage.inTenantByKeys(customerId, async (tx) => {
					await tx.run(
						sql`update campaign_lane set failures = 0 where customer_id = ${customerId} and run_id = ${runId} and channel = ${code} and failures > 0`,
					);
					return end.why === 'idle' && run.open_until !== null && restLane(tx, work);
				});
			// So long as the clock says by which the moment was told, and never for long: that clock may be put right.
			const rest = end.after === null ? LOOK_MS : end.after.getTime() - now().getTime();
			if (end.why === 'idle' && !isDue) notBefore.set(key, Date.now() + Math.min(Math.max(rest, 0), MOST_REST_MS));
		} finally {
			if ('close' in way) way.close();
			rounds.wake(customerId);
		}
	};

	const look = async (): Promise<void> => {
		const moment = now();
		// Triggered sends are many, and never transactional: of theirs no plan is read.
		const lanes = await storage.across.rows(
			LaneRow,
			sql`select l.customer_id, l.run_id, l.channel, case when r.open_until is not null then 'triggered'
				when (r.plan ->> 'isTransactional')::boolean then 'transactional' else 'marketing' end as kind, l.free_at
			from campaign_lane l join campaign_run r on r.customer_id = l.customer_id and r.run_id = l.run_id
			where r.state = 'sending' and (l.free_at <= ${moment} or l.free_at > ${new Date(moment.getTime() + REST_MS)})
				and (l.idle_until is null or l.idle_until <= ${moment})`,
		);
		const at = Date.now();
		const wanted = lanes
			.map((lane) => ({ ...lane, key: `${lane.run_id} ${lane.channel}` }))
			.filter(({ key }) => !sending.has(key) && (notBefore.get(key) ?? 0) <= at)
			.sort(
				// Of one customer's the one that waits longest: hundreds of small lanes have a turn each before any has another.
				(a, b) =>
					(servedAt.get(a.customer_id) ?? 0) - (servedAt.get(b.customer_id) ?? 0) ||
					(lanesServedAt.get(a.key) ?? 0) - (lanesServedAt.get(b.key) ?? 0),
			);
		for (const kind of KINDS) others[kind] = 0;
		for (const { customer_id: customerId, run_id: runId, channel, kind, key } of wanted) {
			if (stopping) return;
			const all = [...sending.values()].filter((one) => one.kind === kind);
			const lingersFrom = performance.now() - LINGER_MS;
			const working = all.filter(({ turn }) => turn.overMs === null || turn.overMs > lingersFrom);
			const own = all.filter((one) => one.customerId === customerId);
			const places = AT_ONCE[kind];
			const full = working.length >= places || own.length >= places || all.length >= LINGERING * places;
			// Of the last place everybody else's turn comes first.
			if (full) {
				others[kind] += 1;
				continue;
			}
			servedAt.set(customerId, performance.now());
			lanesServedAt.set(key, performance.now());
			const turn: Turn = { overMs: null };
			const ended = send(key, kind, customerId, runId, channel, turn)
				.catch((error: unknown) => {
					notBefore.set(key, Date.now() + LOOK_MS);
					log.error('a lane of a campaign failed', { run: runId, error });
				})
				.finally(() => {
					sending.delete(key);
					wake();
				});
			sending.set(key, { customerId, kind, ended, turn });
		}
		for (const key of notBefore.keys()) if (!lanes.some((lane) => `${lane.run_id} ${lane.channel}` === key)) notBefore.delete(key);
	};

	let looking: Promise<void> | null = null;
	let again = false;
	const wake = (): void => {
		if (stopping) return;
		if (looking) {
			again = true;
			return;
		}
		looking = look()
			.catch((error: unknown) => log.error('campaigns could not be looked for', { error }))
			.finally(() => {
				looking = null;
				if (again) {
					again = false;
					wake();
				}
			});
	};
	const lookAll = async (): Promise<void> => {
		for (const [key, atMs] of lanesServedAt) if (performance.now() - atMs > FORGOTTEN_MS) lanesServedAt.delete(key);
		for (const customerId of await customersWithRuns(storage.across)) rounds.wake(customerId);
		wake();
	};
	const failed = (error: unknown): void => log.error('campaigns could not be looked for', { error });
	const unlisten = await storage.listen(TOPIC, (payload) => {
		rounds.wake(Number(payload));
		for (const key of notBefore.keys()) notBefore.delete(key);
		wake();
	});
	const timer = setInterval(() => void lookAll().catch(failed), LOOK_MS);
	timer.unref();
	await lookAll().catch(failed);
	return async () => {
		stopping = true;
		clearInterval(timer);
		for (const one of soon.values()) clearTimeout(one);
		await unlisten();
		await looking;
		await Promise.all([...sending.values()].map(({ ended }) => ended));
		await rounds.stop();
	};
};
