/** Records of known people, as far as they decide what holds. */
import type { How } from '@luvalla/contract/consent/ledger.ts';
import type { Deciding } from './present.ts';

export interface RecordRow {
	person: string;
	purpose_id: string;
	id: string;
	value: boolean;
	at: Date;
	received_at: Date;
	purpose_version: number;
	how: How;
}

/** Columns of a RecordRow, of a table called `r`. */
export const DECIDING = 'r.person, r.purpose_id, r.id, r.value, r.at, r.received_at, r.purpose_version, r.how';
export const IN_ORDER = 'order by r.person, r.received_at, r.batch_position';

export const decidingOf = (row: RecordRow): Deciding => ({
	id: row.id,
	value: row.value,
	at: row.at,
	receivedAt: row.received_at,
	purposeVersion: row.purpose_version,
	how: row.how,
});
