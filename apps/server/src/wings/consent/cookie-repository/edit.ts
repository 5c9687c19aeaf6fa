/** One thing done to all entries that were chosen. */
import type { CookieEdit } from '@luvalla/contract/consent/cookie-repository.ts';
import { newId } from '#kernel/clock.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import {
	type Choice,
	type Content,
	chosenEntries,
	deleteGlobal,
	deleteOwn,
	type EntryRow,
	globalEntries,
	globalKey,
	holdEntries,
	ownKey,
	type Stored,
	same,
	storeGlobal,
	storeOwn,
} from './store.ts';

export interface Edited {
	readonly changed: number;
	readonly unchanged: number;
	readonly skipped: number;
}

/** What is stored of an entry as a list shows it. */
const contentOf = ({ name, domain, provider, type, lifetime_seconds, description, reason }: EntryRow): Content => ({
	name,
	domain,
	provider,
	type,
	lifetime_seconds,
	description,
	reason,
});

const edited = (entry: Content, edit: Exclude<CookieEdit, { set: 'deleted' }>): Content =>
	edit.set === 'type' ? { ...entry, type: edit.type } : { ...entry, provider: edit.provider };

/** Ids that were named and are not there, beside those found. */
const missing = (choice: Choice, found: readonly EntryRow[]): number => ('these' in choice ? new Set(choice.these).size - found.length : 0);

/** Null: nothing of what was chosen is there. */
export const editGlobal = async (tx: Tx, choice: Choice, edit: CookieEdit): Promise<Edited | null> => {
	await holdEntries(tx, null);
	const found = await chosenEntries(tx, null, choice);
	if (found.length === 0) return null;
	let skipped = missing(choice, found);
	if (edit.set === 'deleted') {
		await deleteGlobal(
			tx,
			found.map(({ entry_id: id }) => id),
		);
		return { changed: found.length, unchanged: 0, skipped };
	}
	const taken = new Map((await globalEntries(tx)).map((entry) => [globalKey(entry), entry.entry_id]));
	const written: Stored[] = [];
	let unchanged = 0;
	for (const entry of found) {
		const before = contentOf(entry);
		const after = edited(before, edit);
		const holder = taken.get(globalKey(after));
		if (same(before, after)) unchanged++;
		else if (holder !== undefined && holder !== entry.entry_id) skipped++;
		else {
			taken.set(globalKey(after), entry.entry_id);
			written.push({ ...after, entry_id: entry.entry_id, source: 'platform' });
		}
	}
	await storeGlobal(tx, written);
	return { changed: written.length, unchanged, skipped };
};

/** Global entries that were chosen become the customer's own; of two of one name and host the first. */
export const editOwn = async (tx: Tx, customerId: number, choice: Choice, edit: CookieEdit): Promise<Edited | null> => {
	await holdEntries(tx, customerId);
	const found = await chosenEntries(tx, customerId, choice);
	if (found.length === 0) return null;
	let skipped = missing(choice, found);
	if (edit.set === 'deleted') {
		const own = found.filter(({ source }) => source === 'own');
		const changed = await deleteOwn(
			tx,
			customerId,
			own.map(({ entry_id: id }) => id),
		);
		return { changed, unchanged: 0, skipped: skipped + found.length - changed };
	}
	const begun = new Set<string>();
	const written: Stored[] = [];
	let unchanged = 0;
	for (const entry of found) {
		const before = contentOf(entry);
		const after = edited(before, edit);
		if (same(before, after)) unchanged++;
		else if (begun.has(ownKey(after))) skipped++;
		else {
			begun.add(ownKey(after));
			written.push({ ...after, entry_id: entry.source === 'own' ? entry.entry_id : newId(), source: 'own' });
		}
	}
	await storeOwn(tx, customerId, written);
	return { changed: written.length, unchanged, skipped };
};
