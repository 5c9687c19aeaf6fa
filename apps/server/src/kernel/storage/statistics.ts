/** What PostgreSQL's planner knows of tables, taken anew: samples, so a second or two whatever the size. */
import type { Log } from '../log.ts';
import { quoted } from './roles.ts';
import type { Storage } from './storage.ts';

/** A lock that somebody holds is not waited for long, and nothing fails by it. */
const LOCK_MS = 5_000;

/** Answers whether they were. */
export const freshenTables = async (
	{ storage, log }: { readonly storage: Storage; readonly log: Log },
	tables: readonly string[],
): Promise<boolean> => {
	try {
		await storage.asOwner(async (owner) => {
			await owner.query(`set lock_timeout = ${LOCK_MS}`);
			await owner.query(`analyze ${tables.map(quoted).join(', ')}`);
		});
		return true;
	} catch (error) {
		log.warn('statistics of tables that were filled are not fresh', { error });
		return false;
	}
};
