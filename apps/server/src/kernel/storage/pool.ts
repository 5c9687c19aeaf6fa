/** A pool of connections to the database, of one role, with its limits. */
import { Socket } from 'node:net';
import pg from 'pg';
import type { Log } from '../log.ts';
import { LIMITS } from './limits.ts';

export interface PoolLimits {
	connections: number;
	statementMs: number;
	lockMs: number;
	idleInTransactionMs: number;
	/** Beyond what a statement may take: so long nothing comes, and the other side is taken for gone. */
	silentMs?: number;
}

/** `log` is told of connections that break while nobody uses them. */
export const openPool = (config: pg.ClientConfig, limits: PoolLimits, log: Log): pg.Pool => {
	const silentMs = limits.statementMs + (limits.silentMs ?? LIMITS.silentMs);
	const pool = new pg.Pool({
		...config,
		max: limits.connections,
		// Statements are sent as they are given, not one only when the one before is answered.
		pipeline: true,
		// Before its silence would say anything.
		idleTimeoutMillis: Math.min(LIMITS.idleConnectionMs, silentMs * 0.8),
		statement_timeout: limits.statementMs,
		lock_timeout: limits.lockMs,
		idle_in_transaction_session_timeout: limits.idleInTransactionMs,
	});
	pool.on('connect', (client) => endSilent(client, silentMs));
	pool.on('error', (error) => {
		// While ending, a connection that goes is no news.
		if (!pool.ending) log.warn('a database connection broke while idle', { reason: error.message });
	});
	return pool;
};

/** A server that is there answers each statement, or ends it and says so. One whose machine or network went says nothing, for hours. */
export const endSilent = ({ connection: { stream } }: pg.Client | pg.PoolClient, silentMs: number): void => {
	if (!(stream instanceof Socket)) throw new TypeError('A connection to a database that is no socket.');
	const silent = (): Error => Object.assign(new Error(`The database said nothing for ${silentMs} ms.`), { code: 'ETIMEDOUT' });
	stream.setTimeout(silentMs, () => stream.destroy(silent()));
};

/** Everything that is sent at this moment goes in one write: each would wake the other side, which costs more than what most statements do. */
export const together = ({ connection: { stream } }: pg.PoolClient): void => {
	stream.cork();
	process.nextTick(() => stream.uncork());
};
