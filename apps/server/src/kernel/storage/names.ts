/** Names of which a customer has each once. */
import { sql } from './rows.ts';
import type { Tx } from './storage.ts';

/**
 * Held until the transaction ends: of two who give such a name at once one waits, and is told that it is taken. Call it before it is
 * asked whether it is.
 */
export const holdNames = (tx: Tx, customerId: number, of: string): Promise<number> =>
	tx.run(sql`select pg_advisory_xact_lock(hashtext(${`names: ${of}`}), ${customerId})`);
