/**
 * The worker's part: conducts runs, and sends what lanes have. Customers take turns; whoever waits longest is next, transactional runs
 * have places of their own, and any number of workers may do it at once.
 */
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { instant, int, oneOf, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { newPart } from '#kernel/tally/tally.ts';
import { customersWithRuns, TOPIC } from '../runs/runs.ts';
import { createConducting } from './conducting.ts';
import { REST_MS } from './lease.ts';
import { KINDS, type LaneDue, Places } from './places.ts';
import { LOOK_MS, sendLane } from './send-lane.ts';

const LaneRow = row({
	customer_id: int,
	run_id: uuid,
	channel: int,
	kind: oneOf(KINDS),
	free_at: instant,
});

interface Lane extends LaneDue {
	readonly runId: string;
	readonly channel: number;
}

const lanesDue = async (storage: Storage): Promise<Lane[]> => {
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
	return lanes.map(({ customer_id: customerId, run_id: runId, channel, kind }) => ({
		key: `${runId} ${channel}`,
		customerId,
		runId,
		channel,
		kind,
	}));
};

type Needs = Pick<Kernel, 'storage' | 'secrets' | 'settings' | 'log' | 'hooks'>;

/** Sends for as long as the process works. Answers how to stop: everything begun is settled first. */
export const workCampaigns = async (kernel: Needs): Promise<() => Promise<void>> => {
	const { storage, log } = kernel;
	const part = newPart();
	const conducting = createConducting(kernel);
	let stopping = false;
	const isStopping = (): boolean => stopping;
	const places = new Places({ isStopping, freed: () => wake() });
	/** Nothing is to be done for a lane before. */
	const notBefore = new Map<string, number>();
	const rest = (key: string, ms: number): Map<string, number> => notBefore.set(key, Date.now() + ms);

	const send = async ({ key, customerId, runId, channel: code, kind }: Lane, isOver: () => boolean): Promise<void> => {
		try {
			const halts = { isOver, isStopping, isWaitedFor: () => places.isWaitedFor(kind) };
			const restMs = await sendLane(kernel, { customerId, runId, code, part }, halts);
			if (restMs !== null) rest(key, restMs);
		} catch (error) {
			rest(key, LOOK_MS);
			log.error('a lane of a campaign failed', { run: runId, error });
		}
		conducting.wake(customerId);
	};

	const look = async (): Promise<void> => {
		const lanes = await lanesDue(storage);
		const at = Date.now();
		const wanted = lanes.filter(({ key }) => !places.has(key) && (notBefore.get(key) ?? 0) <= at);
		for (const lane of places.inOrder(wanted)) {
			if (stopping) return;
			places.take(lane, (isOver) => send(lane, isOver));
		}
		for (const key of notBefore.keys()) if (!lanes.some((lane) => lane.key === key)) notBefore.delete(key);
	};

	let looking: Promise<void> | null = null;
	let again = false;
	const failed = (error: unknown): void => log.error('campaigns could not be looked for', { error });
	const wake = (): void => {
		if (stopping) return;
		if (looking) {
			again = true;
			return;
		}
		looking = look()
			.catch(failed)
			.finally(() => {
				looking = null;
				if (again) {
					again = false;
					wake();
				}
			});
	};
	const lookAll = async (): Promise<void> => {
		places.forget();
		for (const customerId of await customersWithRuns(storage.across)) conducting.wake(customerId);
		wake();
	};
	const unlisten = await storage.listen(TOPIC, (payload) => {
		conducting.wake(Number(payload));
		for (const key of notBefore.keys()) notBefore.delete(key);
		wake();
	});
	const timer = setInterval(() => void lookAll().catch(failed), LOOK_MS);
	timer.unref();
	await lookAll().catch(failed);
	return async () => {
		stopping = true;
		clearInterval(timer);
		await unlisten();
		await looking;
		await places.ended();
		await conducting.stop();
	};
};
