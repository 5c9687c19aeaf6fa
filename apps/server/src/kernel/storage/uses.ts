/**
 * What others stand on stays while they begin to: whoever uses it holds it, whoever takes it away waits for them. It is a lock of its
 * name and not of its row: of a table that a cluster has on every node, two who lock rows for reading wait for each other, each in the
 * way of the other's second lock, whichever rows they are.
 */
import { type Sql, sql } from './rows.ts';
import type { Tx } from './storage.ts';

/** Ids and hosts are the same in capitals. */
const nameOf = (of: string, customerId: number, key: string): Sql =>
	sql`hashtext(${`uses: ${of} ${customerId}`}), hashtext(${key.toLowerCase()})`;

/** Held until the transaction ends, by as many as want it. Call it before it is asked whether the thing is there. */
export const holdInUse = (tx: Tx, of: string, customerId: number, key: string): Promise<number> =>
	tx.run(sql`select pg_advisory_xact_lock_shared(${nameOf(of, customerId, key)})`);

/** Nobody holds it, nor does until the transaction ends. Call it before it is asked what stands on the thing. */
export const takeOutOfUse = (tx: Tx, of: string, customerId: number, key: string): Promise<number> =>
	tx.run(sql`select pg_advisory_xact_lock(${nameOf(of, customerId, key)})`);
