/** Brings the starter list into the global entries. */
import { newId, now } from '#kernel/clock.ts';
import { row, sql, text } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { lifetimeOf } from './lifetime.ts';
import { STARTERS, type Starter } from './starter-list.ts';
import { globalEntries, holdEntries, type Stored, storeGlobal } from './store.ts';

const Brought = row({ name: text });

const entryOf = ({ lifetime, en, fi, ...entry }: Starter): Stored => ({
	...entry,
	entry_id: newId(),
	lifetime_seconds: lifetimeOf(lifetime),
	description: { en, fi },
	source: 'starter',
});

const unbrought = async (tx: Tx): Promise<Starter[]> => {
	const brought = new Set((await tx.rows(Brought, sql`select name from cookie_starter`)).map(({ name }) => name));
	return STARTERS.filter(({ name }) => !brought.has(name));
};

/**
 * Each name of the list once in an installation's life, and where no global entry has it: what an admin changes or deletes stays so.
 * @returns how many were added
 */
export const bringStarters = (storage: Pick<Storage, 'inPlatform'>): Promise<number> =>
	storage.inPlatform(async (tx) => {
		if ((await unbrought(tx)).length === 0) return 0;
		await holdEntries(tx, null);
		// Another process may have been first.
		const missing = await unbrought(tx);
		const known = new Set((await globalEntries(tx)).map(({ name }) => name));
		const added = missing.filter(({ name }) => !known.has(name)).map(entryOf);
		await storeGlobal(tx, added);
		await tx.run(sql`select note_cookie_starter(${missing.map(({ name }) => name)}::text[], ${now()})`);
		return added.length;
	});
