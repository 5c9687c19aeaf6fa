/** Takes a file's rows into the global entries or a customer's own, and counts what became of each. */
import {
	COOKIE_ROWS_NAMED,
	COOKIE_SKIPPED,
	type CookieImport,
	type CookieImportReason,
} from '@luvalla/contract/consent/cookie-repository.ts';
import { newId } from '#kernel/clock.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { grouped } from './conflicts.ts';
import type { CookieFile, FileRow } from './import-file.ts';
import {
	type Content,
	globalEntries,
	globalKey,
	holdEntries,
	ownEntries,
	ownKey,
	type Stored,
	same,
	storeGlobal,
	storeOwn,
} from './store.ts';

/** What becomes of one entry of a row; `entry` is to be written. */
type Outcome =
	| { readonly became: 'taken' | 'changed'; readonly entry: Stored }
	| { readonly became: 'unchanged' }
	| { readonly became: 'skipped'; readonly reason: CookieImportReason };
type Became = Outcome['became'];

/** Of a row that names several hosts, what happened to any of them. */
const FIRST: readonly Became[] = ['taken', 'changed', 'unchanged', 'skipped'];

interface Sorted {
	readonly report: CookieImport;
	readonly written: readonly Stored[];
}

/**
 * @param keyOf by what entries are told apart
 * @param outcomeOf of an entry that does not stand above in the file
 */
const sorted = (file: CookieFile, keyOf: (entry: Content) => string, outcomeOf: (entry: Content) => Outcome): Sorted => {
	const counts: Record<Became, number> = { taken: 0, changed: 0, unchanged: 0, skipped: 0 };
	const reasons = new Map<CookieImportReason, { count: number; first: { line: number; name: string }[] }>();
	const written: Stored[] = [];
	const above = new Set<string>();
	let undecided = 0;
	const tell = (reason: CookieImportReason, { line, name }: FileRow): void => {
		const told = reasons.get(reason) ?? { count: 0, first: [] };
		told.count++;
		if (told.first.length < COOKIE_ROWS_NAMED) told.first.push({ line, name });
		reasons.set(reason, told);
	};
	for (const row of file.rows) {
		const outcomes = row.entries.map((entry): Outcome => {
			const key = keyOf(entry);
			if (above.has(key)) return { became: 'skipped', reason: 'twice' };
			above.add(key);
			return outcomeOf(entry);
		});
		const became = FIRST.find((one) => outcomes.some((outcome) => outcome.became === one)) ?? 'skipped';
		counts[became]++;
		for (const outcome of outcomes) if ('entry' in outcome) written.push(outcome.entry);
		if (became !== 'skipped' && row.entries[0]?.type === 'undecided') undecided++;
		// What is only remarked on is of no interest where the row is not taken.
		const skippedBy = outcomes.flatMap((outcome) => ('reason' in outcome ? [outcome.reason] : []));
		for (const reason of new Set([
			...(became === 'skipped' ? skippedBy : []),
			...(became === 'skipped' && outcomes.length > 0 ? [] : row.reasons),
		]))
			tell(reason, row);
	}
	const report: CookieImport = {
		format: file.format,
		rows: file.rows.length,
		...counts,
		undecided,
		reasons: [...reasons].map(([reason, told]) => ({ reason, skipped: COOKIE_SKIPPED.includes(reason), ...told })),
	};
	return { report, written };
};

/** Whose word an entry of the Open Cookie Database does not change. */
const isKept = (file: CookieFile, { source }: Stored): boolean => file.format === 'ocd' && source !== 'ocd';

export const importGlobal = async (tx: Tx, file: CookieFile): Promise<CookieImport> => {
	await holdEntries(tx, null);
	const known = new Map((await globalEntries(tx)).map((entry) => [globalKey(entry), entry]));
	const source = file.format === 'ocd' ? 'ocd' : 'platform';
	const { report, written } = sorted(file, globalKey, (entry) => {
		const before = known.get(globalKey(entry));
		if (!before) return { became: 'taken', entry: { ...entry, entry_id: newId(), source } };
		if (same(before, entry)) return { became: 'unchanged' };
		if (isKept(file, before)) return { became: 'skipped', reason: 'kept' };
		return { became: 'changed', entry: { ...entry, entry_id: before.entry_id, source } };
	});
	await storeGlobal(tx, written);
	return report;
};

export const importOwn = async (tx: Tx, customerId: number, file: CookieFile): Promise<CookieImport> => {
	await holdEntries(tx, customerId);
	const own = new Map((await ownEntries(tx, customerId)).map((entry) => [ownKey(entry), entry]));
	const global = grouped(await globalEntries(tx), ownKey);
	// A file of ours has every global entry of a name and host; together they say nothing of the customer's own.
	const rowKey = (entry: Content): string => (own.has(ownKey(entry)) ? ownKey(entry) : globalKey(entry));
	const begun = new Set<string>();
	const { report, written } = sorted(file, rowKey, (entry) => {
		const key = ownKey(entry);
		const before = own.get(key);
		if (before) {
			if (same(before, entry)) return { became: 'unchanged' };
			// The customer's own word stands against a list of others.
			if (file.format === 'ocd') return { became: 'skipped', reason: 'kept' };
			return { became: 'changed', entry: { ...entry, entry_id: before.entry_id, source: 'own' } };
		}
		if ((global.get(key) ?? []).some((one) => same(one, entry))) return { became: 'unchanged' };
		if (begun.has(key)) return { became: 'skipped', reason: 'twice' };
		begun.add(key);
		return { became: 'taken', entry: { ...entry, entry_id: newId(), source: 'own' } };
	});
	await storeOwn(tx, customerId, written);
	return report;
};
