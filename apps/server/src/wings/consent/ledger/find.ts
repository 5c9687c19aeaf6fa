/** The record that somebody named by its id, for a search over everything. */
import { Id } from '@luvalla/contract/fields.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { atOf } from '../ids.ts';
import { type RecordRow, readRecord } from './store.ts';

/**
 * Null where what was typed is no id, or none that is seen.
 * @param domainIds null: on every domain of the customer
 */
export const findRecord = async (
	tx: Tx,
	customerId: number,
	domainIds: readonly string[] | null,
	typed: string,
): Promise<RecordRow | null> => {
	const { data: id } = Id.safeParse(typed.toLowerCase());
	if (id === undefined) return null;
	const row = await readRecord(tx, customerId, id, atOf(id));
	return row && (domainIds === null || domainIds.includes(row.domain_id)) ? row : null;
};
