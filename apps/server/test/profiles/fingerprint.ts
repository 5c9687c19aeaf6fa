/** What every table of a customer holds, so that two moments can be compared. */
import { createHash } from 'node:crypto';
import type { Tenant, TestApp } from '../app.ts';

/** The activity, runs and uploads themselves; numbers, which are never used twice; notes for workers; and the ledger, which only grows. */
const BESIDE =
	/^(activity.*|run|run_finding|run_scratch|file|file_chunk|upload|upload_mapping|upload_person|person_counter|people_touched|consent_record.*|consent_arrival.*|ledger_.*|set_chunk|webhook.*)$/;

/** By table, the SHA-256 of its rows; of sets of people, of whom they hold. */
export const fingerprint = (t: TestApp, { customerId }: Pick<Tenant, 'customerId'>): Promise<Record<string, string>> =>
	t.storage.inTenant(customerId, async (tx) => {
		const tables = await tx.query<{ name: string }>(
			`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'customer_id'
			where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
				and obj_description(c.oid) like 'tenant%' order by 1`,
		);
		const found: Record<string, string> = {};
		const rowsOf = async (sql: string): Promise<string> => {
			const rows = await tx.query<{ body: string }>(sql, [customerId]);
			return createHash('sha256')
				.update(rows.map(({ body }) => body).join('\n'))
				.digest('hex');
		};
		for (const { name } of tables.filter((one) => !BESIDE.test(one.name)))
			found[name] = await rowsOf(`select x::text as body from ${name} x where customer_id = $1 order by x::text collate "C"`);
		// No row is nobody.
		found.set_chunk = await rowsOf(
			`select concat_ws(' ', set_id, chunk, md5(bits::text)) as body from set_chunk
			where customer_id = $1 and bit_count(bits) > 0 order by set_id, chunk`,
		);
		return found;
	});
