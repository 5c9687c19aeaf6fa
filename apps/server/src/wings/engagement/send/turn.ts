/** One worker's turn at a lane: when it is over, what ended it, and who waits for news of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kernel } from '#kernel/kernel.ts';
import { isPassing } from '#kernel/storage/reach.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import type { Work } from './lease.ts';
import { Moved } from './settle.ts';

/** A database that does not answer is asked again after so long, doubling from the first to the last; until then nothing is begun. */
const AGAIN_MS = { first: 250, most: 4_000 };
/** A worker that is to stop asks no longer than this; what it cannot write is found by whoever ends its leases. */
const STOP_MS = 10_000;

export type TurnParts = Pick<Kernel, 'storage' | 'log' | 'hooks'>;

export interface Halts {
	/** Nobody more is begun: the turn is over, or the worker stops. */
	readonly isOver: () => boolean;
	/** Somebody else waits for this place: whoever has nobody to write to at this moment leaves it. */
	readonly isWaitedFor: () => boolean;
	/** The worker itself stops. */
	readonly isStopping: () => boolean;
}

export class Turn {
	readonly work: Work;
	readonly hooks: Kernel['hooks'];
	readonly #parts: TurnParts;
	readonly #halts: Halts;
	readonly #waiting = new Set<() => void>();
	/** The other side's last word, where the way is closed. */
	closed: string | null = null;
	/** What of ours fails however often it is tried. */
	fault: string | null = null;
	#over = false;

	constructor(parts: TurnParts, work: Work, halts: Halts) {
		this.work = work;
		this.hooks = parts.hooks;
		this.#parts = parts;
		this.#halts = halts;
	}

	/** Whether somebody more may be begun. Once a turn is over it is not taken up again: whoever ended meanwhile would not see it. */
	get going(): boolean {
		this.#over ||= this.#halts.isOver();
		return this.closed === null && this.fault === null && !this.#over;
	}

	get isWaitedFor(): boolean {
		return this.#halts.isWaitedFor();
	}

	get why(): 'idle' | 'closed' | 'stopped' | 'fault' {
		if (this.fault !== null) return 'fault';
		return this.closed !== null ? 'closed' : this.#over ? 'stopped' : 'idle';
	}

	/** Nobody more is begun; who is begun is settled as far as it can be written. */
	readonly failed = (error: unknown): void => {
		this.#parts.log.error('a campaign cannot go on', { run: this.work.runId, error });
		this.fault ??= error instanceof Error ? error.message : String(error);
	};

	/** @throws whatever does not pass by itself, and what has not passed long after the worker was to stop */
	async step<T>(step: () => Promise<T>): Promise<T> {
		let wait = AGAIN_MS.first;
		let stopMs: number | null = null;
		for (;;) {
			try {
				return await step();
			} catch (error) {
				if (error instanceof Moved || !isPassing(error)) throw error;
				if (this.#halts.isStopping()) stopMs ??= performance.now() + STOP_MS;
				if (stopMs !== null && performance.now() > stopMs) throw error;
				this.#parts.log.error('a campaign waits for the database', { run: this.work.runId, error });
				await sleep(wait);
				wait = Math.min(wait * 2, AGAIN_MS.most);
			}
		}
	}

	inTenant<T>(step: (tx: Tx) => Promise<T>): Promise<T> {
		return this.step(() => this.#parts.storage.inTenantByKeys(this.work.customerId, step));
	}

	/** One statement, which is a transaction of its own. */
	once<T>(step: (storage: Pick<Storage, 'inTenantOnce'>) => Promise<T>): Promise<T> {
		return this.step(() => step(this.#parts.storage));
	}

	/** A channel did what it should not: its messages are unknown. */
	channelFailed(error: unknown): void {
		this.#parts.log.error('a channel failed', { run: this.work.runId, error });
	}

	wake(): void {
		for (const resolve of this.#waiting) resolve();
		this.#waiting.clear();
	}

	/** Until there is news, and no longer than this. */
	rest(ms: number): Promise<unknown> {
		return Promise.race([new Promise<void>((resolve) => this.#waiting.add(resolve)), sleep(ms, undefined, { ref: false })]);
	}
}
