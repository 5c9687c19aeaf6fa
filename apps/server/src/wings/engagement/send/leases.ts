/** The leases that a worker holds of a lane: who of them waits, who is made ready, and when one is over. */
import { now } from '#kernel/clock.ts';
import type { Dressed } from '../channels/channel.ts';
import { askedOf, dropMembers, type Leased, shrinkLease, takeLease, writeVerdicts } from './lease.ts';
import { judge, type Permitted } from './permits.ts';
import { settle, type Told } from './settle.ts';
import type { Turn } from './turn.ts';

/** A permission that is older is asked for again before the message is made ready. */
const FRESH_MS = 500;
/** Where the next ones may leave so soon, as a pace says, the way stays open for them: each time a new connection would take longer than the letters. */
const SOON_MS = 2_000;

/** By their entries. */
export type Dress = (people: readonly Permitted[]) => Promise<Map<number, Dressed>>;

/** Somebody whose message is made ready, and waits for a place of the channel. */
export interface Ready {
	readonly lease: Lease;
	readonly who: Permitted;
	readonly dressed: Dressed;
	/** Since when it waits. */
	readonly sinceMs: number;
	/** When their permission was asked for. */
	readonly checked: { ms: number };
}

export interface Lease {
	readonly id: string;
	readonly dressed: ReadonlyMap<number, Dressed>;
	/** Who was not made ready yet. */
	rest: readonly Permitted[];
	ready: Ready[];
	checkedMs: number;
	/** How many were made ready, of whom it is not written what became. */
	open: number;
	toldMs: number;
	/** It is somebody else's by now: nobody of it is begun any more. */
	lost: boolean;
	/** What became of somebody could not be written: it ends by its time, and they are `unknown`. */
	unwritten: boolean;
	/** It was written down that nobody of it is left. */
	ended: boolean;
}

/** It is written what became of everybody who was made ready. */
const isSettled = ({ open, unwritten }: Lease): boolean => open === 0 && !unwritten;

export class Leases {
	readonly held: Lease[] = [];
	readonly #turn: Turn;
	readonly #dress: Dress;
	readonly #most: number;
	#taking = false;
	#last: Leased | null = null;

	/** @param most recipients that are taken at once */
	constructor(turn: Turn, dress: Dress, most: number) {
		this.#turn = turn;
		this.#dress = dress;
		this.#most = most;
	}

	/** When there may be somebody again; null: nobody knows. */
	get after(): Date | null {
		return this.#last?.leaseId === null ? this.#last.after : null;
	}

	/** Until somebody may be taken again, where that is soon; null: it is not, or nobody says so. */
	get soonMs(): number | null {
		if (this.after === null || !this.#turn.going || this.#turn.isWaitedFor) return null;
		const ms = this.after.getTime() - now().getTime();
		return ms <= SOON_MS ? Math.max(ms, 0) : null;
	}

	get isTaking(): boolean {
		return this.#taking;
	}

	/** Nobody more comes for now: whoever is ready waits for nobody. */
	get isLast(): boolean {
		return this.#unready === 0 && !this.#taking && this.#last?.leaseId === null && this.soonMs === null;
	}

	/** Nobody is left, here or to be taken. */
	get isEmpty(): boolean {
		return this.isLast && this.held.every(({ open }) => open === 0);
	}

	/** Whoever was made ready waits for a place: nobody is in the channel's hands. */
	get isUnsent(): boolean {
		return this.held.every(({ open, ready }) => open === ready.length);
	}

	get readyCount(): number {
		return this.held.reduce((sum, { ready }) => sum + ready.length, 0);
	}

	/** Since when the longest waits who is ready; null: nobody is. */
	get readySinceMs(): number | null {
		return this.held.find(({ ready }) => ready.length > 0)?.ready[0]?.sinceMs ?? null;
	}

	get #unready(): number {
		return this.held.reduce((sum, lease) => sum + (lease.lost ? 0 : lease.rest.length), 0);
	}

	/** Takes the next ones where there are too few, beside everything else. */
	refill(): void {
		const turn = this.#turn;
		if (!turn.going || this.#taking || this.#unready >= this.#most || (this.#last?.leaseId === null && this.soonMs !== 0)) return;
		this.#taking = true;
		this.#take()
			.catch(turn.failed)
			.finally(() => {
				this.#taking = false;
				turn.wake();
			});
	}

	async #take(): Promise<void> {
		const turn = this.#turn;
		const leased = await turn.inTenant((tx) => takeLease(tx, turn.work, this.#most));
		this.#last = leased.leaseId !== null && leased.isLast ? { leaseId: null, after: null } : leased;
		if (leased.leaseId === null || leased.people.length === 0) return;
		const { leaseId: id, people: rest, checkedMs } = leased;
		const dressed = await turn.step(() => this.#dress(rest));
		const toldMs = performance.now();
		this.held.push({ id, dressed, rest, ready: [], checkedMs, open: 0, toldMs, lost: false, unwritten: false, ended: false });
	}

	/** Asks once more of those who were not made ready, where that was a while ago; who lost their permission is settled. */
	async freshen(lease: Lease): Promise<void> {
		if (performance.now() - lease.checkedMs <= FRESH_MS) return;
		const turn = this.#turn;
		const checkedMs = performance.now();
		const gone = await turn.inTenant(async (tx) => {
			const not = (await judge(tx, await askedOf(tx, turn.work), lease.rest)).filter(({ may }) => may !== 'yes');
			const entries = not.map(({ who }) => who.entry);
			if (not.length > 0) {
				await writeVerdicts(tx, turn.work, not);
				await dropMembers(tx, turn.work.customerId, lease.id, entries);
			}
			return new Set(entries);
		});
		lease.rest = lease.rest.filter(({ entry }) => !gone.has(entry));
		lease.checkedMs = checkedMs;
	}

	/** Those who wait longest for a place, taken out of their leases. */
	takeReady(most: number): Ready[] {
		const taken: Ready[] = [];
		for (const lease of this.held) {
			const room = most - taken.length;
			if (room <= 0) break;
			taken.push(...lease.ready.splice(0, room));
		}
		return taken;
	}

	/** Nobody more of it is made ready here: the run stands still, or somebody took this worker for dead. Who waits for a place is as before. */
	async letGo(lease: Lease): Promise<void> {
		const entries = [...lease.ready.map(({ who }) => who), ...lease.rest].map(({ entry }) => entry);
		lease.open -= lease.ready.length;
		lease.ready = [];
		lease.rest = [];
		const settled = isSettled(lease);
		lease.lost = !(await this.#turn.inTenant((tx) => shrinkLease(tx, this.#turn.work, lease.id, entries, settled)));
		lease.ended = settled;
		await this.endIfOver(lease);
	}

	/** Whoever shortens a lease and whoever writes its last outcome may each have taken the other for the one who ends it. */
	async endIfOver(lease: Lease): Promise<void> {
		if (lease.lost || lease.ended || lease.rest.length > 0 || !isSettled(lease)) return;
		const ended: Told = { leaseId: lease.id, begins: [], over: true };
		await this.#turn.inTenant((tx) => settle(tx, this.#turn.hooks, this.#turn.work, [], [ended]));
		lease.ended = true;
	}

	forget(lease: Lease): void {
		const at = this.held.indexOf(lease);
		if (at >= 0 && lease.open === 0 && (lease.lost || lease.rest.length === 0)) this.held.splice(at, 1);
	}
}
