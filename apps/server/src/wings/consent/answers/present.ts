/**
 * What holds for a person and a purpose, derived from records in the server's order. A no always holds. A yes holds unless a no
 * was said at the same moment or later; and a yes that came with a visitor who turned out to be this person never replaces a no.
 */
import type { How } from '@luvalla/contract/consent/ledger.ts';

/** A record as far as it decides anything. */
export interface Deciding {
	readonly id: string;
	readonly value: boolean;
	/** When it was said. */
	readonly at: Date;
	readonly receivedAt: Date;
	readonly purposeVersion: number;
	readonly how: How;
}

/** The present answer, and when the last no was said. */
export interface Present {
	readonly value: boolean;
	readonly recordAt: Date;
	readonly recordId: string;
	readonly purposeVersion: number;
	readonly receivedAt: Date;
	readonly noAt: Date | null;
}

const later = (a: Date | null, b: Date): Date => (a !== null && a > b ? a : b);

/** Nobody says anything after it was received: a clock that runs ahead would otherwise shut out every yes to come. */
const saidAt = ({ at, receivedAt }: Deciding): Date => (at < receivedAt ? at : receivedAt);

/** The present answer after this record; `before` itself when the record changes nothing. */
export const presentAfter = (before: Present | null, record: Deciding): Present => {
	const said = saidAt(record);
	if (record.value && before !== null) {
		if (before.noAt !== null && said <= before.noAt) return before;
		if (record.how === 'identification' && !before.value) return before;
	}
	return {
		value: record.value,
		recordAt: record.at,
		recordId: record.id,
		purposeVersion: record.purposeVersion,
		receivedAt: record.receivedAt,
		noAt: record.value ? (before?.noAt ?? null) : later(before?.noAt ?? null, said),
	};
};

/** What a person's records to one purpose come to, in the server's order; null for none. */
export const presentOfAll = (records: readonly Deciding[]): Present | null => records.reduce<Present | null>(presentAfter, null);
