/**
 * Which customers' rows do not answer, as this process has seen it: their node of a cluster is away, or something holds them.
 * After a failure nobody tries for a moment, twice as long after each further one; what is asked for them meanwhile is served
 * from memory or refused at once, so that they cost the others nothing. Each process finds out by itself.
 */
import pg from 'pg';
import type { Log } from '../log.ts';
import { LIMITS } from './limits.ts';

export interface Reach {
	/** Whole seconds until somebody may try again; null: now. */
	waitSeconds(customerId: number): number | null;
	/** The last try failed: the next one is made apart from others' work. */
	isSuspect(customerId: number): boolean;
	lost(customerId: number, error: unknown): void;
	found(customerId: number): void;
}

/**
 * Whose fault a failed statement is: the `data`'s, which another row may not share; this `customer`'s, whose node or rows do not
 * answer; or the whole `database`'s, which no customer is to suffer for.
 */
export const faultOf = (error: unknown): 'data' | 'customer' | 'database' => {
	if (!(error instanceof pg.DatabaseError) || error.code === undefined) return 'database';
	if (/^(22|23)/.test(error.code)) return 'data';
	// 53: no room on the disk, no memory, no connection. 25006: a standby that nobody has promoted yet.
	return /^(57P|53|25006)/.test(error.code) || isTurnedAway(error) ? 'database' : 'customer';
};

/** On a full disk a connection may end before it began (`could not write init file`), without the code of that. */
const isTurnedAway = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === 'XX000' && error.severity === 'FATAL';

/** The database is away, or has no connection or no room free: worth trying again. */
export const isAway = (error: unknown): boolean =>
	/^(E(CONN(REFUSED|RESET)|PIPE|NOENT|TIMEDOUT|(HOST|NET)UNREACH|NOTFOUND|AI_AGAIN)|57P0[123]|25006|53\w\w\w|08\w\w\w)$/.test(
		codeOf(error),
	) ||
	isTurnedAway(error) ||
	/timeout exceeded when trying to connect|\bterminat/i.test(String(error));

/** What is the same statement's fault no second time: the database is away, somebody was in the way, or it took too long. */
export const isPassing = (error: unknown): boolean => isAway(error) || /^(40|55|57)\w\w\w$/.test(codeOf(error));

/** Somebody else's work was in the way, and waited for us or longer than we wait: the same once more is likely to go through. */
export const isInTheWay = (error: unknown): boolean => /^(40|55)\w\w\w$/.test(codeOf(error));

/** A session that began while the database took no writes may take none for as long as it lasts, so nobody else is to have it. */
export const takesNoWrites = (error: unknown): boolean => codeOf(error) === '25006';

const codeOf = (error: unknown): string => (typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '');

/** It was waited for in vain (time-outs, locks, a node's connection): trying row by row would be as slow. */
export const isSlow = (error: unknown): boolean => error instanceof pg.DatabaseError && /^(08|55|57)/.test(error.code ?? '');

export const createReach = (log: Log, clock: () => number = () => performance.now()): Reach => {
	const lost = new Map<number, { until: number; waitMs: number }>();
	return {
		waitSeconds(customerId) {
			const left = (lost.get(customerId)?.until ?? 0) - clock();
			return left > 0 ? Math.ceil(left / 1000) : null;
		},
		isSuspect: (customerId) => lost.has(customerId),
		lost(customerId, error) {
			const before = lost.get(customerId);
			// Several that waited for one try say so at the same time.
			if (before && before.until > clock()) return;
			const waitMs = Math.min(before ? before.waitMs * 2 : LIMITS.reachAgainMs.first, LIMITS.reachAgainMs.most);
			lost.set(customerId, { until: clock() + waitMs, waitMs });
			if (!before)
				log.warn('a customer’s rows do not answer', { customerId, reason: error instanceof Error ? error.message : String(error) });
		},
		found(customerId) {
			if (lost.delete(customerId)) log.info('a customer’s rows answer again', { customerId });
		},
	};
};
