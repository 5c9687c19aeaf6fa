/**
 * How many of a run are where, kept beside what they count by the same statement that changes it. Each writer adds to a part of its own,
 * so that nobody waits for another; the sum of all parts is the count. What it costs to read follows from the minutes of a run, never
 * from its recipients.
 */
import { randomInt } from 'node:crypto';
import { int4s, texts, timestamps } from '#kernel/storage/arrays.ts';
import { type Sql, sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

/** Something that was counted. */
export interface Counted {
	readonly what: string;
	readonly reason: string;
	readonly minute: Date;
	readonly n: number;
}

/** A writer's own part. */
export const newPart = (): number => randomInt(0, 32_000);

/** The whole minute of a moment. */
export const minuteOf = (at: Date): Date => new Date(Math.floor(at.getTime() / 60_000) * 60_000);

export class Tally {
	readonly #sums = new Map<string, Counted>();

	add(what: string, reason: string, at: Date, n = 1): void {
		const minute = minuteOf(at);
		const key = `${what}\n${reason}\n${minute.getTime()}`;
		const before = this.#sums.get(key)?.n ?? 0;
		this.#sums.set(key, { what, reason, minute, n: before + n });
	}

	/** What was counted, in an order that every writer keeps. */
	get all(): Counted[] {
		return [...this.#sums.values()].filter(({ n }) => n !== 0).sort((a, b) => (a.what + a.reason < b.what + b.reason ? -1 : 1));
	}
}

/** The statement that adds; it stands alone or within another. */
export const addCounts = (customerId: number, runId: string, channel: number, part: number, counted: readonly Counted[]): Sql =>
	sql`insert into delivery_count as c (customer_id, run_id, channel, what, reason, minute, part, n)
		select ${customerId}::int, ${runId}::uuid, ${channel}::smallint, t.what, t.reason, t.minute, ${part}::smallint, t.n
		from unnest(${texts(counted.map(({ what }) => what))}::text[], ${texts(counted.map(({ reason }) => reason))}::text[],
			${timestamps(counted.map(({ minute }) => minute))}::timestamptz[], ${int4s(counted.map(({ n }) => n))}::int[])
			t (what, reason, minute, n)
		on conflict (customer_id, run_id, channel, what, reason, minute, part) do update set n = c.n + excluded.n`;

export const writeCounts = async (
	tx: Tx,
	customerId: number,
	runId: string,
	channel: number,
	part: number,
	counted: readonly Counted[],
): Promise<void> => {
	if (counted.length > 0) await tx.run(addCounts(customerId, runId, channel, part, counted));
};
