/**
 * One worker on one lane of a run: takes recipients, hands their messages to the channel, writes down what became of them. Four things
 * go on at once, each as fast as the last of its kind is back: the next lease is taken (`Leases`), messages are made and handed over, that
 * they leave is written (`Begun`), outcomes are written (`Outcomes`). What the channel waits for (that a message leaves) is a row's change,
 * and asked for when the other side waits for the first byte: a worker that dies leaves in doubt what had left and was not answered, and
 * nobody else.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome, Recipient, Way } from '../channels/channel.ts';
import { Begun, LIVE_MS } from './begun.ts';
import { LEASE, type Work } from './lease.ts';
import { type Dress, Leases, type Ready } from './leases.ts';
import { Outcomes } from './outcomes.ts';
import { type Halts, Turn, type TurnParts } from './turn.ts';

/** Messages made ready, for each place of the channel. */
const AHEAD = 2;
/** Outcomes are gathered for a moment before they are written: nobody waits for them. */
const GATHER_MS = 10;
/** Recipients are asked for no more often. */
const ASK_MS = 20;

export interface PumpEnd {
	/** Why it ended: nobody is left, somebody else decides, the way is closed, or something of ours fails however often it is tried. */
	readonly why: 'idle' | 'closed' | 'stopped' | 'fault';
	/** When there may be somebody again. */
	readonly after: Date | null;
	/** The other side's last word, where the way is closed; the fault, where there is one. */
	readonly said: string;
}

/** Works until nobody is left, the way closes, or it is halted; then everything begun is settled. */
export const pump = async (parts: TurnParts, work: Work, way: Way, dress: Dress, halts: Halts): Promise<PumpEnd> => {
	const places = way.atOnce * way.batch;
	const turn = new Turn(parts, work, halts);
	const leases = new Leases(turn, dress, Math.max(LEASE, places));
	const begun = new Begun(turn, leases);
	const outcomes = new Outcomes(turn, leases);
	/** In the channel's hands: messages, and batches. */
	let sending = 0;
	let under = 0;

	const hand = (batch: readonly Ready[]): Promise<void> => {
		const handedMs = performance.now();
		const open = new Map(batch.map((one): [Recipient, Ready] => [{ ...one.dressed, mayLeave: () => begun.mayLeave(one) }, one]));
		const settled = (recipient: Recipient, outcome: Outcome): void => {
			const one = open.get(recipient);
			if (!one) return;
			open.delete(recipient);
			sending -= 1;
			if (outcome.state === 'returned' && outcome.closed) turn.closed = outcome.said;
			const { language, arm } = recipient;
			// A channel that takes its time asks for permission once more: what was handed over leaves after that.
			const leftMs = Math.max(handedMs, one.checked.ms);
			outcomes.add(one.lease, { who: one.who, outcome, language, arm, checkedMs: one.checked.ms, handedMs: leftMs });
		};
		return way.send([...open.keys()], settled).catch((error: unknown) => {
			turn.channelFailed(error);
			for (const recipient of [...open.keys()]) settled(recipient, { state: 'unknown', said: String(error) });
		});
	};
	/** How long those who are ready wait for others to fill a batch; null: a batch may leave, or nobody is ready. */
	const fillMs = (): number | null => {
		const sinceMs = leases.readySinceMs;
		if (way.fillMs === undefined || sinceMs === null || leases.readyCount >= way.batch || leases.isLast) return null;
		const ms = sinceMs + way.fillMs - performance.now();
		return ms > 0 ? ms : null;
	};
	const fill = (): void => {
		while (turn.going && under < way.atOnce && leases.readyCount > 0 && fillMs() === null) {
			const batch = leases.takeReady(way.batch);
			under += 1;
			sending += batch.length;
			void hand(batch).finally(() => {
				under -= 1;
				fill();
				turn.wake();
			});
		}
	};

	/** Makes the next ones ready, out of the leases in their order; false: there is nobody, or no room. */
	const prepare = async (): Promise<boolean> => {
		if (!turn.going) return false;
		let made = false;
		for (const lease of [...leases.held]) {
			const room = AHEAD * places - leases.readyCount - sending;
			if (room <= 0) break;
			if (lease.lost || lease.rest.length === 0) continue;
			await leases.freshen(lease);
			const next = lease.rest.slice(0, room);
			lease.rest = lease.rest.slice(room);
			for (const who of next) {
				const dressed = lease.dressed.get(who.entry);
				lease.open += 1;
				if (dressed) lease.ready.push({ lease, who, dressed, sinceMs: performance.now(), checked: { ms: lease.checkedMs } });
				// Whoever left meanwhile has nothing that a message could be made of.
				else {
					const outcome: Outcome = { state: 'failed', reason: 'gone', said: '' };
					outcomes.add(lease, { who, outcome, language: '', arm: 0, checkedMs: lease.checkedMs, handedMs: null });
				}
			}
			made = true;
			// Where nobody of it may be written to any more, no outcome comes that would end it.
			await leases.endIfOver(lease);
			leases.forget(lease);
		}
		fill();
		turn.wake();
		return made;
	};

	let prepares = false;
	const isDone = (): boolean => {
		if (prepares || sending > 0 || outcomes.count > 0 || leases.isTaking) return false;
		// Who waits for a place goes back.
		return turn.going ? leases.isEmpty : leases.isUnsent;
	};
	/** Until nobody is left; what is to be done at once says so by `true`. */
	const keepOn = async (act: () => Promise<boolean>, restMs: () => number = () => LIVE_MS / 2): Promise<void> => {
		while (!isDone()) if (!(await act()) && !isDone()) await turn.rest(restMs());
		turn.wake();
	};
	const preparing = async (): Promise<boolean> => {
		leases.refill();
		prepares = true;
		const made = await prepare().catch((error: unknown) => {
			turn.failed(error);
			return false;
		});
		prepares = false;
		return made;
	};
	const writing = async (): Promise<boolean> => {
		if (outcomes.count > 0 && outcomes.count < places) await sleep(GATHER_MS);
		return outcomes.write();
	};
	await Promise.all([
		keepOn(preparing, () => Math.max(Math.min(leases.soonMs ?? LIVE_MS / 2, fillMs() ?? LIVE_MS), ASK_MS)),
		keepOn(writing),
		keepOn(() => begun.write()),
	]);
	// What was taken and did not leave goes back at once; nobody has to wait for this worker's lease to end.
	for (const lease of leases.held) if (!lease.lost) await leases.letGo(lease).catch(turn.failed);
	return { why: turn.why, after: leases.after, said: turn.fault ?? turn.closed ?? '' };
};
