/** Whose message leaves now: it is written down that it may have left before its first byte does, and that this worker lives. */
import { askedOf } from './lease.ts';
import type { Lease, Leases, Ready } from './leases.ts';
import { judge } from './permits.ts';
import { settleBegun, type Told } from './settle.ts';
import type { Turn } from './turn.ts';

/** A permission is asked for once more where it is older than this when the message leaves: of a server that takes its time. */
const LEAVES_MS = 900;
/** Half of a lease's time: it is told that its worker lives. */
export const LIVE_MS = 6_000;

export class Begun {
	readonly #turn: Turn;
	readonly #leases: Leases;
	/** Whose message is about to leave, and waits until that is written. */
	#leaving: { lease: Lease; entry: number; may: (may: boolean) => void }[] = [];

	constructor(turn: Turn, leases: Leases) {
		this.#turn = turn;
		this.#leases = leases;
	}

	/** Whether the message of somebody may leave at this moment; that it does is written then. */
	async mayLeave({ lease, who, checked }: Ready): Promise<boolean> {
		const turn = this.#turn;
		const may = await new Promise<boolean>((resolve) => {
			this.#leaving.push({ lease, entry: who.entry, may: resolve });
			turn.wake();
		});
		if (!may || performance.now() - checked.ms <= LEAVES_MS) return may;
		checked.ms = performance.now();
		const [verdict] = await turn.inTenant(async (tx) => judge(tx, await askedOf(tx, turn.work), [who]));
		return verdict?.may === 'yes';
	}

	/** Writes whose messages leave now, and that this worker lives; false: there is nothing to write. */
	async write(): Promise<boolean> {
		const turn = this.#turn;
		const next = this.#leaving;
		this.#leaving = [];
		const nowMs = performance.now();
		const begins = new Map<Lease, number[]>(
			this.#leases.held.flatMap((lease) => (!lease.lost && nowMs - lease.toldMs > LIVE_MS ? [[lease, []]] : [])),
		);
		for (const { lease, entry } of next) if (!lease.lost) begins.set(lease, [...(begins.get(lease) ?? []), entry]);
		const told = [...begins].map(([lease, entries]): Told => ({ leaseId: lease.id, begins: entries, over: false }));
		const standing =
			told.length === 0
				? null
				: await turn
						.once((storage) => settleBegun(storage, turn.work, told))
						.catch((error: unknown) => {
							turn.failed(error);
							return null;
						});
		for (const { lease, may } of next) may(!lease.lost && standing?.has(lease.id) === true);
		for (const lease of begins.keys()) {
			lease.toldMs = nowMs;
			if (standing !== null && !standing.has(lease.id)) await this.#leases.letGo(lease).catch(turn.failed);
		}
		return next.length > 0 || told.length > 0;
	}
}
