/**
 * What holds for a person and a purpose, derived from records in the server's order. A no always holds. A yes holds unless a no
 * was said at the same moment or later, or a yes to newer words stands; and a yes that came with a visitor who turned out to be
 * this person never replaces a no. Where two turned out to be one, a no of either stands until somebody says yes after that.
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
		// A yes to earlier words that comes late says nothing against the one to those of now.
		if (before.value && record.purposeVersion < before.purposeVersion) return before;
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
	// Of two yeses the one that answers the last no; else the one to newer words; else the one that came last.
	const answers = (first.noAt?.getTime() ?? 0) > (second.noAt?.getTime() ?? 0);
	const isNewer = first.purposeVersion > second.purposeVersion && (noAt === null || saidAt({ ...first, at: first.recordAt }) > noAt);
	return { ...(first.value && (answers || isNewer) ? first : second), noAt };
};

const isBefore = (a: Present, b: Present): boolean =>
	a.receivedAt.getTime() === b.receivedAt.getTime() ? a.recordId < b.recordId : a.receivedAt < b.receivedAt;

/** A record, and under whose id it was written: whoever was one with them then had heard it too. */
export interface Held extends Deciding {
	readonly holder: string;
}

/**
 * What all come to who are one now: what each said alone until they were one, and what any of them said from then on.
 * @param edges of the cluster; @param records of all of them in the server's order, without those that never hold
 */
export const presentOfTree = (kept: string, edges: readonly Edge[], records: readonly Held[]): Present | null => {
	const merges = edges.toSorted((a, b) => a.mergedAt.getTime() - b.mergedAt.getTime());
	const above = new Map<string, string>();
	const presents = new Map<string, Present | null>();
	const rootOf = (person: string): string => {
		let at = person;
		for (let next = above.get(at); next !== undefined; next = above.get(at)) at = next;
		return at;
	};
	let joined = 0;
	const joinBefore = (moment: Date | null): void => {
		for (let edge = merges[joined]; edge !== undefined && (moment === null || edge.mergedAt < moment); edge = merges[++joined]) {
			presents.set(edge.kept, together(presents.get(edge.kept) ?? null, presents.get(edge.gone) ?? null));
			above.set(edge.gone, edge.kept);
		}
	};
	for (const record of records) {
		joinBefore(record.receivedAt);
		const root = rootOf(record.holder);
		presents.set(root, presentAfter(presents.get(root) ?? null, record));
	}
	joinBefore(null);
	return presents.get(kept) ?? null;
};

/** Noes of `holder` that were received since count for `to` as well. */
export interface Share {
	readonly holder: string;
	readonly to: string;
	readonly since: Date;
}

/** Since when each of those who are one by these edges has been one with this one. */
const oneSince = (edges: readonly Edge[], person: string): Map<string, Date> => {
	const since = new Map([[person, new Date(0)]]);
	for (const [at, when] of since)
		for (const edge of edges) {
			const other = edge.gone === at ? edge.kept : edge.kept === at ? edge.gone : null;
			if (other !== null && !since.has(other)) since.set(other, later(when, edge.mergedAt));
		}
	return since;
};

/** What who leaves and who stays keep of each other, when the merge of `gone` is undone. @param edges with that one */
export const sharesOf = (edges: readonly Edge[], gone: string): Share[] => {
	const cut = edges.find((edge) => edge.gone === gone);
	if (!cut) return [];
	const rest = edges.filter((edge) => edge !== cut);
	const from = (side: string, to: string): Share[] =>
		[...oneSince(rest, side)].map(([holder, when]) => ({ holder, to, since: later(when, cut.mergedAt) }));
	return [...from(cut.kept, gone), ...from(gone, cut.kept)];
};
