/**
 * One worker on one lane of a run: takes recipients, hands their messages to the channel, writes down what became of them. Four things
 * go on at once, each as fast as the last of its kind is back: the next lease is taken, messages are made and handed over, that they
 * leave is written, outcomes are written. What the channel waits for (that a message leaves) is a row's change, and asked for when the
 * other side waits for the first byte: a worker that dies leaves in doubt what had left and was not answered, and nobody else.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { isPassing } from '#kernel/storage/reach.ts';
import type { Outcome, Recipient, Way } from '../channels/channel.ts';
import { askedOf, dropMembers, LEASE, type Leased, shrinkLease, takeLease, type Work, writeVerdicts } from './lease.ts';
import { judge, type Permitted } from './permits.ts';
import { Moved, type Settled, settle, settleMoved, type Told } from './settle.ts';

/** A permission that is older is asked for again before the message is begun. */
const FRESH_MS = 500;
/** And once more where it is older than this when the message leaves: of a server that takes its time. */
const LEAVES_MS = 900;
/** Messages made ready, for each place of the channel. */
const AHEAD = 2;
/** Outcomes are gathered for a moment before they are written: nobody waits for them. */
const GATHER_MS = 10;
/** A database that does not answer is asked again after so long, doubling from the first to the last; until then nothing is begun. */
const AGAIN_MS = { first: 250, most: 4_000 };
/** A worker that is to stop asks no longer than this; what it cannot write is found by whoever ends its leases. */
const STOP_MS = 10_000;
/** Half of a lease's time: it is told that its worker lives. */
const LIVE_MS = 6_000;
/** Where the next ones may leave so soon, as a pace says, the way stays open for them: each time a new connection would take longer than the letters. */
const SOON_MS = 2_000;
/** And they are asked for no more often. */
const ASK_MS = 20;

interface Lease {
	readonly id: string;
	/** Who was not made ready yet. */
	rest: readonly Permitted[];
	checkedMs: number;
	/** How many were, of whom it is not written what became. */
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
	/** Somebody else waits for this place: whoever has nobody to write to at this moment leaves it. */
	readonly isWaitedFor: () => boolean;
	/** The worker itself stops. */
	readonly isStopping: () => boolean;
}

/** Works until nobody is left, the way closes, or it is halted; then everything begun is settled. */
export const pump = async ({ storage, log, hooks }: PumpParts, work: Work, way: Way, dress: Dress, halts: Halts): Promise<PumpEnd> => {
	const { customerId } = work;
	const places = way.atOnce * way.batch;
	const leases: Lease[] = [];
	const dressed = new Map<number, Dressed>();
	/** Made ready, and waiting for a place. */
	let ready: { recipient: Recipient; who: Permitted; lease: Lease; checked: { ms: number } }[] = [];
	/** Whose message is about to leave, and waits until that is written. */
	let leaving: { lease: Lease; number: number; may: (may: boolean) => void }[] = [];
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
	/** Until somebody may be taken again, where that is soon; null: it is not, or nobody says so. */
	const soonMs = (): number | null => {
		const after = last?.leaseId === null ? last.after : null;
		if (after === null || !going() || halts.isWaitedFor()) return null;
		const ms = after.getTime() - now().getTime();
		return ms <= SOON_MS ? Math.max(ms, 0) : null;
	};
	const unready = (): number => leases.reduce((sum, lease) => sum + (lease.lost ? 0 : lease.rest.length), 0);

	const take = (): void => {
		taking = (async () => {
			const leased = await dbStep(() => storage.inTenant(customerId, (tx) => takeLease(tx, work, Math.max(LEASE, places))));
			last = leased;
			if (leased.leaseId !== null && leased.people.length > 0) {
				const clothes = await dbStep(() => dress(leased.people));
				for (const [number, one] of clothes) dressed.set(number, one);
				leases.push({
					id: leased.leaseId,
					rest: leased.people,
					checkedMs: leased.checkedMs,
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
		while (going() && under < way.atOnce && ready.length > 0) {
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
				outcomes.push({
					who: one.who,
					outcome,
					language,
					arm,
					checkedMs: one.checked.ms,
					handedMs,
					lease: one.lease,
					leaseId: one.lease.id,
				});
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

	/** Permissions of the rest of a lease, once more; who lost theirs is settled, and out of it. */
	const lookAgain = async (lease: Lease): Promise<void> => {
		const { rest } = lease;
		const checkedMs = performance.now();
		const gone = await dbStep(() =>
			storage.inTenant(customerId, async (tx) => {
				const not = (await judge(tx, await askedOf(tx, work), rest)).filter((one) => one.may !== 'yes');
				if (not.length > 0) {
					await writeVerdicts(tx, work, not);
					await dropMembers(
						tx,
						customerId,
						lease.id,
						not.map(({ who }) => who.number),
					);
				}
				return new Set(not.map(({ who }) => who.number));
			}),
		);
		lease.rest = rest.filter(({ number }) => !gone.has(number));
		lease.checkedMs = checkedMs;
	};

	/** Makes the next ones ready, out of the leases in their order; false: there is nobody, or no room. */
	const prepare = async (): Promise<boolean> => {
		if (!going()) return false;
		let made = false;
		for (const lease of [...leases]) {
			const room = AHEAD * places - ready.length - sending;
			if (room <= 0) break;
			if (lease.lost || lease.rest.length === 0) continue;
			if (performance.now() - lease.checkedMs > FRESH_MS) await lookAgain(lease);
			for (const who of lease.rest.slice(0, room)) {
				const recipient = dressed.get(who.number);
				dressed.delete(who.number);
				lease.open += 1;
				const checked = { ms: lease.checkedMs };
				if (recipient) ready.push({ recipient: { ...recipient, mayLeave: mayLeave(lease, who, checked) }, who, lease, checked });
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
						leaseId: lease.id,
					});
			}
			lease.rest = lease.rest.slice(room);
			made = true;
			// Where nobody of it may be written to any more, no outcome comes that would end it.
			await endIfOver(lease);
			forget(lease);
		}
		fill();
		wake();
		return made;
	};

	/**
	 * Whether the message of somebody may leave at this moment; that it does is written then.
	 * @param checked when it was last asked
	 */
	const mayLeave = (lease: Lease, who: Permitted, checked: { ms: number }) => async (): Promise<boolean> => {
		const may = await new Promise<boolean>((resolve) => {
			leaving.push({ lease, number: who.number, may: resolve });
			wake();
		});
		if (!may || performance.now() - checked.ms <= LEAVES_MS) return may;
		checked.ms = performance.now();
		const [verdict] = await dbStep(() => storage.inTenant(customerId, async (tx) => judge(tx, await askedOf(tx, work), [who])));
		return verdict?.may === 'yes';
	};

	/** It is written what became of everybody who was made ready. */
	const isSettled = ({ open, unwritten }: Lease): boolean => open === 0 && !unwritten;

	/** Who waits for a place is as they were before. */
	const unmake = (lease: Lease): void => {
		const own = ready.filter((one) => one.lease === lease);
		ready = ready.filter((one) => one.lease !== lease);
		for (const { recipient, who } of own) dressed.set(who.number, recipient);
		lease.rest = [...own.map(({ who }) => who), ...lease.rest];
		lease.open -= own.length;
	};

	/** Nobody more of it is made ready here: the run stands still, or somebody took this worker for dead. */
	const letGo = async (lease: Lease): Promise<void> => {
		unmake(lease);
		const numbers = lease.rest.map(({ number }) => number);
		lease.rest = [];
		const settled = isSettled(lease);
		const mine = await dbStep(() => storage.inTenant(customerId, (tx) => shrinkLease(tx, work, lease.id, numbers, settled)));
		lease.lost = !mine;
		lease.ended = settled;
		await endIfOver(lease);
	};

	/** Whoever shortens a lease and whoever writes its last outcome may each have taken the other for the one who ends it. */
	const endIfOver = async (lease: Lease): Promise<void> => {
		if (lease.lost || lease.ended || lease.rest.length > 0 || !isSettled(lease)) return;
		const ended: Told = { leaseId: lease.id, begins: [], over: true };
		await dbStep(() => storage.inTenant(customerId, (tx) => settle(tx, hooks, work, [], [ended])));
		lease.ended = true;
	};

	const forget = (lease: Lease): void => {
		const at = leases.indexOf(lease);
		if (at >= 0 && lease.open === 0 && (lease.lost || lease.rest.length === 0)) leases.splice(at, 1);
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
		const ended = (): Told[] => {
			over = [...done].flatMap(([lease, n]) =>
				!lease.lost && !lease.unwritten && lease.rest.length === 0 && lease.open === n ? [lease] : [],
			);
			return over.map((lease) => ({ leaseId: lease.id, begins: [], over: true }));
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

	/** Writes whose messages leave now, and that this worker lives; false: there is nothing to write. */
	const release = async (): Promise<boolean> => {
		const next = leaving;
		leaving = [];
		const nowMs = performance.now();
		const begins = new Map<Lease, number[]>(
			leases.flatMap((lease) => (!lease.lost && nowMs - lease.toldMs > LIVE_MS ? [[lease, []]] : [])),
		);
		for (const { lease, number } of next) if (!lease.lost) begins.set(lease, [...(begins.get(lease) ?? []), number]);
		const told = [...begins].map(([lease, numbers]): Told => ({ leaseId: lease.id, begins: numbers, over: false }));
		const standing =
			told.length === 0
				? null
				: await dbStep(() => storage.inTenant(customerId, (tx) => settle(tx, hooks, work, [], told))).catch((error: unknown) => {
						failed(error);
						return null;
					});
		for (const { lease, may } of next) may(!lease.lost && standing?.has(lease.id) === true);
		for (const lease of begins.keys()) {
			lease.toldMs = nowMs;
			if (standing !== null && !standing.has(lease.id)) await letGo(lease).catch(failed);
		}
		return next.length > 0 || told.length > 0;
	};

	let prepares = false;
	const isDone = (): boolean => {
		if (prepares || sending > 0 || outcomes.length > 0 || taking !== null) return false;
		// Who waits for a place goes back.
		if (!going()) return leases.every((lease) => lease.open === ready.filter((one) => one.lease === lease).length);
		return (
			ready.length === 0 && leases.every((lease) => lease.open === 0) && unready() === 0 && newest()?.leaseId === null && soonMs() === null
		);
	};
	const refused = (error: unknown): boolean => {
		failed(error);
		return false;
	};
	const rest = (ms = LIVE_MS / 2): Promise<unknown> => Promise.race([woken(), sleep(ms, undefined, { ref: false })]);
	const preparing = async (): Promise<void> => {
		while (!isDone()) {
			if (going() && taking === null && unready() < Math.max(places, LEASE) && (newest()?.leaseId !== null || soonMs() === 0)) take();
			prepares = true;
			const made = await prepare().catch(refused);
			prepares = false;
			if (!made && !isDone()) await rest(Math.max(soonMs() ?? LIVE_MS / 2, ASK_MS));
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
	const releasing = async (): Promise<void> => {
		while (!isDone()) if (!(await release()) && !isDone()) await rest();
		wake();
	};
	await Promise.all([preparing(), writing(), releasing()]);
	// What was taken and did not leave goes back at once; nobody has to wait for this worker's lease to end.
	for (const lease of leases) if (!lease.lost) await letGo(lease).catch(failed);
	const ended = newest();
	return {
		why: fault !== null ? 'fault' : closed !== null ? 'closed' : turnOver ? 'stopped' : 'idle',
		after: ended?.leaseId === null ? ended.after : null,
		said: fault ?? closed ?? '',
	};
};
