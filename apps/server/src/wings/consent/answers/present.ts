/**
 * What holds for a person and a purpose, derived from records in the server's order. A no always holds. A yes holds unless a no
 * was said at the same moment or later; and a yes that came with a visitor who turned out to be this person never replaces a no.
 * Where two turned out to be one, a no of either stands until somebody says yes after that.
 */
import type { How } from '@luvalla/contract/consent/ledger.ts';
import type { Edge } from '../../people/wing.ts';

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
export const saidAt = ({ at, receivedAt }: Pick<Deciding, 'at' | 'receivedAt'>): Date => (at < receivedAt ? at : receivedAt);

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

/** What two come to who turned out to be one: a no of either stands, whatever the other has said. */
export const together = (a: Present | null, b: Present | null): Present | null => {
	if (a === null || b === null) return a ?? b;
	const noAt = a.noAt === null ? b.noAt : later(b.noAt, a.noAt);
	const [first, second] = isBefore(a, b) ? [a, b] : [b, a];
	if (first.value !== second.value) return { ...(first.value ? second : first), noAt };
	// Of two yeses the one that answers the last no; else the one that came last.
	const answers = first.value && (first.noAt?.getTime() ?? 0) > (second.noAt?.getTime() ?? 0);
	return { ...(answers ? first : second), noAt };
};

const isBefore = (a: Present, b: Present): boolean =>
	a.receivedAt.getTime() === b.receivedAt.getTime() ? a.recordId < b.recordId : a.receivedAt < b.receivedAt;

/**
 * What all come to who are one now, in what order ever they were merged. @param edges of the cluster; @param records of each, in
 * the server's order, without those that never hold
 */
export const presentOfTree = (kept: string, edges: readonly Edge[], records: ReadonlyMap<string, readonly Deciding[]>): Present | null => {
	const below = Map.groupBy(edges, (edge) => edge.kept);
	const of = (person: string): Present | null => {
		const merges = (below.get(person) ?? []).toSorted((a, b) => a.mergedAt.getTime() - b.mergedAt.getTime());
		let present: Present | null = null;
		let joined = 0;
		const joinBefore = (moment: Date | null): void => {
			for (let edge = merges[joined]; edge !== undefined && (moment === null || edge.mergedAt < moment); edge = merges[++joined])
				present = together(present, of(edge.gone));
		};
		for (const record of records.get(person) ?? []) {
			joinBefore(record.receivedAt);
			present = presentAfter(present, record);
		}
		joinBefore(null);
		return present;
	};
	return of(kept);
};
