/** What a whole scan came to, put in place of what was written while it ran. */
import type { ScanFinding, ScanItem, ScanReport } from '@luvalla/contract/consent/scans.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { isMemory } from '../scans/findings.ts';
import type { ScanWords } from './known.ts';
import type { ScanInput } from './run.ts';
import {
	clearFound,
	type GoneItem,
	keysOf,
	NOTHING_COUNTED,
	noteResult,
	previousScan,
	type ScanCounts,
	storable,
	writeFindings,
	writeItems,
} from './store.ts';

const MOST_GONE = 200;

/** As it is stored: what a page names may hold what no store takes. */
const keyOf = ({ kind, name, host }: GoneItem): string => JSON.stringify([kind, storable(name), host]);

/** Cookies by pass, and those that should not have been there. */
export const countsOf = (
	items: readonly ScanItem[],
	{ isNeeded, isPerhapsNeeded }: Pick<ScanWords, 'isNeeded' | 'isPerhapsNeeded'>,
): ScanCounts => {
	const cookies = items.filter(({ kind }) => kind === 'cookie');
	const asking = cookies.filter((item) => !isNeeded(item) && !isPerhapsNeeded(item));
	return {
		...NOTHING_COUNTED,
		before: cookies.filter(({ seen }) => seen.before).length,
		accept: cookies.filter(({ seen }) => seen.accept).length,
		reject: cookies.filter(({ seen }) => seen.reject).length,
		early: asking.filter(({ seen }) => seen.before).length,
		late: asking.filter((item) => item.seen.reject && !isMemory(item)).length,
	};
};

/** Codes of the findings about an item. */
const codesBy = (findings: readonly ScanFinding[]): ReadonlyMap<string, ScanFinding['code'][]> => {
	const codes = new Map<string, ScanFinding['code'][]>();
	for (const { item, code } of findings) {
		if (!item) continue;
		const key = keyOf(item);
		const known = codes.get(key) ?? [];
		if (!known.includes(code)) codes.set(key, [...known, code]);
	}
	return codes;
};

/** What a scan kept, for who is told of it. */
export interface KeptResult {
	readonly counts: ScanCounts;
	/** What the previous scan did not have; empty without a previous one. */
	readonly fresh: readonly ScanItem[];
}

export const keptResult = async (
	tx: Tx,
	customerId: number,
	scanId: string,
	{ host, nonCmp }: Pick<ScanInput, 'host' | 'nonCmp'>,
	{ items, findings, pages, presses, choice }: ScanReport,
	words: ScanWords,
	files: { readonly har: string; readonly pictures: Readonly<Record<string, string>> },
): Promise<KeptResult> => {
	const previousId = await previousScan(tx, customerId, host, nonCmp, scanId);
	const before = previousId === null ? [] : await keysOf(tx, customerId, previousId);
	const had = new Set(before.map(keyOf));
	const has = new Set(items.map(keyOf));
	const isFresh = (item: ScanItem): boolean => previousId !== null && !had.has(keyOf(item));
	const gone = before.filter((one) => !has.has(keyOf(one)));
	const fresh = items.filter(isFresh);
	const codes = codesBy(findings);
	await clearFound(tx, customerId, scanId);
	await writeItems(
		tx,
		customerId,
		scanId,
		0,
		items.map((item) => ({ item, fresh: isFresh(item), codes: codes.get(keyOf(item)) ?? [] })),
	);
	await writeFindings(tx, customerId, scanId, findings);
	const counts = { ...countsOf(items, words), fresh: fresh.length, gone: gone.length, findings: findings.length, pages: pages.length };
	const [press] = presses;
	const way = press?.way ?? null;
	await noteResult(tx, customerId, scanId, { previousId, way, counts, pages, presses, choice, gone: gone.slice(0, MOST_GONE), ...files });
	return { counts, fresh };
};
