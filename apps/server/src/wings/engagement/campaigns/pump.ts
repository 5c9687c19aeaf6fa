/**
 * One worker on one lane of a run: takes recipients, hands their messages to the channel, writes down what became of them. Four things
 * go on at once, each as fast as the last of its kind is back: the next lease is taken, who is begun is written down, messages are
 * sent, outcomes are written. What is waited for by the channel (who is begun) is a row's change; what is not (outcomes) is gathered.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kernel } from '#kernel/kernel.ts';
import { isPassing } from '#kernel/storage/reach.ts';
import type { Outcome, Recipient, Way } from '../channels/channel.ts';
import { askedOf, LEASE, type Leased, shrinkLease, takeLease, type Work, writeVerdicts } from './lease.ts';
import { judge, type Permitted } from './permits.ts';
import { type Begun, Moved, type Settled, settle, settleMoved } from './settle.ts';

/** A permission that is older is asked for again before the message is begun. */
const FRESH_MS = 500;
/** And once more where it is older than this when the message leaves: of a server that takes its time. */
const LEAVES_MS = 900;
/** Messages begun and not settled, for each place of the channel: places are not to wait for the commit that says who is begun. */
const AHEAD = 2;
/** Outcomes are gathered for a moment before they are written: nobody waits for them. */
const GATHER_MS = 10;
/** A database that does not answer is asked again after so long, doubling from the first to the last; until then nothing is begun. */
const AGAIN_MS = { first: 250, most: 4_000 };
/** A worker that is to stop asks no longer than this; what it cannot write is found by whoever ends its leases. */
const STOP_MS = 10_000;
/** Half of a lease's time: it is told that its worker lives. */
const LIVE_MS = 6_000;

interface Lease {
	readonly id: string;
	members: readonly Permitted[];
	checkedMs: number;
	/** How many were begun, in their order; and how many of them are not settled. */
	begun: number;
	open: number;
	toldMs: number;
	/** It is somebody else's by now: nobody of it is begun any more. */
	lost: boolean;
	/** What became of somebody could not be written: it ends by its time, and they are `unknown`. */
	unwritten: boolean;
	/** It was written down that nobody of it is left. */
	ended: boolean;
}

/** What a person needs to be written to, read when they are taken. */
export type Dressed = Omit<Recipient, 'mayLeave'>;
export type Dress = (people: readonly Permitted[]) => Promise<Map<number, Dressed>>;

export interface PumpEnd {
	/** Why it ended: nobody is left, somebody else decides, the way is closed, or something of ours fails however often it is tried. */
	readonly why: 'idle' | 'closed' | 'stopped' | 'fault';
	/** When there may be somebody again. */
	readonly after: Date | null;
	/** The other side's last word, where the way is closed; the fault, where there is one. */
	readonly said: string;
}

export interface PumpParts {
	readonly storage: Kernel['storage'];
	readonly log: Kernel['log'];
	readonly hooks: Kernel['hooks'];
}

export interface Halts {
	/** Nobody more is begun: the turn is over, or the worker stops. */
	readonly isOver: () => boolean;
	/** The worker itself stops. */
	readonly isStopping: () => boolean;
}

/** Works until nobody is left, the way closes, or it is halted; then everything begun is settled. */
export const pump = async ({ storage, log, hooks }: PumpParts, work: Work, way: Way, dress: Dress, halts: Halts): Promise<PumpEnd> => {
	const { customerId } = work;
	const places = way.atOnce * way.batch;
	const leases: Lease[] = [];
	const dressed = new Map<number, Dressed>();
	/** Begun, and waiting for a place. */
	const ready: { recipient: Recipient; who: Permitted; lease: Lease; checked: { ms: number } }[] = [];
	let outcomes: (Settled & { lease: Lease })[] = [];
	let sending = 0;
	let under = 0;
	let closed: string | null = null;
	let fault: string | null = null;
	let taking: Promise<void> | null = null;
	let last: Leased | null = null;
	/** What the newest lease came to; read through a call, since it changes meanwhile. */
	const newest = (): Leased | null => last;
	const waiting = new Set<() => void>();
	const wake = (): void => {
		for (const resolve of waiting) resolve();
		waiting.clear();
	};
	const woken = (): Promise<void> => new Promise((resolve) => waiting.add(resolve));

	/** @throws whatever does not pass by itself, and what has not passed long after the worker was to stop */
	const dbStep = async <T>(step: () => Promise<T>): Promise<T> => {
		let wait = AGAIN_MS.first;
		let stopMs: number | null = null;
		for (;;) {
			try {
				return await step();
			} catch (error) {
				if (error instanceof Moved || !isPassing(error)) throw error;
				if (halts.isStopping()) stopMs ??= performance.now() + STOP_MS;
				if (stopMs !== null && performance.now() > stopMs) throw error;
				log.error('a campaign waits for the database', { run: work.runId, error });
				await sleep(wait);
				wait = Math.min(wait * 2, AGAIN_MS.most);
			}
		}
	};
	/** Nobody more is begun; who is begun is settled as far as it can be written. */
	const failed = (error: unknown): void => {
		log.error('a campaign cannot go on', { run: work.runId, error });
		fault ??= error instanceof Error ? error.message : String(error);
	};

	/** Once a turn is over it is not taken up again: whoever ended meanwhile would not see it. */
	let turnOver = false;
	const going = (): boolean => {
		turnOver ||= halts.isOver();
		return closed === null && fault === null && !turnOver;
	};
	const unbegun = (): number => leases.reduce((sum, lease) => sum + (lease.lost ? 0 : lease.members.length - lease.begun), 0);

	const take = (): void => {
		taking = (async () => {
			const leased = await dbStep(() => storage.inTenant(customerId, (tx) => takeLease(tx, work, Math.max(LEASE, places))));
			last = leased;
			if (leased.leaseId !== null && leased.people.length > 0) {
				const clothes = await dbStep(() => dress(leased.people));
				for (const [number, one] of clothes) dressed.set(number, one);
				leases.push({
					id: leased.leaseId,
					members: leased.people,
					checkedMs: leased.checkedMs,
					begun: 0,
					open: 0,
					toldMs: performance.now(),
					lost: false,
					unwritten: false,
					ended: false,
				});
			}
		})()
			.catch(failed)
			.finally(() => {
				taking = null;
				wake();
			});
	};

	const fill = (): void => {
		while (under < way.atOnce && ready.length > 0) {
			const batch = ready.splice(0, way.batch);
			under += 1;
			sending += batch.length;
			const handedMs = performance.now();
			const open = new Map(batch.map((one) => [one.recipient, one]));
			const settled = (recipient: Recipient, outcome: Outcome): void => {
				const one = open.get(recipient);
				if (!one) return;
				open.delete(recipient);
				sending -= 1;
				if (outcome.state === 'returned' && outcome.closed) closed = outcome.said;
				const { language, arm } = recipient;
				outcomes.push({ who: one.who, outcome, language, arm, checkedMs: one.checked.ms, handedMs, lease: one.lease });
				wake();
			};
			way
				.send(
					batch.map(({ recipient }) => recipient),
					settled,
				)
				.catch((error: unknown) => {
					log.error('a channel failed', { run: work.runId, error });
					for (const recipient of [...open.keys()]) settled(recipient, { state: 'unknown', said: String(error) });
				})
				.finally(() => {
					under -= 1;
					fill();
					wake();
				});
		}
	};

	/** Whoever is begun next, out of the leases in their order. */
	const nextBegun = async (): Promise<{ lease: Lease; who: Permitted }[]> => {
		if (!going()) return [];
		let room = AHEAD * places - ready.length - sending;
		const next: { lease: Lease; who: Permitted }[] = [];
		for (const lease of leases) {
			if (room <= 0) break;
			if (lease.lost) continue;
			const some = lease.members.slice(lease.begun, lease.begun + room);
			if (some.length > 0 && performance.now() - lease.checkedMs > FRESH_MS) await lookAgain(lease);
			room -= some.length;
			next.push(...some.map((who) => ({ lease, who })));
		}
		return next;
	};

	/** Permissions of the rest of a lease, once more; who lost theirs is settled, and named when their turn would come. */
	const revoked = new Set<number>();
	const lookAgain = async (lease: Lease): Promise<void> => {
		const rest = lease.members.slice(lease.begun);
		const checkedMs = performance.now();
		const gone = await dbStep(() =>
			storage.inTenant(customerId, async (tx) => {
				const verdicts = await judge(tx, await askedOf(tx, work), rest);
				const not = verdicts.filter((one) => one.may !== 'yes' && !revoked.has(one.who.number));
				await writeVerdicts(tx, work, not);
				return not;
			}),
		);
		for (const { who } of gone) revoked.add(who.number);
		lease.checkedMs = checkedMs;
	};

	/** Whether the message of somebody may leave at this moment. @param checked when it was last asked */
	const mayLeave = (who: Permitted, checked: { ms: number }) => async (): Promise<boolean> => {
		if (performance.now() - checked.ms <= LEAVES_MS) return true;
		checked.ms = performance.now();
		const [verdict] = await dbStep(() => storage.inTenant(customerId, async (tx) => judge(tx, await askedOf(tx, work), [who])));
		return verdict?.may === 'yes';
	};

	/** What became of everybody who was begun is written. */
	const isSettled = ({ open, unwritten }: Lease): boolean => open === 0 && !unwritten;

	/** Nobody more of it is begun here: the run stands still, or somebody took this worker for dead. */
	const letGo = async (lease: Lease): Promise<void> => {
		const numbers = lease.members.map(({ number }) => number);
		const settled = isSettled(lease);
		const mine = await dbStep(() => storage.inTenant(customerId, (tx) => shrinkLease(tx, work, lease.id, numbers, lease.begun, settled)));
		lease.lost = !mine;
		lease.ended = settled;
		lease.members = lease.members.slice(0, lease.begun);
		await endIfOver(lease);
	};

	/** Whoever shortens a lease and whoever writes its last outcome may each have taken the other for the one who ends it. */
	const endIfOver = async (lease: Lease): Promise<void> => {
		if (lease.lost || lease.ended || lease.begun < lease.members.length || !isSettled(lease)) return;
		const ended: Begun = { leaseId: lease.id, begun: lease.begun, over: true };
		await dbStep(() => storage.inTenant(customerId, (tx) => settle(tx, hooks, work, [], [ended])));
		lease.ended = true;
	};

	const isOver = (lease: Lease): boolean => lease.begun >= lease.members.length && lease.open === 0;
	const forget = (lease: Lease): void => {
		const at = leases.indexOf(lease);
		if (at >= 0 && (lease.lost ? lease.open === 0 : isOver(lease))) leases.splice(at, 1);
	};

	/** Writes down who is begun next, and that this worker lives; false: there is nothing to write. */
	const begin = async (): Promise<boolean> => {
		const next = await nextBegun();
		const steps = new Map<Lease, number>();
		for (const { lease } of next) steps.set(lease, (steps.get(lease) ?? lease.begun) + 1);
		const told = performance.now();
		const startedOf = (lease: Lease): number => next.filter((one) => one.lease === lease && !revoked.has(one.who.number)).length;
		const begun: Begun[] = leases
			.filter((lease) => !lease.lost && (steps.has(lease) || told - lease.toldMs > LIVE_MS))
			.map((lease) => {
				const step = steps.get(lease) ?? lease.begun;
				return {
					leaseId: lease.id,
					begun: step,
					over: !lease.unwritten && step >= lease.members.length && lease.open + startedOf(lease) === 0,
				};
			});
		if (begun.length === 0) return false;
		const mine = await dbStep(() => storage.inTenant(customerId, (tx) => settle(tx, hooks, work, [], begun)));
		const others: Lease[] = [];
		for (const one of begun) {
			const lease = leases.find(({ id }) => id === one.leaseId);
			if (!lease) continue;
			lease.toldMs = told;
			if (mine.has(one.leaseId)) {
				lease.begun = one.begun;
				lease.ended = one.over;
			} else others.push(lease);
		}
		for (const { lease, who } of next) {
			if (!mine.has(lease.id) || revoked.delete(who.number)) continue;
			const recipient = dressed.get(who.number);
			dressed.delete(who.number);
			lease.open += 1;
			const checked = { ms: lease.checkedMs };
			if (recipient) ready.push({ recipient: { ...recipient, mayLeave: mayLeave(who, checked) }, who, lease, checked });
			// Whoever left meanwhile has nothing that a message could be made of.
			else
				outcomes.push({
					who,
					outcome: { state: 'failed', reason: 'gone', said: '' },
					language: '',
					arm: 0,
					checkedMs: lease.checkedMs,
					handedMs: null,
					lease,
				});
		}
		fill();
		wake();
		for (const lease of others) await letGo(lease);
		for (const lease of steps.keys()) {
			// Where nobody of the last ones may be written to any more, no outcome comes that would end it.
			await endIfOver(lease);
			forget(lease);
		}
		return true;
	};

	/** Each by itself, so that one that cannot be written takes no other with it. */
	const writeEach = async (settled: readonly (Settled & { lease: Lease })[]): Promise<void> => {
		for (const one of settled)
			await dbStep(() => storage.inTenant(customerId, (tx) => settleMoved(tx, hooks, work, [one]))).catch((error: unknown) => {
				failed(error);
				one.lease.unwritten = true;
			});
	};

	/** Writes what became of messages; false: nothing has. */
	const write = async (): Promise<boolean> => {
		const settled = outcomes;
		outcomes = [];
		if (settled.length === 0) return false;
		const done = new Map<Lease, number>();
		for (const { lease } of settled) done.set(lease, (done.get(lease) ?? 0) + 1);
		let over: Lease[] = [];
		const ended = (): Begun[] => {
			over = [...done].flatMap(([lease, n]) =>
				!lease.lost && !lease.unwritten && lease.begun >= lease.members.length && lease.open === n ? [lease] : [],
			);
			return over.map((lease) => ({ leaseId: lease.id, begun: lease.begun, over: true }));
		};
		try {
			await dbStep(() => storage.inTenant(customerId, (tx) => settle(tx, hooks, work, settled, ended())));
			for (const lease of over) lease.ended = true;
		} catch (error) {
			if (!(error instanceof Moved)) failed(error);
			await writeEach(settled);
		}
		for (const [lease, n] of done) lease.open -= n;
		for (const lease of done.keys()) {
			await endIfOver(lease).catch(failed);
			forget(lease);
		}
		wake();
		return true;
	};

	let begins = false;
	const isDone = (): boolean => {
		if (begins || sending > 0 || ready.length > 0 || outcomes.length > 0 || taking !== null || leases.some((lease) => lease.open > 0))
			return false;
		return !going() || (unbegun() === 0 && newest()?.leaseId === null);
	};
	const refused = (error: unknown): boolean => {
		failed(error);
		return false;
	};
	const rest = (): Promise<unknown> => Promise.race([woken(), sleep(LIVE_MS / 2, undefined, { ref: false })]);
	const beginning = async (): Promise<void> => {
		while (!isDone()) {
			if (going() && taking === null && unbegun() < Math.max(places, LEASE) && newest()?.leaseId !== null) take();
			begins = true;
			const hasBegun = await begin().catch(refused);
			begins = false;
			if (!hasBegun && !isDone()) await rest();
		}
		wake();
	};
	const writing = async (): Promise<void> => {
		while (!isDone()) {
			if (outcomes.length > 0 && outcomes.length < places) await sleep(GATHER_MS);
			if (!(await write()) && !isDone()) await rest();
		}
		wake();
	};
	await Promise.all([beginning(), writing()]);
	// What was taken and not begun goes back at once; nobody has to wait for this worker's lease to end.
	for (const lease of leases) if (!lease.lost) await letGo(lease).catch(failed);
	const ended = newest();
	return {
		why: fault !== null ? 'fault' : closed !== null ? 'closed' : turnOver ? 'stopped' : 'idle',
		after: ended?.leaseId === null ? ended.after : null,
		said: fault ?? closed ?? '',
	};
};
