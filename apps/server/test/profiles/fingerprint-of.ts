/** Checksums of a customer's tables, by whatever sends statements: tests of the server, and the browser's with a connection of their own. */
import { createHash } from 'node:crypto';

/** The activity, runs and uploads themselves; numbers, which are never used twice; notes for workers and what they write behind; roll-ups, which say what happened; and the ledger, which only grows, with what is counted of it. */
const BESIDE =
	/^(activity.*|run|run_finding|run_scratch|file|file_chunk|upload|upload_mapping|upload_person|person_counter|people_touched|person_words|person_words_due|consent_record.*|consent_arrival.*|ledger_.*|purpose_count|count_.*|set_chunk|webhook.*)$/;

export type Fingerprint = Record<string, string>;
type Send = (statement: string, values: readonly number[]) => Promise<readonly { body: string }[]>;

/** By table, the SHA-256 of its rows; of sets of people, of whom they hold. */
export const fingerprintOf = async (send: Send, customerId: number): Promise<Fingerprint> => {
	const tables = await send(
		`select c.relname as body from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'customer_id'
		where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
			and obj_description(c.oid) like 'tenant%' order by 1`,
		[],
	);
	const found: Fingerprint = {};
	const rowsOf = async (statement: string): Promise<string> => {
		const rows = await send(statement, [customerId]);
		return createHash('sha256')
			.update(rows.map(({ body }) => body).join('\n'))
			.digest('hex');
	};
	for (const { body: name } of tables.filter((one) => !BESIDE.test(one.body)))
		found[name] = await rowsOf(`select x::text as body from ${name} x where customer_id = $1 order by x::text collate "C"`);
	// No row is nobody.
	found.set_chunk = await rowsOf(
		`select concat_ws(' ', set_id, chunk, md5(bits::text)) as body from set_chunk
		where customer_id = $1 and bit_count(bits) > 0 order by set_id, chunk`,
	);
	return found;
};
