/** What became of messages: gathered for a moment, written together, and each by itself where together they cannot be. */
import type { Lease, Leases } from './leases.ts';
import { Moved, type Settled, settle, settleMoved, type Told } from './settle.ts';
import type { Turn } from './turn.ts';

type Outcome = Settled & { readonly lease: Lease };

export class Outcomes {
	readonly #turn: Turn;
	readonly #leases: Leases;
	#next: Outcome[] = [];

	constructor(turn: Turn, leases: Leases) {
		this.#turn = turn;
		this.#leases = leases;
	}

	get count(): number {
		return this.#next.length;
	}

	add(lease: Lease, settled: Omit<Settled, 'leaseId'>): void {
		this.#next.push({ ...settled, lease, leaseId: lease.id });
		this.#turn.wake();
	}

	/** Writes what became of messages; false: nothing has. */
	async write(): Promise<boolean> {
		const turn = this.#turn;
		const settled = this.#next;
		this.#next = [];
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
			await turn.inTenant((tx) => settle(tx, turn.hooks, turn.work, settled, ended()));
			for (const lease of over) lease.ended = true;
		} catch (error) {
			if (!(error instanceof Moved)) turn.failed(error);
			await this.#writeEach(settled);
		}
		for (const [lease, n] of done) lease.open -= n;
		for (const lease of done.keys()) {
			await this.#leases.endIfOver(lease).catch(turn.failed);
			this.#leases.forget(lease);
		}
		turn.wake();
		return true;
	}

	/** Each by itself, so that one that cannot be written takes no other with it. */
	async #writeEach(settled: readonly Outcome[]): Promise<void> {
		const turn = this.#turn;
		for (const one of settled)
			await turn
				.inTenant((tx) => settleMoved(tx, turn.hooks, turn.work, [one]))
				.catch((error: unknown) => {
					turn.failed(error);
					one.lease.unwritten = true;
				});
	}
}
