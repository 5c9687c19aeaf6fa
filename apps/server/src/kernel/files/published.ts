/** Bytes that stay for ever, addressed by their content within a customer: the files of publications. Written once, never changed. */
import { sql } from '../storage/rows.ts';
import type { Tx } from '../storage/storage.ts';

/** The same bytes twice are kept once. */
export const keepBlob = (tx: Tx, customerId: number, sha256: Buffer, content: Buffer): Promise<number> =>
	tx.run(sql`insert into blob (customer_id, sha256, bytes) values (${customerId}, ${sha256}, ${content}) on conflict do nothing`);
