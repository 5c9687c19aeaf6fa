/** The places that one worker has for lanes: whose turn is next, and when a place is somebody else's. */

export const KINDS = ['marketing', 'transactional', 'triggered'] as const;
export type Kind = (typeof KINDS)[number];
/**
 * Lanes that one worker sends at once, of each kind so many. Those of triggered sends have a few messages at a time: a turn of theirs is
 * waiting for one statement after the other, so that many at once cost no more than few.
 */
const AT_ONCE: Record<Kind, number> = { marketing: 4, transactional: 2, triggered: 16 };
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

/** A lane that may have something to send. */
export interface LaneDue {
	readonly key: string;
	readonly customerId: number;
	readonly kind: Kind;
}

interface Sent {
	readonly customerId: number;
	readonly kind: Kind;
	/** Nobody more is begun since then: whoever is left waits for the other side. */
	overMs: number | null;
	ended: Promise<void>;
}

interface PlacesOptions {
	/** The worker stops: every turn is over. */
	readonly isStopping: () => boolean;
	/** A place is free again. */
	readonly freed: () => void;
}

export class Places {
	readonly #options: PlacesOptions;
	/** Lanes that are sent. */
	readonly #sent = new Map<string, Sent>();
	/** When a customer, and a lane, had its last turn. */
	readonly #servedAt = new Map<number, number>();
	readonly #lanesServedAt = new Map<string, number>();
	/** Lanes that wait for a place of their kind. */
	#others: Record<Kind, number> = { marketing: 0, transactional: 0, triggered: 0 };

	constructor(options: PlacesOptions) {
		this.#options = options;
	}

	has(key: string): boolean {
		return this.#sent.has(key);
	}

	isWaitedFor(kind: Kind): boolean {
		return this.#others[kind] > 0;
	}

	/** The lanes that wait, in the order of their turns: of one customer's the one that waits longest, as hundreds of small ones have a turn each before any has another. */
	inOrder<Lane extends LaneDue>(lanes: readonly Lane[]): Lane[] {
		this.#others = { marketing: 0, transactional: 0, triggered: 0 };
		return lanes.toSorted(
			(a, b) =>
				(this.#servedAt.get(a.customerId) ?? 0) - (this.#servedAt.get(b.customerId) ?? 0) ||
				(this.#lanesServedAt.get(a.key) ?? 0) - (this.#lanesServedAt.get(b.key) ?? 0),
		);
	}

	#isFull({ kind, customerId }: LaneDue): boolean {
		const all = [...this.#sent.values()].filter((one) => one.kind === kind);
		const lingersFrom = performance.now() - LINGER_MS;
		const working = all.filter(({ overMs }) => overMs === null || overMs > lingersFrom);
		const own = all.filter((one) => one.customerId === customerId);
		const places = AT_ONCE[kind];
		return working.length >= places || own.length >= places || all.length >= LINGERING * places;
	}

	/**
	 * A lane is sent at a place of its own, where there is one; of the last place everybody else's turn comes first.
	 * @param send is told by what to ask whether the turn is over, and does not fail
	 */
	take(lane: LaneDue, send: (isOver: () => boolean) => Promise<void>): void {
		const { key, customerId, kind } = lane;
		if (this.#isFull(lane)) {
			this.#others[kind] += 1;
			return;
		}
		this.#servedAt.set(customerId, performance.now());
		this.#lanesServedAt.set(key, performance.now());
		const sent: Sent = { customerId, kind, overMs: null, ended: Promise.resolve() };
		this.#sent.set(key, sent);
		let untilMs: number | null = null;
		const isOver = (): boolean => {
			// A slice begins when its way is open.
			untilMs ??= performance.now() + SLICE_MS;
			const over = this.#options.isStopping() || (this.isWaitedFor(kind) && performance.now() > untilMs);
			if (over) sent.overMs ??= performance.now();
			return over;
		};
		sent.ended = send(isOver).finally(() => {
			this.#sent.delete(key);
			this.#options.freed();
		});
	}

	forget(): void {
		for (const [key, atMs] of this.#lanesServedAt) if (performance.now() - atMs > FORGOTTEN_MS) this.#lanesServedAt.delete(key);
	}

	/** Everything that was begun is settled. */
	async ended(): Promise<void> {
		await Promise.all([...this.#sent.values()].map(({ ended }) => ended));
	}
}
